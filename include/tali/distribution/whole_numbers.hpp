// SPDX-License-Identifier: Apache-2.0
// Whole numbers of the types u32 and i64 from doubles in SIMD lanes.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/conversion.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// The largest value of T. Not in the function, because kernels cannot call numeric_limits::max().
template <class T>
inline constexpr auto largest_trials = static_cast<std::uint64_t>(std::numeric_limits<T>::max());

/// 1 + floor(x) for x >= 0, at most the largest value of T.
template <class T, class F>
TALI_FN auto trials_up_to(const F& x) {
  constexpr std::uint64_t largest = largest_trials<T>;
  using U = decltype(bits_of(x));
  // 2^32 - 1, or 2^63: for x below it, 1 + floor(x) fits the type.
  const auto fits = is_less(x, F(static_cast<double>(largest)));
  const F whole = floor_f64(x);
  if constexpr (sizeof(T) == 4) {
    return narrow(select(fits, whole_to_word_f64(whole) + U(std::uint64_t{1}), U(largest)));
  } else {
    const F upper = floor_f64(multiply(whole, F(0x1p-32)));
    const U lower = whole_to_word_f64(fma(upper, F(-0x1p32), whole));
    const U trials = (whole_to_word_f64(upper) << 32) + lower + U(std::uint64_t{1});
    return cast<std::int64_t>(select(fits, trials, U(largest)));
  }
}

}  // namespace tali::detail
