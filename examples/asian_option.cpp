// SPDX-License-Identifier: Apache-2.0
// An arithmetic Asian call on a 32-step path, priced with pseudo-random numbers, with Sobol's points and with
// Owen-scrambled ones: how fast the error falls with the number of points. The slopes are fitted over the
// counts; theory says -1/2 for pseudo-random numbers, and up to -1 and -3/2 where the integrand is smooth.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tali/tali.hpp>

namespace {

constexpr std::uint32_t steps = 32;
constexpr double spot = 100, strike = 100, rate = 0.05, volatility = 0.3, maturity = 1;

/// The discounted payoff of a path made of standard normal numbers by a Brownian bridge, which puts most of
/// the path into the first few of them: those are Sobol's best dimensions.
class payoff {
 public:
  payoff() {
    // Breadth first: the end, the middle, the quarters, ... Times are whole steps from 0 to `steps`.
    for (std::uint32_t width = steps; width > 1; width /= 2) {
      for (std::uint32_t left = 0; left < steps; left += width) {
        middles_.push_back(
            {left, left + width / 2, left + width, std::sqrt(0.25 * width * maturity / steps)});
      }
    }
  }

  double operator()(const double* z) const {
    double w[steps + 1];
    w[0] = 0;
    w[steps] = std::sqrt(maturity) * z[0];
    for (const middle& m : middles_) w[m.at] = 0.5 * (w[m.left] + w[m.right]) + m.deviation * *++z;
    double sum = 0;
    for (std::uint32_t k = 1; k <= steps; ++k) {
      const double t = maturity * k / steps;
      sum += spot * std::exp((rate - 0.5 * volatility * volatility) * t + volatility * w[k]);
    }
    return std::exp(-rate * maturity) * std::max(sum / steps - strike, 0.0);
  }

 private:
  struct middle {
    std::uint32_t left, at, right;
    double deviation;
  };
  std::vector<middle> middles_;
};

/// The mean payoff over n points whose normal numbers `fill` puts into a buffer, some points at a time.
template <class Fill>
double mean_payoff(const payoff& f, std::uint64_t n, Fill fill) {
  constexpr std::uint64_t chunk = 1024;
  std::vector<double> z(chunk * steps);
  double sum = 0;
  for (std::uint64_t done = 0; done < n; done += chunk) {
    const std::uint64_t m = std::min(chunk, n - done);
    fill(done * steps, std::span(z).first(m * steps));
    for (std::uint64_t k = 0; k < m; ++k) sum += f(&z[k * steps]);
  }
  return sum / static_cast<double>(n);
}

tali::sobol64 points(tali::scrambling scramble, std::uint64_t replicate) {
  tali::point_set set;
  set.dimensions = steps;
  set.scramble = scramble;
  set.seed = 2024;
  set.replicate = replicate;
  return tali::sobol64(set);
}

double price_by_points(const payoff& f, std::uint64_t n, tali::scrambling scramble, std::uint64_t replicate) {
  const tali::sobol64 e = points(scramble, replicate);
  return mean_payoff(f, n, [&](std::uint64_t first, std::span<double> to) {
    tali::fill(tali::cpu{}, e, tali::normal_icdf<double>{}, first, to);
  });
}

double price_by_philox(const payoff& f, std::uint64_t n, std::uint64_t stream) {
  const tali::philox4x32 e(2024, stream);
  return mean_payoff(f, n, [&](std::uint64_t first, std::span<double> to) {
    tali::fill(tali::cpu{}, e, tali::normal_icdf<double>{}, first, to);
  });
}

/// The slope of log2(error) over log2(n), least squares.
double slope(const std::vector<double>& log_n, const std::vector<double>& log_error) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(log_n.size());
  for (std::size_t i = 0; i < log_n.size(); ++i) {
    x += log_n[i];
    y += log_error[i];
    xx += log_n[i] * log_n[i];
    xy += log_n[i] * log_error[i];
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace

int main() {
  const payoff f;
  constexpr int replicates = 16, least = 7, most = 13;
  // The reference: more points than any row below, and the mean of replicates.
  double exact = 0;
  for (unsigned r = 0; r < 4; ++r) {
    exact += price_by_points(f, std::uint64_t{1} << 17, tali::scrambling::owen, 1000 + r) / 4;
  }
  std::printf("Asian call, %u dimensions, %.6f\n\n%8s %14s %14s %14s\n", steps, exact, "points", "philox4x32",
              "sobol64+shift", "sobol64+Owen");
  std::vector<double> log_n, errors[3];
  for (int m = least; m <= most; ++m) {
    const std::uint64_t n = std::uint64_t{1} << m;
    double squares[3] = {};  // of the errors of single estimates
    for (std::uint64_t r = 0; r < replicates; ++r) {
      const double e[3] = {price_by_philox(f, n, r) - exact,
                           price_by_points(f, n, tali::scrambling::shift, r) - exact,
                           price_by_points(f, n, tali::scrambling::owen, r) - exact};
      for (int k = 0; k < 3; ++k) squares[k] += e[k] * e[k] / replicates;
    }
    std::printf("%8llu", static_cast<unsigned long long>(n));
    log_n.push_back(m);
    for (int k = 0; k < 3; ++k) {
      errors[k].push_back(0.5 * std::log2(squares[k]));
      std::printf(" %14.6f", std::sqrt(squares[k]));
    }
    std::printf("\n");
  }
  const double slopes[3] = {slope(log_n, errors[0]), slope(log_n, errors[1]), slope(log_n, errors[2])};
  std::printf("%8s %14.2f %14.2f %14.2f\n", "slope", slopes[0], slopes[1], slopes[2]);
  return slopes[1] < slopes[0] - 0.2 && slopes[2] < slopes[0] - 0.2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
