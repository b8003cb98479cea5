// SPDX-License-Identifier: Apache-2.0
// The comparators: their definitions, written again, and the order of their sequences.
#include <cstring>

#include <gtest/gtest.h>

#include <tali/distribution/uniform.hpp>
#include <tali/engine/mtgp_jump.hpp>
#include <tali/engine/per_thread_generators.hpp>
#include <tali/fill.hpp>

namespace tali::test {
namespace {

TEST(Xorwow, IsMarsaglias) {
  // The paper's seeds and the recurrence as its C function has it.
  std::uint32_t x = 123456789, y = 362436069, z = 521288629, w = 88675123, v = 5783321, d = 6615241;
  const std::uint32_t seeds[] = {x, y, z, w, v, d};
  xorwow e(std::vector{detail::xorwow_generator(seeds)});
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t t = (x ^ (x >> 2));
    x = y;
    y = z;
    z = w;
    w = v;
    v = (v ^ (v << 4)) ^ (t ^ (t << 1));
    ASSERT_EQ(e(), (d += 362437) + v);
  }
}

TEST(HybridTaus, IsThatOfGpuGems) {
  std::uint32_t z1 = 1000, z2 = 2000, z3 = 3000, z4 = 4;
  const std::uint32_t seeds[] = {z1, z2, z3, z4};
  hybrid_taus e(std::vector{detail::hybrid_taus_generator(seeds)});
  const auto taus = [](std::uint32_t& z, int s1, int s2, int s3, std::uint32_t m) {
    const std::uint32_t b = (((z << s1) ^ z) >> s2);
    return z = (((z & m) << s3) ^ b);
  };
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t expected = taus(z1, 13, 19, 12, 4294967294u) ^ taus(z2, 2, 25, 4, 4294967288u) ^
                                   taus(z3, 3, 11, 17, 4294967280u) ^ (z4 = 1664525u * z4 + 1013904223u);
    ASSERT_EQ(e(), expected);
  }
  const std::uint32_t small[] = {0, 128, 129, 0};
  EXPECT_EQ(detail::hybrid_taus_generator(small).z[0], 129u);
  EXPECT_EQ(detail::hybrid_taus_generator(small).z[1], 257u);
  EXPECT_EQ(detail::hybrid_taus_generator(small).z[2], 129u);
}

TEST(WarpStandard, HasLinearComplexity1024) {
  // A bit of the state obeys no recurrence shorter than the state's 1024 bits; a wrong constant would show.
  std::uint32_t seeds[32] = {};
  seeds[7] = 1;
  detail::warp_standard_generator g(seeds);
  std::vector<std::uint8_t> bits;
  std::uint32_t out[32];
  for (int i = 0; i < 2048; ++i) {
    bits.push_back(g.x[3] & 1u);
    g.step(out);
  }
  const detail::gf2_polynomial phi = detail::minimal_polynomial(bits);
  ASSERT_EQ(detail::degree(phi), 1024);
}

TEST(WarpStandard, OutputsAreSumsOfTwoWords) {
  std::uint32_t seeds[32];
  for (std::uint32_t l = 0; l < 32; ++l) seeds[l] = 0x9e3779b9u * (l + 1);
  warp_standard e(std::vector{detail::warp_standard_generator(seeds)});
  // Lane 0: words 29 and 5; no shift to the right. Lane 1: words 24 and 14; one bit.
  EXPECT_EQ(e(), seeds[29] + seeds[5]);
  EXPECT_EQ(e(), seeds[24] + seeds[14]);
  EXPECT_EQ(e.states()[0].x[0], (seeds[29] << 2) ^ seeds[5]);
  EXPECT_EQ(e.states()[0].x[1], (seeds[24] << 2) ^ (seeds[14] >> 1));
}

template <class E>
class Comparator : public ::testing::Test {};
using comparators = ::testing::Types<xorwow, hybrid_taus, warp_standard>;
TYPED_TEST_SUITE(Comparator, comparators);

TYPED_TEST(Comparator, GeneratorsTakeTurns) {
  using G = typename TypeParam::generator;
  const TypeParam start(5, 1, 2);
  TypeParam e = start;
  std::vector<G> own(start.states().begin(), start.states().end());
  for (int row = 0; row < 20; ++row) {
    for (G& g : own) {
      std::uint32_t out[G::width];
      g.step(out);
      for (const std::uint32_t x : out) ASSERT_EQ(e(), x);
    }
  }
  EXPECT_THROW(TypeParam(0), argument_error);
}

TYPED_TEST(Comparator, CutsDoNotShow) {
  const TypeParam e(7, 3);
  const uniform<double> d;
  std::vector<double> whole(1000), piece(1000);
  fill(cpu{}, e, d, 0, std::span(whole));
  fill(cpu{}, e, d, 0, std::span(piece).first(333));
  fill(cpu{}, e, d, 333, std::span(piece).subspan(333));
  EXPECT_EQ(std::memcmp(whole.data(), piece.data(), 8000), 0);
}

}  // namespace
}  // namespace tali::test
