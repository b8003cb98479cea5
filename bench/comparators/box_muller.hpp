// SPDX-License-Identifier: Apache-2.0
// A comparator, not a part of the library: Box-Muller's transformation with tali's own logarithm, circle and
// square root, so that it is as fast as SIMD lanes and kernels let it be.
//
// Source: G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", Ann. Math.
// Statist. 29 (1958).
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/math/elementary.hpp>
#include <tali/math/normal_quantile.hpp>

namespace tali::bench {

/// -log2 x of 0 < x <= 1. Error below 2^-24.3 and rounding.
template <class F>
TALI_FN F minus_log2_f32(const F& x) {
  const detail::binary_split<F> x_ = split_near_one<0>(x);
  const F slope = math::polynomial(x_.excess,  //
                                   -0x1.715472p+0f, 0x1.7155b8p-1f, -0x1.ec7b3ep-2f, 0x1.70baf6p-2f,
                                   -0x1.259928p-2f, 0x1.0011dcp-2f, -0x1.e50a86p-3f, 0x1.2a5ec2p-3f);
  return fma(x_.excess, slope, x_.exponent);
}

/// Two normal numbers from two words (float) or four (double).
template <class T>
struct box_muller {
  using result_type = T;
  static constexpr const char* name = "box-muller";
  static constexpr int words = sizeof(T) / 2;
  static constexpr int outputs = 2;

  template <class U32, class F>
  TALI_FN void operator()(const U32 (&w)[words], F (&out)[outputs]) const {
    if constexpr (std::is_same_v<T, float>) {
      const F u = fma(round_to_float(w[0]), F(0x1p-32f), F(0x1p-33f));
      set(square_root(multiply(minus_log2_f32(u), F(2 * 0x1.62e43p-1f))), math::circle_f32(w[1]), out);
    } else {
      const F u = add(to_unit_double(w[0], w[1]), F(0x1p-54));
      set(square_root(multiply(detail::minus_log2_f64<0>(u), F(2 * 0x1.62e42fefa39efp-1))),
          math::circle_f64(join(w[2], w[3])), out);
    }
  }

 private:
  template <class F>
  TALI_FN static void set(const F& radius, const math::circle_point<F>& direction, F (&out)[outputs]) {
    out[0] = multiply(radius, direction.cosine);
    out[1] = multiply(radius, direction.sine);
  }
};

}  // namespace tali::bench
