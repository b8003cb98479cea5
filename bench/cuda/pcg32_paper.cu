// SPDX-License-Identifier: Apache-2.0
// The kernels that the PCG32 paper compares, and its "throughput" kernel, a plain store: its multi-linear
// kernel as its listings have it, with and without the optimisations that it names; one number per thread;
// and states that blocks publish for those after them. The library's own kernel with launch_shape::grid takes
// the same steps.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "One-number-per-thread approach", "Optimisations", "Implementation", "Benchmarks" and "Rejected ideas". The
// listing reads a thread's step at threads_log2; with vectors of four words that is a step of four times as
// many, which is taken here.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>

#include "comparators/pcg32_jumps.hpp"
#include "cuda/measure.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;

__constant__ brown_table brown{};

unsigned blocks_of(std::size_t n) { return static_cast<unsigned>((n + block - 1) / block); }

__global__ void one_number_kernel(std::uint32_t* to, pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = sequence.word(i);
}

__global__ void store_kernel(uint4* to, std::size_t vectors, std::size_t stride) {
  std::size_t v = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto x = static_cast<unsigned>(v);
  for (; v < vectors; v += stride) to[v] = make_uint4(x, x + 1, x + 2, x + 3);
}

/// Where a thread's step comes from: the table has it if the number of threads is a power of two.
enum class step_by { table, jump };

/// Threads in turn write `per` words at once, each with its own state.
template <int per, step_by S>
__global__ void multi_linear_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n, int log2_step) {
  struct alignas(4 * per) words {
    std::uint32_t w[per];
  };
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x * per;
  std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * per;
  std::uint64_t state = state_after(sequence, brown.skip(i));
  detail::pcg32_skip far;
  if constexpr (S == step_by::table) {
    far = brown.at[log2_step];
  } else {
    far = brown.skip(step);
  }
  const std::uint64_t increment = sequence.increment(), far_increment = increment * far.sum;
  for (; i + per <= n; i += step) {
    words x;
    std::uint64_t s = state;
#pragma unroll
    for (int k = 0; k < per; ++k) {
      x.w[k] = detail::pcg32_output(s);
      s = s * detail::pcg32_multiplier + increment;
    }
    *reinterpret_cast<words*>(to + i) = x;
    state = state * far.power + far_increment;
  }
  for (; i < n; ++i) {
    to[i] = detail::pcg32_output(state);
    state = state * detail::pcg32_multiplier + increment;
  }
}

template <int per, step_by S>
void launch(std::uint32_t* to, std::size_t n, std::size_t threads) {
  multi_linear_kernel<per, S><<<static_cast<unsigned>(threads / block), block>>>(
      to, pcg32(1, 2), n, std::countr_zero(threads * per));
  require(cudaGetLastError());
}

struct by_brown {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip(n); }
};
struct by_sum {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip_by_sum(n); }
};

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

/// One state per thread. A block begins with the states of the latest block that has published, if that lies
/// before it: all its threads then take one short jump. It never waits for another block.
/// @param published  1 + the number of the latest block whose states are all written, or 0
__global__ void publish_kernel(std::uint64_t* states, unsigned* published, const pcg32 sequence,
                               std::size_t n) {
  __shared__ unsigned latest;
  if (threadIdx.x == 0) {
    latest = atomicAdd(published, 0u);
    __threadfence();
  }
  __syncthreads();
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::uint64_t state = 0;
  if (latest != 0 && latest <= blockIdx.x) {
    const std::size_t distance = std::size_t{blockIdx.x - latest + 1} * blockDim.x;
    const detail::pcg32_skip s = brown.skip(distance);
    state = __ldcg(states + (i - distance)) * s.power + sequence.increment() * s.sum;
  } else {
    state = state_after(sequence, brown.skip(i));
  }
  if (i < n) states[i] = state;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(published, blockIdx.x + 1);
}

/// The second kernel, which makes the states' words, four a thread.
__global__ void words_kernel(std::uint32_t* to, const std::uint64_t* states, std::size_t n) {
  struct alignas(16) two_states {
    std::uint64_t s[2];
  };
  const std::size_t i = 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (i + 4 <= n) {
    const auto* const from = reinterpret_cast<const two_states*>(states + i);
    const two_states a = from[0], b = from[1];
    *reinterpret_cast<uint4*>(to + i) =
        make_uint4(detail::pcg32_output(a.s[0]), detail::pcg32_output(a.s[1]), detail::pcg32_output(b.s[0]),
                   detail::pcg32_output(b.s[1]));
  } else {
    for (std::size_t k = i; k < n; ++k) to[k] = detail::pcg32_output(states[k]);
  }
}

