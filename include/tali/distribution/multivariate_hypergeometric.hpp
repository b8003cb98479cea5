// SPDX-License-Identifier: Apache-2.0
// multivariate-hypergeometric: counts of each of d colours drawn without replacement, by conditional
// hypergeometric numbers.
//
// Source: N. L. Johnson, S. Kotz, N. Balakrishnan, "Discrete Multivariate Distributions", 1997, chapter 39:
// the first colour's count is hypergeometric, and each further count is hypergeometric in the remaining draws
// and colours. NumPy calls it the method of marginals.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/hypergeometric.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

namespace detail {

/// A multivariate_hypergeometric distribution with its table: in host memory, or in the memory of the
/// device that uses it.
///
/// Component c of row j is sample j d + c of hypergeometric<i64>, from words named by this distribution's
/// tag. Its draws are those that components 0 ... c - 1 left, and its bad things are those of later colours.
/// The last component is the rest. No words are taken if no draw is left, if the colour has no things, or if
/// no later colour has any.
class multivariate_hypergeometric_view {
 public:
  using result_type = std::int64_t;
  using component_type = hypergeometric<result_type>;
  static constexpr std::uint32_t tag = tag_of("multivariate-hypergeometric i64");
  static constexpr bool row_by_row = true;  ///< one lane makes a row

  /// @param colors  number of things of each colour
  /// @param all     their sum
  TALI_FN multivariate_hypergeometric_view(const double* colors, std::uint32_t size, double all, double draws)
      : colors_{colors}, size_{size}, all_{all}, draws_{draws} {}

  /// Number of values per row.
  [[nodiscard]] TALI_FN std::uint32_t size() const { return size_; }
  /// Number of parts into which a row can be cut: 1, because each component depends on the one before.
  [[nodiscard]] TALI_FN std::uint32_t parts() const { return 1; }

  /// Words of the sequence per row and per component, for engines without counters.
  static constexpr int words_per_sample = sample_words(component_type::attempt_words);
  [[nodiscard]] TALI_FN std::uint64_t words_per_row() const {
    return std::uint64_t{size_} * static_cast<unsigned>(words_per_sample);
  }

  /// The sum of a row's values.
  [[nodiscard]] TALI_FN double row_sum() const { return draws_; }

  /// Writes row i to out[0] ... out[d - 1], by the team's first lane.
  template <class Team, class Words>
  TALI_FN void row(const Team& team, const Words& words, std::uint64_t i, result_type* out) const {
    if (team.rank() != 0) return;
    row(words, i, out,
        [](std::uint32_t, double, const double(&p)[3]) { return component_type(unchecked, p); });
  }
  /// The same with a function made(c, left, p) that returns the distribution of component c with parameters p
  /// if `left` draws are left.
  template <class Words, class Made>
  TALI_FN void row(const Words& words, std::uint64_t i, result_type* out, const Made& made) const {
    const std::uint64_t first = words.row(i) * size_;
    double rest = all_, left = draws_;
    for (std::uint32_t c = 0; c + 1 < size_; ++c) {
      const double good = colors_[c];
      rest = add(rest, -good);
      result_type count = 0;
      if (left > 0 && good > 0) {
        const double p[3] = {good, rest, left};
        count = rest > 0 ? sample(words.samples(), made(c, left, p), first + c).value
                         : static_cast<result_type>(left);
        left = add(left, -static_cast<double>(count));
      }
      out[c] = count;
    }
    out[size_ - 1] = static_cast<result_type>(left);
  }

 private:
  const double* colors_;
  std::uint32_t size_;
  double all_, draws_;
};

}  // namespace detail

#if !defined(__CUDACC_RTC__)  // in kernels: a view
/// Rows of d counts that add up to nsample: colours among nsample things drawn without replacement from
/// colors[0] things of the first colour, colors[1] of the second and so on.
class multivariate_hypergeometric
    : public detail::rows_of_table<multivariate_hypergeometric, detail::multivariate_hypergeometric_view> {
 public:
  static constexpr const char* name = "multivariate-hypergeometric";
  static constexpr const char* summary = "counts of each of d colours among things drawn without replacement";
  static constexpr parameter_names parameters{"colors", "nsample"};
  static constexpr std::uint32_t max_components = std::uint32_t{1} << 24;
  static constexpr double max_count = hypergeometric<std::int64_t>::max_count;

  /// @param colors   1 ... 2^24 whole numbers of at least 0, with a sum of at most 2^50
  /// @param nsample  a whole number from 0 to their sum
  /// @throws argument_error with the first invalid value
  multivariate_hypergeometric(std::span<const double> colors, double nsample);

  /// From the parameters "colors" and "nsample"; colors are numbers separated by colons.
  static multivariate_hypergeometric make(const arguments& given) {
    given.expect({"colors", "nsample"});
    return {given.list("colors"), given.get<double>("nsample", 1)};
  }

  using detail::has_table<multivariate_hypergeometric, detail::multivariate_hypergeometric_view>::view;
  /// A view of a copy of the table, for drivers.
  [[nodiscard]] detail::multivariate_hypergeometric_view view(const void* table) const {
    return {static_cast<const double*>(table), size_, all_, draws_};
  }

 private:
  double all_, draws_;
};
#endif

}  // namespace tali
