// SPDX-License-Identifier: Apache-2.0
// The CPU's tables.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include <omp.h>

#include <tali/any.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "comparators/fill.hpp"
#include "cpu/team.hpp"
#include "cpu_peers.hpp"
#include "seconds_of.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// A plain store loop over a piece, which the compiler vectorises for the baseline.
void store(std::uint32_t* to, std::size_t n, std::uint32_t value) {
  for (std::size_t i = 0; i < n; ++i) to[i] = value;
  asm volatile("" ::"r"(to) : "memory");  // the stores are wanted
}

/// The same on every thread.
void store_all(std::uint32_t* to, std::size_t n, std::uint32_t value, int threads) {
  detail::in_parallel(threads, [&](std::size_t mine, std::size_t all) {
    store(to + n * mine / all, n * (mine + 1) / all - n * mine / all, value);
  });
}

struct aligned_delete {
  void operator()(void* p) const { std::free(p); }
};
using buffer = std::unique_ptr<void, aligned_delete>;

buffer make_buffer(std::size_t bytes) {
  void* const p = std::aligned_alloc(4096, bytes);
  if (p == nullptr) throw std::bad_alloc();
  std::memset(p, 1, bytes);  // its pages exist now
  return buffer(p);
}

struct kind {
  const char* distribution;
  const char* type;
};
constexpr kind kinds[] = {{"bits", "u32"},
                          {"bits", "u64"},
                          {"uniform", "f32"},
                          {"uniform", "f64"},
                          {"normal-warp", "f32"},
                          {"normal-warp", "f64"},
                          {"normal-warp-coarse", "f64"},
                          {"normal-icdf", "f32"},
                          {"normal-icdf", "f64"},
                          {"normal", "f32"},
                          {"normal", "f64"}};

/// One thread and a buffer that stays in the first-level cache.
class in_cache {
 public:
  in_cache(const options& o, const group& g, std::vector<row>& out)
      : options_{o}, group_{g}, out_{out}, memory_{make_buffer(bytes)} {
    std::uint32_t value = 0;
    const double seconds = median_of(o.repeats, [&] {
      return seconds_of([&] {
               for (int p = 0; p < passes; ++p) store(static_cast<std::uint32_t*>(at()), bytes / 4, ++value);
             }) /
             passes;
    });
    ceiling_ = bytes / seconds * 1e-9;
  }

  [[nodiscard]] void* at() const { return memory_.get(); }

  /// Measures what fills the buffer; it is called with the number of the pass.
  void add(row r, std::size_t value_bytes, const std::function<void(std::size_t)>& fill_once) {
    r.group = group_.name;
    r.device = "cpu";
    r.n = static_cast<double>(bytes / value_bytes);
    r.bytes_per_number = static_cast<double>(value_bytes);
    r.ceiling_gb_per_s = ceiling_;
    r.threads = 1;
    if (!wanted(options_, r)) return;
    r.seconds = median_of(options_.repeats, [&] {
      return seconds_of([&] {
               for (std::size_t p = 0; p < passes; ++p) fill_once(p);
             }) /
             passes;
    });
    out_.push_back(r);
    options_.progress(r);
  }

  /// Measures tali's fill of a pair at a level.
  void add_fill(const engine_info& e, const any_distribution& d, simd_level level) {
    row r;
    r.engine = e.name;
    r.distribution = d.info().name;
    r.type = d.info().type;
    r.variant = std::string(simd_level_name(level)) + ", 1 thread";
    const any_engine s(e.name, 1, 2);
    const std::size_t n = bytes / d.info().value_bytes;
    const cpu where{1, level};
    add(r, d.info().value_bytes, [&](std::size_t pass) { fill(where, s, d, pass * n, at(), n); });
  }

