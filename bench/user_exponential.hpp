// SPDX-License-Identifier: Apache-2.0
// Exponential numbers as a user would write them: what the library's own do, for numbers, lanes and kernels.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>

namespace tali::bench {

struct user_exponential_f32 {
  static constexpr int words = 1;
  float scale;

  template <class W>
  TALI_FN auto operator()(const W (&w)[words]) const {
    const auto x = math::unit_logarithm_f32(detail::wrapped_rest_f32(w[0]));
    using F = std::remove_const_t<decltype(x)>;
    return multiply(x, F(-scale));
  }
};

struct user_exponential_f64 {
  static constexpr int words = 2;
  double scale;

  template <class W>
  TALI_FN auto operator()(const W (&w)[words]) const {
    const W all(0xffffffffu);
    const auto x = math::unit_logarithm_f64(detail::wrapped_unit_f64(w[0] ^ all, w[1] ^ all));
    using F = std::remove_const_t<decltype(x)>;
    return multiply(x, F(-scale));
  }
};

}  // namespace tali::bench
