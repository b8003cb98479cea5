// SPDX-License-Identifier: Apache-2.0
// What tali-testu01 tests and how it reads plans, without TestU01.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <battery_report.hpp>
#include <battery_sequence.hpp>
#include <empirical/normals.hpp>
#include <errors.hpp>
#include <gtest/gtest.h>
#include <parts.hpp>
#include <plan.hpp>
#include <unistd.h>

#include <tali/any.hpp>
#include <tali/engine/pcg32.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/fill.hpp>

#include "support/refusal.hpp"

namespace tali::tool {
namespace {

using words = std::vector<std::uint32_t>;

/// What the flags give, taken in pieces of several lengths.
words taken(const std::string& flags, std::size_t n) {
  battery_sequence s;
  CLI::App app;
  s.add_to(parser(&app));
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

/// A file of words for the length of a test.
class words_file {
 public:
  explicit words_file(const words& w)
      : path_(testing::TempDir() + "tali-words-" + std::to_string(::getpid())) {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(w.data()), static_cast<std::streamsize>(w.size() * sizeof w[0]));
  }
  words_file(const words_file&) = delete;
  words_file& operator=(const words_file&) = delete;
  ~words_file() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string command() const { return "--command 'cat " + path_ + "'"; }

 private:
  std::string path_;
};

TEST(battery_sequence, is_what_a_command_writes) {
  const philox4x32 e(9, 0);
  const words all = made(7 * n, [&](std::size_t i) { return e.word(i); });
  const words_file file(all);
  EXPECT_EQ(taken(file.command(), n), words(all.begin(), all.begin() + n));
  EXPECT_EQ(taken(file.command(), 7 * n), all);
  EXPECT_EQ(taken(file.command() + " --difference", n), taken("--seed 9 --difference", n));
  EXPECT_EQ(taken(file.command() + " --bits 5:9 --reverse", n), taken("--seed 9 --bits 5:9 --reverse", n));
}

TEST(battery_sequence, of_a_command_that_ends_is_refused) {
  const words_file file(made(n, [](std::size_t i) { return static_cast<std::uint32_t>(i); }));
  const std::string end = "; expected a command that writes without an end";
  const std::pair<std::string, std::string> cases[] = {
      {file.command(), " ended with exit code 0 after 5000 words" + end},
      {"--command 'printf abcdefghi; exit 3'", " ended with exit code 3 after 2 words" + end},
      {"--command 'kill -TERM $$'", " was ended by signal 15 after 0 words" + end},
      {"--command nosuchprogram", " ended with exit code 127 after 0 words" + end},
      {"--command 'exec >&-; exec sleep 60'", " closed its output after 0 words" + end}};
  for (const auto& [flags, words] : cases) {
    try {
      taken(flags, n + 1);
      FAIL() << flags;
    } catch (const std::runtime_error& e) {
      EXPECT_TRUE(std::string(e.what()).ends_with(words)) << e.what();
    }
  }
}

/// Also one that would never notice that its output is not read.
TEST(battery_sequence, ends_its_command) {
  const std::string path = testing::TempDir() + "tali-pid-" + std::to_string(::getpid());
  EXPECT_EQ(taken("--command 'echo $$ > " + path + "; while :; do printf aaaabbbb; done'", 2),
            (words{0x61616161u, 0x62626262u}));
  pid_t process = 0;
  std::ifstream(path) >> process;
  std::filesystem::remove(path);
  ASSERT_GT(process, 0);
  EXPECT_EQ(::kill(process, 0), -1);
}

TEST(battery_sequence, of_a_command_is_no_sequence_of_tali_s) {
  for (const char* flag : {"--engine philox4x32", "--seed 0", "--stream 1", "--offset 1", "--as-uniform",
                           "--dist normal", "--interleave 2", "--concatenate 2:7"}) {
    const std::string text(flag), name = text.substr(0, text.find(' '));
    try {
      taken("--command 'cat x' " + text, 1);
      FAIL() << flag;
    } catch (const CLI::ExcludesError& e) {
      EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
    }
  }
  for (const char* flags : {"--command \"echo it's\"", "--command ' '"})
    EXPECT_THROW(taken(flags, 1), argument_error) << flags;
  battery_sequence empty;
  empty.command = "";
  EXPECT_THROW(static_cast<void>(empty.name()), argument_error);
}

TEST(battery_sequence, is_named_by_flags_that_make_it) {
  for (const char* flags : {"--engine philox4x32 --seed 3 --stream 5",
                            "--engine mtgp32:sets=1 --seed 0 --stream 0 --interleave 2",
                            "--engine xorwow:threads=1 --seed 1 --stream 0 --difference --reverse",
                            "--engine pcg32 --seed 1 --stream 0 --dist normal --as-uniform --offset 5",
                            "--engine pcg32 --seed 1 --stream 0 --offset 5 --concatenate 2:7 --bits 26:30",
                            "--command 'yes | head' --difference --bits 1:16"}) {
    battery_sequence s;
    CLI::App app;
    s.add_to(parser(&app));
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
                            "--dist normal-nosuch --as-uniform", "--dist normal:mu=5 --as-uniform"}) {
    try {
      taken(flags, 1);
      FAIL() << flags;
    } catch (const argument_error& e) {
      EXPECT_EQ(e.argument(), "--dist") << e.what();
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
    } catch (const argument_error& e) {
      return test::fields_of(e);
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

TEST_F(plan_test, takes_quoted_words_as_they_are) {
  const plan p = read(
      "a SmallCrush 3 --command 'gen --tag a#b --show=\"x\"' # 'not this\n"
      "b SmallCrush 3 --engine \"pcg32\" --difference\n");
  ASSERT_EQ(p.entries.size(), 2u);
  EXPECT_EQ(p.entries[1].sequence.name(), "--engine pcg32 --seed 0 --stream 0 --difference");
  EXPECT_EQ(p.entries[0].sequence.name(), "--command 'gen --tag a#b --show=\"x\"'");
}

TEST_F(plan_test, is_refused_by_line_and_word) {
  const char* cases[][2]{{"a SmallCrush 3 --command 'cat\n", "--command 'cat'"},
                         {"a SmallCrush 3 --command yes --seed 0\n", "--seed is 0"},
                         {"a SmallCrush 3 --command ''\n", "--command is ''"},
                         {"a BigCrush\n", "is 'a BigCrush'"},
                         {"a HugeCrush all\n", "battery is 'HugeCrush'"},
                         {"a BigCrush 107\n", "tests is '107'"},
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
  EXPECT_NE(refusal("a BigCrush 5\na BigCrush 6 --seed 1\n").find("line 2: sequence of a is"),
            std::string::npos);
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

constexpr const char* three_lines =
    "a BigCrush 80,81 --engine pcg32\nb SmallCrush all --engine xorwow:threads=1\n"
    "a BigCrush 3:60,80 --engine pcg32\n";

TEST_F(plan_test, is_dealt_out_so_that_each_test_is_in_one_part) {
  const plan whole = read(three_lines);
  for (const std::uint64_t count : {1, 2, 3, 7, 100}) {
    std::vector<std::multiset<int>> all(whole.entries.size());
    std::vector<double> seconds;
    for (std::uint64_t k = 1; k <= count; ++k) {
      const plan part = part_of(whole, {k, count});
      ASSERT_EQ(part.entries.size(), whole.entries.size());
      seconds.push_back(0);
      std::vector<std::set<int>> of_turns(whole.entries.size());
      for (const plan_turn& turn : part.turns) {
        for (const int test : turn.tests) {
          all[turn.entry].insert(test);
          of_turns[turn.entry].insert(test);
          seconds.back() += lab::testu01_seconds(whole.entries[turn.entry].battery.name, test);
        }
      }
      for (std::size_t e = 0; e < whole.entries.size(); ++e) EXPECT_EQ(part.entries[e].tests, of_turns[e]);
    }
    for (std::size_t e = 0; e < whole.entries.size(); ++e) {
      EXPECT_EQ(std::vector(all[e].begin(), all[e].end()),
                std::vector(whole.entries[e].tests.begin(), whole.entries[e].tests.end()))
          << count;
    }
    const auto [least, most] = std::ranges::minmax(seconds);
    EXPECT_LE(most - least, 220) << "more than the longest test between parts of " << count;
  }
  // What comes first in a plan comes first in its parts.
  const plan part = part_of(whole, {1, 2});
  EXPECT_EQ(part.turns[0].entry, 0u);
  EXPECT_EQ(part.turns[0].tests.size(), 1u);
}

/// A result for each test, which only its number decides.
std::vector<battery_result> results_of(const plan& p) {
  std::vector<battery_result> all;
  for (const plan_entry& e : p.entries) {
    all.push_back({e, {}});
    for (const int test : e.tests) {
      lab::outcome& o = all.back().tests[test];
      if (test % 11 == 0) {
        o = {lab::outcome::kind::died, {}, 1.5, "ended by signal 9"};
      } else {
        o = {lab::outcome::kind::finished, {{"Gap, r = 0", 1.0 / test}, {"Sum", 0.5}}, 2.0 + test, ""};
      }
    }
  }
  return all;
}

std::string json_of_all(const std::vector<battery_result>& results) {
  std::string text;
  for (const battery_result& r : results) text += json_of(r).dump(1) + table_of(r);
  return text;
}

TEST_F(plan_test, gives_the_same_report_by_any_number_of_parts) {
  const plan whole = read(three_lines);
  const std::string expected = json_of_all(results_of(whole));
  for (const std::uint64_t count : {1, 2, 5}) {
    std::vector<named_part> parts;
    for (std::uint64_t k = count; k >= 1; --k) {
      const shard s{k, count};
      const plan part = part_of(whole, s);
      parts.push_back({"part-" + std::to_string(k), part_text(whole, s, results_of(part))});
    }
    EXPECT_EQ(json_of_all(merged_parts(parts).results()), expected) << count;
  }
}

TEST_F(plan_test, refuses_parts_that_do_not_make_a_whole) {
  const auto text_of = [](const plan& whole, const shard& s) {
    return part_text(whole, s, results_of(part_of(whole, s)));
  };
  const auto refused = [](const std::vector<named_part>& parts) -> std::string {
    try {
      const merged_parts merged(parts);
    } catch (const usage_error& e) {
      return e.what();
    }
    return "";
  };
  const plan whole = read(three_lines), other = read("a BigCrush 80,81 --engine pcg32 --seed 1\n");
  const named_part one{"one", text_of(whole, {1, 2})}, two{"two", text_of(whole, {2, 2})};
  EXPECT_EQ(refused({one, two}), "");
  EXPECT_TRUE(refused({one}).starts_with("parts 2/2 are missing")) << refused({one});
  EXPECT_TRUE(refused({one, two, one}).starts_with("part 'one' is part 1/2, as 'one' is"));
  EXPECT_TRUE(
      refused({one, {"foreign", text_of(other, {2, 2})}}).starts_with("part 'foreign' is part 2/2 of"));
  named_part altered = two;
  altered.text[altered.text.size() / 2] ^= 1;
  EXPECT_TRUE(refused({one, altered}).starts_with("part 'two' is truncated or altered"));
  const named_part strange{"strange", part_text(shard{1, 1}, "certify", {{"entries", 3}})};
  EXPECT_TRUE(refused({strange}).find("expected parts that tali-testu01 --part wrote") != std::string::npos);
}

}  // namespace
}  // namespace tali::tool
