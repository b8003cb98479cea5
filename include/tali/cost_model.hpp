// SPDX-License-Identifier: Apache-2.0
// What fills cost on a CPU and on GPUs, and so which of them should run one. By law 1 the choice changes no
// bit, only the time.
//
// The model has four terms: a call (on a GPU: launch and synchronisation), the values at a rate of their own
// for every engine and distribution, their way to where they are wanted, and the start of a GPU that the
// process has not used yet. It is that of A. Pirjan and D.-M. Petrosanu's observation that small jobs belong
// on the CPU (docs/sobol.md, their table 1), with its figures measured by `tali tune` or taken from
// default_cost_model(). Everything here is arithmetic on given figures: no clock, no device, no file.
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

/// The kind of a fill, by which costs are kept.
struct fill_kind {
  std::string engine;
  std::string variant;  ///< of points: variant_of(); empty for other engines
  std::string distribution;
  std::string type;  ///< u8 u32 u64 i32 i64 f32 f64

  auto operator<=>(const fill_kind&) const = default;
};

/// The properties of a point set that change its speed: "", "point-major", "owen" or "point-major owen".
std::string variant_of(const point_set& set);

/// Rows that `values` elements of a point set touch: dimensions where the layout is dim-major; else 0, since
/// rows do not matter then.
double rows_of(const point_set& set, double values);

/// What one kind of fill costs on one device.
struct fill_cost {
  double call_seconds = 0;       ///< of a call that makes next to nothing; on a GPU until it has synchronised
  double seconds_per_value = 0;  ///< on the CPU by one thread, on a GPU in a large fill
  /// Independent generators that the rate was measured with, for engines that have a given number of them:
  /// more threads than these have nothing to do, and a GPU with fewer is slower. 0: no such limit.
  double generators = 0;
  double row_seconds = 0;  ///< of one thread for the beginning of each row of a dim-major point set
};

using cost_table = std::map<fill_kind, fill_cost>;

/// The CPU's figures.
struct cpu_costs {
  int processors = 1;
  double wake_seconds = 0;  ///< extra time of a fill on several threads
  /// Speed on all processors over that many times one thread's; fewer threads lose proportionally less.
  double thread_efficiency = 1;
  double cache_bytes = 0;                    ///< what a fill may write before memory sets the pace
  double bytes_per_second_one_thread = 1e9;  ///< into memory
  double bytes_per_second = 1e9;             ///< into memory, by all processors
  cost_table fills;
};

/// A GPU's figures.
struct gpu_costs {
  std::string name;
  double start_seconds = 0;                ///< of the first use in a process: driver, context, kernels
  double copy_seconds = 0;                 ///< extra time of a call with the smallest copy to the host
  double pinned_bytes_per_second = 1e9;    ///< to page-locked host memory
  double pageable_bytes_per_second = 1e9;  ///< to other host memory
  double upload_bytes_per_second = 1e9;    ///< from page-locked host memory
  cost_table fills;
};

/// A machine's figures; GPUs are in the order of their ordinals.
struct cost_model {
  cpu_costs cpu;
  std::vector<gpu_costs> gpus;
};

/// Where values are wanted.
enum class destination {
  own_memory,     ///< the memory of the device that makes them: nothing is copied (the paper's table 1)
  pinned_memory,  ///< page-locked host memory
  host_memory,    ///< other host memory
  device_memory   ///< of the GPU
};

/// A fill as the model sees it.
struct fill_work {
  fill_kind kind;
  int value_bytes = 4;
  double values = 0;
  destination to = destination::own_memory;
  int threads = 0;          ///< of the CPU, as cpu::threads
  double generators = 0;    ///< of a grid engine, its parameter sets; 0: as many as were measured
  double rows = 0;          ///< of a point set: rows_of()
  bool gpu_started = true;  ///< false: the process has not used the GPU, and its start counts
  /// What consumes the values while more are made, a pipe or a disk: no device is faster than that.
  double consumer_bytes_per_second = std::numeric_limits<double>::infinity();
};

/// The work of `values` values.
/// @param set  the point set, or null for another engine
fill_work work_of(fill_kind kind, std::size_t value_bytes, double values, const point_set* set);

/// The work of `elements` elements. Vectors and categories are assumed to cost what the values that they are
/// made of cost.
fill_work work_of(const any_engine& e, const any_distribution& d, double elements);

/// Seconds until the values are in the CPU's memory; infinite if the table does not have this kind.
double predicted_seconds(const cpu_costs& cpu, const fill_work& work);

/// Seconds until the values are where they are wanted; infinite if the GPU cannot make them.
double predicted_seconds(const gpu_costs& gpu, const fill_work& work);

/// The faster device, and the expected time of either.
struct device_choice {
  bool on_gpu = false;
  double cpu_seconds = 0;  ///< with the copy to the GPU where the values are wanted there
  double gpu_seconds = 0;  ///< infinite without a GPU

  [[nodiscard]] double seconds() const { return on_gpu ? gpu_seconds : cpu_seconds; }
};

/// The faster of the CPU and GPU `ordinal`; the CPU if they are equal or there is no such GPU.
device_choice choose_device(const cost_model& model, const fill_work& work, int ordinal = 0);

/// Table 1 of the paper: the smallest of the dimensions from which on, up to the largest, a GPU makes
/// `points` points in less time; 0 if it never does. Dimensions ascend; sets of more than `most` numbers are
/// left out.
/// @param work  for one point set, whose number of values and rows are overwritten
std::uint32_t predicted_crossing(const cost_model& model, fill_work work, std::uint64_t points,
                                 const std::vector<std::uint32_t>& dimensions, double most);

/// The CPU's figures where nothing was measured: of cores of an Intel Xeon with AVX-512, by SIMD level
/// (docs/performance.md, "Which device").
cpu_costs default_cpu_costs(simd_level level, int processors);

/// A GPU's figures where nothing was measured: an NVIDIA H200's (evidence/), whose rates are scaled by the
/// number of multiprocessors, with a slower bus.
gpu_costs default_gpu_costs(std::string name, int multiprocessors);

}  // namespace tali