  /// Measures words of a bank, whose filler continues where the last pass ended.
  void add_bank(const char* name, const any_distribution& d, simd_level level) {
    row r;
    r.engine = name;
    r.distribution = d.info().name;
    r.type = d.info().type;
    r.variant = std::string(simd_level_name(level)) + ", 1 thread";
    const std::size_t n = bytes / d.info().value_bytes;
    filler words(cpu{1, level}, any_engine(name, 1), d);
    std::uint64_t first = 0;
    add(r, d.info().value_bytes, [&](std::size_t) {
      words.fill(first, at(), n);
      first += n;
    });
  }

  static constexpr std::size_t bytes = 16384;

 private:
  static constexpr int passes = 400;
  const options& options_;
  const group& group_;
  std::vector<row>& out_;
  buffer memory_;
  double ceiling_ = 0;
};

/// What the arithmetic costs, beside the peers.
void run_cache(const options& o, const group& g, std::vector<row>& out) {
  in_cache cache(o, g, out);
  for (const cpu_peer& p : cpu_peers()) {
    row r;
    r.engine = p.engine;
    r.distribution = p.distribution;
    r.type = p.type;
    r.variant = "1 thread";
    cache.add(r, p.bytes, [&](std::size_t) { p.fill(cache.at(), in_cache::bytes / p.bytes); });
  }
  for (const simd_level level : simd_levels()) {
    for (const comparator& c : comparators(level)) {
      row r;
      r.engine = c.name;
      r.distribution = "normal";
      r.type = c.type;
      r.variant = std::string(simd_level_name(level)) + ", 1 thread";
      cache.add(r, c.bytes, [&](std::size_t pass) {
        c.fill(pass * in_cache::bytes, cache.at(), in_cache::bytes / c.bytes);
      });
    }
  }
  for (const engine_info& e : indexed_engine_list()) {
    for (const kind& k : kinds) {
      const any_distribution d(k.distribution, k.type);
      for (const simd_level level : simd_levels()) cache.add_fill(e, d, level);
    }
  }
  for (const simd_level level : simd_levels()) {
    cache.add_bank("mtgp32:sets=1", any_distribution("bits", "u32"), level);
    cache.add_bank("mtgp32:sets=1", any_distribution("uniform", "f32"), level);
  }
}

/// Every pair of the catalogue whose engine reaches any index, with the distribution's default parameters.
void run_every(const options& o, const group& g, std::vector<row>& out) {
  in_cache cache(o, g, out);
  for (const engine_info& e : indexed_engine_list()) {
    for (const distribution_info& d : scalar_distribution_list()) {
      if (can_make(e, d)) cache.add_fill(e, any_distribution(d.name, d.type), simd_levels().back());
    }
  }
}

