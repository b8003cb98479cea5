// SPDX-License-Identifier: Apache-2.0
// The threads of a fill: in a process that was forked, where the system starts no more of them, beside other
// threads, and under OpenMP's settings.
#include "cpu/team.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tali/fill.hpp>

#include "support/sanitizers.hpp"

#if !defined(TALI_SANITIZED)  // sanitizers have a pthread_create of their own
namespace {

/// Threads that may still be started.
std::atomic<int> startable{1 << 30};

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*f)(void*), void* with) {
  if (startable.fetch_sub(1) <= 0) return EAGAIN;
  using function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto original = reinterpret_cast<function>(dlsym(RTLD_NEXT, "pthread_create"));
  return original(thread, how, f, with);
}
#endif

#if defined(TALI_THREAD_SANITIZER)
/// ThreadSanitizer lets a forked process start threads only where it is told to.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }
#endif

namespace tali {
namespace {

constexpr std::size_t n = 1 << 20;

std::vector<std::uint32_t> filled(int threads) {
  std::vector<std::uint32_t> x(n);
  fill(cpu{threads}, philox4x32(1), bits<std::uint32_t>(), 0, std::span(x));
  return x;
}

const std::vector<std::uint32_t>& expected() {
  static const std::vector<std::uint32_t> x = filled(1);
  return x;
}

#if !defined(TALI_SANITIZED) || \
    defined(TALI_THREAD_SANITIZER)  // AddressSanitizer's processes are not forked here
/// Whether f returned true in a forked process within ten seconds.
template <class F>
testing::AssertionResult holds_in_a_fork(const F& f) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    _exit(f() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the forked process ended with status " << status;
}

TEST(Team, FillsInAForkedProcess) {
  ASSERT_EQ(filled(3), expected());
  EXPECT_TRUE(holds_in_a_fork([] { return filled(3) == expected() && filled(2) == expected(); }));
  EXPECT_TRUE(holds_in_a_fork([] {
    return filled(3) == expected() &&
           static_cast<bool>(holds_in_a_fork([] { return filled(4) == expected(); }));
  }));
  EXPECT_EQ(filled(3), expected());
}

#endif

#if !defined(TALI_SANITIZED)
// ThreadSanitizer ends where a thread of the child has the address of one of its parent's.
TEST(Team, OfAForkedProcessEndsWithIt) {
  ASSERT_EQ(filled(3), expected());
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    // A thread that comes and goes, and what exit() would do of this one's.
    std::thread([] { (void)filled(3); }).join();
    std::exit(filled(3) == expected() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(Team, TakesAsManyThreadsAsTheSystemStarts) {
  for (const int there : {0, 1, 2, 5}) {
    std::vector<std::uint32_t> x;
    // A thread of its own has no helpers yet.
    std::size_t most = 0;
    std::thread([&] {
      startable = there;
      x = filled(6);
      detail::in_parallel(6, [&](std::size_t mine, std::size_t all) {
        if (mine == 0) most = all;
      });
      startable = 1 << 30;
    }).join();
    EXPECT_EQ(x, expected());
    EXPECT_EQ(most, static_cast<std::size_t>(there) + 1);
  }
}

#endif

TEST(Team, OfEveryThreadIsItsOwn) {
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int k = 0; k < 4; ++k) {
    callers.emplace_back([&] {
      for (int round = 0; round < 5; ++round) wrong += filled(3) != expected();
    });
  }
  for (std::thread& t : callers) t.join();
  EXPECT_EQ(wrong, 0);
}

#if !defined(TALI_THREAD_SANITIZER)  // which does not see how OpenMP's runtime keeps its threads in order
TEST(Team, IsOneThreadWithinAParallelRegion) {
  std::atomic<std::size_t> most{0};
#pragma omp parallel num_threads(2)
  detail::in_parallel(4, [&](std::size_t, std::size_t all) { most = std::max<std::size_t>(most, all); });
  EXPECT_EQ(most, 1u);
}
#endif

}  // namespace
}  // namespace tali
