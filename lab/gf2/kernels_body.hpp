// SPDX-License-Identifier: Apache-2.0
// The kernels, written once for a register type V of 128-bit pieces. Every file that includes this has its V
// in an unnamed namespace, so that the linker never uses one instruction set's code for another.
#pragma once

#include "kernels.hpp"

namespace tali::lab::gf2 {
namespace {

template <class V>
void multiply_add(word* low, word* mid, word* high, const word* a, std::size_t n, const word* m) {
  constexpr std::size_t pairs = block / 2;
  V factor[pairs];
  for (std::size_t j = 0; j < pairs; ++j) factor[j] = V::broadcast(m + 2 * j);
  for (std::size_t k = 0; k < n + block; k += V::words) {
    V l = V::load(low + k), c = V::load(mid + k), h = V::load(high + k);
    for (std::size_t j = 0; j < pairs; ++j) {
      const V row = V::load(a + k - 2 * j);
      l = l + V::template product<0, 0>(row, factor[j]);
      c = c + V::template product<0, 1>(row, factor[j]) + V::template product<1, 0>(row, factor[j]);
      h = h + V::template product<1, 1>(row, factor[j]);
    }
    l.store(low + k);
    c.store(mid + k);
    h.store(high + k);
  }
}

/// Pair is a V of one 128-bit piece.
template <class Pair>
void square(word* r, const word* a, std::size_t n) {
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const Pair v = Pair::load(a + i);
    Pair::template product<0, 0>(v, v).store(r + 2 * i);
    Pair::template product<1, 1>(v, v).store(r + 2 * i + 2);
  }
  if (i < n) {
    const word last[2] = {a[i], 0};
    const Pair v = Pair::load(last);
    Pair::template product<0, 0>(v, v).store(r + 2 * i);
  }
}

template <class V>
void transform(const word (&m)[4], word* x, word* y, std::size_t n, unsigned shift, word* scratch) {
  const std::size_t stride = (n + V::words) / V::words * V::words + block;  // at least one more than the rows
  word* const even[2] = {scratch, scratch + stride};
  word* const odd[2] = {scratch + 2 * stride, scratch + 3 * stride};
  V factor[4];
  for (int k = 0; k < 4; ++k) {
    const word twice[2] = {m[k], m[k]};
    factor[k] = V::broadcast(twice);
  }
  for (std::size_t i = 0; i < n; i += V::words) {
    V vx, vy;
    if (i + V::words <= n) {
      vx = V::load(x + i);
      vy = V::load(y + i);
    } else {
      word tx[V::words] = {}, ty[V::words] = {};
      for (std::size_t k = 0; i + k < n; ++k) tx[k] = x[i + k], ty[k] = y[i + k];
      vx = V::load(tx);
      vy = V::load(ty);
    }
    for (int row = 0; row < 2; ++row) {
      const V fx = factor[2 * row], fy = factor[2 * row + 1];
      (V::template product<0, 0>(vx, fx) + V::template product<0, 0>(vy, fy)).store(even[row] + i);
      (V::template product<1, 0>(vx, fx) + V::template product<1, 0>(vy, fy)).store(odd[row] + i);
    }
  }
  // Word i of a row is even[i] + odd[i - 1].
  const std::size_t end = (n + V::words - 1) / V::words * V::words;  // written so far
  for (int row = 0; row < 2; ++row) {
    even[row][end] = 0;
    odd[row][end] = 0;
    word* const r = row == 0 ? x : y;
    const word* const e = even[row];
    const word* const o = odd[row];
    if (shift == 0) {
      r[0] = e[0];
      for (std::size_t i = 1; i <= n; ++i) r[i] = e[i] ^ o[i - 1];
    } else {
      const unsigned up = 64 - shift;
      r[0] = e[0] >> shift | (e[1] ^ o[0]) << up;
      for (std::size_t i = 1; i < n; ++i) r[i] = (e[i] ^ o[i - 1]) >> shift | (e[i + 1] ^ o[i]) << up;
      if (n > 0) r[n] = (e[n] ^ o[n - 1]) >> shift;
    }
  }
}

/// 64 bytes at any address: one register or several, depending on the instruction set.
using chunk [[gnu::vector_size(64), gnu::aligned(4), gnu::may_alias]] = std::uint64_t;

/// A piece of r stays in registers while all rows are added to it.
template <int Chunks, class Word>
inline void add_piece(Word* r, const Word* const* rows, std::size_t count, std::size_t at) {
  constexpr std::size_t per_chunk = sizeof(chunk) / sizeof(Word);
  chunk sum[Chunks];
  for (int k = 0; k < Chunks; ++k) sum[k] = *reinterpret_cast<const chunk*>(r + at + per_chunk * k);
  for (std::size_t j = 0; j < count; ++j) {
    const Word* const row = rows[j] + at;
    for (int k = 0; k < Chunks; ++k) sum[k] ^= *reinterpret_cast<const chunk*>(row + per_chunk * k);
  }
  for (int k = 0; k < Chunks; ++k) *reinterpret_cast<chunk*>(r + at + per_chunk * k) = sum[k];
}

template <class Word>
void add(Word* r, const Word* const* rows, std::size_t count, std::size_t n) {
  constexpr std::size_t per_chunk = sizeof(chunk) / sizeof(Word);
  std::size_t i = 0;
  for (; i + 4 * per_chunk <= n; i += 4 * per_chunk) add_piece<4>(r, rows, count, i);
  for (; i + per_chunk <= n; i += per_chunk) add_piece<1>(r, rows, count, i);
  for (; i < n; ++i) {
    Word sum = r[i];
    for (std::size_t j = 0; j < count; ++j) sum ^= rows[j][i];
    r[i] = sum;
  }
}

}  // namespace
}  // namespace tali::lab::gf2
