// SPDX-License-Identifier: Apache-2.0
// exponential and circle against long double, over their whole ranges and at their seams.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <tali/engine/pcg32.hpp>
#include <tali/math/elementary.hpp>

namespace tali::test {
namespace {

/// The error of x in units in the last place of the format at `exact`, which may be subnormal.
template <class T>
double error_in_ulp(T x, long double exact) {
  const int smallest = std::numeric_limits<T>::min_exponent - 1;
  const int exponent = exact == 0 ? smallest : std::max(std::ilogb(exact), smallest);
  return static_cast<double>((x - exact) / std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1));
}

TEST(Exponential, IsWithinOneUlpOfLongDouble) {
  pcg32 g(1);
  double worst = 0, worst_f32 = 0;
  for (int i = 0; i < 2'000'000; ++i) {
    const double u = (g() + 0.5) * 0x1p-32;
    const double x = i % 3 == 0   ? -745.0 + u * (745.0 + 709.0)
                     : i % 3 == 1 ? (u - 0.5) * 16
                                  : (u - 0.5) * 0x1p-8;
    worst = std::max(worst,
                     std::abs(error_in_ulp(math::exponential_f64(x), std::exp(static_cast<long double>(x)))));
    const auto y = static_cast<float>(i % 3 == 0 ? -103.0 + u * (103.0 + 88.7) : x);
    worst_f32 = std::max(
        worst_f32, std::abs(error_in_ulp(math::exponential_f32(y), std::exp(static_cast<long double>(y)))));
  }
  EXPECT_LT(worst, 1.0);
  EXPECT_LT(worst_f32, 1.0);
  RecordProperty("worst_ulp_f64", std::to_string(worst));
  RecordProperty("worst_ulp_f32", std::to_string(worst_f32));
}

TEST(Exponential, HasItsLimits) {
  const double inf = std::numeric_limits<double>::infinity();
  const float inf_f32 = std::numeric_limits<float>::infinity();
  EXPECT_EQ(math::exponential_f64(0.0), 1.0);
  EXPECT_EQ(math::exponential_f64(-0.0), 1.0);
  EXPECT_EQ(math::exponential_f64(inf), inf);
  EXPECT_EQ(math::exponential_f64(709.79), inf);
  EXPECT_LT(math::exponential_f64(709.78), inf);
  EXPECT_EQ(math::exponential_f64(-745.14), 0.0);
  EXPECT_EQ(math::exponential_f64(-745.13), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(math::exponential_f64(-inf), 0.0);
  EXPECT_TRUE(std::isnan(math::exponential_f64(std::nan(""))));
  EXPECT_EQ(math::exponential_f32(0.0f), 1.0f);
  EXPECT_EQ(math::exponential_f32(88.73f), inf_f32);
  EXPECT_LT(math::exponential_f32(88.72f), inf_f32);
  EXPECT_EQ(math::exponential_f32(-104.0f), 0.0f);
  EXPECT_EQ(math::exponential_f32(-103.97f), std::numeric_limits<float>::denorm_min());
  EXPECT_TRUE(std::isnan(math::exponential_f32(std::nanf(""))));
}

TEST(Exponential, NearZeroHasTheSameBitsByFewerInstructions) {
  const auto same = [](auto x) {
    using T = decltype(x);
    return detail::exponential_as<T, true>(x) == detail::exponential_as<T>(x);
  };
  for (std::uint32_t bits = 0; bits <= bits_of(87.0f); bits += 509) {
    ASSERT_TRUE(same(as_float(bits)) && same(-as_float(bits))) << as_float(bits);
  }
  pcg32 g(3);
  for (int i = 0; i < 1'000'000; ++i) {
    const double x = (g() + 0.5) * 0x1p-32 * (i % 2 == 0 ? 708.0 : 1.0);
    ASSERT_TRUE(same(x) && same(-x)) << x;
  }
  EXPECT_TRUE(same(87.0f) && same(-87.0f) && same(708.0) && same(-708.0));
}

/// The point at (k + 1/2) 2^-bits turns, from its angle to the nearest quarter so that small coordinates keep
/// their digits.
math::circle_point<long double> point(std::uint64_t k, int bits) {
  const std::uint64_t eighth = std::uint64_t{1} << (bits - 3);
  const std::uint64_t quarter = (k + eighth) >> (bits - 2);
  const auto steps = static_cast<std::int64_t>(k) - static_cast<std::int64_t>(quarter << (bits - 2));
  const long double turn = 6.283185307179586476925286766559005768L;
  const long double a = std::ldexp(static_cast<long double>(steps) + 0.5L, -bits) * turn;
  const long double c = std::cos(a), s = std::sin(a);
  switch (quarter % 4) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

TEST(Circle, IsWithinTwoUlpOfLongDouble) {
  pcg32 g(2);
  double worst = 0, worst_f32 = 0;
  const auto look = [&](std::uint64_t k) {
    const auto word = static_cast<std::uint32_t>(k >> 32);
    const math::circle_point<float> p = math::circle_f32(word);
    const math::circle_point<long double> exact_f32 = point(word, 32);
    worst_f32 = std::max({worst_f32, std::abs(error_in_ulp(p.cosine, exact_f32.cosine)),
                          std::abs(error_in_ulp(p.sine, exact_f32.sine))});
    const math::circle_point<double> q = math::circle_f64(k);
    const math::circle_point<long double> exact = point(k >> 9, 55);
    worst = std::max(
        {worst, std::abs(error_in_ulp(q.cosine, exact.cosine)), std::abs(error_in_ulp(q.sine, exact.sine))});
  };
  for (int i = 0; i < 1'000'000; ++i) {
    std::uint64_t k = (std::uint64_t{g()} << 32) | g();
    if (i % 4 == 0) k = (k >> (i % 61)) + (std::uint64_t{g() % 8} << 61);  // near the eighths
    look(k);
  }
  for (std::uint64_t eighth = 0; eighth < 8; ++eighth) {
    look(eighth << 61);
    look((eighth << 61) - 1);
  }
  EXPECT_LT(worst, 2.0);
  EXPECT_LT(worst_f32, 2.0);
  RecordProperty("worst_ulp_f64", std::to_string(worst));
  RecordProperty("worst_ulp_f32", std::to_string(worst_f32));
}

}  // namespace
}  // namespace tali::test
