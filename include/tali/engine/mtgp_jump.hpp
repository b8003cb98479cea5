// SPDX-License-Identifier: Apache-2.0
// Jump-ahead of MTGP: the characteristic polynomial, powers of x modulo it, and their application to a state.
//
// Sources: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Trans. Inf. Theory 15(1), 1969;
// H. Haramoto, M. Matsumoto, T. Nishimura, F. Panneton and P. L'Ecuyer, "Efficient jump ahead for F2-linear
// random number generators", INFORMS J. Comput. 20(3), 2008, section 2. Needs the compiled library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali {

/// A polynomial over GF(2): the coefficient of x^k is bit k mod 64 of word k / 64.
using gf2_polynomial = std::vector<std::uint64_t>;

/// The degree, or -1 of the zero polynomial.
int degree(std::span<const std::uint64_t> polynomial);

/// The polynomial of lowest degree with sum of c_k s_(i+k) = 0 for all i, of a sequence of bits of which at
/// least twice that degree are given: Berlekamp and Massey's algorithm. O(n^2 / 64) word operations.
gf2_polynomial minimal_polynomial(std::span<const std::uint8_t> bits);

/// Powers of x modulo a polynomial of degree p: O(p^2) bit operations a squaring.
class gf2_power {
 public:
  /// @param modulus  of degree at least 8
  explicit gf2_power(gf2_polynomial modulus);

  [[nodiscard]] const gf2_polynomial& modulus() const { return modulus_; }

  /// x^n.
  [[nodiscard]] gf2_polynomial operator()(std::uint64_t n) const;

 private:
  void reduce(std::vector<std::uint64_t>& a) const;

  gf2_polynomial modulus_;
  int degree_;
  std::vector<std::uint64_t> multiples_;  // 256 multiples of the modulus, by the byte above x^degree
  std::size_t row_;                       // words of one
};

/// The characteristic polynomial of a parameter set's recursion, of degree mexp for a set of full period.
/// @throws argument_error if its degree is another: the set is no generator of period 2^mexp - 1
template <mtgp_word Word>
gf2_polynomial mtgp_characteristic_polynomial(const mtgp_parameters<Word>& set);

/// Whether a set's recursion is the one that its line in a catalogue is about: a check against damage of the
/// columns mexp, pos, sh1, sh2, tbl*, sha1 and weight, about a millisecond for mexp 11213. Nothing but the
/// measurement of delta (`tali mtgp verify`) tells of the tempering.
/// @param where  what messages begin with, such as "sets.csv:7 "
/// @throws argument_error that names the column: sha1 or weight is not the characteristic polynomial's, or
/// that has another degree than mexp
template <mtgp_word Word>
void check_polynomial(const mtgp_parameters<Word>& set, const std::string& where = {});

/// The state g(F) s of the recursion's step F: for g = x^n it is the state n steps on.
/// @param state  N words, oldest first; replaced
template <mtgp_word Word>
void mtgp_apply(const mtgp_parameters<Word>& set, std::span<const std::uint64_t> g, std::span<Word> state);

/// Makes the N words of a state from an integer, or an array of integers, as the authors' release does.
template <mtgp_word Word>
void mtgp_seed(const mtgp_parameters<Word>& set, Word seed, std::span<Word> state);
template <mtgp_word Word>
void mtgp_seed(const mtgp_parameters<Word>& set, std::span<const Word> seeds, std::span<Word> state);

}  // namespace tali
