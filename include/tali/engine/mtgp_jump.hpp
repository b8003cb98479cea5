// SPDX-License-Identifier: Apache-2.0
// Jump-ahead of MTGP: the characteristic polynomial, and the application of powers of x modulo it to a state.
//
// Source: H. Haramoto, M. Matsumoto, T. Nishimura, F. Panneton and P. L'Ecuyer, "Efficient jump ahead for
// F2-linear random number generators", INFORMS J. Comput. 20(3), 2008, section 2. Needs the compiled library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tali/engine/gf2_polynomial.hpp>
#include <tali/engine/mtgp_parameters.hpp>

namespace tali {

/// The characteristic polynomial of a parameter set's recursion, of degree mexp for a set of full period.
/// @throws argument_error if its degree is another: the set is not a generator of period 2^mexp - 1
template <mtgp_word Word>
gf2_polynomial mtgp_characteristic_polynomial(const mtgp_parameters<Word>& set);

/// Whether a set's recursion is the one that its line in a catalogue is about: a check against damage of the
/// columns mexp, pos, sh1, sh2, tbl*, sha1 and weight, about a millisecond for mexp 11213. Nothing but the
/// measurement of delta (`tali mtgp verify`) tells of the tempering.
/// @param where  what messages begin with, such as "sets.csv:7 "
/// @throws argument_error that names the column: sha1 or weight is not the characteristic polynomial's, or
/// that has another degree than mexp
template <mtgp_word Word>
void check_polynomial(const mtgp_parameters<Word>& set, const std::string& where = {});

/// The state g(F) s of the recursion's step F: for g = x^n it is the state n steps on.
/// @param state  N words, oldest first; replaced
template <mtgp_word Word>
void mtgp_apply(const mtgp_parameters<Word>& set, std::span<const std::uint64_t> g, std::span<Word> state);

/// Makes the N words of a state from an integer, or an array of integers, as the authors' release does.
template <mtgp_word Word>
void mtgp_seed(const mtgp_parameters<Word>& set, Word seed, std::span<Word> state);
template <mtgp_word Word>
void mtgp_seed(const mtgp_parameters<Word>& set, std::span<const Word> seeds, std::span<Word> state);

}  // namespace tali
