// SPDX-License-Identifier: Apache-2.0
// An MTGP as bit sequences: the 2p bits that a minimal polynomial needs, and the sequences whose sums are the
// outputs.
#pragma once

#include <vector>

#include <gf2/polynomial.hpp>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::lab::mtgp {

/// The least significant bit of x_N, x_(N+1), ...: 2p bits from a state that depends on `start`.
template <mtgp_word Word>
gf2::polynomial low_bits(const mtgp_parameters<Word>& set, std::uint64_t start);

/// The least significant bit of the first 2p outputs, tempered, from the state that depends on `start`:
/// stepped one word at a time, as in the definition.
template <mtgp_word Word>
gf2::polynomial low_output_bits(const mtgp_parameters<Word>& set, std::uint64_t start);

/// The characteristic polynomial, if it is the minimal polynomial of the sequence of low bits: always if it
/// is irreducible, usually otherwise. Empty if three starts gave only factors.
template <mtgp_word Word>
gf2::polynomial characteristic_polynomial(const mtgp_parameters<Word>& set);

/// Every output bit as a sum of sequences that do not depend on the tempering matrix T: output bit k is
/// words[k] + sum of T[i][k] * inputs[i]. Each sequence is a numerator over the characteristic polynomial.
struct linear_parts {
  std::vector<gf2::polynomial> words;   ///< bit k of x_(N+i), 0 is the least significant
  std::vector<gf2::polynomial> inputs;  ///< the four bits by which T is multiplied
};
template <mtgp_word Word>
linear_parts parts_of(const mtgp_parameters<Word>& set, const gf2::polynomial& characteristic);

/// The numerator of a sequence over its characteristic polynomial f of degree p: the polynomial part of
/// f * sum of s_i / z^(i+1).
gf2::polynomial numerator(const gf2::polynomial& sequence, const gf2::polynomial& f);

}  // namespace tali::lab::mtgp
