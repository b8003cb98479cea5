// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic: the same bits by value and by lanes at every SIMD level, whatever the compiler would like
// to contract, and the software fma against the C library's, which is correctly rounded.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/device.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/lanes_arithmetic.hpp>

#include "support/arithmetic_probe.hpp"

namespace tali::test {
namespace {

template <class T>
using bits_type = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// The binary exponent of x, and 0 for zero.
template <class T>
int exponent(T x) {
  return x == 0 ? 0 : std::ilogb(x);
}

template <class T>
T of_bits(std::uint64_t bits) {
  return __builtin_bit_cast(T, static_cast<bits_type<T>>(bits));
}

/// Equal bits, or both not a number: IEEE 754 leaves open which.
template <class T>
bool same(T a, T b) {
  return bits_of(a) == bits_of(b) || (std::isnan(a) && std::isnan(b));
}

template <class T>
struct triple {
  T a, b, c;
};

/// Operands that an fma may get wrong: any bits, cancellation, ties, subnormal and overflowing results.
template <class T>
class hard_operands {
  using limits = std::numeric_limits<T>;
  static constexpr int digits = limits::digits;

 public:
  explicit hard_operands(std::uint64_t seed) : random_{seed} {}

  triple<T> next() { return of_kind(kind_++ % 8); }
  /// Those of moderate size.
  triple<T> next_moderate() { return of_kind(1 + kind_++ % 4); }

 private:
  triple<T> of_kind(unsigned kind) {
    switch (kind) {
      case 0:  // any bits: NaN, infinities, subnormals
        return {of_bits<T>(random_()), of_bits<T>(random_()), of_bits<T>(random_())};
      case 1: {  // the addend within a few digits of the product
        const T a = number(20), b = number(20);
        return {a, b, std::ldexp(number(0), exponent(a * b) + shift(digits + 3))};
      }
      case 2: {  // cancellation: all but the product's error, or a few units more
        const T a = number(30), b = number(30);
        T c = -(a * b);
        for (std::uint64_t i = random_() % 3; i != 0; --i) c = std::nextafter(c, limits::infinity());
        return {a, b, c};
      }
      case 3: {  // ties: a product of few bits half a unit away from the addend
        const T c = number(10);
        const T half = std::ldexp(T(1), exponent(c) - digits);
        const T a = static_cast<T>(1 + random_() % 8), sign = random_() % 2 == 0 ? T(1) : T(-1);
        return {a, sign * half, c};
      }
      case 4: {  // just off a tie: a product next to half a unit
        const T c = number(10);
        const T a = 1 + std::ldexp(T(1), -static_cast<int>(random_() % digits));
        return {a, std::ldexp(random_() % 2 == 0 ? T(1) : T(-1), exponent(c) - digits), c};
      }
      case 5: {  // subnormal results
        const int e = limits::min_exponent / 2;
        const T c = of_bits<T>(random_() & (random_() | std::uint64_t{1} << (digits - 1)) &
                               ((std::uint64_t{1} << digits) - 1));
        return {std::ldexp(number(0), e + shift(40)), std::ldexp(number(0), e + shift(40)), c};
      }
      case 6: {  // overflow, and what an addend still saves from it
        const int e = limits::max_exponent / 2;
        return {std::ldexp(number(0), e), std::ldexp(number(0), e + shift(2)),
                std::ldexp(number(0), limits::max_exponent - 1 - static_cast<int>(random_() % 3))};
      }
      default: {  // the special values with each other
        static constexpr T special[] = {T(0),
                                        -T(0),
                                        T(1),
                                        T(-1),
                                        limits::infinity(),
                                        -limits::infinity(),
                                        limits::quiet_NaN(),
                                        limits::denorm_min(),
                                        -limits::denorm_min(),
                                        limits::min(),
                                        limits::max(),
                                        -limits::max(),
                                        1 + limits::epsilon()};
        constexpr auto n = std::size(special);
        return {special[random_() % n], special[random_() % n], special[random_() % n]};
      }
    }
  }

  int shift(int most) { return static_cast<int>(random_() % static_cast<unsigned>(2 * most + 1)) - most; }
  /// A random significand and sign with an exponent of at most `reach`.
  T number(int reach) {
    const T m = std::ldexp(static_cast<T>(random_() >> 1 >> (64 - 1 - digits)), 1 - digits);
    return std::ldexp((random_() & 1u) != 0 ? m : -m, shift(reach));
  }

