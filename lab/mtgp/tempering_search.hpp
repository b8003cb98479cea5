// SPDX-License-Identifier: Apache-2.0
// The search for the tempering matrix T: outputs that are equidistributed in high dimensions.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors",
// section 5. There, five bits of one of T's rows are tried at a time, and each trial computes all k(v) again.
// Here one column of T is chosen after the other, because column v decides output bit v alone and k(v)
// depends on columns 1 ... v: 16 choices a column, each one bit more in a lattice whose basis is at hand. Not
// one partial matrix is followed but the best few (a beam search). The low bits' columns are chosen for k'(v)
// from the least significant bit, as in the revision of 2012.
#pragma once

#include <array>
#include <atomic>
#include <optional>

#include <gf2/polynomial.hpp>

#include "random.hpp"

namespace tali::lab::mtgp {

/// How much is tried. It is part of what a search's result depends on.
struct tempering_effort {
  int restarts = 1;  ///< searches from other choices for the first columns
  int beam = 8;      ///< partial matrices that are followed
  friend bool operator==(const tempering_effort&, const tempering_effort&) = default;
};

/// Bits whose columns serve k(v): those that become a floating-point number. The others serve k'(v).
template <mtgp_word Word>
inline constexpr unsigned significant_bits = sizeof(Word) == 4 ? 23 : 52;

template <mtgp_word Word>
struct tempering {
  std::array<Word, 4> rows;  ///< T
  int delta;                 ///< total dimension defect, d(1) + ... + d(w)
  int low_delta;             ///< d'(1) + ... + d'(w - significant_bits)
  double seconds;            ///< of this thread's processor time
};

/// Finds T for a set whose recursion has the irreducible characteristic polynomial f. Nothing if `stop`
/// became true.
template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering(const mtgp_parameters<Word>& set, const gf2::polynomial& f,
                                                const target& t, const tempering_effort& effort,
                                                const std::atomic<bool>& stop);

}  // namespace tali::lab::mtgp
