// SPDX-License-Identifier: Apache-2.0
// Law 5 in numbers: bulk fills beside a plain store of the same bytes and beside the peers, all in one run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tali/device.hpp>

namespace tali::bench {

/// One measurement: the median of `repeats` runs.
struct row {
  std::string group;   ///< which table it belongs to
  std::string engine;  ///< tali's, or a peer
  std::string distribution;
  std::string type;     ///< u32, f64, ...
  std::string device;   ///< cpu, or the GPU's name
  std::string variant;  ///< SIMD level, threads, launch shape: what sets rows of a group apart
  double n = 0;         ///< numbers
  double seconds = 0;
  double bytes_per_number = 0;
  double ceiling_gb_per_s = 0;  ///< the plain store; 0 where nothing is stored
  std::string peer;             ///< the best peer of the same type, empty if this row is one or there is none
  double peer_gb_per_s = 0;
  double threads = 0;            ///< the x of figure 3: threads of the whole launch
  double predicted_seconds = 0;  ///< by the cost model; 0 where it was not asked

  [[nodiscard]] double gb_per_s() const { return n * bytes_per_number / seconds * 1e-9; }
  [[nodiscard]] double gnum_per_s() const { return n / seconds * 1e-9; }
  [[nodiscard]] double ratio_to_ceiling() const {
    return ceiling_gb_per_s > 0 ? gb_per_s() / ceiling_gb_per_s : 0;
  }
  [[nodiscard]] double ratio_to_peer() const { return peer_gb_per_s > 0 ? gb_per_s() / peer_gb_per_s : 0; }
};

/// A line of the Sobol paper's table 1: the dimensions from which on the GPU is faster.
struct crossing {
  std::uint64_t vectors = 0;
  bool to_host = false;             ///< wanted in pinned host memory; else each device fills its own
  std::uint32_t measured = 0;       ///< 0: the CPU is faster as far as was measured
  std::uint32_t predicted = 0;      ///< by the cost model, among the same dimensions; 0 as above
  std::uint32_t most_measured = 0;  ///< dimensions that were measured
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

/// A table of the benchmark.
struct group {
  const char* name;
  const char* what;
  bool by_default;  ///< part of a run without a filter
  bool on_cuda;
  void (*run)(const options& o, const group& g, std::vector<row>& out);
};

/// Every table that this build has, CPU first.
const std::vector<group>& groups();

/// Runs the tables that the options ask for and gives every row its ceiling and its peer.
/// @throws argument_error if the filter matches nothing or repeats is not 1 ... 1000
std::vector<row> run(const options& o);

/// Whether a row is one of those asked for.
bool wanted(const options& o, const row& r);

/// The median of `repeats` measurements, which are in seconds, after one that does not count.
double median_of(int repeats, const std::function<double()>& measure);

}  // namespace tali::bench
