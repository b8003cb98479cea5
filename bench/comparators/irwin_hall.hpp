// SPDX-License-Identifier: Apache-2.0
// A comparator, not a part of the library: the sum of twelve uniform numbers less six. Its kurtosis is 2.9.
//
// Source: J. O. Irwin, P. Hall, Biometrika 19 (1927); A. P. Goucher, "Training a random Gaussian generator
// for GPUs" (2022), whose first example it is.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali::bench {

/// One nearly normal number from twelve words; float sums the words' upper 24 bits, double all 32.
template <class T>
struct irwin_hall {
  using result_type = T;
  static constexpr const char* name = "irwin-hall-12";
  static constexpr int words = 12;
  static constexpr int outputs = 1;

  template <class U32, class F>
  TALI_FN void operator()(const U32 (&w)[words], F (&out)[outputs]) const {
    if constexpr (std::is_same_v<T, float>) {
      F sum(-6.0f + 6 * 0x1p-24f);
      for (int i = 0; i < words; ++i) sum = fma(to_float(w[i] >> 8), F(0x1p-24f), sum);
      out[0] = sum;
    } else {
      F sum(-6.0 + 6 * 0x1p-32);
      for (int i = 0; i < words; ++i) {
        // The word in the mantissa of 1: 1 + word 2^-32.
        sum =
            add(sum, add(as_double((join(U32(0u), w[i]) >> 12) | join(U32(0u), U32(0x3ff00000u))), F(-1.0)));
      }
      out[0] = sum;
    }
  }
};

}  // namespace tali::bench
