// SPDX-License-Identifier: Apache-2.0
// Transformed rejection with squeeze, for discrete distributions close to a normal one.
//
// Source: W. Hoermann, "The transformed rejection method for generating Poisson random variables", Insurance:
// Mathematics and Economics 12, 1993 (PTRS), and "The generation of binomial random variates", Journal of
// Statistical Computation and Simulation 46, 1993 (BTRS). For u uniform in (-1/2, 1/2), k = floor((2 a / (1/2
// - |u|) + b) u + c) has a nearly flat mode and tails that fall as 1 / k^2.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali::detail {

/// The transformation's constants and tests. Only the constants depend on the distribution.
struct transformed_rejection {
  double a, b, c;
  double quick_height;  ///< v_r of the papers: in the middle, a smaller v is accepted without the full test
  double log_scale;     ///< log of the hat's factor

  /// @param mean  at least 10
  TALI_FN static transformed_rejection for_poisson(double mean) {
    transformed_rejection r{};
    r.b = fma(2.53, square_root(mean), 0.931);
    r.a = fma(0.02483, r.b, -0.059);
    r.c = add(mean, 0.43);
    r.quick_height = add(0.9277, -divide(3.6224, add(r.b, -2.0)));
    r.log_scale = logarithm_f64(add(1.1239, divide(1.1328, add(r.b, -3.4))));
    return r;
  }

  /// @param n,p                   n p >= 10, p <= 1/2
  /// @param log_mode_probability  log P(mode)
  TALI_FN static transformed_rejection for_binomial(double n, double p, double log_mode_probability) {
    transformed_rejection r{};
    const double deviation = square_root(multiply(multiply(n, p), add(1.0, -p)));
    r.b = fma(2.53, deviation, 1.15);
    r.a = add(fma(0.0248, r.b, -0.0873), multiply(0.01, p));
    r.c = fma(n, p, 0.5);
    r.quick_height = add(0.92, -divide(4.2, r.b));
    // log alpha + log P(mode): the paper divides probabilities by the mode's.
    r.log_scale = add(logarithm_f64(multiply(add(2.83, divide(5.1, r.b)), deviation)), log_mode_probability);
    return r;
  }

  /// A proposal k and the numbers it was computed from. k is meaningless unless is_in_reach().
  template <class F>
  struct trial {
    F k, edge, v, position;
  };

  template <class U32>
  TALI_FN auto propose(const U32 (&w)[4]) const {
    const auto u1 = unit_f64(w[0], w[1]);
    using F = std::remove_const_t<decltype(u1)>;
    const F u = add(u1, F(-0.5)), edge = add(F(0.5), multiply(absolute(u), F(-1.0)));
    const F position = fma(add(divide(F(2 * a), edge), F(b)), u, F(c));
    return trial<F>{floor_f64(absolute(position)), edge, unit_f64(w[2], w[3]), position};
  }

  template <class F>
  TALI_FN auto is_quick(const trial<F>& t) const {
    return both(is_less(F(0.07), t.edge), is_less(t.v, F(quick_height)));
  }

  /// Whether k >= 1 and the papers' quick rejection does not apply.
  template <class F>
  TALI_FN auto is_in_reach(const trial<F>& t) const {
    return both(is_less(F(1.0), t.position), either(is_less(F(0.013), t.edge), is_less(t.v, t.edge)));
  }

  /// The proposal is accepted if log P(k) is above this.
  template <class F>
  TALI_FN F log_height(const trial<F>& t) const {
    const F hat = add(divide(F(a), multiply(t.edge, t.edge)), F(b));
    return add(logarithm_f64(divide(t.v, hat)), F(log_scale));
  }
};

}  // namespace tali::detail
