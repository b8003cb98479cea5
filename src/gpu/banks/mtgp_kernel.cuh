// SPDX-License-Identifier: Apache-2.0
// The bulk kernel of mtgp32 and mtgp64: some threads per parameter set (mtgp_worker.cuh), over the rows of a
// range.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/detail/device.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

#include "gpu/banks/mtgp_worker.cuh"
#include "gpu/words/finish.cuh"

namespace tali::cuda_driver {

/// The words of a launch: `words` words, starting `skip` words after the beginning of the states' row.
struct mtgp_range {
  std::uint64_t skip, words;
  std::uint64_t rows;        ///< rows that the range touches
  std::uint64_t whole_rows;  ///< rows that end in the range: the states move by this number
  unsigned sets;
  bool aligned;  ///< every group of `width` outputs begins at a multiple of its size
};

/// @param to  address of the range's first word
template <class L, class Finish>
__global__ void __launch_bounds__(L::threads* L::sets)
    mtgp_kernel(const mtgp_constants<typename L::word>* sets, typename L::word* states, std::uint32_t* to,
                const mtgp_range range, const Finish finish) {
  using Word = typename L::word;
  constexpr int tile = L::steps * static_cast<int>(sizeof(Word) / 4);
  __shared__ Word buffer[L::sets][L::width * L::plane];
  __shared__ Word tables[L::sets][32];
  const unsigned local = L::sets == 1 ? 0 : threadIdx.x / L::threads;
  const unsigned thread = L::sets == 1 ? threadIdx.x : threadIdx.x % L::threads;
  const unsigned set = blockIdx.x * L::sets + local;
  if (set >= range.sets) return;
  if (thread < 32) {
    const mtgp_constants<Word>& c = sets[set];
    tables[local][thread] = thread < 16 ? c.recursion[thread] : c.tempering[thread - 16];
  }
  const mtgp_worker<L> worker(sets[set], tables[local], tables[local] + 16, buffer[local], thread, local);
  Word* const state = states + static_cast<std::size_t>(set) * L::size;
  worker.load(state);
  worker.synchronise();

  const std::uint64_t row_words = static_cast<std::uint64_t>(range.sets) * tile;
  // Index of the beginning of the set's tile of row 0: negative if the range begins later.
  const auto tile_0 = static_cast<std::int64_t>(static_cast<std::uint64_t>(set) * tile - range.skip);
  // Rows first_whole ... end_whole - 1 end in the range, and the set's tiles in them are wholly within it.
  const std::uint64_t first_whole = tile_0 >= 0 ? 0 : 1;
  const std::uint64_t end_whole = range.words == 0 ? 0 : range.whole_rows;

  int at = 0;
  std::uint64_t row = 0;
  // A row whose tile may cross an end of the range: each word is checked.
  const auto careful_row = [&] {
    if (at == L::length) {
      worker.to_front(at);
      at = 0;
    }
    const std::int64_t tile_first = tile_0 + static_cast<std::int64_t>(row * row_words);
    if (tile_first < static_cast<std::int64_t>(range.words)) {
      worker.template make<false>(at, [&](std::uint32_t(&w)[L::words_a_group], int first) {
        finish(w);
#pragma unroll
        for (int j = 0; j < L::words_a_group; ++j) {
          const std::int64_t i = tile_first + first + j;
          if (i >= 0 && i < static_cast<std::int64_t>(range.words)) to[i] = w[j];
        }
      });
      worker.synchronise();
    } else if (row < range.whole_rows) {
      worker.template make<false>(at, [](std::uint32_t(&)[L::words_a_group], int) {});
      worker.synchronise();
    }
    if (row < range.whole_rows) at += L::steps;
    ++row;
  };
  while (row < first_whole && row < range.rows) careful_row();

  // Rows whose tiles need no check, `rounds` at a time. A check of every row's number would cost sets of 3217
  // 1/14 of their speed, so the remaining rows go through careful_row.
  const auto whole_rows = [&]<bool aligned>(std::bool_constant<aligned>) {
    std::uint32_t* out = to + tile_0 + static_cast<std::int64_t>(row * row_words);
    for (std::uint64_t left = (end_whole - row) / L::rounds; left != 0; --left) {
#pragma unroll
      for (int r = 0; r < L::rounds; ++r) {
        worker.template make<true>(r * L::steps, [&](std::uint32_t(&w)[L::words_a_group], int first) {
          finish(w);
          if constexpr (aligned) {
            word_vector<L::words_a_group> v;
#pragma unroll
            for (int j = 0; j < L::words_a_group; ++j) v.w[j] = w[j];
            *reinterpret_cast<word_vector<L::words_a_group>*>(out + first) = v;
          } else {
#pragma unroll
            for (int j = 0; j < L::words_a_group; ++j) out[first + j] = w[j];
          }
        });
        out += row_words;
        worker.synchronise();
      }
      row += L::rounds;
    }
  };
  if (end_whole > row && end_whole - row >= L::rounds) {
    if (at != 0) {
      worker.to_front(at);
      at = 0;
    }
    if (range.aligned) {
      whole_rows(std::true_type{});
    } else {
      whole_rows(std::false_type{});
    }
  }
  while (row < range.rows) careful_row();
  worker.save(state, at);
}

}  // namespace tali::cuda_driver
