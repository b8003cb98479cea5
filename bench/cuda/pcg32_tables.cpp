// SPDX-License-Identifier: Apache-2.0
// What the PCG32 paper says of its optimisations, in numbers. Every kernel's words are compared with the
// engine's own.
#include <cstdint>
#include <string>

#include <tali/cuda/fill.hpp>

#include "cuda/beside_store.hpp"
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

row row_of(const group& g, std::size_t n, std::size_t threads, const std::string& variant) {
  row r;
  r.group = g.name;
  r.engine = "pcg32";
  r.distribution = "bits";
  r.type = "u32";
  r.device = device_name();
  r.variant = variant;
  r.bytes_per_number = 4;
  r.n = static_cast<double>(n);
  r.threads = static_cast<double>(threads);
  return r;
}

/// Times a kernel beside the store, which overwrites its words every time, and looks at what it made last.
void measure_words(const options& o, const row& r, void* memory, const std::function<void()>& once,
                   std::vector<row>& out) {
  const std::size_t rows = out.size();
  measure(o, r, memory, once, out);
  if (out.size() == rows) return;
  require_words(static_cast<const std::uint32_t*>(memory), static_cast<std::size_t>(r.n), r.variant);
}

/// Scalar stores beside vectors, and numbers of threads that are and are not powers of two.
void run_optimisations(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n);
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (const int log_threads : {12, 14, 16, 18, 20, 22}) {
    const std::size_t power = std::size_t{1} << log_threads;
    for (const std::size_t threads : {power, power / 2 * 3}) {
      const auto variant = [&](const char* kernel) {
        return std::string("T = ") + (threads == power ? "2^" : "3 x 2^") +
               std::to_string(threads == power ? log_threads : log_threads - 1) + ", " + kernel;
      };
      for (const pcg32_kernel& k : pcg32_multi_linear_kernels()) {
        if (threads != power && !k.any_threads) continue;
        measure_words(
            o, row_of(g, n, threads, variant(k.name)), to, [&] { k.run(to, n, threads); }, out);
      }
      cuda where;
      where.shape.block = 256;
      where.shape.grid = static_cast<long long>(threads / 256);
      const any_engine e("pcg32", 1, 2);
      const any_distribution d("bits", "u32");
      measure_words(
          o, row_of(g, n, threads, variant("tali")), to, [&] { fill(where, e, d, 0, to, n); }, out);
    }
  }
}

/// The ideas that the paper rejected, beside one number per thread by Brown's algorithm and the default.
void run_rejected(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n), states(pcg32_state_bytes(n));
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (const pcg32_jump_kernel& k : pcg32_jump_kernels()) {
    row r = row_of(g, n, n, k.name);
    const auto once = [&] { k.run(to, n, states.at()); };
    if (k.makes_words) {
      measure_words(o, r, to, once, out);
    } else {
      r.distribution = "states";
      r.type = "u64";
      r.bytes_per_number = 8;
      measure(o, r, states.at(), once, out);
    }
  }
  const any_engine e("pcg32", 1, 2);
  const any_distribution d("bits", "u32");
  measure_words(
      o, row_of(g, n, n / 32, "tali"), to, [&] { fill(cuda{}, e, d, 0, to, n); }, out);
}

}  // namespace

std::vector<group> pcg32_cuda_groups() {
  return {{"pcg32-optimisations", "the PCG32 paper's stores and numbers of threads", false, true,
           &run_optimisations},
          {"pcg32-rejected", "the ideas that the PCG32 paper rejected", false, true, &run_rejected}};
}

}  // namespace tali::bench
