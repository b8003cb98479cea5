// SPDX-License-Identifier: Apache-2.0
// The parts of the standard library that engines and distributions use. NVRTC, which compiles kernels at run
// time, has no standard headers: tali has its own of these few parts, under the name std.
#pragma once

#if defined(__CUDACC_RTC__)

#include <tali/detail/standard_of_kernels.hpp>

#else

#if !defined(__cpp_concepts)
#error "tali needs C++20: -std=c++20 for each compiler; with CMake before 3.26 nvcc needs that option by hand"
#endif

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#endif
