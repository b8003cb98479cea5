// SPDX-License-Identifier: Apache-2.0
// The GPU's tables, on device 0.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>

#include "cuda/kernels.hpp"
#include "cuda/measure.hpp"
#include "peers.hpp"
#include "rows.hpp"
#include "tables.hpp"

namespace tali::bench {

std::string cuda_device_name() {
  const auto all = cuda_devices();
  return all.empty() ? "" : all.front().name;
}

row* add(const table& t, row r, const std::function<void(row&)>& work, int calls) {
  const stopwatch seconds;
  return t.add(std::move(r), [&](row& now) {
    return seconds([&] {
             for (int k = 0; k < calls; ++k) work(now);
           }) /
           calls;
  });
}

row* add_beside_store(const table& t, row r, void* memory, const std::function<void()>& work, int calls) {
  const stopwatch seconds;
  const auto bytes = static_cast<std::size_t>(r.bytes());
  const auto timed = [&](const std::function<void()>& once) {
    return seconds([&] {
             for (int k = 0; k < calls; ++k) once();
           }) /
           calls;
  };
  return t.add_beside(
      std::move(r), [&](row&) { return timed([&] { store_once(memory, bytes); }); },
      [&](row&) { return timed(work); });
}

namespace {

/// The engines that reach any index, and have kernels.
std::vector<engine_info> cuda_engines() {
  std::vector<engine_info> all = detail::indexed_engine_list();
  std::erase_if(all, [](const engine_info& e) { return !e.on_cuda; });
  return all;
}

/// tali's fill of n values of a pair beside the store.
void measure_fill(const table& t, const engine_info& e, const any_distribution& d, const cuda& where,
                  void* to, std::size_t n, const std::string& variant = {}) {
  const any_engine s(e.name, 1, 2);
  add_beside_store(t, row_of(e, d, n, variant), to, [&] { fill(where, s, d, 0, to, n); });
}

/// Throws if the mean or the variance of 2^16 numbers says that they are not what the kernel claims.
template <class T>
void require_moments(const void* numbers, const std::string& kernel) {
  constexpr std::size_t n = std::size_t{1} << 16;
  std::vector<T> x(n);
  require(cudaMemcpy(x.data(), numbers, n * sizeof(T), cudaMemcpyDeviceToHost));
  double sum = 0, squares = 0;
  for (const T v : x) {
    sum += static_cast<double>(v);
    squares += static_cast<double>(v) * static_cast<double>(v);
  }
  const double root = std::sqrt(static_cast<double>(n));
  if (std::abs(sum / root) < 6 && std::abs(squares - static_cast<double>(n)) / root < 6 * std::sqrt(2.0))
    return;
  throw device_error("benchmark: " + kernel + ": mean and variance are not 0 and 1");
}

}  // namespace

void run_cuda_bulk(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  for (const peer& p : cuda_peers()) {
    add_beside_store(t, {p.engine, p.distribution, p.type, "", static_cast<double>(n)}, memory.at(),
                     [&] { p.fill(memory.at(), n); });
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
      measure_fill(t, e, any_distribution(k.distribution, k.type), cuda{}, memory.at(), n);
    }
  }
}

void run_cuda_every(const table& t) {
  constexpr std::size_t n = std::size_t{1} << 27;
  const device_memory memory(8 * n);
  for (const engine_info& e : cuda_engines()) {
    for (const distribution_info& i : detail::scalar_distribution_list()) {
      if (tali::detail::on_cuda(e, i))
        measure_fill(t, e, any_distribution(i.name, i.type), cuda{}, memory.at(), n);
    }
  }
}

/// What a caller waits for a few numbers: a hundred fills one after the other.
void run_small(const table& t) {
  constexpr int calls = 100;
  const device_memory memory(std::size_t{8} << 20);
  for (int log_n = 10; log_n <= 20; log_n += 2) {
    const std::size_t n = std::size_t{1} << log_n;
    const auto add_calls = [&](const char* engine, const std::function<void()>& once) {
      const double all = static_cast<double>(n) * calls;
      add(t, {engine, "bits", "u32", "n = 2^" + std::to_string(log_n), all}, [&](row&) {
        for (int k = 0; k < calls; ++k) once();
      });
    };
    for (const peer& p : cuda_peers()) {
      if (std::string(p.type) == "u32") add_calls(p.engine, [&] { p.fill(memory.at(), n); });
    }
    for (const engine_info& e : cuda_engines()) {
      const any_engine s(e.name, 1, 2);
      const any_distribution d("bits", "u32");
      add_calls(e.name, [&] { fill(cuda{}, s, d, 0, memory.at(), n); });
    }
  }
}

void run_registers(const table& t) {
  const device_memory memory(8);
  const auto grid = static_cast<unsigned>(cuda_devices().front().multiprocessors) * 32u;
  for (const register_run& x : register_runs()) {
    add(t, {x.engine, x.distribution, x.type, x.variant},
        [&](row& r) { r.n = x.run(grid, static_cast<std::uint64_t*>(memory.at())); });
  }
}

/// The methods are peers of tali's normal numbers, as in the CPU's tables.
void run_gaussian(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  std::vector<gaussian_fill> methods = gaussian_fills();
  for (const gaussian_fill& f : wallace_fills()) methods.push_back(f);
  for (const gaussian_fill& f : methods) {
    const row r{f.distribution, "normal", f.type, f.engine, static_cast<double>(n)};
    if (add_beside_store(t, r, memory.at(), [&] { f.run(memory.at(), n); }) == nullptr) continue;
    const std::string name = r.engine + " of " + r.variant + ", " + r.type;
    r.type == "f64" ? require_moments<double>(memory.at(), name) : require_moments<float>(memory.at(), name);
  }
  for (const char* engine : {"philox4x32", "pcg32"}) {
    for (const char* distribution : {"normal", "normal-icdf", "normal-warp"}) {
      for (const char* type : {"f32", "f64"}) {
        const any_engine e(engine, 1, 2);
        const any_distribution d(distribution, type);
        add_beside_store(t, row_of(e.info(), d, n), memory.at(),
                         [&] { fill(cuda{}, e, d, 0, memory.at(), n); });
      }
    }
  }
}

void run_shapes(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  const any_distribution kinds[] = {{"bits", "u32"}, {"bits", "u64"}, {"uniform", "f32"}, {"uniform", "f64"}};
  for (const engine_info& e : cuda_engines()) {
    for (const any_distribution& d : kinds) {
      for (const int block : {64, 128, 256, 512}) {
        for (const int steps : {4, 8, 16, 32}) {
          cuda where;
          where.shape = {block, steps, 0};
          measure_fill(t, e, d, where, memory.at(), n,
                       std::to_string(block) + " threads x " + std::to_string(steps));
        }
      }
    }
  }
}

void run_rows(const table& t) {
  constexpr std::size_t n = std::size_t{1} << 28;
  const device_memory memory(8 * n + 8 * n / 2048), key_memory(n / 256 * sizeof(key));
  const std::vector<key> keys = key(1).split(n / 256);
  require(cudaMemcpy(key_memory.at(), keys.data(), key_memory.bytes(), cudaMemcpyHostToDevice));
  const std::span there(static_cast<const key*>(key_memory.at()), keys.size());
  for_each_rows_case(cuda{}, n, there, memory.at(),
                     [&](const row& r, const auto& make) { add_beside_store(t, r, memory.at(), make); });
}

}  // namespace tali::bench
