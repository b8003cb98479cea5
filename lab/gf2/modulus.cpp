// SPDX-License-Identifier: Apache-2.0
#include "modulus.hpp"

#include <algorithm>

namespace tali::lab::gf2 {

namespace {

/// 1/f mod z^(64 block), bit by bit.
std::vector<word> inverse_of_low_words(const std::vector<word>& f) {
  std::vector<word> rest(block), r(block);
  rest[0] = 1;  // rest = 1 + r f, cleared from the lowest bit on
  for (std::size_t bit = 0; bit < 64 * block; ++bit) {
    if ((rest[bit / 64] >> (bit % 64) & 1) == 0) continue;
    r[bit / 64] |= word{1} << (bit % 64);
    const std::size_t skip = bit / 64;
    const unsigned up = bit % 64;
    for (std::size_t i = 0; skip + i < block; ++i) {
      rest[skip + i] ^= f[i] << up;
      if (up != 0 && skip + i + 1 < block) rest[skip + i + 1] ^= f[i] >> (64 - up);
    }
  }
  return r;
}

}  // namespace

modulus::modulus(const polynomial& f)
    : f_(f),
      degree_(static_cast<std::size_t>(f.degree())),
      n_((degree_ / 64 + block) / block * block),
      row_(n_ + 2 * padding),
      inverse_row_(3 * block),
      product_(2 * n_),
      low_(2 * n_ + block),
      mid_(2 * n_ + block),
      high_(2 * n_ + block) {
  f_.words().resize(n_);
  std::copy(f_.words().begin(), f_.words().end(), row_.begin() + padding);
  const std::vector<word> inverse = inverse_of_low_words(f_.words());
  std::copy(inverse.begin(), inverse.end(), inverse_row_.begin() + padding);
}

modulus::residue modulus::power(std::size_t e) const {
  residue r(n_);
  r[0] = 1;
  for (std::size_t i = 0; i < e + 64 * n_; ++i) {
    word carry = 0;
    for (word& w : r) {
      const word next = w >> 63;
      w = w << 1 | carry;
      carry = next;
    }
    // deg f fits into n_ words, because n_ > deg f / 64.
    if (r[degree_ / 64] >> (degree_ % 64) & 1) {
      for (std::size_t k = 0; k < n_; ++k) r[k] ^= f_.words()[k];
    }
  }
  return r;
}

modulus::residue modulus::enter(const polynomial& a) {
  residue r(n_);
  std::copy_n(a.words().begin(), std::min(n_, a.words().size()), r.begin());
  // R^2 from R: squaring R * z^(64 n) gives R^2, so enter() is one multiplication of a by power(64 n).
  multiply(r, r, power(64 * n_));
  return r;
}

polynomial modulus::leave(const residue& a) {
  std::copy(a.begin(), a.end(), product_.begin());
  std::fill(product_.begin() + static_cast<std::ptrdiff_t>(n_), product_.end(), word{0});
  residue r(n_);
  reduce(r);
  return polynomial(std::move(r));
}

void modulus::square(residue& r, const residue& a) {
  best_kernels().square(product_.data(), a.data(), n_);
  reduce(r);
}

void modulus::multiply(residue& r, const residue& a, const residue& b) {
  gf2::multiply(product_.data(), a.data(), b.data(), n_);
  reduce(r);
}

void modulus::reduce(residue& r) {
  const kernels& k = best_kernels();
  std::copy(product_.begin(), product_.end(), low_.begin());
  std::fill(low_.begin() + static_cast<std::ptrdiff_t>(2 * n_), low_.end(), word{0});
  std::fill(mid_.begin(), mid_.end(), word{0});
  std::fill(high_.begin(), high_.end(), word{0});
  // Adds multiples of f that clear `block` words at a time, from the lowest on.
  for (std::size_t at = 0; at < n_; at += block) {
    word head[block];
    for (std::size_t i = 0; i < block; ++i) {
      const std::size_t j = at + i;
      head[i] = low_[j] ^ (j >= 1 ? mid_[j - 1] : 0) ^ (j >= 2 ? high_[j - 2] : 0);
    }
    word l[2 * block] = {}, m[2 * block] = {}, h[2 * block] = {};
    k.multiply_add(l, m, h, inverse_row_.data() + padding, block, head);
    word factor[block];
    for (std::size_t i = 0; i < block; ++i) {
      factor[i] = l[i] ^ (i >= 1 ? m[i - 1] : 0) ^ (i >= 2 ? h[i - 2] : 0);
    }
    k.multiply_add(low_.data() + at, mid_.data() + at, high_.data() + at, row_.data() + padding, n_, factor);
  }
  r.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) r[i] = low_[n_ + i] ^ mid_[n_ + i - 1] ^ high_[n_ + i - 2];
}

}  // namespace tali::lab::gf2