/// Distributions as users call them, in 2^14 values on one thread, beside those of <random>.
/// scripts/cpu-peers.py sets libraries of Python beside them.
void run_beside_peers(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = std::size_t{1} << 14;
  constexpr int passes = 20;
  static constexpr kind of_peers[] = {{"uniform", "f64"},
                                      {"uniform", "f32"},
                                      {"uniform-int:low=1,high=1000000", "i64"},
                                      {"unbiased-int:low=1,high=1000000", "i64"},
                                      {"normal", "f64"},
                                      {"normal", "f32"},
                                      {"lognormal", "f64"},
                                      {"lognormal", "f32"},
                                      {"exponential", "f64"},
                                      {"exponential", "f32"},
                                      {"gamma:shape=2.5", "f64"},
                                      {"gamma:shape=2.5", "f32"},
                                      {"gamma:shape=0.3", "f64"},
                                      {"chi-squared:df=5", "f64"},
                                      {"beta:a=2,b=5", "f64"},
                                      {"student-t:df=5", "f64"},
                                      {"f:dfn=5,dfd=7", "f64"},
                                      {"weibull:shape=2", "f64"},
                                      {"gumbel", "f64"},
                                      {"pareto:shape=3", "f64"},
                                      {"lomax:shape=3", "f64"},
                                      {"cauchy", "f64"},
                                      {"poisson:mean=10", "i64"},
                                      {"binomial:n=100,p=0.3", "i64"},
                                      {"bernoulli-bits:p=0.3", "u32"}};
  std::vector<double> memory(n);
  const auto add = [&](row r, std::size_t value_bytes, const std::function<void(std::size_t)>& fill_once) {
    r.group = g.name;
    r.device = "cpu";
    r.n = static_cast<double>(n);
    r.bytes_per_number = static_cast<double>(value_bytes);
    r.threads = 1;
    if (!wanted(o, r)) return;
    r.seconds = median_of(o.repeats, [&] {
      return seconds_of([&] {
               for (std::size_t p = 0; p < passes; ++p) fill_once(p);
             }) /
             passes;
    });
    out.push_back(r);
    o.progress(r);
  };
  for (const kind& k : of_peers) {
    const any_distribution d(k.distribution, k.type);
    row r;
    r.distribution = k.distribution;
    r.type = k.type;
    if (const auto standard = standard_distribution(k.distribution, k.type)) {
      r.engine = "std-mt19937_64";
      r.variant = "1 thread";
      add(r, d.info().value_bytes, [&](std::size_t) { standard(memory.data(), n); });
    }
    for (const char* engine : {"philox4x32", "philox4x32-7", "pcg32"}) {
      const any_engine e(engine, 1, 2);
      if (!can_make(e.info(), d.info())) continue;
      r.engine = engine;
      for (const simd_level level : simd_levels()) {
        r.variant = simd_level_name(level);
        add(r, d.info().value_bytes, [&](std::size_t pass) {
          fill(cpu{1, level}, e, d, pass * n, memory.data(), n);
        });
      }
    }
  }
}

/// All threads and a buffer that no cache holds: what memory takes.
void run_large(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t bytes = std::size_t{1} << 30;
  const int threads = o.threads > 0 ? o.threads : omp_get_num_procs();
  const buffer memory = make_buffer(bytes);
  for (const engine_info& e : indexed_engine_list()) {
    for (const kind& k : kinds) {
      const any_engine s(e.name, 1, 2);
      const any_distribution d(k.distribution, k.type);
      row r;
      r.group = g.name;
      r.engine = e.name;
      r.distribution = k.distribution;
      r.type = k.type;
      r.device = "cpu";
      r.variant = std::to_string(threads) + " threads";
      r.bytes_per_number = static_cast<double>(d.info().value_bytes);
      const std::size_t n = bytes / d.info().value_bytes;
      r.n = static_cast<double>(n);
      r.threads = threads;
      if (!wanted(o, r)) continue;
      // The ceiling alternates with the fill: other programs' load then falls on both.
      std::uint32_t value = 0;
      std::vector<double> ceilings;
      r.seconds = median_of(o.repeats, [&] {
        ceilings.push_back(seconds_of(
            [&] { store_all(static_cast<std::uint32_t*>(memory.get()), bytes / 4, ++value, threads); }));
        return seconds_of([&] { fill(cpu{threads}, s, d, 0, memory.get(), n); });
      });
      std::sort(ceilings.begin(), ceilings.end());
      r.ceiling_gb_per_s = static_cast<double>(bytes) / ceilings[ceilings.size() / 2] * 1e-9;
      out.push_back(r);
      o.progress(r);
    }
  }
}

}  // namespace

std::vector<group> cpu_groups() {
  return {{"cpu-cache", "one thread, 16 KiB buffer", true, false, &run_cache},
          {"cpu-every", "every pair of the catalogue, one thread, 16 KiB buffer", false, false, &run_every},
          {"cpu-peers", "distributions beside <random>'s, one thread, 2^14 values", false, false,
           &run_beside_peers},
          {"cpu-large", "all threads, 1 GiB buffer", true, false, &run_large}};
}

}  // namespace tali::bench
