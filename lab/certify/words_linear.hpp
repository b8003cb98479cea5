// SPDX-License-Identifier: Apache-2.0
// Tests over GF(2): linear complexity of single bits, and ranks of matrices of bits. Engines whose bits are
// linear functions of a state fail them: linear complexity if a chunk has at least twice as many bits as the
// state, ranks if the matrix is larger than the state.
//
// Sources: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE IT 15:1, 1969; R. A. Rueppel,
// Analysis and Design of Stream Ciphers, 1986, section 4.1 (the law of linear complexity); G. Marsaglia and
// L.-H. Tsay, "Matrices and the structure of random number sequences", 1985 (ranks).
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

/// The linear complexity of the first n bits, which a part of a team computes. Bit i is bit (last - i) of
/// `reversed`, whose words after (last + 1) / 32 are 0. `memory` holds polynomials of n + 1 bits: 3 (n / 32 +
/// 1) words.
template <class Team>
TALI_FN int linear_complexity_of(const Team& team, const std::uint32_t* reversed, int n,
                                 std::uint32_t* memory) {
  const int words = n / 32 + 1;
  std::uint32_t* c = memory;          // the connection polynomial
  std::uint32_t* b = memory + words;  // the polynomial before the last change of length
  std::uint32_t* spare = memory + 2 * words;
  for (int k = team.rank(); k < 3 * words; k += team.size()) {
    memory[k] = k == 0 || k == words ? 1u : 0u;
  }
  team.sync();
  int length = 0, since = 1;
  for (int i = 0; i < n; ++i, ++since) {
    // c_0 s_i + c_1 s_(i-1) + ...: bit k of the window is s_(i-k).
    const int offset = n - 1 - i, shift = offset % 32, used = length / 32 + 1;
    const std::uint32_t* const window = reversed + offset / 32;
    std::uint32_t sum = 0;
    for (int k = team.rank(); k < used; k += team.size()) {
      sum ^= c[k] & static_cast<std::uint32_t>(join(window[k], window[k + 1]) >> shift);
    }
    sum = team.xor_all(sum);
    if (ones(sum) % 2 == 0) continue;
    const int bit_shift = since % 32, word_shift = since / 32;
    const bool longer = 2 * length <= i;
    const int next = longer ? i + 1 - length : length;
    // c += x^since b; the degree stays at most `next`.
    for (int k = team.rank(); k <= next / 32; k += team.size()) {
      const int from = k - word_shift;
      const std::uint32_t low = from >= 1 ? b[from - 1] : 0u, high = from >= 0 ? b[from] : 0u;
      const std::uint32_t before = c[k];
      if (longer) spare[k] = before;
      c[k] = before ^ static_cast<std::uint32_t>(join(low, high) >> (32 - bit_shift));
    }
    team.sync();
    if (longer) {
      std::uint32_t* const free = b;
      b = spare;
      spare = free;
      // Clears the words of the freed polynomial that the next one will not write.
      length = next;
      since = 0;
    }
  }
  return length;
}

/// The linear complexity of one bit position over the words of a chunk.
template <int bits, int planes>
struct linear_complexity : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name =
      bits == 4096 ? "linear complexity, 4096 bits" : "linear complexity, 32768 bits";
  static constexpr int chunk = bits, share = bits == 4096 ? 16 : 64;
  static constexpr int cells = 33;  // length - bits / 2, limited to -16 ... 16
  static constexpr int counts = planes * cells;
  static constexpr int words = bits / 32;
  static constexpr int scratch_of_one = words + 2 + 3 * (words + 1), scratch = planes * scratch_of_one;

  /// Bit positions: the lowest, the top, the middle.
  TALI_FN static int plane(int p) { return p == 0 ? 0 : p == 1 ? 31 : 16; }

  /// A polynomial of 4096 bits has 129 words: enough for a warp, which needs no barrier, so a block's eight
  /// warps run independently. A polynomial of 32768 bits has eight times as many.
  static constexpr int parts = bits == 4096 ? 8 : planes;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t* scratch_of_all) const {
    const auto& part = team.template part<parts>();
    for (int p = part.index(); p < planes; p += part.parts()) {
      std::uint32_t* const memory = scratch_of_all + p * scratch_of_one;
      for (int k = part.rank(); k < words + 2; k += part.size()) {
        std::uint32_t w = 0;
        for (int j = 0; j < 32 && k < words; ++j) {
          w |= ((x[chunk - 1 - (32 * k + j)] >> plane(p)) & 1u) << j;
        }
        memory[k] = w;
      }
      part.sync();
      const int away = linear_complexity_of(part, memory, chunk, memory + words + 2) - chunk / 2;
      if (part.rank() == 0) team.count(p * cells + 16 + (away < -16 ? -16 : away > 16 ? 16 : away));
    }
    team.sync();
  }
  static outcome judge(const tally& t);
};
using linear_complexity_short = linear_complexity<4096, 3>;
using linear_complexity_long = linear_complexity<32768, 2>;

