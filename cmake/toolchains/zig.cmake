# SPDX-License-Identifier: Apache-2.0
# What the toolchain files of other systems share: zig as the compiler, which brings the headers and libraries of each.
# TALI_ZIG is the program, without it the one of PATH or of Python's package ziglang; target is zig's name of the system.
find_program(TALI_ZIG zig)
if(NOT TALI_ZIG)
  execute_process(COMMAND python3 -c "import ziglang; print(ziglang.__path__[0], end='/zig')" OUTPUT_VARIABLE zig ERROR_QUIET)
  set(TALI_ZIG ${zig} CACHE FILEPATH "zig" FORCE)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TALI_ZIG)
# CMake takes a program by its path alone, and these are three commands of one. -O2 is for CMake's own questions: for a program
# without such an option zig first compiles a second C++ library, for minutes.
foreach(command "c++ -target ${target} -O2" ar ranlib)
  string(REGEX REPLACE " .*" "" name ${command})
  file(WRITE ${CMAKE_BINARY_DIR}/zig/${name} "#!/bin/sh\nexec '${TALI_ZIG}' ${command} \"$@\"\n")
  file(CHMOD ${CMAKE_BINARY_DIR}/zig/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endforeach()
set(CMAKE_CXX_COMPILER ${CMAKE_BINARY_DIR}/zig/c++)
set(CMAKE_AR ${CMAKE_BINARY_DIR}/zig/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${CMAKE_BINARY_DIR}/zig/ranlib CACHE FILEPATH "")
