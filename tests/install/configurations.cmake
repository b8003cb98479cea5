# SPDX-License-Identifier: Apache-2.0
# Configures tali in every combination of its parts, and says what each must and must not have; then stages an
# installation with a library folder two levels deep, as Debian's, and asks pkg-config where it is.
include(${CMAKE_CURRENT_LIST_DIR}/run_command.cmake)

file(REMOVE_RECURSE ${WORK})
set(build ${WORK}/build)
function(configure)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${build} -DCMAKE_CXX_COMPILER=${CXX} -DTALI_CUDA=OFF
                          -Wno-dev ${ARGN}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "cannot configure ${ARGN}: ${said}")
  endif()
endfunction()

# Targets by a part's option, one that every build of the part has.
set(part_TALI_BENCH tali_bench)
set(part_TALI_LAB tali_lab_rejection)
set(part_TALI_TESTS alone_tests)

foreach(tools ON OFF)
  foreach(tests ON OFF)
    foreach(lab ON OFF)
      foreach(bench ON OFF)
        configure(-DTALI_TOOLS=${tools} -DTALI_TESTS=${tests} -DTALI_LAB=${lab} -DTALI_BENCH=${bench})
        file(READ ${build}/CMakeFiles/TargetDirectories.txt targets)
        foreach(part TESTS LAB BENCH)
          string(TOLOWER ${part} lower)
          string(FIND "${targets}" "/${part_TALI_${part}}.dir" found)
          if((found EQUAL -1 AND ${lower}) OR (NOT found EQUAL -1 AND NOT ${lower}))
            message(FATAL_ERROR "TALI_${part}=${${lower}} with TALI_TOOLS=${tools} TALI_TESTS=${tests} TALI_LAB=${lab} "
                                "TALI_BENCH=${bench}: target ${part_TALI_${part}} is wrong")
          endif()
        endforeach()
        string(FIND "${targets}" "/tools/tali/CMakeFiles/tali.dir" found)
        if(NOT found EQUAL -1 AND NOT tools)
          message(FATAL_ERROR "TALI_TOOLS=OFF builds the command line")
        endif()
        message(STATUS "TALI_TOOLS=${tools} TALI_TESTS=${tests} TALI_LAB=${lab} TALI_BENCH=${bench} configures")
      endforeach()
    endforeach()
  endforeach()
endforeach()

# The last configuration has the library alone. Its files for other projects, staged below DESTDIR.
configure(-DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib/some-machine -DCMAKE_INSTALL_MESSAGE=NEVER)
set(ENV{DESTDIR} ${WORK}/stage)
run(${CMAKE_COMMAND} --install ${build} --component tali_development)
unset(ENV{DESTDIR})
foreach(file lib/some-machine/cmake/tali/taliConfig.cmake lib/some-machine/cmake/tali/taliTargets.cmake
             include/tali/tali.hpp share/doc/tali/LICENSE share/doc/tali/THIRD_PARTY.md)
  if(NOT EXISTS ${WORK}/stage/usr/${file})
    message(FATAL_ERROR "${file} was not staged")
  endif()
endforeach()
find_program(pkg_config NAMES pkg-config pkgconf)
if(pkg_config)
  set(ENV{PKG_CONFIG_PATH} ${WORK}/stage/usr/lib/some-machine/pkgconfig)
  foreach(pair prefix:usr includedir:usr/include libdir:usr/lib/some-machine)
    string(REGEX MATCH "^(.*):(.*)$" pair ${pair})
    execute_process(COMMAND ${pkg_config} --variable=${CMAKE_MATCH_1} tali OUTPUT_VARIABLE folder
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    get_filename_component(expected ${WORK}/stage/${CMAKE_MATCH_2} ABSOLUTE)
    get_filename_component(folder "${folder}" ABSOLUTE)
    if(NOT folder STREQUAL expected)
      message(FATAL_ERROR "pkg-config says ${CMAKE_MATCH_1} is ${folder}, not ${expected}")
    endif()
  endforeach()
endif()
