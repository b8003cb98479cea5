// SPDX-License-Identifier: Apache-2.0
// Null laws that several tests share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "certify/tally.hpp"

namespace tali::lab::certify {

/// The chance that a standard normal number exceeds z.
double normal_tail(double z);

/// One p-value for a family of independent standard scores, from the largest |z|.
double largest_score_p(std::span<const double> z);

/// Appends the two p-values of a family of independent standard scores: for the largest |z|, and for the sum
/// of squares.
void judge_scores(outcome& to, const std::string& name, std::span<const double> z);

/// Appends the chi-squared test of counts against probabilities; cells with fewer than ten expected are
/// merged.
void judge_cells(outcome& to, const std::string& name, std::span<const std::uint64_t> counts,
                 const std::vector<double>& probabilities);

/// The same against counts of a calibration: Pearson's test that two samples have one law.
void judge_against(outcome& to, const std::string& name, std::span<const std::uint64_t> counts,
                   std::span<const std::uint64_t> calibration);

/// The p-value of a count with a Poisson law: P(X > x) + P(X = x) / 2, which is uniform on average.
double poisson_p(std::uint64_t x, double mean);

/// The chance that Kolmogorov's statistic sqrt(n) D exceeds x.
double kolmogorov_tail(double x);

/// The probability that Anderson and Darling's A^2, for a known law, exceeds x: the limit law, to a relative
/// 1e-10. Source: T. W. Anderson and D. A. Darling, "Asymptotic theory of certain goodness of fit criteria",
/// Ann. Math. Stat. 23, 1952, section 4.
double anderson_darling_tail(double x);

/// The Kolmogorov-Smirnov p-value of p-values that should be uniform, for any number of them: with Stephens's
/// correction of the limit law (M. A. Stephens, JRSS B 32, 1970).
double uniformity(std::vector<double> p);

/// The probabilities of a binomial law with p = 1/2: 0 ... n successes.
std::vector<double> half_binomial(int n);

/// log(n choose k).
double log_choose(double n, double k);

}  // namespace tali::lab::certify
