# SPDX-License-Identifier: Apache-2.0
# Completions and the manual page, of every program that is built. A cross-built tali cannot be asked.
if(NOT CMAKE_CROSSCOMPILING)
  set(folder ${PROJECT_BINARY_DIR}/share)
  tali_built_programs(tali_programs)
  set(tali_shell_files "")
  foreach(pair "tali.bash:completion bash" "tali.zsh:completion zsh" "tali.fish:completion fish" "tali.1:man")
    string(REGEX MATCH "^(.*):(.*)$" pair ${pair})
    set(file ${folder}/${CMAKE_MATCH_1})
    separate_arguments(arguments UNIX_COMMAND "${CMAKE_MATCH_2}")
    add_custom_command(OUTPUT ${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
                       COMMAND tali ${arguments} > ${file} DEPENDS ${tali_programs} VERBATIM)
    list(APPEND tali_shell_files ${file})
  endforeach()
  add_custom_target(tali_shell_files ALL DEPENDS ${tali_shell_files})
endif()
