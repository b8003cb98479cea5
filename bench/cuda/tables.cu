// SPDX-License-Identifier: Apache-2.0
// The GPU's tables, on device 0.
#include <algorithm>
#include <cstdint>
#include <string>

#include <tali/cuda/fill.hpp>

#include "cuda/beside_store.hpp"
#include "cuda/measure.hpp"
#include "cuda/mtgp.hpp"
#include "cuda/pcg32_paper.hpp"
#include "cuda/peers.hpp"
#include "cuda/registers.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// The engines that reach any index, and have kernels.
std::vector<engine_info> cuda_engines() {
  std::vector<engine_info> all = indexed_engine_list();
  std::erase_if(all, [](const engine_info& e) { return !e.on_cuda; });
  return all;
}

/// tali's fill of r.n values of a pair beside the store.
/// @param r  what the rows of a table have in common
void measure_fill(const options& o, row r, const engine_info& e, const any_distribution& d, const cuda& where,
                  void* to, std::vector<row>& out) {
  const any_engine s(e.name, 1, 2);
  const auto n = static_cast<std::size_t>(r.n);
  r.engine = e.name;
  r.distribution = d.info().name;
  r.type = d.info().type;
  r.bytes_per_number = static_cast<double>(d.info().value_bytes);
  measure(
      o, r, to, [&] { fill(where, s, d, 0, to, n); }, out);
}

void run_bulk(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  row r;
  r.group = g.name;
  r.device = device_name();
  r.n = static_cast<double>(n);
  for (const cuda_peer& p : cuda_peers()) {
    r.engine = p.engine;
    r.distribution = p.distribution;
    r.type = p.type;
    r.bytes_per_number = static_cast<double>(p.bytes);
    measure(
        o, r, memory.at(), [&] { p.fill(memory.at(), n); }, out);
  }
  const struct {
    const char *distribution, *type;
    bool every_engine;
  } kinds[] = {{"bits", "u32", true},         {"bits", "u64", true},
               {"uniform", "f32", true},      {"uniform", "f64", true},
               {"uniform-int", "i32", false}, {"uniform-int", "i64", false},
               {"bernoulli", "u8", false},    {"normal-warp", "f32", true},
               {"normal-warp", "f64", true},  {"normal-warp-coarse", "f64", true},
               {"normal-icdf", "f32", true},  {"normal-icdf", "f64", true},
               {"normal", "f32", true},       {"normal", "f64", true},
               {"normal", "bf16", true},      {"normal", "f16", true},
               {"lognormal", "f32", false},   {"lognormal", "f64", false}};
  for (const engine_info& e : cuda_engines()) {
    for (const auto& k : kinds) {
      if (!k.every_engine && std::string(e.name) != "philox4x32") continue;
      measure_fill(o, r, e, any_distribution(k.distribution, k.type), cuda{}, memory.at(), out);
    }
  }
}

/// Every pair of the catalogue whose engine reaches any index, with the distribution's default parameters.
void run_every(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  constexpr std::size_t n = std::size_t{1} << 27;
  const device_memory memory(8 * n);
  row r;
  r.group = g.name;
  r.device = device_name();
  r.n = static_cast<double>(n);
  for (const engine_info& e : cuda_engines()) {
    for (const distribution_info& i : scalar_distribution_list()) {
      if (!can_make(e, i)) continue;
      measure_fill(o, r, e, any_distribution(i.name, i.type), cuda{}, memory.at(), out);
    }
  }
}

