// SPDX-License-Identifier: Apache-2.0
// Several GPUs that share a fill, or one that is named twice: the CPU's bytes, whichever GPU made them.
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/cuda/several.hpp>
#include <tali/fill.hpp>

#include "support/any_examples.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

using bytes = std::vector<unsigned char>;

/// All GPUs, or the only one twice.
std::vector<int> some_devices() {
  std::vector<int> all;
  for (const cuda_info& d : cuda_devices()) all.push_back(d.ordinal);
  if (all.size() == 1) all.push_back(all.front());
  return all;
}

TEST(SeveralCuda, MakeWhatTheCpuMakes) {
  const std::vector<int> devices = some_devices();
  if (devices.empty()) GTEST_SKIP() << "no CUDA device on this machine";
  int pairs = 0;
  for (const engine_info& engine : engine_list()) {
    if (!engine.on_cuda) continue;
    const any_engine e = example_engine(engine);
    for (const char* name : {"uniform", "gamma:shape=2.5", "normal"}) {
      const any_distribution d(name, "f64");
      try {
        check_pair(e.info(), d.info());
      } catch (const argument_error&) {
        continue;
      }
      if (!detail::on_cuda(e.info(), d.info())) continue;
      ++pairs;
      // Points: all of a small set; else several pieces per lane.
      const std::size_t n = engine.kind == engine_kind::quasi ? 12000 : 9000001;
      bytes expected(n * 8), got(n * 8);
      fill(cpu{}, e, d, 0, expected.data(), n);
      fill(cuda_all{devices}, e, d, 0, got.data(), n);
      EXPECT_TRUE(got == expected) << engine.name << ' ' << name;
    }
  }
  EXPECT_GE(pairs, 10);
}

TEST(SeveralCuda, FillersServeManyThreads) {
  const std::vector<int> devices = some_devices();
  if (devices.empty()) GTEST_SKIP() << "no CUDA device on this machine";
  const any_engine e(pcg32(3));
  const any_distribution d("uniform", "f32");
  constexpr std::size_t n = 100000, threads = 8;
  std::vector<float> expected(n * threads), got(n * threads);
  fill(cpu{}, e, d, 5, expected);
  {
    detail::cuda_host_filler there({devices}, e, d, 4 * 30000);
    std::vector<std::thread> all;
    for (std::size_t t = 0; t < threads; ++t)
      all.emplace_back([&, t] { there.fill(5 + t * n, got.data() + t * n, n); });
    for (std::thread& one : all) one.join();
  }
  EXPECT_EQ(std::memcmp(expected.data(), got.data(), 4 * n * threads), 0);
}

TEST(SeveralCuda, PartsLieInTheirDevicesMemory) {
  const std::vector<int> devices = some_devices();
  if (devices.empty()) GTEST_SKIP() << "no CUDA device on this machine";
  const any_engine e(philox4x32(3));
  const any_distribution d("normal", "f32");
  std::vector<device_part> parts;
  std::size_t all = 0;
  for (const int ordinal : devices) {
    const std::size_t n = 100000 + 7 * parts.size();
    void* p = nullptr;
    ASSERT_EQ(cudaSetDevice(ordinal), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&p, 4 * n), cudaSuccess);
    parts.push_back({cuda{ordinal}, p, n});
    all += n;
  }
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  fill(parts, e, d, 11);
  std::vector<float> expected(all), got(all);
  fill(cpu{}, e, d, 11, expected);
  float* to = got.data();
  for (const device_part& p : parts) {
    ASSERT_EQ(cudaSetDevice(p.where.ordinal), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(to, p.to, 4 * p.n, cudaMemcpyDeviceToHost), cudaSuccess);
    ASSERT_EQ(cudaFree(p.to), cudaSuccess);
    to += p.n;
  }
  ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(std::memcmp(expected.data(), got.data(), 4 * all), 0);
}

TEST(SeveralCuda, RefuseARangeThatPassesTheEndBeforeTheyWrite) {
  const std::vector<int> devices = some_devices();
  if (devices.empty()) GTEST_SKIP() << "no CUDA device on this machine";
  std::vector<float> to(20000000, 7);
  EXPECT_EQ(refusal([&] {
              fill(cuda_all{devices}, philox4x32(1), uniform<float>(), ~std::uint64_t{0} - 10000000, to);
            }).substr(0, 27),
            "first index + count is 1844");
  EXPECT_EQ(to.front(), 7);
}

}  // namespace
}  // namespace tali::test
