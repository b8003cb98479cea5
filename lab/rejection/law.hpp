// SPDX-License-Identifier: Apache-2.0
// The law of a warp's iterations in a rejection loop: the exponentiated geometric distribution, the maximum
// of `threads` geometric variables.
//
// Source: G. Ridley and B. Forget, "A simple method for rejection sampling efficiency improvement on SIMT
// architectures", Statistics and Computing 31:30 (2021), equation (9): p(n) = (1 - rho^n)^t - (1 -
// rho^(n-1))^t. Everything is computed from rate = -log(rho), in forms that do not cancel for rho near 0 or
// near 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tali::lab::rejection {

inline constexpr int max_threads = 1024;
inline constexpr int highest_moment = 8;

/// Iterations n = 1, 2, ... of a warp. Relative errors: probabilities below 1e-12, the mean 1e-14, raw and
/// even central moments 1e-13; odd central moments within 1e-13 of the square root of the product of their
/// even neighbours.
class law {
 public:
  /// @param rejection  the probability rho that an attempt is rejected
  /// @param threads    number of threads, with one sample each
  /// @throws argument_error unless 0 <= rejection < 1 and threads = 1 ... 1024
  law(double rejection, int threads);
  /// The same if `group` threads work on each of `samples` samples: rho^group, without rounding.
  /// @throws argument_error as above, group = 1 ... 1024
  static law of_groups(double rejection, int samples, int group);

  /// P(N = n), equation (9). @param n  0 has probability 0
  [[nodiscard]] double pmf(std::uint64_t n) const;
  /// P(N <= n).
  [[nodiscard]] double cdf(std::uint64_t n) const;
  /// P(N > n).
  [[nodiscard]] double survival(std::uint64_t n) const;
  /// The smallest n with P(N <= n) >= p; above 2^53 to a relative 1e-15.
  /// @throws argument_error unless 0 <= p < 1
  [[nodiscard]] std::uint64_t quantile(double p) const;
  /// The smallest n with P(N > n) < left: the required length of a list of probabilities.
  /// @throws argument_error unless 0 < left <= 1
  [[nodiscard]] std::uint64_t last(double left) const;
  /// The smallest n with the largest probability. For rho above 1 - 1e-5 it can differ by one.
  [[nodiscard]] std::uint64_t mode() const;
  /// Whether p(n) falls from n = 1 on: rho <= 2^(1/t) - 1.
  [[nodiscard]] bool falls() const;

  [[nodiscard]] double mean() const { return 1 + mean_beyond_first_; }
  /// mean() - 1, to a relative 1e-14 even if rho is small, or to 1e-16 rate() if that is larger.
  [[nodiscard]] double mean_beyond_first() const { return mean_beyond_first_; }
  [[nodiscard]] double variance() const { return central_moment(2); }
  /// E (N - mean)^m. @throws argument_error unless m = 0 ... 8
  [[nodiscard]] double central_moment(int m) const;
  /// E N^m. @throws argument_error unless m = 0 ... 8
  [[nodiscard]] double raw_moment(int m) const;

  /// P(N = 1), P(N = 2), ... until the rest is less than `left`.
  [[nodiscard]] std::vector<double> probabilities(double left = 1e-15) const;

  [[nodiscard]] double rate() const { return rate_; }
  [[nodiscard]] int threads() const { return threads_; }

 private:
  struct by_rate {};
  law(by_rate, double rate, int threads);

  double rate_;  // -log rho; infinite for rho = 0
  int threads_;
  double mean_beyond_first_;
  std::array<double, highest_moment + 1> central_;
};

// The paper's formulas for the mean of the iteration law, and their errors.
//
// Source: Ridley and Forget (2021), sections 4.1 and 4.2. Two slips there do not change the results: (14)
// lacks powers of t, and the sum of (15) should end at N - 1. A third one does: (13) is called the maximum of
// (11), which is the same formula without the factor 2. With the factor it is not a mode but a mean: e^gamma
// = 1.78 would be exact in the limit (see mean_by_harmonic_number).

/// Equation (13), for larger rejection probabilities: log(2 t (rho - 1) / log rho) / log(1 / rho) + 1. It is
/// too large by (log 2 - gamma) / log(1 / rho) = 0.116 / log(1 / rho) in the limit of many threads.
/// @throws argument_error unless 0 <= rejection < 1 and threads = 1 ... 1024 (all functions here)
double mean_equation_13(double rejection, int threads);

/// Equation (16), for small rejection probabilities: 3 - (1 - rho)^t - (1 - rho^2)^t. It is too small by the
/// terms after three iterations: the sum over n > 2 of 1 - (1 - rho^n)^t.
double mean_equation_16(double rejection, int threads);

/// Equation (17): (16) if the law falls from n = 1 on, rho < 2^(1/t) - 1; otherwise (13).
double mean_equation_17(double rejection, int threads);

/// (1 + 1/2 + ... + 1/t) / log(1 / rho) + 1/2: the mean of the continuous law plus half an iteration. Not in
/// the paper. Its error decreases faster than any power of log(1 / rho) as t grows.
double mean_by_harmonic_number(double rejection, int threads);

/// 1 minus the integral of (11), the difference in Figure 4; (12) gives it by exponential integrals.
double normalisation_deficit(double rejection, int threads);

}  // namespace tali::lab::rejection
