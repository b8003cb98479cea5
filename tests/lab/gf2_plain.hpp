// SPDX-License-Identifier: Apache-2.0
// The same questions answered the slow and plain way, without a line of the fast kernels.
#pragma once

#include <gf2/polynomial.hpp>

namespace tali::lab::gf2::plain {

/// The textbook's Berlekamp-Massey algorithm, one term of the sequence after the other. O(n^2 / 64).
polynomial minimal_polynomial(const polynomial& sequence, std::size_t n);

/// Whether z^(2^p) = z modulo f, of degree p: p squarings, each reduced a byte at a time as a table-driven
/// CRC is. With p prime and f(0) = f(1) = 1 that is irreducibility, and with 2^p - 1 prime the full period.
bool frobenius_fixes_z(const polynomial& f);

}  // namespace tali::lab::gf2::plain
