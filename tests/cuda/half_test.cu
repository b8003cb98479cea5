// Signs that are given to numbers of 16 bits by twos: each of them is what the float with that sign rounds
// to.
#include <cmath>
#include <cstdint>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/half.hpp>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// Number i in both halves, with the four choices of two signs.
template <class T>
__global__ void give_signs(std::uint32_t* to) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (std::uint32_t s = 0; s < 4; ++s) {
    const std::uint32_t word = (s & 1u) << 15 | s >> 1 << 31 | 0x7fff7fffu;
    to[4 * i + s] = times_signs<T>(i << 16 | i, word);
  }
}

template <class T>
void expect_signs_of_every_number() {
  constexpr std::uint32_t numbers = 65536;
  device_buffer<std::uint32_t> made(4 * numbers);
  give_signs<T><<<numbers / 256, 256>>>(made.at());
  require(cudaGetLastError());
  const std::vector<std::uint32_t> got = made.read();
  for (std::uint32_t i = 0; i < numbers; ++i) {
    const float x = T{static_cast<std::uint16_t>(i)};
    if (std::isnan(x)) continue;
    for (std::uint32_t s = 0; s < 4; ++s) {
      const auto half = [&](bool negative) {
        return stored_as<T>(std::fma(negative ? -1.0f : 1.0f, x, 0.0f)).bits;
      };
      const std::uint32_t right = std::uint32_t{half((s & 2u) != 0)} << 16 | half((s & 1u) != 0);
      ASSERT_EQ(got[4 * i + s], right) << x << ", signs " << s;
    }
  }
}

TEST(TimesSigns, IsTheFloatsWithThoseSignsRounded) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  expect_signs_of_every_number<bfloat16>();
  expect_signs_of_every_number<float16>();
}

}  // namespace
}  // namespace tali::test
