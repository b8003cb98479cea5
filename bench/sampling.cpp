// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost on one CPU thread, beside NumPy's Generator.
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "comparators/attempts.hpp"
#include "cpu/kernels.hpp"
#include "sampling_cases.hpp"
#include "schedules.hpp"
#include "seconds_of.hpp"
#include "surrogate.hpp"
#include "tables.hpp"
#if defined(TALI_HAS_NUMPY)
#include "numpy_peer.hpp"
#endif

namespace tali::bench {

namespace {

void run_sampling(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = 1 << 18;
  std::vector<std::uint64_t> memory(n, 1);
  for (const sampling_case& c : sampling_cases()) {
    row r;
    r.group = g.name;
    r.distribution = c.distribution;
    r.type = c.type;
    r.device = "cpu";
    r.n = n;
    r.threads = 1;
    const any_distribution d(c.distribution, c.type, c.given());
    r.bytes_per_number = static_cast<double>(d.info().value_bytes);
    const auto add = [&](const char* engine, const std::string& variant, const std::function<void()>& once) {
      r.engine = engine;
      r.variant = std::string(c.variant) + variant;
      if (!wanted(o, r)) return;
      r.seconds = median_of(o.repeats, [&] { return seconds_of(once); });
      out.push_back(r);
      o.progress(r);
    };
#if defined(TALI_HAS_NUMPY)
    for (const numpy_sampler& p : numpy_samplers()) {
      if (p.is_for(c)) add("numpy", "", [&] { p.fill(memory.data(), n); });
    }
#endif
    const any_engine s("philox4x32", 1, 2);
    for (const simd_level level : simd_levels()) {
      add("philox4x32", std::string(", ") + simd_level_name(level), [&] {
        fill(cpu{1, level}, s, d, 0, memory.data(), n);
      });
    }
  }
}

void run_schedules(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = 1 << 16;
  std::vector<std::uint64_t> memory(n, 1);
  for (const simd_level level : simd_levels()) {
    for_each_schedule(cpu{1, level}, "cpu", g, n, memory.data(), [&](row& r, const auto& make) {
      if (!r.variant.ends_with("compacting")) return;  // groups are a GPU's
      r.variant += std::string(", ") + simd_level_name(level);
      r.threads = 1;
      if (!wanted(o, r)) return;
      r.seconds = median_of(o.repeats, [&] { return seconds_of(make); });
      out.push_back(r);
      o.progress(r);
    });
  }
}

/// Samples per second of each group of a register's lanes beside one lane per sample.
void run_groups(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = 1 << 14;
  std::vector<std::uint32_t> memory(n, 1);
  for (const simd_level level : simd_levels()) {
    const int width = level == simd_level::avx512 ? 16 : level == simd_level::avx2 ? 8 : 4;
    const auto& attempts = cpu_driver::by_level(
        level, []<int R>() -> const auto& { return grouped_attempts_of<R>(); });
    for (const grouped_attempts& a : attempts) {
      for (const double rejection : surrogate_rejections) {
        double alone = 0;
        for (int lanes = 1; lanes <= width; lanes *= 2) {
          row r = surrogate_row(g, "cpu");
          r.n = n;
          r.threads = 1;
          r.seconds = median_of(
              o.repeats, [&] { return seconds_of([&] { a.make(rejection, lanes, memory.data(), n); }); });
          if (lanes == 1) alone = r.gnum_per_s();
          r.variant =
              surrogate_variant(a.words, rejection, lanes, width, r, alone) + ", " + simd_level_name(level);
          if (!wanted(o, r)) continue;
          out.push_back(r);
          o.progress(r);
        }
      }
    }
  }
}

}  // namespace

std::vector<group> sampling_cpu_groups() {
  return {{"sampling-cpu", "samples of variable cost, one thread, beside NumPy", false, false, &run_sampling},
          {"schedules-cpu", "rejection sampling by each schedule, one thread", false, false, &run_schedules},
          {"sampling-groups-cpu", "groups of a register's lanes beside the law, one thread", false, false,
           &run_groups}};
}

}  // namespace tali::bench
