// SPDX-License-Identifier: Apache-2.0
// Functors as users would write them, for host and device.
#pragma once

#include <cstdint>

#include <tali/detail/functor.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/distribution/von_mises.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/circle.hpp>
#include <tali/math/exponential.hpp>

namespace tali::test {

/// -scale log(1 - u) of one word: the library's exponential<float>.
struct user_exponential_f32 {
  static constexpr int words = 1;
  float scale = 1;

  template <class W>
  TALI_FN auto operator()(const W (&w)[1]) const {
    const auto x = math::unit_logarithm_f32(detail::wrapped_rest_f32(w[0]));
    using F = std::remove_const_t<decltype(x)>;
    return multiply(x, F(-scale));
  }
};

/// The same of two words: exponential<double>.
struct user_exponential_f64 {
  using result_type = double;
  static constexpr int words = 2;
  double scale = 1;

  template <class W>
  TALI_FN auto operator()(const W (&w)[2]) const {
    const W all(0xffffffffu);
    const auto x = math::unit_logarithm_f64(detail::wrapped_unit_f64(w[0] ^ all, w[1] ^ all));
    using F = std::remove_const_t<decltype(x)>;
    return multiply(x, F(-scale));
  }
};

/// Plain operators, which a compiler that knows an fma would like to join.
struct plain_line {
  float slope = 1.1f, start = 0.3f;
  TALI_FN float operator()(std::uint32_t w) const {
    return slope * static_cast<float>(static_cast<std::int32_t>(w)) + start;
  }
};

/// The same of SIMD lanes.
struct plain_line_of_lanes {
  static constexpr int words = 1;
  template <class W>
  TALI_FN auto operator()(const W (&w)[1]) const {
    const auto x = to_float(w[0]);
    using F = std::remove_const_t<decltype(x)>;
    return F(1.1f) * x + F(0.3f);
  }
};

/// A value of two words that takes one of three, and a square root.
struct three_words {
  static constexpr int words = 3;
  template <class W>
  TALI_FN auto operator()(const W (&w)[3]) const {
    return square_root(add(unit_f32(w[0]), multiply(unit_f32(w[1]), unit_f32(w[2]))));
  }
};

/// Half as many bytes as the words that it takes.
struct five_words {
  TALI_FN std::uint16_t operator()(const std::uint32_t (&w)[5]) const {
    return static_cast<std::uint16_t>((w[0] ^ w[1] ^ w[2] ^ w[3] ^ w[4]) >> 16);
  }
};

/// A value that is not a number.
struct point {
  float x, y;
  friend bool operator==(const point&, const point&) = default;
};
struct a_point {
  TALI_FN point operator()(std::uint32_t x, std::uint32_t y) const { return {unit_f32(x), unit_f32(y)}; }
};

/// The library's von_mises<T> as its attempt: the same words by the same tag, and the same values.
template <class T>
struct own_von_mises {
  static constexpr std::uint32_t tag = von_mises<T>::tag;
  static constexpr int words = von_mises<T>::attempt_words;
  von_mises<T> d;
  template <class W>
  TALI_FN auto operator()(const W (&w)[words]) const {
    return d.attempt(w);
  }
};

/// Words that pass one test in a hundred, of n words an attempt.
template <int n>
struct picky {
  static constexpr int words = n;
  template <class W>
  TALI_FN auto operator()(const W (&w)[n]) const {
    W x = w[0];
    for (int i = 1; i < n; ++i) x = x ^ w[i];
    return attempted{x, is_less(unit_f32(x), decltype(unit_f32(x))(0.01f))};
  }
};

/// A half circle by a plain function, and its two parts by proposal and acceptance.
struct half_circle {
  TALI_FN attempted<float> operator()(std::uint32_t a, std::uint32_t b) const {
    const float x = fma(unit_f32(a), 2.0f, -1.0f), y = unit_f32(b);
    return {x, add(multiply(x, x), multiply(y, y)) < 1.0f};
  }
};

}  // namespace tali::test
