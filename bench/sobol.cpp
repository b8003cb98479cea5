// SPDX-License-Identifier: Apache-2.0
// Sobol's points on the CPU, beside a plain store and the sequential algorithm of the paper's CPU.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include <omp.h>

#include "cpu/team.hpp"
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

}  // namespace

void run_sobol_cpu(const table& t) {
  constexpr std::uint64_t numbers = std::uint64_t{1} << 26;
  const auto memory = std::make_unique<std::uint64_t[]>(numbers);  // zeroed: its pages exist
  const int all = t.asked().threads > 0 ? t.asked().threads : omp_get_num_procs();
  std::uint32_t value = 0;
  const auto store = [&](std::size_t words, int threads) {
    auto* const to = reinterpret_cast<std::uint32_t*>(memory.get());
    ++value;
    detail::in_parallel(threads, [&](std::size_t mine, std::size_t of) {
      for (std::size_t i = words * mine / of; i < words * (mine + 1) / of; ++i) to[i] = value;
      asm volatile("" ::"r"(to) : "memory");
    });
  };
  for (const points_shape shape :
       {points_shape{numbers, 1}, points_shape{numbers / 100, 100}, points_shape{numbers / 10000, 10000},
        points_shape{10000, 10}, points_shape{10000, 100}, points_shape{10000, 1000},
        points_shape{10000, 10000}}) {
    const auto n = static_cast<std::size_t>(shape.numbers());
    const auto calls = static_cast<int>(std::max<std::size_t>(std::size_t{1000000} / n, 1));
    const auto add = [&](row r, int threads, const std::function<void()>& once) {
      r.n = static_cast<double>(n);
      r.threads = threads;
      r.variant += ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
      const std::size_t words = static_cast<std::size_t>(r.bytes()) / 4;
      t.add_beside(
          r, [&](row&) { return seconds_of([&] { store(words, threads); }, calls); },
          [&](row&) { return seconds_of(once, calls); });
    };
    const std::string variant = variant_of(shape, point_layout::dim_major);
    const sobol32 e(set_of(shape, point_layout::dim_major));
    add({"sequential-sobol32", "bits", "u32", variant}, 1,
        [&] { sequential(e, reinterpret_cast<std::uint32_t*>(memory.get())); });
    add({"sequential-sobol32", "uniform", "f32", variant}, 1,
        [&] { sequential(e, reinterpret_cast<float*>(memory.get())); });
    for (const int threads : {1, all}) {
      for (const kind& k : kinds) {
        for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
          for (const auto scramble : {scrambling::none, scrambling::owen}) {
            if (scramble == scrambling::owen && std::string(k.type) != "f32") continue;
            const any_engine points(k.engine, set_of(shape, layout, scramble));
            const any_distribution d(k.distribution, k.type);
            if (n * d.info().value_bytes > 8 * numbers) continue;
            add({k.engine, k.distribution, k.type, variant_of(shape, layout, scramble)}, threads,
                [&] { fill(cpu{threads}, points, d, 0, memory.get(), n); });
          }
        }
      }
      if (all == 1) break;
    }
  }
}

}  // namespace tali::bench
