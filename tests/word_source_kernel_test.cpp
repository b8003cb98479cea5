// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels that make values of words, with their threads emulated: of words in memory and of engines
// whose words the kernels make themselves, against the definition.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernels' header, in which the words above now mean the emulation.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/words/convert_kernels.cuh"
#include "support/emulated_normal.hpp"

namespace tali::test {
namespace {

using namespace cuda_driver;

/// Launches D's kernel with `blocks` blocks for n values from number `skip` of a source on.
template <class D>
void run_kernel(const D& d, const word_source& source, std::size_t skip, typename D::result_type* to,
                std::size_t n, unsigned blocks) {
  if constexpr (lane_distribution<D>) {
    const bool aligned = (reinterpret_cast<std::uintptr_t>(to) / sizeof *to - skip) % D::run == 0;
    if (source.words != nullptr) {
      static typename memory_lanes<D>::shared shared;
      run_blocks(blocks, memory_lanes<D>::threads,
                 [&] { memory_lanes<D>::run(shared, d, source.words, skip, to, n, aligned); });
      return;
    }
    run_blocks(blocks, convert_lane_threads,
               [&] { convert_lanes_kernel<D>(d, source, skip, to, n, aligned); });
  } else if constexpr (batch_distribution<D>) {
    run_blocks(blocks, convert_threads, [&] { convert_spans_kernel<D>(d, source, skip, to, n); });
  } else {
    run_blocks(blocks, convert_threads, [&] { convert_kernel<D>(d, source, skip, to, n); });
  }
}

template <class E, class D>
void expect_values(const E& e, const D& d, std::uint64_t first, std::size_t n, std::size_t misalign) {
  using T = typename D::result_type;
  constexpr unsigned blocks = 2;
  constexpr std::size_t unit =
      lane_distribution<D> ? convert_lane_threads / detail::warp_size : convert_threads / detail::warp_size;
  std::size_t skip = 0, step = unit * convert_tile;
  if constexpr (D::words < word_source::unit) skip = first % (word_source::unit / D::words);
  if constexpr (batch_distribution<D>) skip = first % convert_tile;
  if constexpr (lane_distribution<D>) {
    skip = first % D::batch_size;
    step = unit * D::batch_size;
  }
  std::vector<T> memory(n + misalign + 32);
  const std::vector<T> untouched = memory;
  T* const to = memory.data() + 8 + misalign;
  const auto check = [&](const char* of) {
    for (std::size_t i = 0; i < n; i += i < 40 ? 1 : 7) {
      const T x = value(e, d, first + i);
      ASSERT_EQ(std::memcmp(&x, to + i, sizeof x), 0) << E::name << ' ' << D::name << ' ' << of << ' ' << i;
    }
    EXPECT_EQ(std::memcmp(memory.data(), untouched.data(), (8 + misalign) * sizeof(T)), 0);
    EXPECT_EQ(std::memcmp(to + n, untouched.data(), 16 * sizeof(T)), 0);
    memory = untouched;
  };
  run_kernel(d, source_of(e, (first - skip) * D::words, blocks * step), skip, to, n, blocks);
  check("by itself");
  std::size_t words = (skip + n) * D::words;
  if constexpr (batch_distribution<D>) words += D::batch_size - words % D::batch_size;
  alignas(16) static std::uint32_t of_memory[1 << 16];
  E there = e;
  there.discard((first - skip) * D::words);
  for (std::size_t i = 0; i < words; ++i) of_memory[i] = there();
  word_source in_memory;
  in_memory.words = of_memory;
  in_memory.in_memory = words;
  run_kernel(d, in_memory, skip, to, n, blocks);
  check("from memory");
}

template <class E, class D>
void check_pair(std::mt19937_64& random, const D& d) {
  E e(random(), random() & E::max_stream);
  const std::size_t n = batch_distribution<D> ? 5000 : 1 + random() % (D::words > 4 ? 900 : 6000);
  expect_values(e, d, random() % 100, n, random() % 4);
  expect_values(e, d, (std::uint64_t{1} << 34) - random() % 1000, n / 2, random() % 4);
}

TEST(WordSourceKernel, MakesTheValuesOfEveryEngine) {
  std::mt19937_64 random(31);
  source_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    check_pair<E>(random, exponential<float>());
    check_pair<E>(random, uniform_int<std::int64_t>(-5, 1000));
    check_pair<E>(random, bernoulli_bits(0.3));
    check_pair<E>(random, emulated_walsh<float>());
  });
}

}  // namespace
}  // namespace tali::test
