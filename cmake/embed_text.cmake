# SPDX-License-Identifier: Apache-2.0
# tali_embed_text(<output> <variable> <file>...): a C++ source that defines `extern const text_file variable[]`
# with the names and contents of text files, ended by an empty name. They are read when CMake runs.
function(tali_embed_text output variable)
  set(entries "")
  foreach(file IN LISTS ARGN)
    file(READ ${file} content)
    get_filename_component(name ${file} NAME)
    string(APPEND entries "    {\"${name}\", R\"text(${content})text\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Made by cmake/embed_text.cmake.
#include \"embedded_text.hpp\"

namespace tali::detail {

extern const text_file ${variable}[] = {
${entries}    {\"\", \"\"},
};

}  // namespace tali::detail
")
endfunction()