  std::mt19937_64 random_;
  unsigned kind_ = 0;
};

template <class T>
class ArithmeticTest : public testing::Test {};
using real_types = testing::Types<float, double>;
TYPED_TEST_SUITE(ArithmeticTest, real_types);

TYPED_TEST(ArithmeticTest, SoftwareFmaIsCorrectlyRounded) {
  using T = TypeParam;
  hard_operands<T> operands(1);
  int subnormal = 0, cancelled = 0, overflowed = 0, differs_from_two_roundings = 0;
  for (int i = 0; i < 10000000; ++i) {
    const auto [a, b, c] = operands.next();
    const T expected = std::fma(a, b, c), got = detail::software_fma(a, b, c);
    ASSERT_TRUE(same(expected, got)) << std::hexfloat << a << ' ' << b << ' ' << c << ": " << got
                                     << " instead of " << expected;
    if constexpr (sizeof(T) == 8) {  // which takes this way only for operands of extreme size
      ASSERT_TRUE(same(expected, detail::integer_fma<0, 16>(a, b, c)))
          << std::hexfloat << a << ' ' << b << ' ' << c;
    }
    subnormal += std::fpclassify(expected) == FP_SUBNORMAL;
    overflowed += std::isinf(expected) && std::isfinite(a) && std::isfinite(b) && std::isfinite(c);
    cancelled += expected != 0 && std::abs(expected) < std::abs(c) * 1e-6;
    volatile T product = a * b;
    differs_from_two_roundings += !same<T>(product + c, expected);
  }
  // The cases that make it hard did occur.
  EXPECT_GT(subnormal, 100000);
  EXPECT_GT(cancelled, 100000);
  EXPECT_GT(overflowed, 100000);
  EXPECT_GT(differs_from_two_roundings, 1000000);
}

// By lanes a target without the instruction has a quicker way for operands of moderate size.
TYPED_TEST(ArithmeticTest, LanesFmaIsCorrectlyRounded) {
  using T = TypeParam;
  using pack = lanes<T, 16, 16>;
  hard_operands<T> operands(5);
  for (int i = 0; i < 10000000 / pack::count; ++i) {
    pack a, b, c;
    for (int l = 0; l < pack::count; ++l) {
      const auto x = operands.next_moderate();
      a.set(l, x.a);
      b.set(l, x.b);
      c.set(l, x.c);
    }
    const pack got = fma(a, b, c);
    for (int l = 0; l < pack::count; ++l) {
      ASSERT_TRUE(same(std::fma(a.get(l), b.get(l), c.get(l)), got.get(l)))
          << std::hexfloat << a.get(l) << ' ' << b.get(l) << ' ' << c.get(l) << ": " << got.get(l);
    }
  }
}

template <class T>
T expected(operation o, T a, T b, T c) {
  volatile T product = a * b;
  switch (o) {
    case operation::multiply_add:
    case operation::add_product:
    case operation::plus:
    case operation::plain:
      return product + c;
    case operation::fused:
      return std::fma(a, b, c);
    case operation::quotient:
      return a / b;
    case operation::root:
      return std::sqrt(std::abs(a));
    case operation::smaller:
      return a < b ? a : b;
    case operation::signed_like:
      return std::copysign(a, b);
  }
  return 0;
}

template <int RegisterBytes, class T>
void check_level(bool has_fma) {
  constexpr std::size_t n = 512 * probe_lanes;
  hard_operands<T> operands(2);
  std::vector<T> a(n), b(n), c(n), one(n), many(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = operands.next();
    a[i] = x.a;
    b[i] = x.b;
    c[i] = x.c;
  }
  for (int o = 0; o <= static_cast<int>(operation::plain); ++o) {
    const auto what = static_cast<operation>(o);
    by_value<RegisterBytes>(what, a.data(), b.data(), c.data(), one.data(), n);
    by_lanes<RegisterBytes>(what, a.data(), b.data(), c.data(), many.data(), n);
    if (what == operation::plain) {
      // The control: this translation unit does contract where it can, so the others' agreement says much.
      std::size_t fused = 0;
      for (std::size_t i = 0; i < n; ++i) fused += !same(one[i], expected(what, a[i], b[i], c[i]));
      EXPECT_EQ(fused > n / 100, has_fma);
      continue;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const T e = expected(what, a[i], b[i], c[i]);
      ASSERT_TRUE(same(one[i], e)) << "operation " << o << " by value, " << a[i] << ' ' << b[i] << ' '
                                   << c[i];
      ASSERT_TRUE(same(many[i], e)) << "operation " << o << " by lanes, " << a[i] << ' ' << b[i] << ' '
                                    << c[i];
    }
  }
  std::vector<T> low(probe_lanes, T(1)), high(probe_lanes, T(1));
  EXPECT_FALSE((any_less<RegisterBytes>(low.data(), high.data())));
  for (int i = 0; i < probe_lanes; ++i) {
    high[static_cast<std::size_t>(i)] = T(2);
    EXPECT_TRUE((any_less<RegisterBytes>(low.data(), high.data()))) << "lane " << i;
    high[static_cast<std::size_t>(i)] = T(1);
  }
}

TYPED_TEST(ArithmeticTest, SameBitsAtEveryLevelThoughCompilersContract) {
  check_level<16, TypeParam>(
#if defined(__aarch64__)
      true
#else
      false
#endif
  );
#if defined(TALI_TEST_X86)
  for (const simd_level level : simd_levels()) {
    if (level == simd_level::avx2) check_level<32, TypeParam>(true);
    if (level == simd_level::avx512) check_level<64, TypeParam>(true);
  }
#endif
}

/// Numbers of which conversions may lose or round a bit wrongly: few bits set or missing, and any.
std::vector<std::uint64_t> hard_numbers() {
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j <= i; ++j) {
      const std::uint64_t two_bits = std::uint64_t{1} << i | std::uint64_t{1} << j;
      for (const std::uint64_t x : {two_bits, ~two_bits, two_bits - 1, 0 - two_bits}) all.push_back(x);
    }
  }
  std::mt19937_64 random(6);
  do all.push_back(random() >> random() % 64);
  while (all.size() % (512 * probe_lanes) != 0);
  return all;
}

