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

namespace detail {

/// The characteristic polynomial of a parameter set's recursion, of degree mexp for a set of full period.
/// @throws argument_error if it has any other degree: then the set's period is not 2^mexp - 1
template <mtgp_word Word>
gf2_polynomial mtgp_characteristic_polynomial(const mtgp_parameters<Word>& set);

/// Checks a set's recursion against its catalogue line: detects damage in the columns mexp, pos, sh1, sh2,
/// tbl*, sha1 and weight, in about a millisecond for mexp 11213. Only the measurement of delta (`tali mtgp
/// verify`) detects damage in the tempering.
/// @param where  the beginning of messages, such as "sets.csv:7 "
/// @throws argument_error that names the column, if sha1 or weight is not the characteristic polynomial's, or
/// its degree is not mexp
template <mtgp_word Word>
void check_polynomial(const mtgp_parameters<Word>& set, const std::string& where = {});

/// The state g(F) s, where F is a step of the recursion: for g = x^n it is the state n steps ahead.
/// @param state  N words, oldest first; replaced
template <mtgp_word Word>
void mtgp_apply(const mtgp_parameters<Word>& set, std::span<const std::uint64_t> g, std::span<Word> state);

/// Makes the N words of a state from an integer, or an array of integers, as in the authors' release.
template <mtgp_word Word>
void mtgp_seed(const mtgp_parameters<Word>& set, Word seed, std::span<Word> state);
template <mtgp_word Word>
void mtgp_seed(const mtgp_parameters<Word>& set, std::span<const Word> seeds, std::span<Word> state);

}  // namespace detail

}  // namespace tali
