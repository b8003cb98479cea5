// SPDX-License-Identifier: Apache-2.0
#include "gf2_plain.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace tali::lab::gf2::plain {

polynomial minimal_polynomial(const polynomial& sequence, std::size_t n) {
  const std::size_t size = n / 64 + 2;
  std::vector<word> c(size), b(size), keep, window(size);  // window: the last terms, the newest in bit 0
  c[0] = b[0] = 1;
  std::size_t length = 0, since = 1;  // steps since b was the current polynomial
  for (std::size_t i = 0; i < 2 * n; ++i) {
    word carry = sequence[i] ? 1 : 0;
    word sum = 0;
    for (std::size_t k = 0; k <= length / 64 + 1 && k < size; ++k) {
      const word out = window[k] >> 63;
      window[k] = window[k] << 1 | carry;
      carry = out;
      sum ^= window[k] & c[k];
    }
    if (std::popcount(sum) % 2 == 0) {
      ++since;
      continue;
    }
    if (2 * length <= i) keep = c;
    const std::size_t skip = since / 64;
    const unsigned up = since % 64;
    for (std::size_t k = 0; skip + k < size; ++k) {
      c[skip + k] ^= b[k] << up;
      if (up != 0 && skip + k + 1 < size) c[skip + k + 1] ^= b[k] >> (64 - up);
    }
    if (2 * length <= i) {
      // The register grows: it includes terms again that had left the window.
      length = i + 1 - length;
      std::fill(window.begin(), window.end(), word{0});
      for (std::size_t k = 0; k < 64 * size && k <= i; ++k) {
        if (sequence[i - k]) window[k / 64] |= word{1} << (k % 64);
      }
      b = keep;
      since = 1;
    } else {
      ++since;
    }
  }
  return polynomial(c).truncated(length + 1).reversed(length);
}

namespace {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
[[gnu::target_clones("default", "avx2", "avx512f")]]
#endif
void add(unsigned char* __restrict r, const unsigned char* __restrict a, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) r[i] ^= a[i];
}

}  // namespace

bool frobenius_fixes_z(const polynomial& f) {
  const auto p = static_cast<std::size_t>(f.degree());
  const std::size_t n = p / 64 + 2;  // words of a row that has room for the 8 coefficients around p

  // table[t]: the multiple of f, aligned, whose coefficients from degree p to p + 7 are the bits of t. It
  // clears a byte above degree p.
  std::vector<std::vector<word>> table(256, std::vector<word>(n));
  std::vector<std::vector<word>> shifted(8, std::vector<word>(n));
  for (unsigned s = 0; s < 8; ++s) {
    for (std::size_t i = 0; i <= p; ++i) {
      if (f[i]) shifted[s][(i + s) / 64] ^= word{1} << ((i + s) % 64);
    }
  }
  for (unsigned t = 1; t < 256; ++t) {
    unsigned rest = t;  // bits from p + 7 down to p that remain to be made
    for (unsigned s = 8; s-- > 0;) {
      if ((rest >> s & 1) == 0) continue;
      for (std::size_t k = 0; k < n; ++k) table[t][k] ^= shifted[s][k];
      for (unsigned lower = 0; lower <= s; ++lower) {
        if (f[p + lower - s]) rest ^= 1u << lower;
      }
    }
  }

  // Rows are aligned to p modulo 8: they hold z^a * h with p + a a multiple of 8.
  const unsigned align = static_cast<unsigned>((8 - p % 8) % 8);
  for (auto& row : table) {
    for (unsigned i = 0; i < align; ++i) {
      word carry = 0;
      for (word& w : row) {
        const word out = w >> 63;
        w = w << 1 | carry;
        carry = out;
      }
    }
  }
  const std::size_t row_bytes = (p + align) / 8 + 1;  // the byte that is cleared is the last
  std::vector<std::vector<unsigned char>> bytes(256, std::vector<unsigned char>(row_bytes));
  for (unsigned t = 0; t < 256; ++t) {
    for (std::size_t i = 0; i < row_bytes; ++i) {
      bytes[t][i] = static_cast<unsigned char>(table[t][i / 8] >> (8 * (i % 8)));
    }
  }

  std::array<std::uint16_t, 256> spread{};  // moves bit i of a byte to bit 2 i
  for (unsigned t = 0; t < 256; ++t) {
    for (unsigned i = 0; i < 8; ++i)
      spread[t] = static_cast<std::uint16_t>(spread[t] | (t >> i & 1) << (2 * i));
  }
  const std::size_t size = (p + 7) / 8;
  std::vector<unsigned char> h(size + 1);  // the extra byte is 0
  h[0] = 2;
  std::vector<unsigned char> square(2 * size + 2 + row_bytes);
  for (std::size_t k = 0; k < p; ++k) {
    std::fill(square.begin(), square.end(), static_cast<unsigned char>(0));
    for (std::size_t i = 0; i < size; ++i) {
      const unsigned pair = static_cast<unsigned>(spread[h[i]]) << align;  // at most 15 + 7 bits
      square[2 * i] = static_cast<unsigned char>(square[2 * i] | pair);
      square[2 * i + 1] = static_cast<unsigned char>(pair >> 8);
      square[2 * i + 2] = static_cast<unsigned char>(pair >> 16);
    }
    for (std::size_t top = 2 * size + 1; top + 1 >= row_bytes; --top) {
      const unsigned char t = square[top];
      if (t != 0) add(square.data() + (top + 1 - row_bytes), bytes[t].data(), row_bytes);
      if (top == 0) break;
    }
    for (std::size_t i = 0; i < size; ++i) {
      h[i] = static_cast<unsigned char>((square[i] | square[i + 1] << 8) >> align);
    }
  }
  h[0] ^= 2;
  return std::none_of(h.begin(), h.end(), [](unsigned char byte) { return byte != 0; });
}

}  // namespace tali::lab::gf2::plain
