// SPDX-License-Identifier: Apache-2.0
// The parameters of mt607_per_thread: a Dynamic Creator for its small Mersenne Twisters.
//
// Source: M. Matsumoto and T. Nishimura, "Dynamic Creation of Pseudorandom Number Generators", Monte Carlo
// and Quasi-Monte Carlo Methods 1998, 2000: an ID in one half of the matrix's last row makes characteristic
// polynomials distinct. The other half is searched until the polynomial is irreducible; then tempering masks
// are searched bit by bit, from the most significant one.
#pragma once

#include <cstdint>
#include <string>

#include <gf2/polynomial.hpp>

#include <tali/engine/mt607_per_thread.hpp>

#include "equidistribution.hpp"

namespace tali::lab::mtgp {

/// The characteristic polynomial of the recurrence with last row a, of degree 607, in closed form: Matsumoto
/// and Nishimura, "Mersenne Twister", appendix A. With s = t^19 + t^9 it is
///   s^31 (t^18 + t^8) + a_0 s^31 + a_1 s^30 + ... + a_31,
/// so distinct rows have distinct polynomials.
gf2::polynomial mt607_characteristic(std::uint32_t a);

/// The least significant bit of 2 * 607 successive outputs, computed step by step like the engine.
gf2::polynomial mt607_output_bits(const detail::mt607_parameters& p, std::uint64_t start);

/// k(v) of the tempered outputs, from the most significant bit.
dimensions mt607_equidistribution(const detail::mt607_parameters& p);

/// The parameters for (ID, seed, beam), the same on every machine.
/// @param id    0 ... 65535
/// @param beam  number of partial tempering masks to keep, at least 1
/// @throws argument_error for an ID or a beam out of range, or for an ID without an irreducible polynomial
detail::mt607_parameters search_mt607(std::uint32_t id, std::uint64_t seed, int beam);

/// The proof from stepped outputs: their minimal polynomial, its irreducibility by 607 squarings, which is
/// the full period because 2^607 - 1 is a prime; and the defect.
/// @param where  what messages begin with
/// @throws argument_error that names what is wrong
void verify_mt607(const detail::mt607_parameters& p, const std::string& where);

}  // namespace tali::lab::mtgp
