// SPDX-License-Identifier: Apache-2.0
// Free-gas scattering on a GPU: the time of the planned group of lanes and of one thread per sample, beside
// the law of the paper's Figure 8. The samples themselves do not depend on the group, which the program
// checks.
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

#include <tali/rejection/plan.hpp>

#include "free_gas.hpp"

namespace {

void require(cudaError_t code) {
  if (code != cudaSuccess) {
    std::fprintf(stderr, "free_gas_gpu: %s\n", cudaGetErrorString(code));
    std::exit(1);
  }
}

template <unsigned group>
__global__ void sample_targets(free_gas::collision c, free_gas::target* to, std::uint64_t n) {
  const tali::rejection_words words(tali::philox4x32(2026), tali::tag_of("free gas"));
  const std::uint64_t groups = std::uint64_t{gridDim.x} * blockDim.x / group;
  std::uint64_t j = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / group;
  unsigned lanes = __ballot_sync(0xffffffffu, j < n);  // those that are not done
  for (; j < n; j += groups, lanes = __ballot_sync(lanes, j < n)) {
    const auto s = tali::sample_in_group(words, j, c, group, tali::max_attempts, lanes);
    if (threadIdx.x % group == 0) to[j] = s.value;
  }
}

using launcher = void (*)(unsigned blocks, const free_gas::collision& c, free_gas::target* to,
                          std::uint64_t n);

template <unsigned group>
void launch(unsigned blocks, const free_gas::collision& c, free_gas::target* to, std::uint64_t n) {
  sample_targets<group><<<blocks, 256>>>(c, to, n);
  require(cudaGetLastError());
}

double seconds(launcher f, unsigned blocks, const free_gas::collision& c, free_gas::target* to,
               std::uint64_t n) {
  cudaEvent_t begin, end;
  require(cudaEventCreate(&begin));
  require(cudaEventCreate(&end));
  f(blocks, c, to, n);  // warms up
  require(cudaEventRecord(begin));
  f(blocks, c, to, n);
  require(cudaEventRecord(end));
  require(cudaEventSynchronize(end));
  float milliseconds = 0;
  require(cudaEventElapsedTime(&milliseconds, begin, end));
  require(cudaEventDestroy(begin));
  require(cudaEventDestroy(end));
  return milliseconds * 1e-3;
}

}  // namespace

int main() {
  const launcher launchers[] = {&launch<1>, &launch<2>, &launch<4>, &launch<8>, &launch<16>, &launch<32>};
  cudaDeviceProp device{};
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) {
    std::puts("free_gas_gpu: no CUDA device here");
    return 0;
  }
  const unsigned blocks = static_cast<unsigned>(device.multiProcessorCount) * 8;
  const std::uint64_t n = std::uint64_t{1} << 22;
  free_gas::target *alone = nullptr, *grouped = nullptr;
  require(cudaMalloc(&alone, n * sizeof *alone));
  require(cudaMalloc(&grouped, n * sizeof *grouped));
  std::printf("%s: targets of a resonance's neutrons, %llu each\n", device.name,
              static_cast<unsigned long long>(n));
  std::puts("  energy, eV    rho    group   Mtargets/s   gain    law");
  for (const double e : free_gas::energies) {
    const free_gas::collision c(e, free_gas::hot, true);
    // The rejection probability from the CPU, where attempts can be counted.
    const tali::rejection_words words(tali::philox4x32(2026), tali::tag_of("free gas"));
    double attempts = 0;
    constexpr int counted = 2000;
    for (int j = 0; j < counted; ++j) {
      std::uint32_t w[free_gas::collision::words];
      std::uint32_t k = 0;
      do words(static_cast<std::uint64_t>(j), k, w);
      while (!c(w).accepted && ++k < tali::max_attempts);
      attempts += k + 1;
    }
    const double rho = 1 - counted / attempts;
    const int group = tali::best_group(rho);
    int place = 0;
    while ((1 << place) < group) ++place;
    const double one = seconds(launchers[0], blocks, c, alone, n);
    const double planned = seconds(launchers[place], blocks, c, grouped, n);
    const double law = tali::samples_per_iteration(rho, group) / tali::samples_per_iteration(rho, 1);
    std::printf("  %8.3f   %7.4f   %4d   %10.1f   %5.2f   %5.2f\n", e, rho, group,
                static_cast<double>(n) / planned * 1e-6, one / planned, law);
    std::vector<free_gas::target> a(n), b(n);
    require(cudaMemcpy(a.data(), alone, n * sizeof *alone, cudaMemcpyDeviceToHost));
    require(cudaMemcpy(b.data(), grouped, n * sizeof *grouped, cudaMemcpyDeviceToHost));
    for (std::uint64_t j = 0; j < n; ++j) {
      if (a[j].speed != b[j].speed || a[j].cosine != b[j].cosine) {
        std::printf("sample %llu depends on the group\n", static_cast<unsigned long long>(j));
        return 1;
      }
    }
  }
}
