// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels of many rows in a launch with their threads emulated, by the cuts that the drivers would
// make: blocks of arrays and rows with keys, whose bytes must be those that the CPU writes, what lies between
// them included. The same kernels run on a GPU in cuda/rows_test.cpp.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernels' headers, in which the words above now mean the emulation.
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill.hpp>

#include "gpu/attempts/rejection_kernel.cuh"
#include "gpu/bulk/fill_rows_kernel.cuh"
#include "support/emulated_normal.hpp"

namespace tali::test {
namespace {

using namespace cuda_driver;
using detail::row_list;
using numbers = std::vector<std::uint64_t>;

/// Memory that begins at a multiple of 16 bytes.
template <class T>
std::vector<T> memory_of(std::size_t n) {
  std::vector<T> memory(n);
  std::memset(memory.data(), 0xa5, n * sizeof(T));
  return memory;
}

template <class E, class D>
void launch_rows(const E& e, const D& d, const row_list& rows, typename D::result_type* to) {
  if constexpr (lane_distribution<D>) {
    const rows_cut cut = cut_lanes_rows<D>(rows);
    run_blocks(2, 64,
               [&] { fill_lanes_rows_kernel(e, emulated_walsh<typename D::result_type>(), to, rows, cut); });
  } else {
    const rows_cut cut = cut_rows<E, D>(rows);
    const typename E::stride stride(words_a_step<D>(cut));
    // Both kernels make every other one of the rows that both can make.
    static int turn = 0;
    if (turn++ % 2 == 0 && begins_with_groups<E, D>(rows, to, e.phase())) {
      run_blocks(3, 64, [&] { fill_rows_kernel<scalar::at_groups>(e, d, to, rows, cut, stride); });
    } else {
      run_blocks(3, 64, [&] { fill_rows_kernel<scalar>(e, d, to, rows, cut, stride); });
    }
  }
}

template <class D>
void launch_samples(const philox4x32& e, const D& d, const row_list& rows, typename D::result_type* to) {
  const rejection_words<detail::rounds_at_run_time> words(rejection_words(e, D::tag));
  constexpr int piece = 1024;
  const auto blocks = static_cast<unsigned>((row_tile - 1 + rows.n + piece - 1) / piece);
  detail::inversion_table table;
  if constexpr (detail::has_inversion<D>) detail::make_table(d.law(), table);
  for_each_batch(rows, D::tag, [&](const row_batch& batch, unsigned many) {
    run_blocks(
        blocks, 64,
        [&] {
          if constexpr (detail::has_inversion<D>) {
            inversion_rows_kernel<D, detail::rounds_at_run_time>(words, d, to, rows.n, &table, piece, batch,
                                                                 many);
          } else {
            compacting_rows_kernel<D, detail::rounds_at_run_time>(words, d, to, rows.n, piece, batch);
          }
        },
        detail::has_inversion<D> ? (many + 1) / 2 : many);  // of inversion a block has several rows
  });
}

template <class E, class D>
void check_rows(const E& e, const D& d, const row_list& rows, std::size_t elements, std::size_t misalign,
                const std::string& what) {
  using T = typename D::result_type;
  auto expected = memory_of<T>(elements + misalign + 64), got = expected;
  detail::run(cpu{1}, detail::request_of(e, d, rows, expected.data() + 16 + misalign));
  if constexpr (detail::kind_of<D> == distribution_kind::rejection) {
    launch_samples(e, d, rows, got.data() + 16 + misalign);
  } else {
    launch_rows(e, d, rows, got.data() + 16 + misalign);
  }
  ASSERT_EQ(std::memcmp(expected.data(), got.data(), expected.size() * sizeof(T)), 0)
      << E::name << ' ' << D::name << ' ' << type_name<T>() << ' ' << what << ", misaligned by " << misalign;
}

/// An array of two or three dimensions, a block of it, and strides that leave gaps.
template <class E, class D>
void check_blocks(const D& d, std::mt19937_64& random, int cases) {
  E e(3, 4);
  e.discard(random() % 3 == 0 ? random() % 1000 : 0);
  for (int c = 0; c < cases; ++c) {
    const std::uint64_t rows = random() % 40 + 2, columns = random() % (c % 3 == 0 ? 5000 : 600) + 8;
    const std::uint64_t planes = random() % 3 + 1;
    const std::uint64_t align = c % 2 == 0 ? 16 : 1;  // in elements
    const std::uint64_t left = random() % (columns / 2) / align * align;
    const std::uint64_t top = random() % (rows / 2);
    const std::uint64_t width = columns - left - random() % 3 * (align == 1 ? 1 : 0), height = rows - top;
    const std::uint64_t pitch = (width + align - 1) / align * align + align * (random() % 3);
    const numbers global{planes, rows, (columns + align - 1) / align * align}, offset{0, top, left},
        local{planes, height, width}, strides{height * pitch + align, pitch, 1};
    const block part(global, offset, local, strides);
    check_rows(e, d, part.rows(), part.extent(), align == 1 ? random() % 5 : 0,
               std::to_string(planes) + " x " + std::to_string(height) + " x " + std::to_string(width) +
                   " of pitch " + std::to_string(pitch));
  }
}

template <class D>
void check_keys(const D& d, std::mt19937_64& random) {
  for (const std::size_t n : {1, 7, 300, 4096, 5001}) {
    const std::vector<key> keys = key(random()).split(n < 1000 ? 20 : 3);
    const std::uint64_t first = random() % 2 == 0 ? 0 : random() % 5000;
    check_rows(
        philox4x32(), d, detail::rows_of_keys(keys, first, n), keys.size() * n, random() % 3,
        std::to_string(keys.size()) + " keys of " + std::to_string(n) + " from " + std::to_string(first));
  }
  // Where counters carry: of words, of blocks that samples share, and of samples.
  const std::vector<key> keys = key(random()).split(5);
  for (const unsigned bits : {32, 33, 34, 35, 62}) {
    const std::uint64_t first = (std::uint64_t{1} << bits) - 158;
    if (D::words > 4 && bits == 62) continue;  // past the sequence's end
    check_rows(philox4x32(), d, detail::rows_of_keys(keys, first, 260), 5 * 260, 0,
               "across 2^" + std::to_string(bits));
  }
  if constexpr (D::words > 4) {
    const std::uint64_t first = (std::uint64_t{1} << 34) / D::words - 158;
    check_rows(philox4x32(), d, detail::rows_of_keys(keys, first, 260), 5 * 260, 0, "across word 2^34");
  }
}

template <class D>
void check_all(const D& d, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  check_blocks<pcg32>(d, random, 12);
  check_blocks<philox4x32>(d, random, 12);
  check_keys(d, random);
}

TEST(RowKernels, WriteWhatTheCpuWrites) {
  check_all(bits<std::uint32_t>(), 1);
  check_all(uniform<float>(), 2);
  check_all(uniform<double>(), 3);
  check_all(bernoulli(0.3), 4);
  check_all(bernoulli_bits(0.3), 7);
  check_all(exponential<double>(), 5);
}

TEST(RowKernels, OfBatchDistributionsWriteWhatTheCpuWrites) {
  std::mt19937_64 random(6);
  check_blocks<pcg32>(normal<float>(), random, 4);
  check_blocks<philox4x32>(normal<double>(), random, 4);
  check_keys(normal<float>(), random);
  check_keys(normal<double>(), random);
}

TEST(RowKernels, OfSamplesWriteWhatTheCpuWrites) {
  std::mt19937_64 random(7);
  check_blocks<philox4x32>(gamma<float>(2.5f), random, 4);
  check_keys(gamma<double>(0.3), random);
  check_blocks<philox4x32>(poisson<std::uint32_t>(3), random, 4);
  check_keys(poisson<std::int64_t>(3), random);
}

TEST(RowKernels, GoAlongShortRowsTogether) {
  // Many short runs, whose words begin as far into a group of the engine each: a lane goes from row to row.
  std::mt19937_64 random(8);
  for (const std::uint64_t width : {4u, 64u, 256u, 500u}) {
    const block part({50, 512}, {3, 0}, {47, width}, {width + 12 - width % 4, 1});
    const rows_cut cut = cut_rows<philox4x32, uniform<float>>(part.rows());
    EXPECT_TRUE(cut.along_rows);
    for (const std::size_t misalign : {0, 1}) {
      check_rows(philox4x32(5), uniform<float>(), part.rows(), part.extent(), misalign, "along rows");
      check_rows(pcg32(5), uniform<float>(), part.rows(), part.extent(), misalign, "along rows");
    }
  }
}

}  // namespace
}  // namespace tali::test
