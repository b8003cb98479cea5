// SPDX-License-Identifier: Apache-2.0
// Scalar calls: the same bits with the processor's fma and without it, and no slower than they need be. CMake
// runs this on emulated processors too, one of them without fma.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <tali/draws.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/lanes_arithmetic.hpp>

namespace tali::test {
namespace {

/// Three operands: of any bits, or such that a b + c cancels all but the last digits.
template <class F, class U>
void operands(philox4x32& random, bool close, F (&x)[3]) {
  constexpr int digits = sizeof(F) == 4 ? 23 : 52;
  constexpr U fields = (U{1} << (8 * sizeof(F) - 1 - digits)) - 1, middle = fields / 2 - 10;
  U bits[3];
  for (U& b : bits) b = static_cast<U>(std::uint64_t{random()} << 32 | random());
  if (close) {
    for (int k = 0; k < 2; ++k) bits[k] = (bits[k] & ~(fields << digits)) | (middle + bits[k] % 20) << digits;
    const F product = __builtin_bit_cast(F, bits[0]) * __builtin_bit_cast(F, bits[1]);
    bits[2] = (__builtin_bit_cast(U, product) ^ (U{1} << (8 * sizeof(F) - 1))) + bits[2] % 8;
  }
  for (int k = 0; k < 3; ++k) x[k] = __builtin_bit_cast(F, bits[k]);
}

template <class F, class U>
void compare_with_libm() {
  philox4x32 random(7);
  for (int i = 0; i < 100000; ++i) {
    F x[3];
    operands<F, U>(random, i % 2 == 0, x);
    const F expected = std::fma(x[0], x[1], x[2]), got = fma(x[0], x[1], x[2]);
    ASSERT_TRUE((std::isnan(expected) && std::isnan(got)) ||
                __builtin_bit_cast(U, expected) == __builtin_bit_cast(U, got))
        << x[0] << " * " << x[1] << " + " << x[2];
    using reg = typename lanes<F, 16 / sizeof(F), 16>::reg;
    reg a{}, b{}, c{};
    a[1] = x[0];
    b[1] = x[1];
    c[1] = x[2];
    std::vector<F> in_register{F(detail::fma_register<F>(a, b, c)[1])};
#if !defined(TALI_HAS_FMA)
    in_register.push_back(F(detail::software_fma_register<F>(a, b, c)[1]));
#endif
    for (const F y : in_register) {
      ASSERT_TRUE((std::isnan(expected) && std::isnan(y)) ||
                  __builtin_bit_cast(U, expected) == __builtin_bit_cast(U, y))
          << x[0] << " * " << x[1] << " + " << x[2];
    }
  }
}

TEST(ScalarFma, IsExactOfFloats) { compare_with_libm<float, std::uint32_t>(); }
TEST(ScalarFma, IsExactOfDoubles) { compare_with_libm<double, std::uint64_t>(); }

/// Constants alone, in a loop whose body may not run: a compiler that made the instruction before it asked
/// for the processor would stop here where there is none.
TEST(ScalarFma, StaysBehindItsTest) {
  double sum = 0;
  volatile int n = 3;
  for (int i = 0; i < n; ++i) sum += fma(3.0, 5.0, 7.0) * i;
  EXPECT_EQ(sum, 66);
  float small = 0;
  for (int i = 0; i < n; ++i) small += fma(3.0f, 5.0f, 7.0f) * static_cast<float>(i);
  EXPECT_EQ(small, 66);
}

/// The library's fills were compiled for each SIMD level; the scalar call must agree with the best of them.
template <class D>
void compare_with_fill(const D& d) {
  const philox4x32 e(11, 12);
  std::vector<typename D::result_type> made(700);
  tali::fill(cpu{.threads = 1}, e, d, 5, std::span(made));
  for (std::size_t i = 0; i < made.size(); ++i) ASSERT_EQ(value(e, d, 5 + i), made[i]) << D::name << ' ' << i;
}

TEST(ScalarCalls, GiveTheBitsOfFills) {
  compare_with_fill(normal_icdf<float>(1, 3));
  compare_with_fill(normal_icdf<double>(1, 3));
  compare_with_fill(exponential<float>(3));
  compare_with_fill(exponential<double>(3));
  compare_with_fill(weibull<double>(1.5));
  compare_with_fill(student_t<double>(3));
  compare_with_fill(warp_normal<float>());
  compare_with_fill(lognormal<double>());
  compare_with_fill(tali::gamma<float>(2.5f));
  compare_with_fill(tali::gamma<double>(0.3));
}

TEST(ScalarCalls, ADistributionTakesItsWordsFromAnEngineInOrder) {
  philox4x32 e(1, 2);
  const philox4x32 start = e;
  const student_t<double> d(3);  // four words
  for (std::uint64_t i = 0; i < 50; ++i) ASSERT_EQ(d(e), value(start, d, i));
}

}  // namespace
}  // namespace tali::test
