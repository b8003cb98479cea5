// SPDX-License-Identifier: Apache-2.0
// What tali-testu01 tests and how it reads plans, without TestU01.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <battery_report.hpp>
#include <battery_sequence.hpp>
#include <empirical/normals.hpp>
#include <errors.hpp>
#include <gtest/gtest.h>
#include <plan.hpp>
#include <unistd.h>

#include <tali/any.hpp>
#include <tali/engine/pcg32.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/fill.hpp>

namespace tali::tool {
namespace {

using words = std::vector<std::uint32_t>;

/// What the flags give, taken in pieces of several lengths.
words taken(const std::string& flags, std::size_t n) {
  battery_sequence s;
  CLI::App app;
  s.add_to(app);
  app.parse(flags);
  const lab::word_source source = s.words();
  words all(n);
  for (std::size_t at = 0, piece = 1; at < n; at += piece, piece = piece * 3 % 1009 + 1) {
    piece = std::min(piece, n - at);
    source(all.data() + at, piece);
  }
  return all;
}

template <class F>
words made(std::size_t n, F f) {
  words all(n);
  for (std::size_t i = 0; i < n; ++i) all[i] = f(i);
  return all;
}

constexpr std::size_t n = 5000;

TEST(battery_sequence, is_the_engine_s) {
  const philox4x32 e(3, 5);
  EXPECT_EQ(taken("--seed 3 --stream 5", n), made(n, [&](std::size_t i) { return e.word(i); }));
  EXPECT_EQ(taken("--seed 3 --stream 5 --offset 2^40", n),
            made(n, [&](std::size_t i) { return e.word((std::uint64_t{1} << 40) + i); }));
}

TEST(battery_sequence, of_streams_seeds_and_drawn_ones_by_turns) {
  EXPECT_EQ(taken("--engine pcg32 --seed 3 --interleave 3", n),
            made(n, [](std::size_t i) { return pcg32(3, i % 3).word(i / 3); }));
  EXPECT_EQ(taken("--engine pcg32 --seed 3 --stream 7 --interleave-seeds 16", n),
            made(n, [](std::size_t i) { return pcg32(3 + i % 16, 7).word(i / 16); }));
  const philox4x32 source(3, 7);
  EXPECT_EQ(taken("--engine pcg32 --seed 3 --stream 7 --interleave-drawn 5", n), made(n, [&](std::size_t i) {
              const auto w = [&](std::uint64_t k) { return std::uint64_t{source.word(i % 5 * 4 + k)}; };
              return pcg32(w(0) | w(1) << 32, (w(2) | w(3) << 32) & pcg32::max_stream).word(i / 5);
            }));
}

TEST(battery_sequence, differences_bits_and_reversal) {
  const philox4x32 e(1, 0);
  EXPECT_EQ(taken("--seed 1 --difference", n),
            made(n, [&](std::size_t i) { return e.word(i + 1) - e.word(i); }));
  EXPECT_EQ(taken("--seed 1 --bits 1:16", n),
            made(n, [&](std::size_t i) { return (e.word(2 * i) & 0xffff0000u) | e.word(2 * i + 1) >> 16; }));
  EXPECT_EQ(taken("--seed 1 --reverse", n), made(n, [&](std::size_t i) {
              std::uint32_t turned = 0;
              for (unsigned b = 0; b < 32; ++b) turned |= (e.word(i) >> b & 1u) << (31 - b);
              return turned;
            }));
}

TEST(battery_sequence, is_named_by_flags_that_make_it) {
  for (const char* flags : {"--engine philox4x32 --seed 3 --stream 5",
                            "--engine mtgp32:sets=1 --seed 0 --stream 0 --interleave 2",
                            "--engine xorwow:threads=1 --seed 1 --stream 0 --difference --reverse",
                            "--engine pcg32 --seed 1 --stream 0 --dist normal --as-uniform --offset 5",
                            "--engine pcg32 --seed 1 --stream 0 --offset 5 --concatenate 2:7 --bits 26:30"}) {
    battery_sequence s;
    CLI::App app;
    s.add_to(app);
    app.parse(flags);
    EXPECT_EQ(s.name(), flags);
  }
}

TEST(battery_sequence, of_normal_numbers_is_their_distribution_function) {
  for (const char* dist : {"normal-warp", "normal-icdf", "normal"}) {
    std::vector<double> x(n);
    fill(cpu{1}, any_engine("pcg32", 3, 1), any_distribution(dist, "f64"), 0, x.data(), n);
    EXPECT_EQ(taken("--engine pcg32 --seed 3 --stream 1 --as-uniform --dist " + std::string(dist), n),
              made(n, [&](std::size_t i) { return lab::normal_to_uniform(x[i]); }));
  }
  const auto turn = taken("--seed 3 --dist normal-warp --as-uniform --interleave 2", n);
  EXPECT_EQ(turn[2], taken("--seed 3 --dist normal-warp --as-uniform", n)[1]);
  EXPECT_EQ(turn[3], taken("--seed 3 --stream 1 --dist normal-warp --as-uniform", n)[1]);
}

TEST(battery_sequence, refuses_what_has_no_words) {
  for (const char* flags : {"--dist normal", "--as-uniform", "--dist gamma --as-uniform", "--dist gamma",
                            "--dist normal-nosuch --as-uniform"}) {
    try {
      taken(flags, 1);
      FAIL() << flags;
    } catch (const usage_error& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with("--dist is '")) << e.what();
    }
  }
}

class plan_test : public testing::Test {
 protected:
  plan_test()
      : path(testing::TempDir() + "tali-plan-" + std::to_string(::getpid()) + "-" +
             testing::UnitTest::GetInstance()->current_test_info()->name()) {}
  ~plan_test() override { std::filesystem::remove(path); }

