// SPDX-License-Identifier: Apache-2.0
// A proof of a parameter set's line in a catalogue, by other code than the search's.
#pragma once

#include <string>

#include <tali/engine/mtgp_parameters.hpp>

namespace tali::lab::mtgp {

/// Steps the generator that the line describes, one output at a time, from a state that the search did not
/// use; takes the minimal polynomial of its least significant bits by the textbook's Berlekamp-Massey
/// algorithm; proves the period 2^p - 1 by p squarings with table-driven reductions; then compares digest,
/// weight and defect. Takes 1 s for p = 11213, 40 s for 44497.
/// @param where  the beginning of messages, such as "sets.csv:7 "
/// @throws argument_error that names the error: those of check(), a reducible polynomial, sha1, weight, delta
/// (and says so if it is as_measured_2009)
template <mtgp_word Word>
void verify(const mtgp_parameters<Word>& set, const std::string& where);

}  // namespace tali::lab::mtgp
