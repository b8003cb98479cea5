// SPDX-License-Identifier: Apache-2.0
// Euclid's algorithm over GF(2) in three forms: minimal polynomials of bit sequences (Berlekamp-Massey),
// coprimality, inverses.
//
// All three are "division steps", each of which reads one bit of two power series: D. J. Bernstein, B.-Y.
// Yang, "Fast constant-time gcd computation and modular inversion", TCHES 2019(3), and for the minimal
// polynomial J. L. Massey, "Shift-register synthesis and BCH decoding", 1969. 63 steps depend on 63 bits
// only. They are computed on words and give a 2x2 matrix of polynomials, by which the long rows are
// multiplied once.
#pragma once

#include <cstddef>

#include "polynomial.hpp"

namespace tali::lab::gf2 {

/// The minimal polynomial of the sequence whose first 2n terms are coefficients 0 ... 2n - 1 of `sequence`,
/// if its degree is at most n: m(z) of smallest degree L with sum_j m_j s_(i+j) = 0.
polynomial minimal_polynomial(const polynomial& sequence, std::size_t n);

/// Whether a and b have no common factor. a must not be 0.
bool coprime(const polynomial& a, const polynomial& b);

/// The inverse of a modulo f; both must be coprime, and deg a < deg f.
polynomial inverse(const polynomial& a, const polynomial& f);

}  // namespace tali::lab::gf2
