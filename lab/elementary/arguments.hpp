// SPDX-License-Identifier: Apache-2.0
// Arguments for tests of an elementary function.
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

#include <tali/math/arithmetic.hpp>

#include "elementary/functions.hpp"

namespace tali::lab {

/// The bits of a number as an integer with the same order as the numbers.
template <class T>
std::int64_t order_of(T x) {
  using signed_bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const auto i = __builtin_bit_cast(signed_bits, x);
  return i >= 0 ? i : -static_cast<std::int64_t>(i & std::numeric_limits<signed_bits>::max());
}
template <class T>
T number_at(std::int64_t order) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const auto magnitude = static_cast<bits>(order < 0 ? -order : order);
  const T x = __builtin_bit_cast(T, magnitude);
  return order < 0 ? -x : x;
}

/// A number in the interval, from a uniform word.
template <class T>
T number_in(const interval& i, std::uint64_t word) {
  if (i.whole) return std::floor(number_in<T>({i.low, i.high, i.by_bits}, word));
  const T low = static_cast<T>(i.low), high = static_cast<T>(i.high);
  if (!i.by_bits)
    return static_cast<T>(i.low + (i.high - i.low) * (static_cast<double>(word >> 11) * 0x1p-53));
  // Unsigned, because a signed integer cannot count all doubles.
  const auto first = static_cast<std::uint64_t>(order_of(low));
  const std::uint64_t count = static_cast<std::uint64_t>(order_of(high)) - first + 1;
  __extension__ using uint128 = unsigned __int128;
  return number_at<T>(
      static_cast<std::int64_t>(first + static_cast<std::uint64_t>((uint128{word} * count) >> 64)));
}

template <class T>
struct argument_pair {
  T x, y;
};

/// The n-th argument to try for a function, from random words.
template <class T, class Function, class Generator>
argument_pair<T> arguments_for(Function, std::uint64_t n, Generator& random) {
  const auto& intervals = Function::template intervals<T>;
  const T x = number_in<T>(intervals[n % std::size(intervals)], random());
  T y = 0;
  if constexpr (std::is_same_v<Function, power_function>) {
    const double log_x = std::log(static_cast<double>(x));
    constexpr double low = lowest_exponent<T>, high = highest_exponent<T>;
    y = static_cast<T>((low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53)) / log_x);
    if (!std::isfinite(y)) y = 1;
  }
  if constexpr (std::is_same_v<Function, arctangent_function>) {
    const interval ratios[] = {{0x1p-30, 0x1p30}, {0.25, 4, false}};
    y = x * number_in<T>(ratios[n / 2 % 2], random());
  }
  return {x, y};
}

}  // namespace tali::lab
