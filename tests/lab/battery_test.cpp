// SPDX-License-Identifier: Apache-2.0
// The queue and the journal of the batteries, with tests that are none.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <battery/journal.hpp>
#include <battery/queue.hpp>
#include <battery/verdict.hpp>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tali::lab {
namespace {

using kind = outcome::kind;

task giving(double p, double expected_seconds = 0) {
  return {[p] { return std::vector<statistic>{{"a test, with commas", p}}; }, expected_seconds};
}

task sleeping(double seconds) {
  return {[seconds] {
            std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
            return std::vector<statistic>{{"sleep", 0.5}};
          },
          0};
}

std::map<std::size_t, outcome> run(const std::vector<task>& tasks, const limits& l) {
  std::map<std::size_t, outcome> all;
  run_tasks(tasks, l, [&](std::size_t k, const outcome& o) {
    EXPECT_EQ(all.count(k), 0u);
    all[k] = o;
  });
  EXPECT_EQ(all.size(), tasks.size());
  return all;
}

TEST(queue, brings_p_values_back_bit_for_bit) {
  const double values[] = {0.1, 1e-300, std::nextafter(1.0, 0.0), 0.0, 1.0, 1.0 / 3};
  std::vector<task> tasks;
  for (const double p : values) tasks.push_back(giving(p));
  for (int jobs : {1, 3, 100}) {
    const auto all = run(tasks, {jobs});
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      ASSERT_EQ(all.at(k).status, kind::finished);
      ASSERT_EQ(all.at(k).statistics.size(), 1u);
      EXPECT_EQ(all.at(k).statistics[0].p, values[k]);
      EXPECT_EQ(all.at(k).statistics[0].name, "a test, with commas");
    }
  }
}

