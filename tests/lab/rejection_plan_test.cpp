// SPDX-License-Identifier: Apache-2.0
// The planner against the paper's Table 1, and what must hold of any plan.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rejection/law.hpp>
#include <rejection/planner.hpp>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

namespace tali::lab::rejection {
namespace {

TEST(RejectionPlan, IsTable1) {
  const std::vector<region> all = regions(32);
  const int groups[] = {1, 2, 4, 8, 16, 32};
  const double ends[] = {12.88, 42.71, 71.70, 88.37, 95.76, 100};
  const double speedups[] = {1, 1.01, 1.14, 1.39, 1.84, 2.65};
  ASSERT_EQ(all.size(), 6u);
  double from = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].group, groups[i]);
    EXPECT_EQ(all[i].from, from);
    EXPECT_NEAR(100 * all[i].to, ends[i], 0.005) << groups[i];
    EXPECT_NEAR(all[i].average_speedup, speedups[i], 0.005) << groups[i];
    from = all[i].to;
  }
}

TEST(RejectionPlan, ThresholdsAreCrossings) {
  for (int width = 4; width <= 128; width *= 2) {
    double before = 0;
    for (int group = 1; group < width; group *= 2) {
      const double at = threshold(group, width);
      EXPECT_GT(at, before) << width << " " << group;
      EXPECT_LT(at, 1) << width << " " << group;
      EXPECT_NEAR(samples_per_iteration(at, group, width), samples_per_iteration(at, 2 * group, width),
                  1e-12);
      EXPECT_EQ(best_group(at - 1e-6, width), group) << width;
      EXPECT_EQ(best_group(at + 1e-6, width), 2 * group) << width;
      before = at;
    }
  }
}

TEST(RejectionPlan, GroupsCrossOnceOnly) {
  for (int width = 4; width <= 128; width *= 2) {
    for (int group = 1; group < width; group *= 2) {
      const double at = threshold(group, width);
      for (int i = 0; i < 500; ++i) {
        const double rho = i / 500.0;
        if (std::abs(rho - at) < 1e-9) continue;
        EXPECT_EQ(samples_per_iteration(rho, group, width) > samples_per_iteration(rho, 2 * group, width),
                  rho < at)
            << width << " " << group << " " << rho;
      }
    }
  }
}

TEST(RejectionPlan, BestGroupIsTheBestOfAll) {
  for (int width = 1; width <= 1024; width *= 2) {
    for (const double rho : {0.0, 0.05, 0.2, 0.5, 0.8, 0.9, 0.99, 0.9999, 1 - 1e-12}) {
      const int best = best_group(rho, width);
      for (const choice& c : choices(rho, width)) {
        EXPECT_LE(c.samples_per_iteration, samples_per_iteration(rho, best, width)) << width << " " << rho;
        EXPECT_EQ(c.samples * c.group, width);
        EXPECT_NEAR(c.iterations, law::of_groups(rho, c.samples, c.group).mean(), 1e-13 * c.iterations);
        EXPECT_NEAR(c.speedup, c.samples_per_iteration / samples_per_iteration(rho, 1, width),
                    1e-14 * c.speedup);
      }
    }
  }
}

// The choices that measured attempts of 4, 16 and 32 words ask for (docs/rejection.md), and no more than the
// law's where a round costs something.
TEST(RejectionPlan, OverheadMakesGroupsSmaller) {
  EXPECT_EQ(best_group(0.5), 4);
  EXPECT_EQ(best_group(0.5, 32, detail::round_overhead(4)), 1);
  EXPECT_EQ(best_group(0.9, 32, detail::round_overhead(4)), 8);
  EXPECT_EQ(best_group(0.99, 32, detail::round_overhead(4)), 32);
  EXPECT_EQ(best_group(0.5, 32, detail::round_overhead(16)), 4);
  EXPECT_EQ(best_group(0.9, 32, detail::round_overhead(32)), 16);
  EXPECT_EQ(detail::round_overhead(1), detail::round_overhead(4));
  for (const double rho : {0.05, 0.2, 0.5, 0.8, 0.9, 0.99, 0.9999}) {
    int before = best_group(rho);
    for (const double overhead : {0.01, 0.1, 1.0, 10.0, 1000.0}) {
      const int group = best_group(rho, 32, overhead);
      EXPECT_LE(group, before) << rho << " " << overhead;
      before = group;
      const auto all = choices(rho, 32, overhead);
      EXPECT_NEAR(all[0].samples_per_iteration, 32 / (detail::expected_iterations(rho, 32) + overhead),
                  1e-12);
      EXPECT_EQ(all[0].iterations, detail::expected_iterations(rho, 32));
    }
  }
  EXPECT_THROW((void)best_group(0.5, 32, -1), argument_error);
  EXPECT_THROW((void)best_group(0.5, 32, std::nan("")), argument_error);
}

TEST(RejectionPlan, Limits) {
  // Nothing rejected: every lane makes a sample an iteration.
  EXPECT_EQ(samples_per_iteration(0, 1), 32);
  EXPECT_EQ(best_group(0), 1);
  // The paper's example: one sample of 32 threads at 99 %, 1 / (1 - 0.99^32) iterations.
  EXPECT_NEAR(detail::expected_iterations(0.99, 1, 32), 1 / (1 - std::pow(0.99, 32)), 1e-13);
  EXPECT_NEAR(samples_per_iteration(0.99, 1), 0.079, 0.0005);
  EXPECT_NEAR(samples_per_iteration(0.99, 32), 0.275, 0.0005);
  // Towards 1 the gain of one sample per warp is the harmonic number of the width.
  double harmonic = 0;
  for (int j = 1; j <= 32; ++j) harmonic += 1.0 / j;
  EXPECT_NEAR(choices(1 - 1e-9, 32).back().speedup, harmonic, 1e-6);
}

TEST(RejectionPlan, RegionsBeyondTheEndHaveNoAverage) {
  const std::vector<region> all = regions(32, 0.8);
  EXPECT_EQ(all[5].average_speedup, 0);
  EXPECT_EQ(all[4].average_speedup, 0);
  EXPECT_GT(all[3].average_speedup, 1);
}

TEST(RejectionPlan, RefusesWhatIsNoPlan) {
  EXPECT_THROW(samples_per_iteration(1, 1), argument_error);
  EXPECT_THROW(samples_per_iteration(-0.1, 1), argument_error);
  EXPECT_THROW(samples_per_iteration(std::nan(""), 1), argument_error);
  EXPECT_THROW(samples_per_iteration(0.5, 3), argument_error);
  EXPECT_THROW(samples_per_iteration(0.5, 64), argument_error);
  EXPECT_THROW(samples_per_iteration(0.5, 1, 33), argument_error);
  EXPECT_THROW(samples_per_iteration(0.5, 1, 2048), argument_error);
  EXPECT_THROW(best_group(0.5, 0), argument_error);
  EXPECT_THROW(detail::expected_iterations(0.5, 0), argument_error);
  EXPECT_THROW(detail::expected_iterations(0.5, 1025), argument_error);
  EXPECT_THROW(detail::expected_iterations(0.5, 1, 0), argument_error);
  EXPECT_THROW(threshold(32, 32), argument_error);
  EXPECT_THROW(regions(32, 1), argument_error);
  try {
    best_group(0.5, 48);
    ADD_FAILURE() << "48 was taken";
  } catch (const argument_error& e) {
    EXPECT_EQ(e.argument(), "warp width");
    EXPECT_EQ(e.value(), "48");
  }
}

}  // namespace
}  // namespace tali::lab::rejection
