// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels of word engines whose threads or blocks make segments, with their threads emulated: every
// word against the engine's own. The same kernels run on a GPU in word_engines_test.cpp.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernels' headers, in which the words above now mean the emulation.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/sequence.hpp>

#include "gpu/words/segment_launch.hpp"
#include "linear/device_tables.hpp"

namespace tali::test {
namespace {

using namespace cuda_driver;

/// Memory with guards around n words, `misalign` words past an aligned address.
class guarded_words {
 public:
  guarded_words(std::size_t n, std::size_t misalign)
      : all_(n + misalign + 2 * guard, pattern), before_{guard + misalign}, n_{n} {}
  std::uint32_t* at() { return all_.data() + before_; }
  std::vector<std::uint32_t> words() const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (i < before_ || i >= before_ + n_) {
        EXPECT_EQ(all_[i], pattern) << "wrote outside";
      }
    }
    return {all_.begin() + static_cast<std::ptrdiff_t>(before_),
            all_.begin() + static_cast<std::ptrdiff_t>(before_ + n_)};
  }

 private:
  static constexpr std::size_t guard = 16;
  static constexpr std::uint32_t pattern = 0xa5a5a5a5u;
  std::vector<std::uint32_t> all_;
  std::size_t before_, n_;
};

template <class G, class Finish>
std::vector<std::uint32_t> made(const typename G::engine& e, std::uint64_t first, std::size_t n,
                                std::size_t misalign, std::uint64_t steps, const Finish& finish) {
  guarded_words memory(n, misalign);
  const std::uint32_t* matrices = nullptr;
  if constexpr (G::linear_words != 0) matrices = detail::step_matrices_of<typename G::engine>().rows.data();
  up_to_the_end(e, first, n, memory.at(), [&](const auto& at, std::uint64_t words, std::uint32_t* to) {
    const segments_cut c = cut_segments<G>(at, words, 1, steps);
    const typename G::start start = G::start_of(at);
    run_blocks(c.grid, segment_threads,
               [&] { segments_kernel<G, Finish>(start, matrices, c.range, finish, to); });
  });
  return memory.words();
}

template <class E>
void expect_words(const E& e, std::uint64_t first, const std::vector<std::uint32_t>& words) {
  E there = e;
  there.discard(first);
  for (std::size_t i = 0; i < words.size(); ++i)
    ASSERT_EQ(words[i], there()) << E::name << " first " << first << " word " << i;
}

template <class E, class D>
void expect_values(const E& e, const D& d, std::uint64_t first, const std::vector<std::uint32_t>& words) {
  for (std::size_t i = 0; i < words.size() / D::words; ++i) {
    const auto x = value(e, d, first + i);
    ASSERT_EQ(std::memcmp(&x, &words[i * D::words], sizeof x), 0) << E::name << ' ' << i;
  }
}

template <class G>
void check_segments() {
  using E = typename G::engine;
  std::mt19937_64 random(23);
  for (int round = 0; round < 6; ++round) {
    E e(random(), random() & E::max_stream);
    if (round % 2 == 1) e.discard(random() % 50);
    const std::uint64_t bases[] = {random() % 20, (std::uint64_t{1} << 34) - random() % 200, random() >> 1};
    const std::uint64_t first = bases[round % 3];
    const std::size_t n = random() % 40000 + 1;
    expect_words(e, first, made<G>(e, first, n, random() % 6, round % 2 == 0 ? 0 : 32, finish_words{}));
  }
  E last(1, 2);
  last.discard(std::uint64_t{0} - 700);
  expect_words(last, 0, made<G>(last, 0, 1000, 0, 0, finish_words{}));
  const E e(5, 6);
  expect_values(e, uniform<float, interval::open_open>(), 3,
                made<G>(e, 3, 300, 1, 0, finish_uniform<float>{interval::open_open}));
  expect_values(e, uniform<double>(), 3,
                made<G>(e, 6, 600, 2, 0, finish_uniform<double>{interval::close_open}));
}

