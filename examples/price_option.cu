// SPDX-License-Identifier: Apache-2.0
// A knock-out barrier option on a binomial tree, priced in a CUDA kernel that draws its numbers in registers,
// and the same from numbers that a bulk fill left in device memory. One seed: both prices are the same.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>
#include <tali/tali.hpp>

namespace {

constexpr int steps = 64;
constexpr std::uint64_t paths = 1 << 20;
constexpr double spot = 100, strike = 100, barrier = 80, rate = 0.03, volatility = 0.25;

struct tree {
  double log_up;     // the logarithm of an upward step; a downward one is its negative
  double up_chance;  // risk neutral
  double discount;
};

tree make_tree() {
  const double dt = 1.0 / steps, up = std::exp(volatility * std::sqrt(dt));
  return {std::log(up), (std::exp(rate * dt) - 1 / up) / (up - 1 / up), std::exp(-rate)};
}

template <class Next>
__device__ double payoff(const tree& t, Next next) {
  const double log_barrier = log(barrier / spot);
  int level = 0;
  for (int k = 0; k < steps; ++k) {
    level += next() < t.up_chance ? 1 : -1;
    if (level * t.log_up <= log_barrier) return 0.0;
  }
  return fmax(spot * exp(level * t.log_up) - strike, 0.0);
}

/// Path i uses elements 64 i ... 64 i + 63, wherever they come from.
__global__ void in_registers(tali::philox4x32 sequence, tree t, double* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  tali::philox4x32 engine = sequence;
  engine.discard(2 * steps * i);  // a double takes two words
  const tali::uniform<double> uniform;
  out[i] = payoff(t, [&] { return uniform(engine); });
}

__global__ void from_memory(const double* numbers, tree t, double* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= paths) return;
  const double* at = numbers + steps * i;
  out[i] = payoff(t, [&] { return *at++; });
}

double mean(const double* payoffs, double discount) {
  static double host[paths];
  if (cudaMemcpy(host, payoffs, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return std::nan("");
  double sum = 0;
  for (const double x : host) sum += x;
  return discount * sum / paths;
}

}  // namespace

int main() {
  if (tali::cuda_devices().empty()) {
    std::puts("no CUDA device here: nothing to price");
    return EXIT_SUCCESS;
  }
  const tali::philox4x32 sequence(/*seed=*/11);
  const tree t = make_tree();
  double *numbers = nullptr, *out = nullptr;
  if (cudaMalloc(&numbers, steps * paths * sizeof(double)) != cudaSuccess ||
      cudaMalloc(&out, paths * sizeof(double)) != cudaSuccess) {
    std::puts("not enough device memory");
    return EXIT_FAILURE;
  }
  in_registers<<<paths / 256, 256>>>(sequence, t, out);
  const double a = mean(out, t.discount);

  tali::fill(tali::cuda{}, sequence, tali::uniform<double>{}, 0, numbers, steps * paths);
  from_memory<<<paths / 256, 256>>>(numbers, t, out);
  const double b = mean(out, t.discount);

  std::printf("down-and-out call: %.6f in registers, %.6f from memory\n", a, b);
  cudaFree(numbers);
  cudaFree(out);
  return a == b ? EXIT_SUCCESS : EXIT_FAILURE;
}
