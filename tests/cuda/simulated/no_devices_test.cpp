// SPDX-License-Identifier: Apache-2.0
// A driver that fails for a while: the failure is not remembered. In a binary of its own, because what has
// been found once is.

// First, as programs may include it: it gives host compilers CUDA's words, which the library's headers must
// not take for a GPU's compiler.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/cuda/fill.hpp>
#include <tali/rejection/group.hpp>

#include "simulated/runtime.hpp"

namespace tali {
namespace {

TEST(SimulatedCuda, AFailureToFindDevicesPasses) {
  test::simulated_runtime& r = test::simulated_runtime::fresh();
  float* const to = static_cast<float*>(r.memory_on(0, 1 << 20));
  const auto run = [&] { fill(cuda{}, philox4x32(1), uniform<float>{}, 0, to, 1000); };
  r.count_error = cudaErrorSystemNotReady;
  EXPECT_THROW(run(), device_error);
  r.count_error = cudaErrorNoDevice;
  EXPECT_THROW(run(), device_error);
  r.count_error = cudaSuccess;
  EXPECT_NO_THROW(run());
  r.count_error = cudaErrorSystemNotReady;
  EXPECT_NO_THROW(run()) << "what was found is asked again";
  EXPECT_EQ(r.launches.size(), 2u);
}

}  // namespace
}  // namespace tali
