// SPDX-License-Identifier: Apache-2.0
// The flags that name a range of values and the device that makes them, for every command that writes values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "host_fill.hpp"
#include "sequence_flags.hpp"

namespace tali::tool {

/// The requested elements first ... last, unless `empty`.
struct index_range {
  std::uint64_t first, last;
  bool empty;

  /// The number of elements; 0 if it is 2^64.
  [[nodiscard]] std::uint64_t size() const { return empty ? 0 : last - first + 1; }
};

/// The range that --offset and -n name, of elements that take `words` words each.
/// @throws argument_error
index_range parse_range(const std::string& offset, const std::string& n, std::int64_t words);

/// The command line.
struct value_flags : sequence_flags {
  std::string offset = "0", n;
  std::string dist = "bits", dtype;
  std::vector<std::string> parameters;
  std::string low, high;
  std::string device = "auto", threads, simd;
  parser command;

  /// Adds the flags under the headings "Numbers" and "Speed".
  /// @param what_n_counts  the help of -n
  void add_to(const parser& app, const char* what_n_counts);

  [[nodiscard]] bool given(const char* flag) const;

  /// The distribution's name and parameters, from all flags.
  /// @throws argument_error, like the functions below
  [[nodiscard]] named_distribution named() const { return take_apart(dist, parameters); }

  [[nodiscard]] any_distribution distribution() const;

  /// Whether numbers in [0, 1) must be scaled to [--low, --high): the distribution `uniform` has no
  /// parameters, because other distributions are computed from it.
  [[nodiscard]] bool is_scaled() const { return !(low.empty() && high.empty()) && named().name == "uniform"; }

  /// The source; if is_scaled(), with its numbers scaled.
  [[nodiscard]] std::unique_ptr<host_fill> scaled(std::unique_ptr<host_fill> source,
                                                  const any_distribution& d) const;

  /// The range that --offset and -n name.
  [[nodiscard]] index_range range(const any_distribution& d) const;

  /// Number of threads on the CPU.
  [[nodiscard]] int cpu_threads() const;

  /// The SIMD level of the CPU.
  [[nodiscard]] simd_level level() const;

  /// Throws unless the engine of --engine supports the distribution of --dist.
  void check_engine_has(const any_distribution& d) const;
};

}  // namespace tali::tool
