// SPDX-License-Identifier: Apache-2.0
// A generator's saved forms, and the known answers that every language shares.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/generator.hpp>

#include "generator/each_distribution.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

generator at(std::uint64_t seed, std::uint64_t stream, std::uint64_t position) {
  generator g(seed, stream);
  g.seek(position);
  return g;
}

std::vector<generator> some() {
  const std::uint64_t most = ~std::uint64_t{0};
  return {generator(), at(1, 2, 3), at(most, most, generator::end()), at(1, 0, 1234567890123),
          at(0x0123456789abcdef, 0xfedcba9876543210, 10)};
}

TEST(GeneratorState, ComesBackAsItWas) {
  for (const generator& g : some()) {
    EXPECT_EQ(generator::load(g.save()), g);
    EXPECT_EQ(generator::load(g.save_bytes()), g);
  }
  generator g(5);
  for (int i = 0; i < 1000; ++i) g.normal();
  generator h = generator::load(g.save());
  EXPECT_EQ(g.normal(), h.normal());
}

TEST(GeneratorState, IsOneLineOfText) { EXPECT_EQ(at(1, 2, 3).save(), "tali-generator 1 philox4x32 1 2 3"); }

TEST(GeneratorState, ErrorNamesArgumentAndValue) {
  EXPECT_EQ(refusal([] { (void)generator::load("1 2 3"); }), "saved generator is \"1 2 3\"");
  EXPECT_EQ(refusal([] { (void)generator::load("a\nb\x01"); }), "saved generator is \"a?b?\"");
  EXPECT_EQ(refusal([] { (void)generator::load(std::string(1000, 'x')); }),
            "saved generator is \"" + std::string(90, 'x') + "\"...");
  EXPECT_EQ(refusal([] { (void)generator::load(std::vector<std::byte>(31)); }),
            "saved generator is 31 bytes");
}

TEST(GeneratorState, RefusesOtherText) {
  const std::string begin = "tali-generator 1 philox4x32 ";
  for (const std::string end : {"", "1", "1 2", "1 2 ", "1 2 3 ", "1 2 3\n", " 1 2 3", "1  2 3", "01 2 3",
                                "+1 2 3", "-1 2 3", "1 2 3 4", "1 2 3.0", "0x1 2 3", "1,2,3",
                                "1 2 4611686018427387905", "18446744073709551616 2 3", "1\t2 3", "a b c"}) {
    EXPECT_THROW((void)generator::load(begin + end), argument_error) << end;
  }
  for (const std::string text : {"tali-generator 2 philox4x32 1 2 3", "tali-generator 1 philox4x32-7 1 2 3",
                                 "tali-generator 1 pcg32 1 2 3", "Tali-generator 1 philox4x32 1 2 3"}) {
    EXPECT_THROW((void)generator::load(text), argument_error) << text;
  }
  EXPECT_THROW((void)generator::load(std::string_view()), argument_error);
}

/// Whatever a text is, it is refused or what save() writes.
void expect_refused_or_exact(const std::string& text) {
  try {
    EXPECT_EQ(generator::load(text).save(), text);
  } catch (const argument_error&) {
  }
}

TEST(GeneratorState, DamagedTextIsRefusedOrAnotherState) {
  std::mt19937_64 random(1);
  for (const generator& g : some()) {
    const std::string text = g.save();
    for (std::size_t i = 0; i <= text.size(); ++i) {
      EXPECT_THROW((void)generator::load(text.substr(0, i) + ' ' + text.substr(i)), argument_error);
      if (i == text.size()) break;
      expect_refused_or_exact(text.substr(0, i));
      expect_refused_or_exact(text.substr(i));
      expect_refused_or_exact(text.substr(0, i) + text.substr(i + 1));
      for (int c = 0; c < 256; ++c) {
        std::string other = text;
        other[i] = static_cast<char>(c);
        expect_refused_or_exact(other);
        if (i < 28 && other != text) {
          EXPECT_THROW((void)generator::load(other), argument_error) << other;
        }
      }
    }
    for (int round = 0; round < 3000; ++round) {
      std::string other = text;
      for (std::uint64_t n = random() % 6; n != 0 && !other.empty(); --n) {
        const std::size_t i = random() % other.size();
        switch (random() % 3) {
          case 0:
            other[i] = "0123456789 x-\n"[random() % 14];
            break;
          case 1:
            other.erase(i, random() % 4);
            break;
          default:
            other.insert(i, 1, "0123456789 x-\n"[random() % 14]);
        }
      }
      expect_refused_or_exact(other);
    }
  }
}

TEST(GeneratorState, DamagedBytesAreRefused) {
  std::mt19937_64 random(2);
  for (const generator& g : some()) {
    const std::array<std::byte, 32> bytes = g.save_bytes();
    for (std::size_t n = 0; n < 80; ++n) {
      std::vector<std::byte> other(bytes.begin(), bytes.end());
      other.resize(n);
      if (n != 32) {
        EXPECT_THROW((void)generator::load(other), argument_error) << n;
      }
    }
    for (std::size_t i = 0; i < 32; ++i) {
      for (int change = 1; change < 256; ++change) {
        std::array<std::byte, 32> other = bytes;
        other[i] ^= static_cast<std::byte>(change);
        EXPECT_THROW((void)generator::load(other), argument_error) << i << ' ' << change;
      }
    }
    for (int round = 0; round < 3000; ++round) {
      std::array<std::byte, 32> other = bytes;
      for (std::uint64_t n = 1 + random() % 8; n != 0; --n)
        other[random() % 32] = static_cast<std::byte>(random());
      if (other == bytes) continue;
      EXPECT_THROW((void)generator::load(other), argument_error);
    }
  }
}

