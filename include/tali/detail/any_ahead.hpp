// SPDX-License-Identifier: Apache-2.0
// Values that are made before they are asked for, of an engine and a distribution that are chosen at run
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <tali/any.hpp>
#include <tali/detail/ahead.hpp>

namespace tali::detail {

/// A buffer of one distribution's values. Where values with parameters are made of standard ones, it holds
/// those, and parameters that change from call to call cost nothing; else it holds the values of the numbers
/// that were asked for last.
class any_ahead {
 public:
  /// @param last  index of the last value that there is
  any_ahead(any_engine e, const distribution_info& d, std::uint64_t last);

  /// Copies values at ... at + n - 1 to `to`, each of the numbers p, as a fill makes them.
  /// @returns false, with nothing of meaning written, where numbers are not allowed, or values lie behind the
  /// last
  /// @throws sampling_error of one of these values
  bool copy(std::uint64_t at, std::size_t n, const double* p, void* to);

  [[nodiscard]] const any_engine& engine() const { return engine_; }

 private:
  [[nodiscard]] bool serves(const double* p) const;
  bool refill(std::uint64_t at, const double* p);

  any_engine engine_;
  const distribution_info* info_;
  bool standard_;  ///< whether standard values are held
  ahead_limits limits_;
  ahead_range range_;
  std::optional<any_distribution> d_;
  double numbers_[max_numbers] = {};
  std::unique_ptr<std::uint64_t[]> values_;
};

}  // namespace tali::detail
