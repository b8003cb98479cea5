// SPDX-License-Identifier: Apache-2.0
// Keys: known answers of every language, bytes, sequences, and that no two of them are equal.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <tali/tali.hpp>

#include "support/refusal.hpp"

namespace tali::test {
namespace {

// A key is known when compiling.
static_assert(key(3).fold_in(4) == key(3).fold_in(4) && key(3).fold_in(4) != key(3).split_at(4));

std::string hex(const key& k) {
  std::string text;
  for (const std::byte b : k.bytes()) {
    text += "0123456789abcdef"[std::to_integer<int>(b) / 16];
    text += "0123456789abcdef"[std::to_integer<int>(b) % 16];
  }
  return text;
}

key key_of(const std::string& text) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return key::from_bytes(bytes);
}

TEST(Keys, KnownAnswers) {
  std::ifstream in(std::string(TALI_TEST_DATA) + "/key_answers.txt");
  ASSERT_TRUE(in);
  int lines = 0;
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line.substr(0, line.find('#')));
    std::string kind, a, b, c;
    if (!(fields >> kind >> a)) continue;
    ++lines;
    if (kind == "seed") {
      fields >> b;
      EXPECT_EQ(hex(key(std::stoull(a))), b) << line;
    } else if (kind == "fold-in" || kind == "split") {
      fields >> b >> c;
      const key k = key_of(a);
      const std::uint64_t n = std::stoull(b);
      EXPECT_EQ(hex(kind == "split" ? k.split_at(n) : k.fold_in(n)), c) << line;
      if (kind == "split" && n < 1000) {
        const std::vector<key> all = k.split(static_cast<std::size_t>(n) + 3);
        EXPECT_EQ(hex(all[static_cast<std::size_t>(n)]), c) << line;
      }
    } else if (kind == "words") {
      const philox4x32 e(key_of(a));
      for (std::uint64_t i = 0; fields >> b; ++i) EXPECT_EQ(e.word(i), std::stoul(b, nullptr, 16)) << line;
    } else if (kind == "path") {
      std::uint64_t n[3];
      char slash;
      fields >> n[0] >> slash >> n[1] >> slash >> n[2] >> b;
      EXPECT_EQ(hex(key(std::stoull(a)).fold_in(n[0]).fold_in(n[1]).split_at(n[2])), b) << line;
    } else {
      ADD_FAILURE() << line;
    }
  }
  EXPECT_EQ(lines, 85);
}

TEST(Keys, AreAllDifferent) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
  const auto add = [&](const key& k) { all.emplace_back(k.seed(), k.stream()); };
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const key k(seed);
    add(k);
    for (std::uint64_t n = 0; n < 200; ++n) {
      add(k.fold_in(n));
      add(k.split_at(n));
      add(k.fold_in(n).fold_in(seed));
    }
    // What other uses of Philox make of the same numbers.
    const auto substream = detail::substream_key({k.seed(), k.stream()}, tag_of("normal f32"));
    all.emplace_back(substream.seed, substream.stream);
    for (std::uint64_t block = 0; block < 200; ++block) {
      const philox4x32 e(k);
      const std::uint32_t w[4] = {e.word(4 * block), e.word(4 * block + 1), e.word(4 * block + 2),
                                  e.word(4 * block + 3)};
      all.emplace_back(join(w[0], w[1]), join(w[2], w[3]));
    }
  }
  const std::size_t n = all.size();
  std::ranges::sort(all);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::unique(all).begin() - all.begin()), n);
}

TEST(Keys, BytesComeBack) {
  const key k = key(12).fold_in(13);
  EXPECT_EQ(key::from_bytes(k.bytes()), k);
  EXPECT_EQ(key::of(k.seed(), k.stream()), k);
  const auto bytes = key::of(0x0102030405060708, 0x090a0b0c0d0e0f10).bytes();
  EXPECT_EQ(std::to_integer<int>(bytes[0]), 8);
  EXPECT_EQ(std::to_integer<int>(bytes[15]), 9);
  for (const std::size_t wrong : {0, 15, 17, 32}) {
    EXPECT_EQ(refusal([&] { (void)key::from_bytes(std::vector<std::byte>(wrong)); }),
              "key is " + std::to_string(wrong));
  }
}

TEST(Keys, NameTheSequencesOfEveryEngine) {
  const key k = key(5).fold_in(~std::uint64_t{0} - 3);
  EXPECT_EQ(philox4x32(k), philox4x32(k.seed(), k.stream()));
  EXPECT_EQ(philox4x32_7(k), philox4x32_7(k.seed(), k.stream()));
  const key with_top_bit = key::of(1, ~std::uint64_t{0});
  EXPECT_EQ(with_top_bit.engine<pcg32>(), pcg32(1, pcg32::max_stream));
  EXPECT_EQ(k.engine<philox4x32>(), philox4x32(k));
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const any_engine named(E::name, with_top_bit);
    EXPECT_EQ(*named.get_if<E>(), with_top_bit.engine<E>()) << E::name;
  });
  const any_engine points("sobol32:dims=2,scramble=owen", k);
  EXPECT_EQ(points.points()->seed, k.seed());
  EXPECT_EQ(points.points()->replicate, k.stream());
  EXPECT_NE(refusal([&] { any_engine("pcg33", k); }).find("'pcg33'"), std::string::npos);
}

}  // namespace
}  // namespace tali::test
