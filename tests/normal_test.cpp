// SPDX-License-Identifier: Apache-2.0
// normal against its definition written the slow way: one output after the other, the transform layer
// by layer.
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tali/math/elementary.hpp>
#include <tali/simd/walsh.hpp>

#include "support/places.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

template <class T>
T body_value(std::uint32_t half) {
  const std::uint32_t i = (half >> 2) & 2047;
  T t;
  if constexpr (std::is_same_v<T, float>) {
    t = normal_values::body_f32[i];
  } else {
    t = normal_values::body_f64[i];
  }
  return (half >> 13 & 1u) != 0 ? -t : t;
}

template <class T>
T wide_value(std::uint32_t half) {
  const std::uint32_t i = (half >> 2) & 4095;
  T t;
  if constexpr (std::is_same_v<T, float>) {
    t = normal_values::wide_f32[i];
  } else {
    t = normal_values::wide_f64[i];
  }
  return (half >> 14 & 1u) != 0 ? -t : t;
}

/// Element i by the definition in normal.hpp, with sigma = 1 and mu = 0.
template <class T, class E>
T slow_element(const E& e, std::uint64_t i) {
  constexpr std::uint64_t run = 16 / sizeof(T);
  const std::uint64_t span = i / 2048, place = i % 2048;
  const std::uint64_t lane = place / run % 32, value = place / (32 * run) * run + place % run;
  std::vector<std::uint32_t> half(64);
  for (std::uint64_t j = 0; j < 32; ++j) {
    const std::uint32_t w = e.word(2048 * span + 32 * lane + j);
    half[2 * j] = w & 0xffffu;
    half[2 * j + 1] = w >> 16;
  }
  std::vector<T> x(64);
  for (std::size_t k = 0; k < 64; ++k) x[k] = k == 0 ? wide_value<T>(half[k]) : body_value<T>(half[k]);
  for (std::size_t d = 1; d < 64; d *= 2) {
    const std::vector<T> before = x;
    for (std::size_t k = 0; k < 64; ++k)
      x[k] = (k & d) == 0 ? before[k] + before[k + d] : before[k - d] - before[k];
  }
  const auto k = static_cast<std::size_t>(value);
  return (half[k] >> 15) != 0 ? -x[k] : x[k];
}

template <class T>
class Normal : public testing::Test {};
using types = testing::Types<float, double>;
TYPED_TEST_SUITE(Normal, types);

TYPED_TEST(Normal, EveryPlaceGivesTheDefinitionsOutputs) {
  using T = TypeParam;
  const pcg32 p(41, 42);
  philox4x32 moved(43, 44);
  moved.discard(3);
  for (const place& at : places()) {
    const std::uint64_t first = 1000003;
    const auto z = fill_at(at, p, normal<T>{}, first, 4500);
    const auto shifted = fill_at(at, p, normal<T>(T(10), T(2.5)), first, 4500);
    const auto from_the_middle = fill_at(at, moved, normal<T>{}, first, 2500);
    for (std::uint64_t i = 0; i < 4500; ++i) {
      const T right = slow_element<T>(p, first + i);
      ASSERT_EQ(z[i], right) << at.name << " at " << i;
      ASSERT_EQ(shifted[i], std::fma(T(2.5), right, T(10))) << at.name << " at " << i;
    }
    for (std::uint64_t i = 0; i < 2500; ++i) {
      ASSERT_EQ(from_the_middle[i], slow_element<T>(moved, first + i)) << at.name << " at " << i;
    }
  }
}

TYPED_TEST(Normal, RangesOfManySpansAreThePiecesSideBySide) {
  using T = TypeParam;
  constexpr std::uint64_t span = normal<T>::batch_size;
  philox4x32 moved(47, 48), carries(49, 50);
  moved.discard(4 * span + 8);
  // Within the range Philox's second counter word moves on.
  carries.discard((std::uint64_t{1} << 34) - 9 * span);
  const std::pair<std::uint64_t, std::uint64_t> ranges[] = {{3 * span, 20 * span},
                                                            {3 * span, 20 * span + 1},
                                                            {3 * span - 1, 20 * span + 1},
                                                            {3 * span - 77, 20 * span + 99},
                                                            {5 * span + 9, span - 10}};
  for (const place& at : places()) {
    for (const philox4x32& e : {moved, carries}) {
      for (const auto& [first, n] : ranges) {
        const auto z = fill_at(at, e, normal<T>{}, first, n);
        for (std::uint64_t i = 0; i < n; i = i < 3 || i + 4 > n ? i + 1 : i + 129) {
          ASSERT_EQ(z[i], slow_element<T>(e, first + i))
              << at.name << ", " << n << " from " << first << ": " << i;
        }
      }
    }
  }
}

