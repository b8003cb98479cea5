// SPDX-License-Identifier: Apache-2.0
// The assembler includes the file as it is; as an array, half a megabyte would take the compiler seconds.
#include "quasi/tables.hpp"

#define TALI_TEXT(x) #x
#define TALI_EXPANDED(x) TALI_TEXT(x)
#define TALI_SYMBOL(name) TALI_EXPANDED(__USER_LABEL_PREFIX__) #name
// Constants' section, and what keeps a name within its library, as ELF, Mach-O and COFF have them.
#if defined(__ELF__)
#define TALI_SECTION ".rodata"
#define TALI_HIDDEN ".hidden "
#define TALI_WITH_THE_LAST(name) ""
#elif defined(__APPLE__)
#define TALI_SECTION "__TEXT,__const"
#define TALI_HIDDEN ".private_extern "
#define TALI_WITH_THE_LAST(name) ".alt_entry " TALI_SYMBOL(name) "\n"  // its linker may part what names part
#else
#define TALI_SECTION ".rdata,\"dr\""
#define TALI_HIDDEN ".global "
#define TALI_WITH_THE_LAST(name) ""
#endif
#define TALI_NAMED(name) \
  ".global " TALI_SYMBOL(name) "\n" TALI_HIDDEN TALI_SYMBOL(name) "\n" TALI_SYMBOL(name) ":\n"

// CMake defines TALI_JOE_KUO_FILE.
asm(".pushsection " TALI_SECTION "\n"      //
    TALI_NAMED(tali_joe_kuo_begin)         //
    ".incbin \"" TALI_JOE_KUO_FILE "\"\n"  //
    TALI_WITH_THE_LAST(tali_joe_kuo_end)   //
    TALI_NAMED(tali_joe_kuo_end)           //
    ".popsection\n");

extern "C" {
extern const std::uint8_t tali_joe_kuo_begin[] __attribute__((visibility("hidden")));
extern const std::uint8_t tali_joe_kuo_end[] __attribute__((visibility("hidden")));
}

namespace tali::detail {

std::span<const std::uint8_t> joe_kuo_packed() { return {tali_joe_kuo_begin, tali_joe_kuo_end}; }

}  // namespace tali::detail
