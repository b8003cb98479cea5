// SPDX-License-Identifier: Apache-2.0
// Arithmetic modulo a polynomial over GF(2) with constant term 1, after Montgomery.
#pragma once

#include <vector>

#include "polynomial.hpp"

namespace tali::lab::gf2 {

/// Residues modulo f are kept as a * R with R = z^(64 n), n the words of a row: then a reduction needs only
/// f's low words and no shifts. P. L. Montgomery, "Modular multiplication without trial division", 1985; for
/// GF(2)[z] C. K. Koc, T. Acar, 1998. The factor R is a unit, so it matters to no common divisor.
class modulus {
 public:
  /// @param f  of degree 1 at least, constant term 1
  explicit modulus(const polynomial& f);

  using residue = std::vector<word>;  // rows of words() words

  [[nodiscard]] std::size_t words() const { return n_; }
  [[nodiscard]] const polynomial& f() const { return f_; }

  /// z^e * R, by e + 64 n - deg f doublings: for small e.
  [[nodiscard]] residue power(std::size_t e) const;
  /// a * R for deg a < deg f.
  [[nodiscard]] residue enter(const polynomial& a);
  /// a from a * R.
  [[nodiscard]] polynomial leave(const residue& a);

  /// r = a^2 / R, that is the square of the residue that a stands for. r may be a.
  void square(residue& r, const residue& a);
  /// r = a b / R. r may be a or b.
  void multiply(residue& r, const residue& a, const residue& b);

 private:
  /// r = product / R, of the 2n words of product_.
  void reduce(residue& r);

  polynomial f_;
  std::size_t degree_, n_;
  std::vector<word> row_;          // f between its padding
  std::vector<word> inverse_row_;  // 1/f mod z^(64 block) between its padding
  std::vector<word> product_, low_, mid_, high_;
};

}  // namespace tali::lab::gf2
