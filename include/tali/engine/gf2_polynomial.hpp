// SPDX-License-Identifier: Apache-2.0
// Polynomials over GF(2), for jumps of F2-linear generators: the characteristic polynomial of a step, and
// powers of x modulo it. The polynomial x^n represents n steps.
//
// Sources: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Trans. Inf. Theory 15(1), 1969;
// H. Haramoto, M. Matsumoto, T. Nishimura, F. Panneton and P. L'Ecuyer, "Efficient jump ahead for F2-linear
// random number generators", INFORMS J. Comput. 20(3), 2008, section 2. Needs the compiled library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tali::detail {

/// A polynomial over GF(2): the coefficient of x^k is bit k mod 64 of word k / 64.
using gf2_polynomial = std::vector<std::uint64_t>;

/// The degree; -1 for the zero polynomial.
int degree(std::span<const std::uint64_t> polynomial);

/// The polynomial of lowest degree with sum of c_k s_(i+k) = 0 for all i, for a sequence of bits, by the
/// Berlekamp-Massey algorithm. At least twice as many bits as the degree must be given. O(n^2 / 64) word
/// operations.
gf2_polynomial minimal_polynomial(std::span<const std::uint8_t> bits);

/// Powers of x modulo a polynomial of degree p: O(p^2) bit operations per squaring.
class gf2_power {
 public:
  /// @param modulus  of degree at least 8
  explicit gf2_power(gf2_polynomial modulus);

  [[nodiscard]] const gf2_polynomial& modulus() const { return modulus_; }

  /// x^n.
  [[nodiscard]] gf2_polynomial operator()(std::uint64_t n) const;

  /// x^-n, for a modulus that is not a multiple of x: steps back.
  [[nodiscard]] gf2_polynomial back(std::uint64_t n) const;

  /// x^(to - from), modulo the order of x.
  [[nodiscard]] gf2_polynomial between(std::uint64_t from, std::uint64_t to) const {
    return from <= to ? (*this)(to - from) : back(from - to);
  }

  /// a b, for polynomials of lower degree than the modulus.
  [[nodiscard]] gf2_polynomial product(const gf2_polynomial& a, const gf2_polynomial& b) const;

  /// a^n, for a polynomial of lower degree than the modulus.
  [[nodiscard]] gf2_polynomial power(const gf2_polynomial& a, std::uint64_t n) const;

 private:
  void reduce(std::vector<std::uint64_t>& a) const;
  /// x^n by squarings, each followed by `step` where n's binary digit is 1.
  template <class Step>
  [[nodiscard]] gf2_polynomial by_squarings(std::uint64_t n, const Step& step) const;

  void reduce_by_terms(std::vector<std::uint64_t>& a) const;

  gf2_polynomial modulus_;
  int degree_;
  std::vector<std::size_t> terms_;  // exponents, if the modulus has so few terms that shifts are faster
  std::size_t block_ = 0;  // words that are reduced together: at most as many bits as between the two
                           // highest terms
  std::vector<std::uint64_t> multiples_;  // 256 multiples of the modulus, by the byte above x^degree
  std::size_t row_;                       // words of one
};

}  // namespace tali::detail
