// SPDX-License-Identifier: Apache-2.0
// bernoulli_bits: 32 packed bits per value, each 1 with probability p.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// 32 independent bits per value, each 1 with probability p.
///
/// Bit b of value i is 1 if the 64-bit number U is below floor(p 2^64), as in bernoulli. U consists of bits b
/// of words 64 i ... 64 i + 63; the first word gives its highest bit. The probability is p to within 2^-64,
/// and exact for 0 and 1.
///
/// The 32 comparisons run in parallel from the highest digits. They end when all are decided or the threshold
/// has no further digits: after 8 words on average, after about 12 if lanes wait for each other, and after
/// one step of 4 words if p is 1/2. Engines that reach any index generate no more words than that, except a
/// Philox at a position within a group of four words.
class bernoulli_bits : public detail::fixed_budget<bernoulli_bits, std::uint32_t, double, 1> {
  using base = detail::fixed_budget<bernoulli_bits, std::uint32_t, double, 1>;

 public:
  static constexpr const char* name = "bernoulli-bits";
  static constexpr const char* summary = "32 bits per value, each 1 with probability p";
  static constexpr parameter_info parameter_list[] = {detail::probability("p", 0.5)};
  static constexpr int words = 64;
  static constexpr int step_words = 4;  ///< words compared per step
  static constexpr bool heavy = true;

  /// @throws argument_error unless 0 <= p <= 1.
  TALI_FN constexpr explicit bernoulli_bits(double p)
      : base(detail::checked<bernoulli_bits>({p})), threshold_{}, sure_{p == 1.0} {
    if (!sure_) threshold_ = static_cast<std::uint64_t>(p * 0x1p64);  // exact: a power of two
  }

  /// The state of the 32 comparisons after the words so far.
  template <class U32>
  struct comparison {
    U32 less;            ///< 1 where U is less than the threshold
    U32 not_greater;     ///< 1 where U is less, or all digits so far are equal
    std::uint64_t rest;  ///< the threshold's further digits, from its highest bit on

    /// The value, once further words cannot change it.
    TALI_FN constexpr U32 value() const { return less; }
  };

  template <class U32>
  TALI_FN constexpr comparison<U32> begin() const {
    return {U32(sure_ ? ~0u : 0u), U32(~0u), threshold_};
  }
  /// Takes the next words.
  /// @returns whether further words can change the value
  template <class U32>
  TALI_FN constexpr bool step(comparison<U32>& c, const U32 (&w)[step_words]) const {
    const std::uint32_t digits = narrow(c.rest >> 32);
    for (int j = 0; j < step_words; ++j) {
      // Where the threshold has a 1, a 0 makes U less; where it has a 0, a 1 makes U greater.
      const bool one = (digits >> (31 - j) & 1) != 0;
      const U32 after = (c.not_greater & (w[j] ^ U32(~0u))) | c.less;
      if constexpr (std::is_same_v<U32, std::uint32_t>) {
        (one ? c.less : c.not_greater) = after;  // by a predicate on GPUs: 8 % faster than masks
      } else {
        const U32 mask(one ? ~0u : 0u);
        c.less = c.less | (after & mask);
        c.not_greater = c.not_greater & (after | mask);
      }
    }
    c.rest <<= step_words;
    return c.rest != 0 && any(is_less(c.less, c.not_greater));
  }

  /// The value from `words` words in memory; reads only those that it needs.
  template <class U32>
  TALI_FN constexpr U32 of_words(const U32* w) const {
    comparison<U32> c = begin<U32>();
    for (bool more = true; more; w += step_words) {
      U32 next[step_words];
      for (int j = 0; j < step_words; ++j) next[j] = w[j];
      more = step(c, next);
    }
    return c.value();
  }
  template <class U32>
  TALI_FN constexpr U32 value(const U32 (&w)[words]) const {
    return of_words(&w[0]);
  }

  [[nodiscard]] TALI_FN constexpr double p() const { return this->given(0); }

  /// P(X <= x) of the value as a number, for tali certify: the sum over the places at which a smaller number
  /// first differs from floor(x) + 1.
  [[nodiscard]] TALI_HOST_FN double distribution_function(double x) const {
    if (x < 0) return 0;
    if (x >= 0x1p32 - 1) return 1;
    const std::uint32_t above = static_cast<std::uint32_t>(x) + 1;
    double sum = 0, prefix = 1;  // prefix: the probability that all higher bits equal those of `above`
    for (int b = 31; b >= 0; --b) {
      const bool one = (above >> b & 1) != 0;
      if (one) sum += prefix * (1 - p());
      prefix *= one ? p() : 1 - p();
    }
    return sum;
  }

 private:
  std::uint64_t threshold_;  // floor(p 2^64)
  bool sure_;                // p = 1: its threshold 2^64 does not fit
};

}  // namespace tali
