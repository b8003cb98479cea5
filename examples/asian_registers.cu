// SPDX-License-Identifier: Apache-2.0
// An Asian call priced on 64 dates a path with normal numbers that never touch memory: a thread makes the 64
// numbers of its path in registers. The same from a bulk fill of the same elements: the payoffs are equal,
// bit for bit.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>
#include <tali/tali.hpp>

namespace {

using engine = tali::philox4x32;
using normals = tali::normal<float>;

constexpr unsigned block = 128, grid = 2048;
constexpr std::uint64_t paths = std::uint64_t{block} * grid;
constexpr int dates = normals::lane_values;
constexpr float spot = 100, strike = 100, rate = 0.03f, volatility = 0.25f;

/// The payoff of one path: the mean over its dates, less the strike.
__device__ float payoff(const float (&z)[dates]) {
  const float dt = 1.0f / dates, drift = (rate - volatility * volatility / 2) * dt,
              scale = volatility * sqrtf(dt);
  float level = 0, sum = 0;
#pragma unroll
  for (int k = 0; k < dates; ++k) {
    level += fmaf(scale, z[k], drift);
    sum += expf(level);
  }
  return fmaxf(spot * sum / dates - strike, 0.0f);
}

/// Path i belongs to lane i % 32 of span i / 32.
__global__ void __launch_bounds__(block)
    in_registers(const engine sequence, const normals distribution, float* out) {
  __shared__ normals::shared_table table;
  table.load();
  const std::uint64_t i = std::uint64_t{blockIdx.x} * block + threadIdx.x;
  const engine::cursor<tali::scalar::at_groups> at(
      sequence, i / 32 * normals::batch_size + i % 32 * normals::lane_words, 0);
  std::uint32_t words[normals::lane_words];
  at.take(words);
  float z[dates];
  distribution(words, table, z);
  out[i] = payoff(z);
}

__global__ void __launch_bounds__(block) from_memory(const float* numbers, float* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * block + threadIdx.x;
  float z[dates];
#pragma unroll
  for (int k = 0; k < dates; ++k)
    z[k] = numbers[i / 32 * normals::batch_size + normals::index_of(static_cast<int>(i % 32), k)];
  out[i] = payoff(z);
}

std::vector<float> on_host(const float* payoffs) {
  std::vector<float> host(paths);
  if (cudaMemcpy(host.data(), payoffs, paths * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
    host.clear();
  return host;
}

}  // namespace

int main() {
  if (tali::cuda_devices().empty()) {
    std::puts("no CUDA device here: nothing to price");
    return EXIT_SUCCESS;
  }
  const engine sequence(/*seed=*/12);
  float *numbers = nullptr, *out = nullptr;
  if (cudaMalloc(&numbers, paths * dates * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&out, paths * sizeof(float)) != cudaSuccess) {
    std::puts("not enough device memory");
    return EXIT_FAILURE;
  }
  in_registers<<<grid, block>>>(sequence, normals{}, out);
  const std::vector<float> a = on_host(out);
  tali::fill(tali::cuda{}, sequence, normals{}, 0, numbers, paths * dates);
  from_memory<<<grid, block>>>(numbers, out);
  const std::vector<float> b = on_host(out);
  cudaFree(numbers);
  cudaFree(out);

  double sum = 0;
  for (const float x : a) sum += static_cast<double>(x);
  std::printf("Asian call: %.4f from %llu paths; payoffs from memory are %s\n",
              std::exp(-static_cast<double>(rate)) * sum / static_cast<double>(paths),
              static_cast<unsigned long long>(paths), !a.empty() && a == b ? "the same" : "different");
  return !a.empty() && a == b ? EXIT_SUCCESS : EXIT_FAILURE;
}
