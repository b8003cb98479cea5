// SPDX-License-Identifier: Apache-2.0
// The elementary functions by lanes give the bits that they give by value, at every SIMD level; their limits
// at the edges of their ranges; floors and conversions.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "elementary/functions.hpp"
#include "elementary/probe.hpp"

namespace tali::test {
namespace {

/// Equal bits, or both not a number: IEEE 754 leaves open which.
template <class T>
bool same(T a, T b) {
  return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b));
}

template <class T>
std::vector<T> edges() {
  using limits = std::numeric_limits<T>;
  std::vector<T> out;
  for (const T x : {T(0), limits::denorm_min(), limits::min(), limits::epsilon(), T(0.5), T(1), T(2), T(88.8),
                    T(710), T(1e30), limits::max(), limits::infinity(), limits::quiet_NaN()}) {
    out.push_back(x);
    out.push_back(-x);
  }
  return out;
}

template <int RegisterBytes, class T>
void check_level() {
  int number = 0;
  lab::for_each_function([&]<class Function>(Function) {
    std::mt19937_64 random(3);
    std::vector<T> x, y;
    for (const T a : edges<T>()) {
      for (const T b : edges<T>()) x.push_back(a), y.push_back(b);
    }
    while (x.size() < 50'000 || x.size() % elementary_probe_lanes != 0) {
      const auto pair = lab::arguments_for<T>(Function(), x.size(), random);
      x.push_back(pair.x), y.push_back(pair.y);
    }
    std::vector<T> out(x.size());
    elementary_by_lanes<RegisterBytes>(number++, x.data(), y.data(), out.data(), x.size());
    int different = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const T expected = Function::template of<T>(x[i], y[i]);
      if (!same(out[i], expected) && ++different < 4) {
        ADD_FAILURE() << Function::name << "(" << x[i] << ", " << y[i] << ") by " << RegisterBytes
                      << "-byte lanes is " << out[i] << ", by value " << expected;
      }
    }
    EXPECT_EQ(different, 0) << Function::name;
  });
}

template <int RegisterBytes>
void check_floors() {
  std::mt19937_64 random(5);
  std::vector<double> x, out;
  for (int i = 0; i < 100 * elementary_probe_lanes; ++i) {
    x.push_back(lab::number_at<double>(static_cast<std::int64_t>(random() % 0x7ff0000000000001u)));
    if (i % 3 != 0) x.back() = std::ldexp(static_cast<double>(random() >> 11), i % 60 - 58);
  }
  out.resize(x.size());
  floor_by_lanes<RegisterBytes>(x.data(), out.data(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(out[i], std::floor(x[i])) << x[i];
    ASSERT_EQ(math::floor_f64(x[i]), std::floor(x[i])) << x[i];
  }
}

template <int RegisterBytes>
void check_all() {
  check_level<RegisterBytes, float>();
  check_level<RegisterBytes, double>();
  check_floors<RegisterBytes>();
}

TEST(ElementaryLanes, GiveTheBitsOfSingleValuesAtEveryLevel) {
  check_all<16>();
#if defined(TALI_TEST_X86)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) check_all<32>();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    check_all<64>();
  }
#endif
}

TEST(ElementaryConversions, AreExact) {
  for (const std::uint64_t word :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 40, (std::uint64_t{1} << 52) - 1}) {
    EXPECT_EQ(math::whole_to_word_f64(static_cast<double>(word)), word);
  }
  EXPECT_EQ(to_double(std::numeric_limits<float>::denorm_min()), 0x1p-149);
}

template <class T>
class ElementaryLimits : public ::testing::Test {};
using number_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ElementaryLimits, number_types);

/// What the functions promise where there is nothing to measure.
TYPED_TEST(ElementaryLimits, AreKept) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  constexpr T inf = limits::infinity(), nan = limits::quiet_NaN();
  const auto of = []<class Function>(Function, T x, T y = 0) { return Function::template of<T>(x, y); };
  constexpr lab::logarithm_function log;
  EXPECT_EQ(of(log, T(0)), -inf);
  EXPECT_EQ(of(log, -T(0)), -inf);
  EXPECT_EQ(of(log, inf), inf);
  EXPECT_EQ(of(log, T(1)), T(0));
  for (const T x : {nan, -inf, T(-1), -limits::denorm_min()}) EXPECT_TRUE(std::isnan(of(log, x))) << x;

  constexpr lab::logarithm_1p_function log1p;
  EXPECT_EQ(of(log1p, T(-1)), -inf);
  EXPECT_EQ(of(log1p, inf), inf);
  for (const T x : {T(0), limits::denorm_min(), -limits::denorm_min(), limits::min()})
    EXPECT_EQ(of(log1p, x), x);
  for (const T x : {nan, -inf, std::nextafter(T(-1), T(-2)), -limits::max()})
    EXPECT_TRUE(std::isnan(of(log1p, x))) << x;

  constexpr lab::exponential_m1_function expm1;
  EXPECT_EQ(of(expm1, inf), inf);
  EXPECT_EQ(of(expm1, limits::max()), inf);
  EXPECT_EQ(of(expm1, -inf), T(-1));
  EXPECT_EQ(of(expm1, T(-50)), T(-1));
  EXPECT_TRUE(std::isnan(of(expm1, nan)));
  for (const T x : {T(0), limits::denorm_min(), -limits::denorm_min(), limits::min()})
    EXPECT_EQ(of(expm1, x), x);

  constexpr lab::power_function pow;
  for (const T x : {T(0), T(0.5), T(1), T(7), inf, nan, T(-3)}) EXPECT_EQ(of(pow, x, T(0)), T(1)) << x;
  for (const T y : {T(1e-6), T(1), T(1e6), limits::max(), inf}) {
    EXPECT_EQ(of(pow, T(0), y), T(0)) << y;
    EXPECT_EQ(of(pow, T(0), -y), inf) << y;
    EXPECT_EQ(of(pow, inf, y), inf) << y;
    EXPECT_EQ(of(pow, inf, -y), T(0)) << y;
    EXPECT_TRUE(std::isnan(of(pow, T(-1), y))) << y;
    EXPECT_TRUE(std::isnan(of(pow, nan, y))) << y;
  }
  EXPECT_EQ(of(pow, T(1), limits::max()), T(1));
  EXPECT_EQ(of(pow, T(0.5), T(1e6)), T(0));
  EXPECT_EQ(of(pow, T(0.5), T(-1e6)), inf);
  EXPECT_EQ(of(pow, T(2), T(limits::min_exponent - limits::digits)), limits::denorm_min());
  EXPECT_EQ(of(pow, T(2), T(limits::max_exponent)), inf);
  EXPECT_EQ(of(pow, limits::denorm_min(), T(1)), limits::denorm_min());
  EXPECT_TRUE(std::isnan(of(pow, T(2), nan)));
}

}  // namespace
}  // namespace tali::test
