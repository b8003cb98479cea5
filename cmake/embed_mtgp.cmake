# SPDX-License-Identifier: Apache-2.0
# tali_embed_mtgp(<output> <file>...): a C++ source with the catalogues of MTGP parameter sets as arrays of
# detail::packed_mtgp (src/mtgp/packed.hpp), which are a third of the text and need no parsing. The files are named
# mtgp<word size>-<exponent>.csv and read when CMake runs; what every set of a file has in common, its exponent and mask,
# is left out.
function(tali_embed_mtgp output)
  set(columns "mexp,no,pos,sh1,sh2,tbl1,tbl2,tbl4,tbl8,tmp1,tmp2,tmp4,tmp8,mask,sha1,delta,weight\n")
  string(REPEAT "[0-9a-f]" 8 h)
  set(arrays "")
  set(entries_32 "")
  set(entries_64 "")
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    if(NOT name MATCHES "^mtgp(32|64)-([0-9]+)$")
      message(FATAL_ERROR "tali: ${file} is not the name of a catalogue; expected mtgp32-P.csv or mtgp64-P.csv")
    endif()
    set(bits ${CMAKE_MATCH_1})
    set(mexp ${CMAKE_MATCH_2})
    file(READ ${file} content)
    string(LENGTH "${columns}" head)
    string(SUBSTRING "${content}" 0 ${head} first)
    if(NOT first STREQUAL columns)
      message(FATAL_ERROR "tali: ${file} has another first line; allowed: ${columns}")
    endif()
    string(SUBSTRING "${content}" ${head} -1 content)
    string(REGEX REPLACE "${mexp},([0-9]+,[0-9]+,[0-9]+,[0-9]+,)([^\n]+),0x[0-9a-f]+,(${h})(${h})(${h})(${h})(${h}),([0-9,]+)\n"
                         "  {\\1{\\2},{0x\\3,0x\\4,0x\\5,0x\\6,0x\\7},\\8},\n" packed "${content}")
    if(packed MATCHES "\n[^ ]" OR NOT packed MATCHES "^  {")
      message(FATAL_ERROR "tali: ${file} has a line that is no set of exponent ${mexp}")
    endif()
    string(APPEND arrays "constexpr packed_mtgp<std::uint${bits}_t> sets_${bits}_${mexp}[] = {\n${packed}};\n\n")
    string(APPEND entries_${bits} "    {${mexp}, sets_${bits}_${mexp}},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Made by cmake/embed_mtgp.cmake.
#include \"mtgp/packed.hpp\"

namespace tali::detail {

namespace {

${arrays}}  // namespace

extern const packed_catalogue<std::uint32_t> packed_mtgp32[] = {
${entries_32}    {0, {}},
};

extern const packed_catalogue<std::uint64_t> packed_mtgp64[] = {
${entries_64}    {0, {}},
};

}  // namespace tali::detail
")
endfunction()

# tali_embed_mt607(<output> <file>): likewise the parameters of mt607_per_thread, in the order of their numbers.
function(tali_embed_mt607 output file)
  file(READ ${file} content)
  string(REGEX REPLACE "[0-9]+,(0x[0-9a-f]+,0x[0-9a-f]+,0x[0-9a-f]+,[0-9]+)\n" "    {\\1},\n" sets "${content}")
  if(NOT sets MATCHES "^id,a,b,c,delta\n" OR sets MATCHES "\n[^ ]")
    message(FATAL_ERROR "tali: ${file} has another first line than id,a,b,c,delta, or a line that is no set")
  endif()
  string(REPLACE "id,a,b,c,delta\n" "" sets "${sets}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Made by cmake/embed_mtgp.cmake.
#include <tali/engine/mt607_per_thread.hpp>

namespace tali {

std::span<const detail::mt607_parameters> detail::shipped_mt607_parameters() {
  static constexpr detail::mt607_parameters all[] = {
${sets}  };
  static_assert([] {
    for (std::uint32_t id = 0; const auto& p : all) {
      if (p.id() != id++) return false;
    }
    return true;
  }());
  return all;
}

}  // namespace tali
")
endfunction()
