// SPDX-License-Identifier: Apache-2.0
// Distributions that kernels make of a thread's own parameters: the values are those of the host, which
// checks the parameters where the device does not.
#include <cstdint>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/catalogue.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/poisson.hpp>
#include <tali/sequence.hpp>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// The bits of value i of several distributions with the parameter p.
constexpr int kinds = 8;
TALI_FN void values_of(std::uint64_t i, double p, std::uint64_t (&out)[kinds]) {
  const philox4x32 e(5, i);
  const auto f = static_cast<float>(p);
  out[0] = bits_of(value(e, normal_icdf<double>(p, 2 * p), i));
  out[1] = bits_of(value(e, normal_icdf<float>(f, 2 * f), i));
  out[2] = bits_of(value(e, exponential<double>(p), i));
  out[3] = bits_of(value(e, gamma<float>(f, 2), i));
  out[4] = value(e, uniform_int<std::uint32_t>(3, static_cast<std::uint32_t>(1000 * p) + 3), i);
  out[5] = value(e, bernoulli(p / 1000), i);
  out[6] = value(e, geometric<std::uint32_t>(p / 1000), i);
  out[7] = value(e, poisson<std::uint32_t>(p), i);
}

__global__ void make(const double* parameters, std::uint64_t* to, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std::uint64_t out[kinds];
  values_of(i, parameters[i], out);
  for (int k = 0; k < kinds; ++k) to[std::uint64_t{i} * kinds + k] = out[k];
}

TEST(ParametersInKernels, GiveTheHostsValues) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  constexpr std::uint32_t n = 1000;
  std::vector<double> parameters(n);
  for (std::uint32_t i = 0; i < n; ++i) parameters[i] = 0.01 + i * 0.97;
  device_buffer<double> given(n);
  device_buffer<std::uint64_t> made(std::size_t{n} * kinds);
  given.write(parameters);
  make<<<(n + 127) / 128, 128>>>(given.at(), made.at(), n);
  require(cudaGetLastError());
  const std::vector<std::uint64_t> got = made.read();
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint64_t expected[kinds];
    values_of(i, parameters[i], expected);
    for (int k = 0; k < kinds; ++k) ASSERT_EQ(got[i * kinds + k], expected[k]) << i << ", distribution " << k;
  }
}

TEST(ParametersInKernels, AreCheckedOnTheHost) {
  std::uint64_t out[kinds];
  EXPECT_THROW(values_of(0, -1, out), argument_error);
}

}  // namespace
}  // namespace tali::test
