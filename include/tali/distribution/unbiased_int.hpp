// SPDX-License-Identifier: Apache-2.0
// unbiased_int: equally probable integers between two bounds, one or two words per attempt.
//
// Source: D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29(1), 2019, section 4.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/conversion.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Integers low ... high, both included, each with the same probability.
///
/// With s = high - low + 1 values and a word U of b = 32 or 64 bits, as the type has, a value is low +
/// floor(s U / 2^b). An attempt is rejected if s U mod 2^b < 2^b mod s; every value has the same number of
/// remaining U. The probability of a rejection is below s / 2^b and at most 1/2. uniform_int takes twice the
/// words, works with any engine and has no rejection.
template <class T>
class unbiased_int : public detail::attempts_of<unbiased_int<T>, T> {
  using U = std::make_unsigned_t<T>;

 public:
  static_assert(std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "tali::unbiased_int: its numbers are an integer of 32 or 64 bits");
  static constexpr bool is_long = sizeof(T) == 8, is_signed = std::is_signed_v<T>;

  static constexpr const char* name = "unbiased-int";
  static constexpr const char* summary = "integers low ... high, each exactly as likely as the others";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  using parameter = double;
  static constexpr parameter_names parameters{"low", "high"};
  /// Limits for bounds given as doubles, which represent whole numbers up to 2^53.
  static constexpr double min_bound = is_signed ? (is_long ? -0x1p53 : -0x1p31) : 0;
  static constexpr double max_bound = is_long ? 0x1p53 : is_signed ? 0x1p31 - 1 : 0x1p32 - 1;
  static constexpr parameter_info parameter_list[] = {
      {"low", "a whole number of the type, at most high (a double: at most 2^53)", 0},
      {"high", "a whole number of the type, at least low (a double: at most 2^53)", max_bound}};
  static constexpr int attempt_words = is_long ? 2 : 1;

  /// @throws argument_error if low > high
  TALI_FN constexpr unbiased_int(T low, T high) : unbiased_int(detail::unchecked, low, high) {
    detail::require(low <= high, "low", low, "at most high (", high, ")");
  }
  /// @throws argument_error unless both are whole, of the type and at most 2^53, and low <= high
  template <std::floating_point F>
  TALI_FN unbiased_int(F low, F high) {
    const double p[] = {static_cast<double>(low), static_cast<double>(high)};
    detail::check_parameters<unbiased_int>(p);
    *this = unbiased_int(detail::unchecked, p);
  }
  TALI_FN unbiased_int(detail::unchecked_t, const double (&p)[2])
      : unbiased_int(detail::unchecked, static_cast<T>(p[0]), static_cast<T>(p[1])) {}

  TALI_HOST_FN static unbiased_int make(const arguments& given) {
    given.expect({"low", "high"});
    return unbiased_int(given.get<T>("low", 0), given.get<T>("high", static_cast<T>(max_bound)));
  }
  TALI_FN static int bad_parameter(const double (&p)[2]) {
    if (!(p[0] >= min_bound && p[0] <= max_bound && math::is_whole_f64(p[0]))) return 0;
    if (!(p[1] >= p[0] && p[1] <= max_bound && math::is_whole_f64(p[1]))) return 1;
    return -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    return 1 - static_cast<double>(rejected_) * (is_long ? 0x1p-64 : 0x1p-32);
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if (span_ == ~U{0}) return attempt_in<span_of::all>(w);
    if constexpr (is_long) {
      if (span_ >= 0xffffffffu) return attempt_in<span_of::two_words>(w);
    }
    return attempt_in<span_of::one_word>(w);
  }

  /// For loops in kernels: calls f(make), where make(w) is attempt(w), and branches once on the width of the
  /// bounds. make stores the address of this object.
  template <class F>
  TALI_FN void with_attempt(const F& f) const {
    if (span_ == ~U{0})
      return f([this](const auto& w) { return this->template attempt_in<span_of::all>(w); });
    if constexpr (is_long) {
      if (span_ >= 0xffffffffu)
        return f([this](const auto& w) { return this->template attempt_in<span_of::two_words>(w); });
    }
    f([this](const auto& w) { return this->template attempt_in<span_of::one_word>(w); });
  }

  [[nodiscard]] TALI_FN constexpr T low() const { return low_; }
  [[nodiscard]] TALI_FN constexpr T high() const { return static_cast<T>(static_cast<U>(low_) + span_); }

  TALI_FN friend bool operator==(const unbiased_int&, const unbiased_int&) = default;

 private:
  TALI_FN constexpr unbiased_int(detail::unchecked_t, T low, T high)
      : low_{low}, span_{static_cast<U>(static_cast<U>(high) - static_cast<U>(low))} {
    const U s = span_ + 1u;
    rejected_ = s == 0 ? U{0} : static_cast<U>(static_cast<U>(U{0} - s) % s);
  }

  /// The number of integers, if it fits 32 bits.
  [[nodiscard]] TALI_FN constexpr std::uint32_t count() const {
    return static_cast<std::uint32_t>(span_) + 1u;
  }
  [[nodiscard]] TALI_FN constexpr U first() const { return static_cast<U>(low_); }

  /// The number of integers: all of the type, or a number of one word or two.
  enum class span_of { all, one_word, two_words };
  template <span_of Span, class U32>
  TALI_FN auto attempt_in(const U32 (&w)[attempt_words]) const {
    if constexpr (!is_long) {
      if constexpr (Span == span_of::all) {
        return attempted{U32(w[0] + U32(first())), detail::unset(is_less(w[0], U32(0u)))};
      } else {
        const auto p = multiply_wide(w[0], count());
        return attempted{U32(p.high + U32(first())), detail::unset(is_less(U32(p.low), U32(rejected_)))};
      }
    } else {
      const auto u = join(w[0], w[1]);
      using U64 = std::remove_const_t<decltype(u)>;
      const auto accepted = [&](const U64& low) { return detail::unset(is_less(low, U64(rejected_))); };
      if constexpr (Span == span_of::one_word) {
        // s U has at most 96 bits.
        const U64 below = multiply_low_words(u, count());
        const U64 above = multiply_low_words(U64(u >> 32), count()) + (below >> 32);
        return attempted{U64((above >> 32) + U64(first())),
                         accepted((above << 32) | (below & U64(std::uint64_t{0xffffffffu})))};
      } else if constexpr (Span == span_of::all) {
        return attempted{U64(u + U64(first())), accepted(u)};
      } else {
        const std::uint64_t s = span_ + 1u;
        return attempted{U64(detail::multiply_high(u, s) + U64(first())), accepted(u * U64(s))};
      }
    }
  }

  T low_{};
  U span_{};      // high - low
  U rejected_{};  // 2^b mod s
};

}  // namespace tali
