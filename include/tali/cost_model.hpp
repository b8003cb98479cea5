// SPDX-License-Identifier: Apache-2.0
// The cost model: how long fills take on a CPU and on GPUs, to choose the faster device. By law 1 the choice
// affects speed only.
//
// The model has four terms: a call (on a GPU: launch and synchronisation); the values, at a rate that depends
// on engine and distribution; the copy to their destination; and the start of a GPU that the process has not
// used yet. The model follows the observation of A. Pirjan and D.-M. Petrosanu that small jobs belong on the
// CPU (docs/sobol.md, their table 1). Its figures are measured by `tali tune` or come from
// default_cost_model(). The functions here only compute with given figures, and use no clock, device or file.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tali/device.hpp>
#include <tali/engine/sobol.hpp>

namespace tali {

class any_engine;
class any_distribution;

namespace cost {

/// The kind of a fill; costs are stored per kind.
struct fill_kind {
  std::string engine;
  std::string variant;  ///< for points: variant_of(); empty for other engines
  std::string distribution;
  std::string type;  ///< u8 u32 u64 i32 i64 f32 f64

  auto operator<=>(const fill_kind&) const = default;
};

/// The properties of a point set that change its speed: "", "point-major", "owen" or "point-major owen".
std::string variant_of(const point_set& set);

/// Number of rows of `values` elements of a point set: the number of dimensions if the layout is dim-major;
/// otherwise 0, because rows do not affect the cost.
double rows_of(const point_set& set, double values);

/// The cost of one kind of fill on one device.
struct fill_cost {
  double call_seconds = 0;       ///< time of a call with very few values; on a GPU including synchronisation
  double seconds_per_value = 0;  ///< on the CPU on one thread, on a GPU in a large fill
  /// Number of independent generators in the measurement, for engines with a fixed number: more threads than
  /// generators are idle, and a GPU with fewer generators is slower. 0: no limit.
  double generators = 0;
  double row_seconds = 0;  ///< time of one thread to start a row of a dim-major point set
};

using cost_table = std::map<fill_kind, fill_cost>;

/// The CPU's figures.
struct cpu_costs {
  int processors = 1;
  double wake_seconds = 0;  ///< extra time of a fill on several threads
  /// Speed on all processors divided by (number of processors times the speed of one thread); fewer threads
  /// lose proportionally less.
  double thread_efficiency = 1;
  double cache_bytes = 0;                    ///< bytes that a fill may write before memory limits the speed
  double bytes_per_second_one_thread = 1e9;  ///< into memory
  double bytes_per_second = 1e9;             ///< into memory, by all processors
  cost_table fills;
};

/// A GPU's figures.
struct gpu_costs {
  std::string name;
  double start_seconds = 0;              ///< time of the first use in a process: to load driver, context and
                                         ///< kernels
  double copy_seconds = 0;               ///< extra time of a call with the smallest copy to the host
  double pinned_bytes_per_second = 1e9;  ///< to page-locked host memory
  double pageable_bytes_per_second = 1e9;  ///< to other host memory
  double upload_bytes_per_second = 1e9;    ///< from page-locked host memory
  cost_table fills;
};

/// A machine's figures; GPUs are in the order of their ordinals.
struct model {
  cpu_costs cpu;
  std::vector<gpu_costs> gpus;
};

/// Where values are needed.
enum class destination {
  executing_device,  ///< in the memory of the device that makes them: no copy (the paper's table 1)
  pinned_memory,     ///< page-locked host memory
  host_memory,       ///< other host memory
  device_memory      ///< the GPU's memory
};

/// A fill, as described to the model.
struct fill_work {
  fill_kind kind;
  int value_bytes = 4;
  double values = 0;
  destination to = destination::executing_device;
  int threads = 0;          ///< the CPU's threads, as cpu::threads
  double generators = 0;    ///< for a bank, its number of parameter sets; 0: as many as in the measurement
  double rows = 0;          ///< for a point set: rows_of()
  bool gpu_started = true;  ///< false: the process has not used the GPU, and its start is included
  /// Speed of the consumer, a pipe or a disk: no device makes values faster.
  double consumer_bytes_per_second = std::numeric_limits<double>::infinity();
};

/// The work of `values` values.
/// @param set  the point set, or null for another engine
fill_work work_of(fill_kind kind, std::size_t value_bytes, double values, const point_set* set);

/// The work of `elements` elements. For vectors and categories the model assumes the cost of the values they
/// are computed from.
fill_work work_of(const any_engine& e, const any_distribution& d, double elements);

/// Seconds until the values are in the CPU's memory; infinite if there are no figures for this kind.
double predicted_seconds(const cpu_costs& cpu, const fill_work& work);

/// Seconds until the values are at their destination; infinite if the GPU cannot make them.
double predicted_seconds(const gpu_costs& gpu, const fill_work& work);

/// The faster device, and the expected times of both.
struct device_choice {
  bool on_gpu = false;
  double cpu_seconds = 0;  ///< with the copy to the GPU if the values are needed there
  double gpu_seconds = 0;  ///< infinite without a GPU

  [[nodiscard]] double seconds() const { return on_gpu ? gpu_seconds : cpu_seconds; }
};

/// The faster of the CPU and GPU `ordinal`; the CPU if they are equal or there is no such GPU.
device_choice choose_device(const model& model, const fill_work& work, int ordinal = 0);

/// Table 1 of the paper: the smallest of the given dimensions for which, and for all larger ones, a GPU makes
/// `points` points in less time; 0 if there is none. Dimensions are in ascending order; sets of more than
/// `max_values` numbers are skipped.
/// @param work  describes one point set; its numbers of values and rows are overwritten
std::uint32_t predicted_crossing(const model& model, fill_work work, std::uint64_t points,
                                 const std::vector<std::uint32_t>& dimensions, double max_values);

/// The CPU's default figures, if nothing was measured: those of cores of an Intel Xeon with AVX-512, by SIMD
/// level (docs/performance.md, "Which device").
cpu_costs default_cpu_costs(simd_level level, int processors);

/// A GPU's default figures, if nothing was measured: those of an NVIDIA H200 (evidence/), with rates scaled
/// by the number of multiprocessors, and a slower bus.
gpu_costs default_gpu_costs(std::string name, int multiprocessors);

}  // namespace cost

}  // namespace tali
