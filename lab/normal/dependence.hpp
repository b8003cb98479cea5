// SPDX-License-Identifier: Apache-2.0
// The dependence that the paper neglects: c and the table look-ups share the bits of one word.
//
// In the notation of model.hpp, with B' = s12 B and f = e ^ B':
//   B is symmetric and comes from other lanes, so B' is independent of e, including bit 12. Then f is uniform
//   and independent of B', exactly, and
//     c = f | 1,    a = +- [ t a0(f ^ B') - u b0(f ^ B') - B' + W ]
//   with signs t, u, and look-ups a0, b0 by bits of e = f ^ B'. The sign before the bracket, bit 0 by 3, is
//   independent of everything else, and so is W. Only B' separates f from a, and B' is a sum of eight values:
//   its top bits are far from uniform, and a depends on it.
// In characters chi_w(f) = (-1)^(number of bits of w & f), by Parseval,
//   E e^{s(t a0 - u b0 - B')} e^{qc} = sum over w of V_w(s) beta_w(s) gamma_w(q),
//     V_w = E chi_w(e) e^{s(t a0 - u b0)},  beta_w = E chi_w(B') e^{-sB'},  gamma_w = E chi_w(f) e^{qc}.
//   w = 0 is the independent law. c is a weighted sum of its bits' signs, so gamma_w is a product of sinh for
//   the bits of w and cosh for the others. beta_w is a Fourier sum over characteristic functions of B'.
// This is exact with all w and all frequencies, which the tests enumerate. For the real generator the sum has
// the w of one and two bits among those that index b, and the lowest frequencies. It omits:
//   - bits below 2^20 of c: they have 2^-12 of the weight of its top bits, and appear at frequencies of B'
//     with only the noise of its law (some 1e-11);
//   - w of three bits or more: each has a further factor k_c 2^26, some 1e-5.
#pragma once

#include <cstdint>
#include <vector>

#include "model.hpp"
#include "series.hpp"

namespace tali::lab::normal {

/// Number of frequencies 2 pi k / 2^28 of B' in the analysis of the real generator. The law of B' is a
/// Gaussian there, whose characteristic function is below 1e-25 from k = 10 on.
inline constexpr int kept_frequencies = 32;

/// The law of a sum of `copies` signed values from each of some rows, as characters of its low bits.
template <class Real>
class character_sums {
 public:
  /// @param rows  values in any unit; `unit` times a value is an integer
  /// @param bits  characters are of the sum modulo 2^bits
  /// @param frequencies  includes |k| <= frequencies; all frequencies from 2^(bits - 1) on
  character_sums(const std::vector<std::vector<Real>>& rows, int bits, const Real& unit,
                 std::int64_t frequencies);

  /// beta_w(s), for s in 1 / unit.
  [[nodiscard]] series<Real> operator()(std::uint32_t w) const;

 private:
  int bits_;
  std::vector<series<Real>> characteristic_;  // [k]: E cos((theta_k + s) sum) in powers of s
};

/// The masks of one and two bits among those that index b.
std::vector<std::uint32_t> kept_masks(const bit_layout& layout);

/// Sum over the masks (without w = 0) of V_w beta_w gamma_w, as a series in t with s = ka t, q = kc t.
/// @param row_values  the values of the lane's row, in the unit of `b_prime`
template <class Real>
series<Real> shared_word_correction(const std::vector<Real>& row_values, const character_sums<Real>& b_prime,
                                    const bit_layout& layout, const std::vector<std::uint32_t>& masks,
                                    const Real& ka, const Real& kc);

/// The same for one mask w among the bits that index b, without the look-up of b: the sum is linear in the
/// mean of chi_w(i) e^{s y_i} over the places i of the row, and this is its multiplier.
template <class Real>
series<Real> shared_word_factor(const std::vector<Real>& row_values, const character_sums<Real>& b_prime,
                                const bit_layout& layout, std::uint32_t w, const Real& ka, const Real& kc);

}  // namespace tali::lab::normal
