// SPDX-License-Identifier: Apache-2.0
// The kernels that the PCG32 paper compares, and its "throughput" kernel, a plain store: its multi-linear
// kernel as its listings have it, with and without the optimisations that it names. The library's own kernel
// with launch_shape::grid takes the same steps.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "Optimisations", "Implementation" and "Benchmarks". The listing reads a thread's step at threads_log2; with
// vectors of four words that is a step of four times as many, which is taken here.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "cuda/pcg32_paper.cuh"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// S0 and SN of the kernel that reads the one and writes the other.
__device__ std::uint64_t kept_states[2] = {pcg32(1, 2).state(), 0};

__global__ void store_kernel(uint4* to, std::size_t vectors, std::size_t stride) {
  std::size_t v = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto x = static_cast<unsigned>(v);
  for (; v < vectors; v += stride) to[v] = make_uint4(x, x + 1, x + 2, x + 3);
}

/// Where a thread's step comes from: the table has it if the number of threads is a power of two.
enum class step_by { table, jump };

/// Threads in turn write `per` words at once, each with its own state.
/// @tparam kept  whether the states before and after are in memory
template <int per, step_by S, class Brown, bool kept>
__global__ void multi_linear_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n, int log2_step) {
  struct alignas(4 * per) words {
    std::uint32_t w[per];
  };
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x * per;
  std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * per;
  const detail::pcg32_skip near = Brown::skip(i);
  const detail::pcg32_skip far = S == step_by::table ? Brown::skip_power(log2_step) : Brown::skip(step);
  const std::uint64_t increment = sequence.increment(), far_increment = increment * far.sum;
  std::uint64_t state = (kept ? kept_states[0] : sequence.state()) * near.power + increment * near.sum;
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
  if (kept && i == n) kept_states[1] = state;  // of one thread alone
}

template <int per, step_by S, class Brown = from_constants, bool kept = false>
void launch(std::uint32_t* to, std::size_t n, std::size_t threads) {
  multi_linear_kernel<per, S, Brown, kept><<<static_cast<unsigned>(threads / block), block>>>(
      to, pcg32(1, 2), n, std::countr_zero(threads * per));
  require(cudaGetLastError());
}

/// As the paper's listings have it.
constexpr auto* listing = &launch<4, step_by::table>;

}  // namespace

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

/// The paper's multi-linear kernel with and without each of its optimisations, and with states in memory.
constexpr pcg32_kernel multi_linear_kernels[] = {
    {"vectors, step of the table", listing, false},
    {"vectors, step by a jump", &launch<4, step_by::jump>, true},
    {"vectors, table in cache", &launch<4, step_by::table, from_cache>, false},
    {"vectors, no table", &launch<4, step_by::table, computed>, false},
    {"vectors, S0 and SN in memory", &launch<4, step_by::table, from_constants, true>, false},
    {"scalars, step of the table", &launch<1, step_by::table>, false},
    {"scalars, step by a jump", &launch<1, step_by::jump>, true}};

/// The library's multi-linear kernel with some threads.
void multi_linear(std::uint32_t* to, std::size_t n, std::size_t threads) {
  cuda where;
  where.shape.block = static_cast<int>(std::min<std::size_t>(threads, 256));
  where.shape.grid = static_cast<long long>(threads) / where.shape.block;
  fill(where, pcg32(1, 2), bits<std::uint32_t>{}, 0, to, n);
}

/// Throws if the state that the latest kernel wrote is not the one behind n words.
void require_last_state(std::size_t n) {
  std::uint64_t states[2];
  require(cudaMemcpyFromSymbol(states, kept_states, sizeof states));
  pcg32 behind(1, 2);
  behind.discard(n);
  if (states[1] != behind.state()) throw device_error("benchmark: pcg32: SN is not the engine's state");
}

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
    measure_figure(t, "the listing", n, threads, [&] { listing(to, n, threads); });
    measure_figure(t, "store", n, threads, [&] { store_strided(to, 4 * n, threads); });
  }
  // words: quoted: the row's name in records
  measure_figure(t, "one number a thread", n, n, [&] { run_jump<from_constants>(to, n, nullptr); });
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
      measure_figure(t, "the listing" + with, n, threads, [&] { listing(to, n, threads); });
    }
    measure_figure(t, "store", n, n / 4, [&] { store_once(to, 4 * n); });
    // words: quoted: the row's name in records
    measure_figure(t, "one number a thread", n, n, [&] { run_jump<from_constants>(to, n, nullptr); });
    measure_figure(t, "blocked (default)", n, n / 32, [&] { blocked(to, n); });
  }
}

/// Scalar stores beside vectors, numbers of threads that are and are not powers of two, and where multipliers
/// and states are.
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
  require_last_state(n);
}

}  // namespace tali::bench
