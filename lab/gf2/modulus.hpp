// SPDX-License-Identifier: Apache-2.0
// Arithmetic modulo a polynomial over GF(2) with constant term 1, by Montgomery's method.
#pragma once

#include <vector>

#include "polynomial.hpp"

namespace tali::lab::gf2 {

/// A residue a modulo f is stored as a * R with R = z^(64 n), where a row has n words: then a reduction needs
/// only f's low words and no shifts. P. L. Montgomery, "Modular multiplication without trial division", 1985;
/// for GF(2)[z] C. K. Koc, T. Acar, 1998. R is a unit, so it does not change common divisors.
class modulus {
 public:
  /// @param f  of degree 1 or more, with constant term 1
  explicit modulus(const polynomial& f);

  using residue = std::vector<word>;  // rows of words() words

  [[nodiscard]] std::size_t words() const { return n_; }
  [[nodiscard]] const polynomial& f() const { return f_; }

  /// z^e * R, by e + 64 n - deg f doublings; for small e.
  [[nodiscard]] residue power(std::size_t e) const;
  /// a * R for deg a < deg f.
  [[nodiscard]] residue enter(const polynomial& a);
  /// a from a * R.
  [[nodiscard]] polynomial leave(const residue& a);

  /// r = a^2 / R: the square of the residue that a stores. r may be a.
  void square(residue& r, const residue& a);
  /// r = a b / R. r may be a or b.
  void multiply(residue& r, const residue& a, const residue& b);

 private:
  /// r = product / R, from the 2n words of product_.
  void reduce(residue& r);

  polynomial f_;
  std::size_t degree_, n_;
  std::vector<word> row_;          // f with padding on both sides
  std::vector<word> inverse_row_;  // 1/f mod z^(64 block) with padding on both sides
  std::vector<word> product_, low_, mid_, high_;
};

}  // namespace tali::lab::gf2
