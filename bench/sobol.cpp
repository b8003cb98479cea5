// SPDX-License-Identifier: Apache-2.0
// Sobol's points on the CPU, beside a plain store and the sequential algorithm of the paper's CPU.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include <omp.h>

#include "cpu/team.hpp"
#include "seconds_of.hpp"
#include "sobol_shapes.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// Equation (4)'s second form: one point after another, one dimension after another; of floats equation (5).
template <class T>
void sequential(const sobol32& e, T* to) {
  const point_set& set = e.set();
  for (std::uint32_t d = 0; d < set.dimensions; ++d) {
    const std::uint32_t* const v = e.view().by_dimension + std::size_t{d} * 32;
    std::uint32_t y = 0;
    for (std::uint32_t n = 0; n < set.points; ++n) {
      if constexpr (std::is_same_v<T, float>) {
        *to++ = static_cast<float>(y) * 0x1p-32f;
      } else {
        *to++ = y;
      }
      y ^= v[__builtin_ctz(~n)];
    }
  }
}

struct kind {
  const char *engine, *distribution, *type;
};
constexpr kind kinds[] = {{"sobol32", "bits", "u32"},        {"sobol32", "uniform", "f32"},
                          {"sobol32", "uniform", "f64"},     {"sobol32", "normal-icdf", "f32"},
                          {"sobol32", "normal-icdf", "f64"}, {"sobol64", "uniform", "f64"}};

void run_sobol_cpu(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::uint64_t numbers = std::uint64_t{1} << 26;
  const auto memory = std::make_unique<std::uint64_t[]>(numbers);  // zeroed: its pages exist
  const int all = o.threads > 0 ? o.threads : omp_get_num_procs();
  const auto stores = [&](std::size_t bytes, int threads, std::uint32_t value) {
    auto* const to = reinterpret_cast<std::uint32_t*>(memory.get());
    const std::size_t words = bytes / 4;
    detail::in_parallel(threads, [&](std::size_t mine, std::size_t all) {
      for (std::size_t i = words * mine / all; i < words * (mine + 1) / all; ++i) to[i] = value;
      asm volatile("" ::"r"(to) : "memory");
    });
  };
  for (const points_shape shape :
       {points_shape{numbers, 1}, points_shape{numbers / 100, 100}, points_shape{numbers / 10000, 10000},
        points_shape{10000, 10}, points_shape{10000, 100}, points_shape{10000, 1000},
        points_shape{10000, 10000}}) {
    const auto n = static_cast<std::size_t>(shape.numbers());
    const auto calls = std::max<std::size_t>(std::size_t{1000000} / n, 1);
    const auto add = [&](row r, int threads, const std::function<void()>& once) {
      r.group = g.name;
      r.device = "cpu";
      r.n = static_cast<double>(n);
      r.threads = threads;
      r.variant += ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
      if (!wanted(o, r)) return;
      std::vector<double> ceilings;
      std::uint32_t value = 0;
      const auto timed = [&](const std::function<void()>& work) {
        return seconds_of([&] {
                 for (std::size_t k = 0; k < calls; ++k) work();
               }) /
               static_cast<double>(calls);
      };
      const auto bytes = static_cast<std::size_t>(r.n * r.bytes_per_number);
      r.seconds = median_of(o.repeats, [&] {
        ceilings.push_back(timed([&] { stores(bytes, threads, ++value); }));
        return timed(once);
      });
      std::sort(ceilings.begin(), ceilings.end());
      r.ceiling_gb_per_s = static_cast<double>(bytes) / ceilings[ceilings.size() / 2] * 1e-9;
      out.push_back(r);
      o.progress(r);
    };
    row s;
    s.engine = "sequential-sobol32";
    s.distribution = "bits";
    s.type = "u32";
    s.variant = variant_of(shape, point_layout::dim_major);
    s.bytes_per_number = 4;
    const sobol32 e(set_of(shape, point_layout::dim_major));
    add(s, 1, [&] { sequential(e, reinterpret_cast<std::uint32_t*>(memory.get())); });
    s.distribution = "uniform";
    s.type = "f32";
    add(s, 1, [&] { sequential(e, reinterpret_cast<float*>(memory.get())); });
    for (const int threads : {1, all}) {
      for (const kind& k : kinds) {
        for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
          for (const auto scramble : {scrambling::none, scrambling::owen}) {
            if (scramble == scrambling::owen && std::string(k.type) != "f32") continue;
            row r;
            r.engine = k.engine;
            r.distribution = k.distribution;
            r.type = k.type;
            r.variant = variant_of(shape, layout, scramble);
            const any_engine points(k.engine, set_of(shape, layout, scramble));
            const any_distribution d(k.distribution, k.type);
            r.bytes_per_number = static_cast<double>(d.info().value_bytes);
            if (n * d.info().value_bytes > 8 * numbers) continue;
            add(r, threads, [&] { fill(cpu{threads}, points, d, 0, memory.get(), n); });
          }
        }
      }
      if (all == 1) break;
    }
  }
}

}  // namespace

std::vector<group> sobol_cpu_groups() {
  return {{"sobol-cpu", "Sobol's points on the CPU", false, false, &run_sobol_cpu}};
}

}  // namespace tali::bench
