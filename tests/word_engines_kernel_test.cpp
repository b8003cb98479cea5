// SPDX-License-Identifier: Apache-2.0
// The CUDA kernel of word engines with its threads emulated: every word against the definition, for ranges
// that begin and end anywhere. The same kernel runs on a GPU in word_engines_test.cpp.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernel's header, in which the words above now mean the emulation.
#include <random>

#include <gtest/gtest.h>

#include <tali/catalogue.hpp>
#include <tali/cuda/detail/cut_range.hpp>
#include <tali/sequence.hpp>

#include "gpu/words/word_engines_kernel.cuh"

namespace tali::test {
namespace {

using namespace cuda_driver;

/// Calls f(type_list<E>) for every engine that this kernel is for.
template <class F>
void each_engine(const F& f) {
  catalogue::cuda_word_engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    if constexpr (!catalogue::segment_engines::has<E>) f(engine);
  });
}

/// Words first ... first + n - 1, or what they are turned into, `misalign` words past an aligned address,
/// between guards that must survive.
template <class E, class Finish>
std::vector<std::uint32_t> filled(const launch_shape& shape, const E& e, std::uint64_t first, std::size_t n,
                                  std::size_t misalign, const Finish& finish, bool* aligned = nullptr) {
  constexpr std::size_t guard = 16;
  alignas(16) static std::uint32_t memory[1 << 14];
  std::fill(std::begin(memory), std::end(memory), 0xa5a5a5a5u);
  std::uint32_t* const to = memory + guard + misalign;
  word_range r = units_of<E>(first, n, to, e.phase());
  cuda where;
  where.shape = shape;
  const cut c = cut_range(where, r.units, shape, 1);
  set_cut(r, c);
  if (aligned != nullptr) *aligned = r.aligned;
  const typename E::stride stride(r.stride * words_a_step<E>);
  run_blocks(c.grid, c.block, [&] { word_engine_kernel<E, Finish>(e, r, stride, finish, to); });
  for (std::size_t i = 0; i < std::size(memory); ++i) {
    if (i < guard + misalign || i >= guard + misalign + n) {
      EXPECT_EQ(memory[i], 0xa5a5a5a5u) << E::name << " wrote outside";
    }
  }
  return {to, to + n};
}

const launch_shape shapes[] = {{32, 1, 0}, {64, 3, 0}, {32, 0, 2}};

TEST(WordEngineKernel, MakesEveryWordOnceWhereverARangeBegins) {
  std::mt19937_64 random(21);
  each_engine([&]<class E>(detail::type_list<E>) {
    for (int round = 0; round < 40; ++round) {
      E e(random(), random() & E::max_stream);
      if (round % 2 == 1) e.discard(random() % 50);
      const std::uint64_t bases[] = {random() % 20, (std::uint64_t{1} << 34) - random() % 200, random() >> 1};
      const std::uint64_t first = bases[round % 3];
      const std::size_t n = random() % 900 + 1, misalign = random() % 6;
      const auto words = filled(shapes[round % 3], e, first, n, misalign, finish_words{});
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(words[i], e.word(first + i)) << E::name << " first " << first << " word " << i;
    }
  });
}

TEST(WordEngineKernel, TurnsWordsIntoUniformNumbers) {
  std::mt19937_64 random(22);
  each_engine([&]<class E>(detail::type_list<E>) {
    const E e(random(), random() & E::max_stream);
    const std::size_t n = 500;
    const auto singles = filled(shapes[0], e, 3, n, 1, finish_uniform<float>{interval::open_open});
    const auto doubles = filled(shapes[1], e, 2 * 3, 2 * n, 2, finish_uniform<double>{interval::close_open});
    for (std::size_t i = 0; i < n; ++i) {
      const float x = value(e, uniform<float, interval::open_open>(), 3 + i);
      const double y = value(e, uniform<double>(), 3 + i);
      ASSERT_EQ(std::memcmp(&x, &singles[i], sizeof x), 0) << E::name;
      ASSERT_EQ(std::memcmp(&y, &doubles[2 * i], sizeof y), 0) << E::name;
    }
  });
}

TEST(WordEngineKernel, StoresVectorsWhereItCan) {
  each_engine([]<class E>(detail::type_list<E>) {
    bool aligned = false;
    filled(shapes[0], E(1), 0, 100, 0, finish_words{}, &aligned);
    EXPECT_TRUE(aligned) << E::name;
    filled(shapes[0], E(1), 1001, 100, 1001 % 4, finish_words{}, &aligned);
    EXPECT_TRUE(aligned) << E::name;
  });
}

}  // namespace
}  // namespace tali::test
