// SPDX-License-Identifier: Apache-2.0
// The paper's search for the tempering matrix T, for comparison with the beam search.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", section
// 5: five bits of one row of T at a time, row after row. The pattern, out of 32, with the smallest sum of
// dimension defects so far is kept; each trial computes all dimensions again. For equally good patterns,
// which the paper leaves open, the first one is taken. Only the algorithm for a dimension differs: it is that
// of lattice.hpp (Harase's, which the paper calls faster), not the paper's SIS.
#pragma once

#include <optional>

#include "tempering_search.hpp"

namespace tali::lab::mtgp {

/// Finds T by the paper's procedure. Returns nothing if `stop` becomes true.
/// @param f  the set's irreducible characteristic polynomial
template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering_as_published(const mtgp_parameters<Word>& set,
                                                             const gf2::polynomial& f,
                                                             const std::atomic<bool>& stop);

}  // namespace tali::lab::mtgp