/// The rank of n x n bits in rows of n / 32 words, which are overwritten. A row has 1, 2, 4 ... 32 words.
///
/// Members read one word of neighbouring rows at a time. These would all be in one bank of a GPU's shared
/// memory, so if there is more than one member, row r is rotated by r words / 32.
template <int n, class Team>
TALI_FN int rank_of(const Team& team, std::uint32_t* rows) {
  constexpr int words = n / 32;
  static_assert(words >= 1 && words <= 32 && 32 % words == 0 && n % 32 == 0);
  const bool turned = team.size() > 1;
  /// Word k of row r.
  const auto at = [&](int r, int k) -> std::uint32_t& {
    return rows[r * words + (turned ? (k + r * words / 32) & (words - 1) : k)];
  };
  if (turned) {
    for (int r = team.rank(); r < n; r += team.size()) {
      std::uint32_t row[words];
      for (int k = 0; k < words; ++k) row[k] = rows[r * words + k];
      for (int k = 0; k < words; ++k) at(r, k) = row[k];
    }
    team.sync();
  }
  int rank = 0;
  for (int column = 0; column < n; ++column) {
    const int word = column / 32;
    const std::uint32_t bit = 1u << (column % 32);
    std::uint32_t first = 0xffffffffu;
    for (int r = rank + team.rank(); r < n; r += team.size()) {
      if ((at(r, word) & bit) != 0) {
        first = static_cast<std::uint32_t>(r);
        break;
      }
    }
    first = team.minimum(first);
    if (first == 0xffffffffu) continue;
    const int found = static_cast<int>(first);
    for (int k = word + team.rank(); k < words; k += team.size()) {
      const std::uint32_t w = at(found, k);
      at(found, k) = at(rank, k);
      at(rank, k) = w;
    }
    team.sync();
    // Rows share only the pivot; those above `found` have a zero in this column.
    for (int r = found + 1 + team.rank(); r < n; r += team.size()) {
      if ((at(r, word) & bit) == 0) continue;
      for (int k = word; k < words; ++k) at(r, k) ^= at(rank, k);
    }
    team.sync();
    ++rank;
  }
  return rank;
}

/// Ranks of size x size matrices: full, one less, two less, or at least three less.
template <int size>
struct matrix_rank : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = size == 256 ? "matrix rank, 256 x 256" : "matrix rank, 1024 x 1024";
  static constexpr int words = size / 32 * size;
  static constexpr int chunk = words < 4096 ? 4096 : words, share = 16;
  static constexpr int matrices = chunk / words;
  static constexpr int cells = 4, counts = cells;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    const auto& part = team.template part<matrices>();
    for (int m = part.index(); m < matrices; m += part.parts()) {
      const int less = size - rank_of<size>(part, x + m * words);
      if (part.rank() == 0) team.count(less < 3 ? less : 3);
    }
  }
  static outcome judge(const tally& t);
};

/// Ranks of 64 x 64 matrices: from whole words (32 matrices per chunk), from 4096 top bits, from 4096 lowest
/// bits.
template <>
struct matrix_rank<64> : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "matrix rank, 64 x 64";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int cells = 4, counts = 3 * cells;

  TALI_FN static int missing(std::uint64_t (&rows)[64]) {
    int rank = 0;
    for (int column = 0; column < 64; ++column) {
      int r = rank;
      while (r < 64 && ((rows[r] >> column) & 1u) == 0) ++r;
      if (r == 64) continue;
      const std::uint64_t pivot = rows[r];
      rows[r] = rows[rank];
      for (++r; r < 64; ++r) rows[r] ^= ((rows[r] >> column) & 1u) != 0 ? pivot : 0u;
      ++rank;
    }
    return rank > 61 ? 64 - rank : 3;
  }

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    for (int m = team.rank(); m < 34; m += team.size()) {
      std::uint64_t rows[64];
      for (int r = 0; r < 64; ++r) {
        if (m < 32) {
          rows[r] = join(x[m * 128 + 2 * r], x[m * 128 + 2 * r + 1]);
        } else {
          rows[r] = 0;
          for (int k = 0; k < 64; ++k) {
            rows[r] |= std::uint64_t{(x[64 * r + k] >> (m == 32 ? 31 : 0)) & 1u} << k;
          }
        }
      }
      team.count((m < 32 ? 0 : (m - 31) * cells) + missing(rows));
    }
  }
  static outcome judge(const tally& t);
};

}  // namespace tali::lab::certify
