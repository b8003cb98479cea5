// SPDX-License-Identifier: Apache-2.0
// The proof that a parameter set is what its line in a catalogue says, from its outputs.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <gf2/polynomial.hpp>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::lab::mtgp {

// The digest of a characteristic polynomial, by which the authors' release identifies generators.

/// SHA-1 of the coefficients as characters '0' and '1', the constant term first.
std::array<std::uint8_t, 20> digest(const gf2::polynomial& f);

/// Steps the generator that the line describes, one output after the other, from a state that the search
/// never saw; takes the minimal polynomial of its least significant bits; proves the period 2^p - 1 by p
/// squarings; then compares digest, weight and defect.
/// @param where  what messages begin with, such as "sets.csv:7 "
/// @throws argument_error that names what is wrong: what check() refuses, a reducible polynomial, sha1,
/// weight, delta (and says so where it is as_measured_2009)
template <mtgp_word Word>
void verify(const mtgp_parameters<Word>& set, const std::string& where);

}  // namespace tali::lab::mtgp
