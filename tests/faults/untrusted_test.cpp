// SPDX-License-Identifier: Apache-2.0
// What comes from files, command lines and other languages and is not what it should be: refused in one
// sentence, and nothing is changed.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <tali/any.hpp>
#include <tali/engine/mtgp_jump.hpp>
#include <tali/fill.hpp>
#include <tali/tali.hpp>
#include <tali/text.hpp>

#include "support/refusal.hpp"

namespace tali {
namespace {

using test::refusal;

template <class E>
bool reads(const std::string& text) {
  std::istringstream in(text);
  E e(5);
  e.discard(9);
  const E before = e;
  const bool good = static_cast<bool>(in >> e);
  if (!good) {
    EXPECT_EQ(e, before) << text;
  }
  return good;
}

TEST(Untrusted, TextOfEnginesIsWhatWasWritten) {
  const std::string most = std::to_string(std::numeric_limits<std::uint64_t>::max());
  for (const std::string good : {"1 2 3", " 1 2 3", "1 2 3 4", "1 2 3\n", "1\t2\r\n3\v"}) {
    EXPECT_TRUE(reads<philox4x32>(good)) << good;
  }
  EXPECT_TRUE(reads<philox4x32>(most + " " + most + " " + most));
  for (const std::string bad : {"-1 2 3", "1 -2 3", "1 2 -3", "+1 2 3", "1 2 3x", "1 2 3-", "1 2 3.0", "1 2",
                                "", "1,2 3", "0x1 2 3", "1 2 18446744073709551616"}) {
    EXPECT_FALSE(reads<philox4x32>(bad)) << bad;
    EXPECT_FALSE(reads<philox4x32_7>(bad)) << bad;
  }
  for (const std::string good : {"1 3", "1 3 ", "7 5\n"}) EXPECT_TRUE(reads<pcg32>(good)) << good;
  for (const std::string bad : {"-1 3", "1 -3", "1 3x", "1 2", "1", "+1 3"}) {
    EXPECT_FALSE(reads<pcg32>(bad)) << bad;
  }
}

TEST(Untrusted, OneTextBehindAnotherIsRead) {
  std::stringstream text;
  text << philox4x32(1, 2) << '\n' << pcg32(3) << ' ' << philox4x32(4);
  philox4x32 a, c;
  pcg32 b;
  text >> a >> b >> c;
  EXPECT_TRUE(text);
  EXPECT_EQ(a, philox4x32(1, 2));
  EXPECT_EQ(b, pcg32(3));
  EXPECT_EQ(c, philox4x32(4));
}

TEST(Untrusted, OptionsOfEnginesEndWhereTheyEnd) {
  for (const char* const bad : {"mtgp32:", "mtgp32:sets=1,", "mtgp32:,sets=1", "mtgp32:sets=1,,mexp=3217",
                                "mtgp32:,", "mtgp32:sets", "mtgp32:=1", "mtgp32:sets=", "philox4x32:"}) {
    EXPECT_THROW(any_engine(bad, 1), argument_error) << bad;
  }
  EXPECT_EQ(any_engine("mtgp32:sets=1,mexp=3217", 1).generators(), 1u);
}

TEST(Untrusted, NumbersOfEnumerationsAreInRange) {
  std::vector<std::uint32_t> x(4);
  const auto fill_at = [&](int level) {
    return refusal([&] {
      fill(cpu{1, static_cast<simd_level>(level)}, philox4x32(1), bits<std::uint32_t>(), 0, std::span(x));
    });
  };
  for (const int level : {-1, 4, 99}) {
    EXPECT_EQ(fill_at(level).substr(0, fill_at(level).find(':')), "SIMD level is " + std::to_string(level));
  }
  for (const int kind : {-1, 3}) {
    std::vector<double> g(4);
    cpu where{1};
    where.rejection.kind = static_cast<schedule>(kind);
    EXPECT_EQ(refusal([&] { fill(where, philox4x32(1), gamma<double>(2), 0, std::span(g)); }),
              "rejection.kind is " + std::to_string(kind));
  }
  EXPECT_EQ(refusal([] { sobol32({.dimensions = 2, .layout = static_cast<point_layout>(2)}); }),
            "layout is 2");
  EXPECT_EQ(refusal([] { sobol64({.dimensions = 2, .scramble = static_cast<scrambling>(3)}); }),
            "scramble is 3");
}

/// A catalogue of one set, with one of its columns changed.
class Catalogue : public testing::Test {
 protected:
  using set = mtgp_parameters<std::uint32_t>;