double expected(conversion c, std::uint64_t x) {
  switch (c) {
    case conversion::unit:
    case conversion::unit_of_words:
      return std::ldexp(static_cast<double>(x >> 11), -53);
    case conversion::odd_unit:
    case conversion::odd_unit_of_words:
      return std::ldexp(static_cast<double>(x >> 11 | 1u), -53);
    case conversion::wrapped:
    case conversion::wrapped_of_words: {
      // (k + 1/2) 2^-62 of the signed k, from an exact sum in one rounding.
      const auto k = static_cast<__int128>(static_cast<std::int64_t>(x));
      return std::ldexp(static_cast<double>(2 * k + 1), -63);
    }
  }
  return 0;
}

template <int RegisterBytes>
void check_numbers() {
  const std::vector<std::uint64_t> x = hard_numbers();
  for (const conversion c :
       {conversion::unit, conversion::odd_unit, conversion::wrapped, conversion::unit_of_words,
        conversion::odd_unit_of_words, conversion::wrapped_of_words}) {
    std::vector<double> got(x.size());
    of_numbers<RegisterBytes>(c, x.data(), got.data(), x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(got[i], expected(c, x[i])) << "conversion " << static_cast<int>(c) << " of " << x[i];
    }
  }
}

TEST(Numbers, BecomeTheSameDoublesAtEveryLevel) {
  for (const std::uint64_t x : hard_numbers()) {  // by value
    ASSERT_EQ(upper_to_unit_double(x), expected(conversion::unit, x)) << x;
    ASSERT_EQ(upper_to_unit_double(x, 1), expected(conversion::odd_unit, x)) << x;
    ASSERT_EQ(detail::wrapped_unit_f64(x), expected(conversion::wrapped, x)) << x;
    ASSERT_EQ(detail::wrapped_unit_f64(narrow(x), narrow(x >> 32)), expected(conversion::wrapped_of_words, x))
        << x;
  }
  check_numbers<16>();
#if defined(TALI_TEST_X86)
  for (const simd_level level : simd_levels()) {
    if (level == simd_level::avx2) check_numbers<32>();
    if (level == simd_level::avx512) check_numbers<64>();
  }
#endif
}

TEST(SplitNearOne, IsExactAndBalanced) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000000; ++i) {
    const double x = std::ldexp(static_cast<double>(random() >> 11), -static_cast<int>(random() % 40));
    if (x == 0 || x * 0x1p-53 > 1) continue;
    const auto [e, f] = split_near_one<53>(x);
    ASSERT_EQ(std::ldexp(1 + f, 53 - static_cast<int>(e)), x);
    ASSERT_GE(f, std::sqrt(0.5) - 1 - 1e-6);
    ASSERT_LE(f, std::sqrt(2.0) - 1 + 1e-6);
    const auto y = static_cast<float>(x);
    const auto [g, h] = split_near_one<53>(y);
    ASSERT_EQ(std::ldexp(1 + h, 53 - static_cast<int>(g)), y);
    ASSERT_GE(h, std::sqrt(0.5f) - 1 - 1e-6f);
    ASSERT_LE(h, std::sqrt(2.0f) - 1 + 1e-6f);
  }
}

}  // namespace
}  // namespace tali::test
