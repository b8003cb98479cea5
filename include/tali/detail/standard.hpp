// SPDX-License-Identifier: Apache-2.0
// The parts of the standard library that engines and distributions use. NVRTC, which compiles kernels at run
// time, may have no standard headers: CUDA's versions are used instead, and made available under the name
// std.
#pragma once

#if defined(__CUDACC_RTC__)

#include <cuda/std/bit>
#include <cuda/std/concepts>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/initializer_list>
#include <cuda/std/limits>
#include <cuda/std/span>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

namespace tali {
namespace std = ::cuda::std;
}

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
