// SPDX-License-Identifier: Apache-2.0
// Dimensions of equidistribution of a linear generator and of an MTGP.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <gf2/polynomial.hpp>

#include "source.hpp"

namespace tali::lab::mtgp {

// Reduced bases of the lattices over GF(2)[z] that determine the dimension of equidistribution.
//
// Let output bit j have the generating function N_j / f, f of degree p. A linear relation among k consecutive
// outputs, of v bits each, is a vector (w_1 ... w_v) of polynomials of degree below k with w_1 N_1 + ... +
// w_v N_v = 0 modulo f. All such vectors are a lattice of rank v and determinant f. The dimension of
// equidistribution k(v) is the smallest degree of a non-zero vector: R. Couture, P. L'Ecuyer, "Lattice
// computations for random numbers", Math. Comp. 69, 2000.
//
// The basis is in weak Popov form, which contains the shortest vector: T. Mulders, A. Storjohann, "On lattice
// reduction for polynomial matrices", J. Symb. Comput. 35, 2003; S. Harase, "An efficient lattice reduction
// method for F2-linear pseudorandom number generators using Mulders and Storjohann algorithm", J. Comput.
// Appl. Math. 236, 2011.

/// A vector of polynomials: word i holds the coefficients of z^i, bit j that of component j. Multiplication
/// by z moves by one word, and the leading coefficients are one word.
template <class Word>
class vector_polynomial {
 public:
  vector_polynomial() = default;
  /// (f, 0, 0, ...)
  explicit vector_polynomial(const gf2::polynomial& f);

  /// -1 for zero.
  [[nodiscard]] std::ptrdiff_t degree() const { return static_cast<std::ptrdiff_t>(c_.size()) - 1; }
  /// The highest component of the highest degree. The vector must not be zero.
  [[nodiscard]] unsigned pivot() const;
  [[nodiscard]] Word leading() const { return c_.back(); }

  vector_polynomial& operator+=(const vector_polynomial& b);
  /// Adds vectors of no higher degree, each times the power of z that makes the degrees equal.
  void add_aligned(const std::vector<const vector_polynomial*>& rows);
  /// Adds 1 to a component.
  void add_unit(unsigned component);

 private:
  void trim() {
    while (!c_.empty() && c_.back() == 0) c_.pop_back();
  }
  std::vector<Word> c_;  // the last is not 0
};

/// The lattice of the relations modulo f among the output bits added so far.
template <class Word>
class lattice {
 public:
  /// One bit, whose numerator is a unit: its relations are the multiples of f.
  explicit lattice(const gf2::polynomial& f);

  [[nodiscard]] unsigned rank() const { return rank_; }

  /// Adds one bit.
  /// @param numerator  a vector w with w_1 N_1 + ... = N_new modulo f: (N_new / N_1, 0, ...), or its reduced
  /// form
  void add_bit(vector_polynomial<Word> numerator);

  /// Subtracts vectors of the basis until x has a leading term that none of them has.
  void reduce(vector_polynomial<Word>& x) const;

  /// k(rank())
  [[nodiscard]] std::ptrdiff_t shortest() const;

 private:
  /// Subtracts all vectors that the leading coefficients of x allow, degree by degree.
  void lower(vector_polynomial<Word>& x) const;

  unsigned rank_ = 1;
  std::vector<vector_polynomial<Word>> basis_;  // by pivot; empty: no vector has it
};

extern template class vector_polynomial<std::uint32_t>;
extern template class vector_polynomial<std::uint64_t>;
extern template class lattice<std::uint32_t>;
extern template class lattice<std::uint64_t>;

/// k(v) and d(v) = floor(p / v) - k(v) for v = 1 ... w, at index v - 1.
struct dimensions {
  std::vector<int> k, d;
  /// The total dimension defect: the sum of d.
  [[nodiscard]] int delta() const;
};

/// The dimensions of any linear generator with an irreducible characteristic polynomial f: `bits` are the
/// numerators of its output bits, the most significant first. Cost: about p^2 ln(w) / 4 operations on
/// registers of 64 bytes.
/// @throws argument_error if a sequence is all zero
dimensions equidistribution(const std::vector<gf2::polynomial>& bits, const gf2::polynomial& f);

/// Counts the tempered outputs' bits from the most significant one, as in Table 1, or from the least
/// significant one, for k'(v).
enum class significant { most, least };
template <mtgp_word Word>
dimensions equidistribution(const mtgp_parameters<Word>& set, const gf2::polynomial& characteristic,
                            significant end = significant::most);

/// The set whose total dimension defect the authors published in 2009 (MTGP 1.0; its 64-bit sets were never
/// revised): T's last row has 1 in all columns of the last step of their search, which are 20 ... 23 of
/// 32-bit words and 15 ... 20 of 64-bit words, counted from the most significant bit.
template <mtgp_word Word>
mtgp_parameters<Word> as_measured_2009(mtgp_parameters<Word> set);

}  // namespace tali::lab::mtgp
