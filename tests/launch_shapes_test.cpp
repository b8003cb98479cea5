// SPDX-License-Identifier: Apache-2.0
// The shapes of CUDA launches, which are arithmetic of the host: what a large range gets, where the steps are
// halved, and what a small one gets.
#include <cstdint>

#include <gtest/gtest.h>

#include <tali/cuda/detail/tuning.hpp>

namespace tali::cuda_driver {
namespace {

constexpr int multiprocessors = 132;
constexpr std::uint64_t large = std::uint64_t{1} << 40;

/// For each number of steps, the fewest units that get it, and one unit less gets half.
template <class Shape>
void expect_halves(const Shape& shape, std::uint64_t wanted, int block, int steps) {
  EXPECT_EQ(shape(large).block, block);
  EXPECT_EQ(shape(large).steps, steps);
  EXPECT_EQ(shape(large).grid, 0);
  EXPECT_EQ(shape(0).steps, 1);
  for (int s = steps; s > 1; s /= 2) {
    const std::uint64_t fewest = static_cast<std::uint64_t>(s) * multiprocessors * wanted;
    EXPECT_EQ(shape(fewest).steps, s);
    EXPECT_EQ(shape(fewest - 1).steps, s / 2);
  }
}

TEST(LaunchShapes, HalveTheirStepsUntilEveryMultiprocessorHasWork) {
  expect_halves([](std::uint64_t n) { return default_shape(n, multiprocessors); }, 2048, 128, 8);
  expect_halves([](std::uint64_t n) { return default_shape(n, multiprocessors, true); }, 2048, 128, 32);
  expect_halves([](std::uint64_t n) { return table_shape(n, multiprocessors); }, 1024, 256, 64);
  expect_halves([](std::uint64_t n) { return batch_shape(n, multiprocessors); }, 64, 256, 64);
  expect_halves([](std::uint64_t n) { return lanes_shape(n, multiprocessors, 2, false); }, 16, 256, 64);
  expect_halves([](std::uint64_t n) { return lanes_shape(n, multiprocessors, 4, false); }, 16, 256, 4);
  expect_halves([](std::uint64_t n) { return lanes_shape(n, multiprocessors, 8, false); }, 16, 256, 8);
  expect_halves([](std::uint64_t n) { return lanes_shape(n, multiprocessors, 4, true); }, 16, 256, 64);
  expect_halves([](std::uint64_t n) { return lanes_shape(n, multiprocessors, 8, true); }, 16, 256, 64);
  expect_halves([](std::uint64_t n) { return rows_shape(n, multiprocessors, 10); }, 4, 128, 10);
  expect_halves([](std::uint64_t n) { return points_shape(n, multiprocessors); }, 2048, 256, 16);
}

TEST(LaunchShapes, OfLanesHaveSmallerBlocksWhereSpansAreFew) {
  const auto block = [](std::uint64_t spans) { return lanes_shape(spans, multiprocessors, 4, false).block; };
  EXPECT_EQ(block(4 * multiprocessors), 256);
  EXPECT_EQ(block(4 * multiprocessors - 1), 128);
  EXPECT_EQ(block(2 * multiprocessors - 1), 64);
  EXPECT_EQ(block(0), 64);
}

}  // namespace
}  // namespace tali::cuda_driver
