// SPDX-License-Identifier: Apache-2.0
// The CPU's tables.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>

#include <omp.h>

#include <tali/any.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "comparators/fill.hpp"
#include "cpu/team.hpp"
#include "peers.hpp"
#include "rows.hpp"
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

using buffer = std::unique_ptr<void, decltype(&std::free)>;

buffer make_buffer(std::size_t bytes) {
  void* const p = std::aligned_alloc(4096, bytes);
  if (p == nullptr) throw std::bad_alloc();
  std::memset(p, 1, bytes);  // its pages exist now
  return {p, std::free};
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

std::string one_thread_at(simd_level level) { return std::string(simd_level_name(level)) + ", 1 thread"; }

/// Takes a row of fills on one thread, which are called with the number of the pass.
void add_passes(const table& t, row r, int passes, const std::function<void(std::size_t)>& fill_once) {
  r.threads = 1;
  t.add(r, [&](row&) {
    std::size_t pass = 0;
    return seconds_of([&] { fill_once(pass++); }, passes);
  });
}

/// One thread and a buffer that stays in the first-level cache.
class in_cache {
 public:
  explicit in_cache(const table& t) : table_{t}, memory_{make_buffer(bytes)} {
    std::uint32_t value = 0;
    const double seconds = median_of(t.asked().repeats, [&] {
      return seconds_of([&] { store(static_cast<std::uint32_t*>(at()), bytes / 4, ++value); }, passes);
    });
    ceiling_ = bytes / seconds * 1e-9;
  }

  [[nodiscard]] void* at() const { return memory_.get(); }

  /// Measures what fills the buffer.
  void add(row r, const std::function<void(std::size_t)>& fill_once) const {
    r.n = bytes / bytes_of(r.type);
    r.ceiling_gb_per_s = ceiling_;
    add_passes(table_, r, passes, fill_once);
  }

  /// Measures tali's fill of a pair at a level.
  void add_fill(const engine_info& e, const any_distribution& d, simd_level level) const {
    const any_engine s(e.name, 1, 2);
    const std::size_t n = bytes / d.info().value_bytes;
    const cpu where{1, level};
    add(row_of(e, d, n, one_thread_at(level)),
        [&](std::size_t pass) { fill(where, s, d, pass * n, at(), n); });
  }

  /// Measures words of a bank, whose filler continues where the last pass ended.
  void add_bank(const char* name, const any_distribution& d, simd_level level) const {
    const std::size_t n = bytes / d.info().value_bytes;
    filler words(cpu{1, level}, any_engine(name, 1), d);
    std::uint64_t first = 0;
    add({name, d.info().name, d.info().type, one_thread_at(level)}, [&](std::size_t) {
      words.fill(first, at(), n);
      first += n;
    });
  }

  static constexpr std::size_t bytes = 16384;

 private:
  static constexpr int passes = 400;
  const table& table_;
  buffer memory_;
  double ceiling_ = 0;
};

}  // namespace

void run_cpu_cache(const table& t) {
  const in_cache cache(t);
  for (const peer& p : cpu_peers()) {
    const auto n = static_cast<std::size_t>(in_cache::bytes / bytes_of(p.type));
    cache.add({p.engine, p.distribution, p.type, "1 thread"}, [&](std::size_t) { p.fill(cache.at(), n); });
  }
  for (const simd_level level : simd_levels()) {
    for (const comparator& c : comparators(level).functions) {
      cache.add({c.name, "normal", c.type, one_thread_at(level)}, [&](std::size_t pass) {
        c.fill(pass * in_cache::bytes, cache.at(), in_cache::bytes / c.bytes);
      });
    }
  }
  for (const engine_info& e : detail::indexed_engine_list()) {
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

void run_cpu_every(const table& t) {
  const in_cache cache(t);
  for (const engine_info& e : detail::indexed_engine_list()) {
    for (const distribution_info& d : detail::scalar_distribution_list()) {
      if (detail::can_make(e, d)) cache.add_fill(e, any_distribution(d.name, d.type), simd_levels().back());
    }
  }
}

void run_cpu_peers(const table& t) {
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
                                      {"negative-binomial:n=3,p=0.3", "i64"},
                                      {"hypergeometric:good=60,bad=40,draws=30", "i64"},
                                      {"von-mises:kappa=4", "f64"},
                                      {"geometric:p=0.3", "i64"},
                                      {"bernoulli-bits:p=0.3", "u32"}};
  std::vector<double> memory(n);
  for (const kind& k : of_peers) {
    if (const auto standard = standard_distribution(k.distribution, k.type)) {
      add_passes(t, {"std-mt19937_64", k.distribution, k.type, "1 thread", n}, passes,
                 [&](std::size_t) { standard(memory.data(), n); });
    }
    const any_distribution d(k.distribution, k.type);
    for (const char* engine : {"philox4x32", "philox4x32-7", "pcg32", "xoshiro256++"}) {
      const any_engine e(engine, 1, 2);
      if (!detail::can_make(e.info(), d.info())) continue;
      for (const simd_level level : simd_levels()) {
        add_passes(t, {engine, k.distribution, k.type, simd_level_name(level), n}, passes,
                   [&](std::size_t pass) {
                     fill(cpu{1, level}, e, d, pass * n, memory.data(), n);
                   });
      }
    }
  }
}

void run_cpu_large(const table& t) {
  constexpr std::size_t bytes = std::size_t{1} << 30;
  const int threads = t.asked().threads > 0 ? t.asked().threads : omp_get_num_procs();
  const buffer memory = make_buffer(bytes);
  std::uint32_t value = 0;
  const auto store_once = [&](row&) {
    return seconds_of(
        [&] { store_all(static_cast<std::uint32_t*>(memory.get()), bytes / 4, ++value, threads); });
  };
  for (const engine_info& e : detail::indexed_engine_list()) {
    for (const kind& k : kinds) {
      const any_engine s(e.name, 1, 2);
      const any_distribution d(k.distribution, k.type);
      const std::size_t n = bytes / d.info().value_bytes;
      t.add_beside(row_of(e, d, n, std::to_string(threads) + " threads", threads), store_once,
                   [&](row&) { return seconds_of([&] { fill(cpu{threads}, s, d, 0, memory.get(), n); }); });
    }
  }
}

// Rows and blocks on one CPU thread, in the cache.

void run_rows_cpu(const table& t) {
  constexpr std::size_t n = std::size_t{1} << 16;
  constexpr int passes = 20;
  std::vector<double> memory(2 * n);
  const std::vector<key> keys = key(1).split(n / 256);
  for_each_rows_case(cpu{1}, n, keys, memory.data(), [&](row r, const auto& make) {
    r.threads = 1;
    t.add(r, [&](row&) { return seconds_of(make, passes); });
  });
}

}  // namespace tali::bench
