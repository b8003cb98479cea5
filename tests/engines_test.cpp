// SPDX-License-Identifier: Apache-2.0
// The engines as C++ random number engines: known answers, skip-ahead, comparison, text form.
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>
#include <tali/text.hpp>

#include "support/known_answers.hpp"

namespace tali::test {
namespace {

static_assert(jumping_engine<pcg32> && jumping_engine<philox4x32> && jumping_engine<philox4x32_7>);

/// PCG-XSH-RR 64/32 by the letter of its definition, one step at a time.
class slow_pcg32 {
 public:
  slow_pcg32(std::uint64_t initstate, std::uint64_t initseq) : state_{0}, increment_{initseq * 2 + 1} {
    next();
    state_ += initstate;
    next();
  }
  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ull + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turns = static_cast<int>(old >> 59);
    std::uint32_t out = shifted;
    for (int i = 0; i < turns; ++i) out = (out >> 1) | (out << 31);
    return out;
  }

 private:
  std::uint64_t state_, increment_;
};

/// Philox4x32 by the letter of the paper, all rounds alike.
std::vector<std::uint32_t> slow_philox(int rounds, std::vector<std::uint64_t> c, std::uint64_t k0,
                                       std::uint64_t k1) {
  for (int r = 0; r < rounds; ++r) {
    const std::uint64_t p0 = 0xd2511f53u * c[0], p1 = 0xcd9e8d57u * c[2];
    c = {((p1 >> 32) ^ c[1] ^ k0) & 0xffffffffu, p1 & 0xffffffffu, ((p0 >> 32) ^ c[3] ^ k1) & 0xffffffffu,
         p0 & 0xffffffffu};
    k0 = (k0 + 0x9e3779b9u) & 0xffffffffu;
    k1 = (k1 + 0xbb67ae85u) & 0xffffffffu;
  }
  return {c.begin(), c.end()};
}

TEST(KnownAnswers, EveryEngineByWordAndByCall) {
  const auto all = known_sequences();
  ASSERT_GE(all.size(), 10u);
  for (const known_sequence& k : all) {
    bool found = false;
    catalogue::indexed_engines::for_each([&]<class E>(int, detail::type_list<E>) {
      if (k.engine != E::name) return;
      found = true;
      const E e(k.seed, k.stream);
      E moving = e;
      moving.discard(k.index);
      for (std::size_t i = 0; i < k.words.size(); ++i) {
        EXPECT_EQ(e.word(k.index + i), k.words[i]) << k.engine << " index " << k.index + i;
        EXPECT_EQ(moving(), k.words[i]) << k.engine << " index " << k.index + i;
      }
    });
    EXPECT_TRUE(found) << "no engine " << k.engine;
  }
}

TEST(KnownAnswers, PhiloxBlocks) {
  const auto all = known_blocks();
  ASSERT_EQ(all.size(), 6u);
  for (const known_block& k : all) {
    std::uint32_t w[4];
    if (k.rounds == 10)
      philox4x32_block<10>(k.counter[1], k.counter[2], k.counter[3], k.key[0], k.key[1])(k.counter[0], w);
    if (k.rounds == 7)
      philox4x32_block<7>(k.counter[1], k.counter[2], k.counter[3], k.key[0], k.key[1])(k.counter[0], w);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(w[i], k.words[static_cast<std::size_t>(i)]) << k.rounds << " rounds, word " << i;
  }
}

TEST(Pcg32, EqualsTheLetterOfItsDefinition) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 50; ++round) {
    const std::uint64_t seed = random(), stream = random() >> 1;
    slow_pcg32 slow(seed, stream);
    pcg32 fast(seed, stream);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(fast(), slow.next());
  }
}

TEST(Philox, EqualsTheLetterOfThePaper) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t seed = random(), stream = random(), group = random() >> 2;
    const auto slow10 =
        slow_philox(10, {group & 0xffffffffu, group >> 32, stream & 0xffffffffu, stream >> 32},
                    seed & 0xffffffffu, seed >> 32);
    const auto slow7 = slow_philox(7, {group & 0xffffffffu, group >> 32, stream & 0xffffffffu, stream >> 32},
                                   seed & 0xffffffffu, seed >> 32);
    for (std::uint64_t k = 0; k < 4; ++k) {
      ASSERT_EQ(philox4x32(seed, stream).word(4 * group + k), slow10[k]);
      ASSERT_EQ(philox4x32_7(seed, stream).word(4 * group + k), slow7[k]);
    }
  }
}

