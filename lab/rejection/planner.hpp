// SPDX-License-Identifier: Apache-2.0
// The best number of threads per sample, where it changes, and what it gains: Table 1, Figures 7 and 8.
//
// Source: G. Ridley and B. Forget (2021), section 5. The samples an iteration of one group are
// tali::samples_per_iteration, which the library's drivers use too.
#pragma once

#include <vector>

namespace tali::lab::rejection {

/// Rejection probabilities for which one group is best.
struct region {
  int group;
  double from, to;
  double average_speedup;  ///< mean samples an iteration over from ... min(to, end), by that of groups of 1;
                           ///< 0 where the region begins beyond the end
};

/// One group for one rejection probability.
struct choice {
  int group, samples;
  double iterations;             ///< mean, until all samples are there
  double samples_per_iteration;  ///< the overhead counted in
  double speedup;                ///< over groups of 1
};

/// @param width     of the warp: a power of two, 1 ... 1024
/// @param overhead  of a round of samples, in iterations: as tali::samples_per_iteration
/// @throws argument_error (all functions here); unless 0 <= rejection < 1
std::vector<choice> choices(double rejection, int width, double overhead = 0);

/// The rejection probability from which on groups of 2 `group` make more samples an iteration than `group`.
/// @param group  a power of two below width
double threshold(int group, int width);

/// The regions of a width, from 0 to 1.
/// @param end  where the last average ends; the paper's is 0.99. 0 < end < 1
std::vector<region> regions(int width, double end = 0.99);

}  // namespace tali::lab::rejection
