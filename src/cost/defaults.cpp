// SPDX-License-Identifier: Apache-2.0
// Default figures, for machines without a measurement, and for kinds that a measurement does not have.
//
// A value costs its words plus its distribution, and on a GPU at least the store of its bytes. CPU: one
// thread of an Intel Xeon with AVX-512 at three SIMD levels, medians of a run of `tali tune`. GPU: an NVIDIA
// H200, from records in evidence/ (2026-11-21: cuda-bulk, registers, mtgp, sobol, sobol-threshold;
// 2026-11-27: h200-words). The figures are rounded: devices between which they choose differ by factors.
#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

namespace tali::cost {

namespace {

constexpr double nano = 1e-9, pico = 1e-12;

using by_level = std::array<double, 3>;  // baseline, AVX2, AVX-512

/// The cost of a distribution without its words.
struct distribution_figures {
  std::string_view name_begins, type;
  by_level cpu_ns;       ///< if words are converted to values in registers
  by_level cpu_grid_ns;  ///< if words are in memory first
  double gpu_ps, gpu_grid_ps;
  /// Average number of words that an engine makes, if the first words decide the value; otherwise 0.
  double few_words = 0;
};

// The first matching entry is used, otherwise the last.
constexpr distribution_figures distribution_table[] = {
    {"bits", "", {0, 0, 0}, {0, 0, 0}, 0, 0},
    {"uniform-int", "i64", {5.1, 3, 1.4}, {4, 4.3, 2.2}, 1.8, 6},
    {"uniform-int", "u64", {5.1, 3, 1.4}, {4, 4.3, 2.2}, 1.8, 6},
    {"unbiased-int", "", {1.5, 0.7, 0.4}, {1.5, 0.7, 0.4}, 0.4, 4},
    {"uniform-int", "", {1.3, 0.7, 0.4}, {1.6, 1.2, 0.7}, 0.4, 4.1},
    {"uniform", "f64", {0.3, 0.3, 0.2}, {0.9, 0.7, 0.5}, 0.2, 2},
    {"uniform", "", {0.06, 0.05, 0.05}, {0.4, 0.25, 0.2}, 0.1, 1},
    {"bernoulli-bits", "", {3, 1.1, 1}, {12, 12, 12}, 1, 20, 13},
    {"bernoulli", "", {0.6, 0.6, 0.12}, {0.8, 0.9, 0.5}, 0.1, 5},
    {"normal-icdf", "f64", {390, 5.1, 3}, {1130, 20, 21}, 6.3, 9},
    {"normal-icdf", "", {95, 1.3, 0.7}, {255, 7.7, 7.7}, 1.6, 3.2},
    {"normal-warp", "", {29, 1.9, 1.1}, {31, 2.3, 1.9}, 2.1, 5},
    {"normal", "f64", {9, 0.7, 0.7}, {10, 1.1, 1.1}, 0.2, 3.6},
    {"normal", "", {4.5, 0.9, 0.6}, {5, 1.2, 1}, 0.1, 2.2},
    {"lognormal", "", {135, 3.2, 2}, {142, 3.5, 2.6}, 1, 3.5},
    {"", "", {60, 10, 5}, {60, 10, 5}, 10, 15},  // rejection: varies with the parameters by a small factor
};

const distribution_figures& figures_of(const distribution_info& d) {
  for (const distribution_figures& f : distribution_table) {
    if (std::string_view(d.name).starts_with(f.name_begins) && (f.type.empty() || f.type == d.type)) return f;
  }
  return *std::prev(std::end(distribution_table));
}

/// The cost of an engine's word, or a point's coordinate.
struct engine_figures {
  std::string_view name, variant;
  by_level cpu_ns;
  double cpu_call_ns;
  double gpu_ps;
  double gpu_call_us;
};

constexpr double launch_us = 9;  // and synchronisation
constexpr double row_ns = 12;    // per row of a dim-major point set, on the CPU

constexpr engine_figures engine_table[] = {
    {"pcg32", "", {2.05, 0.58, 0.22}, 150, 0.55, launch_us},
    {"philox4x32-7", "", {0.96, 0.6, 0.28}, 85, 0.5, launch_us},
    {"philox4x32", "", {1.5, 0.8, 0.39}, 90, 0.68, launch_us},
    // Word engines; their GPU figures are estimated from their operations.
    {"philox4x64", "", {1.8, 1.8, 1.9}, 150, 1.5, launch_us},
    {"threefry2x32", "", {1.75, 1.06, 0.49}, 150, 1.5, launch_us},
    {"threefry2x32-jax", "", {3.5, 1.9, 0.95}, 150, 3, launch_us},
    {"threefry2x32-jax64", "", {1.75, 1.06, 0.49}, 150, 1.5, launch_us},
    {"threefry4x64", "", {3.1, 1.35, 0.92}, 150, 2, launch_us},
    {"pcg64", "", {0.69, 0.69, 0.68}, 150, 1.5, launch_us},
    {"pcg64-dxsm", "", {0.89, 0.89, 0.75}, 150, 1.5, launch_us},
    {"mrg32k3a", "", {3, 1.9, 1}, 400, 1.5, launch_us},
    {"xorwow-curand", "", {1, 1, 1}, 200, 1.5, launch_us + 15},
    {"xoshiro256++", "", {0.3, 0.15, 0.12}, 200, 1, launch_us + 15},
    {"mt19937", "", {0.6, 0.35, 0.25}, 2000, 1.5, 300},
    {"mt19937-64", "", {0.6, 0.35, 0.25}, 2000, 1.5, 300},
    {"mtgp32", "", {1.3, 0.76, 0.5}, 20000, 0.96, 100},  // for 1,056 sets; with the copy of their states
    {"mtgp64", "", {1.6, 1.03, 0.57}, 20000, 1.2, 100},  // for 256 sets
    {"sobol32", "", {0.4, 0.24, 0.15}, 60, 0.9, launch_us},
    {"sobol32", "point-major", {0.35, 1.2, 0.16}, 60, 0.9, launch_us},
    {"sobol32", "owen", {11.5, 0.9, 0.5}, 85, 1.24, launch_us},
    {"sobol32", "point-major owen", {11.6, 5, 0.75}, 150, 1.35, launch_us},
    {"sobol64", "", {0.57, 0.3, 0.14}, 60, 2.27, launch_us},
    {"sobol64", "point-major", {0.46, 2.1, 0.24}, 60, 1.86, launch_us},
    {"sobol64", "owen", {15.5, 2.6, 1.2}, 90, 3.76, launch_us},
    {"sobol64", "point-major owen", {15.8, 6.4, 1.5}, 200, 3.8, launch_us},
    {"", "", {2, 2, 2}, 20000, 2, 100},
};

const engine_figures& figures_of(std::string_view engine, std::string_view variant) {
  for (const engine_figures& f : engine_table) {
    if ((f.name.empty() || f.name == engine) && f.variant == variant) return f;
  }
  return *std::prev(std::end(engine_table));
}

/// Calls f(kind, figures of the engine, distribution, engine) for all pairs.
template <class F>
void for_each_kind(const F& f) {
  for (const engine_info& e : engine_list()) {
    const bool points = e.kind == engine_kind::quasi;
    const std::vector<const char*> variants =
        points ? std::vector<const char*>{"", "point-major", "owen", "point-major owen"}
               : std::vector<const char*>{""};
    for (const std::string_view variant : variants) {
      for (const distribution_info& d : detail::scalar_distribution_list()) {
        if (!detail::can_make(e, d)) continue;
        f(fill_kind{e.name, std::string(variant), d.name, d.type}, figures_of(e.name, variant), d, e);
      }
    }
  }
}

/// Number of generators that share the work.
double generators_of(const engine_info& e) {
  return e.kind == engine_kind::per_thread ? 1 : static_cast<double>(e.generators);
}

/// Words per value; 1 for a coordinate.
double words_of(const distribution_info& d, const distribution_figures& x, const engine_info& e) {
  if (e.kind == engine_kind::quasi) return 1;
  const bool makes_few = e.kind == engine_kind::counter || e.kind == engine_kind::jumping;
  if (makes_few && x.few_words != 0) return x.few_words;
  return static_cast<double>(detail::words_per_element(e, d, nullptr));
}

}  // namespace

cpu_costs default_cpu_costs(simd_level level, int processors) {
  constexpr double memory_one_thread = 11e9, memory = 65e9;  // for one thread, and for sixteen, of such Xeons
  cpu_costs out;
  out.processors = std::max(processors, 1);
  out.wake_seconds = 5e-6;
  out.thread_efficiency = 0.6;  // a processor of a cloud machine is half a core
  out.cache_bytes = 1 << 25;
  out.bytes_per_second_one_thread = memory_one_thread;
  out.bytes_per_second = std::min(out.processors * memory_one_thread, memory);
  // NEON's fma is in hardware, which matters most for these figures, so AVX2's are the nearest.
  const auto l = static_cast<std::size_t>(level == simd_level::neon ? simd_level::avx2 : level);
  for_each_kind([&](const fill_kind& kind, const engine_figures& e, const distribution_info& d,
                    const engine_info& engine) {
    const distribution_figures& x = figures_of(d);
    const bool in_memory = engine.kind == engine_kind::bank || engine.kind == engine_kind::per_thread ||
                           engine.kind == engine_kind::words;
    const double ns = words_of(d, x, engine) * e.cpu_ns[l] + (in_memory ? x.cpu_grid_ns[l] : x.cpu_ns[l]);
    const bool in_rows = engine.kind == engine_kind::quasi && !kind.variant.starts_with("point-major");
    out.fills[kind] = {e.cpu_call_ns * nano, ns * nano, generators_of(engine), in_rows ? row_ns * nano : 0};
  });
  return out;
}

gpu_costs default_gpu_costs(std::string name, int multiprocessors) {
  constexpr double of_h200 = 132, bytes_per_second = 4.6e12;
  const double scale = of_h200 / std::max(multiprocessors, 1);
  gpu_costs out;
  out.name = std::move(name);
  out.start_seconds = 0.4;
  out.copy_seconds = 9e-6;
  out.pinned_bytes_per_second = 25e9;  // PCIe 4.0; the H200 has PCIe 5.0 and 53e9
  out.pageable_bytes_per_second = 6e9;
  out.upload_bytes_per_second = 25e9;
  for_each_kind([&](const fill_kind& kind, const engine_figures& e, const distribution_info& d,
                    const engine_info& engine) {
    if (!detail::on_cuda(engine, d)) return;
    const distribution_figures& x = figures_of(d);
    const double ps =
        words_of(d, x, engine) * e.gpu_ps +
        (engine.kind == engine_kind::bank || engine.kind == engine_kind::words ? x.gpu_grid_ps : x.gpu_ps);
    const double store = static_cast<double>(d.value_bytes) / bytes_per_second;
    out.fills[kind] = {e.gpu_call_us * 1e-6, scale * std::max(ps * pico, store), generators_of(engine), 0};
  });
  return out;
}

}  // namespace tali::cost