/// What a caller waits for a few numbers: a hundred fills one after the other.
void run_small(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  constexpr int calls = 100;
  const device_memory memory(std::size_t{8} << 20);
  for (int log_n = 10; log_n <= 20; log_n += 2) {
    const std::size_t n = std::size_t{1} << log_n;
    row r;
    r.group = g.name;
    r.device = device_name();
    r.distribution = "bits";
    r.type = "u32";
    r.variant = "n = 2^" + std::to_string(log_n);
    r.bytes_per_number = 4;
    r.n = static_cast<double>(n) * calls;
    const auto add = [&](const char* engine, const std::function<void()>& once) {
      r.engine = engine;
      if (!wanted(o, r)) return;
      const stopwatch seconds;
      r.seconds = median_of(o.repeats, [&] {
        return seconds([&] {
          for (int k = 0; k < calls; ++k) once();
        });
      });
      out.push_back(r);
      o.progress(r);
    };
    for (const cuda_peer& p : cuda_peers()) {
      if (std::string(p.type) == "u32") add(p.engine, [&] { p.fill(memory.at(), n); });
    }
    for (const engine_info& e : cuda_engines()) {
      const any_engine s(e.name, 1, 2);
      const any_distribution d("bits", "u32");
      add(e.name, [&] { fill(cuda{}, s, d, 0, memory.at(), n); });
    }
  }
}

void run_registers(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const device_memory memory(8);
  const auto grid = static_cast<unsigned>(cuda_devices().front().multiprocessors) * 32u;
  for (const register_run& x : register_runs()) {
    row r;
    r.group = g.name;
    r.engine = x.engine;
    r.distribution = x.distribution;
    r.type = x.type;
    r.device = device_name();
    r.variant = "not stored";
    r.bytes_per_number = std::string(x.type) == "f64" ? 8 : 4;
    if (!wanted(o, r)) continue;
    const stopwatch seconds;
    r.seconds = median_of(o.repeats, [&] {
      return seconds([&] { r.n = x.run(grid, static_cast<std::uint64_t*>(memory.at())); });
    });
    out.push_back(r);
    o.progress(r);
  }
}

/// A kernel of the PCG32 paper's figures, on n numbers with T threads.
struct paper_kernel {
  const char* name;
  std::function<void(std::uint32_t* to, std::size_t n, std::size_t threads)> run;
};

void multi_linear(std::uint32_t* to, std::size_t n, std::size_t threads) {
  cuda where;
  where.shape.block = static_cast<int>(std::min<std::size_t>(threads, 256));
  where.shape.grid = static_cast<long long>(threads) / where.shape.block;
  fill(where, pcg32(1, 2), bits<std::uint32_t>{}, 0, to, n);
}

void blocked(std::uint32_t* to, std::size_t n, std::size_t) {
  fill(cuda{}, pcg32(1, 2), bits<std::uint32_t>{}, 0, to, n);
}

row paper_row(const group& g, const std::string& kernel, std::size_t n, std::size_t threads) {
  row r;
  r.group = g.name;
  r.engine = kernel == "store" ? "store" : "pcg32";
  r.distribution = "bits";
  r.type = "u32";
  r.device = device_name();
  r.variant = kernel;
  r.bytes_per_number = 4;
  r.n = static_cast<double>(n);
  r.threads = static_cast<double>(threads);
  return r;
}

void measure_paper(const options& o, row r, const paper_kernel& k, std::uint32_t* to, std::vector<row>& out) {
  // Many calls in one measurement where one would be too short for the clock.
  const auto n = static_cast<std::size_t>(r.n);
  const auto threads = static_cast<std::size_t>(r.threads);
  const int calls = n >= (std::size_t{1} << 24) ? 1 : 50;
  const stopwatch seconds;
  r.seconds = median_of(o.repeats,
                        [&] {
                          return seconds([&] {
                            for (int c = 0; c < calls; ++c) k.run(to, n, threads);
                          });
                        }) /
              calls;
  out.push_back(r);
  o.progress(r);
}

