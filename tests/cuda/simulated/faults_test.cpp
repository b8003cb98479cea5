// SPDX-License-Identifier: Apache-2.0
// The host side of the CUDA driver on a simulated machine of two GPUs: where contexts are made, memory freed
// and tables copied, and what is refused.
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tali/cuda/digest.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/cuda/several.hpp>

#include "simulated/runtime.hpp"
#include "support/refusal.hpp"

namespace tali {
namespace {

using test::refusal;
using test::simulated_runtime;

cuda on(int device, cudaStream_t stream = nullptr) {
  cuda where;
  where.ordinal = device;
  where.stream = stream;
  return where;
}

void expect_whole(const simulated_runtime& r) {
  EXPECT_TRUE(r.faults.empty()) << r.faults.front();
  ASSERT_FALSE(r.launches.empty());
  for (const test::simulated_launch& l : r.launches) EXPECT_EQ(l.missing_bytes, 0u) << l.kernel;
  EXPECT_EQ(r.capture_mode, cudaStreamCaptureModeGlobal);
}

// The first test of all, since pools last as long as the program.
TEST(SimulatedCuda, APoolThatCouldNotBeMadeIsMadeByTheNextCall) {
  simulated_runtime& r = simulated_runtime::fresh();
  void* const to = r.memory_on(1, 1 << 20);
  r.pool_error = cudaErrorMemoryAllocation;
  try {
    (void)digest(on(1), 0, to, 1000, 4);
    FAIL() << "nothing was thrown";
  } catch (const device_error& e) {
    EXPECT_STREQ(e.what(), "cudaMemPoolCreate failed: simulated (simulated)");
  }
  EXPECT_EQ(r.capture_mode, cudaStreamCaptureModeGlobal);
  (void)digest(on(1), 0, to, 1000, 4);
  EXPECT_EQ(r.pool_keeps, std::uint64_t{1} << 30);
  expect_whole(r);
}

std::size_t loads_of(const simulated_runtime& r) {
  return static_cast<std::size_t>(std::count(r.calls.begin(), r.calls.end(), "cuLibraryLoadData"));
}

TEST(SimulatedCuda, AKernelIsLoadedOncePerDevice) {
  simulated_runtime& r = simulated_runtime::fresh();
  for (const int device : {0, 1}) {
    auto* const to = static_cast<float*>(r.memory_on(device, 1 << 20));
    for (int i = 0; i < 3; ++i) fill(on(device), philox4x32(1), beta<float>(2, 3), 0, to, 1000);
    EXPECT_EQ(loads_of(r), static_cast<std::size_t>(device) + 1);
  }
  EXPECT_EQ(r.launches.size(), 6u);
  EXPECT_EQ(r.launches[5].device, 1);
  EXPECT_EQ(r.launches[5].kernel, "tali::cuda_driver::compacting_kernel<tali::beta<float>, 10>");
  expect_whole(r);
}

TEST(SimulatedCuda, AKernelThatTheDriverRefusesIsCompiledAgain) {
  simulated_runtime& r = simulated_runtime::fresh();
  auto* const to = static_cast<float*>(r.memory_on(0, 1 << 20));
  const auto run = [&] { fill(on(0), philox4x32(1), chi_squared<float>(3), 0, to, 1000); };
  r.images_refused = 2;
  EXPECT_THROW(run(), device_error);
  EXPECT_EQ(r.capture_mode, cudaStreamCaptureModeGlobal);
  r.images_refused = 1;
  EXPECT_NO_THROW(run());
  EXPECT_EQ(loads_of(r), 4u);
  expect_whole(r);
}

TEST(SimulatedCuda, APointTableHasArrivedWhenAnotherStreamReadsIt) {
  simulated_runtime& r = simulated_runtime::fresh();
  const sobol32 e(point_set{.dimensions = 3, .points = 1024}, direction_numbers::joe_kuo());
  fill(on(0, r.stream_on(0)), e, uniform<float>{}, 0, static_cast<float*>(r.memory_on(0, 1 << 20)), 3 * 1024);
  expect_whole(r);
}

TEST(SimulatedCuda, ADistributionsTableHasArrivedWhenAnotherStreamReadsIt) {
  simulated_runtime& r = simulated_runtime::fresh();
  const categorical d(std::array{1.0, 2.0, 3.0});
  fill(on(0, r.stream_on(0)), philox4x32(1), d, 0, static_cast<std::uint32_t*>(r.memory_on(0, 1 << 20)),
       1000);
  expect_whole(r);
}

TEST(SimulatedCuda, TablesAreCopiedOnceADeviceAndWordLength) {
  simulated_runtime& r = simulated_runtime::fresh();
  const direction_numbers numbers = direction_numbers::parse("2 1 0 1\n3 2 1 1 3\n", "numbers");
  const point_set s{.dimensions = 3, .points = 1024};
  const sobol32 narrow(s, numbers);
  const sobol64 wide(s, numbers);
  const auto make = [&](int device, const auto& e) {
    fill(on(device), e, uniform<float>{}, 0, static_cast<float*>(r.memory_on(device, 1 << 20)), 3 * 1024);
    return r.allocations();
  };
  const std::size_t one = make(0, narrow);
  EXPECT_GT(one, 0u);
  EXPECT_EQ(make(0, narrow), one);
  EXPECT_EQ(make(0, wide), 2 * one);
  EXPECT_EQ(make(1, narrow), 3 * one);
  EXPECT_EQ(make(1, wide), 4 * one);
  EXPECT_EQ(make(0, wide), 4 * one);
  expect_whole(r);
}

// The price of a small fill is that of the runtime's and the driver's calls.
TEST(SimulatedCuda, AFillCallsTheRuntimeThreeTimes) {
  simulated_runtime& r = simulated_runtime::fresh();
  auto* const to = static_cast<float*>(r.memory_on(0, 1 << 20));
  fill(on(0), philox4x32(1), uniform<float>{}, 0, to, 1000);
  r.calls.clear();
  fill(on(0), philox4x32(1), uniform<float>{}, 0, to, 1000);
  EXPECT_EQ(r.calls, (std::vector<std::string>{"cudaGetDevice", "cuPointerGetAttributes", "launch"}));
}

// The device's default pool gives its memory back at every wait: to have it again took most of the time of a
// small fill.
TEST(SimulatedCuda, ScratchComesFromOnePoolOfEachDevice) {
  simulated_runtime& r = simulated_runtime::fresh();
  for (int device : {0, 1, 0, 1}) {
    void* const to = r.memory_on(device, 1 << 20);
    (void)digest(on(device), 0, to, 1000, 4);  // makes the device's pool where it is the first to ask
    r.calls.clear();
    (void)digest(on(device), 0, to, 1000, 4);
    EXPECT_EQ(std::count(r.calls.begin(), r.calls.end(), "cudaMallocFromPoolAsync"), 1);
    EXPECT_EQ(std::count(r.calls.begin(), r.calls.end(), "cudaMemPoolCreate"), 0);
    EXPECT_EQ(r.pool_keeps, std::uint64_t{1} << 30);  // a 64th of the simulated device's memory
  }
  expect_whole(r);
}

TEST(SimulatedCuda, AFailureIsSaidOnceByTheCallThatFailed) {
  simulated_runtime& r = simulated_runtime::fresh();
  auto* const to = static_cast<std::uint32_t*>(r.memory_on(0, 1 << 20));
  const auto said_by = [](const auto& f) -> std::string {
    try {
      f();
    } catch (const device_error& e) {
      return e.what();
    }
    return "accepted";
  };
  const auto filled = [&] {
    return said_by([&] { fill(on(0), philox4x32(1), bits<std::uint32_t>{}, 0, to, 1000); });
  };
  r.launch_error = cudaErrorInvalidConfiguration;
  EXPECT_EQ(filled(), "launch of the fill kernel failed: simulated (simulated)");
  EXPECT_EQ(filled(), "accepted");
  r.allocation_error = cudaErrorMemoryAllocation;
  EXPECT_EQ(said_by([&] { (void)digest(on(0), 0, to, 1000, 4); }),
            "cudaMallocFromPoolAsync failed: simulated (simulated)");
  EXPECT_EQ(filled(), "accepted");
}

/// The same device as before, and no context but the one that was asked for.
void expect_only_device_1(const simulated_runtime& r) {
  EXPECT_EQ(r.contexts, std::set<int>{1});
  EXPECT_TRUE(r.faults.empty()) << r.faults.front();
  int now = -1;
  EXPECT_EQ(cudaGetDevice(&now), cudaSuccess);
  EXPECT_EQ(now, 0);
}

TEST(SimulatedCuda, AFillOnOneDeviceMakesNoContextOnAnother) {
  simulated_runtime& r = simulated_runtime::fresh();
  void* const to = r.memory_on(1, 1 << 20);
  fill(on(1), philox4x32(1), uniform<float>{}, 0, static_cast<float*>(to), 1000);
  fill(on(1), philox4x32(1), gamma<float>(2), 0, static_cast<float*>(to), 1000);
  fill(on(1), philox4x32(1), direction<float>(3), 0, static_cast<float*>(to), 1000);
  (void)digest(on(1), 0, to, 1000, 4);
  expect_only_device_1(r);
}

TEST(SimulatedCuda, TablesAreFreedOnTheirDevice) {
  simulated_runtime& r = simulated_runtime::fresh();
  {
    const categorical d(std::array{1.0, 2.0, 3.0});
    fill(on(1), philox4x32(1), d, 0, static_cast<std::uint32_t*>(r.memory_on(1, 1 << 20)), 1000);
    EXPECT_EQ(r.allocations(), 1u);
  }
  EXPECT_EQ(r.allocations(), 0u);
  expect_only_device_1(r);
}

TEST(SimulatedCuda, AContextOfTheProgramsOwnStaysCurrent) {
  simulated_runtime& r = simulated_runtime::fresh();
  r.push_own_context(0);
  const void* const before = r.context();
  fill(on(1), philox4x32(1), uniform<float>{}, 0, static_cast<float*>(r.memory_on(1, 1 << 20)), 1000);
  EXPECT_EQ(r.context(), before);
  EXPECT_EQ(r.launches.at(0).device, 1);
}

mtgp32 small_bank() { return mtgp32(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 2), 1, 0); }

TEST(SimulatedCuda, AGeneratorBankIsMovedAndFreedOnItsDevice) {
  simulated_runtime& r = simulated_runtime::fresh();
  const mtgp32 e = small_bank();
  {
    cuda_bank<mtgp32> a(on(0, r.stream_on(0)), e), b(on(1, r.stream_on(1)), e);
    const std::size_t of_two = r.allocations();
    a = cuda_bank<mtgp32>(on(1, r.stream_on(1)), e);
    EXPECT_EQ(r.allocations(), of_two);
    a = std::move(b);
    EXPECT_EQ(r.allocations(), of_two / 2);
    a.fill(bits<std::uint32_t>{}, 0, static_cast<std::uint32_t*>(r.memory_on(1, 1 << 20)), 1000);
  }
  EXPECT_EQ(r.allocations(), 0u);
  EXPECT_TRUE(r.faults.empty()) << r.faults.front();
}

TEST(SimulatedCuda, AGeneratorBankMayOutliveItsStream) {
  simulated_runtime& r = simulated_runtime::fresh();
  {
    const cudaStream_t stream = r.stream_on(1);
    cuda_bank<mtgp32> a(on(1, stream), small_bank());
    a.fill(bits<std::uint32_t>{}, 0, static_cast<std::uint32_t*>(r.memory_on(1, 1 << 20)), 1000);
    r.end_stream(stream);
    r.calls.clear();
  }
  EXPECT_EQ(r.allocations(), 0u);
  EXPECT_TRUE(r.faults.empty()) << r.faults.front();
  // Memory is given back when nothing works on it any more.
  const auto waits = std::find(r.calls.begin(), r.calls.end(), "cudaDeviceSynchronize");
  const auto frees = std::find(r.calls.begin(), r.calls.end(), "cudaFree");
  EXPECT_NE(frees, r.calls.end());
  EXPECT_LT(waits, frees);
}

TEST(SimulatedCuda, AGeneratorBankSurvivesItsAssignmentToItself) {
  simulated_runtime& r = simulated_runtime::fresh();
  cuda_bank<mtgp32> a(on(1), small_bank());
  cuda_bank<mtgp32>& same = a;
  a = std::move(same);
  a.fill(bits<std::uint32_t>{}, 0, static_cast<std::uint32_t*>(r.memory_on(1, 1 << 20)), 1000);
  EXPECT_TRUE(r.faults.empty()) << r.faults.front();
}

TEST(SimulatedCuda, AGeneratorBankRefusesADistributionThatItCannotMake) {
  simulated_runtime& r = simulated_runtime::fresh();
  void* const to = r.memory_on(0, 1 << 20);
  const any_engine e(small_bank());
  const any_distribution d("gamma", "f32", {{"shape", 2.0}});
  const std::string said = "engine is 'mtgp32': philox4x32, philox4x32-7";
  EXPECT_EQ(test::refusal([&] { fill(on(0), e, d, 0, to, 1); }), said);
  EXPECT_EQ(test::refusal([&] { open_filler(on(0), e, d); }), said);
  EXPECT_TRUE(r.launches.empty());
}

TEST(SimulatedCuda, ASmallerCallLowersNoLimitOfSharedMemory) {
  simulated_runtime& r = simulated_runtime::fresh();
  void* const to = r.memory_on(0, 1 << 20);
  const auto normal_of = [](std::size_t n) {
    std::vector<double> factor(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) factor[i * n + i] = 1;
    return multivariate_normal<double>::with_factor(std::vector<double>(n, 0.0), factor);
  };
  const auto large = normal_of(1000), small = normal_of(800);
  const auto fill_with = [&](const multivariate_normal<double>& d) {
    fill(on(0), philox4x32(1), d, 0, static_cast<double*>(to), 1);
  };
  r.after_attribute = [&] { fill_with(small); };
  fill_with(large);
  EXPECT_EQ(r.launches.size(), 2u);
  expect_whole(r);
}

TEST(SimulatedCuda, ADigestChecksItsMemory) {
  simulated_runtime& r = simulated_runtime::fresh();
  char* const there = static_cast<char*>(r.memory_on(0, 1 << 20));
  std::uint32_t here = 0;
  const auto refused = [&](const void* p, std::size_t n, std::size_t bytes) {
    return test::refusal([&] { (void)digest(on(0), 0, p, n, bytes); });
  };
  EXPECT_EQ(refused(nullptr, 1, 4), "elements is null");
  EXPECT_EQ(refused(&here, 1, 4), "elements is host memory that no CUDA device can use");
  EXPECT_EQ(refused(there + 2, 1, 4), "elements is not aligned to its elements");
  EXPECT_EQ(refused(r.memory_on(1, 64), 1, 4), "elements is memory of device 1");
  EXPECT_EQ(refused(there, 1, 3), "bytes is 3");
  EXPECT_EQ(test::refusal([&] { (void)digest(on(7), 0, there, 1, 4); }), "CUDA device is 7");
  EXPECT_TRUE(r.launches.empty());
  EXPECT_EQ(refused(nullptr, 0, 4), "accepted");
  EXPECT_EQ(refused(there, 1, 4), "accepted");
}

TEST(SimulatedCuda, SeveralDevicesTakeTurnsAndGiveAllBack) {
  simulated_runtime& r = simulated_runtime::fresh();
  std::vector<float> to(5000);
  {
    detail::cuda_host_filler there({}, any_engine(philox4x32(1)), any_distribution("uniform", "f32"), 4096);
    EXPECT_EQ(there.lanes(), 4);
    EXPECT_EQ(there.piece(), 1024u);
    there.fill(0, to.data(), 5000);
    there.fill(5000, to.data(), 1000);
  }
  expect_whole(r);
  std::array<int, 2> launches{};
  for (const test::simulated_launch& l : r.launches) ++launches.at(static_cast<std::size_t>(l.device));
  EXPECT_EQ(launches, (std::array<int, 2>{5, 1}));
  EXPECT_EQ(r.allocations(), 0u);
  EXPECT_EQ(
      refusal([&] {
        detail::cuda_host_filler({{0, 7}}, any_engine(philox4x32(1)), any_distribution("uniform", "f32"));
      }),
      "CUDA device is 7");
  EXPECT_EQ(refusal([&] {
              fill(cuda_all{}, philox4x32(1), uniform<float>(), 0,
                   std::span(static_cast<float*>(r.memory_on(1, 4096)), 1000));
            }),
            "destination is memory of device 1");
}

TEST(SimulatedCuda, PartsGoToTheirDevicesOneBehindTheOther) {
  simulated_runtime& r = simulated_runtime::fresh();
  const std::array<device_part, 2> parts{device_part{on(0), r.memory_on(0, 4096), 1000},
                                         device_part{on(1), r.memory_on(1, 4096), 500}};
  fill(parts, any_engine(philox4x32(1)), any_distribution("uniform", "f32"), 7);
  expect_whole(r);
  ASSERT_EQ(r.launches.size(), 2u);
  EXPECT_EQ(r.launches[0].device, 0);
  EXPECT_EQ(r.launches[1].device, 1);
  EXPECT_EQ(refusal([&] {
              fill(parts, any_engine(philox4x32(1)), any_distribution("uniform", "f32"),
                   ~std::uint64_t{0} - 1000);
            }),
            "first index + count is 18446744073709550615 + 1500");
}

}  // namespace
}  // namespace tali
