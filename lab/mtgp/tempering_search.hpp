// SPDX-License-Identifier: Apache-2.0
// The search for the tempering matrix T: outputs that are equidistributed in high dimensions.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", section
// 5. The paper tries five bits of one of T's rows at a time, and each trial computes all k(v) again. This
// search chooses one column of T after the other, because column v alone determines output bit v, and k(v)
// depends on columns 1 ... v: 16 choices per column, each of which adds one bit to a lattice with a known
// basis. It keeps not one partial matrix but the best few (a beam search). The low bits' columns are chosen
// for k'(v) from the least significant bit, as in the revision of 2012.
#pragma once

#include <array>
#include <atomic>
#include <optional>

#include <gf2/polynomial.hpp>

#include "random.hpp"

namespace tali::lab::mtgp {

/// The effort. A search's result depends on it.
struct tempering_effort {
  int restarts = 1;  ///< searches from other choices of the first columns
  int beam = 8;      ///< partial matrices to keep
  friend bool operator==(const tempering_effort&, const tempering_effort&) = default;
};

/// Bits whose columns serve k(v): those that a floating-point number uses. The others serve k'(v).
template <mtgp_word Word>
inline constexpr unsigned significant_bits = sizeof(Word) == 4 ? 23 : 52;

template <mtgp_word Word>
struct tempering {
  std::array<Word, 4> rows;  ///< T
  int delta;                 ///< total dimension defect, d(1) + ... + d(w)
  int low_delta;             ///< d'(1) + ... + d'(w - significant_bits)
  double seconds;            ///< of this thread's processor time
};

/// Finds T for a set whose recursion has the irreducible characteristic polynomial f. Returns nothing if
/// `stop` becomes true.
template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering(const mtgp_parameters<Word>& set, const gf2::polynomial& f,
                                                const target& t, const tempering_effort& effort,
                                                const std::atomic<bool>& stop);

// The paper's search for the tempering matrix T, for comparison with the beam search.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", section
// 5: five bits of one row of T at a time, row after row. The pattern, out of 32, with the smallest sum of
// dimension defects so far is kept; each trial computes all dimensions again. For equally good patterns,
// which the paper leaves open, the first one is taken. Only the algorithm for a dimension differs: it is that
// of equidistribution.hpp (Harase's, which the paper calls faster), not the paper's SIS.

/// Finds T by the paper's procedure. Returns nothing if `stop` becomes true.
/// @param f  the set's irreducible characteristic polynomial
template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering_as_published(const mtgp_parameters<Word>& set,
                                                             const gf2::polynomial& f,
                                                             const std::atomic<bool>& stop);

}  // namespace tali::lab::mtgp
