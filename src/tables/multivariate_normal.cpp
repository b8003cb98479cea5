// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <tali/distribution/multivariate_normal.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>

namespace tali {

namespace {

/// The number of means, if the matrix has the matching size.
template <class T>
std::size_t checked_size(std::span<const T> mean, const char* matrix, std::size_t entries,
                         std::uint32_t max_means) {
  const std::size_t d = mean.size();
  if (d < 1 || d > max_means)
    throw argument_error("number of means", std::to_string(d), "1 to " + std::to_string(max_means));
  if (entries != d * d) {
    throw argument_error(std::string("number of entries of ") + matrix, std::to_string(entries),
                         std::to_string(d * d) + ", the square of the number of means");
  }
  for (std::size_t r = 0; r < d; ++r) {
    if (!detail::is_finite(mean[r]))
      throw argument_error({"mean", {r}}, detail::text_of(mean[r]), "a finite number");
  }
  return d;
}

void check_covariance(std::span<const double> a, std::size_t d) {
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c < d; ++c) {
      if (!detail::is_finite(a[r * d + c])) {
        throw argument_error({"covariance", {r, c}}, detail::text_of(a[r * d + c]), "a finite number");
      }
    }
    if (!(a[r * d + r] > 0)) {
      throw argument_error({"covariance", {r, r}}, detail::text_of(a[r * d + r]), "a variance above 0");
    }
  }
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c < r; ++c) {
      const double low = a[r * d + c], high = a[c * d + r];
      const double scale = multiply(square_root(a[r * d + r]), square_root(a[c * d + c]));
      if (absolute(add(low, -high)) > multiply(1e-10, scale)) {
        throw argument_error({"covariance", {r, c}}, detail::text_of(low),
                             detail::text_of(high) + ", because the matrix must be symmetric");
      }
    }
  }
}

/// Replaces the lower triangle of `a` by L, and the upper one by zeros. The products are subtracted from each
/// entry in the order of columns 0, 1, 2, ...; entries of a column are independent.
void cholesky(std::vector<double>& a, std::size_t d) {
  std::vector<double> variance(d), column(d);
  for (std::size_t r = 0; r < d; ++r) variance[r] = a[r * d + r];
  for (std::size_t k = 0; k < d; ++k) {
    const double pivot = a[k * d + k];
    if (!(pivot > multiply(multiply(static_cast<double>(d), 0x1p-52), variance[k]))) {
      throw argument_error("pivot " + std::to_string(k) + " of covariance", detail::text_of(pivot),
                           "a number above 0, because the matrix must be positive definite");
    }
    const double root = square_root(pivot);
    a[k * d + k] = root;
    for (std::size_t r = k + 1; r < d; ++r) {
      column[r] = a[r * d + k] = divide(a[r * d + k], root);
      a[k * d + r] = 0;
    }
    for (std::size_t r = k + 1; r < d; ++r) {
      double* const row = &a[r * d];
      const double factor = -column[r];
      for (std::size_t c = k + 1; c <= r; ++c) row[c] = add(row[c], multiply(factor, column[c]));
    }
  }
}

template <class T>
std::vector<T> rounded_factor(std::span<const double> covariance, std::size_t d) {
  check_covariance(covariance, d);
  std::vector<double> a(covariance.begin(), covariance.end());
  cholesky(a, d);
  std::vector<T> factor(a.size());
  std::transform(a.begin(), a.end(), factor.begin(), [](double x) { return static_cast<T>(x); });
  for (std::size_t i = 0; i < factor.size(); ++i) {
    if (!detail::is_finite(factor[i])) {
      throw argument_error({"Cholesky factor", {i / d, i % d}}, detail::text_of(a[i]),
                           "a number in the range of f32");
    }
  }
  return factor;
}

}  // namespace

template <class T>
multivariate_normal<T>::multivariate_normal(std::span<const T> mean, const T* factor) {
  this->size_ = static_cast<std::uint32_t>(mean.size());
  const std::size_t d = mean.size();
  std::vector<T> table(mean.begin(), mean.end());
  table.reserve(detail::multivariate_normal_view<T>::table_size(this->size_));
  for (std::size_t r = 0; r < d; ++r) table.insert(table.end(), factor + r * d, factor + r * d + r + 1);
  for (std::size_t c = 0; c < d; ++c) {
    for (std::size_t r = 0; r < d; ++r) table.push_back(factor[r * d + c]);
  }
  this->table_ = detail::table(table.data(), table.size() * sizeof(T));
}

template <class T>
multivariate_normal<T>::multivariate_normal(std::span<const T> mean, std::span<const double> covariance)
    : multivariate_normal(mean, rounded_factor<T>(covariance, checked_size(mean, "covariance",
                                                                           covariance.size(), max_dimensions))
                                    .data()) {}

template <class T>
multivariate_normal<T> multivariate_normal<T>::with_factor(std::span<const T> mean,
                                                           std::span<const T> factor) {
  const std::size_t d = checked_size(mean, "factor", factor.size(), max_dimensions);
  for (std::size_t i = 0; i < factor.size(); ++i) {
    const std::size_t r = i / d, c = i % d;
    if (!detail::is_finite(factor[i]))
      throw argument_error({"factor", {r, c}}, detail::text_of(factor[i]), "a finite number");
    if (c > r && factor[i] != 0) {
      throw argument_error({"factor", {r, c}}, detail::text_of(factor[i]),
                           "0, because the matrix must be lower triangular");
    }
  }
  return multivariate_normal(mean, factor.data());
}

template class multivariate_normal<float>;
template class multivariate_normal<double>;

}  // namespace tali
