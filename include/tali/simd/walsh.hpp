// SPDX-License-Identifier: Apache-2.0
// The Walsh-Hadamard transform of the 64 values of a lane.
//
// It has six layers of sums and differences, x[i] + x[i ^ d] and x[i] - x[i ^ d] for d = 1, 2, 4, 8, 16, 32.
// They are computed as eight transforms of eight neighbours, then eight transforms of every eighth value,
// because eight values fit a CPU's registers. The order of the sums is fixed, so the result has the same bits
// on every device. A plain + cannot be contracted (arithmetic.hpp), because there are no products.
#pragma once

#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/simd/lanes.hpp>
#endif

namespace tali::detail {

/// Number of values in a transform.
inline constexpr int walsh_size = 64;

template <class V>
TALI_FN void walsh_layers(V (&y)[8]) {
  TALI_UNROLL
  for (int d = 1; d < 8; d *= 2) {
    TALI_UNROLL
    for (int i = 0; i < 8; ++i) {
      if ((i & d) != 0) continue;
      const V a = y[i], b = y[i + d];
      y[i] = a + b;
      y[i + d] = a - b;
    }
  }
}

/// The transform of x[0], x[stride], ..., x[7 stride].
template <int stride, class V>
TALI_FN void walsh_eight(V* x) {
  V y[8];
  TALI_UNROLL
  for (int i = 0; i < 8; ++i) y[i] = x[i * stride];
  walsh_layers(y);
  TALI_UNROLL
  for (int i = 0; i < 8; ++i) x[i * stride] = y[i];
}

#if !defined(TALI_GPU_COMPILER)
/// The same for SIMD lanes, register by register, so that only eight registers are needed.
template <int stride, class T, int N, int R>
TALI_FN void walsh_eight(lanes<T, N, R>* x) {
  using reg = typename lanes<T, N, R>::reg;
  for (int r = 0; r < lanes<T, N, R>::registers; ++r) {
    reg y[8];
    for (int i = 0; i < 8; ++i) y[i] = x[i * stride].r[r];
    walsh_layers(y);
    for (int i = 0; i < 8; ++i) x[i * stride].r[r] = y[i];
  }
}
#endif

/// Replaces x by its transform, which is 8 times an orthogonal map: x[j] becomes the sum of all x[i] with the
/// sign (-1)^(number of ones in i & j).
template <class V>
TALI_FN void walsh_transform(V (&x)[walsh_size]) {
  TALI_UNROLL
  for (int i = 0; i < 8; ++i) detail::walsh_eight<1>(x + 8 * i);
  TALI_UNROLL
  for (int i = 0; i < 8; ++i) detail::walsh_eight<8>(x + i);
}

}  // namespace tali::detail
