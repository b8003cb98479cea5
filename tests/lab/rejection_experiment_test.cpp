// SPDX-License-Identifier: Apache-2.0
// The experiment of Appendix A on the CPU: it is what it says, it fits the law, and it would see another law.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rejection/experiment.hpp>
#include <rejection/law.hpp>

#include <tali/error.hpp>

namespace tali::lab::rejection {
namespace {

TEST(RejectionExperiment, CountsTheLongestLoopOfAWarp) {
  const trial t{0.7, 5, 300, 42, 3};
  const tally got = run(cpu{1}, t);
  const attempt_words words = attempt_words::of(42, 3);
  std::uint64_t sum = 0, squares = 0, longest = 0;
  std::vector<std::uint64_t> histogram(histogram_bins);
  for (std::uint64_t warp = 0; warp < t.rounds; ++warp) {
    // As the warp goes: all threads at once, until none is left.
    std::vector<std::uint64_t> waiting(5);
    std::iota(waiting.begin(), waiting.end(), warp * 5);
    std::uint32_t iterations = 0;
    while (!waiting.empty()) {
      std::erase_if(waiting, [&](std::uint64_t sample) {
        return static_cast<double>(words(sample, iterations)) * 0x1p-64 >= 0.7;
      });
      ++iterations;
    }
    sum += iterations;
    squares += std::uint64_t{iterations} * iterations;
    longest = std::max<std::uint64_t>(longest, iterations);
    ++histogram[iterations - 1];
  }
  EXPECT_EQ(got.rounds, 300u);
  EXPECT_EQ(got.sum, sum);
  EXPECT_TRUE(got.sum_of_squares == squares);
  EXPECT_EQ(got.longest, longest);
  EXPECT_EQ(got.shift, 0);
  EXPECT_EQ(got.histogram, histogram);
}

TEST(RejectionExperiment, WordsArePinned) {
  // The words of the trial (seed 1, stream 0): a change here changes every recorded result.
  const attempt_words words = attempt_words::of(1, 0);
  EXPECT_EQ(words(0, 0), 13822289579169337708u);
  EXPECT_EQ(words(0x123456789abu, 7), 4540333912841095583u);
}

TEST(RejectionExperiment, DoesNotDependOnTheThreads) {
  for (const trial& t :
       {trial{0.5, 32, 1001, 1, 0}, trial{0.995, 7, 100, 1, 0}, trial{0.1, 1024, 50, 9, 5}}) {
    const tally one = run(cpu{1}, t);
    EXPECT_TRUE(run(cpu{2}, t) == one);
    EXPECT_TRUE(run(cpu{7}, t) == one);
  }
}

TEST(RejectionExperiment, FitsTheLaw) {
  std::vector<double> p;
  std::uint64_t stream = 0;
  for (const int threads : {1, 2, 8, 32, 100}) {
    for (const double rho : {0.01, 0.05, 0.1, 0.5, 0.9, 0.97}) {
      const trial t{rho, threads, rho > 0.8 ? 5000u : 20000u, 2021, stream++};
      const comparison c = compare(t, run(cpu{}, t));
      EXPECT_LT(std::abs(c.z_mean), 4.5) << rho << " " << threads;
      EXPECT_LT(std::abs(c.z_second_moment), 5) << rho << " " << threads;
      EXPECT_GT(c.fit.degrees_of_freedom, 0);
      p.push_back(c.fit.p);
    }
  }
  EXPECT_GT(*std::min_element(p.begin(), p.end()), 1e-5);
  EXPECT_GT(combined_p(p), 1e-3);
  EXPECT_LT(combined_p(p), 1 - 1e-3);
}

TEST(RejectionExperiment, BinsHoldSeveralIterationsWhereThereAreMany) {
  const trial t{0.9985, 32, 1500, 5, 0};
  const tally got = run(cpu{}, t);
  EXPECT_GT(got.shift, 0);
  EXPECT_EQ(std::accumulate(got.histogram.begin(), got.histogram.end(), std::uint64_t{0}), t.rounds);
  const comparison c = compare(t, got);
  EXPECT_GT(c.fit.p, 1e-3);
  EXPECT_GT(c.fit.degrees_of_freedom, 50);
}

TEST(RejectionExperiment, SeesAnotherLaw) {
  const trial t{0.5, 32, 100'000, 1, 0};
  const tally got = run(cpu{}, t);
  EXPECT_GT(compare(t, got).fit.p, 1e-4);
  // One thread less, and a rejection probability 2 % off.
  for (const trial& other : {trial{0.5, 31, t.rounds, 1, 0}, trial{0.51, 32, t.rounds, 1, 0}}) {
    const comparison c = compare(other, got);
    EXPECT_LT(c.fit.p, 1e-6);
    EXPECT_GT(std::abs(c.z_mean), 5);
    EXPECT_GT(std::abs(c.z_second_moment), 5);
  }
}

TEST(RejectionExperiment, NothingIsRejected) {
  const trial t{0, 32, 1000, 1, 0};
  const tally got = run(cpu{}, t);
  EXPECT_EQ(got.longest, 1u);
  EXPECT_EQ(got.mean(), 1);
  const comparison c = compare(t, got);
  EXPECT_EQ(c.fit.p, 1);
  EXPECT_EQ(c.z_mean, 0);
}

TEST(RejectionExperiment, SweepIsLinear) {
  EXPECT_EQ(sweep(0.25, 0.75, 3), (std::vector<double>{0.25, 0.5, 0.75}));
  EXPECT_EQ(sweep(0.3, 0.3, 1), std::vector<double>{0.3});
  EXPECT_THROW(sweep(0.3, 0.4, 1), argument_error);
  EXPECT_THROW(sweep(0.3, 0.3, 2), argument_error);
  EXPECT_THROW(sweep(0.4, 0.3, 2), argument_error);
  EXPECT_THROW(sweep(-0.1, 0.3, 2), argument_error);
  EXPECT_THROW(sweep(0.1, 1, 2), argument_error);
  EXPECT_THROW(sweep(0.1, std::nan(""), 2), argument_error);
  EXPECT_THROW(sweep(0.1, 0.3, 0), argument_error);
}

TEST(RejectionExperiment, RefusesBadTrials) {
  EXPECT_THROW(run(cpu{}, {0.99995, 32, 1, 1, 0}), argument_error);
  EXPECT_THROW(run(cpu{}, {-0.1, 32, 1, 1, 0}), argument_error);
  EXPECT_THROW(run(cpu{}, {0.5, 0, 1, 1, 0}), argument_error);
  EXPECT_THROW(run(cpu{}, {0.5, 1025, 1, 1, 0}), argument_error);
  EXPECT_THROW(run(cpu{}, {0.5, 32, 0, 1, 0}), argument_error);
}

}  // namespace
}  // namespace tali::lab::rejection