  plan read(const std::string& text) const {
    std::ofstream(path) << text;
    return read_plan(path);
  }
  std::string refusal(const std::string& text) const {
    try {
      read(text);
    } catch (const usage_error& e) {
      return e.what();
    }
    return "";
  }

  std::string path;
};

TEST_F(plan_test, keeps_the_order_and_adds_to_what_was_named) {
  const plan p = read(
      "# first\n\na BigCrush 80,81 --engine pcg32   # a word\nb SmallCrush all --engine xorwow:threads=1\n"
      "a BigCrush 3:5 --engine pcg32 --seed 0\na Crush 7 --engine philox4x32\n");
  ASSERT_EQ(p.entries.size(), 3u);
  ASSERT_EQ(p.turns.size(), 4u);
  EXPECT_EQ(p.entries[0].tests, (std::set<int>{3, 4, 5, 80, 81}));
  EXPECT_EQ(p.entries[1].tests.size(), 10u);
  EXPECT_EQ(p.turns[2].entry, 0u);
  EXPECT_EQ(p.turns[2].tests, (std::set<int>{3, 4, 5}));
  EXPECT_EQ(p.entries[1].sequence.name(), "--engine xorwow:threads=1 --seed 0 --stream 0");
}

TEST_F(plan_test, is_refused_by_line_and_word) {
  const char* cases[][2]{
      {"a BigCrush\n", "allowed: NAME BATTERY TESTS"},
      {"a HugeCrush all\n", "battery is 'HugeCrush'; allowed: SmallCrush, Crush, BigCrush"},
      {"a BigCrush 107\n", "tests is '107'; allowed: all, or numbers from 1 to 106"},
      {"a BigCrush 5:3\n", "tests is '5:3'"},
      {"a BigCrush 5,\n", "tests is '5,'"},
      {"a BigCrush 5 --sed 1\n", "--sed"},
      {"a BigCrush 5 --seed x\n", "--seed is 'x'"},
      {"../a BigCrush 5\n", "name is '../a'"}};
  for (const auto& [line, words] : cases) {
    const std::string said = refusal(std::string("# one\n") + line);
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_NE(said.find("line 2"), std::string::npos) << said;
  }
  EXPECT_NE(refusal("a BigCrush 5\na BigCrush 6 --seed 1\n").find("line 2: flags are"), std::string::npos);
}

TEST(battery_report, never_calls_passed_what_was_not_run) {
  const plan_entry e{"a", {"SmallCrush", 10}, {1, 2, 3}, {}};
  battery_result r{e, {}};
  using kind = lab::outcome::kind;
  r.tests[1] = {kind::finished, {{"Gap, r = 0", 0.5}, {"Gap, r = 22", 1e-11}}, 2.0, ""};
  r.tests[2] = {kind::died, {}, 1.0, "ended by signal 9"};
  r.tests[3].reason = "not begun";
  EXPECT_TRUE(has_failed(r));
  EXPECT_FALSE(is_complete(r));
  const auto j = json_of(r);
  EXPECT_EQ(j["tests"].size(), 2u);
  EXPECT_EQ(j["tests"][1]["name"], "Gap");
  EXPECT_EQ(j["tests"][1]["statistic"], "Gap, r = 22");
  EXPECT_EQ(j["failed"].size(), 1u);
  EXPECT_EQ(j["failed"][0]["number"], 1);
  EXPECT_EQ(j["not_run"].size(), 2u);
  EXPECT_EQ(j["not_run"][0]["reason"], "ended by signal 9");
  const std::string text = table_of(r);
  EXPECT_NE(text.find("2 of 3 tests not run"), std::string::npos) << text;
  EXPECT_NE(text.find("not run: died: ended by signal 9"), std::string::npos) << text;
}

}  // namespace
}  // namespace tali::tool
