// SPDX-License-Identifier: Apache-2.0
// Users' functors on the CPU: law 1 for random ranges, cuts, threads and SIMD levels; the library's own
// distributions bit for bit where the arithmetic is the same; what is refused.
#include <atomic>
#include <cstring>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill.hpp>
#include <tali/fill_with.hpp>

#include "support/functors.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

template <class F>
using value_of = typename detail::result_of_functor<F>::type;

template <class E, class F>
std::vector<value_of<F>> by_element(const E& e, const F& f, std::uint64_t first, std::size_t n) {
  std::vector<value_of<F>> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = value_with(e, f, first + i);
  return out;
}

/// By every level and several numbers of threads, whole and in pieces.
template <class E, class F>
void check(const E& e, const F& f, std::uint64_t first, std::size_t n, std::mt19937_64& random) {
  const auto expected = by_element(e, f, first, n);
  for (const simd_level level : simd_levels()) {
    for (const int threads : {1, 3}) {
      const cpu where{threads, level};
      std::vector<value_of<F>> whole(n), pieces(n);
      fill_with(where, e, f, first, std::span(whole));
      ASSERT_TRUE(same_bits(whole, expected)) << simd_level_name(level) << ", from " << first << ", " << n;
      for (std::size_t at = 0; at < n;) {
        const std::size_t here = std::min<std::size_t>(n - at, 1 + random() % 300);
        fill_with(where, e, f, first + at, std::span(pieces).subspan(at, here));
        at += here;
      }
      ASSERT_TRUE(same_bits(pieces, expected)) << simd_level_name(level) << ", in pieces, from " << first;
    }
  }
}

template <class E, class F>
void check_ranges_of(const F& f, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  constexpr auto words = static_cast<std::uint64_t>(detail::functor_traits<F>::words);
  const E e(random(), random() & E::max_stream);
  E moved = e;
  moved.discard(1 + random() % 9);
  check(e, f, random() % 1000, 1 + random() % 40, random);
  check(e, f, (std::uint64_t{1} << 34) / words - random() % 700, 1500, random);
  check(moved, f, random() % 1000, 4096 + random() % 2000, random);
}

/// With one engine: a functor is compiled for every level.
template <class F>
void check_ranges(const F& f, std::uint64_t seed) {
  check_ranges_of<philox4x32>(f, seed);
}

TEST(FillWith, WritesTheElementsOfTheDefinition) {
  check_ranges(user_exponential_f32{1.5f}, 1);
  check_ranges(user_exponential_f64{}, 2);
  check_ranges(plain_line{}, 3);
  check_ranges(plain_line_of_lanes{}, 4);
  check_ranges(three_words{}, 5);
  check_ranges(five_words{}, 6);
  check_ranges([](std::uint64_t w) { return w * 3; }, 7);
  check_ranges([](std::uint32_t a, std::uint64_t b) { return a ^ b; }, 8);
  check_ranges(of_words<2>([](const auto& w) { return w[0] ^ w[1]; }), 9);
}

TEST(FillWith, TakesEveryEngine) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    check_ranges_of<E>(three_words{}, 21);
    if constexpr (counter_engine<E>) check_ranges_of<E>(half_circle{}, 22);
  });
}

TEST(FillWith, WritesTheFirstAcceptedAttempts) {
  check_ranges(half_circle{}, 11);
  check_ranges(picky<1>{}, 12);
  check_ranges(picky<2>{}, 13);
  check_ranges(picky<4>{}, 14);
  check_ranges(picky<8>{}, 15);
  check_ranges(picky<12>{}, 16);
  check_ranges(propose_and_accept<2>([](const auto& w) { return unit_f32(w[0]); },
                                     [](const auto& x, const auto& w) { return is_less(unit_f32(w[1]), x); }),
               17);
}

/// Element i as the library's distribution d makes it.
template <class F, class D>
void expect_same(const F& f, const D& d) {
  using T = typename D::result_type;
  const philox4x32 e(5, 6);
  std::vector<T> theirs(20011), own(20011);
  fill(cpu{}, e, d, 77, std::span(theirs));
  for (const simd_level level : simd_levels()) {
    fill_with(cpu{0, level}, e, f, 77, std::span(own));
    EXPECT_TRUE(same_bits(own, theirs)) << D::name << ' ' << simd_level_name(level);
  }
}

TEST(FillWith, IsTheLibrarysOwnWhereTheArithmeticIs) {
  expect_same(user_exponential_f32{1.5f}, exponential<float>(1.5f));
  expect_same(user_exponential_f64{0.7}, exponential<double>(0.7));
  expect_same(exponential<double>(0.7), exponential<double>(0.7));
  expect_same([](std::uint32_t w) { return w; }, bits<std::uint32_t>{});
  expect_same([](std::uint64_t w) { return w; }, bits<std::uint64_t>{});
  expect_same(own_von_mises<float>{von_mises<float>(1, 2)}, von_mises<float>(1, 2));
  expect_same(own_von_mises<double>{von_mises<double>(1, 2)}, von_mises<double>(1, 2));
}

