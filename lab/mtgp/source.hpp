// SPDX-License-Identifier: Apache-2.0
// An MTGP as bit sequences: the 2p bits that a minimal polynomial needs, and the sequences that outputs are
// sums of.
#pragma once

#include <vector>

#include <gf2/polynomial.hpp>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::lab::mtgp {

/// The least significant bit of x_N, x_(N+1), ...: 2p bits from a state that `start` decides.
template <mtgp_word Word>
gf2::polynomial low_bits(const mtgp_parameters<Word>& set, std::uint64_t start);

/// The least significant bit of the first 2p outputs, tempered, from the state that `start` decides: stepped
/// one word at a time as the definition has it.
template <mtgp_word Word>
gf2::polynomial low_output_bits(const mtgp_parameters<Word>& set, std::uint64_t start);

/// The characteristic polynomial, if the sequence of low bits has it as its minimal polynomial: always where
/// it is irreducible, mostly otherwise. Empty if three starts gave factors only.
template <mtgp_word Word>
gf2::polynomial characteristic_polynomial(const mtgp_parameters<Word>& set);

/// Every output bit as a sum of sequences that know nothing of the tempering matrix T: output bit k is
/// words[k] + sum of T[i][k] * inputs[i]. Each sequence is a numerator over the characteristic polynomial.
struct linear_parts {
  std::vector<gf2::polynomial> words;   ///< bit k of x_(N+i), 0 is the least significant
  std::vector<gf2::polynomial> inputs;  ///< the four bits that T is multiplied by
};
template <mtgp_word Word>
linear_parts parts_of(const mtgp_parameters<Word>& set, const gf2::polynomial& characteristic);

/// The numerator of a sequence over its characteristic polynomial f of degree p: the polynomial part of
/// f * sum of s_i / z^(i+1).
gf2::polynomial numerator(const gf2::polynomial& sequence, const gf2::polynomial& f);

}  // namespace tali::lab::mtgp