#if defined(TALI_HAS_CUDA)
// On CUDA the ends of long ranges are made apart from the whole spans between them.
template <class E, class T>
void expect_long_ranges(const E& e) {
  constexpr std::uint64_t span = normal<T>::batch_size, long_enough = 10000 * span;
  for (const auto& [first, n] :
       {std::pair{3 * span, long_enough}, std::pair{3 * span, long_enough + 1},
        std::pair{3 * span - 1, long_enough + 1}, std::pair{span - 5, long_enough + 500}}) {
    const auto expected = fill_at(places().front(), e, normal<T>{}, first, n);
    for (const place& at : places()) {
      if (!at.is_cuda) continue;
      ASSERT_TRUE(same_bits(fill_at(at, e, normal<T>{}, first, n), expected))
          << at.name << ' ' << E::name << ", " << n << " from " << first;
    }
  }
}

TEST(NormalOnCuda, LongRangesAreTheSame) {
  if (!places().back().is_cuda) GTEST_SKIP() << "no CUDA device";
  expect_long_ranges<philox4x32, float>(philox4x32(51, 52));
  expect_long_ranges<philox4x32, double>(philox4x32(51, 52));
  expect_long_ranges<pcg32, bfloat16>(pcg32(53, 54));
  expect_long_ranges<pcg32, float16>(pcg32(53, 54));
}
#endif

TYPED_TEST(Normal, HasTheMomentsOfANormal) {
  using T = TypeParam;
  const std::size_t n = std::size_t{1} << 20;
  const auto v = fill_at(places().back(), philox4x32(33), normal<T>{}, 5, n);
  const double moments[] = {0, 1, 0, 3, 0, 15, 0, 105};
  double even = 1;  // E[x^2k] of a standard normal, for the variance of x^k
  std::vector<double> power(n, 1.0);
  for (int k = 1; k <= 8; ++k) {
    even *= 2 * k - 1;
    for (std::size_t i = 0; i < n; ++i) power[i] *= static_cast<double>(v[i]);
    const double mean = std::accumulate(power.begin(), power.end(), 0.0) / static_cast<double>(n);
    const double deviation = std::sqrt((even - moments[k - 1] * moments[k - 1]) / static_cast<double>(n));
    EXPECT_NEAR(mean, moments[k - 1], 5 * deviation) << "moment " << k;
  }
}

TYPED_TEST(Normal, PlacesOfASpanAreEachLanesOnce) {
  using D = normal<TypeParam>;
  std::vector<int> seen(D::batch_size);
  for (int lane = 0; lane < D::lanes; ++lane) {
    for (int k = 0; k < D::lane_values; ++k) {
      const int place = D::index_of(lane, k);
      ASSERT_TRUE(place >= 0 && place < D::batch_size);
      ++seen[static_cast<std::size_t>(place)];
      EXPECT_EQ(D::lane_of(place), lane);
      EXPECT_EQ(D::value_of(place), k);
    }
  }
  EXPECT_EQ(seen, std::vector<int>(D::batch_size, 1));
}

TYPED_TEST(Normal, ItsExponentialIsLognormal) {
  using T = TypeParam;
  const philox4x32 e(35);
  // With mean 0 the widest sigma whose exponentials cannot be subnormal or infinite, the next one, and one
  // that has such exponentials.
  const T widest = detail::greatest_near<T> / 32;
  std::map<int, int> kinds;
  for (const T sigma : {T(0.5), widest, std::nextafter(widest, T(100)), 16 * widest}) {
    for (const T mu : {T(-1), T(0)}) {
      for (const place& p : places()) {
        const auto x = fill_at(p, e, normal<T>(mu, sigma), 4000, 3000);
        const auto y = fill_at(p, e, lognormal<T>(mu, sigma), 4000, 3000);
        for (std::size_t i = 0; i < y.size(); ++i) {
          ASSERT_EQ(y[i], detail::exponential_as<T>(x[i])) << p.name << " at " << i << ", sigma " << sigma;
          if (sigma > widest) ++kinds[std::fpclassify(y[i])];
        }
      }
    }
  }
  for (const int kind : {FP_NORMAL, FP_SUBNORMAL, FP_ZERO, FP_INFINITE}) EXPECT_GT(kinds[kind], 0);
  EXPECT_THROW(lognormal<T>(0, -1), argument_error);
  EXPECT_THROW(lognormal<T>(std::numeric_limits<T>::quiet_NaN(), 1), argument_error);
}

TYPED_TEST(Normal, RefusesWhatIsNoScale) {
  using T = TypeParam;
  EXPECT_THROW(normal<T>(0, -1), argument_error);
  EXPECT_THROW(normal<T>(0, std::numeric_limits<T>::infinity()), argument_error);
  EXPECT_THROW(normal<T>(std::numeric_limits<T>::quiet_NaN(), 1), argument_error);
}

template <class T>
class HalfNormal : public testing::Test {};
using halves = testing::Types<bfloat16, float16>;
TYPED_TEST_SUITE(HalfNormal, halves);

