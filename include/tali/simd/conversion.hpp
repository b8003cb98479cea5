// SPDX-License-Identifier: Apache-2.0
// The conversions of math/conversion.hpp for which SIMD lanes have special instructions.
#pragma once

#include <tali/math/conversion.hpp>
#include <tali/math/lanes_arithmetic.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

/// Every float as a double, exactly.
template <int N, int R>
TALI_FN lanes<double, N, R> to_double(const lanes<float, N, R>& x) {
  typedef float half __attribute__((vector_size(R / 2)));
  using reg = typename lanes<double, N, R>::reg;
  return detail::each_half<lanes<double, N, R>, half>(
      [](half h) TALI_LAMBDA {
#if defined(__AVX512F__)
        if constexpr (R == 64) {  // GCC 12 splits the conversion of half a register into elements
          return (reg)_mm512_maskz_cvtps_pd(0xff, (__m256)h);
        } else
#endif
          return __builtin_convertvector(h, reg);
      },
      x);
}

}  // namespace tali
TALI_WIDE_REGISTERS_END
