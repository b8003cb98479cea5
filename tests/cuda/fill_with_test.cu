// SPDX-License-Identifier: Apache-2.0
// Users' functors on a GPU: law 1 against the definition and the CPU, the library's own distributions bit for
// bit where the arithmetic is the same, and what is refused.
#include <random>

#include <gtest/gtest.h>

#include <tali/cuda/fill_with.cuh>
#include <tali/fill_with.hpp>

#include "support/functors.hpp"
#include "support/places.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

class CudaFillWith : public ::testing::Test {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  }
};

template <class F>
using value_of = typename detail::result_of_functor<F>::type;

/// By the GPU, `misalign` values past an aligned address.
template <class E, class F>
std::vector<value_of<F>> on_gpu(const cuda& where, const E& e, const F& f, std::uint64_t first, std::size_t n,
                                std::size_t misalign) {
  device_buffer<value_of<F>> there(n + misalign);
  fill_with(where, e, f, first, there.at() + misalign, n);
  const auto all = there.read();
  return {all.begin() + static_cast<std::ptrdiff_t>(misalign), all.end()};
}

template <class E, class F>
void check(const E& e, const F& f, std::uint64_t first, std::size_t n, std::size_t misalign) {
  std::vector<value_of<F>> expected(n);
  fill_with(cpu{}, e, f, first, std::span(expected));
  cuda strided, small, grouped;
  strided.shape = {64, 0, 7};
  small.shape = {32, 3, 0};
  grouped.rejection = {schedule::grouped, 8};
  for (const cuda& where : {cuda{}, strided, small, grouped}) {
    ASSERT_TRUE(same_bits(on_gpu(where, e, f, first, n, misalign), expected))
        << "from " << first << ", " << n;
  }
  for (std::size_t i = 0; i < n; i += 1 + n / 7) {
    const auto x = value_with(e, f, first + i);
    ASSERT_EQ(std::memcmp(&x, &expected[i], sizeof x), 0);
  }
}

template <class F>
void check_ranges(const F& f, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  constexpr auto words = static_cast<std::uint64_t>(detail::functor_traits<F>::words);
  philox4x32 moved(random());
  moved.discard(3);
  check(philox4x32(random()), f, random() % 9, 1, 0);
  check(philox4x32(random()), f, random() % 1000, 300000 + random() % 1000, 0);
  check(philox4x32_7(random()), f, (std::uint64_t{1} << 34) / words - 500, 2000, random() % 5);
  check(moved, f, random() % 1000, 5001, random() % 5);
  if constexpr (!detail::functor_traits<F>::makes_attempts)
    check(pcg32(random()), f, 77, 100001, random() % 5);
}

TEST_F(CudaFillWith, WritesTheElementsOfTheDefinition) {
  check_ranges(user_exponential_f32{1.5f}, 1);
  check_ranges(user_exponential_f64{}, 2);
  check_ranges(three_words{}, 3);
  check_ranges(five_words{}, 4);
  check_ranges(a_point{}, 5);
}

TEST_F(CudaFillWith, WritesTheFirstAcceptedAttempts) {
  check_ranges(half_circle{}, 11);
  check_ranges(picky<1>{}, 12);
  check_ranges(picky<4>{}, 13);
  check_ranges(picky<8>{}, 14);
}

/// Elements as the library's distribution d makes them.
template <class F, class D>
void expect_same(const F& f, const D& d) {
  using T = typename D::result_type;
  const std::size_t n = 200003;
  const philox4x32 e(5, 6);
  device_buffer<T> theirs(n), own(n);
  fill(cuda{}, e, d, 77, theirs.at(), n);
  fill_with(cuda{}, e, f, 77, own.at(), n);
  EXPECT_TRUE(same_bits(own.read(), theirs.read())) << D::name << ' ' << type_name<T>();
}

TEST_F(CudaFillWith, IsTheLibrarysOwnWhereTheArithmeticIs) {
  expect_same(user_exponential_f32{1.5f}, exponential<float>(1.5f));
  expect_same(user_exponential_f64{0.7}, exponential<double>(0.7));
  expect_same(exponential<double>(0.7), exponential<double>(0.7));
  expect_same(own_von_mises<float>{von_mises<float>(1, 2)}, von_mises<float>(1, 2));
  expect_same(own_von_mises<double>{von_mises<double>(1, 2)}, von_mises<double>(1, 2));
}

TEST_F(CudaFillWith, RefusesWhatItCannotDo) {
  device_buffer<double> there(16);
  std::vector<double> host(16);
  const philox4x32 e(1);
  const user_exponential_f64 f;
  EXPECT_EQ(refusal([&] { fill_with(cuda{}, e, f, std::uint64_t{1} << 63, there.at(), 10); }),
            "first index + count is 9223372036854775808 + 10");
  EXPECT_EQ(refusal([&] { fill_with(cuda{}, e, f, 0, static_cast<double*>(nullptr), 10); }),
            "destination is null");
  auto* const odd = reinterpret_cast<double*>(reinterpret_cast<char*>(there.at()) + 4);
  EXPECT_EQ(refusal([&] { fill_with(cuda{}, e, f, 0, odd, 10); }),
            "destination is not aligned to its elements");
  EXPECT_NE(refusal([&] { fill_with(cuda{}, e, f, 0, host.data(), 10); }), "accepted");
  EXPECT_NE(refusal([&] { fill_with(cuda{1000}, e, f, 0, there.at(), 10); }), "accepted");
  cuda where;
  where.shape.block = 33;
  EXPECT_NE(refusal([&] { fill_with(where, e, f, 0, there.at(), 10); }), "accepted");
  where = cuda{};
  where.rejection.group = 3;
  EXPECT_NE(refusal([&] { fill_with(where, e, f, 0, there.at(), 10); }), "accepted");
  EXPECT_EQ(refusal([&] { fill_with(cuda{}, e, f, 0, static_cast<double*>(nullptr), 0); }), "accepted");
}

}  // namespace
}  // namespace tali::test
