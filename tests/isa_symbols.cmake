# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.22)
# One binary holds kernels of several SIMD levels, and no instruction of a level may run on a machine that lacks it. So the
# code in a kernel object must be reachable in one way alone: through the object's table, which is constant data. This
# test reads the objects of the library and fails on
#   - a function that other objects can call by its name (nm's T or i): code outside of the kernels would run it to have a
#     table, as it once did, on any machine;
#   - a weak function (W) whose name does not carry the level's register size: the linker keeps one copy of a name, and
#     could keep another level's;
#   - public data (D, R, B) other than the table;
#   - code that runs before main: constructors of objects with static storage.
# It fails as well if it sees no kernels at all.
execute_process(COMMAND ${NM} -C --defined-only ${ARCHIVE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OBJDUMP} -h ${ARCHIVE} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)

set(wrong "")
set(weak 0)
set(tables 0)
foreach(listing symbols sections)
  string(REGEX REPLACE "[][;]" "," text "${${listing}}")
  string(REPLACE "\n" ";" lines "${text}")
  set(in_kernels FALSE)
  foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ]+\\.o): *(file format.*)?$")
      string(FIND "${CMAKE_MATCH_1}" "_kernels" at)
      set(in_kernels FALSE)
      if(at GREATER -1)
        set(in_kernels TRUE)
        set(object "${CMAKE_MATCH_1}")
      endif()
    elseif(NOT in_kernels)
      continue()
    elseif(listing STREQUAL "sections")
      if(line MATCHES " (\\.init_array|\\.ctors|\\.preinit_array)")
        list(APPEND wrong "${object}: code that runs before main (${CMAKE_MATCH_1})")
      endif()
    elseif(line MATCHES "^[0-9a-f]+ ([A-Za-z]) (.*)$")
      set(kind "${CMAKE_MATCH_1}")
      set(symbol "${CMAKE_MATCH_2}")
      if(kind STREQUAL "W")
        math(EXPR weak "${weak} + 1")
        if(NOT symbol MATCHES ", (16|32|64)>")
          list(APPEND wrong "${object}: a weak function that SIMD levels share, ${symbol}")
        endif()
      elseif(kind MATCHES "^[DRBGS]$")
        if(symbol MATCHES "_level<(16|32|64)(, [0-9]+)?>::table$")
          math(EXPR tables "${tables} + 1")
        else()
          list(APPEND wrong "${object}: public data that is no table, ${symbol}")
        endif()
      elseif(kind MATCHES "^[TiA]$")
        list(APPEND wrong "${object}: a function that anybody can call, ${symbol}")
      endif()
    endif()
  endforeach()
endforeach()
if(tables EQUAL 0)
  message(FATAL_ERROR "no table of kernels was found in ${ARCHIVE}")
endif()
if(wrong)
  list(JOIN wrong "\n  " wrong)
  message(FATAL_ERROR "kernels can be reached by other ways than their tables:\n  ${wrong}")
endif()
message(STATUS "${tables} tables of kernels; ${weak} weak functions, all of one level")
