// SPDX-License-Identifier: Apache-2.0
// The experiment of Appendix A on every CUDA device: the same counts as on the CPU, to the last one.
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rejection/experiment.hpp>

#include <tali/cuda/device.hpp>
#include <tali/error.hpp>

namespace tali::lab::rejection {
namespace {

TEST(RejectionExperimentCuda, CountsAsTheCpuDoes) {
  const std::vector<cuda_info> devices = cuda_devices();
  if (devices.empty()) GTEST_SKIP() << "no CUDA device on this machine";
  const std::vector<trial> trials{{0, 32, 1000, 1, 0},     {0.05, 32, 100'000, 1, 0},
                                  {0.5, 32, 99'999, 7, 3}, {0.9, 32, 10'001, 0xffffffffffffu, 0x100000001u},
                                  {0.99, 32, 1000, 2, 1},  {0.9985, 32, 500, 3, 2},
                                  {0.9999, 3, 100, 3, 2},  {0.5, 1, 100'003, 1, 4},
                                  {0.5, 2, 50'001, 1, 5},  {0.7, 5, 20'000, 1, 6},
                                  {0.3, 17, 10'000, 1, 7}, {0.5, 33, 10'000, 1, 8},
                                  {0.5, 1024, 777, 1, 9},  {0.5, 32, 1, 1, 10}};
  for (const trial& t : trials) {
    const tally expected = run(cpu{}, t);
    for (const cuda_info& d : devices) {
      const tally got = run_cuda(t, d.ordinal);
      EXPECT_TRUE(got == expected) << d.name << ": rho " << t.rejection << ", " << t.threads
                                   << " threads: mean " << got.mean() << " and not " << expected.mean();
    }
  }
}

TEST(RejectionExperimentCuda, FitsTheLawInManyWarps) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  std::vector<double> p;
  std::uint64_t stream = 0;
  for (const double rho : sweep(0.05, 0.95, 10)) {
    const trial t{rho, 32, 20'000'000, 2021, stream++};  // more than one launch holds
    const comparison c = compare(t, run_cuda(t));
    EXPECT_LT(std::abs(c.z_mean), 5) << rho;
    EXPECT_LT(std::abs(c.z_second_moment), 5) << rho;
    EXPECT_GT(c.fit.p, 1e-5) << rho;
    p.push_back(c.fit.p);
  }
  EXPECT_GT(combined_p(p), 1e-3);
}

TEST(RejectionExperimentCuda, RefusesBadTrialsAndDevices) {
  EXPECT_THROW(run_cuda({0.99995, 32, 1, 1, 0}), argument_error);
  EXPECT_THROW(run_cuda({0.5, 0, 1, 1, 0}), argument_error);
  EXPECT_THROW(run_cuda({0.5, 32, 1, 1, 0}, 1000), error);
}

}  // namespace
}  // namespace tali::lab::rejection
