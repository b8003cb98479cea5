// SPDX-License-Identifier: Apache-2.0
// The device chosen by size: the same bits by either device (law 1), and the one that the model says. Without
// a GPU everything is made on the CPU, and that is what is then tested.
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/cuda/automatic.hpp>

#include "support/any_examples.hpp"

namespace tali {
namespace {

bool has_gpu() { return !cuda_devices().empty(); }

/// Figures by which every fill belongs on one of the devices.
cost::model always(bool on_gpu) {
  cost::model m{cost::default_cpu_costs(simd_level::baseline, 1), {cost::default_gpu_costs("", 132)}};
  for (auto& [kind, cost] : m.cpu.fills) cost = {on_gpu ? 1e3 : 0, 1e-12, cost.generators, 0};
  m.cpu.bytes_per_second = m.cpu.bytes_per_second_one_thread = 1e15;
  return m;
}

automatic with(const cost::model& costs) {
  automatic where;
  where.costs = &costs;
  return where;
}

std::shared_ptr<void> device_memory(std::size_t bytes) {
  void* p = nullptr;
  if (cudaMalloc(&p, bytes) != cudaSuccess) throw device_error("no memory for the test");
  return {p, cudaFree};
}

template <class E, class D>
void expect_same_bits(const E& e, const D& d, std::size_t n, std::uint64_t first = 7) {
  using T = typename D::result_type;
  std::vector<T> expected(n), found(n);
  fill(cpu{}, e, d, first, std::span(expected));
  for (const bool on_gpu : {false, true}) {
    const cost::model costs = always(on_gpu);
    std::memset(found.data(), 0x5a, n * sizeof(T));
    const cost::device_choice choice = fill(with(costs), e, d, first, std::span(found));
    EXPECT_EQ(choice.on_gpu, on_gpu && has_gpu());
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), n * sizeof(T)), 0) << E::name << " " << on_gpu;
  }
}

point_set small_set() {
  point_set set;
  set.dimensions = 13;
  set.points = 100000;
  return set;
}

TEST(Automatic, SameBitsByEitherDevice) {
  expect_same_bits(philox4x32(5), bits<std::uint32_t>{}, 100001);
  expect_same_bits(pcg32(5, 3), uniform<double>{}, 100001);
  expect_same_bits(philox4x32(5), warp_normal<float>{}, 12345);
  expect_same_bits(sobol32(small_set()), uniform<float>{}, 100001);
  expect_same_bits(sobol64(small_set()), normal_icdf<double>{}, 12345);
  expect_same_bits(mtgp32(detail::shipped_mtgp_sets<std::uint32_t>(11213, 0, 4), 5), uniform<float>{},
                   100001);
  expect_same_bits(philox4x32(5), gamma<float>(0.3f, 2), 100001);
  expect_same_bits(philox4x32_7(5), poisson<std::uint32_t>(10), 100001);
  expect_same_bits(philox4x32(5), direction<double>(3), 99999);
  expect_same_bits(philox4x32(5), dirichlet<float>(std::vector<float>{0.5f, 1, 2, 7}), 100000);
  expect_same_bits(pcg32(5), categorical(std::vector<double>{1, 0, 2, 0.25}), 100001);
}

// Every pair of the catalogue, in one piece and in pieces through a filler on the GPU.
TEST(Automatic, EveryPairByName) {
  int made = 0;
  for (const engine_info& ei : engine_list()) {
    const any_engine e = test::example_engine(ei);
    for (const distribution_info& di : distribution_list()) {
      if (!detail::can_make(ei, di)) continue;
      const any_distribution d = test::example_distribution(di);
      constexpr std::size_t n = 5000;
      const std::size_t bytes = d.element_bytes();
      std::vector<char> expected(n * bytes), found(n * bytes);
      fill(cpu{}, e, d, 11, expected.data(), n);
      const cost::model costs = always(true);
      const bool on_gpu = has_gpu() && detail::on_cuda(ei, di);
      EXPECT_EQ(fill(with(costs), e, d, 11, found.data(), n).on_gpu, on_gpu);
      ASSERT_EQ(found, expected) << ei.name << " " << di.name << " " << di.type;
      ++made;
      if (!on_gpu) continue;
      const std::shared_ptr<void> there = device_memory(n * bytes);
      filler pieces = open_filler(cuda{}, e, d);
      for (const auto& [first, count] :
           {std::pair<std::size_t, std::size_t>{0, 1}, {1, 2047}, {2048, 2952}, {100, 7}})
        pieces.fill(11 + first, static_cast<char*>(there.get()) + first * bytes, count);
      std::fill(found.begin(), found.end(), '\0');
      ASSERT_EQ(cudaMemcpy(found.data(), there.get(), n * bytes, cudaMemcpyDeviceToHost), cudaSuccess);
      ASSERT_EQ(found, expected) << ei.name << " " << di.name << " " << di.type;
    }
  }
  EXPECT_GT(made, 400);
}

// More than a piece of the way through the device.
TEST(Automatic, InPieces) {
  expect_same_bits(philox4x32(5), bits<std::uint32_t>{}, (std::size_t{1} << 25) + 3);
}

