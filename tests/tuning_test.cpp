// SPDX-License-Identifier: Apache-2.0
// Tuning files: what is written is read, and what is not this machine's, or damaged, is passed over with a
// reason.
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <tali/error.hpp>
#include <tali/tuning.hpp>
#include <tali/version.hpp>

#include "cost/file_name.hpp"
#include "cost/json.hpp"

namespace tali {
namespace {

namespace fs = std::filesystem;

const std::vector<cost::gpu_identity> one_gpu{{"A \"GPU\" \\ 9000", 10}};

/// A tuning of this machine with that GPU, whose figures differ from every default.
cost::tuning example() {
  cost::tuning t;
  t.key = {version(), cost::cpu_model(), {one_gpu[0].name}};
  t.measured = "2026-11-21T12:00:00Z";
  t.quick = true;
  t.costs = cost::default_cost_model(one_gpu);
  t.costs.cpu.wake_seconds = 1.25e-6;
  t.costs.cpu.fills[{"pcg32", "", "bits", "u32"}] = {3e-9, 7.5e-10, 0, 0};
  t.costs.gpus[0].start_seconds = 0.625;
  t.costs.gpus[0].fills[{"mtgp32", "", "bits", "u32"}] = {2.5e-5, 1.5e-12, 256, 4e-9};
  return t;
}

class TuningFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "tali-tuning-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& text) {
    const std::string path = (folder_ / "tuning.json").string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  fs::path folder_;
};

TEST_F(TuningFile, RoundTrip) {
  const cost::tuning t = example();
  const cost::tuning back = cost::parse_tuning(cost::format_tuning(t));
  EXPECT_EQ(back.key, t.key);
  EXPECT_EQ(back.measured, t.measured);
  EXPECT_EQ(back.quick, t.quick);
  EXPECT_EQ(back.costs.cpu.fills.size(), t.costs.cpu.fills.size());
  EXPECT_EQ(back.costs.cpu.wake_seconds, t.costs.cpu.wake_seconds);
  ASSERT_EQ(back.costs.gpus.size(), 1u);
  EXPECT_EQ(back.costs.gpus[0].name, one_gpu[0].name);
  const cost::fill_cost cost = back.costs.gpus[0].fills.at({"mtgp32", "", "bits", "u32"});
  EXPECT_EQ(cost.call_seconds, 2.5e-5);
  EXPECT_EQ(cost.seconds_per_value, 1.5e-12);
  EXPECT_EQ(cost.generators, 256);
  EXPECT_EQ(cost.row_seconds, 4e-9);
  EXPECT_EQ(cost::format_tuning(back), cost::format_tuning(cost::parse_tuning(cost::format_tuning(back))));

  const cost::machine_costs used = cost::load_machine_costs(write(cost::format_tuning(t)), one_gpu);
  EXPECT_TRUE(used.tuned) << used.note;
  EXPECT_NE(used.note.find("2026-11-21"), std::string::npos);
  EXPECT_EQ(used.costs.cpu.wake_seconds, 1.25e-6);
  EXPECT_EQ(used.costs.gpus[0].start_seconds, 0.625);
}

TEST_F(TuningFile, NumbersHavePointsInEveryLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  bool has_comma = false;
  for (const char* const name : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "ru_RU.UTF-8", "pl_PL.UTF-8"}) {
    if (std::setlocale(LC_NUMERIC, name) == nullptr) continue;
    has_comma = true;
    break;
  }
  const std::string text = cost::format_tuning(example());
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(text, cost::format_tuning(example()));
  EXPECT_NE(text.find("\"wake_seconds\": 1.25e-06"), std::string::npos) << text;
  if (!has_comma) GTEST_SKIP() << "there is no locale here that writes numbers with commas";
}

TEST_F(TuningFile, WhatItLacksComesFromTheDefault) {
  cost::tuning t = example();
  t.costs.cpu.fills.clear();
  t.costs.gpus[0].fills.clear();
  const cost::machine_costs used = cost::load_machine_costs(write(cost::format_tuning(t)), one_gpu);
  ASSERT_TRUE(used.tuned) << used.note;
  const cost::model otherwise = cost::default_cost_model(one_gpu);
  EXPECT_EQ(used.costs.cpu.fills.size(), otherwise.cpu.fills.size());
  const cost::fill_kind kind{"sobol64", "owen", "uniform", "f64"};
  EXPECT_EQ(used.costs.gpus[0].fills.at(kind).seconds_per_value,
            otherwise.gpus[0].fills.at(kind).seconds_per_value);
}

TEST_F(TuningFile, OfAnotherMachineOrVersion) {
  const auto refused = [&](const cost::tuning& t, const std::optional<std::vector<cost::gpu_identity>>& gpus,
                           const char* word) {
    const cost::machine_costs used = cost::load_machine_costs(write(cost::format_tuning(t)), gpus);
    EXPECT_FALSE(used.tuned);
    EXPECT_NE(used.note.find(word), std::string::npos) << used.note;
    EXPECT_EQ(used.costs.cpu.wake_seconds, cost::default_cost_model(gpus).cpu.wake_seconds);
    EXPECT_EQ(used.costs.gpus.size(), cost::default_cost_model(gpus).gpus.size());
  };
  cost::tuning t = example();
  t.key.version = "0.0.1";
  refused(t, one_gpu, "0.0.1");
  t = example();
  t.key.cpu = "Z80";
  refused(t, one_gpu, "Z80");
  t = example();
  refused(t, std::vector<cost::gpu_identity>{}, "9000");
  refused(t, std::vector<cost::gpu_identity>{{"another", 3}}, "another");
  // Where GPUs were not asked for, the file's are believed.
  EXPECT_TRUE(cost::load_machine_costs(write(cost::format_tuning(t)), std::nullopt).tuned);
}