void run_publish(std::uint32_t*, std::size_t n, void* memory) {
  auto* const states = static_cast<std::uint64_t*>(memory);
  auto* const published = reinterpret_cast<unsigned*>(states + n);
  require(cudaMemsetAsync(published, 0, sizeof *published));
  publish_kernel<<<blocks_of(n), block>>>(states, published, pcg32(1, 2), n);
  require(cudaGetLastError());
}

void run_published(std::uint32_t* to, std::size_t n, void* memory) {
  run_publish(to, n, memory);
  words_kernel<<<blocks_of((n + 3) / 4), block>>>(to, static_cast<const std::uint64_t*>(memory), n);
  require(cudaGetLastError());
}

}  // namespace

void pcg32_one_number_a_thread(std::uint32_t* to, std::size_t n) {
  one_number_kernel<<<blocks_of(n), block>>>(to, pcg32(1, 2), n);
  require(cudaGetLastError());
}

void store_once(void* to, std::size_t bytes) {
  const std::size_t vectors = bytes / 16;
  const std::size_t grid = (vectors + block - 1) / block;
  store_kernel<<<static_cast<unsigned>(grid), block>>>(static_cast<uint4*>(to), vectors, grid * block);
  require(cudaGetLastError());
}

void store_strided(void* to, std::size_t bytes, std::size_t threads) {
  store_kernel<<<static_cast<unsigned>(threads / block), block>>>(static_cast<uint4*>(to), bytes / 16,
                                                                  threads);
  require(cudaGetLastError());
}

namespace {

/// A kernel of the paper that writes words 0 ... n - 1 of pcg32(1, 2) to `to`, which is 16-byte aligned.
struct pcg32_kernel {
  const char* name;
  /// @param threads  of the launch, a multiple of 256
  void (*run)(std::uint32_t* to, std::size_t n, std::size_t threads);
  bool any_threads;  ///< else a power of two
};

/// Where the paper began: scalar stores, and a step of the table.
void scalar_stores(std::uint32_t* to, std::size_t n, std::size_t threads) {
  launch<1, step_by::table>(to, n, threads);
}

/// The paper's multi-linear kernel with scalar stores and with vectors, and with a step that is read from its
/// table or computed by Brown's algorithm.
constexpr pcg32_kernel multi_linear_kernels[] = {
    {"vectors, step of the table", &launch<4, step_by::table>, false},
    {"vectors, step by a jump", &launch<4, step_by::jump>, true},
    {"scalars, step of the table", &scalar_stores, false},
    {"scalars, step by a jump", &launch<1, step_by::jump>, true}};

/// A kernel with one number per thread that writes words 0 ... n - 1 of pcg32(1, 2) to `to`.
struct pcg32_jump_kernel {
  const char* name;
  /// @param states  memory of state_bytes(n)
  void (*run)(std::uint32_t* to, std::size_t n, void* states);
  bool makes_words;  ///< else only states, and `to` is not written
};

constexpr std::size_t state_bytes(std::size_t n) { return 8 * n + 16; }

/// The jump by Brown's algorithm, and from states that other blocks have published.
constexpr pcg32_jump_kernel jump_kernels[] = {
    {"Brown's algorithm", &run_jump<by_brown>, true},
    {"Brown's algorithm, sum alone", &run_jump<by_sum>, true},
    {"tali's digits of six bits",
     [](std::uint32_t* to, std::size_t n, void*) { pcg32_one_number_a_thread(to, n); }, true},
    {"published states", &run_published, true},
    {"published states, not their words", &run_publish, false}};

// Every kernel's words are compared with the engine's own.

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
    measure_figure(t, "multi-linear, scalar stores", n, threads, [&] { scalar_stores(to, n, threads); });
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
      measure_figure(t, "scalar stores" + with, n, threads, [&] { scalar_stores(to, n, threads); });
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
      for (const pcg32_kernel& k : multi_linear_kernels) {
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
  const device_memory memory(4 * n), states(state_bytes(n));
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (const pcg32_jump_kernel& k : jump_kernels) {
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
