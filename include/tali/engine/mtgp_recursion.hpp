// SPDX-License-Identifier: Apache-2.0
// The arithmetic of MTGP: the recursion (7) and the tempering (10), for one word or for SIMD lanes.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM TOMS
// 39(2), 2013, definitions 3.3 and 3.4; for 64-bit words the authors' release: its recursion works on 32-bit
// halves.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// u of definition 3.3, before the matrix R: from x_i, x_(i+1) and x_(i+M).
TALI_FN constexpr std::uint32_t mtgp_mix(std::uint32_t oldest, std::uint32_t next, std::uint32_t middle,
                                         std::uint32_t mask, int shift1, int shift2) {
  const std::uint32_t t = (oldest & mask) ^ next;
  return t ^ (t << shift1) ^ (middle >> shift2);
}

/// The same for 64 bits: both shifts act on the halves, and the halves of t are swapped.
TALI_FN constexpr std::uint64_t mtgp_mix(std::uint64_t oldest, std::uint64_t next, std::uint64_t middle,
                                         std::uint64_t mask, int shift1, int shift2) {
  const std::uint64_t t = (oldest & mask) ^ next;
  const std::uint32_t low = narrow(t), high = narrow(t >> 32);
  return join((high ^ (high << shift1)) ^ (narrow(middle) >> shift2),
              (low ^ (low << shift1)) ^ (narrow(middle >> 32) >> shift2));
}

/// The number 0 ... 15 of the row vector that tempering multiplies by T, from x_(i+M-1).
template <class Word>
TALI_FN constexpr std::uint32_t mtgp_fold(Word x) {
  x ^= x >> 16;
  x ^= x >> 8;
  return static_cast<std::uint32_t>(x) & 15u;
}

/// A row vector of four bits times a matrix, by masks: the low four bits of v select rows.
template <class Word>
TALI_FN constexpr Word mtgp_product(Word v, Word row1, Word row2, Word row4, Word row8) {
  const Word zero{0}, one{1};
  return ((zero - (v & one)) & row1) ^ ((zero - ((v >> 1) & one)) & row2) ^
         ((zero - ((v >> 2) & one)) & row4) ^ ((zero - ((v >> 3) & one)) & row8);
}

}  // namespace detail

}  // namespace tali