TEST(SegmentsKernel, Xorwow) { check_segments<xorwow_segments>(); }
TEST(SegmentsKernel, Xoshiro) { check_segments<xoshiro256pp_segments>(); }
TEST(SegmentsKernel, Mrg) { check_segments<mrg32k3a_segments>(); }

/// Segments of 2^log2 outputs.
template <class Word, class Finish>
std::vector<std::uint32_t> twisted(const mersenne_twister<Word>& e, std::size_t n, std::size_t misalign,
                                   int log2, const Finish& finish, twister_window<Word>* after = nullptr) {
  using layout = twister_layout<Word>;
  constexpr auto near = static_cast<std::uint32_t>(detail::twister_polynomials::near);
  guarded_words memory(n, misalign);
  twister_range r{n, static_cast<std::uint64_t>(e.phase()), std::uint64_t{1} << log2, false};
  r.aligned = reinterpret_cast<std::uintptr_t>(memory.at()) % 16 == 0;
  const auto outputs = (n + r.skip + layout::words - 1) / layout::words;
  const auto windows = static_cast<std::uint32_t>((outputs + r.outputs - 1) / r.outputs);
  std::vector<Word> all(windows * layout::n);
  const auto from = window_of(e);
  run_blocks(windows, 32, [&] { twister_begin_kernel<Word>(from, nullptr, all.data()); });
  const std::uint32_t rows = (windows + near) / (near + 1);
  const auto& p = detail::twister_polynomials::of<Word>(log2);
  const std::uint32_t* const far = p.coefficients.data() + std::size_t{near} * layout::polynomial_words;
  if (rows > 1) {
    run_blocks((rows - 1) * 3, layout::jump_threads, [&] {
      twister_jump_kernel<Word>(far, twister_jumps{rows - 1, 0, near + 1, windows, 3}, all.data());
    });
  }
  const std::uint32_t parts = rows > 1 ? 1 : 3;
  run_blocks(rows * near * parts, layout::jump_threads, [&] {
    twister_jump_kernel<Word>(p.coefficients.data(), twister_jumps{near, near + 1, 1, windows, parts},
                              all.data());
  });
  Word* const behind = after != nullptr ? after->x : nullptr;
  run_blocks(windows, layout::threads,
             [&] { twister_kernel<Word, Finish>(all.data(), r, finish, memory.at(), behind); });
  return memory.words();
}

template <class Word>
void check_twister() {
  using E = mersenne_twister<Word>;
  std::mt19937_64 random(24);
  for (int round = 0; round < 4; ++round) {
    E e(random(), random());
    e.discard(round == 0 ? 0 : random() % 5000);
    const std::size_t n = round == 0 ? 34 << 8 : random() % 3000 + 600;
    twister_window<Word> after;
    expect_words(e, 0, twisted(e, n, random() % 4, round == 0 ? 7 : 10, finish_words{}, &after));
    E behind = e;
    behind.discard(n);
    const auto expected = window_of(behind);
    for (int k = 0; k < twister_layout<Word>::n; ++k) ASSERT_EQ(after.x[k], expected.x[k]) << k;
  }
  // A jump of 2^15 outputs is longer than the polynomial's degree, so that it has terms of all degrees. The
  // shorter ones above are single terms.
  const E e(7, 8);
  const std::size_t far = (std::size_t{1} << 15) * sizeof(Word) / 4;
  expect_words(e, 0, twisted(e, far + 900, 0, 15, finish_words{}));
  for (const std::size_t misalign : {0, 1}) {  // vectors, and single words
    expect_values(e, uniform<float, interval::open_open>(), 0,
                  twisted(e, 5000, misalign, 11, finish_uniform<float>{interval::open_open}));
  }
  expect_values(e, uniform<double>(), 0,
                twisted(e, 5000, 0, 11, finish_uniform<double>{interval::close_open}));
}

TEST(TwisterKernel, Words32) { check_twister<std::uint32_t>(); }
TEST(TwisterKernel, Words64) { check_twister<std::uint64_t>(); }

}  // namespace
}  // namespace tali::test