TEST(FillWith, TakesValuesThatAreNoNumbers) {
  const pcg32 e(1);
  std::vector<point> all(1000);
  fill_with(cpu{}, e, a_point{}, 3, std::span(all));
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i], (point{unit_f32(e.word(6 + 2 * i)), unit_f32(e.word(7 + 2 * i))}));
  }
}

TEST(FillWith, TakesAnyEngineAndBanks) {
  const user_exponential_f64 f{};
  const exponential<double> d;
  for (const char* name : {"pcg32", "philox4x32-7", "mtgp32:sets=3", "xorwow:threads=64"}) {
    const any_engine e(name, 4);
    std::vector<double> own(3001), theirs(3001);
    fill_with(cpu{2}, e, f, 1001, own);
    fill(cpu{}, e, any_distribution(d), 1001, theirs);
    EXPECT_TRUE(same_bits(own, theirs)) << name;
  }
  std::vector<std::uint32_t> many((std::size_t{1} << 21) + 5), words(many.size());  // several pieces
  const any_engine any("mtgp32:sets=5", 8);
  const mtgp32& bank = *any.get_if<mtgp32>();
  fill_with(
      cpu{}, bank, [](std::uint32_t w) { return w; }, 9, many);
  fill(cpu{}, bank, bits<std::uint32_t>{}, 9, words);
  EXPECT_TRUE(same_bits(many, words));
}

TEST(FillWith, CallsTheFunctorOnceAnElement) {
  std::atomic<std::size_t> calls = 0;
  const auto f = [&calls](std::uint32_t w) {
    ++calls;
    return w;
  };
  std::vector<std::uint32_t> out(50000);
  fill_with(cpu{2}, pcg32(1), f, 0, out);
  EXPECT_EQ(calls, out.size());
}

TEST(FillWith, RefusesWhatItCannotDo) {
  const philox4x32 e(1);
  const auto two = [](std::uint32_t a, std::uint32_t b) { return a + b; };
  const auto attempt = [](std::uint32_t w) { return attempted{w, true}; };
  std::vector<std::uint32_t> out(10);
  const std::span<std::uint32_t> null(static_cast<std::uint32_t*>(nullptr), 10);
  EXPECT_EQ(refusal([&] { fill_with(cpu{}, e, two, std::uint64_t{1} << 63, out); }),
            "first index + count is 9223372036854775808 + 10");
  EXPECT_EQ(refusal([&] { fill_with(cpu{}, e, two, (std::uint64_t{1} << 63) - 10, out); }), "accepted");
  EXPECT_EQ(refusal([&] { fill_with(cpu{}, e, two, 0, null); }), "destination is null");
  EXPECT_EQ(refusal([&] { fill_with(cpu{-1}, e, two, 0, out); }), "threads is -1");
  EXPECT_EQ(refusal([&] { fill_with(cpu{}, any_engine("sobol32:dims=2,points=100"), two, 0, out); }),
            "engine is 'sobol32'");
  EXPECT_EQ(refusal([&] { fill_with(cpu{}, any_engine("pcg32"), attempt, 0, out); }), "engine is 'pcg32'");
  cpu other;
  other.level = simd_levels().back() == simd_level::neon ? simd_level::avx512 : simd_level::neon;
  EXPECT_NE(refusal([&] { fill_with(other, e, two, 0, out); }), "accepted");
  other = cpu{};
  for (const int group : {-1, 3, 64}) {
    other.rejection.group = group;
    EXPECT_EQ(refusal([&] { fill_with(other, e, attempt, 0, out); }),
              "rejection.group is " + std::to_string(group));
  }
}

TEST(FillWith, PassesOnWhatTheFunctorThrows) {
  std::vector<std::uint32_t> out(100000);
  const auto f = [](std::uint32_t w) -> std::uint32_t {
    if (w % 1024 == 7) throw std::out_of_range("seven");
    return w;
  };
  for (const int threads : {1, 2})
    EXPECT_THROW(fill_with(cpu{threads}, pcg32(1), f, 0, out), std::out_of_range) << threads;
}

TEST(FillWith, SaysWhichSampleHadNoAttemptAccepted) {
  std::vector<float> out(3);
  const philox4x32 e(1);
  std::uint32_t attempts = 0;
  const auto never = [&](std::uint32_t w) {
    ++attempts;
    return attempted{static_cast<float>(w), false};
  };
  try {
    fill_with(cpu{1}, e, never, 4, std::span(out).first(1));
    FAIL() << "nothing was thrown";
  } catch (const sampling_error& x) {
    EXPECT_EQ(x.index(), 4u);
  }
  EXPECT_NE(out[0], out[0]);
  EXPECT_EQ(attempts, max_attempts);
}

}  // namespace
}  // namespace tali::test
