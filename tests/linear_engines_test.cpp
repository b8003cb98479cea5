// SPDX-License-Identifier: Apache-2.0
// What mrg32k3a, xorwow-curand, xoshiro256++ and the Mersenne Twisters are equal to: the standard library,
// NumPy, and published answers.
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <tali/engine/gf2_polynomial.hpp>
#include <tali/engine/mersenne_twister.hpp>
#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>
#include <tali/text.hpp>

#include "support/refusal.hpp"

namespace tali::test {
namespace {

/// The next output as the generator's authors have it.
std::uint32_t next_output(mt19937& e) { return e(); }
std::uint64_t next_output(mt19937_64& e) {
  const std::uint32_t low = e();
  return join(low, e());
}

template <class E>
constexpr std::uint64_t words_an_output = sizeof(typename E::word_type) / 4;

template <class E, class Standard>
void equals_the_standard_librarys() {
  std::mt19937_64 random(21);
  for (int round = 0; round < 8; ++round) {
    const auto seed = static_cast<typename E::word_type>(round == 0 ? 0 : random());
    E e(seed);
    Standard standard(seed);
    const std::uint64_t far = round < 4 ? random() % 2000 : random() % 40000000;
    e.discard(far * words_an_output<E>);
    standard.discard(far);
    for (int i = 0; i < 1500; ++i) ASSERT_EQ(next_output(e), standard()) << seed << ' ' << far << ' ' << i;
    // Their texts are one, and each reads the other's.
    std::ostringstream ours, theirs;
    ours << e;
    theirs << standard;
    ASSERT_EQ(ours.str(), theirs.str()) << far;
    std::istringstream text(theirs.str());
    E read;
    text >> read;
    ASSERT_FALSE(text.fail());
    for (int i = 0; i < 1500; ++i) ASSERT_EQ(next_output(read), standard());
    // And back to the beginning.
    e.discard(0 - e.position());
    ASSERT_EQ(e, E(seed));
    Standard again(seed);
    for (int i = 0; i < 1500; ++i) ASSERT_EQ(next_output(e), again());
  }
}

TEST(MersenneTwister, EqualsTheStandardLibrarys) {
  equals_the_standard_librarys<mt19937, std::mt19937>();
  equals_the_standard_librarys<mt19937_64, std::mt19937_64>();
}

TEST(MersenneTwister, EqualsTheAuthorsAndNumPys) {
  const auto first = [](mt19937 e) { return std::vector<std::uint32_t>{e(), e(), e(), e()}; };
  using answer = std::vector<std::uint32_t>;
  // numpy.random.MT19937(42), that of SeedSequence(42).spawn(5)[4], and RandomState([7, 0, 3, 0]).
  EXPECT_EQ(first(mt19937::seeded(1, 42, 0)), (answer{0x8ac01c92u, 0xe8bfd726u, 0x9ea282a8u, 0x675a106cu}));
  EXPECT_EQ(first(mt19937::seeded(1, 42, 5)), (answer{0x8a40976bu, 0x8e7a0b36u, 0x3d977576u, 0xc0badc46u}));
  EXPECT_EQ(first(mt19937(7, 3)), (answer{0x6e3addc1u, 0xe1228009u, 0x9bd9959bu, 0xb697e891u}));
  EXPECT_EQ(mt19937::seeded(1, 42, 0).at(), 623u);  // the state dict's pos
  // The first outputs of the authors' mt19937ar.out and mt19937-64.out.
  const std::uint32_t key[] = {0x123, 0x234, 0x345, 0x456};
  EXPECT_EQ(first(mt19937(std::span<const std::uint32_t>(key))),
            (answer{1067595299u, 955945823u, 477289528u, 4107218783u}));
  const std::uint64_t key64[] = {0x12345, 0x23456, 0x34567, 0x45678};
  mt19937_64 e{std::span<const std::uint64_t>(key64)};
  EXPECT_EQ(next_output(e), 7266447313870364031u);
  EXPECT_EQ(next_output(e), 4946485549665804864u);
}

template <class E>
void moves_modulo_two_to_the_64() {
  std::mt19937_64 random(22);
  for (int round = 0; round < 6; ++round) {
    const std::uint64_t a = random(), b = round < 3 ? random() : random() % 3000;
    const E e(random(), random() & E::max_stream);
    E once = e, twice = e;
    once.discard(a + b);
    twice.discard(a);
    twice.discard(b);
    ASSERT_EQ(once, twice) << E::name;
    for (int i = 0; i < 700; ++i) ASSERT_EQ(once(), twice()) << E::name;
    E near = twice;
    near.discard(b % 3000);
    near.discard(0 - b % 3000);
    ASSERT_EQ(near, twice) << E::name;
    E last = e;
    last.discard(0 - std::uint64_t{3});
    for (int i = 0; i < 3; ++i) (void)last();
    ASSERT_EQ(last.position(), 0u) << E::name;
    ASSERT_EQ(last, e) << E::name;
  }
}

TEST(LinearEngines, MoveModuloTwoToThe64) {
  moves_modulo_two_to_the_64<mrg32k3a>();
  moves_modulo_two_to_the_64<xorwow_curand>();
  moves_modulo_two_to_the_64<xoshiro256pp>();
  moves_modulo_two_to_the_64<mt19937>();
  moves_modulo_two_to_the_64<mt19937_64>();
}

/// jump() or long_jump() of the authors' code, which goes through its constants bit by bit.
void published_jump(std::uint64_t (&s)[4], const std::uint64_t (&constants)[4]) {
  std::uint64_t sum[4] = {};
  for (const std::uint64_t word : constants) {
    for (int b = 0; b < 64; ++b) {
      for (int k = 0; k < 4; ++k) sum[k] ^= ((word >> b) & 1u) != 0 ? s[k] : 0;
      detail::xoshiro256pp_step(s);
    }
  }
  for (int k = 0; k < 4; ++k) s[k] = sum[k];
}

TEST(Xoshiro, LanesAndStreamsStandAtThePublishedJumps) {
  constexpr std::uint64_t jump[4] = {0x180ec6d33cfd0abau, 0xd5a61266f0c9392cu, 0xa9582618e03fc9aau,
                                     0x39abdc4529b1661cu};
  constexpr std::uint64_t long_jump[4] = {0x76e15d3efefdcbbfu, 0xc5004e441c522fb3u, 0x77710069854ee241u,
                                          0x39109bb02acbe635u};
  std::uint64_t s[4];
  for (int k = 0; k < 4; ++k) s[k] = xoshiro256pp(42).state().word[k][0];
  for (std::uint64_t stream = 0; stream < 4; ++stream, published_jump(s, long_jump)) {
    const xoshiro256pp e(42, stream);
    std::uint64_t lane[4] = {s[0], s[1], s[2], s[3]};
    for (int l = 0; l < xoshiro256pp::lane_count; ++l, published_jump(lane, jump)) {
      for (int k = 0; k < 4; ++k) ASSERT_EQ(e.state().word[k][l], lane[k]) << stream << ' ' << l;
    }
  }
}

TEST(Xoshiro, EqualsThePublishedNumbers) {
  // The first numbers from the state 1, 2, 3, 4, which are lane 0's.
  constexpr std::uint64_t numbers[] = {41943041u, 58720359u, 3588806011781223u, 3591011842654386u};
  const xoshiro256pp e = xoshiro256pp::from_state(1, 2, 3, 4);
  for (std::uint64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(join(e.word(xoshiro256pp::group * i), e.word(xoshiro256pp::group * i + 1)), numbers[i]);
  }
}

TEST(Mrg32k3a, EqualsRngStreams) {
  // RandU01() of the package's default seed, of its next stream, and of that one's next substream: by the
  // published matrices A1^(2^127) ... A2^(2^76), of which these are the first rows.
  constexpr std::uint64_t seed[6] = {12345, 12345, 12345, 12345, 12345, 12345};
  mrg32k3a e = mrg32k3a::rng_stream(seed, 0);
  EXPECT_EQ(e, mrg32k3a(0));
  for (const double u : {0.127011122046577, 0.318527565396794, 0.309186015583270}) {
    EXPECT_NEAR(static_cast<double>(e.residue()) * 2.328306549295727688e-10, u, 1e-15);
  }
  const auto next_word = [](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t m) {
    return (12345 * a % m + 12345 * b % m + 12345 * c % m) % m;
  };
  const std::uint64_t m1 = 4294967087u, m2 = 4294944443u;
  EXPECT_EQ(mrg32k3a::rng_stream(seed, 1).state().x1[0], next_word(2427906178u, 3580155704u, 949770784u, m1));
  EXPECT_EQ(mrg32k3a::rng_stream(seed, 0, 1).state().x1[0],
            next_word(82758667u, 1871391091u, 4127413238u, m1));
  EXPECT_EQ(mrg32k3a::rng_stream(seed, 0, 1).state().x2[0],
            next_word(1511326704u, 3759209742u, 1610795712u, m2));
  EXPECT_EQ(mrg32k3a::rng_stream(seed, 0, 5), mrg32k3a(0, 5));
}

TEST(Mrg32k3a, MakesWordsOfTheGreatestResidues) {
  EXPECT_EQ(detail::mrg_word(1), 1u);
  EXPECT_EQ(detail::mrg_word(20549915), 20549915u);
  EXPECT_EQ(detail::mrg_word(20549916), 20549917u);
  EXPECT_EQ(detail::mrg_word(4294967086u), 0xffffffffu);
  EXPECT_EQ(detail::mrg_word(4294967087u), 0xffffffffu);
  // Lanes make the same ones, about all the places where a word is left out.
  using u64 = lanes<std::uint64_t, 4, 16>;
  for (std::uint64_t k = 1; k < 209; ++k) {
    const std::uint64_t about = k * 20549916u;
    for (std::uint64_t z = about - 300; z < about; z += 4) {
      const u64 four = u64::iota(z, 1);
      for (int l = 0; l < 4; ++l)
        ASSERT_EQ(detail::mrg_word(four).get(l), detail::mrg_word(four.get(l))) << four.get(l);
    }
  }
}

TEST(LinearEngines, RefuseStatesThatAreNone) {
  EXPECT_EQ(refusal([] { xoshiro256pp::from_state(0, 0, 0, 0); }), "state is all zero");
  EXPECT_EQ(refusal([] { xorwow_curand::from_state({0, 0, 0, 0, 0, 7}); }), "state is all zero");
  std::vector<std::uint32_t> state(624);
  state[0] = 0x7fffffffu;  // bits that are no part of the state
  EXPECT_EQ(refusal([&] { mt19937::from_state(state, 624); }), "state is all zero");
  state[1] = 1;
  EXPECT_EQ(refusal([&] { mt19937::from_state(state, 624); }), "accepted");
  EXPECT_EQ(refusal([&] { mt19937::from_state(state, 625); }), "position in the state is 625");
  EXPECT_EQ(refusal([&] { mt19937::from_state(std::span(state).first(623), 624); }),
            "number of words of state is 623");
  EXPECT_EQ(refusal([] { mt19937{std::span<const std::uint32_t>{}}; }), "number of seeds is 0");
  for (const std::uint64_t at : {0u, 625u, 626u, 1000u}) {  // beyond 312, the low half of an output is taken
    auto numbers = mt19937_64(1).saved();
    numbers.back() = at;
    EXPECT_EQ(refusal([&] { mt19937_64::restored(numbers); }),
              "position in the state is " + std::to_string(at));
  }
  for (std::size_t k = 0; k < 6; ++k) {
    auto numbers = xorwow_curand(1).saved();
    numbers[k] = std::uint64_t{1} << 32;
    EXPECT_EQ(refusal([&] { xorwow_curand::restored(numbers); }), "state is 4294967296");
  }
  for (std::size_t lane = 0; lane < xoshiro256pp::lane_count; ++lane) {
    auto numbers = xoshiro256pp(1).saved();
    for (std::size_t k = 0; k < 4; ++k) numbers[k * xoshiro256pp::lane_count + lane] = 0;
    EXPECT_EQ(refusal([&] { xoshiro256pp::restored(numbers); }),
              "state of lane[" + std::to_string(lane) + "] is all zero");
  }
  EXPECT_EQ(refusal([] { mrg32k3a(1, std::uint64_t{1} << 51); }), "stream is 2251799813685248");
  EXPECT_EQ(refusal([] { mrg32k3a::from_state({0, 0, 0, 1, 1, 1}); }), "state is out of range");
  EXPECT_EQ(refusal([] { mrg32k3a::from_state({1, 1, 1, 1, 1, 4294944443u}); }), "state is out of range");
  EXPECT_EQ(refusal([] { mrg32k3a(0xaaaaaaaa55555555u); }), "seed is 12297829381041378645");
}

TEST(Polynomials, GoBackAsFarAsForth) {
  // x^9 + x + 1, and one of degree 200 of few terms; powers modulo both, against products.
  for (const std::vector<int>& terms : {std::vector<int>{0, 1, 9}, std::vector<int>{0, 3, 200}}) {
    detail::gf2_polynomial modulus(4);
    for (const int k : terms) modulus[static_cast<std::size_t>(k) / 64] |= std::uint64_t{1} << (k % 64);
    const detail::gf2_power power(modulus);
    detail::gf2_polynomial one = power(0);
    for (const std::uint64_t n :
         {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{1000}, ~std::uint64_t{0}}) {
      EXPECT_EQ(power.product(power(n), power.back(n)), one) << n;
      EXPECT_EQ(power.product(power(n / 2), power(n - n / 2)), power(n)) << n;
      EXPECT_EQ(power.power(power(3), n / 3), power(n / 3 * 3)) << n;
      EXPECT_EQ(power.between(n, n / 2), power.back(n - n / 2)) << n;
    }
  }
}

}  // namespace
}  // namespace tali::test