/// The paper's figure 3: time a number over the threads of a launch.
void run_figure3(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n);
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (int log_threads = 10; log_threads <= 24; ++log_threads) {
    const std::size_t threads = std::size_t{1} << log_threads;
    measure_paper(o, paper_row(g, "multi-linear", n, threads), {"multi-linear", &multi_linear}, to, out);
    measure_paper(o, paper_row(g, "multi-linear, scalar stores", n, threads),
                  {"multi-linear, scalar stores", &pcg32_scalar_stores}, to, out);
    measure_paper(
        o, paper_row(g, "store", n, threads),
        {"store", [](std::uint32_t* p, std::size_t m, std::size_t t) { store_strided(p, 4 * m, t); }}, to,
        out);
  }
  // words: quoted: the row's name in records
  measure_paper(o, paper_row(g, "one number a thread", n, n),
                {"one number a thread",
                 [](std::uint32_t* p, std::size_t m, std::size_t) { pcg32_one_number_a_thread(p, m); }},
                to, out);
  measure_paper(o, paper_row(g, "blocked (default)", n, n / 32), {"blocked (default)", &blocked}, to, out);
}

/// The paper's figure 4: time over the count of numbers.
void run_figure4(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t most = bulk_numbers();
  const device_memory memory(4 * most);
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (std::size_t n = 1024; n <= most; n *= 2) {
    for (const int log_threads : {14, 22}) {
      const std::size_t threads = std::size_t{1} << log_threads;
      measure_paper(o, paper_row(g, "multi-linear, T = 2^" + std::to_string(log_threads), n, threads),
                    {"multi-linear", &multi_linear}, to, out);
      measure_paper(o, paper_row(g, "scalar stores, T = 2^" + std::to_string(log_threads), n, threads),
                    {"scalar stores", &pcg32_scalar_stores}, to, out);
    }
    measure_paper(o, paper_row(g, "store", n, n / 4),
                  {"store", [](std::uint32_t* p, std::size_t m, std::size_t) { store_once(p, 4 * m); }}, to,
                  out);
    // words: quoted: the row's name in records
    measure_paper(o, paper_row(g, "one number a thread", n, n),
                  {"one number a thread",
                   [](std::uint32_t* p, std::size_t m, std::size_t) { pcg32_one_number_a_thread(p, m); }},
                  to, out);
    measure_paper(o, paper_row(g, "blocked (default)", n, n / 32), {"blocked (default)", &blocked}, to, out);
  }
}

/// Launch shapes for include/tali/cuda/detail/tuning.hpp.
void run_shapes(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  row r;
  r.group = g.name;
  r.device = device_name();
  r.n = static_cast<double>(n);
  const struct {
    const char *distribution, *type;
  } kinds[] = {{"bits", "u32"}, {"bits", "u64"}, {"uniform", "f32"}, {"uniform", "f64"}};
  for (const engine_info& e : cuda_engines()) {
    for (const auto& k : kinds) {
      for (const int block : {64, 128, 256, 512}) {
        for (const int steps : {4, 8, 16, 32}) {
          r.variant = std::to_string(block) + " threads x " + std::to_string(steps);
          cuda where;
          where.shape = {block, steps, 0};
          measure_fill(o, r, e, any_distribution(k.distribution, k.type), where, memory.at(), out);
        }
      }
    }
  }
}

}  // namespace

std::vector<group> cuda_groups() {
  return {{"cuda-bulk", "2^30 numbers into device memory", true, true, &run_bulk},
          {"cuda-every", "every pair of the catalogue, 2^27 numbers", false, true, &run_every},
          {"mtgp", "mtgp32 and mtgp64, by layout and number of sets", false, true, &run_mtgp},
          {"mtgp-default", "mtgp32 and mtgp64 with the shipped catalogues", false, true, &run_mtgp_default},
          {"mtgp-table2", "the MTGP paper's table 2", false, true, &run_mtgp_table2},
          {"registers", "numbers that are not stored", false, true, &run_registers},
          {"small", "launches of few numbers", false, true, &run_small},
          {"shapes", "launch shapes", false, true, &run_shapes},
          {"pcg32-figure3", "the PCG32 paper's figure 3", false, true, &run_figure3},
          {"pcg32-figure4", "the PCG32 paper's figure 4", false, true, &run_figure4}};
}

}  // namespace tali::bench
