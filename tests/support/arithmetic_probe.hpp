// SPDX-License-Identifier: Apache-2.0
// The operations of arithmetic.hpp on arrays, one value at a time and by lanes, for the SIMD level of
// RegisterBytes and compiled with contraction allowed: what a user's translation unit would make of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tali::test {

enum class operation {
  multiply_add,  ///< add(multiply(a, b), c)
  add_product,   ///< add(a * b, c): the product is the caller's own
  plus,          ///< multiply(a, b) + c: the sum is the caller's own
  fused,         ///< fma(a, b, c)
  quotient,      ///< divide(a, b)
  root,          ///< square_root(absolute(a))
  smaller,       ///< select(is_less(a, b), a, b)
  signed_like,   ///< with_sign(a, bits_of(b))
  plain          ///< a * b + c, which the compiler may fuse: the control
};

/// Doubles of numbers of 64 bits.
enum class conversion {
  unit,      ///< upper_to_unit_double(x)
  odd_unit,  ///< upper_to_unit_double(x, 1)
  wrapped,   ///< wrapped_unit_f64(x)
  // The same of x's two words.
  unit_of_words,
  odd_unit_of_words,
  wrapped_of_words
};

inline constexpr int probe_lanes = 64;

/// n is a multiple of probe_lanes.
template <int RegisterBytes, class T>
void by_value(operation o, const T* a, const T* b, const T* c, T* out, std::size_t n);
template <int RegisterBytes, class T>
void by_lanes(operation o, const T* a, const T* b, const T* c, T* out, std::size_t n);
template <int RegisterBytes>
void of_numbers(conversion c, const std::uint64_t* x, double* out, std::size_t n);
/// Whether any of probe_lanes pairs has a < b.
template <int RegisterBytes, class T>
bool any_less(const T* a, const T* b);

}  // namespace tali::test
