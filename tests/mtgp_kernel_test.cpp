// SPDX-License-Identifier: Apache-2.0
// The CUDA kernel of mtgp32 and mtgp64 with its threads emulated: every layout against the CPU's words, for
// ranges that begin and end anywhere. The same kernel runs on a GPU in cuda/mtgp_test.cpp.
#include "support/emulated_block.hpp"

// The kernel's header, in which the words above now mean the emulation.
#include <random>

#include <gtest/gtest.h>

#include <tali/filler.hpp>

#include "gpu/banks/mtgp_kernel.cuh"
#include "gpu/banks/mtgp_lanes_kernel.cuh"
#include "support/emulated_normal.hpp"
#include "support/mtgp_banks.hpp"

namespace tali::test {
namespace {

using cuda_driver::constants_of;
using cuda_driver::finish_uniform;
using cuda_driver::finish_words;
using cuda_driver::look_up;
using cuda_driver::mtgp_constants;
using cuda_driver::mtgp_kernel;
using cuda_driver::mtgp_layout;
using cuda_driver::mtgp_range;

/// Runs the kernel for `words` words from e's place on, `misalign` words behind an aligned address.
template <class L, class Finish>
std::vector<std::uint32_t> run(mtgp<typename L::word>& e, std::uint64_t words, const Finish& finish,
                               std::size_t misalign) {
  std::vector<mtgp_constants<typename L::word>> constants;
  for (const auto& s : e.sets()) constants.push_back(constants_of(s));
  mtgp_range r{};
  r.skip = e.position() % e.row_words();
  r.words = words;
  r.whole_rows = (r.skip + words) / e.row_words();
  r.rows = (r.skip + words + e.row_words() - 1) / e.row_words();
  r.sets = static_cast<unsigned>(e.sets().size());
  r.aligned = (misalign - r.skip) % static_cast<std::uint64_t>(L::words_a_group) == 0;
  constexpr std::size_t guard = 16;
  alignas(16) static std::uint32_t memory[std::size_t{1} << 18];
  std::uint32_t* const to = memory + guard + misalign;
  std::fill(memory, memory + guard * 2 + misalign + words, 0xa5a5a5a5u);
  const std::uint64_t row = e.position() / e.row_words();
  auto* const states = e.states_for_driver(0, e.sets().size(), row).data();
  run_blocks((r.sets + L::sets - 1) / L::sets, L::threads * L::sets,
             [&] { mtgp_kernel<L, Finish>(constants.data(), states, to, r, finish); });
  e.moved_by_driver(0, e.sets().size(), row + r.whole_rows);
  e.discard(words);
  for (std::size_t i = 0; i < guard; ++i) {
    EXPECT_EQ(to[-1 - static_cast<std::ptrdiff_t>(i)], 0xa5a5a5a5u);
    EXPECT_EQ(to[words + i], 0xa5a5a5a5u);
  }
  return {to, to + words};
}

/// Consecutive pieces of a sequence against the CPU's, and the states after each.
template <class L, class Finish, class D>
void compare(std::vector<mtgp_parameters<typename L::word>> sets, const Finish& finish, const D& d,
             int pieces) {
  using Word = typename L::word;
  std::mt19937_64 random(L::rounds + L::threads);
  mtgp<Word> e(sets, 5, 6), cpu_engine = e;
  using T = typename D::result_type;
  for (int piece = 0; piece < pieces; ++piece) {
    const std::uint64_t row = e.row_words();
    const std::uint64_t n = (piece == 0   ? row * (3 * L::rounds + 1)
                             : piece == 1 ? row / 2 + 8
                                          : 1 + random() % (row * (2 * L::rounds + 2))) /
                            D::words;
    std::vector<T> expected(n);
    fill_next(cpu{1}, cpu_engine, d, std::span<T>(expected));
    const auto got = run<L>(e, n * D::words, finish, piece == 0 ? 0 : random() % 4);
    ASSERT_EQ(std::memcmp(got.data(), expected.data(), n * sizeof(T)), 0) << "piece " << piece << " of " << n;
    ASSERT_TRUE(e == cpu_engine) << "piece " << piece;
  }
}

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> three_sets() {
  auto s = small_sets<Word>();
  s.resize(3);
  return s;
}

constexpr auto shared = look_up::shared, shuffled = look_up::shuffled, logic = look_up::logic;

TEST(MtgpKernel, AWarpASet) {
  compare<mtgp_layout<std::uint32_t, 3217, 32, 2, 8, shared, shared>>(
      three_sets<std::uint32_t>(), finish_words{}, bits<std::uint32_t>{}, 20);
  compare<mtgp_layout<std::uint32_t, 3217, 32, 1, 4, logic, shared>>(
      three_sets<std::uint32_t>(), finish_words{}, bits<std::uint32_t>{}, 10);
}

TEST(MtgpKernel, SeveralSetsABlock) {
  compare<mtgp_layout<std::uint32_t, 3217, 32, 2, 3, shared, logic, 2>>(
      three_sets<std::uint32_t>(), finish_words{}, bits<std::uint32_t>{}, 10);
}

TEST(MtgpKernel, TablesInTheLanesOfAWarp) {
  compare<mtgp_layout<std::uint32_t, 3217, 32, 2, 4, shuffled, shuffled>>(
      three_sets<std::uint32_t>(), finish_words{}, bits<std::uint32_t>{}, 6);
}

TEST(MtgpKernel, Values) {
  using layout = mtgp_layout<std::uint32_t, 3217, 32, 2, 4, shared, shared>;
  compare<layout>(three_sets<std::uint32_t>(), finish_uniform<float>{interval::open_open},
                  uniform<float, interval::open_open>{}, 10);
  compare<layout>(three_sets<std::uint32_t>(), finish_uniform<double>{interval::close_open},
                  uniform<double>{}, 10);
  compare<layout>(three_sets<std::uint32_t>(), finish_words{}, bits<std::uint64_t>{}, 10);
}

TEST(MtgpKernel, Words64) {
  compare<mtgp_layout<std::uint64_t, 3217, 32, 1, 8, shared, shared>>(
      three_sets<std::uint64_t>(), finish_words{}, bits<std::uint32_t>{}, 10);
  compare<mtgp_layout<std::uint64_t, 3217, 32, 1, 4, shuffled, logic, 4>>(
      three_sets<std::uint64_t>(), finish_words{}, bits<std::uint64_t>{}, 6);
}

TEST(MtgpKernel, RowsWithoutWords) {
  using layout = mtgp_layout<std::uint32_t, 3217, 32, 2, 4, shared, shared>;
  for (const std::uint64_t rows : {1, 3, 4, 5, 11}) {
    mtgp32 e(three_sets<std::uint32_t>(), 9), expected = e;
    std::vector<mtgp_constants<std::uint32_t>> constants;
    for (const auto& s : e.sets()) constants.push_back(constants_of(s));
    mtgp_range r{};
    r.rows = r.whole_rows = rows;
    r.sets = 3;
    auto* const states = e.states_for_driver(0, 3, 0).data();
    run_blocks(3, 32, [&] {
      mtgp_kernel<layout, finish_words>(constants.data(), states, nullptr, r, finish_words{});
    });
    e.moved_by_driver(0, 3, rows);
    e.discard(rows * e.row_words());
    expected.discard(rows * e.row_words());
    EXPECT_TRUE(e == expected) << rows;
  }
}

/// Values first ... first + n - 1 of normal<float> by the kernel that has the words in shared memory, from
/// states of row `row` on, `misalign` values behind an aligned address.
template <class L>
void compare_normals(std::uint64_t row, std::uint64_t first, std::size_t n, std::size_t misalign) {
  using D = emulated_walsh<float>;
  using block = cuda_driver::mtgp_lanes<L, D>;
  const mtgp32 e(detail::shipped_mtgp_sets<std::uint32_t>(L::mexp, 0, 2 * block::tiles), 5);
  std::vector<float> expected(n);
  fill(cpu{1}, e, normal<float>(2, 3), first, std::span(expected));
  mtgp32 there = e;
  const auto all = there.states_for_driver(0, e.sets().size(), row);
  std::vector<std::uint32_t> states(all.begin(), all.end()), before = states;
  std::vector<mtgp_constants<std::uint32_t>> constants;
  for (const auto& s : e.sets()) constants.push_back(constants_of(s));
  cuda_driver::mtgp_lanes_range r{};
  r.skip = first - row * e.row_words();
  r.n = n;
  r.whole_rows = (r.skip + n) / e.row_words();
  r.rows = (r.skip + n + e.row_words() - 1) / e.row_words();
  r.batches = 2;
  r.aligned = (misalign - r.skip) % D::run == 0;
  constexpr std::size_t guard = 16;
  alignas(16) static float memory[std::size_t{1} << 18];
  ASSERT_LE(n + misalign + 2 * guard, std::size(memory));
  std::fill(memory, memory + n + misalign + 2 * guard, -1e30f);
  float* const to = memory + guard + misalign;
  static typename block::shared shared_memory;
  run_blocks(2, block::threads, [&] {
    cuda_driver::mtgp_lanes_piece<L, D>(shared_memory, constants.data(), states.data(), D(2, 3), to, r);
  });
  ASSERT_EQ(std::memcmp(to, expected.data(), n * sizeof(float)), 0) << first << ' ' << n;
  for (std::size_t i = 0; i < guard; ++i) {
    EXPECT_EQ(to[-1 - static_cast<std::ptrdiff_t>(i)], -1e30f);
    EXPECT_EQ(to[n + i], -1e30f);
  }
  const auto moved = there.states_for_driver(0, e.sets().size(), row + r.whole_rows);
  const auto size = static_cast<std::size_t>(L::size);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool taken = i / size % block::tiles < block::sets;
    ASSERT_EQ(states[i], taken ? moved[i] : before[i]) << "set " << i / size;
  }
}

/// With two batches per row.
template <int Mexp>
void compare_normals_of() {
  SCOPED_TRACE(Mexp);
  using layout = typename cuda_driver::mtgp_lanes_tuning<Mexp, emulated_walsh<float>>::layout;
  constexpr std::uint64_t row = 2 * 2048;
  compare_normals<layout>(0, 0, 8 * row, 0);
  compare_normals<layout>(3, 11 * row + 3000, row * 15 + 1096, 0);
  compare_normals<layout>(0, 2672, 873, 0);  // within a batch
  compare_normals<layout>(2, 3 * row + 3985, 97, 1);
}

TEST(MtgpKernel, NormalsFromSharedMemory) {
  compare_normals_of<3217>();
  compare_normals_of<4423>();
  compare_normals_of<11213>();
  compare_normals_of<23209>();
  compare_normals_of<44497>();
  constexpr std::uint64_t row = 2 * 2048;
  using layout = mtgp_layout<std::uint32_t, 11213, 32, 4, 8, logic, shuffled>;
  compare_normals<layout>(0, 0, 8 * row, 0);
  compare_normals<layout>(0, 0, 24 * row, 0);
  compare_normals<layout>(0, 0, 1, 1);
  compare_normals<layout>(0, row - 1, 2, 0);
  compare_normals<layout>(0, 2047, row * 17 + 5, 3);
  compare_normals<layout>(3, 11 * row + 2048, row * 7, 0);
  compare_normals<layout>(3, 11 * row + 3000, row * 15 + 1096, 0);
  // Five and six turns: the barriers at which words are given back are used again.
  using quick = mtgp_layout<std::uint32_t, 11213, 64, 4, 4, shuffled, shuffled, 4>;
  for (const std::uint64_t rows : {1, 4, 5, 8, 9, 20, 24}) compare_normals<quick>(0, 0, rows * row, 0);
}

TEST(MtgpKernel, LargerExponents) {
  auto sets = published_sets<std::uint32_t>(11213);
  auto wide = published_sets<std::uint64_t>(23209);
  if (sets.empty()) GTEST_SKIP() << "no shared checking data";
  sets.resize(2);
  wide.resize(2);
  compare<mtgp_layout<std::uint32_t, 11213, 64, 4, 8, shared, shared>>(sets, finish_words{},
                                                                       bits<std::uint32_t>{}, 10);
  compare<mtgp_layout<std::uint32_t, 11213, 32, 4, 8, shared, shared>>(sets, finish_words{},
                                                                       bits<std::uint32_t>{}, 10);
  compare<mtgp_layout<std::uint64_t, 23209, 64, 2, 3, shared, shared>>(wide, finish_words{},
                                                                       bits<std::uint64_t>{}, 10);
}

}  // namespace
}  // namespace tali::test