TEST(Automatic, ByName) {
  constexpr std::size_t n = 4099;
  std::vector<double> expected(n), found(n);
  const any_engine s("philox4x32-7", 1, 2);
  const any_engine p("sobol64", small_set());
  const any_distribution d("uniform", "f64");
  for (const bool on_gpu : {false, true}) {
    const cost::model costs = always(on_gpu);
    fill(cpu{}, s, d, 3, expected.data(), n);
    EXPECT_EQ(fill(with(costs), s, d, 3, found.data(), n).on_gpu, on_gpu && has_gpu());
    EXPECT_EQ(found, expected);
    fill(cpu{}, p, d, 3, expected.data(), n);
    EXPECT_EQ(fill(with(costs), p, d, 3, found.data(), n).on_gpu, on_gpu && has_gpu());
    EXPECT_EQ(found, expected);
  }
}

TEST(Automatic, RowsAndBlocks) {
  const std::vector<key> keys = key(3).split(50);
  const any_engine e(pcg32(3));
  const any_distribution d("uniform", "f32");
  const block part({100, 300}, {20, 100}, {50, 200});
  constexpr std::size_t n = 50 * 200;
  for (const bool on_gpu : {false, true}) {
    const cost::model costs = always(on_gpu);
    std::vector<float> expected(n), found(n);
    fill(cpu{}, keys, d, index_range{7, 200}, expected.data());
    EXPECT_FALSE(fill(with(costs), keys, d, index_range{7, 200}, found.data()).on_gpu);
    EXPECT_EQ(expected, found);
    fill(cpu{}, e, d, part, expected.data());
    EXPECT_FALSE(fill(with(costs), e, d, part, found.data()).on_gpu);
    EXPECT_EQ(expected, found);
    if (!has_gpu()) continue;
    const auto there = device_memory(n * sizeof(float));
    EXPECT_TRUE(fill(with(costs), e, d, part, there.get()).on_gpu);
    EXPECT_EQ(cudaMemcpy(found.data(), there.get(), n * sizeof(float), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(expected, found);
    fill(cpu{}, keys, d, index_range{7, 200}, expected.data());
    EXPECT_TRUE(fill(with(costs), keys, d, index_range{7, 200}, there.get()).on_gpu);
    EXPECT_EQ(cudaMemcpy(found.data(), there.get(), n * sizeof(float), cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(expected, found);
  }
}

TEST(Automatic, NothingAndRefusals) {
  const cost::model costs = always(true);
  EXPECT_NO_THROW(fill(with(costs), philox4x32(1), bits<std::uint32_t>{}, 0, std::span<std::uint32_t>()));
  std::uint32_t x[2];
  EXPECT_THROW(fill(with(costs), philox4x32(1), bits<std::uint32_t>{}, ~std::uint64_t{0}, std::span(x)),
               argument_error);
  EXPECT_THROW(fill(with(costs), philox4x32(1), bits<std::uint32_t>{}, 0,
                    std::span<std::uint32_t>(static_cast<std::uint32_t*>(nullptr), 2)),
               argument_error);
}

TEST(Automatic, MachinesOwnFigures) {
  std::vector<float> few(16), expected(16);
  const cost::device_choice choice = fill(automatic{}, philox4x32(1), uniform<float>{}, 0, std::span(few));
  EXPECT_FALSE(choice.on_gpu);
  EXPECT_LT(choice.cpu_seconds, choice.gpu_seconds);
  fill(cpu{}, philox4x32(1), uniform<float>{}, 0, std::span(expected));
  EXPECT_EQ(few, expected);
}

TEST(Automatic, MemoryOfTheDevice) {
  if (!has_gpu()) GTEST_SKIP() << "no CUDA device";
  constexpr std::size_t n = 1000;
  std::vector<float> expected(n), found(n);
  fill(cpu{}, philox4x32(1), uniform<float>{}, 0, std::span(expected));
  const cost::model costs = always(false);
  for (const bool managed : {false, true}) {
    float* p = nullptr;
    ASSERT_EQ(managed ? cudaMallocManaged(&p, n * sizeof(float)) : cudaMalloc(&p, n * sizeof(float)),
              cudaSuccess);
    const cost::device_choice choice = fill(with(costs), philox4x32(1), uniform<float>{}, 0, std::span(p, n));
    if (!managed) {  // the CPU cannot write there, whatever the figures say
      EXPECT_TRUE(choice.on_gpu);
    }
    ASSERT_EQ(cudaMemcpy(found.data(), p, n * sizeof(float), cudaMemcpyDefault), cudaSuccess);
    EXPECT_EQ(found, expected);
    cudaFree(p);
  }
  float* pinned = nullptr;
  ASSERT_EQ(cudaMallocHost(&pinned, n * sizeof(float)), cudaSuccess);
  const cost::model gpu = always(true);
  const cost::device_choice choice =
      fill(with(gpu), philox4x32(1), uniform<float>{}, 0, std::span(pinned, n));
  EXPECT_TRUE(choice.on_gpu);
  EXPECT_EQ(std::memcmp(pinned, expected.data(), n * sizeof(float)), 0);
  cudaFreeHost(pinned);
}

}  // namespace
}  // namespace tali
