// SPDX-License-Identifier: Apache-2.0
// The assembler includes the file as it is; as an array, half a megabyte would take the compiler seconds.
#include "quasi/tables.hpp"

// CMake defines TALI_JOE_KUO_FILE.
asm(".pushsection .rodata\n"
    ".global tali_joe_kuo_begin\n"
    ".hidden tali_joe_kuo_begin\n"
    ".global tali_joe_kuo_end\n"
    ".hidden tali_joe_kuo_end\n"
    "tali_joe_kuo_begin:\n"
    ".incbin \"" TALI_JOE_KUO_FILE
    "\"\n"
    "tali_joe_kuo_end:\n"
    ".popsection\n");

extern "C" {
extern const std::uint8_t tali_joe_kuo_begin[] __attribute__((visibility("hidden")));
extern const std::uint8_t tali_joe_kuo_end[] __attribute__((visibility("hidden")));
}

namespace tali::detail {

std::span<const std::uint8_t> joe_kuo_packed() { return {tali_joe_kuo_begin, tali_joe_kuo_end}; }

}  // namespace tali::detail
