// SPDX-License-Identifier: Apache-2.0
// multivariate-normal: vectors of normal numbers with a given covariance, by its Cholesky factor.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

namespace detail {

/// A multivariate_normal distribution with its tables: in host memory, or in that of the device that
/// uses it.
///
/// x = mu + L z: x_r starts from mu_r, and L_rc z_c is added for c = 0, 1, ..., r by one fma each, in T. z
/// are normal numbers by inversion; block b of the row's words makes numbers 4 b ... 4 b + 3 (f32), or 2 b
/// and 2 b + 1 (f64).
template <class T>
class multivariate_normal_view {
 public:
  using result_type = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::multivariate_normal_view: its numbers are float or double");
  static constexpr std::uint32_t tag = tag_of("multivariate-normal", type_name<T>());

  /// @param table  mu, the lower triangle of L row by row, and all of L column by column
  TALI_FN multivariate_normal_view(const T* table, std::uint32_t size) : table_{table}, size_{size} {}

  /// Number of values per row.
  [[nodiscard]] TALI_FN std::uint32_t size() const { return size_; }
  /// Number of parts into which a row can be cut: 1, because x_r is a sum in order.
  [[nodiscard]] TALI_FN std::uint32_t parts() const { return 1; }

  /// Words of the sequence per row and per sample of a row, for engines without counters.
  static constexpr int words_per_sample = 4;
  [[nodiscard]] TALI_FN std::uint64_t words_per_row() const {
    constexpr std::uint32_t n = detail::normals_per_block<T>;
    return std::uint64_t{4} * ((size_ + n - 1) / n);
  }

  [[nodiscard]] TALI_FN T mean(std::uint32_t r) const { return table_[r]; }
  /// L_r0 ... L_rr
  [[nodiscard]] TALI_FN const T* factor_row(std::uint32_t r) const {
    return table_ + size_ + std::size_t{r} * (r + 1) / 2;
  }
  /// L_0c ... L_(d-1)c
  [[nodiscard]] TALI_FN const T* factor_column(std::uint32_t c) const {
    return table_ + size_ + std::size_t{size_} * (size_ + 1) / 2 + std::size_t{c} * size_;
  }
  /// Number of values in the table.
  TALI_FN static std::size_t table_size(std::uint32_t d) {
    return d + std::size_t{d} * (d + 1) / 2 + std::size_t{d} * d;
  }

  /// Writes row i to out[0] ... out[d - 1], by the team's first lane.
  template <class Team, class Words>
  TALI_FN void row(const Team& team, const Words& words, std::uint64_t i, T* out) const {
    if (team.rank() != 0) return;
    constexpr std::uint32_t n = detail::normals_per_block<T>;
    const std::uint64_t j = words.row(i);
    for (std::uint32_t b = 0; b * n < size_; ++b) {
      T z[n];
      detail::normal_block(words, j, b, z);
      for (std::uint32_t k = 0; k < n && b * n + k < size_; ++k) out[b * n + k] = z[k];
    }
    // From last to first: x_r replaces z_r, which is no longer needed.
    for (std::uint32_t r = size_; r-- != 0;) {
      const T* const factor = factor_row(r);
      T x = mean(r);
      for (std::uint32_t c = 0; c <= r; ++c) x = fma(factor[c], out[c], x);
      out[r] = x;
    }
  }

 private:
  const T* table_;
  std::uint32_t size_;
};

}  // namespace detail

#if !defined(__CUDACC_RTC__)  // in kernels: a view
/// Rows of d normal values with mean vector mu and covariance matrix Sigma = L L'.
template <class T>
class multivariate_normal
    : public detail::rows_of_table<multivariate_normal<T>, detail::multivariate_normal_view<T>> {
 public:
  static constexpr const char* name = "multivariate-normal";
  static constexpr const char* summary = "normal vectors of given means and covariance";
  static constexpr parameter_names parameters{"mean", "covariance"};
  static constexpr std::uint32_t max_dimensions = 1024;

  /// L is computed in double, column by column, in a written order, and rounded to T.
  /// @param mean        d = 1 ... 1024 finite numbers
  /// @param covariance  d^2 finite numbers, row by row: symmetric to within 1e-10 of
  ///                    sqrt(Sigma_rr Sigma_cc), and positive definite beyond rounding: pivot r must be above
  ///                    d 2^-52 Sigma_rr. The lower triangle is used.
  /// @throws argument_error with the first invalid entry or pivot
  multivariate_normal(std::span<const T> mean, std::span<const double> covariance);

  /// From the parameters "mean" and "covariance", numbers separated by colons; covariance is row by row.
  static multivariate_normal make(const arguments& given) {
    given.expect({"mean", "covariance"});
    const std::vector<double> mean = given.list("mean");
    return multivariate_normal(std::vector<T>(mean.begin(), mean.end()), given.list("covariance"));
  }

  /// From a given L: lower triangular, of any rank.
  /// @param factor  d^2 finite numbers, row by row, zeros above the diagonal
  /// @throws argument_error
  static multivariate_normal with_factor(std::span<const T> mean, std::span<const T> factor);

  using detail::has_table<multivariate_normal<T>, detail::multivariate_normal_view<T>>::view;
  /// A view of a copy of the table, for drivers.
  [[nodiscard]] detail::multivariate_normal_view<T> view(const void* table) const {
    return {static_cast<const T*>(table), this->size_};
  }

 private:
  multivariate_normal(std::span<const T> mean, const T* factor);
};

extern template class multivariate_normal<float>;
extern template class multivariate_normal<double>;
#endif

}  // namespace tali
