// SPDX-License-Identifier: Apache-2.0
// The lab's model of the warp Gaussian: shapes, bit layout and dataflow. All computations about the generator
// use this file.
//
// Source: A. P. Goucher, "Training a random Gaussian generator" (2022), section "CUDA implementation".
//
// 32 lanes, each with a random word e. Lane l owns table row l mod 16.
//   a = row[bits 4..11 of e], b = row[bits 20..27 of e]
//   negate a by bit 19, b by 18; mix(1);  by 17, 16; mix(2);  by 15, 14; mix(4);  by 13, 12;
//   c = (e ^ b) | 1, as a signed word
//   mix(8);  by 3, 2; mix(16);  by 0, 1
//   output = k_a a + k_b b + k_c c, with k_a : k_b = sqrt(5) : 2
// where mix(i) is (a, b) <- (a - b, the sum a + b of lane l ^ i).
//
// The result, for lane l (tests/lab/normal_model_test.cpp follows unit vectors through the layers):
//   - a is a signed sum of the 32 values of l's half-warp, b of the 32 values of the other half: two values
//     of each of the 16 rows in each, so a and b have one law and are independent.
//   - after mix(4), b is the sum B of the eight values of lanes l^4 .. l^7.
//   - with s_i = -1 if bit i of e is set, and W the other 22 values of the half-warp,
//       a = s0 s3 [ s13 s15 s17 (s19 a0 - s18 b0) - s12 B + W ],   c = (e ^ s12 B) | 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tali::lab::normal {

inline constexpr int warp_size = 32;
inline constexpr int row_count = 16;
inline constexpr int row_size = 256;
/// Number of values of one row in the register a, and also in b.
inline constexpr int copies = 2;
/// The table's values are about 2^24 standard deviations of a row.
inline constexpr double table_unit = 0x1p24;

/// The use of a word's bits, as far as they connect c with a. A model with fewer bits can be enumerated.
struct bit_layout {
  int word_bits = 32;
  int index_bits = 8;
  int a_index = 4;                                                   ///< lowest bit of the index of value a
  int b_index = 20;                                                  ///< lowest bit of the index of value b
  std::uint32_t a_sign = 1u << 13 | 1u << 15 | 1u << 17 | 1u << 19;  ///< bits that negate a0 in a
  std::uint32_t b_sign = 1u << 13 | 1u << 15 | 1u << 17 | 1u << 18;  ///< bits that negate b0 in a
};

/// The two registers of every lane, and b when c reads it.
template <class Value>
struct registers {
  std::array<Value, warp_size> a, b, b_in_c;
};

/// The dataflow, for any values that can be added, subtracted and negated.
template <class Value>
registers<Value> butterfly(std::array<Value, warp_size> a, std::array<Value, warp_size> b,
                           const std::array<std::uint32_t, warp_size>& entropy) {
  const auto negate = [&](int a_bit, int b_bit) {
    for (std::size_t l = 0; l < warp_size; ++l) {
      if (entropy[l] >> a_bit & 1u) a[l] = -a[l];
      if (entropy[l] >> b_bit & 1u) b[l] = -b[l];
    }
  };
  const auto mix = [&](std::size_t i) {
    std::array<Value, warp_size> sum;
    for (std::size_t l = 0; l < warp_size; ++l) {
      sum[l] = a[l] + b[l];
      a[l] = a[l] - b[l];
    }
    for (std::size_t l = 0; l < warp_size; ++l) b[l] = sum[l ^ i];
  };
  negate(19, 18), mix(1);
  negate(17, 16), mix(2);
  negate(15, 14), mix(4);
  negate(13, 12);
  registers<Value> r;
  r.b_in_c = b;
  mix(8);
  negate(3, 2), mix(16);
  negate(0, 1);
  r.a = std::move(a);
  r.b = std::move(b);
  return r;
}

}  // namespace tali::lab::normal
