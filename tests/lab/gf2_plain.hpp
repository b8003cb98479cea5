// SPDX-License-Identifier: Apache-2.0
// The same questions answered the slow and plain way, without a line of the fast kernels.
#pragma once

#include <gf2/polynomial.hpp>

namespace tali::lab::gf2::plain {

/// The textbook's Berlekamp-Massey algorithm, one term of the sequence at a time. O(n^2 / 64).
polynomial minimal_polynomial(const polynomial& sequence, std::size_t n);

/// Whether z^(2^p) = z modulo f, of degree p: p squarings, each reduced one byte at a time like a
/// table-driven CRC. If p is prime and f(0) = f(1) = 1, this is irreducibility; if 2^p - 1 is also prime, it
/// is the full period.
bool frobenius_fixes_z(const polynomial& f);

}  // namespace tali::lab::gf2::plain
