// SPDX-License-Identifier: Apache-2.0
// The library's threads by themselves, in a program that ThreadSanitizer watches in every build. Parts write
// memory that is no atomic object and is read and written again by other threads right after: whatever the
// threads do not hand over in order is reported, and ends the program with an error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cpu/loops.hpp"
#include "cpu/team.hpp"
#include "support/sanitizers.hpp"

#if defined(TALI_THREAD_SANITIZER)
/// ThreadSanitizer lets a forked process start threads only where it is told to.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }
#endif

namespace tali::detail {
namespace {

/// Rounds of 1 to 7 threads that move numbers from one vector to the other.
/// @return whether each part was called once a round
bool pass_numbers(int rounds) {
  std::vector<std::uint64_t> from(7, 0), to(7, 0);
  for (int round = 0; round < rounds; ++round) {
    const auto threads = static_cast<std::size_t>(1 + round % 7);
    in_parallel(static_cast<int>(threads), [&](std::size_t mine, std::size_t all) {
      for (std::size_t i = mine; i < from.size(); i += all) to[i] = from[from.size() - 1 - i] + 1;
    });
    from.swap(to);
  }
  return std::accumulate(from.begin(), from.end(), std::uint64_t{0}) ==
         7 * static_cast<std::uint64_t>(rounds);
}

TEST(Pool, HandsOverWhatPartsHaveWritten) { EXPECT_TRUE(pass_numbers(700)); }

TEST(Pool, CallsEveryPartOnce) {
  for (int round = 0; round < 300; ++round) {
    const int threads = 1 + round % 7;
    std::vector<int> calls(static_cast<std::size_t>(threads), 0);
    in_parallel(threads, [&](std::size_t mine, std::size_t all) {
      ASSERT_EQ(all, calls.size());
      ++calls[mine];
    });
    for (const int c : calls) ASSERT_EQ(c, 1);
  }
}

TEST(Pool, GivesOutEveryIndexOnce) {
  for (const std::uint64_t at_once : {1, 3, 64}) {
    std::vector<int> calls(1000, 0);
    for_indices(
        4, calls.size(), [&](std::uint64_t k) { ++calls[k]; }, at_once);
    for (const int c : calls) ASSERT_EQ(c, 1);
  }
}

TEST(Pool, ThrowsWhatAPartThrew) {
  for (const std::size_t bad : {std::size_t{0}, std::size_t{2}}) {
    EXPECT_THROW(in_parallel(3,
                             [&](std::size_t mine, std::size_t) {
                               if (mine == bad) throw std::runtime_error("bad");
                             }),
                 std::runtime_error);
  }
  EXPECT_TRUE(pass_numbers(10));
}

TEST(Pool, OfEveryThreadIsItsOwnAndEndsWithIt) {
  std::vector<int> good(4, 0);
  std::vector<std::thread> callers;
  for (std::size_t k = 0; k < good.size(); ++k)
    callers.emplace_back([&, k] { good[k] = pass_numbers(200) ? 1 : 0; });
  for (std::thread& t : callers) t.join();
  EXPECT_EQ(good, std::vector<int>(4, 1));
}

TEST(Pool, WorksInAForkedProcess) {
  ASSERT_TRUE(pass_numbers(20));
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(pass_numbers(20) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace tali::detail
