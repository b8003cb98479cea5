// SPDX-License-Identifier: Apache-2.0
#include "irreducible.hpp"

#include <bit>

#include "euclid.hpp"
#include "modulus.hpp"

namespace tali::lab::gf2 {

namespace {

/// f modulo z^m + 1: adds f's coefficients whose exponents are equal modulo m.
polynomial folded(const polynomial& f, std::size_t m) {
  polynomial r(m);
  const std::vector<word>& w = f.words();
  const auto bits = static_cast<std::size_t>(f.degree() + 1);
  for (std::size_t begin = 0; begin < bits; begin += m) {
    const std::size_t skip = begin / 64;
    const unsigned shift = begin % 64;
    for (std::size_t i = 0; i < r.words().size() && skip + i < w.size(); ++i) {
      word piece = w[skip + i] >> shift;
      if (shift != 0 && skip + i + 1 < w.size()) piece |= w[skip + i + 1] << (64 - shift);
      if (i + 1 == r.words().size() && m % 64 != 0) piece &= (word{1} << (m % 64)) - 1;
      r.words()[i] ^= piece;
    }
  }
  return r;
}

/// Whether f has a factor whose degree divides d: those factors divide z^(2^d - 1) + 1.
bool has_factor_of_degree(const polynomial& f, unsigned d) {
  const std::size_t m = (std::size_t{1} << d) - 1;
  polynomial a = polynomial::power(m);
  a.flip(0);
  return !coprime(a, folded(f, m));
}

constexpr unsigned small_degree = 12;

/// Searches for factors in order of degree, up to p / bound_divisor. Degree k costs a multiplication and,
/// with probability 1 / k, saves the rest of the p squarings.
constexpr std::size_t bound_divisor = 4;

}  // namespace

verdict test_irreducibility(const polynomial& f) {
  if (!f[0]) return verdict::constant_term;
  if (f.weight() % 2 == 0) return verdict::parity;
  for (unsigned d = 4; d <= small_degree; ++d) {
    if (has_factor_of_degree(f, d)) return verdict::small_factor;
  }

  const auto p = static_cast<std::size_t>(f.degree());
  modulus mod(f);
  const modulus::residue z = mod.power(1);
  modulus::residue h = z, product, factor(mod.words());
  const std::size_t bound = p / bound_divisor;
  // gcds at degrees that grow by half: rare enough to be cheap, early enough to save most squarings
  std::size_t next_check = small_degree + 4;
  for (std::size_t k = 1; k <= p; ++k) {
    mod.square(h, h);  // z^(2^k)
    if (k <= small_degree || k > bound) continue;
    for (std::size_t i = 0; i < factor.size(); ++i) factor[i] = h[i] ^ z[i];
    if (product.empty()) {
      product = factor;
    } else {
      mod.multiply(product, product, factor);
    }
    if (k == next_check || k == bound) {
      if (!coprime(f, polynomial(product))) return verdict::middle_factor;
      product.clear();
      next_check = k + k / 4;
    }
  }
  return h == z ? verdict::irreducible : verdict::frobenius;
}

bool frobenius_fixes_z(const polynomial& f) {
  const auto p = static_cast<std::size_t>(f.degree());
  modulus mod(f);
  const modulus::residue z = mod.power(1);
  modulus::residue h = z;
  for (std::size_t k = 0; k < p; ++k) mod.square(h, h);
  return f[0] && f.weight() % 2 == 1 && h == z;
}

}  // namespace tali::lab::gf2
