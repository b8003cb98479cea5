// SPDX-License-Identifier: Apache-2.0
// The search for the tempering matrix T as the paper has it, to compare the beam search with.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", section
// 5: five bits of one row of T at a time, row after row; of the 32 patterns the one with the least sum of
// dimension defects so far is kept, and each trial computes all dimensions again. Where patterns are equally
// good, which the paper leaves open, the first one is taken. Only the algorithm that computes a dimension
// differs: it is the one of lattice.hpp (Harase's, which the paper names as faster) and not the paper's SIS.
#pragma once

#include <optional>

#include "tempering_search.hpp"

namespace tali::lab::mtgp {

/// Finds T by the paper's procedure. Nothing if `stop` became true.
/// @param f  the set's irreducible characteristic polynomial
template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering_as_published(const mtgp_parameters<Word>& set,
                                                             const gf2::polynomial& f,
                                                             const std::atomic<bool>& stop);

}  // namespace tali::lab::mtgp
