// SPDX-License-Identifier: Apache-2.0
// Dimensions of equidistribution of a linear generator and of an MTGP.
#pragma once

#include <vector>

#include "source.hpp"

namespace tali::lab::mtgp {

/// k(v) and d(v) = floor(p / v) - k(v) for v = 1 ... w, at index v - 1.
struct dimensions {
  std::vector<int> k, d;
  /// The total dimension defect: the sum of d.
  [[nodiscard]] int delta() const;
};

/// The dimensions of any linear generator with an irreducible characteristic polynomial f: `bits` are the
/// numerators of its output bits, the most significant first. Cost: about p^2 ln(w) / 4 operations on
/// registers of 64 bytes.
/// @throws argument_error if a sequence is all zero
dimensions equidistribution(const std::vector<gf2::polynomial>& bits, const gf2::polynomial& f);

/// Counts the tempered outputs' bits from the most significant one, as in Table 1, or from the least
/// significant one, for k'(v).
enum class significant { most, least };
template <mtgp_word Word>
dimensions equidistribution(const mtgp_parameters<Word>& set, const gf2::polynomial& characteristic,
                            significant end = significant::most);

/// The set whose total dimension defect the authors published in 2009 (MTGP 1.0; its 64-bit sets were never
/// revised): T's last row has 1 in all columns of the last step of their search, which are 20 ... 23 of
/// 32-bit words and 15 ... 20 of 64-bit words, counted from the most significant bit.
template <mtgp_word Word>
mtgp_parameters<Word> as_measured_2009(mtgp_parameters<Word> set);

}  // namespace tali::lab::mtgp
