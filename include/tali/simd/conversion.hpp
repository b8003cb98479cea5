// SPDX-License-Identifier: Apache-2.0
// The conversions of math/conversion.hpp that SIMD lanes do by instructions of their own.
#pragma once

#include <cstring>

#include <tali/math/conversion.hpp>
#include <tali/math/lanes_arithmetic.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

/// Every float as a double, exactly.
template <int N, int R>
TALI_FN lanes<double, N, R> to_double(const lanes<float, N, R>& x) {
  typedef float half __attribute__((vector_size(R / 2)));
  lanes<double, N, R> out;
  for (int k = 0; k < x.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {  // GCC 12 takes the conversion of a half register apart
      __m256 h[2];
      std::memcpy(h, &x.r[k], R);
      for (int j = 0; j < 2; ++j) {
        out.r[2 * k + j] = (typename lanes<double, N, R>::reg)_mm512_maskz_cvtps_pd(0xff, h[j]);
      }
      continue;
    }
#endif
    half h[2];
    std::memcpy(h, &x.r[k], R);
    for (int j = 0; j < 2; ++j) {
      out.r[2 * k + j] = __builtin_convertvector(h[j], typename lanes<double, N, R>::reg);
    }
  }
  return out;
}

}  // namespace tali
TALI_WIDE_REGISTERS_END
