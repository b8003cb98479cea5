// SPDX-License-Identifier: Apache-2.0
#include "dependence.hpp"

#include <bit>
#include <stdexcept>

#include <boost/math/constants/constants.hpp>

#include "series.hpp"

namespace tali::lab::normal {

namespace {

int character(std::uint32_t w, std::uint32_t x) { return std::popcount(w & x) % 2 ? -1 : 1; }

}  // namespace

template <class Real>
character_sums<Real>::character_sums(const std::vector<std::vector<Real>>& rows, int bits, const Real& unit,
                                     std::int64_t frequencies)
    : bits_{bits} {
  const std::int64_t last = std::min(frequencies, std::int64_t{1} << (bits - 1));
  characteristic_.assign(std::size_t(last + 1), series<Real>::one());
  for (const auto& values : rows) {
    std::vector<series<Real>> one_row(std::size_t(last + 1));
    for (const Real& v : values) {
      // cos((k theta + s) v) in powers of s; a rotation leads from k to k + 1.
      const Real theta = ldexp(Real(2 * boost::math::constants::pi<Real>() * v * unit), -bits);
      const Real step_cos = cos(theta), step_sin = sin(theta);
      series<Real> powers;
      Real p = Real(1) / Real(values.size());
      for (int n = 0; n <= order; p *= v / (++n)) powers[n] = n % 4 < 2 ? p : -p;
      Real c = 1, s = 0;
      for (auto& at_k : one_row) {
        for (int n = 0; n <= order; ++n) at_k[n] += n % 2 ? -powers[n] * s : powers[n] * c;
        const Real next = c * step_cos - s * step_sin;
        s = s * step_cos + c * step_sin;
        c = next;
      }
    }
    for (std::size_t k = 0; k < one_row.size(); ++k) {
      for (int i = 0; i < copies; ++i) characteristic_[k] = characteristic_[k] * one_row[k];
    }
  }
}

template <class Real>
series<Real> character_sums<Real>::operator()(std::uint32_t w) const {
  series<Real> beta;
  for (std::size_t k = 0; k < characteristic_.size(); ++k) {
    // The Fourier coefficient of chi_w at k: the product over the bits j of (1 +- e^{-2 pi i k 2^j / 2^bits})
    // / 2.
    Real re = 1, im = 0;
    for (int j = 0; j < bits_; ++j) {
      const Real angle = ldexp(Real(2 * boost::math::constants::pi<Real>() * Real(k)), j - bits_);
      const int sign = w >> j & 1u ? -1 : 1;
      const Real x = (1 + sign * cos(angle)) / 2, y = -sign * sin(angle) / 2;
      const Real next = re * x - im * y;
      im = re * y + im * x;
      re = next;
    }
    // k and -k together; 0 and the highest frequency have no counterpart.
    const bool paired = k != 0 && k != std::size_t{1} << (bits_ - 1);
    for (int n = 0; n <= order; ++n) {
      const Real& p = characteristic_[k][n];
      const int sign = n % 4 < 2 ? 1 : -1;
      if (n % 2 == 0) {
        beta[n] += sign * (paired ? 2 : 1) * re * p;
      } else if (paired) {
        beta[n] -= sign * 2 * im * p;
      }
    }
  }
  return beta;
}

std::vector<std::uint32_t> kept_masks(const bit_layout& layout) {
  std::vector<std::uint32_t> masks;
  for (int j = 0; j < layout.index_bits; ++j) {
    for (int i = 0; i <= j; ++i) {
      masks.push_back(1u << (layout.b_index + i) | 1u << (layout.b_index + j));
    }
  }
  return masks;
}

namespace {

/// E chi_w(i) e^{s y_i} over the row, where w has bits of the index.
template <class Real>
series<Real> look_up(const std::vector<Real>& values, std::uint32_t w) {
  series<Real> sum;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Real p = Real(character(w, std::uint32_t(i))) / Real(values.size());
    for (int n = 0; n <= order; p *= values[i] / (++n)) sum[n] += p;
  }
  return sum;
}

template <class Real>
series<Real> parity_part(series<Real> s, int parity) {
  for (int n = 1 - parity; n <= order; n += 2) s[n] = 0;
  return s;
}

/// E chi_w(f) e^{q c} for c = f | 1. With sigma_j = (-1)^(bit j of f), c is 2^(n-2) sigma_{n-1} minus the sum
/// over j in 1 ... n - 2 of 2^(j-1) sigma_j.
template <class Real>
series<Real> uniform_character(std::uint32_t w, int word_bits) {
  auto product = series<Real>::one();
  for (int j = 1; j < word_bits; ++j) {
    series<Real> factor;
    const bool odd = w >> j & 1u;
    Real p = 1;
    const Real weight = ldexp(Real(j == word_bits - 1 ? 1 : -1), j - 1);
    for (int n = 0; n <= order; p *= weight / (++n)) {
      if (n % 2 == int(odd)) factor[n] = p;
    }
    product = product * factor;
  }
  return product;
}

}  // namespace

template <class Real>
series<Real> shared_word_correction(const std::vector<Real>& row_values, const character_sums<Real>& b_prime,
                                    const bit_layout& layout, const std::vector<std::uint32_t>& masks,
                                    const Real& ka, const Real& kc) {
  const std::uint32_t index_mask = (1u << layout.index_bits) - 1;
  const std::uint32_t look_up_bits = index_mask << layout.a_index | index_mask << layout.b_index;
  series<Real> sum;
  for (const std::uint32_t w : masks) {
    const std::uint32_t signs = w & ~look_up_bits;
    const bool a_odd = signs == layout.a_sign || signs == (layout.a_sign ^ layout.b_sign);
    const bool b_odd = signs == layout.b_sign || signs == (layout.a_sign ^ layout.b_sign);
    if (signs != 0 && !a_odd && !b_odd) continue;  // V_w is 0
    const auto a = parity_part(look_up(row_values, w >> layout.a_index & index_mask), a_odd);
    auto b = parity_part(look_up(row_values, w >> layout.b_index & index_mask), b_odd);
    const auto v_beta = parity_part(a * b * b_prime(w), 0);  // the independent sign before the bracket
    const auto term = v_beta.scaled(ka) * uniform_character<Real>(w, layout.word_bits).scaled(kc);
    sum = b_odd ? sum + term.times(Real(-1)) : sum + term;
  }
  return sum;
}

template <class Real>
series<Real> shared_word_factor(const std::vector<Real>& row_values, const character_sums<Real>& b_prime,
                                const bit_layout& layout, std::uint32_t w, const Real& ka, const Real& kc) {
  const auto a = parity_part(look_up(row_values, 0), 0);
  return (a * parity_part(b_prime(w), 0)).scaled(ka) *
         uniform_character<Real>(w, layout.word_bits).scaled(kc);
}

template class character_sums<real50>;
template class character_sums<real100>;
template series<real50> shared_word_correction(const std::vector<real50>&, const character_sums<real50>&,
                                               const bit_layout&, const std::vector<std::uint32_t>&,
                                               const real50&, const real50&);
template series<real100> shared_word_correction(const std::vector<real100>&, const character_sums<real100>&,
                                                const bit_layout&, const std::vector<std::uint32_t>&,
                                                const real100&, const real100&);

template series<real50> shared_word_factor(const std::vector<real50>&, const character_sums<real50>&,
                                           const bit_layout&, std::uint32_t, const real50&, const real50&);
template series<real100> shared_word_factor(const std::vector<real100>&, const character_sums<real100>&,
                                            const bit_layout&, std::uint32_t, const real100&, const real100&);

}  // namespace tali::lab::normal
