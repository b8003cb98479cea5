// SPDX-License-Identifier: Apache-2.0
// The normal quantile against a long double reference, its order and its mirror image. lab/icdf/verify looks
// at every float and compares with MPFR; here are samples of every octave and the seams between the ranges.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/distribution/normal_icdf.hpp>
#include <tali/engine/pcg32.hpp>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// The error of z as the quantile at 1 - t in units in the last place of T: one step of Newton's method in
/// long double, from z itself.
template <class T>
double error_in_ulp(T z, long double t) {
  const long double pi = 3.141592653589793238462643383279502884L, x = z;
  const long double tail = std::erfc(x / std::sqrt(2.0L)) / 2;
  const long double density = std::exp(-x * x / 2) / std::sqrt(2 * pi);
  const long double unit = std::ldexp(1.0L, std::ilogb(z) - std::numeric_limits<T>::digits + 1);
  return static_cast<double>((t - tail) / density / unit);
}

/// The two types with their uniform numbers: number k below `half` stands for t = (2k + 1) 2^-bits - 1.
struct f32 {
  using type = float;
  static constexpr int bits = 32;
  static float at(std::uint64_t k) { return math::normal_quantile_f32(static_cast<std::uint32_t>(k)); }
  static float mirrored(std::uint64_t k) { return math::normal_quantile_f32(~static_cast<std::uint32_t>(k)); }
  static constexpr double largest = 6.337957754443238;  // at t = 2^-33
};
struct f64 {
  using type = double;
  static constexpr int bits = 53;
  static double at(std::uint64_t k) { return math::normal_quantile_f64(k << 11); }
  static double mirrored(std::uint64_t k) { return math::normal_quantile_f64(~(k << 11)); }
  static constexpr double largest = 8.292361075813595;  // at t = 2^-54
};

template <class F>
long double distance(std::uint64_t k) {
  return std::ldexp(static_cast<long double>(2 * k + 1), -F::bits - 1);
}

template <class F>
class NormalQuantile : public testing::Test {
 protected:
  static constexpr std::uint64_t half = std::uint64_t{1} << (F::bits - 1);

  /// Where t crosses a power of two, a logarithm's exponent changes, or the middle meets the tail.
  static std::vector<std::uint64_t> seams() {
    std::vector<std::uint64_t> all{0, half - 1};
    const auto add = [&all](double t) {
      const double k = std::ldexp(t, F::bits);
      if (k < static_cast<double>(half)) all.push_back(static_cast<std::uint64_t>(k));
    };
    for (int e = 1; e <= F::bits; ++e) {
      for (const double y : {std::ldexp(1.0, -e), std::ldexp(std::sqrt(0.5), -e)}) {
        add(y);
        add((1 - std::sqrt(1 - y)) / 2);  // 4t (1 - t) = y
      }
    }
    add((1 - std::sqrt(1 - std::exp2(-7.25))) / 2);
    add((1 - std::sqrt(1 - std::exp2(-8.25))) / 2);
    return all;
  }

  /// Random numbers of every octave.
  static std::vector<std::uint64_t> samples(int n) {
    std::mt19937_64 random(4);
    std::vector<std::uint64_t> all;
    for (int i = 0; i < n; ++i) {
      all.push_back((random() & (half - 1)) >> (i % 2 == 0 ? 0 : i / 2 % (F::bits - 1)));
    }
    return all;
  }
};

using kinds = testing::Types<f32, f64>;
TYPED_TEST_SUITE(NormalQuantile, kinds);

TYPED_TEST(NormalQuantile, IsWithinTwoUlp) {
  using F = TypeParam;
  std::vector<std::uint64_t> all = this->samples(200000);
  for (const std::uint64_t k : this->seams()) {
    for (std::uint64_t d = 0; d < 100; ++d) all.push_back(k > d ? k - d : 0);
  }
  for (const std::uint64_t k : all) {
    ASSERT_LT(std::abs(error_in_ulp(-F::at(k), distance<F>(k))), 2) << "k = " << k;
  }
  EXPECT_NEAR(-F::at(0), F::largest, 1e-6);
}

