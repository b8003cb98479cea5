// SPDX-License-Identifier: Apache-2.0
// bernoulli: 1 with probability p, otherwise 0.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// One byte per value: 1 with probability p, otherwise 0. Two words, the low half first, are compared with p
/// 2^64. The probability is p to within 2^-64, and exact for 0 and 1.
class bernoulli : public detail::fixed_budget<bernoulli, std::uint8_t, double, 1> {
  using base = detail::fixed_budget<bernoulli, std::uint8_t, double, 1>;

 public:
  static constexpr const char* name = "bernoulli";
  static constexpr const char* summary = "1 with probability p, else 0";
  static constexpr parameter_info parameter_list[] = {detail::probability("p", 0.5)};
  static constexpr int words = 2;

  /// @throws argument_error unless 0 <= p <= 1.
  TALI_FN constexpr explicit bernoulli(double p)
      : base(detail::checked<bernoulli>({p})), threshold_{}, sure_{p == 1.0} {
    if (!sure_) threshold_ = static_cast<std::uint64_t>(p * 0x1p64);  // exact: a power of two
  }

  template <class U32>
  TALI_FN constexpr auto value(const U32 (&w)[words]) const {
    const auto u = join(w[0], w[1]);
    using u64 = std::remove_const_t<decltype(u)>;
    return narrow(less(u, u64(threshold_)) | std::uint64_t{sure_});
  }

  template <class U32>
  TALI_FN constexpr auto operator()(const U32 (&w)[words]) const {
    return value(w);
  }
  /// Whether the value of the next words of a generator is 1.
  template <bit_generator G>
  TALI_FN constexpr bool operator()(G& g) const {
    return draw(*this, g) != 0;
  }

  [[nodiscard]] TALI_FN constexpr double p() const { return this->given(0); }

 private:
  std::uint64_t threshold_;  // floor(p 2^64)
  bool sure_;                // p = 1: its threshold 2^64 does not fit
};

}  // namespace tali
