// SPDX-License-Identifier: Apache-2.0
// gamma next to the ends of its type's range: scales and shapes whose product overflows or is subnormal.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <tali/distribution/chi_squared.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/sequence.hpp>

namespace tali::test {
namespace {

constexpr philox4x32 engine{1};

template <class T>
class GammaEdges : public testing::Test {};
using number_types = testing::Types<float, double>;
TYPED_TEST_SUITE(GammaEdges, number_types);

TYPED_TEST(GammaEdges, EveryPairOfParametersGivesNumbers) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  std::vector<T> all = {limits::denorm_min(), limits::min(), limits::max() / 2,
                        limits::max(),        T(0.5),        T(1e-6)};
  for (int e = -300; e <= 300; e += 20) {
    if (const T x = static_cast<T>(std::pow(10.0, e)); x > 0 && x <= limits::max()) all.push_back(x);
  }
  for (const T shape : all) {
    EXPECT_FALSE(std::isnan(value(engine, chi_squared<T>(shape), 3))) << shape;
    for (const T scale : all) {
      const gamma<T> d(shape, scale);
      for (std::uint64_t i = 0; i < 16; ++i) {
        const T x = value(engine, d, i);
        ASSERT_TRUE(x >= 0) << shape << ", " << scale << ": " << x;
        if (shape < 100) continue;
        const auto mean = static_cast<T>(static_cast<long double>(shape) * static_cast<long double>(scale));
        if (mean > limits::max() / 2) continue;
        ASSERT_TRUE(x <= 2 * mean && x >= mean / 2) << shape << ", " << scale << ": " << x;
      }
    }
  }
}

/// The scale is a factor: numbers of another power of two are the same ones, rounded once where they are
/// subnormal and infinite beyond the range.
TYPED_TEST(GammaEdges, PowersOfTwoOfTheScaleAreExact) {
  using T = TypeParam;
  constexpr bool is_float = sizeof(T) == 4;
  for (const double shape : {0.1, 0.5, 1.0, 3.0, 40.0}) {
    const gamma<T> plain(static_cast<T>(shape), T(1.5));
    for (const int k : is_float ? std::vector{-149, -140, -127, -100, -61, 61, 100, 125, 127}
                                : std::vector{-1074, -1060, -1023, -700, -61, 61, 700, 1000, 1021, 1023}) {
      const T scale = std::ldexp(T(1.5), k);
      const long double exact_scale = static_cast<long double>(scale) / 1.5L;  // the least scales are rounded
      const gamma<T> d(static_cast<T>(shape), scale);
      for (std::uint64_t i = 0; i < 300; ++i) {
        const T x = value(engine, plain, i), y = value(engine, d, i);
        const auto expected = static_cast<T>(static_cast<long double>(x) * exact_scale);
        if (shape >= 1 || x == 0) {
          ASSERT_EQ(y, expected) << shape << ", 2^" << k << ", " << i;
        } else if (std::isinf(expected)) {
          ASSERT_GT(y, std::numeric_limits<T>::max() / 2) << shape << ", 2^" << k << ", " << i;
        } else if (expected != 0) {  // the power is made in halves
          ASSERT_NEAR(y / expected, 1, std::max(1e-4, 1.01 * std::numeric_limits<T>::denorm_min() / expected))
              << shape << ", 2^" << k << ", " << i << ": " << x;
        }
      }
    }
  }
}

TYPED_TEST(GammaEdges, AreNotInfiniteTooEarly) {
  using T = TypeParam;
  const gamma<T> d(T(0.5), std::numeric_limits<T>::max());
  int infinite = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) infinite += std::isinf(value(engine, d, i));
  EXPECT_NEAR(infinite / 4000.0, 0.1573, 0.02);  // P(X > 1)
}

/// d (1 + t)^3 of a large shape is rounded once, also if d is not a float: else all numbers would be off by
/// the same part of their deviation.
TEST(GammaLargeShapes, NumbersAreRoundedOnce) {
  for (const float shape : {20.1f, 1000.3f, 1e6f, 3e7f}) {
    const gamma<float> d(shape, 1);
    const double centre = static_cast<double>(shape) - 1.0 / 3;
    const auto c = static_cast<float>(1 / (3 * std::sqrt(centre)));
    double most = 0, sum = 0;
    for (std::uint32_t k = 0; k < 4096; ++k) {
      const std::uint32_t w[] = {k * 0x100000u + 0x4321u, 0x80000000u};
      const double t = static_cast<double>(multiply(math::normal_quantile_f32(w[0], {}), c));
      const double exact = centre * (1 + t) * (1 + t) * (1 + t);
      const float x = d.quick_attempt(w).value;
      const double ulp = std::ldexp(1.0, std::ilogb(x) - 23), error = (static_cast<double>(x) - exact) / ulp;
      most = std::max(most, std::abs(error));
      sum += error;
    }
    EXPECT_LE(most, shape < 1000 ? 3.0 : 0.75) << shape;
    EXPECT_NEAR(sum / 4096, 0, 0.03) << shape;
  }
}

/// A power of a uniform number that is subnormal keeps its digits until it is multiplied.
TEST(GammaSubnormals, AreRoundedOnce) {
  const gamma<float> d(0.01f, 1);
  double most = 0;
  for (std::uint32_t k = 1; k < 4000; ++k) {
    const std::uint32_t w[] = {0x5b000000u + k * 0x8000u};
    const double exact = 3 * std::pow((w[0] + 0.5) * 0x1p-32, 1 / static_cast<double>(0.01f)) * 0x1p149;
    if (exact > 4096) continue;  // of more digits the logarithm is not sure
    most = std::max(most, std::abs(static_cast<double>(d.last_step(3.0f, w)) * 0x1p149 - exact));
  }
  EXPECT_GT(most, 0.4);
  EXPECT_LE(most, 0.55);
}

/// The shape below which a power can be subnormal is decided once: the least uniform number has all its
/// digits on both sides of it.
TEST(GammaSubnormals, BeginAtTheLeastUniformNumber) {
  const std::uint32_t least[2] = {};
  for (double shape = 0.2; shape < 0.32; shape += 0.0005) {
    const auto s = static_cast<float>(shape);
    const std::uint32_t w[] = {least[0]};
    const double exact = 3 * std::pow(0x1p-33, 1 / static_cast<double>(s));
    const double step = std::max(exact * 0x1p-16, 0x1p-149);  // the logarithm's error times 1 / shape
    EXPECT_NEAR(static_cast<double>(gamma<float>(s, 1).last_step(3.0f, w)), exact, step) << s;
  }
  for (double shape = 0.049; shape < 0.07; shape += 0.0001) {
    const long double exact = 3 * std::pow(0x1p-53L, 1 / static_cast<long double>(shape));
    const long double step = std::max(exact * 0x1p-42L, 0x1p-1074L);
    const long double error = gamma<double>(shape, 1).last_step(3.0, least) - exact;
    EXPECT_LE(std::abs(static_cast<double>(error / step)), 1) << shape;
  }
}

}  // namespace
}  // namespace tali::test
