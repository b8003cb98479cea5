// SPDX-License-Identifier: Apache-2.0
// mt607_per_thread: the plain recurrence, known answers, its parameters, and comparators by name.
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include <tali/distribution/uniform.hpp>
#include <tali/filler.hpp>

namespace tali::test {
namespace {

/// Mersenne Twister as its definition has it, all words kept.
std::vector<std::uint32_t> plain_twister(std::vector<std::uint32_t> x, const detail::mt607_parameters& p,
                                         std::size_t n) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t joined = (x[i] / 2 * 2) + x[i + 1] % 2;
    x.push_back(joined % 2 == 1 ? x[i + 9] ^ joined / 2 ^ p.a : x[i + 9] ^ joined / 2);
    std::uint32_t y = x.back();
    y = y ^ (y >> 12);
    y = y ^ ((y << 7) & p.b);
    y = y ^ ((y << 15) & p.c);
    out.push_back(y ^ (y >> 18));
  }
  return out;
}

TEST(Mt607, EveryThreadIsATwisterOfItsOwn) {
  constexpr std::size_t threads = 37, rows = 100;
  mt607_per_thread e(threads, 3, 4);
  std::vector<std::vector<std::uint32_t>> expected;
  philox4x32 words(3, 4);
  for (std::size_t t = 0; t < threads; ++t) {
    std::vector<std::uint32_t> state(19);
    for (auto& w : state) w = words();
    expected.push_back(plain_twister(state, detail::shipped_mt607_parameters()[t], rows));
  }
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t t = 0; t < threads; ++t) ASSERT_EQ(e(), expected[t][r]) << r << " " << t;
  }
}

TEST(Mt607, KnownAnswers) {
  // Its own: pinned when the parameters were made.
  mt607_per_thread e(4096, 1);
  const std::uint32_t first[] = {0xa4841a28u, 0x7182feddu, 0x0ed506bcu, 0xfa9f77bdu};
  for (const std::uint32_t x : first) EXPECT_EQ(e(), x);
  e.discard(1000000 - 4);
  const std::uint32_t later[] = {0x7062ed09u, 0xd892d991u, 0xd50f5f48u, 0x8bb5e47du};
  for (const std::uint32_t x : later) EXPECT_EQ(e(), x);
}

TEST(Mt607, ZeroStatesAreAvoided) {
  // The lowest bit of the oldest word is not part of the state.
  const std::uint32_t zero[19] = {1};
  detail::mt607_generator g(zero, detail::shipped_mt607_parameters()[0]);
  std::uint32_t any = 0, out[1];
  for (int i = 0; i < 40; ++i) {
    g.step(out);
    any |= out[0];
  }
  EXPECT_NE(any, 0u);
}

TEST(Mt607, ShippedParametersAreDistinct) {
  const auto all = detail::shipped_mt607_parameters();
  ASSERT_EQ(all.size(), mt607_per_thread::max_generators);
  for (std::size_t t = 0; t < all.size(); ++t) {
    ASSERT_EQ(all[t].id(), t);
    ASSERT_NE(all[t].a >> 31, 0u);
    ASSERT_EQ(all[t].b & 0x7fu, 0u);
    ASSERT_EQ(all[t].c & 0x7fffu, 0u);
  }
  EXPECT_THROW(mt607_per_thread(all.size() + 1), argument_error);
}

TEST(Comparators, Names) {
  EXPECT_EQ(any_engine("xorwow").generators(), 4096u);
  EXPECT_EQ(any_engine("warp_standard:threads=64").generators(), 2u);
  for (const char* bad : {"xorwow:", "xorwow:threads=", "xorwow:threads=0", "xorwow:threads=16777217",
                          "xorwow:threads=7x", "xorwow:sets=7", "warp_standard:threads=33",
                          "mt607_per_thread:threads=4097", "mt607_per_thread:x", "pcg32:threads=7"}) {
    EXPECT_THROW(any_engine{bad}, argument_error) << bad;
  }
}

template <class E>
class NamedComparator : public ::testing::Test {};
using comparators = ::testing::Types<xorwow, hybrid_taus, warp_standard, mt607_per_thread>;
TYPED_TEST_SUITE(NamedComparator, comparators);

TYPED_TEST(NamedComparator, GivesTheEnginesElementsForEveryCut) {
  constexpr std::size_t n = 40000;
  const std::size_t threads = 96;
  const any_engine named(std::string(TypeParam::name) + ":threads=96", 11, 5);
  const TypeParam e(threads / TypeParam::generator::width, 11, 5);

  std::vector<double> expected(n), found(n);
  TypeParam by_words = e;
  for (double& x : expected) {
    std::uint32_t w[2];
    for (auto& word : w) word = by_words();
    x = uniform<double>{}(w);
  }
  const any_distribution d("uniform", "f64");
  filler there(cpu{}, named, d);
  there.fill(333, found.data() + 333, n - 333);
  there.fill(0, found.data(), 333);  // back
  EXPECT_EQ(std::memcmp(expected.data(), found.data(), 8 * n), 0);
  fill(cpu{}, e, uniform<double>{}, 0, found);
  EXPECT_EQ(std::memcmp(expected.data(), found.data(), 8 * n), 0);

  // Where warps make values together: whole against pieces at any place, and every level.
  const any_distribution normal("normal-warp", "f32");
  std::vector<float> whole(n), piece(n);
  fill(cpu{}, named, normal, 0, whole.data(), n);
  for (const simd_level other : simd_levels()) {
    std::fill(piece.begin(), piece.end(), 0.0f);
    cpu where;
    where.level = other;
    filler g(where, named, normal);
    g.fill(0, piece.data(), 1001);
    g.fill(1001, piece.data() + 1001, 17000);
    g.fill(18001, piece.data() + 18001, n - 18001);
    EXPECT_EQ(std::memcmp(whole.data(), piece.data(), 4 * n), 0);
  }
}

}  // namespace
}  // namespace tali::test
