// SPDX-License-Identifier: Apache-2.0
// A build with CUDA on a machine without a GPU: the library loads, says so, and refuses by name.
#include <gtest/gtest.h>

#include <tali/cuda/fill.hpp>

namespace tali {
namespace {

TEST(NoDevice, IsATypedError) {
  if (!cuda_devices().empty()) GTEST_SKIP() << "this machine has a CUDA device";
  std::uint32_t x = 0;
  try {
    fill(cuda{}, pcg32(1), bits<std::uint32_t>{}, 0, &x, 1);
    FAIL() << "accepted";
  } catch (const device_error& e) {
    EXPECT_NE(e.reason().find("CUDA"), std::string::npos);
    EXPECT_EQ(e.operation(), "");
  }
}

}  // namespace
}  // namespace tali
