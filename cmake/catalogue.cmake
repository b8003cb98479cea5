# SPDX-License-Identifier: Apache-2.0
# The sizes of the catalogue's lists, from the catalogue itself: kernels are compiled once for each engine of a list.
# Sets tali_engines and tali_quasi_engines to the lengths of the lists, and tali_rejection_parts, tali_conversion_parts
# and tali_array_parts to the numbers of objects that src/cpu's headers say.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
try_compile(tali_catalogue_compiles ${PROJECT_BINARY_DIR}/catalogue_sizes
  SOURCES ${PROJECT_SOURCE_DIR}/cmake/catalogue_sizes.cpp
  CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/include\;${PROJECT_SOURCE_DIR}/src"
  CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
  OUTPUT_VARIABLE tali_catalogue_errors
  COPY_FILE ${PROJECT_BINARY_DIR}/catalogue_sizes.lib)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
if(NOT tali_catalogue_compiles)
  message(FATAL_ERROR "tali: include/tali/catalogue.hpp does not compile:\n${tali_catalogue_errors}")
endif()
file(STRINGS ${PROJECT_BINARY_DIR}/catalogue_sizes.lib tali_sizes LIMIT_COUNT 1 REGEX "tali-sizes:")
if(NOT tali_sizes MATCHES "tali-sizes:([0-9]+),([0-9]+),([0-9]+),([0-9]+),([0-9]+),")
  message(FATAL_ERROR "tali: the sizes of the catalogue's lists cannot be read from an object file of ${CMAKE_CXX_COMPILER}")
endif()
set(tali_counted 0)
foreach(size engines quasi_engines rejection_parts conversion_parts array_parts)
  math(EXPR tali_counted "${tali_counted} + 1")
  math(EXPR tali_${size} "1${CMAKE_MATCH_${tali_counted}} - 100")
endforeach()

# An engine that is added must be counted.
file(GLOB tali_engine_headers ${PROJECT_SOURCE_DIR}/include/tali/engine/*.hpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/tali/catalogue.hpp
             ${PROJECT_SOURCE_DIR}/src/cpu/kernels.hpp ${tali_engine_headers})
