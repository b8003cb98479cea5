// SPDX-License-Identifier: Apache-2.0
// In debug builds a warp function that a part of a warp calls traps, instead of mixing with lanes that are
// not there. The trap ends the CUDA context, so this is a program of its own.
#undef NDEBUG
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/distribution/warp_normal.hpp>

namespace tali::test {
namespace {

__global__ void draw(unsigned lanes, const warp_normal<double> d, double* to) {
  __shared__ warp_normal<double>::shared_table table;
  table.load();
  if (threadIdx.x >= lanes) return;
  to[threadIdx.x] = d(threadIdx.x * 0x9e3779b9u, table);
}

TEST(PartialWarp, IsCaughtInDebugBuilds) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
    GTEST_SKIP() << "no CUDA device on this machine";
  double* to = nullptr;
  ASSERT_EQ(cudaMalloc(&to, 64 * sizeof(double)), cudaSuccess);
  draw<<<1, 64>>>(64, warp_normal<double>(), to);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "full warps are right";
  draw<<<1, 32>>>(20, warp_normal<double>(), to);
  EXPECT_NE(cudaDeviceSynchronize(), cudaSuccess) << "twenty lanes of a warp were not caught";
}

}  // namespace
}  // namespace tali::test
