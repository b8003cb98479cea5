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

}  // namespace tali::lab::rejection
