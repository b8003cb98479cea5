// SPDX-License-Identifier: Apache-2.0
// How many threads are used by a fill if the caller gives no number. CMake runs this with OMP_NUM_THREADS=3.
#include "cpu/threads.hpp"

#include <cstddef>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <omp.h>

namespace tali::cpu_driver {
namespace {

constexpr std::size_t much = std::size_t{1} << 30;

TEST(Threads, FollowTheEnvironment) {
  const char* const given = std::getenv("OMP_NUM_THREADS");
  if (given == nullptr || given != std::string("3")) GTEST_SKIP() << "OMP_NUM_THREADS is not 3";
  EXPECT_EQ(threads_for(cpu{}, much), 3);
}

TEST(Threads, FollowOpenMP) {
  const int before = omp_get_max_threads();
  for (const int threads : {1, 2, 5}) {
    omp_set_num_threads(threads);
    EXPECT_EQ(threads_for(cpu{}, much), threads);
    EXPECT_EQ(threads_for(cpu{}, 1), 1);
    EXPECT_EQ(threads_for(cpu{7}, much), 7) << "a number that is named is taken";
  }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace tali::cpu_driver
