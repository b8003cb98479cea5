// SPDX-License-Identifier: Apache-2.0
// uniform_int: integers between two bounds, by multiplication instead of division.
//
// Source: D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29(1), 2019, section 4,
// without its rejection step: a fixed budget keeps value i a function of fixed words.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Integers low ... high, both included.
///
/// With s = high - low + 1 values: low + floor(s U / 2^b). U has b = 64 random bits (two words) for 32-bit
/// types, b = 128 (four words) for 64-bit types. Bias: the probability of a value differs from 1/s by less
/// than 2^-b, a relative error below s 2^-b: at most 2^-32 for 32-bit types and 2^-64 for 64-bit types.
/// Detecting 2^-32 takes about 2^64 values.
template <class T>
class uniform_int : public detail::values_of_words<uniform_int<T>, T> {
  static constexpr bool wide = sizeof(T) == 8;
  using U = std::make_unsigned_t<T>;

 public:
  static_assert(std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "tali::uniform_int: its numbers are an integer of 32 or 64 bits");

  static constexpr const char* name = "uniform-int";
  static constexpr const char* summary = "integers low ... high, both included";
  using parameter = T;
  static constexpr parameter_names parameters{"low", "high"};
  static constexpr int words = wide ? 4 : 2;

  /// @throws argument_error if low > high.
  TALI_FN constexpr uniform_int(T low, T high)
      : low_{low}, span_{static_cast<U>(high) - static_cast<U>(low)} {
    detail::require(low <= high, "low", low, "at most high (", high, ")");
  }

  TALI_HOST_FN static uniform_int make(const arguments& given) {
    given.expect({"low", "high"});
    return uniform_int(given.get<T>("low", 0), given.get<T>("high", std::numeric_limits<T>::max()));
  }

  template <class U32>
  TALI_FN constexpr auto value(const U32 (&w)[words]) const {
    const auto u = join(w[0], w[1]);
    if constexpr (!wide) {
      const auto low = static_cast<std::uint32_t>(low_);
      if (span_ == ~U{0}) return cast<T>(w[1] + low);  // all 2^32 integers
      return cast<T>(narrow(carried(u, multiply_low_words(u, count())) >> 32) + low);
    } else {
      return of_numbers(u, join(w[2], w[3]));
    }
  }

  /// The same value from four words given as two numbers.
  template <class U64>
  requires wide TALI_FN constexpr auto of_numbers(const U64& u, const U64& v) const {
    const auto low = static_cast<std::uint64_t>(low_);
    if (span_ < 0xffffffffu) {
      // Long multiplication by 32-bit words: a product plus the carry from the one below stays below 2^64.
      const auto below = carried(u, multiply_low_words(u, count())) >> 32;
      return cast<T>((carried(v, multiply_low_words(v, count()) + below) >> 32) + low);
    }
    const std::uint64_t s = span_ + 1u;
    if (s == 0) return cast<T>(v + low);  // all 2^64 integers
    return cast<T>(detail::multiply_high(v, s, detail::multiply_high(u, s)) + low);
  }

  [[nodiscard]] TALI_FN constexpr T low() const { return low_; }
  [[nodiscard]] TALI_FN constexpr T high() const { return static_cast<T>(static_cast<U>(low_) + span_); }

  TALI_FN friend bool operator==(const uniform_int&, const uniform_int&) = default;

 private:
  /// The number of integers, if it fits 32 bits.
  [[nodiscard]] TALI_FN constexpr std::uint32_t count() const {
    return static_cast<std::uint32_t>(span_) + 1u;
  }

  /// floor(count() x / 2^32) with the carry from lower words. `below` is count() times the low word of x,
  /// plus that carry.
  template <class U64>
  TALI_FN constexpr U64 carried(const U64& x, const U64& below) const {
    return multiply_low_words(x >> 32, count()) + (below >> 32);
  }

  T low_;
  U span_;  // high - low
};

}  // namespace tali
