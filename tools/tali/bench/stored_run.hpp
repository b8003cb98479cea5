// SPDX-License-Identifier: Apache-2.0
// An earlier run of the benchmark, beside which a new one is held.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "bench.hpp"

namespace tali::tool {

/// The rows of a file that `tali bench -o FILE` has written, or of a record in evidence/, by what sets rows
/// apart: table, engine, distribution, type, device, variant and how many numbers.
class stored_run {
 public:
  /// @throws argument_error that names --against and the file: one that cannot be read, is no JSON, is no
  /// array of
  ///         rows, or has a row without a positive time
  explicit stored_run(const std::string& file);

  /// GB/s of the same row then; nothing if the run had no such row.
  [[nodiscard]] std::optional<double> gb_per_s(const bench::row& now) const;

 private:
  using key =
      std::tuple<std::string, std::string, std::string, std::string, std::string, std::string, double>;
  std::map<key, double> gb_per_s_;
};

/// Medians of one row differ by about this between two runs on the same idle machine; a row that has less
/// than 1 - this of what it had counts as slower.
inline constexpr double slower_from = 0.03;

/// Whether a row lost more than that.
inline bool is_slower(double gb_per_s, double before) { return gb_per_s < (1 - slower_from) * before; }

}  // namespace tali::tool
