# SPDX-License-Identifier: Apache-2.0
# tali within another project, by add_subdirectory and by FetchContent: what that project has set stays, nothing is built
# that it did not ask for, and its programs build and run.
include(${CMAKE_CURRENT_LIST_DIR}/../install/run_command.cmake)

set(parent ${CMAKE_CURRENT_LIST_DIR}/parent)
file(REMOVE_RECURSE ${WORK})
foreach(how add_subdirectory FetchContent)
  # Without a build type and with opinions; programs that need the headers alone.
  run(${CMAKE_COMMAND} -S ${parent} -B ${WORK}/${how} -DCMAKE_CXX_COMPILER=${CXX} -DHOW=${how} -DTALI_SOURCE=${SOURCE}
      -DOPINIONATED=ON)
  run(${CMAKE_COMMAND} --build ${WORK}/${how} --target own headers)
  run(${WORK}/${how}/own)
  run(${WORK}/${how}/headers)
endforeach()

# The library itself, and a program that links it. That takes minutes, but for a compiler's cache that has the same
# objects from the build around this test. It has if the folders look the same from within: the copy of the source is made
# of links, and is built at the same depth.
file(RELATIVE_PATH folder ${SOURCE} ${BUILD})
if(NOT CCACHE OR folder MATCHES "^\\.\\." OR NOT BUILD_TYPE STREQUAL "Release")
  message(STATUS "without ccache, a build folder in the source folder and a Release build the library was not built again")
  return()
endif()
file(GLOB entries ${SOURCE}/*)
foreach(how add_subdirectory FetchContent)
  set(tree ${WORK}/tree-${how})
  file(MAKE_DIRECTORY ${tree})
  foreach(entry IN LISTS entries)
    get_filename_component(name ${entry} NAME)
    if(NOT name MATCHES "^build")
      file(CREATE_LINK ${entry} ${tree}/${name} SYMBOLIC)
    endif()
  endforeach()
  run(${CMAKE_COMMAND} -S ${parent} -B ${tree}/${folder} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DHOW=${how}
      -DTALI_SOURCE=${tree} -DCMAKE_BUILD_TYPE=Release -DTALI_CCACHE=ON -DTALI_WERROR=${WERROR} -DTALI_SIMD=${SIMD})
  run(${CMAKE_COMMAND} --build ${tree}/${folder} --target fills)
  run(${tree}/${folder}/fills)
endforeach()
