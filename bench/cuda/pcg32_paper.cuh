// SPDX-License-Identifier: Apache-2.0
// What the files of the PCG32 paper's kernels share: the jump, and the look at what a kernel made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <tali/cuda/fill.hpp>

#include "comparators/pcg32_jumps.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;

inline unsigned blocks_of(std::size_t n) { return static_cast<unsigned>((n + block - 1) / block); }

__constant__ brown_table brown{};
__device__ const brown_table brown_in_memory{};

// Where a jump gets its multipliers from.
struct from_constants {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip(n); }
  __device__ static detail::pcg32_skip skip_power(int log2_n) { return brown.at[log2_n]; }
};
struct from_cache {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown_in_memory.skip(n); }
  __device__ static detail::pcg32_skip skip_power(int log2_n) { return brown_in_memory.at[log2_n]; }
};
struct computed {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return computed_skip(n); }
  __device__ static detail::pcg32_skip skip_power(int log2_n) { return skip(std::uint64_t{1} << log2_n); }
};

/// One number per thread.
template <class Jump>
__global__ void jump_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = detail::pcg32_output(state_after(sequence, Jump::skip(i)));
}

template <class Jump>
void run_jump(std::uint32_t* to, std::size_t n, void*) {
  jump_kernel<Jump><<<blocks_of(n), block>>>(to, pcg32(1, 2), n);
  require(cudaGetLastError());
}

/// The library's default, in blocks.
inline void blocked(std::uint32_t* to, std::size_t n) {
  fill(cuda{}, pcg32(1, 2), bits<std::uint32_t>{}, 0, to, n);
}

// Every kernel's words are compared with the engine's own.

/// Throws if one of 1024 words from all over the range is not pcg32(1, 2)'s, or one of the first and last.
inline void require_words(const std::uint32_t* words, std::size_t n, const std::string& kernel) {
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

inline row row_of(std::size_t n, std::size_t threads, const std::string& variant) {
  return {variant == "store" ? "store" : "pcg32",
          "bits",
          "u32",
          variant,
          static_cast<double>(n),
          static_cast<double>(threads)};
}

/// Times a kernel beside the store, which overwrites its words every time, and looks at what it made last.
inline void measure_words(const table& t, const row& r, void* memory, const std::function<void()>& once) {
  if (add_beside_store(t, r, memory, once) == nullptr) return;
  require_words(static_cast<const std::uint32_t*>(memory), static_cast<std::size_t>(r.n), r.variant);
}

}  // namespace

}  // namespace tali::bench
