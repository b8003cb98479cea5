// SPDX-License-Identifier: Apache-2.0
// The comparators' kernels against the CPU, and xorwow against cuRAND's device generator.
#include <curand_kernel.h>
#include <gtest/gtest.h>

#include <tali/cuda/device.hpp>
#include <tali/distribution/bits.hpp>
#include <tali/engine/mt607_per_thread.hpp>
#include <tali/engine/per_thread_generators.hpp>
#include <tali/fill.hpp>

#include "cuda/per_thread.cuh"
#include "support/places.hpp"

namespace tali::test {
namespace {

class HistoricalCuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  }
};

__global__ void curand_xorwow_kernel(detail::xorwow_generator start, std::uint32_t* out, int n) {
  curandStateXORWOW_t state;
  curand_init(0, 0, 0, &state);
  for (int i = 0; i < 5; ++i) state.v[i] = start.x[i];
  state.d = start.weyl;
  for (int i = 0; i < n; ++i) out[i] = curand(&state);
}

TEST_F(HistoricalCuda, XorwowIsCurandsForAGivenState) {
  const xorwow start(1, 3, 4);
  constexpr int n = 1000;
  device_buffer<std::uint32_t> out(n);
  curand_xorwow_kernel<<<1, 1>>>(start.states()[0], out.at(), n);
  require(cudaGetLastError());
  std::vector<std::uint32_t> expected(n);
  fill(cpu{}, start, bits<std::uint32_t>{}, 0, std::span(expected));
  EXPECT_EQ(out.read(), expected);
}

template <class Grid>
void compare() {
  using G = typename Grid::generator;
  constexpr unsigned blocks = 3, threads = 64;
  constexpr std::size_t n = 64 * 200;
  const Grid e(std::size_t{blocks} * threads / G::width, 5, 6);
  device_buffer<G> states(e.states().size());
  states.write({e.states().begin(), e.states().end()});
  device_buffer<std::uint32_t> out(n);
  if constexpr (G::width == 1) {
    bench::per_thread_kernel<<<blocks, threads>>>(states.at(), bits<std::uint32_t>{}, out.at(), n);
  } else {
    bench::warp_standard_kernel<<<blocks, threads>>>(states.at(), bits<std::uint32_t>{}, out.at(), n);
  }
  require(cudaGetLastError());
  std::vector<std::uint32_t> expected(n);
  fill(cpu{}, e, bits<std::uint32_t>{}, 0, std::span(expected));
  EXPECT_EQ(out.read(), expected) << Grid::name;
}

TEST_F(HistoricalCuda, KernelsGiveTheCpusWords) {
  compare<xorwow>();
  compare<hybrid_taus>();
  compare<warp_standard>();
  compare<mt607_per_thread>();
}

}  // namespace
}  // namespace tali::test
