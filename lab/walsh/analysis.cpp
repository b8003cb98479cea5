// SPDX-License-Identifier: Apache-2.0
#include "walsh/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>

#include <normal/series.hpp>
#include <omp.h>

#include <tali/distribution/normal.hpp>

#include "cpu/loops.hpp"

namespace tali::lab::walsh {

namespace {

using real = normal::real50;
using law = normal::series<real>;

template <class T>
const T* body() {
  return detail::normal_table<T>::trained().body;
}
template <class T>
const T* wide() {
  return detail::normal_table<T>::trained().wide;
}
constexpr std::uint32_t body_size = normal_values::body_size, wide_size = normal_values::wide_size;

/// E e^{t X} of a random sign times one of n magnitudes, divided by that of N(0, 1/64).
template <class T>
law law_of(const T* magnitudes, std::uint32_t n) {
  law s;
  for (std::uint32_t i = 0; i < n; ++i) {
    const real square = real(magnitudes[i]) * magnitudes[i];
    real power = real(1) / n;
    for (int k = 0; k <= normal::order; k += 2) {
      s[k] += power;
      power *= square / ((k + 1) * (k + 2));
    }
  }
  return s * normal::exponential_of_square<real>(real(-1) / (2 * detail::walsh_size));
}

law power(law x, int n) {
  law out = law::one();
  for (; n != 0; n /= 2, x = x.squared()) {
    if (n % 2 != 0) out = out * x;
  }
  return out;
}

struct laws {
  law body, wide;
};

/// The law of a sum of m outputs divided by sqrt(m), with signs +1 and -1 from the bits of `signs`.
law combined(const laws& x, int m, std::uint64_t signs, std::map<int, law>& bodies,
             std::map<int, law>& wides) {
  const real root = sqrt(real(m));
  law out = law::one();
  for (int k = 0; k < m; ++k) {  // weights repeat with period m
    int c = 0;
    for (int j = 0; j < m; ++j) {
      const bool negative =
          ((signs >> j) & 1u) !=
          (static_cast<std::uint32_t>(__builtin_popcount(static_cast<unsigned>(j & k))) & 1u);
      c += negative ? -1 : 1;
    }
    c = std::abs(c);
    if (c == 0) continue;
    const int each = detail::walsh_size / m;
    if (!bodies.contains(c)) {
      const law one = x.body.scaled(c / root);
      bodies[c] = power(one, each);
      wides[c] = power(one, each - 1) * x.wide.scaled(c / root);
    }
    out = out * (k == 0 ? wides[c] : bodies[c]);
  }
  return out;
}

/// The mean over all sign patterns.
law combination(const laws& x, int m) {
  std::map<int, law> bodies, wides;
  law mean;
  const std::uint64_t patterns = std::uint64_t{1}
                                 << (m - 1);  // the first sign is +, because the law is symmetric
  for (std::uint64_t signs = 0; signs < patterns; ++signs)
    mean = mean + combined(x, m, 2 * signs, bodies, wides);
  return mean.times(real(1) / patterns);
}

/// Coefficients of the law of (sum of squares) / 2 in Laguerre polynomials: the product of the values'
/// coefficients.
template <class T>
std::vector<real> laguerre_means(const T* magnitudes, std::uint32_t n, int degree) {
  std::vector<real> mean(static_cast<std::size_t>(degree) + 1);
  const real a = real(-1) / 2;
  for (std::uint32_t i = 0; i < n; ++i) {
    const real t = real(8) * magnitudes[i], x = t * t / 2;
    real before = 1, current = 1 + a - x;
    mean[0] += before;
    for (int k = 1; k <= degree; ++k) {
      mean[static_cast<std::size_t>(k)] += current;
      const real next = ((2 * k + 1 + a - x) * current - (k + a) * before) / (k + 1);
      before = current;
      current = next;
    }
  }
  for (real& m : mean) m /= n;
  return mean;
}

std::vector<real> product(const std::vector<real>& a, const std::vector<real>& b) {
  std::vector<real> out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) out[i + j] += a[i] * b[j];
  }
  return out;
}

template <class T>
std::vector<std::pair<int, double>> energy_failures() {
  constexpr int degree = 20;
  const auto one = laguerre_means(body<T>(), body_size, degree);
  auto all = laguerre_means(wide<T>(), wide_size, degree);
  for (int i = 1; i < detail::walsh_size; ++i) all = product(all, one);
  std::vector<std::pair<int, double>> out;
  real sum = 0, norm = 1;  // of L_k: C(k + 31, k)
  for (int k = 1; k <= degree; ++k) {
    norm *= real(k + detail::walsh_size / 2 - 1) / k;
    const real c = all[static_cast<std::size_t>(k)];
    sum += c * c / norm;
    out.emplace_back(k, static_cast<double>(real(16 * detail::walsh_size / sum)));
  }
  return out;
}

