// SPDX-License-Identifier: Apache-2.0
// Values do not depend on the floating-point modes of the thread that asks for them, and the modes stay.
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill_with.hpp>
#include <tali/tali.hpp>

#include "support/same_bits.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace tali::test {
namespace {

struct modes {
  std::string name;
  std::function<void()> set;
  std::function<bool()> are_set;
};

#if defined(__SSE__)
modes of_register(const char* name, unsigned csr) {
  return {name, [csr] { _mm_setcsr(csr); }, [csr] { return (_mm_getcsr() & ~0x3fu) == csr; }};
}
#endif

std::vector<modes> all_modes() {
  std::vector<modes> all;
  for (const int way : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    all.push_back({"rounding " + std::to_string(way), [way] { std::fesetround(way); },
                   [way] { return std::fegetround() == way; }});
  }
#if defined(__SSE__)
  all.push_back(of_register("no subnormal numbers", 0x9fc0));  // what -ffast-math sets
  all.push_back(of_register("traps", 0x1000));                 // of all exceptions but the inexact result
#elif defined(__aarch64__)
  const auto fpcr = [] {
    std::uint64_t m;
    asm volatile("mrs %0, fpcr" : "=r"(m));
    return m;
  };
  all.push_back({"no subnormal numbers", [] { asm volatile("msr fpcr, %0"
                                                           :
                                                           : "r"(std::uint64_t{1} << 24)); },
                 [fpcr] { return fpcr() == std::uint64_t{1} << 24; }});
#endif
  return all;
}

/// fill() twice: in the modes that programs begin with, and in each of the others.
template <class T, class Fill>
void expect_the_same(const char* what, std::size_t n, const Fill& fill) {
  std::vector<T> expected(n);
  fill(std::span<T>(expected));
  for (const modes& m : all_modes()) {
    std::vector<T> found(n);
    std::fenv_t before;
    std::fegetenv(&before);
    m.set();
    fill(std::span<T>(found));
    const bool still = m.are_set();
    std::fesetenv(&before);
    EXPECT_TRUE(same_bits(found, expected)) << what << ", " << m.name;
    EXPECT_TRUE(still) << what << ", " << m.name;
  }
}

template <class E, class D>
void expect_the_same_fills(const char* what, const E& e, const D& d) {
  using T = typename D::result_type;
  for (const int threads : {1, 3}) {
    expect_the_same<T>(what, 20000, [&](std::span<T> to) { fill(cpu{.threads = threads}, e, d, 5, to); });
  }
}

TEST(FloatModes, ChangeNoValueOfAFill) {
  const philox4x32 e(1);
  expect_the_same_fills("normal f32", e, normal<float>(1, 2));
  expect_the_same_fills("normal f64", e, normal<double>());
  expect_the_same_fills("exponential of subnormal mean", e, exponential<float>(1e-40f));
  expect_the_same_fills("exponential f64", e, exponential<double>());
  expect_the_same_fills("gamma f32", e, gamma<float>(0.01f));
  expect_the_same_fills("gamma f64", e, gamma<double>(2));
  expect_the_same_fills("beta f32", e, beta<float>(0.01f, 0.02f));
  expect_the_same_fills("weibull f32", e, weibull<float>(0.05f));
  expect_the_same_fills("poisson", e, poisson<std::uint32_t>(10));
  expect_the_same_fills("direction", e, direction<float>(4));
  expect_the_same_fills("points", sobol64(point_set{.dimensions = 5}), normal_icdf<double>());
}

TEST(FloatModes, ChangeNoValueOfBanksAndComparators) {
  const mtgp32 bank = any_engine("mtgp32:sets=2,mexp=3217", 1).get_if<mtgp32>()[0];
  expect_the_same_fills("mtgp32", bank, lognormal<float>());
  expect_the_same_fills("xorwow", xorwow(64, 1), exponential<double>());
  const exponential<float> small(1e-40f);
  expect_the_same<float>("fill_next", 3000, [&](std::span<float> to) {
    mtgp32 moves = bank;
    fill_next(cpu{.threads = 1}, moves, small, to);
  });
}

TEST(FloatModes, ChangeNoValueOfAFunctor) {
  const auto root = [](std::uint32_t w) { return square_root(static_cast<double>(w)) * 0x1p-1060; };
  for (const int threads : {1, 3}) {
    expect_the_same<double>("functor", 20000, [&](std::span<double> to) {
      fill_with(cpu{.threads = threads}, philox4x32(1), root, 0, to);
    });
  }
}

TEST(FloatModes, OfTheThreadThatStartedHelpersStayWithIt) {
  // A thread of its own, whose helpers are started in other modes than it has later.
  const philox4x32 e(2);
  const exponential<float> d(1e-40f);
  std::vector<float> alone(100000), late(alone.size()), shared(alone.size());
  fill(cpu{.threads = 1}, e, d, 0, alone);
  std::thread([&] {
    std::fenv_t before;
    std::fegetenv(&before);
    all_modes().back().set();
    std::fesetround(FE_UPWARD);
    fill(cpu{.threads = 2}, e, d, 0, shared);
    std::fesetenv(&before);
    fill(cpu{.threads = 2}, e, d, 0, late);
  }).join();
  EXPECT_TRUE(same_bits(shared, alone));
  EXPECT_TRUE(same_bits(late, alone));
}

}  // namespace
}  // namespace tali::test
