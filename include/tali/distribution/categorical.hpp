// SPDX-License-Identifier: Apache-2.0
// categorical: indices with given probabilities, by an alias table.
//
// Sources: A. J. Walker, "An efficient method for generating discrete random variables with general
// distributions", ACM TOMS 3(3), 1977; M. D. Vose, "A linear algorithm for generating random numbers with a
// given distribution", IEEE Trans. Softw. Eng. 17(9), 1991.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// A column of an alias table: its category below the threshold, otherwise the alias.
struct alignas(16) alias_column {
  std::uint64_t threshold;
  std::uint32_t alias;
  std::uint32_t unused;
};

/// A categorical distribution with its table: in host memory, or in the memory of the device that
/// uses it.
///
/// With U the 64 bits of two words (word 2i is the low half) and K columns, U K = 2^64 column + fraction. The
/// value is the column if fraction < threshold, otherwise the column's alias.
class categorical_view {
 public:
  using result_type = std::uint32_t;
  static constexpr int words = 2;

  TALI_FN categorical_view(const alias_column* columns, std::uint32_t count)
      : columns_{columns}, count_{count} {}

  TALI_FN std::uint32_t operator()(const std::uint32_t (&w)[2]) const {
    const std::uint64_t low = std::uint64_t{w[0]} * count_, high = std::uint64_t{w[1]} * count_ + (low >> 32);
    const auto column = narrow(high >> 32);
    const std::uint64_t fraction = join(narrow(low), narrow(high));
    const alias_column c = columns_[column];
    // Without a branch, because it would be unpredictable.
    const std::uint32_t keep = 0u - static_cast<std::uint32_t>(fraction < c.threshold);
    return c.alias ^ ((c.alias ^ column) & keep);
  }

 private:
  const alias_column* columns_;
  std::uint32_t count_;
};

}  // namespace detail

#if !defined(__CUDACC_RTC__)  // in kernels: a view
/// Indices 0 ... K - 1, with probabilities proportional to the weights. Any engine, two words per value.
///
/// The table holds integers only. Weights are scaled by a power of two to a sum between 2^61 and 2^62 and
/// rounded, nonzero ones to at least 1. The error of the probability p of a category in m columns is below (K
/// p + m + 1) 2^-61; if all weights are multiples of one power of two, below m 2^-63. A weight of 0 is never
/// drawn.
class categorical : public detail::has_table<categorical, detail::categorical_view> {
 public:
  static constexpr const char* name = "categorical";
  static constexpr const char* summary = "indices with given weights, by an alias table";
  static constexpr parameter_names parameters{"weights"};
  static constexpr int words = 2;
  static constexpr std::uint32_t max_categories = std::uint32_t{1} << 28;

  /// @param weights  1 ... 2^28 finite numbers >= 0, not all 0
  /// @throws argument_error with the first index whose value is invalid
  explicit categorical(std::span<const double> weights);

  /// From the parameter "weights", numbers separated by colons.
  static categorical make(const arguments& given) {
    given.expect({"weights"});
    return categorical(given.list("weights"));
  }

  using detail::has_table<categorical, detail::categorical_view>::view;
  /// A view of a copy of the table, for drivers.
  [[nodiscard]] detail::categorical_view view(const void* table) const {
    return {static_cast<const detail::alias_column*>(table), size_};
  }
  [[nodiscard]] std::span<const detail::alias_column> columns() const {
    return {static_cast<const detail::alias_column*>(table_.data()), size_};
  }

 private:
};

/// Element i of d over engine e's sequence, on the host; in kernels, use a view.
template <class E>
std::uint32_t value(const E& e, const categorical& d, std::uint64_t i) {
  return value(e, d.view(), i);
}
#endif

}  // namespace tali
