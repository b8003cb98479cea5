# SPDX-License-Identifier: Apache-2.0
# Completions and the manual page, of every program that is built. A cross-built tali cannot be asked.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT CMAKE_CROSSCOMPILING)
  tali_built_programs(programs)
  list(TRANSFORM programs REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
  set(script ${PROJECT_SOURCE_DIR}/tools/tali/shell_files.py)
  set(folder ${PROJECT_BINARY_DIR}/share)
  set(made ${folder}/tali.bash ${folder}/tali.zsh ${folder}/tali.fish ${folder}/tali.1)
  add_custom_command(OUTPUT ${made} COMMAND ${Python3_EXECUTABLE} -B ${script} --to ${folder} ${files}
                     DEPENDS ${programs} ${script} ${PROJECT_SOURCE_DIR}/tools/tali/manual_page.py VERBATIM)
  add_custom_target(tali_shell_files ALL DEPENDS ${made})
endif()
