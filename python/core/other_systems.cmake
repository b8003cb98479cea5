# SPDX-License-Identifier: Apache-2.0
# What find_package(Python) would find on another system. Python_EXECUTABLE, of this machine, lends its headers: those of
# the stable interface are the same everywhere, but for what Windows configures in another way.
execute_process(COMMAND ${Python_EXECUTABLE} -c "import sys, sysconfig; print('%d.%d;%s' % (*sys.version_info[:2], sysconfig.get_path('include')), end='')"
                OUTPUT_VARIABLE Python_INCLUDE_DIRS COMMAND_ERROR_IS_FATAL ANY)
list(POP_FRONT Python_INCLUDE_DIRS Python_VERSION)
set(Python_INTERPRETER_ID Python)
set(Python_SOABI cpython-other-system)
set(Python_SOSABI abi3)
if(WIN32)
  set(Python_SOSABI "")
endif()
add_compile_options("SHELL:-include cstdio")  # nanobind's headers use it, and include it by way of libstdc++ alone
add_executable(Python::Interpreter IMPORTED)
add_library(Python::Module INTERFACE IMPORTED)
add_library(Python::SABIModule INTERFACE IMPORTED)

if(WIN32)
  # Python.h includes the pyconfig.h beside it, so there is a copy of the headers.
  file(COPY ${Python_INCLUDE_DIRS}/ DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/headers PATTERN pyconfig.h EXCLUDE)
  file(COPY ${CMAKE_CURRENT_SOURCE_DIR}/core/windows/pyconfig.h DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/headers)
  set(Python_INCLUDE_DIRS ${CMAKE_CURRENT_BINARY_DIR}/headers)
  # The names that python3.dll gives, from nanobind's list for another system's linker.
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE list OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(STRINGS ${list}/darwin-ld-cpython.sym names REGEX "^-U __?Py")
  list(TRANSFORM names REPLACE "^-U _" "  ")
  list(JOIN names "\n" names)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/python3.def "LIBRARY python3.dll\nEXPORTS\n${names}\n")
  set(library ${CMAKE_CURRENT_BINARY_DIR}/libpython3.a)
  execute_process(COMMAND ${TALI_ZIG} dlltool -m i386:x86-64 -d ${CMAKE_CURRENT_BINARY_DIR}/python3.def -l ${library}
                  COMMAND_ERROR_IS_FATAL ANY)
  target_link_libraries(Python::SABIModule INTERFACE ${library})
endif()
