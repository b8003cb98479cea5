// SPDX-License-Identifier: Apache-2.0
// What the PCG32 paper says of its optimisations, in numbers. Every kernel's words are compared with the
// engine's own.
#include <algorithm>
#include <cstdint>
#include <string>

#include <tali/cuda/fill.hpp>

#include "cuda/measure.hpp"
#include "cuda/pcg32_paper.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// Throws if one of 1024 words from all over the range is not pcg32(1, 2)'s, or one of the first and last.
void require_words(const std::uint32_t* words, std::size_t n, const std::string& kernel) {
  constexpr std::size_t looks = 1024;
  const auto compare = [&](std::size_t first, std::size_t spread) {
    std::uint32_t got[looks];
    require(cudaMemcpy2D(got, 4, words + first, 4 * spread, 4, looks, cudaMemcpyDeviceToHost));
    for (std::size_t k = 0; k < looks; ++k) {
      const std::size_t i = first + k * spread;
      if (got[k] == pcg32(1, 2).word(i)) continue;
      throw device_error("benchmark: pcg32, " + kernel + ": word " + std::to_string(i) +
                         " is not the engine's");
    }
  };
  compare(0, 1);
  compare(0, n / looks);
  compare(n - looks, 1);
}

row row_of(std::size_t n, std::size_t threads, const std::string& variant) {
  return {variant == "store" ? "store" : "pcg32",
          "bits",
          "u32",
          variant,
          static_cast<double>(n),
          static_cast<double>(threads)};
}

/// Times a kernel beside the store, which overwrites its words every time, and looks at what it made last.
void measure_words(const table& t, const row& r, void* memory, const std::function<void()>& once) {
  if (add_beside_store(t, r, memory, once) == nullptr) return;
  require_words(static_cast<const std::uint32_t*>(memory), static_cast<std::size_t>(r.n), r.variant);
}

/// The library's multi-linear kernel with some threads.
void multi_linear(std::uint32_t* to, std::size_t n, std::size_t threads) {
  cuda where;
  where.shape.block = static_cast<int>(std::min<std::size_t>(threads, 256));
  where.shape.grid = static_cast<long long>(threads) / where.shape.block;
  fill(where, pcg32(1, 2), bits<std::uint32_t>{}, 0, to, n);
}

/// Its default, in blocks.
void blocked(std::uint32_t* to, std::size_t n) { fill(cuda{}, pcg32(1, 2), bits<std::uint32_t>{}, 0, to, n); }

/// A kernel of the paper's figures, many calls in one measurement where one would be too short for the clock.
void measure_figure(const table& t, const std::string& variant, std::size_t n, std::size_t threads,
                    const std::function<void()>& once) {
  add(
      t, row_of(n, threads, variant), [&](row&) { once(); }, n >= (std::size_t{1} << 24) ? 1 : 50);
}

}  // namespace

/// Time a number over the threads of a launch.
void run_pcg32_figure3(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n);
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (int log_threads = 10; log_threads <= 24; ++log_threads) {
    const std::size_t threads = std::size_t{1} << log_threads;
    measure_figure(t, "multi-linear", n, threads, [&] { multi_linear(to, n, threads); });
    measure_figure(t, "multi-linear, scalar stores", n, threads,
                   [&] { pcg32_scalar_stores(to, n, threads); });
    measure_figure(t, "store", n, threads, [&] { store_strided(to, 4 * n, threads); });
  }
  // words: quoted: the row's name in records
  measure_figure(t, "one number a thread", n, n, [&] { pcg32_one_number_a_thread(to, n); });
  measure_figure(t, "blocked (default)", n, n / 32, [&] { blocked(to, n); });
}

/// Time over the count of numbers.
void run_pcg32_figure4(const table& t) {
  const std::size_t most = bulk_numbers();
  const device_memory memory(4 * most);
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (std::size_t n = 1024; n <= most; n *= 2) {
    for (const int log_threads : {14, 22}) {
      const std::size_t threads = std::size_t{1} << log_threads;
      const std::string with = ", T = 2^" + std::to_string(log_threads);
      measure_figure(t, "multi-linear" + with, n, threads, [&] { multi_linear(to, n, threads); });
      measure_figure(t, "scalar stores" + with, n, threads, [&] { pcg32_scalar_stores(to, n, threads); });
    }
    measure_figure(t, "store", n, n / 4, [&] { store_once(to, 4 * n); });
    // words: quoted: the row's name in records
    measure_figure(t, "one number a thread", n, n, [&] { pcg32_one_number_a_thread(to, n); });
    measure_figure(t, "blocked (default)", n, n / 32, [&] { blocked(to, n); });
  }
}

/// Scalar stores beside vectors, and numbers of threads that are and are not powers of two.
void run_pcg32_optimisations(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n);
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (const int log_threads : {12, 14, 16, 18, 20, 22}) {
    const std::size_t power = std::size_t{1} << log_threads;
    for (const std::size_t threads : {power, power / 2 * 3}) {
      const std::string count = threads == power ? "T = 2^" + std::to_string(log_threads) + ", "
                                                 : "T = 3 x 2^" + std::to_string(log_threads - 1) + ", ";
      for (const pcg32_kernel& k : pcg32_multi_linear_kernels()) {
        if (threads != power && !k.any_threads) continue;
        measure_words(t, row_of(n, threads, count + k.name), to, [&] { k.run(to, n, threads); });
      }
      measure_words(t, row_of(n, threads, count + "tali"), to, [&] { multi_linear(to, n, threads); });
    }
  }
}

/// The ideas that the paper rejected, beside one number per thread by Brown's algorithm and the default.
void run_pcg32_rejected(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n), states(pcg32_state_bytes(n));
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (const pcg32_jump_kernel& k : pcg32_jump_kernels()) {
    row r = row_of(n, n, k.name);
    const auto once = [&] { k.run(to, n, states.at()); };
    if (k.makes_words) {
      measure_words(t, r, to, once);
    } else {
      r.distribution = "states";
      r.type = "u64";
      add_beside_store(t, r, states.at(), once);
    }
  }
  measure_words(t, row_of(n, n / 32, "tali"), to, [&] { blocked(to, n); });
}

}  // namespace tali::bench