TEST(GeneratorState, BytesWithAPositionBehindTheEndAreRefused) {
  const detail::generator_state behind{1, 2, generator::end() + 1};
  EXPECT_EQ(refusal([&] { (void)generator::load(detail::saved_bytes(behind)); }),
            "saved generator is position 4611686018427387905");
  EXPECT_THROW((void)generator::load(detail::saved_text(behind)), argument_error);
}

// The known answers.

using fields = std::vector<std::string>;

/// The fields of every line of a kind.
std::vector<fields> lines_of(const std::string& kind) {
  std::ifstream in(std::string(TALI_TEST_DATA) + "/generator_answers.txt");
  std::vector<fields> all;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    fields f;
    for (std::string w; words >> w;) f.push_back(w);
    if (!f.empty() && f[0] == kind) all.emplace_back(f.begin() + 1, f.end());
  }
  EXPECT_FALSE(all.empty()) << kind;
  return all;
}

std::uint64_t decimal(const std::string& text) { return std::stoull(text); }
std::uint64_t hexadecimal(const std::string& text) { return std::stoull(text, nullptr, 16); }

/// The bits of a value as the file has them.
template <class T>
std::string bits_of(T x) {
  std::uint64_t b = 0;
  for (std::size_t i = 0; i < sizeof x; ++i) {
    const auto byte = std::bit_cast<std::array<unsigned char, sizeof x>>(x)[i];
    b |= std::uint64_t{byte} << (8 * (std::endian::native == std::endian::little ? i : sizeof x - 1 - i));
  }
  char text[17];
  std::snprintf(text, sizeof text, "%0*llx", static_cast<int>(2 * sizeof x),
                static_cast<unsigned long long>(b));
  return text;
}

TEST(GeneratorAnswers, Tags) {
  std::map<std::string, std::uint64_t> known;
  for (const fields& f : lines_of("tag")) known[f.at(0) + ' ' + f.at(1)] = hexadecimal(f.at(2));
  for_each_distribution(
      [&]<class D>(const D& d) { EXPECT_EQ(known[name_of(d)], detail::distribution_tag<D>) << name_of(d); });
}

TEST(GeneratorAnswers, Substreams) {
  for (const fields& f : lines_of("substream")) {
    const generator g(decimal(f.at(0)), decimal(f.at(1)));
    bool found = false;
    for_each_distribution([&](const auto& d) {
      if (name_of(d) != f.at(2) + ' ' + f.at(3)) return;
      found = true;
      EXPECT_EQ(g.substream(d), philox4x32(hexadecimal(f.at(4)), hexadecimal(f.at(5)))) << name_of(d);
    });
    EXPECT_TRUE(found) << f.at(2);
  }
}

TEST(GeneratorAnswers, Children) {
  for (const fields& f : lines_of("child")) {
    const generator g(decimal(f.at(0)), decimal(f.at(1)));
    const std::uint64_t x = decimal(f.at(3));
    const generator child(hexadecimal(f.at(4)), hexadecimal(f.at(5)));
    if (f.at(2) == "fold-in") {
      EXPECT_EQ(g.fold_in(x), child);
    } else if (x < 10) {
      EXPECT_EQ(g.split(10).at(x), child);
    }
  }
}

TEST(GeneratorAnswers, SavedForms) {
  for (const fields& f : lines_of("saved")) {
    const generator g = at(decimal(f.at(0)), decimal(f.at(1)), decimal(f.at(2)));
    std::string bytes;
    for (const std::byte b : g.save_bytes()) bytes += bits_of(b);
    EXPECT_EQ(bytes, f.at(3));
    EXPECT_EQ(g.save(), "tali-generator 1 philox4x32 " + f.at(0) + ' ' + f.at(1) + ' ' + f.at(2));
  }
}

/// "low=1,high=6"; "-" is none.
arguments parsed(const std::string& text) {
  arguments given;
  std::istringstream in(text == "-" ? "" : text);
  for (std::string one; std::getline(in, one, ',');) {
    given.set(one.substr(0, one.find('=')), one.substr(one.find('=') + 1));
  }
  return given;
}

TEST(GeneratorAnswers, Values) {
  for (const fields& f : lines_of("values")) {
    bool found = false;
    for_each_distribution([&]<class D>(const D& example) {
      if (name_of(example) != f.at(3) + ' ' + f.at(4)) return;
      found = true;
      const D d = D::make(parsed(f.at(5)));
      generator g = at(decimal(f.at(0)), decimal(f.at(1)), decimal(f.at(2)));
      for (std::size_t i = 6; i < f.size(); ++i) {
        EXPECT_EQ(bits_of(g(d)), f[i]) << name_of(d) << ' ' << f.at(5) << " at " << f.at(2) << " + " << i - 6;
      }
    });
    EXPECT_TRUE(found) << f.at(3);
  }
}

TEST(GeneratorAnswers, UniformBetweenBounds) {
  for (const fields& f : lines_of("between")) {
    generator g = at(decimal(f.at(0)), decimal(f.at(1)), decimal(f.at(2)));
    const auto low = std::bit_cast<double>(hexadecimal(f.at(3)));
    const auto high = std::bit_cast<double>(hexadecimal(f.at(4)));
    for (std::size_t i = 5; i < f.size(); ++i) EXPECT_EQ(bits_of(g.uniform(low, high)), f[i]);
  }
}

}  // namespace
}  // namespace tali::test
