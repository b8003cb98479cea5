// SPDX-License-Identifier: Apache-2.0
// What kernels that make words make of them on the way, beside the words themselves.
#pragma once

#include <cstdint>

#include <tali/detail/device.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali::cuda_driver {

/// Words that are stored together.
template <int words>
struct alignas(4 * words) word_vector {
  std::uint32_t w[words];
};

/// What becomes of the words: each kind takes and leaves 4 bytes a word, `together` of them for a value.
struct finish_words {
  static constexpr int together = 1;

  template <int n>
  __device__ __forceinline__ void operator()(std::uint32_t (&)[n]) const {}
};

/// uniform<T, kind>, chosen at run time: one kernel for all intervals.
template <class T>
struct finish_uniform {
  static constexpr int together = uniform<T>::words;

  interval kind;

  template <int n>
  __device__ __forceinline__ void operator()(std::uint32_t (&w)[n]) const {
    switch (kind) {
      case interval::close_open:
        return apply<interval::close_open>(w);
      case interval::open_close:
        return apply<interval::open_close>(w);
      case interval::open_open:
        return apply<interval::open_open>(w);
      case interval::close1_open2:
        return apply<interval::close1_open2>(w);
    }
  }

 private:
  template <interval I, int n>
  __device__ __forceinline__ void apply(std::uint32_t (&w)[n]) const {
    constexpr int words = uniform<T, I>::words;
#pragma unroll
    for (int k = 0; k < n; k += words) {
      std::uint32_t own[words];
#pragma unroll
      for (int j = 0; j < words; ++j) own[j] = w[k + j];
      const T x = uniform<T, I>{}(own);
      if constexpr (words == 1) {
        w[k] = bits_of(x);
      } else {
        const auto b = bits_of(x);
        w[k] = narrow(b);
        w[k + 1] = narrow(b >> 32);
      }
    }
  }
};

}  // namespace tali::cuda_driver
