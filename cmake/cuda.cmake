# SPDX-License-Identifier: Apache-2.0
# Finds nvcc and chooses the GPUs to build for. Sets TALI_HAS_CUDA.
set(TALI_HAS_CUDA OFF)
if(TALI_CUDA)
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)  # where NVIDIA's packages put it, often not on PATH
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      if(EXISTS /dev/nvidiactl)
        set(CMAKE_CUDA_ARCHITECTURES native)  # the GPUs of this machine
      else()
        set(CMAKE_CUDA_ARCHITECTURES 80-real 90)  # Ampere, Hopper, and code that later drivers can translate
      endif()
    endif()
    enable_language(CUDA)
    if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
      message(FATAL_ERROR "tali: the CUDA compiler is nvcc ${CMAKE_CUDA_COMPILER_VERSION}; allowed: nvcc 12 and newer")
    endif()
    find_package(CUDAToolkit REQUIRED)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)  # CMake 3.25 does not know it of CUDA 13
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    set(TALI_HAS_CUDA ON)
  endif()
endif()
if(TALI_HAS_CUDA)
  message(STATUS "tali: CUDA ${CUDAToolkit_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
else()
  message(STATUS "tali: no CUDA compiler, building the CPU library alone")
endif()