TEST_F(TuningFile, Absent) {
  const cost::machine_costs none = cost::load_machine_costs((folder_ / "none.json").string(), one_gpu);
  EXPECT_FALSE(none.tuned);
  EXPECT_FALSE(none.note.empty());
  EXPECT_FALSE(cost::load_machine_costs("", one_gpu).tuned);
  EXPECT_FALSE(cost::load_machine_costs(folder_.string(), one_gpu).tuned);  // a folder
  EXPECT_FALSE(cost::load_machine_costs(write(""), one_gpu).tuned);
}

TEST_F(TuningFile, CutShortAnywhere) {
  cost::tuning t = example();  // few entries: all lengths are tried
  t.costs.cpu.fills = {{{"pcg32", "", "bits", "u32"}, {1e-9, 1e-9, 0, 1e-8}}};
  t.costs.gpus[0].fills.clear();
  const std::string text = cost::format_tuning(t);
  const std::size_t end = text.rfind('}');
  for (std::size_t n = 0; n <= end; ++n) {
    EXPECT_THROW((void)cost::parse_tuning(text.substr(0, n)), error) << n;
  }
  EXPECT_NO_THROW((void)cost::parse_tuning(text));
  EXPECT_THROW((void)cost::parse_tuning(text + "x"), error);
}

TEST_F(TuningFile, DamagedBytesNeverCrash) {
  cost::tuning t = example();
  t.costs.cpu.fills = {{{"pcg32", "", "bits", "u32"}, {1e-9, 1e-9, 0, 1e-8}}};
  t.costs.gpus[0].fills.clear();
  const std::string text = cost::format_tuning(t);
  std::mt19937 random(1);
  int refused = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string damaged = text;
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
      damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    }
    try {
      const cost::tuning read = cost::parse_tuning(damaged);
      EXPECT_GT(read.costs.cpu.bytes_per_second, 0);
    } catch (const error& e) {
      EXPECT_NE(std::string(e.what()), "");
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST_F(TuningFile, AbsurdFigures) {
  const std::string text = cost::format_tuning(example());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string out = text;
    const std::size_t at = out.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return out.replace(at, from.size(), to);
  };
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"\"start_seconds\": 0.625", "\"start_seconds\": -1"},
        {"\"start_seconds\": 0.625", "\"start_seconds\": 1e300"},
        {"\"start_seconds\": 0.625", "\"start_seconds\": 1e999"},
        {"\"start_seconds\": 0.625", "\"start_seconds\": nan"},
        {"\"start_seconds\": 0.625", "\"start_seconds\": \"1\""},
        {"\"start_seconds\": 0.625", "\"start\": 1"},
        {"\"seconds_per_value\": 7.5e-10", "\"seconds_per_value\": 0"},
        {"\"tali_tuning\": 1", "\"tali_tuning\": 2"},
        {"\"quick\": true", "\"quick\": 1"},
        {"\"cuda\": [", "\"cuda\": [{},"}}) {
    EXPECT_THROW((void)cost::parse_tuning(with(from, to)), error) << to;
  }
  // A clock may show no time for a call.
  EXPECT_NO_THROW((void)cost::parse_tuning(with("\"start_seconds\": 0.625", "\"start_seconds\": 0")));
  EXPECT_THROW((void)cost::parse_tuning(std::string(100000, '[')), error);
  EXPECT_NO_THROW((void)cost::json::parse(std::string(17, '[') + std::string(17, ']')));
  EXPECT_THROW((void)cost::json::parse(std::string(18, '[') + std::string(18, ']')), error);
  EXPECT_THROW((void)cost::parse_tuning("{\"a\": 1, \"a\": 2}"), error);
  const cost::machine_costs used = cost::load_machine_costs(write(with("0.625", "-1")), one_gpu);
  EXPECT_FALSE(used.tuned);
  EXPECT_NE(used.note.find("start_seconds"), std::string::npos) << used.note;
}

TEST(TuningPath, IsThisMachines) {
  const auto with = [](const char* tuning, const char* config, const char* home) {
    const auto set = [](const char* name, const char* value) {
      value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    };
    set("TALI_TUNING", tuning);
    set("XDG_CONFIG_HOME", config);
    set("HOME", home);
    return cost::tuning_path();
  };
  EXPECT_EQ(with("/a/b.json", "/c", "/h"), "/a/b.json");
  EXPECT_EQ(with("", "/c", "/h"), "");
  const std::string named = with(nullptr, "/c", "/h");
  EXPECT_TRUE(named.starts_with("/c/tali/tuning-")) << named;
  EXPECT_TRUE(named.ends_with(".json")) << named;
  EXPECT_EQ(named.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-./"), std::string::npos) << named;
  EXPECT_EQ(named, "/c/tali/tuning-" + cost::file_name_of(cost::cpu_model()) + ".json");
  EXPECT_TRUE(with(nullptr, nullptr, "/h").starts_with("/h/.config/tali/tuning-"));
  EXPECT_TRUE(with(nullptr, "relative", "/h").starts_with("/h/.config/tali/"));
  EXPECT_EQ(with(nullptr, nullptr, nullptr), "");
}

TEST(TuningPath, HasLettersAndDigitsOfTheProcessorsName) {
  for (const auto& [processor, name] :
       {std::pair{"Intel(R) Xeon(R) Platinum 8480+", "intel-r-xeon-r-platinum-8480"},
        {"AMD EPYC 7B12", "amd-epyc-7b12"},
        {"  a -- (b)", "a-b"},
        {"x ", "x"},
        {"(+)", ""},
        {"", ""}}) {
    EXPECT_EQ(cost::file_name_of(processor), name);
  }
}

}  // namespace
}  // namespace tali
