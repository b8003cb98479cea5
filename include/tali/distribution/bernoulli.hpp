// SPDX-License-Identifier: Apache-2.0
// bernoulli: 1 with probability p, else 0.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// One byte per value, 1 with probability p. Two words, the low half first, are compared with p 2^64: the
/// probability is p to within 2^-64, and exact for 0 and 1.
class bernoulli {
 public:
  using result_type = std::uint8_t;

  static constexpr const char* name = "bernoulli";
  static constexpr const char* summary = "1 with probability p, else 0";
  static constexpr parameter_names parameters{"p"};
  static constexpr int words = 2;

  /// @throws argument_error unless 0 <= p <= 1.
  TALI_FN constexpr explicit bernoulli(double p) : threshold_{}, sure_{p == 1.0}, p_{p} {
    detail::require(p >= 0.0 && p <= 1.0, "p", p, "a probability from 0 to 1");
    if (!sure_) threshold_ = static_cast<std::uint64_t>(p * 0x1p64);  // exact: a power of two
  }

  TALI_HOST_FN static bernoulli make(const arguments& given) {
    given.expect({"p"});
    return bernoulli(given.get<double>("p", 0.5));
  }

  template <class U32>
  TALI_FN constexpr auto operator()(const U32 (&w)[words]) const {
    const auto u = join(w[0], w[1]);
    using u64 = std::remove_const_t<decltype(u)>;
    return narrow(less(u, u64(threshold_)) | std::uint64_t{sure_});
  }

  template <bit_generator G>
  TALI_FN constexpr bool operator()(G& g) const {
    return draw(*this, g) != 0;
  }

  [[nodiscard]] TALI_FN constexpr double p() const { return p_; }

  TALI_FN friend bool operator==(const bernoulli&, const bernoulli&) = default;

 private:
  std::uint64_t threshold_;  // floor(p 2^64)
  bool sure_;                // p = 1, whose threshold 2^64 does not fit
  double p_;
};

}  // namespace tali
