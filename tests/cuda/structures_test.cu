// SPDX-License-Identifier: Apache-2.0
// Vectors, categories and permutations inside kernels, with any team of lanes; and what the CUDA driver
// rejects of them.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/cuda/fill.hpp>

#include "support/same_bits.hpp"
#include "support/structures.hpp"

namespace tali::test {
namespace {

class CudaStructures : public ::testing::Test {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  }
};

/// Row first + b by block b, whose first lane or whole warp makes it.
template <class Team, class View, int Rounds>
__global__ void row_kernel(const philox4x32_engine<Rounds> e, const View d, std::uint64_t first,
                           typename View::result_type* out) {
  if (threadIdx.x >= Team::lanes) return;
  d.row(Team{}, row_words<Rounds>(e, View::tag), first + blockIdx.x,
        out + static_cast<std::size_t>(blockIdx.x) * d.size());
}

template <class Team, class D>
std::vector<typename D::result_type> rows_in_kernel(const D& d, const philox4x32& e, std::uint64_t first,
                                                    unsigned rows) {
  device_buffer<typename D::result_type> out(rows * d.size());
  row_kernel<Team><<<rows, 32>>>(e, view_on(cuda{}, d), first, out.at());
  require(cudaGetLastError());
  return out.read();
}

template <class D>
void check_rows_in_kernels() {
  const philox4x32 e(5, 6);
  constexpr std::uint64_t first = (std::uint64_t{1} << 32) - 20;
  for (const D& d : structured_examples<D>::all()) {
    const auto expected = rows_by_definition(e, d, first, 40);
    ASSERT_TRUE(same_bits(rows_in_kernel<one_lane>(d, e, first, 40), expected)) << D::name << ' ' << d.size();
    ASSERT_TRUE(same_bits(rows_in_kernel<lane_group<32>>(d, e, first, 40), expected))
        << D::name << ' ' << d.size();
  }
}

TEST_F(CudaStructures, RowsInKernels) {
  check_rows_in_kernels<direction<float>>();
  check_rows_in_kernels<direction<double>>();
  check_rows_in_kernels<dirichlet<float>>();
  check_rows_in_kernels<dirichlet<double>>();
  check_rows_in_kernels<multivariate_normal<float>>();
  check_rows_in_kernels<multivariate_normal<double>>();
  check_rows_in_kernels<multinomial>();
  check_rows_in_kernels<multivariate_hypergeometric>();
}

__global__ void categorical_kernel(const pcg32 e, const detail::categorical_view d, std::uint32_t* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  out[i] = value(e, d, i);
}

TEST_F(CudaStructures, CategoriesInKernels) {
  std::vector<double> weights(1000);
  for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = static_cast<double>(k % 17);
  const categorical d{weights};
  device_buffer<std::uint32_t> out(64 * 128);
  categorical_kernel<<<64, 128>>>(pcg32(3), view_on(cuda{}, d), out.at());
  require(cudaGetLastError());
  const auto seen = out.read();
  for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], value(pcg32(3), d, i)) << i;
}

/// A permutation that each thread makes for itself.
template <class T>
__global__ void permutation_kernel(T n, T* out) {
  const philox4x32 e(3, 4);
  const auto p = permutation<T>::of_size(e, n, blockIdx.x);
  const T x = p(threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = p.inverse(x) == threadIdx.x ? x : n;
}

template <class T>
void check_permutations(T n) {
  device_buffer<T> out(64 * 32);
  permutation_kernel<<<64, 32>>>(n, out.at());
  require(cudaGetLastError());
  const auto seen = out.read();
  for (unsigned k = 0; k < 64; ++k) {
    const permutation<T> p(philox4x32(3, 4), n, k);
    for (unsigned i = 0; i < 32; ++i) ASSERT_EQ(seen[k * 32 + i], p(i)) << n << ' ' << k << ' ' << i;
  }
}

TEST_F(CudaStructures, PermutationsInKernels) {
  check_permutations<std::uint32_t>(32);
  check_permutations<std::uint32_t>(100'003);
  check_permutations<std::uint64_t>(33);
  check_permutations<std::uint64_t>(12'345'678'901'234'567'890u);
}

/// A distribution's table lives on a device as long as a copy of the distribution does.
TEST_F(CudaStructures, CopiesShareATable) {
  auto made = std::make_unique<categorical>(std::vector<double>{1, 2, 3});
  const categorical copy = *made;
  const void* const there = detail::cuda_table(cuda{}, made->table());
  made.reset();
  EXPECT_EQ(detail::cuda_table(cuda{}, copy.table()), there);
  device_buffer<std::uint32_t> out(1000);
  fill(cuda{}, philox4x32(1), copy, 0, out.at(), 1000);
  const auto seen = out.read();
  for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], value(philox4x32(1), copy, i));
}

TEST_F(CudaStructures, HostMemoryIsRefused) {
  std::vector<float> x(30);
  EXPECT_THROW(fill(cuda{}, philox4x32(1), direction<float>(3), 0, x.data(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, philox4x32(1), direction<float>(3), 0, static_cast<float*>(nullptr), 10),
               argument_error);
  EXPECT_NO_THROW(fill(cuda{}, philox4x32(1), direction<float>(3), 0, static_cast<float*>(nullptr), 0));
}

TEST(CudaStructuresWithoutADevice, IsATypedError) {
  if (!cuda_devices().empty()) GTEST_SKIP() << "this machine has a CUDA device";
  std::uint32_t x = 0;
  const categorical d{std::vector<double>{1, 2}};
  EXPECT_THROW(fill(cuda{}, philox4x32(1), d, 0, &x, 1), device_error);
  EXPECT_THROW(fill(cuda{}, permutation<std::uint32_t>(philox4x32(1), 5), 0, &x, 1), device_error);
  EXPECT_THROW((void)view_on(cuda{}, d), device_error);
}

}  // namespace
}  // namespace tali::test
