// SPDX-License-Identifier: Apache-2.0
// Law 5 in numbers: bulk fills beside a plain store of the same bytes and beside the peers, all in one run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/device.hpp>

namespace tali::bench {

/// Bytes of a number of a type: 4 of "f32".
inline double bytes_of(const std::string& type) {
  return std::stod(type.substr(type.find_first_of("1234568"))) / 8;
}

/// One measurement: the median of `repeats` runs.
struct row {
  std::string engine;  ///< tali's, or a peer
  std::string distribution;
  std::string type;       ///< u32, f64, ...
  std::string variant{};  ///< SIMD level, threads, launch shape: what sets rows of a group apart
  double n = 0;           ///< numbers
  double threads = 0;     ///< the x of figure 3: threads of the whole launch
  std::string group{};    ///< which table it belongs to
  std::string device{};   ///< cpu, or the GPU's name
  double seconds = 0;
  double ceiling_gb_per_s = 0;  ///< the plain store; 0 where nothing is stored
  std::string peer{};           ///< the best peer of the same type, empty if this row is one or there is none
  double peer_gb_per_s = 0;
  double predicted_seconds = 0;  ///< by the cost model; 0 where it was not asked

  [[nodiscard]] double bytes() const { return n * bytes_of(type); }
  [[nodiscard]] double gb_per_s() const { return bytes() / seconds * 1e-9; }
  [[nodiscard]] double gnum_per_s() const { return n / seconds * 1e-9; }
  [[nodiscard]] double ratio_to_ceiling() const {
    return ceiling_gb_per_s > 0 ? gb_per_s() / ceiling_gb_per_s : 0;
  }
  [[nodiscard]] double ratio_to_peer() const { return peer_gb_per_s > 0 ? gb_per_s() / peer_gb_per_s : 0; }
};

/// A row of tali's fill of n numbers.
row row_of(const engine_info& e, const any_distribution& d, std::size_t n, const std::string& variant = {},
           double threads = 0);

/// A line of the Sobol paper's table 1: the dimensions from which on the GPU is faster.
struct crossing {
  std::uint64_t vectors = 0;
  bool to_host = false;            ///< wanted in pinned host memory; else each device fills its own
  std::uint32_t measured = 0;      ///< 0: the CPU is faster as far as was measured
  std::uint32_t predicted = 0;     ///< by the cost model, among the same dimensions; 0 as above
  std::uint32_t max_measured = 0;  ///< dimensions that were measured
};

struct options {
  std::string filter;  ///< rows whose group, engine, distribution, type or device contains it; empty: the
                       ///< default groups
  bool cpu = true;
  bool cuda = true;
  int repeats = 7;
  int threads = 0;  ///< of the CPU's large fills; 0: all processors
  /// Called for every row as soon as it is measured.
  std::function<void(const row&)> progress = [](const row&) {};
  /// Called for every line of table 1, in the table that has it.
  std::function<void(const crossing&)> found_crossing = [](const crossing&) {};
};

/// The median of `repeats` measurements, which are in seconds, after one that does not count.
double median_of(int repeats, const std::function<double()>& measure);
double middle(std::vector<double> times);

/// Seconds of one call of f by the clock, of `calls` in a row.
double seconds_of(const std::function<void()>& f, int calls = 1);

/// A table that is being measured.
class table {
 public:
  table(const options& asked, const char* name, std::string device, std::vector<row>& rows)
      : asked_{asked}, name_{name}, device_{std::move(device)}, rows_{rows} {}

  [[nodiscard]] const options& asked() const { return asked_; }
  /// Whether a row is one of those asked for.
  [[nodiscard]] bool wants(const row& r) const;
  /// Takes a row that is wanted: measure() gives its seconds, and may complete the row.
  /// @returns the row as it stands in the table until the next one, or null
  row* add(row r, const std::function<double(row&)>& measure) const;
  /// The same where measure() gives, in turn, the seconds of a plain store of the row's bytes and those of
  /// the work.
  row* add_beside(row r, const std::function<double(row&)>& store,
                  const std::function<double(row&)>& work) const;
  /// Takes a row that has been measured.
  row* take(row r) const;

 private:
  row of_table(row r) const;

  const options& asked_;
  const char* name_;
  std::string device_;
  std::vector<row>& rows_;
};

/// A table of the benchmark.
struct group {
  const char* name;
  bool by_default;  ///< part of a run without a filter
  bool on_cuda;
  void (*run)(const table& t);
};

/// Every table that this build has, CPU first.
const std::vector<group>& groups();

/// Runs the tables that the options ask for and gives every row its ceiling and its peer.
/// @throws argument_error if the filter matches nothing or repeats is not 1 ... 1000
std::vector<row> run(const options& o);

}  // namespace tali::bench
