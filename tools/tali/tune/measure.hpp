// SPDX-License-Identifier: Apache-2.0
// The measurements of `tali tune`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

namespace tali::tool::tune {

/// An engine with a distribution that it supports.
struct candidate {
  cost::fill_kind kind;
  any_engine source;  ///< for points, a set large enough for any measurement
  any_distribution distribution;
  double generators;  ///< number of generators of the source, if it has any

  [[nodiscard]] std::size_t value_bytes() const { return distribution.info().value_bytes; }
};

/// In the order of the lists. Comparators are omitted because they run only on the CPU, so there is no
/// choice; so are distributions without default parameters. The cost model has default figures for both.
std::vector<candidate> candidates();

/// The time and memory of the measurements, and the function that shows the current one.
struct plan {
  double seconds_each;     ///< for each figure
  std::size_t cpu_bytes;   ///< of large fills
  std::size_t cuda_bytes;  ///< of large fills
  std::function<void(const std::string& activity)> say;
};

/// The CPU's figures at a SIMD level.
cost::cpu_costs measure_cpu(const plan& p, const std::vector<candidate>& all, simd_level level);

/// Seconds of the process's first use of CUDA; must be called before any other use. 0 if there is no device.
double measure_cuda_start();

/// Each CUDA device's figures, in the order of their ordinals. Empty in a build without CUDA.
/// @param start_seconds  of the process's first use
/// @throws device_error
std::vector<cost::gpu_costs> measure_cuda(const plan& p, const std::vector<candidate>& all,
                                          double start_seconds);

}  // namespace tali::tool::tune