TEST(queue, more_than_a_pipe_holds) {
  const task many{[] { return std::vector<statistic>(20'000, {std::string(40, 'x'), 0.25}); }, 0};
  const auto all = run({many}, {1});
  EXPECT_EQ(all.at(0).status, kind::finished);
  EXPECT_EQ(all.at(0).statistics.size(), 20'000u);
}

TEST(queue, runs_as_many_at_a_time_as_asked) {
  // Each waits for all the others, who count themselves in memory that the processes share.
  constexpr int together = 8;
  void* const shared =
      mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto* const here = new (shared) std::atomic<int>(0);
  const task meets{[here]() -> std::vector<statistic> {
    ++*here;
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (*here < together && std::chrono::steady_clock::now() < late)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {{"all are here", *here < together ? 0.0 : 1.0}};
  }};
  const auto all = run(std::vector<task>(together, meets), {together});
  for (const auto& [k, o] : all) EXPECT_EQ(o.statistics.at(0).p, 1.0) << k;
  munmap(shared, sizeof(std::atomic<int>));
}

TEST(queue, a_test_that_ends_its_process_is_not_run) {
  const task killed{[]() -> std::vector<statistic> {
    std::raise(SIGKILL);
    return {{"never", 0.5}};
  }};
  const task leaves{[]() -> std::vector<statistic> { std::_Exit(7); }};  // as TestU01 does on an error
  const task leaves_well{[]() -> std::vector<statistic> { std::_Exit(0); }};
  const task throws{[]() -> std::vector<statistic> { throw std::runtime_error("no\nluck"); }};
  const auto all = run({killed, leaves, leaves_well, throws, giving(0.5)}, {2});
  for (const std::size_t k : {0u, 1u, 2u, 3u}) {
    EXPECT_EQ(all.at(k).status, kind::died) << k;
    EXPECT_TRUE(all.at(k).statistics.empty()) << k;
  }
  EXPECT_NE(all.at(0).reason.find("signal 9"), std::string::npos) << all.at(0).reason;
  EXPECT_NE(all.at(1).reason.find("exit code 7"), std::string::npos) << all.at(1).reason;
  EXPECT_EQ(all.at(3).reason, "no luck");
  EXPECT_EQ(all.at(4).status, kind::finished);
}

TEST(queue, a_test_that_takes_too_long_is_ended) {
  const auto all = run({sleeping(60), giving(0.5)}, {2, 2.0});
  EXPECT_EQ(all.at(0).status, kind::out_of_time);
  EXPECT_LT(all.at(0).seconds, 20.0);
  EXPECT_EQ(all.at(1).status, kind::finished);
}

TEST(queue, the_deadline_ends_what_runs_and_begins_nothing_that_is_too_long) {
  const auto all = run({sleeping(60), giving(0.5, 1000), giving(0.25), sleeping(60)}, {2, 0, 4.0});
  EXPECT_EQ(all.at(0).status, kind::out_of_time);
  EXPECT_EQ(all.at(1).status, kind::not_started);
  EXPECT_EQ(all.at(2).status, kind::finished);  // it fits, though an earlier one does not
  EXPECT_EQ(all.at(3).status, kind::out_of_time);
}

TEST(queue, begins_with_the_first) {
  const std::string file = testing::TempDir() + "tali-order-" + std::to_string(::getpid());
  std::vector<task> tasks;
  for (const char c : std::string("abcdef")) {
    tasks.push_back({[c, file] {
      std::ofstream(file, std::ios::app) << c;
      return std::vector<statistic>{{"order", 0.5}};
    }});
  }
  run(tasks, {1});
  std::ifstream in(file);
  std::string order;
  in >> order;
  EXPECT_EQ(order, "abcdef");
  std::filesystem::remove(file);
}

class journal_test : public testing::Test {
 protected:
  void SetUp() override {
    path = testing::TempDir() + "tali-journal-" + std::to_string(::getpid()) + "-" +
           testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove(path);
  }
  void TearDown() override { std::filesystem::remove(path); }

  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path).rdbuf();
    return all.str();
  }
  void write(const std::string& what) const { std::ofstream(path) << what; }

  std::string refusal() const {
    try {
      journal(path, about);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  }

  static outcome found(double p) { return {kind::finished, {{"one", p}, {"two", 1 - p}}, 1.5, ""}; }

  std::string path;
  const subject about{"BigCrush", "--engine philox4x32 --seed 1 --stream 0"};
};

TEST_F(journal_test, goes_on_from_what_is_there) {
  {
    journal j(path, about);
    EXPECT_TRUE(j.finished().empty());
    j.add(80, found(0.1));
    j.add(7, found(1e-12));
  }
  const std::string after = text();
  journal j(path, about);
  ASSERT_EQ(j.finished().size(), 2u);
  const outcome& o = j.finished().at(7);
  EXPECT_EQ(o.status, kind::finished);
  EXPECT_EQ(o.seconds, 1.5);
  ASSERT_EQ(o.statistics.size(), 2u);
  EXPECT_EQ(o.statistics[0].p, 1e-12);
  EXPECT_EQ(o.statistics[1].p, 1 - 1e-12);
  EXPECT_EQ(o.statistics[1].name, "two");
  EXPECT_EQ(text(), after);
}

TEST_F(journal_test, wherever_a_crash_has_cut_it) {
  {
    journal j(path, about);
    j.add(1, found(0.25));
    j.add(2, found(0.5));
  }
  const std::string whole = text();
  const std::size_t head = whole.find('\n') + 1, first = whole.find('\n', head) + 1;
  for (std::size_t n = 0; n <= whole.size(); ++n) {
    write(whole.substr(0, n));
    {
      journal j(path, about);
      EXPECT_EQ(j.finished().size(), n < first ? 0u : n < whole.size() ? 1u : 2u) << n;
      j.add(3, found(0.75));
    }
    EXPECT_EQ(journal(path, about).finished().count(3), 1u) << n;
  }
}

TEST_F(journal_test, not_a_number_stays_one) {
  journal(path, about).add(1, found(NAN));
  EXPECT_TRUE(std::isnan(journal(path, about).finished().at(1).statistics[0].p));
}

TEST_F(journal_test, refuses_what_is_about_something_else) {
  journal(path, {"Crush", about.sequence}).add(1, found(0.5));
  const std::string before = text();
  EXPECT_NE(refusal().find("Crush of"), std::string::npos) << refusal();
  EXPECT_EQ(text(), before);
}

TEST_F(journal_test, refuses_what_is_no_journal_by_line) {
  write("1,2,3\n");
  EXPECT_NE(refusal().find("line 1"), std::string::npos) << refusal();
  EXPECT_EQ(text(), "1,2,3\n");
  std::filesystem::remove(path);
  journal(path, about).add(1, found(0.5));
  write(text() + "{\"test\": 2}\n");
  EXPECT_NE(refusal().find("line 3"), std::string::npos) << refusal();
}

TEST_F(journal_test, a_full_disk_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_THROW(journal("/dev/full", about), std::runtime_error);
}

TEST(verdict, is_by_the_published_bounds_on_both_sides) {
  for (const double p : {0.5, 1e-4, 1 - 1e-4}) EXPECT_EQ(verdict_of(p), verdict::pass) << p;
  for (const double p : {0.9e-4, 1e-10, 1 - 0.9e-4, 1 - 1e-10})
    EXPECT_EQ(verdict_of(p), verdict::suspect) << p;
  for (const double p : {0.9e-10, 0.0, 1.0, 1 - 0.9e-10, double{NAN}}) {
    EXPECT_EQ(verdict_of(p), verdict::fail) << p;
  }
}

}  // namespace
}  // namespace tali::lab
