// SPDX-License-Identifier: Apache-2.0
// What `tali tune` measures.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

namespace tali::tool::tune {

/// An engine with a distribution that it can have.
struct candidate {
  fill_kind kind;
  any_engine source;  ///< of points, a set large enough for any measurement
  any_distribution distribution;
  double generators;  ///< of the source, where it has a number of them

  [[nodiscard]] std::size_t value_bytes() const { return distribution.info().value_bytes; }
};

/// In the order of the lists. Comparators run on the CPU only, so that there is nothing to choose; they and
/// distributions without default parameters are left out, and the cost model has default figures for them.
std::vector<candidate> candidates();

/// How long it may take, and who is told what is being timed.
struct plan {
  double seconds_each;     ///< for each figure
  std::size_t cpu_bytes;   ///< of the large fills
  std::size_t cuda_bytes;  ///< of the large fills
  std::function<void(const std::string& what)> say;
};

/// The CPU's figures at a SIMD level.
cpu_costs measure_cpu(const plan& p, const std::vector<candidate>& all, simd_level level);

/// Seconds that the process's first use of CUDA takes; to be called before anything else uses it. 0 where
/// there is no device.
double measure_cuda_start();

/// Each CUDA device's figures, in the order of their ordinals. None in a build without CUDA.
/// @param start_seconds  of the process's first use
/// @throws device_error
std::vector<gpu_costs> measure_cuda(const plan& p, const std::vector<candidate>& all, double start_seconds);

}  // namespace tali::tool::tune