TYPED_TEST(HalfNormal, IsTheFloatRounded) {
  using T = TypeParam;
  philox4x32 e(45, 46), moved = e;
  moved.discard(1);
  for (const place& at : places()) {
    const auto x = fill_at(at, e, normal<T>(0.5f, 3.0f), 1999, 4500, 1);
    const auto y = fill_at(at, e, normal<float>(0.5f, 3.0f), 1999, 4500);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(x[i].bits, detail::stored_as<T>(y[i]).bits) << at.name << " at " << i;
      ASSERT_NEAR(static_cast<double>(x[i]), static_cast<double>(y[i]),
                  std::abs(static_cast<double>(y[i])) / 256 + 1e-7);
    }
    const auto from_the_middle = fill_at(at, moved, normal<T>{}, 7, 300);
    for (std::size_t i = 0; i < from_the_middle.size(); ++i) {
      ASSERT_EQ(from_the_middle[i].bits, detail::stored_as<T>(slow_element<float>(moved, 7 + i)).bits)
          << at.name;
    }
  }
}

TYPED_TEST(HalfNormal, ZerosHaveTheFloatsSign) {
  using T = TypeParam;
  const philox4x32 e(55, 56);
  for (const auto& [mu, sigma] : {std::pair{-0.0f, 0.0f}, std::pair{0.0f, 0.0f}, std::pair{-0.0f, 1.0f}}) {
    for (const place& at : places()) {
      const auto x = fill_at(at, e, normal<T>(mu, sigma), 0, 5000);
      const auto y = fill_at(at, e, normal<float>(mu, sigma), 0, 5000);
      for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(x[i].bits, detail::stored_as<T>(y[i]).bits) << at.name << ", mu " << mu << ", at " << i;
      }
    }
  }
}

/// A number of 16 bits is the nearest to x of its type, ties to an even one: no neighbour is nearer.
template <class T>
void expect_nearest(float x) {
  const std::uint16_t bits = detail::stored_as<T>(x).bits;
  const auto magnitude = [](int b) {
    return static_cast<double>(static_cast<float>(T{static_cast<std::uint16_t>(b)}));
  };
  const double wanted = std::abs(static_cast<double>(x));
  const int b = bits & 0x7fff;
  ASSERT_EQ(bits >> 15, std::signbit(x) ? 1 : 0) << x;
  // Beyond the largest finite number there is, to rounding, one more of its spacing.
  const auto value = [&](int at) {
    const bool finite = std::isfinite(magnitude(at));
    return finite ? magnitude(at) : 2 * magnitude(at - 1) - magnitude(at - 2);
  };
  const double off = std::abs(value(b) - wanted);
  if (std::isfinite(magnitude(b))) {
    ASSERT_LE(off, value(b + 1) - wanted) << x;
    if (off == value(b + 1) - wanted) {
      ASSERT_EQ(b % 2, 0) << x;
    }
  } else {
    ASSERT_GE(wanted, (value(b) + value(b - 1)) / 2) << x;
    return;
  }
  if (b != 0) {
    ASSERT_LE(off, wanted - value(b - 1)) << x;
    if (off == wanted - value(b - 1)) {
      ASSERT_EQ(b % 2, 0) << x;
    }
  }
}

TYPED_TEST(HalfNormal, RoundsToNearest) {
  using T = TypeParam;
  std::mt19937 random(2);
  for (int i = 0; i < 2000000; ++i) {
    float x = as_float(static_cast<std::uint32_t>(random()));
    if (i % 4 == 1) x = as_float(static_cast<std::uint32_t>(random()) & 0xfffff000u);  // ties of float16
    if (i % 4 == 2) x = as_float(static_cast<std::uint32_t>(random()) & 0xffff8000u);  // of bfloat16
    if (i % 4 == 3)
      x = std::ldexp(static_cast<float>(random() % 65536), static_cast<int>(random() % 30) - 40);
    if (std::isnan(x)) continue;
    expect_nearest<T>(x);
    if (this->HasFatalFailure()) return;
  }
  for (const float x : {0.0f, -0.0f, 65504.0f, 65519.9f, 65520.0f, 1e30f,
                        -std::numeric_limits<float>::infinity(), 6e-8f, 2.98e-8f}) {
    expect_nearest<T>(x);
  }
}

TYPED_TEST(HalfNormal, IsAFloatExactly) {
  using T = TypeParam;
  for (int b = 0; b < 65536; ++b) {
    const T t{static_cast<std::uint16_t>(b)};
    const float x = t;
    if (!std::isnan(x)) {
      ASSERT_EQ(detail::stored_as<T>(x).bits, t.bits) << b;
    }
  }
}

TEST(WalshTransform, IsHadamardsMatrix) {
  std::mt19937 random(1);
  double x[detail::walsh_size], y[detail::walsh_size];
  for (double& v : x) v = static_cast<double>(random() % 1000);
  for (int j = 0; j < detail::walsh_size; ++j) {
    y[j] = 0;
    for (int i = 0; i < detail::walsh_size; ++i)
      y[j] += __builtin_popcount(static_cast<unsigned>(i & j)) % 2 == 0 ? x[i] : -x[i];
  }
  detail::walsh_transform(x);
  for (int j = 0; j < detail::walsh_size; ++j) EXPECT_EQ(x[j], y[j]) << j;
}

}  // namespace
}  // namespace tali::test
