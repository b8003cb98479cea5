// SPDX-License-Identifier: Apache-2.0
// The number of threads in a program without OpenMP. CMake runs this with OMP_NUM_THREADS=3,2 and
// OMP_THREAD_LIMIT=2.
#include "cpu/processors.hpp"

#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "cpu/team.hpp"

namespace tali {
namespace {

bool is_set() {
  return std::getenv("OMP_NUM_THREADS") != nullptr && std::getenv("OMP_THREAD_LIMIT") != nullptr;
}

TEST(Processors, AreOnesThatTheProcessMayRunOn) {
  EXPECT_GE(cpu_driver::processors(), 1);
  EXPECT_LE(cpu_driver::processors(), static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(Processors, FollowTheVariablesOfOpenMP) {
  if (!is_set()) GTEST_SKIP() << "OMP_NUM_THREADS and OMP_THREAD_LIMIT are not set";
  EXPECT_EQ(cpu_driver::default_threads(), 3) << "the number of the first level";
  EXPECT_EQ(cpu_driver::allowed_threads(), 2);
}

TEST(Processors, LimitATeam) {
  if (!is_set()) GTEST_SKIP() << "OMP_NUM_THREADS and OMP_THREAD_LIMIT are not set";
  std::mutex lock;
  std::set<std::size_t> all;
  detail::in_parallel(8, [&](std::size_t, std::size_t n) {
    const std::lock_guard hold(lock);
    all.insert(n);
  });
  EXPECT_EQ(all, std::set<std::size_t>{2});
}

}  // namespace
}  // namespace tali
