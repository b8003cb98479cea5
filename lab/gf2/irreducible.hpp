// SPDX-License-Identifier: Apache-2.0
// Irreducibility of polynomials over GF(2) of prime degree, with the cheap rejections first.
#pragma once

#include "polynomial.hpp"

namespace tali::lab::gf2 {

/// The reason why a polynomial is reducible, or irreducible; stages in the order of their cost.
enum class verdict {
  constant_term,  ///< z divides it
  parity,         ///< z + 1 divides it
  small_factor,   ///< a factor of degree 12 at most
  middle_factor,  ///< a factor of a higher degree, found by distinct-degree factorisation
  frobenius,      ///< z^(2^p) is not z
  irreducible,
};

/// Tests f of prime degree p > 12. If 2^p - 1 is prime, irreducible polynomials are primitive: period 2^p -
/// 1.
verdict test_irreducibility(const polynomial& f);

/// The proof alone, by p squarings: f of prime degree p with f(0) = f(1) = 1 is irreducible if and only if
/// z^(2^p) = z modulo f.
bool frobenius_fixes_z(const polynomial& f);

}  // namespace tali::lab::gf2
