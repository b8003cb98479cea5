// SPDX-License-Identifier: Apache-2.0
#include "euclid.hpp"

#include <algorithm>

namespace tali::lab::gf2 {

namespace {

/// The state of the division steps: power series g and f, f with constant term 1, and their distance delta.
///
/// One step, if g's constant term is 1 and delta >= 0: (g, f, delta) <- ((g + f) / z, g, -delta - 1);
/// otherwise: (g, f, delta) <- ((g or g + f) / z, f, delta + 1).
///
/// With cofactors (c, b): z^steps * (g, f) = (c, b) * (the first g) + ... * (the first f).
class division_steps {
 public:
  /// @param g,f        rows of n words
  /// @param cofactors  number of words that the cofactors may need; 0: cofactors are not computed
  division_steps(std::vector<word> g, std::vector<word> f, std::size_t cofactors)
      : n_(std::max(g.size(), f.size())), g_(std::move(g)), f_(std::move(f)) {
    g_.resize(n_ + 1);
    f_.resize(n_ + 1);
    if (cofactors != 0) {
      c_.resize(cofactors + 2);
      b_.resize(cofactors + 2);
      c_[0] = 1;
      used_ = 1;
    }
    scratch_.resize(4 * (std::max(n_, cofactors + 1) + 2 * block));
  }

  static constexpr unsigned max_steps = 63;  // steps per round: the maximum degree of a matrix entry

  /// Up to `max_steps` steps at once.
  void round(unsigned steps) {
    word m[4] = {1, 0, 0, 1};  // (g, f) as combinations of the round's initial (g, f), times z^steps
    word g = g_[0], f = f_[0];
    for (unsigned i = 0; i < steps; ++i) {
      const word odd = word{0} - (g & 1);
      const word swap = odd & ~static_cast<word>(delta_ >> 63);
      const word sum = g ^ (f & odd), sum0 = m[0] ^ (m[2] & odd), sum1 = m[1] ^ (m[3] & odd);
      f ^= (f ^ g) & swap;
      m[2] ^= (m[2] ^ m[0]) & swap;
      m[3] ^= (m[3] ^ m[1]) & swap;
      m[2] <<= 1;
      m[3] <<= 1;
      g = sum >> 1;
      m[0] = sum0;
      m[1] = sum1;
      delta_ = (delta_ ^ static_cast<std::ptrdiff_t>(swap)) + 1 + static_cast<std::ptrdiff_t>(swap);
    }
    const kernels& k = best_kernels();
    k.transform(m, g_.data(), f_.data(), n_, steps, scratch_.data());
    if (used_ != 0) {
      k.transform(m, c_.data(), b_.data(), used_, 0, scratch_.data());
      if (used_ + 2 < c_.size() && (c_[used_] | b_[used_]) != 0) ++used_;
    }
  }

  /// From now on only the low `words` words of g and f matter.
  void keep(std::size_t words) { n_ = std::min(n_, std::max<std::size_t>(words, 1)); }

  [[nodiscard]] std::ptrdiff_t delta() const { return delta_; }
  [[nodiscard]] polynomial cofactor_of_g() const { return polynomial(c_); }
  [[nodiscard]] polynomial cofactor_of_f() const { return polynomial(b_); }

 private:
  std::size_t n_;
  std::vector<word> g_, f_, c_, b_;
  std::size_t used_ = 0;
  std::vector<word> scratch_;
  std::ptrdiff_t delta_ = 0;
};

unsigned next_round(std::size_t done, std::size_t all) {
  return static_cast<unsigned>(std::min<std::size_t>(division_steps::max_steps, all - done));
}

}  // namespace

polynomial minimal_polynomial(const polynomial& sequence, std::size_t n) {
  // g is the series of (connection polynomial) * (sequence), whose coefficients 0, 1, 2, ... the steps clear.
  // delta is steps - 2 L, where L is the length of the shortest register so far.
  division_steps s(sequence.truncated(2 * n).words(), {1}, n / 64 + 1);
  for (std::size_t done = 0; done < 2 * n;) {
    s.keep((2 * n - done + 63) / 64);
    const unsigned steps = next_round(done, 2 * n);
    s.round(steps);
    done += steps;
  }
  const auto length = static_cast<std::size_t>((static_cast<std::ptrdiff_t>(2 * n) - s.delta()) / 2);
  return s.cofactor_of_g().truncated(length + 1).reversed(length);
}

bool coprime(const polynomial& a, const polynomial& b) {
  const std::ptrdiff_t degree = a.degree();
  if (degree <= 0) return degree == 0;
  const auto d = static_cast<std::size_t>(degree);
  if (b.degree() >= degree) return coprime(b, a);
  if (b.degree() < 0) return false;
  division_steps s(b.reversed(d - 1).words(), a.reversed(d).words(), 0);
  const std::size_t all = 2 * d - 1;
  for (std::size_t done = 0; done < all;) {
    // Both series are polynomials of degree at most (all - done + |delta|) / 2 + 1.
    const auto distance = static_cast<std::size_t>(s.delta() < 0 ? -s.delta() : s.delta());
    s.keep(((all - done + distance) / 2 + 2) / 64 + 1);
    const unsigned steps = next_round(done, all);
    s.round(steps);
    done += steps;
  }
  return (s.delta() + 1) / 2 == 0;  // the degree of the greatest common divisor
}

polynomial inverse(const polynomial& a, const polynomial& f) {
  const auto d = static_cast<std::size_t>(f.degree());
  division_steps s(a.reversed(d - 1).words(), f.reversed(d).words(), 2 * d / 64 + 2);
  const std::size_t all = 2 * d - 1;
  for (std::size_t done = 0; done < all;) {
    const unsigned steps = next_round(done, all);
    s.round(steps);
    done += steps;
  }
  // Now f is 1: z^(2d - 1) = (cofactor of f) * reversed(a) modulo reversed(f). The reverse of the cofactor is
  // the inverse.
  return s.cofactor_of_f().truncated(d + 1).reversed(d).truncated(d);
}

}  // namespace tali::lab::gf2
