// SPDX-License-Identifier: Apache-2.0
// Signs that are given to bfloat16 by twos: each is what the float with that sign rounds to.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/simd/half.hpp>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// Each number in both halves, with the four choices of two signs.
__global__ void give_signs(const float* z, std::uint32_t* to, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (std::uint32_t s = 0; s < 4; ++s) {
    const std::uint32_t word = (s & 1u) << 15 | s >> 1 << 31 | 0x7fff7fffu;
    to[4 * i + s] = detail::times_signs(detail::stored_pair<bfloat16>(z[i], z[i]), word);
  }
}

/// Every bfloat16, and floats between them from 2^-126 on.
std::vector<float> numbers() {
  std::vector<float> all;
  const auto add = [&](std::uint32_t bits) {
    if (const float x = as_float(bits); !std::isnan(x)) all.push_back(x);
  };
  for (std::uint32_t i = 0; i < 65536; ++i) add(i << 16);
  std::mt19937 random(3);
  for (int i = 0; i < 1000000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    if (std::isnormal(as_float(bits))) add(i % 2 == 0 ? bits : bits & 0xffff8000u);  // which has ties
  }
  return all;
}

TEST(TimesSigns, IsTheFloatsWithThoseSignsRounded) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  const std::vector<float> z = numbers();
  const auto n = static_cast<std::uint32_t>(z.size());
  device_buffer<float> given(n);
  device_buffer<std::uint32_t> made(4 * n);
  given.write(z);
  give_signs<<<(n + 255) / 256, 256>>>(given.at(), made.at(), n);
  require(cudaGetLastError());
  const std::vector<std::uint32_t> got = made.read();
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t s = 0; s < 4; ++s) {
      const auto half = [&](bool negative) {
        return std::uint32_t{detail::stored_as<bfloat16>(std::fma(negative ? -1.0f : 1.0f, z[i], 0.0f)).bits};
      };
      ASSERT_EQ(got[4 * i + s], half((s & 2u) != 0) << 16 | half((s & 1u) != 0)) << z[i] << ", signs " << s;
    }
  }
}

}  // namespace
}  // namespace tali::test
