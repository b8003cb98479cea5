// SPDX-License-Identifier: Apache-2.0
// How many lanes of a warp should share one sample of a rejection loop. By law 6 this affects speed only: a
// sample is its first accepted attempt, whichever lane made it.
//
// Source: G. Ridley and B. Forget, "A simple method for rejection sampling efficiency improvement on SIMT
// architectures", Statistics and Computing 31:30 (2021), section 5. A warp makes `samples` samples at once,
// each of which fails an iteration with probability `rejection`. The number of iterations is the maximum of
// that many geometric variables, with the CDF (1 - rejection^n)^samples. A group of g lanes fails with
// probability rejection^g.
//
// The paper sums over n to get the mean. Here this is done only for small means; for others, Poisson's
// summation formula gives the same sum in a few terms (docs/rejection.md).
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include <tali/detail/require.hpp>
#include <tali/error.hpp>

namespace tali {

namespace detail {

/// Below this rate the sum over iterations is long, and that of Poisson's formula is short.
inline constexpr double short_sum_rate = 1.0 / 16;

/// The last iteration of the sum: the rest is below 2^-60 of the first term.
inline double last_term(double rate, int samples) {
  return std::ceil((std::log(static_cast<double>(samples)) + 42) / rate);
}

/// 1 - (1 - e^(-n rate))^samples, the probability that a sample is missing after n iterations.
inline double share_unfinished(double rate, int samples, double n) {
  const double x = n * rate;
  // log(1 - e^-x), by the formula without cancellation.
  const double one = x > 0.69 ? std::log1p(-std::exp(-x)) : std::log(-std::expm1(-x));
  return -std::expm1(samples * one);
}

/// 1/1 + 1/2 + ... + 1/n.
inline double harmonic_number(int n) {
  double sum = 0;
  for (int j = n; j > 0; --j) sum += 1.0 / j;
  return sum;
}

/// The mean minus (H / rate + 1/2): minus the sum over k > 0 of Im phi(2 pi k) / (pi k), where phi is the
/// characteristic function of the maximum of exponential variables, a product over j of 1 / (1 + i w / (j
/// rate)). Converges as k^-(samples + 1).
inline double lattice_correction(double rate, int samples) {
  double sum = 0;
  for (int k = 1;; ++k) {
    const double w = 2 * std::numbers::pi * k;
    double log_size = 0, angle = 0;
    for (int j = 1; j <= samples; ++j) {
      const double x = w / (j * rate);
      log_size -= 0.5 * std::log1p(x * x);
      angle += std::atan(x);
    }
    if (log_size < -42) return sum;
    sum += 2 * std::exp(log_size) * std::sin(angle) / w;
  }
}

/// Mean of the maximum of `samples` geometric variables, minus its smallest value, 1: accurate even if tiny.
/// Relative error below 1e-14, or 1e-16 times the rate if that is larger.
/// @param rate     -log of the probability that a sample fails an iteration; > 0, infinite if no sample fails
/// @param samples  1 ... 1024
inline double iterations_beyond_first(double rate, int samples) {
  if (samples == 1) return 1 / std::expm1(rate);
  if (rate > detail::short_sum_rate) {
    double sum = 0;  // of the probabilities to continue, smallest first
    for (double n = detail::last_term(rate, samples); n > 0; --n) {
      sum += detail::share_unfinished(rate, samples, n);
    }
    return sum;
  }
  if (samples <= 4) {  // the expanded power; its few terms do not cancel
    double sum = 0, binomial = 1;
    for (int j = 1; j <= samples; ++j) {
      binomial *= static_cast<double>(samples - j + 1) / j;
      sum += (j % 2 == 1 ? binomial : -binomial) / std::expm1(j * rate);
    }
    return sum;
  }
  return detail::harmonic_number(samples) / rate - 0.5 + detail::lattice_correction(rate, samples);
}

/// -log of the probability that an attempt is rejected: infinity for 0.
/// @throws argument_error unless 0 <= rejection < 1
inline double rejection_rate(double rejection) {
  if (!(rejection >= 0 && rejection < 1)) {
    throw argument_error("rejection probability", detail::text_of(rejection), "a number from 0 to below 1");
  }
  return -std::log(rejection);
}

/// Mean number of iterations of a warp until each of `samples` groups of `group` lanes has a sample.
/// @param rejection  probability that one attempt is rejected
/// @throws argument_error unless 0 <= rejection < 1, samples = 1 ... 1024 and group = 1 ... 1024
inline double expected_iterations(double rejection, int samples, int group = 1) {
  const double rate = rejection_rate(rejection);
  if (samples < 1 || samples > 1024) throw argument_error("samples", std::to_string(samples), "1 to 1024");
  if (group < 1 || group > 1024) throw argument_error("group", std::to_string(group), "1 to 1024");
  return 1 + iterations_beyond_first(rate * group, samples);
}

/// The cost of a round of samples of a GPU warp besides its iterations, in iterations: sample numbers, the
/// exchange between lanes, the outer loop. Groups make more rounds and pay it more often, which the paper's
/// law omits. For SIMD lanes the library uses 0.
///
/// 0.5 for attempts of 4 words, 0.03 for 16 and 0.01 for 32. Measured for attempts that only make their
/// words: 0.5, 0.04 and 0.02 (docs/rejection.md, "Measured: groups against the law"). Attempts with more
/// arithmetic have less.
/// @param attempt_words  words per attempt; each attempt makes at least one block of Philox
inline double round_overhead(int attempt_words) {
  const double words = attempt_words > 4 ? attempt_words : 4;
  return 8 / (words * words);
}

}  // namespace detail

/// Mean number of samples per iteration of a warp of `width` lanes, if `group` lanes share a sample.
/// @param overhead  cost of a round, in iterations; 0 in the paper's law
/// @throws argument_error unless 0 <= rejection < 1, width is a power of two from 1 to 1024, group is a power
///         of two from 1 to width, and 0 <= overhead <= 1e6
inline double samples_per_iteration(double rejection, int group, int width = 32, double overhead = 0) {
  if (width < 1 || width > 1024 || (width & (width - 1)) != 0) {
    throw argument_error("warp width", std::to_string(width), "a power of two from 1 to 1024");
  }
  if (group < 1 || group > width || (group & (group - 1)) != 0) {
    throw argument_error("group", std::to_string(group), "a power of two from 1 to " + std::to_string(width));
  }
  if (!(overhead >= 0 && overhead <= 1e6)) {
    throw argument_error("overhead", detail::text_of(overhead), "0 to 1e6");
  }
  const int samples = width / group;
  return samples / (detail::expected_iterations(rejection, samples, group) + overhead);
}

/// The group with the most samples per iteration; the smaller one if two are equal.
/// @throws argument_error as samples_per_iteration
inline int best_group(double rejection, int width = 32, double overhead = 0) {
  int best = 1;
  double best_rate = samples_per_iteration(rejection, 1, width, overhead);
  for (int group = 2; group <= width; group *= 2) {
    const double rate = samples_per_iteration(rejection, group, width, overhead);
    if (rate > best_rate) {
      best_rate = rate;
      best = group;
    }
  }
  return best;
}

}  // namespace tali
