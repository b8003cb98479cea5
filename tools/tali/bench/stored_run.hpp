// SPDX-License-Identifier: Apache-2.0
// An earlier run of the benchmark, for comparison with a new one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "bench.hpp"

namespace tali::tool {

/// The rows of a file that `tali bench -o FILE` has written, or of a record in evidence/, by the fields that
/// identify a row: table, engine, distribution, type, device, variant and number of values.
class stored_run {
 public:
  /// @throws argument_error that names --against and the file: if it cannot be read, is not JSON, is not an
  /// array of rows, or has a row without a positive time
  explicit stored_run(const std::string& file);

  /// The row's GB/s in that run; nothing if it has no such row.
  [[nodiscard]] std::optional<double> gb_per_s(const bench::row& current) const;

 private:
  using key =
      std::tuple<std::string, std::string, std::string, std::string, std::string, std::string, double>;
  std::map<key, double> gb_per_s_;
};

/// Two runs' medians of a row differ by up to about this on an idle machine. A row below 1 - this of its
/// earlier speed counts as slower.
inline constexpr double slower_from = 0.03;

/// Whether a row lost more than that.
inline bool is_slower(double gb_per_s, double before) { return gb_per_s < (1 - slower_from) * before; }

}  // namespace tali::tool