TEST(Engines, SkippingIsStepping) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    E stepping(11, 12);
    const E start = stepping;
    std::uint64_t at = 0;
    std::mt19937_64 random(6);
    for (int round = 0; round < 300; ++round) {
      E skipping = start;
      skipping.discard(at);
      ASSERT_EQ(skipping, stepping) << E::name << " at " << at;
      ASSERT_EQ(start.word(at), stepping.word(0));
      for (std::uint64_t k = random() % 300; k > 0; --k, ++at) stepping();
    }
  });
}

TEST(Engines, SkipsAddUpAndGoBack) {
  std::mt19937_64 random(7);
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (int round = 0; round < 1000; ++round) {
      const std::uint64_t a = random() >> random() % 64, b = random() >> random() % 64;
      const E start(random(), random() & E::max_stream);
      E once = start, twice = start;
      once.discard(a + b);
      twice.discard(a);
      ASSERT_EQ(start.word(a), twice.word(0));
      twice.discard(b);
      ASSERT_EQ(once, twice) << E::name;
      once.discard(0 - b);
      once.discard(0 - a);
      ASSERT_EQ(once, start) << E::name;
      ASSERT_EQ(once(), E(start)()) << E::name;
    }
  });
}

TEST(Engines, TextFormRoundTripsInMidGroup) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    E e(123456789012345, 42);
    for (int i = 0; i < 7; ++i) e();
    std::stringstream text;
    text << e;
    E back;
    text >> back;
    ASSERT_TRUE(static_cast<bool>(text));
    EXPECT_EQ(back, e);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(back(), e());
    std::stringstream nonsense("no engine");
    const E before = back;
    nonsense >> back;
    EXPECT_TRUE(nonsense.fail());
    EXPECT_EQ(back, before);
  });
  std::stringstream even("1 2");  // an increment of pcg32 is odd
  pcg32 e;
  even >> e;
  EXPECT_TRUE(even.fail());
}

// A stream's form of numbers is the program's business, as it is with the standard library's engines.
TEST(Engines, TextIsTheSameInEveryFormOfNumbers) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    E e(123456789012345, 42);
    for (int i = 0; i < 12345; ++i) e();
    std::ostringstream plain, odd;
    plain << e;
    odd << std::hex << std::showbase << std::showpos << std::setw(90) << std::setfill('*') << std::left << e;
    ASSERT_EQ(odd.str(), plain.str()) << E::name;
    for (const auto base : {std::ios::hex, std::ios::oct, std::ios::fmtflags{}}) {
      std::istringstream in(plain.str() + " 7");
      in.setf(base, std::ios::basefield);
      in.unsetf(std::ios::skipws);
      in.width(2);
      E back;
      in >> back;
      ASSERT_TRUE(in) << E::name;
      ASSERT_EQ(back, e) << E::name;
      EXPECT_EQ(in.flags() & std::ios::basefield, base);  // and stays as it was
    }
  });
}

TEST(Engines, SeedsAndStreamsDiffer) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    EXPECT_NE(E(1, 0), E(2, 0));
    EXPECT_NE(E(1, 0), E(1, 1));
    EXPECT_NE(E(1, 0).word(0), E(1, 1).word(0));
    EXPECT_NE(E(1, E::max_stream).word(0), E(1, 0).word(0));
  });
}

TEST(Engines, ServeTheStandardLibrary) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    static_assert(E::min() == 0 && E::max() == std::numeric_limits<std::uint32_t>::max());
    E e(5);
    std::normal_distribution<double> normal;
    double sum = 0;
    for (int i = 0; i < 10000; ++i) sum += normal(e);
    EXPECT_LT(std::abs(sum), 500.0);  // five sigma
  });
}

TEST(Pcg32, RefusesStreamsOf64Bits) {
  EXPECT_NO_THROW(pcg32(1, pcg32::max_stream));
  try {
    pcg32 e(1, pcg32::max_stream + 1);
    FAIL() << "accepted";
  } catch (const argument_error& e) {
    EXPECT_EQ(e.argument(), "stream");
    EXPECT_EQ(e.value(), "9223372036854775808");
  }
}

}  // namespace
}  // namespace tali::test
