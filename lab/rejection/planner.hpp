// SPDX-License-Identifier: Apache-2.0
// The best number of threads per sample, where it changes, and its gain: Table 1, Figures 7 and 8.
//
// Source: G. Ridley and B. Forget (2021), section 5. The samples per iteration of one group are
// tali::samples_per_iteration, which the library's drivers use too.
#pragma once

#include <vector>

namespace tali::lab::rejection {

/// Rejection probabilities for which one group is best.
struct region {
  int group;
  double from, to;
  /// Mean samples per iteration over from ... min(to, end), divided by that of groups of 1; 0 if that is
  /// empty.
  double average_speedup;
};

/// One group for one rejection probability.
struct choice {
  int group, samples;
  double iterations;             ///< mean, until all samples are made
  double samples_per_iteration;  ///< with the overhead
  double speedup;                ///< relative to groups of 1
};

/// @param width     of the warp: a power of two, 1 ... 1024
/// @param overhead  of a round of samples, in iterations, as in tali::samples_per_iteration
/// @throws argument_error (all functions here); unless 0 <= rejection < 1
std::vector<choice> choices(double rejection, int width, double overhead = 0);

/// The rejection probability above which groups of 2 `group` make more samples per iteration than groups of
/// `group`.
/// @param group  a power of two below width
double threshold(int group, int width);

/// The regions of a width, from 0 to 1.
/// @param end  the end of the last average; 0.99 in the paper. 0 < end < 1
std::vector<region> regions(int width, double end = 0.99);

}  // namespace tali::lab::rejection
