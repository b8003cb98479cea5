// SPDX-License-Identifier: Apache-2.0
// The measurements of `tali tune`.
#pragma once

#include <algorithm>
#include <chrono>
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

// Wall-clock times of repeated work, within a time budget.

/// Seconds of calls of f, ascending: as many as fit the budget, at least three, after a first call that does
/// not count.
template <class F>
std::vector<double> sorted_seconds(double budget, const F& f) {
  using clock = std::chrono::steady_clock;
  constexpr std::size_t min_calls = 3, max_calls = 1001;
  const auto begin = clock::now();
  f();
  std::vector<double> all;
  while (all.size() < min_calls ||
         (all.size() < max_calls && std::chrono::duration<double>(clock::now() - begin).count() < budget)) {
    const auto a = clock::now();
    f();
    all.push_back(std::chrono::duration<double>(clock::now() - a).count());
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class F>
double median_seconds(double budget, const F& f) {
  const std::vector<double> all = sorted_seconds(budget, f);
  return all[all.size() / 2];
}

/// For work on all processors, which other processes delay and nothing speeds up.
template <class F>
double min_seconds(double budget, const F& f) {
  return sorted_seconds(budget, f).front();
}

/// The time of a call, and the rate, from the times of a small and a large number of values.
struct line_through {
  double at_zero, slope;

  line_through(double small, double small_seconds, double large, double large_seconds)
      : slope(std::max(large_seconds - small_seconds, 0.05 * large_seconds) / (large - small)) {
    at_zero = std::max(small_seconds - small * slope, 0.0);
  }
};

}  // namespace tali::tool::tune
