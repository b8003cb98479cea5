// SPDX-License-Identifier: Apache-2.0
// Two distributions that tali does not have, as functors of words: one that takes a fixed number of words and
// one by rejection. Written once for numbers, SIMD lanes and CUDA threads: TALI_FN marks what all of them
// call, and multiply, add, fma and is_less stand for the operators, so that no compiler joins two of them.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/distribution/unit.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/rejection/attempts.hpp>

namespace own {

/// A point of a Poisson process in depth: the depth at which a photon is absorbed, -length log u.
struct absorption_depth {
  static constexpr int words = 2;
  double length;

  template <class W>
  TALI_FN auto operator()(const W (&w)[words]) const {
    const auto u = tali::unit_f64(w[0], w[1]);
    using F = std::remove_const_t<decltype(u)>;
    return tali::multiply(tali::math::logarithm_f64(u), F(-length));
  }
};

/// A number of Wigner's semicircle law: the abscissa of a point in the half disc. An attempt takes two words;
/// pi / 4 of them are accepted.
struct semicircle {
  static constexpr std::uint32_t tag = tali::tag_of("semicircle");
  static constexpr int words = 2;

  template <class W>
  TALI_FN auto operator()(const W (&w)[words]) const {
    const auto y = tali::unit_f32(w[1]);
    using F = std::remove_const_t<decltype(y)>;
    const F x = tali::fma(tali::unit_f32(w[0]), F(2.0f), F(-1.0f));
    return tali::attempted{x, tali::is_less(tali::fma(x, x, tali::multiply(y, y)), F(1.0f))};
  }
};

}  // namespace own
