// SPDX-License-Identifier: Apache-2.0
// Sobol's points against cuRAND's, and in users' kernels.
#include <gtest/gtest.h>

#if defined(TALI_HAS_CURAND)
#include <curand.h>
#endif

#include "support/points.hpp"

namespace tali::test {
namespace {

bool no_device() { return cuda_devices().empty(); }

point_set set_of(std::uint32_t dimensions, std::uint64_t points) {
  point_set s;
  s.dimensions = dimensions;
  s.points = points;
  s.layout = point_layout::dim_major;
  return s;
}

#if defined(TALI_HAS_CURAND)

constexpr std::uint32_t curand_dimensions = 20000;

TEST(CudaSobol, DirectionNumbersAreCurands) {
  const direction_numbers& own = direction_numbers::joe_kuo();
  curandDirectionVectors32_t* narrow_ones = nullptr;
  ASSERT_EQ(curandGetDirectionVectors32(&narrow_ones, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(
      std::memcmp(narrow_ones, own.by_dimension<std::uint32_t>(), curand_dimensions * sizeof *narrow_ones),
      0);
  curandDirectionVectors64_t* wide = nullptr;
  ASSERT_EQ(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(std::memcmp(wide, own.by_dimension<std::uint64_t>(), curand_dimensions * sizeof *wide), 0);
}

/// The first points by cuRAND's host interface.
template <class Word>
std::vector<Word> curands(std::uint32_t dimensions, std::size_t points) {
  constexpr bool wide = sizeof(Word) == 8;
  curandGenerator_t g = nullptr;
  const auto require_status = [](curandStatus_t s) {
    if (s != CURAND_STATUS_SUCCESS) throw device_error("cuRAND status " + std::to_string(s));
  };
  require_status(curandCreateGenerator(&g, wide ? CURAND_RNG_QUASI_SOBOL64 : CURAND_RNG_QUASI_SOBOL32));
  require_status(curandSetQuasiRandomGeneratorDimensions(g, dimensions));
  device_buffer<Word> out(dimensions * points);
  if constexpr (wide) {
    require_status(
        curandGenerateLongLong(g, reinterpret_cast<unsigned long long*>(out.at()), dimensions * points));
  } else {
    require_status(curandGenerate(g, out.at(), dimensions * points));
  }
  curandDestroyGenerator(g);
  return out.read();
}

template <class Word>
void check_points_of_curand() {
  const struct {
    std::uint32_t dimensions;
    std::size_t points;
  } shapes[] = {{1, 100003}, {3, 12345}, {100, 1001}, {999, 257}, {20000, 11}, {20000, 129}, {2, 1 << 20}};
  for (const auto& shape : shapes) {
    const auto theirs = curands<Word>(shape.dimensions, shape.points);
    const sobol<Word> e(set_of(shape.dimensions, shape.points));
    for (const place& p : places()) {
      if (!p.is_cuda) continue;
      ASSERT_EQ(fill_at(p, e, bits<Word>{}, 0, theirs.size()), theirs)
          << shape.dimensions << " dimensions, " << shape.points << " points, " << p.name;
    }
  }
}

TEST(CudaSobol, PointsAreCurands32) {
  if (no_device()) GTEST_SKIP() << "no CUDA device on this machine";
  check_points_of_curand<std::uint32_t>();
}

TEST(CudaSobol, PointsAreCurands64) {
  if (no_device()) GTEST_SKIP() << "no CUDA device on this machine";
  check_points_of_curand<std::uint64_t>();
}

#endif

template <class Word>
__global__ void coordinates_kernel(const sobol_view<Word> points, const normal_icdf<double> normal,
                                   Word* words, double* values, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  words[i] = points.word(i);
  values[i] = value(points, normal, i);
}

template <class Word>
void check_view() {
  for (const auto scramble : {scrambling::none, scrambling::shift, scrambling::owen}) {
    for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
      point_set s = set_of(333, 41);
      s.scramble = scramble;
      s.layout = layout;
      s.seed = 12;
      const sobol<Word> e(s);
      const std::uint32_t n = 333 * 41;
      device_buffer<Word> words(n);
      device_buffer<double> values(n);
      coordinates_kernel<<<(n + 127) / 128, 128>>>(view_on(cuda{}, e), normal_icdf<double>{}, words.at(),
                                                   values.at(), n);
      require(cudaGetLastError());
      EXPECT_EQ(words.read(), by_element(e, bits<Word>{}, 0, n));
      EXPECT_EQ(values.read(), by_element(e, normal_icdf<double>{}, 0, n));
    }
  }
}

TEST(CudaSobol, CoordinatesInKernels) {
  if (no_device()) GTEST_SKIP() << "no CUDA device on this machine";
  check_view<std::uint32_t>();
  check_view<std::uint64_t>();
}

TEST(CudaSobol, LargeSetsAtTheirEnd) {
  if (no_device()) GTEST_SKIP() << "no CUDA device on this machine";
  // The paper's 10^7 points in 10^4 dimensions: the places of a fill far beyond 2^32 elements.
  for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
    point_set s = set_of(10000, 10'000'000);
    s.layout = layout;
    s.scramble = scrambling::owen;
    const sobol32 e(s);
    for (const std::uint64_t first : {e.last() - 99'999, e.last() / 2 + 12345, std::uint64_t{1} << 32}) {
      for (const place& p : places()) {
        if (!p.is_cuda) continue;
        ASSERT_EQ(fill_at(p, e, uniform<float>{}, first, 100'000, 3),
                  by_element(e, uniform<float>{}, first, 100'000))
            << p.name;
      }
    }
  }
}

TEST(CudaSobol, RefusesWhatItCannotUse) {
  if (no_device()) GTEST_SKIP() << "no CUDA device on this machine";
  const sobol32 e(set_of(3, 100));
  device_buffer<std::uint32_t> good(400);
  std::vector<std::uint32_t> host(10);
  EXPECT_THROW(fill(cuda{}, e, bits<std::uint32_t>{}, 0, static_cast<std::uint32_t*>(nullptr), 10),
               argument_error);
  EXPECT_THROW(fill(cuda{}, e, bits<std::uint32_t>{}, 0, host.data(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, bits<std::uint32_t>{}, 0, good.at(), 301), argument_error);
  EXPECT_THROW(fill(cuda{1000}, e, bits<std::uint32_t>{}, 0, good.at(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, bits<std::uint64_t>{}, 0, reinterpret_cast<std::uint64_t*>(good.at() + 1), 10),
               argument_error);
  for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
    point_set s = set_of(30, 1000);
    s.layout = layout;
    EXPECT_THROW(fill(cuda{0, nullptr, {31, 0, 0}}, sobol32(s), bits<std::uint32_t>{}, 0, good.at(), 400),
                 argument_error);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST(CudaSobol, WithoutADeviceItSaysSo) {
  if (!no_device()) GTEST_SKIP() << "this machine has a CUDA device";
  std::uint32_t x = 0;
  EXPECT_THROW(fill(cuda{}, sobol32(set_of(1, 1)), bits<std::uint32_t>{}, 0, &x, 1), device_error);
  EXPECT_THROW(view_on(cuda{}, sobol32(set_of(1, 1))), device_error);
}

}  // namespace
}  // namespace tali::test