  std::string refusal_of(const set& s) {
    {
      std::ofstream out(file);
      out << detail::mtgp_columns << '\n';
      detail::write_mtgp_line(out, s);
    }
    return refusal([&] { any_engine("mtgp32:mexp=3217,sets=1,file=" + file, 1); });
  }
  void TearDown() override { std::filesystem::remove(file); }

  const set good = detail::shipped_mtgp_sets<std::uint32_t>(3217, 3, 1).front();
  const std::string file =
      (std::filesystem::temp_directory_path() / ("tali_catalogue_" + std::to_string(getpid()))).string();
};

TEST_F(Catalogue, IsTakenAsItWasMade) { EXPECT_EQ(refusal_of(good), "accepted"); }

TEST_F(Catalogue, OfAnotherRecursionIsRefused) {
  for (std::size_t row = 0; row < 4; ++row) {
    for (int bit = 0; bit < 32; bit += 5) {
      set s = good;
      s.recursion[row] ^= 1u << bit;
      EXPECT_NE(refusal_of(s), "accepted") << row << ' ' << bit;
    }
    set s = good;
    s.recursion[row] = 0;
    EXPECT_NE(refusal_of(s).find("tbl1 to tbl8 is linearly dependent"), std::string::npos);
  }
  set s = good;
  s.recursion[2] = s.recursion[0] ^ s.recursion[1];
  EXPECT_NE(refusal_of(s).find("tbl1 to tbl8 is linearly dependent"), std::string::npos);
  for (int set::*const column : {&set::middle, &set::shift1, &set::shift2, &set::weight}) {
    s = good;
    s.*column += 1;
    EXPECT_NE(refusal_of(s), "accepted");
  }
  s = good;
  s.sha1[19] ^= 1;
  EXPECT_NE(refusal_of(s).find("set 4 sha1 is "), std::string::npos) << refusal_of(s);
}

TEST_F(Catalogue, WithoutTemperingIsRefused) {
  set s = good;
  s.tempering = {};
  EXPECT_NE(refusal_of(s).find("tmp1 to tmp8 is zero"), std::string::npos);
}

TEST_F(Catalogue, ThatIsShippedIsWhatItsDigestsSay) {
  for (const int mexp : {3217, 4423}) {
    for (const set& s :
         detail::shipped_mtgp_sets<std::uint32_t>(mexp, 0, detail::shipped_mtgp_sets<std::uint32_t>(mexp))) {
      EXPECT_NO_THROW(detail::check_polynomial(s)) << s.number;
    }
  }
  EXPECT_NO_THROW(detail::check_polynomial(detail::shipped_mtgp_sets<std::uint32_t>(11213, 0, 1).front()));
  EXPECT_NO_THROW(detail::check_polynomial(detail::shipped_mtgp_sets<std::uint64_t>(23209, 0, 1).front()));
}

TEST(Untrusted, TextOfABankIsWhatWasWritten) {
  const mtgp32 e(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 2), 7);
  std::ostringstream out;
  out << e;
  const std::string good = out.str();
  const auto read = [&](const std::string& text) {
    std::istringstream in(text);
    mtgp32 to(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 1), 1);
    const mtgp32 before = to;
    const bool done = static_cast<bool>(in >> to);
    EXPECT_EQ(to, done ? e : before);
    return done;
  };
  EXPECT_TRUE(read(good));
  EXPECT_TRUE(read("\n" + good));
  // "mtgp32 1 SETS POSITION BY_ARRAY SEEDS SEED": each number with a sign, or zeros before it.
  std::vector<std::size_t> numbers;
  for (std::size_t at = good.find(' '); at < good.find('\n'); at = good.find(' ', at + 1)) {
    numbers.push_back(at + 1);
  }
  ASSERT_EQ(numbers.size(), 6u);
  for (const std::size_t at : numbers) {
    for (const char* const more : {"-", "+", "0", " "}) {
      std::string text = good;
      EXPECT_FALSE(read(text.insert(at, more))) << text.substr(0, text.find('\n'));
    }
  }
  // The states: a set's second line.
  const std::size_t states = good.find('\n', good.find('\n') + 1) + 1, end = good.find('\n', states);
  for (const char* const more : {"-", "+", "0", "0x"}) {
    std::string text = good;
    EXPECT_FALSE(read(text.insert(good.find(' ', states) + 1, more))) << more;
  }
  std::string zeros = "0";
  for (int k = 1; k < e.sets()[0].size(); ++k) zeros += " 0";
  std::string text = good;
  EXPECT_FALSE(read(text.replace(states, end - states, zeros)));
  text = good;
  EXPECT_FALSE(read(text.replace(states, good.find(' ', states) - states, "ffffffff")));
}

}  // namespace
}  // namespace tali
