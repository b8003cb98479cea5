// SPDX-License-Identifier: Apache-2.0
// The joint law of the numbers of one block of 32: squares, and their sum, the block's energy.
//
// Each layer of the butterfly negates its 64 registers at random, then makes a - b and a + b of each lane's.
// So of the fourth moments only M_pq = E p^2 q^2 of registers p, q are not 0, and a layer transforms them
// linearly: with u = a - b, v = a + b
//   E u^4 = E v^4 = M_aa + M_bb + 6 M_ab,   E u^2 v^2 = M_aa + M_bb - 2 M_ab,
//   E u^2 w^2 = E v^2 w^2 = M_aw + M_bw for a register w of another lane, before or after the layer.
// At the input M_pp is a row's fourth moment and M_pq the product of two rows' variances. The only omission
// is the bits that c shares with look-ups; of their effects, the covariance of c's square with other lanes'
// squares is included (D below).
//
// Consequences: given the signs, outputs are signed sums of the same inputs with weights of one size, so
//   cov(z_i^2, z_j^2) = 2 E (sum of var_s w_is w_js)^2 + sum of k_s w_is^2 w_js^2.
// The first sum is 0 if all rows have one variance. In the second, every weight is the same within a
// half-warp, so it depends only on the sum of the fourth cumulants k_s, which the training makes small.
// Single rows' cumulants first appear as squares, in degree 8: E = sum of z^2 has a fourth cumulant that is
// too large by 2 sum of k_s^2. (Given the signs, E = V'PV and P_ss = 1/2. Among the terms with two fourth
// cumulants, E V_s^8 gives 35 / 16 k_s^2, and the pairs (s, s') of squares give 6 / 16 of the sum over s < s'
// of k_s k_s', which is -3 / 16 of the sum of k_s^2. The other terms, E P_ss'^2 and E P_ss'^4 over s in one
// half and s' in the other, are the same for all pairs, hence 0; within one half they are a hundredth of that
// and are omitted.)
#pragma once

#include <array>
#include <vector>

#include "law.hpp"
#include "model.hpp"
#include "series.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// E p^2 and E p^2 q^2 of the 64 registers after the butterfly: register a of lane l has number l, b has 32 +
/// l.
template <class Real>
struct register_moments {
  static constexpr std::size_t size = 2 * warp_size;
  std::array<Real, size> square{};
  std::array<std::array<Real, size>, size> squares{};

  /// @param m2, m4  of each row's values
  register_moments(const std::array<Real, row_count>& m2, const std::array<Real, row_count>& m4);

 private:
  void mix(std::size_t distance);
};

/// Number of outputs until the best test of a kind fails at 4 sigma, and the deviation that it detects.
struct block_report {
  double variance_spread = 0;  ///< largest row variance over the smallest, less 1
  double row_kurtosis = 0;     ///< root mean square of the rows' fourth cumulants over the squared variance
  std::array<double, warp_size>
      correlation{};                 ///< of squares of numbers at each distance, mean over the pairs
  double largest_correlation = 0;    ///< of any pair
  double energy_mean_error = 0;      ///< of the sum of 32 squares: mean less 32,
  double energy_variance_error = 0;  ///< variance less 64
  double squares_outputs = 0;        ///< the best sum of (z_i^2 - 1)(z_j^2 - 1) over a block
  double energy_outputs = 0;         ///< the polynomials of degree <= 2 in the energy
  double energy_fourth_outputs = 0;  ///< that of degree 4, by the rows' kurtosis
};

/// @param lanes E e^{tX - t^2/2} of the lanes' outputs, by row; `independent` with c independent
template <class Real>
block_report analyse_block(const table& t, const coefficients& k, const series<Real>& independent,
                           const std::vector<series<Real>>& lanes);

}  // namespace tali::lab::normal