TYPED_TEST(NormalQuantile, NeverDescends) {
  using F = TypeParam;
  constexpr std::uint64_t window = F::bits == 32 ? 4000 : 600;
  std::vector<std::uint64_t> all = this->samples(500);
  for (const std::uint64_t k : this->seams()) all.push_back(k > window / 2 ? k - window / 2 : 0);
  for (const std::uint64_t first : all) {
    auto before = F::at(first);
    for (std::uint64_t k = first + 1; k < std::min(first + window, this->half); ++k) {
      const auto z = F::at(k);
      ASSERT_LE(before, z) << "k = " << k;
      if (F::bits == 53) {
        ASSERT_LT(before, z) << "k = " << k;  // doubles are closer together than the uniform numbers
      }
      before = z;
    }
  }
}

TYPED_TEST(NormalQuantile, IsItsOwnMirrorImage) {
  using F = TypeParam;
  for (const std::uint64_t k : this->samples(100000)) {
    ASSERT_LT(F::at(k), 0);
    ASSERT_EQ(F::at(k), -F::mirrored(k)) << "k = " << k;
  }
  EXPECT_LT(F::at(this->half - 1), F::mirrored(this->half - 1));
}

TEST(NormalQuantile64, LowBitsDoNotCount) {
  EXPECT_EQ(math::normal_quantile_f64(std::uint64_t{0}), math::normal_quantile_f64(std::uint64_t{0x7ff}));
  EXPECT_LT(math::normal_quantile_f64(std::uint64_t{0}), math::normal_quantile_f64(std::uint64_t{0x800}));
}

template <class T>
void check_scaling() {
  pcg32 a(5), b(5);
  normal_icdf<T> standard, other(T(-1.25), T(3.7));
  for (int i = 0; i < 1000; ++i) {
    const T z = standard(a);
    ASSERT_EQ(other(b), std::fma(T(3.7), z, T(-1.25)));
  }
  EXPECT_EQ(standard.mu(), 0);
  EXPECT_EQ(standard.sigma(), 1);
  pcg32 c(5);
  EXPECT_EQ(normal_icdf<T>(2, 0)(c), 2);  // sigma = 0: mu itself
}

TEST(NormalIcdf, ScalesByFma) {
  check_scaling<float>();
  check_scaling<double>();
}

TEST(NormalIcdf, RefusesWhatIsNoNormalLaw) {
  constexpr double inf = std::numeric_limits<double>::infinity(),
                   nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, -1e-300, inf, -inf, nan}) {
    EXPECT_THROW(normal_icdf<double>(0, bad), argument_error) << bad;
  }
  for (const double bad : {inf, -inf, nan}) {
    EXPECT_THROW(normal_icdf<double>(bad, 1), argument_error) << bad;
    EXPECT_THROW(normal_icdf<float>(static_cast<float>(bad), 1), argument_error) << bad;
  }
  try {
    normal_icdf<float>(0, -2);
    FAIL();
  } catch (const argument_error& e) {
    EXPECT_NE(std::string(e.what()).find("sigma"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("-2"), std::string::npos) << e.what();
  }
  EXPECT_THROW(normal_icdf<float>::make({{"sigma", "-1"}}), argument_error);
  EXPECT_THROW(normal_icdf<float>::make({{"scale", "1"}}), argument_error);
  EXPECT_EQ(normal_icdf<double>::make({{"mu", "3"}, {"sigma", "0.5"}}).mu(), 3);
}

template <class T>
void check_places() {
  const pcg32 e(11, 3);
  const normal_icdf<T> d(T(0.1), T(1.5));
  constexpr std::size_t n = 20000;  // some 60 of them in the tails
  for (const place& p : places()) {
    const std::vector<T> got = fill_at(p, e, d, 77, n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got[i], value(e, d, 77 + i)) << p.name << ", element " << i;
  }
}

TEST(NormalIcdf, SameBitsAtEveryPlace) {
  check_places<float>();
  check_places<double>();
}

}  // namespace
}  // namespace tali::test
