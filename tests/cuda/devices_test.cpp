// SPDX-License-Identifier: Apache-2.0
// Devices, contexts and streams as real hardware has them; tests/cuda/simulated has the same without a GPU.
// Nothing here may use a device before the test does.
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/cuda/fill.hpp>
#include <tali/fill.hpp>

namespace tali {
namespace {

/// Whether a device has a primary context. Asks the driver, which makes none for it.
bool has_context(int device) {
  void* p = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  EXPECT_EQ(
      cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxGetState", &p, 12000, cudaEnableDefault, &found),
      cudaSuccess);
#else
  EXPECT_EQ(cudaGetDriverEntryPoint("cuDevicePrimaryCtxGetState", &p, cudaEnableDefault, &found),
            cudaSuccess);
#endif
  unsigned flags = 0;
  int active = 0;
  EXPECT_EQ(reinterpret_cast<decltype(&cuDevicePrimaryCtxGetState)>(p)(device, &flags, &active),
            CUDA_SUCCESS);
  return active != 0;
}

int devices() {
  int n = 0;
  return cudaGetDeviceCount(&n) == cudaSuccess ? n : 0;
}

TEST(CudaDevices, AFillOnOneDeviceMakesNoContextOnAnother) {
  if (devices() < 2) GTEST_SKIP() << "fewer than two CUDA devices on this machine";
  if (has_context(0)) GTEST_SKIP() << "device 0 is in use";
  cuda where;
  where.ordinal = 1;
  EXPECT_THROW(fill(where, philox4x32(1), uniform<float>{}, 0, nullptr, 1), argument_error);
  EXPECT_TRUE(has_context(1));
  EXPECT_FALSE(has_context(0));
  int now = -1;
  EXPECT_EQ(cudaGetDevice(&now), cudaSuccess);
  EXPECT_EQ(now, 0);
}

/// The first fill of a table, on a stream that does not wait for the default stream, has the table.
TEST(CudaDevices, ATableIsThereForEveryStream) {
  if (devices() == 0) GTEST_SKIP() << "no CUDA device on this machine";
  cuda where;
  ASSERT_EQ(cudaStreamCreateWithFlags(&where.stream, cudaStreamNonBlocking), cudaSuccess);
  const sobol32 e(point_set{.dimensions = 20000, .points = 4});
  const uniform<float> d;
  constexpr std::size_t n = 4 * 20000;
  std::vector<float> expected(n), seen(n);
  fill(cpu{}, e, d, 0, std::span(expected));
  float* there = nullptr;
  ASSERT_EQ(cudaMalloc(&there, n * sizeof(float)), cudaSuccess);
  fill(where, e, d, 0, there, n);
  ASSERT_EQ(cudaStreamSynchronize(where.stream), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(seen.data(), there, n * sizeof(float), cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(cudaFree(there), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(where.stream), cudaSuccess);
}

}  // namespace
}  // namespace tali
