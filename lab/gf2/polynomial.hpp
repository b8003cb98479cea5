// SPDX-License-Identifier: Apache-2.0
// Polynomials over GF(2), dense, one coefficient per bit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels.hpp"

namespace tali::lab::gf2 {

/// A polynomial; coefficient i is bit i % 64 of word i / 64. The number of words is the capacity, not the
/// degree.
class polynomial {
 public:
  polynomial() = default;
  /// Zero, with room for degrees below `bits`.
  explicit polynomial(std::size_t bits) : words_((bits + 63) / 64) {}
  explicit polynomial(std::vector<word> words) : words_(std::move(words)) {}

  /// z^degree
  static polynomial power(std::size_t degree);

  [[nodiscard]] bool operator[](std::size_t i) const {
    return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1) != 0;
  }
  /// Adds z^i; there must be room.
  void flip(std::size_t i) { words_[i / 64] ^= word{1} << (i % 64); }

  /// -1 for zero.
  [[nodiscard]] std::ptrdiff_t degree() const;
  /// Number of terms.
  [[nodiscard]] std::size_t weight() const;
  [[nodiscard]] const std::vector<word>& words() const { return words_; }
  [[nodiscard]] std::vector<word>& words() { return words_; }

  /// The capacity grows as needed.
  polynomial& operator+=(const polynomial& b);
  friend polynomial operator+(polynomial a, const polynomial& b) { return a += b; }
  friend bool operator==(const polynomial& a, const polynomial& b);

  /// z^length * this(1/z): coefficient i becomes coefficient length - i. The degree must not exceed length.
  [[nodiscard]] polynomial reversed(std::size_t length) const;

  /// this mod z^bits
  [[nodiscard]] polynomial truncated(std::size_t bits) const;

  /// this / z^bits, rounded down.
  [[nodiscard]] polynomial shifted_down(std::size_t bits) const;

  /// The coefficients as '0' and '1', the constant one first, up to the degree.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<word> words_;
};

/// Product, quadratic or by Karatsuba's method.
polynomial operator*(const polynomial& a, const polynomial& b);

/// r[0, 2n) = a * b for rows of n words, n a multiple of `block`.
void multiply(word* r, const word* a, const word* b, std::size_t n);

}  // namespace tali::lab::gf2