/// Mean of t^2 and fourth cumulant of t, where t is a sign times one of n magnitudes times 8.
template <class T>
std::pair<real, real> cumulants(const T* magnitudes, std::uint32_t n) {
  real second = 0, fourth = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const real square = real(64) * magnitudes[i] * magnitudes[i];
    second += square;
    fourth += square * square;
  }
  second /= n;
  return {second, real(fourth / n - 3 * second * second)};
}

/// The covariance of y_j^2 and y_k^2, j != k: the inputs' fourth cumulants divided by 64^2, plus twice the
/// square of the covariance of y_j and y_k before their signs, which is not 0 because the blocks' variances
/// differ.
template <class T>
real covariance_of_squares() {
  const auto [m2_body, k4_body] = cumulants(body<T>(), body_size);
  const auto [m2_wide, k4_wide] = cumulants(wide<T>(), wide_size);
  const real before_signs = (m2_wide - m2_body) / detail::walsh_size;
  return ((detail::walsh_size - 1) * k4_body + k4_wide) / (detail::walsh_size * detail::walsh_size) +
         2 * before_signs * before_signs;
}

template <class T>
double characteristic(const T* magnitudes, std::uint32_t n, double w) {
  double sum = 0;
  for (std::uint32_t i = 0; i < n; ++i) sum += std::cos(w * static_cast<double>(magnitudes[i]));
  return sum / n;
}

/// Number of outputs until cos(w X) deviates; its variance is 1/2 where the normal's phi is negligible.
double outputs_until(double deviation) { return 8 / (deviation * deviation); }

}  // namespace

template <class T>
report analyse(double highest) {
  report r;
  const laws x{law_of(body<T>(), body_size), law_of(wide<T>(), wide_size)};
  const law output = power(x.body, detail::walsh_size - 1) * x.wide;
  const real m2 = normal::raw_moment(output, 2), m4 = normal::raw_moment(output, 4);
  r.variance_error = static_cast<double>(real(m2 - 1));
  r.kurtosis_error = static_cast<double>(real(m4 / (m2 * m2) - 3));
  r.output = normal::failures(output);
  r.energy = energy_failures<T>();
  r.squares_covariance = static_cast<double>(covariance_of_squares<T>());
  // (x^2 - 1)(y^2 - 1) has variance 4, and a lane's 64 outputs have 64 63 / 2 pairs.
  const double score = r.squares_covariance / 2;
  r.squares = 16 / (score * score) / ((detail::walsh_size - 1) / 2.0);

  // The features of the body's phi are as wide as 1 divided by its standard deviation, 8.
  constexpr double step = 2, first = 80;
  const auto steps = static_cast<std::uint64_t>(std::max(0.0, (highest - first) / step));
  double worst = 0, where = 0;
  std::mutex comparing;
  tali::detail::share_indices(omp_get_max_threads(), steps, [&](const auto& next) {
    double largest = 0, largest_at = 0;
    for (std::uint64_t i = 0; next(i);) {
      const double w = first + step * static_cast<double>(i),
                   phi = std::abs(characteristic(body<T>(), body_size, w));
      if (phi > largest) largest = phi, largest_at = w;
    }
    const std::lock_guard lock(comparing);
    if (largest > worst || (largest == worst && largest_at < where)) worst = largest, where = largest_at;
  });
  r.worst_of_body = worst;
  r.worst_frequency = where;
  r.frequency = outputs_until(std::pow(worst, detail::walsh_size - 1));
  for (int m = 2; m <= detail::walsh_size; m *= 2) {
    combination_report c;
    c.outputs = m;
    // All sign patterns of up to 8 outputs; for more outputs only the patterns that leave fewest values,
    // which dominate.
    if (m <= 8) {
      c.polynomial = m * static_cast<double>(normal::outputs_until_polynomial_fails(combination(x, m),
                                                                                    normal::headline_degree));
    } else {
      std::map<int, law> bodies, wides;
      const law matched = combined(x, m, 0, bodies, wides);
      const double share = std::ldexp(1, 1 - m);
      c.polynomial =
          m * static_cast<double>(normal::outputs_until_polynomial_fails(matched, normal::headline_degree)) /
          (share * share);
    }
    const double values = detail::walsh_size / m;
    c.frequency = m * outputs_until(std::ldexp(std::pow(worst, values), 1 - m));
    r.combinations.push_back(c);
  }
  return r;
}

template report analyse<float>(double);
template report analyse<double>(double);

}  // namespace tali::lab::walsh
