// SPDX-License-Identifier: Apache-2.0
// multinomial: counts of each of d outcomes in n trials, by conditional binomial numbers.
//
// Source: L. Devroye, "Non-Uniform Random Variate Generation", 1986, chapter XI, the conditional method: the
// first outcome's count is binomial, and each further count is binomial in the remaining trials, with the
// outcome's share of the remaining probability.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/binomial.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

namespace detail {

/// A multinomial distribution with its table: in host memory, or in the memory of the device that
/// uses it.
///
/// Component c of row j is sample j d + c of binomial<i64> in the trials that components 0 ... c - 1 left,
/// from words named by this distribution's tag. The last component is the rest. If no trials are left, no
/// words are taken.
class multinomial_view {
 public:
  using result_type = std::int64_t;
  using component_type = binomial<result_type>;
  static constexpr std::uint32_t tag = tag_of("multinomial i64");
  static constexpr bool row_by_row = true;  ///< one lane makes a row

  /// @param shares  each component's probability divided by the sum of it and all later ones
  TALI_FN multinomial_view(const double* shares, std::uint32_t size, double n)
      : shares_{shares}, size_{size}, n_{n} {}

  /// Number of values per row.
  [[nodiscard]] TALI_FN std::uint32_t size() const { return size_; }
  /// Number of parts into which a row can be cut: 1, because each component depends on the one before.
  [[nodiscard]] TALI_FN std::uint32_t parts() const { return 1; }

  /// Component c's probability divided by the sum of it and all later ones.
  [[nodiscard]] TALI_FN double share(std::uint32_t c) const { return shares_[c]; }
  /// Words of the sequence per row and per component, for engines without counters.
  static constexpr int words_per_sample = sample_words(component_type::attempt_words);
  [[nodiscard]] TALI_FN std::uint64_t words_per_row() const {
    return std::uint64_t{size_} * static_cast<unsigned>(words_per_sample);
  }

  /// The sum of a row's values.
  [[nodiscard]] TALI_FN double row_sum() const { return n_; }
  /// Writes row i to out[0] ... out[d - 1], by the team's first lane.
  template <class Team, class Words>
  TALI_FN void row(const Team& team, const Words& words, std::uint64_t i, result_type* out) const {
    if (team.rank() != 0) return;
    row(words, i, out,
        [](std::uint32_t, double, const double(&p)[2]) { return component_type(unchecked, p); });
  }
  /// The same with a function made(c, left, p) that returns the distribution of component c with parameters p
  /// if `left` trials are left.
  template <class Words, class Made>
  TALI_FN void row(const Words& words, std::uint64_t i, result_type* out, const Made& made) const {
    const std::uint64_t first = words.row(i) * size_;
    double left = n_;
    for (std::uint32_t c = 0; c + 1 < size_; ++c) {
      result_type count = 0;
      if (left > 0) {
        const double p[2] = {left, shares_[c]};
        count = sample(words.samples(), made(c, left, p), first + c).value;
        left = add(left, -static_cast<double>(count));
      }
      out[c] = count;
    }
    out[size_ - 1] = static_cast<result_type>(left);
  }

 private:
  const double* shares_;
  std::uint32_t size_;
  double n_;
};

}  // namespace detail

#if !defined(__CUDACC_RTC__)  // in kernels: a view
/// Rows of d counts that add up to n: the outcomes of n trials, where outcome c has probability pvals[c].
/// Probabilities are divided by their sum; NumPy requires a sum of 1 and gives the last outcome the rest.
class multinomial : public detail::rows_of_table<multinomial, detail::multinomial_view> {
 public:
  static constexpr const char* name = "multinomial";
  static constexpr const char* summary = "counts of each of d outcomes in n trials";
  static constexpr parameter_names parameters{"n", "pvals"};
  static constexpr std::uint32_t max_components = std::uint32_t{1} << 24;
  static constexpr double max_trials = binomial<std::int64_t>::max_trials;

  /// @param n      number of trials, a whole number from 0 to 2^50
  /// @param pvals  1 ... 2^24 probabilities: finite, at least 0, not all 0, with a finite sum
  /// @throws argument_error with the first invalid value
  multinomial(double n, std::span<const double> pvals);

  /// From the parameters "n" and "pvals"; pvals are numbers separated by colons.
  static multinomial make(const arguments& given) {
    given.expect({"n", "pvals"});
    return {given.get<double>("n", 1), given.list("pvals")};
  }

  using detail::has_table<multinomial, detail::multinomial_view>::view;
  /// A view of a copy of the table, for drivers.
  [[nodiscard]] detail::multinomial_view view(const void* table) const {
    return {static_cast<const double*>(table), size_, n_};
  }

 private:
  double n_;
};
#endif

}  // namespace tali
