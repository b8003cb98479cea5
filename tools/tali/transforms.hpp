// SPDX-License-Identifier: Apache-2.0
// Sequences made from a sequence, for statistical tests: successive differences, and selected bits of every
// value.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM TOMS
// 39(2), 2013, sections 4.5 (y = x_n - x_(n-1) mod 1) and 5 (bits 26 to 30).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "host_fill.hpp"

namespace tali::tool {

/// Element i is x_(i+1) - x_i: modulo 1 for floating-point numbers, which must be in [0, 1), and modulo 2^w
/// for integers of w bits.
std::unique_ptr<host_fill> make_differences(std::unique_ptr<host_fill> source, std::string_view type);

/// Bits `low` to `high` of values; bit 1 is the most significant.
struct bit_range {
  int low, high;
  [[nodiscard]] int count() const { return high - low + 1; }
};

/// @param text  "26:30"
/// @throws argument_error unless 1 <= low <= high <= bits of the type
bit_range parse_bits(const std::string& text, std::string_view type);

/// Selected bits of all values, as 32-bit words: the bits of all values in order, the most significant first,
/// fill the words from the most significant end.
std::unique_ptr<host_fill> make_bits(std::unique_ptr<host_fill> source, bit_range bits,
                                     std::size_t value_bytes);

/// Numbers in [low, high): element i is low + (high - low) u, where u is element i of [0, 1), in one fused
/// multiply-add of the type's precision; if that rounds up to high, it is the next number below.
/// @param type  f32 or f64; low and high are numbers of this type, with low < high and a finite difference
std::unique_ptr<host_fill> make_scaled(std::unique_ptr<host_fill> unit, std::string_view type, double low,
                                       double high);

/// Normal numbers mapped to uniform 32-bit words by the normal distribution function, for test batteries.
/// @param normals          makes standard normal numbers, f64
/// @param map              returns a number's word
/// @param mapping_threads  threads that map a piece: more than one if pieces come one at a time
std::unique_ptr<host_fill> make_uniform(std::unique_ptr<host_fill> normals, std::uint32_t (*map)(double),
                                        int mapping_threads);

}  // namespace tali::tool
