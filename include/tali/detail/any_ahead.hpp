// SPDX-License-Identifier: Apache-2.0
// Values computed in advance, for an engine and a distribution chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <tali/any.hpp>
#include <tali/detail/ahead.hpp>

namespace tali::detail {

/// A buffer of one distribution's values. If values are computed from standard ones, it holds standard
/// values, and parameters may change from call to call at no cost. Otherwise it holds values for the last
/// parameters.
class any_ahead {
 public:
  /// @param last  index of the last value of the sequence
  any_ahead(any_engine e, const distribution_info& d, std::uint64_t last);

  /// Copies values at ... at + n - 1 with parameters p to `to`; they equal those of a fill.
  /// @returns false if parameters are out of range or values are past the last; `to` is then unspecified
  /// @throws sampling_error if one of these values fails
  bool copy(std::uint64_t at, std::size_t n, const double* p, void* to);

  [[nodiscard]] const any_engine& engine() const { return engine_; }

 private:
  [[nodiscard]] bool serves(const double* p) const;
  bool refill(std::uint64_t at, const double* p);

  any_engine engine_;
  const distribution_info* info_;
  bool standard_;  ///< whether the buffer holds standard values
  ahead_limits limits_;
  ahead_range range_;
  std::optional<any_distribution> d_;
  double numbers_[max_numbers] = {};
  std::unique_ptr<std::uint64_t[]> values_;
};

}  // namespace tali::detail
