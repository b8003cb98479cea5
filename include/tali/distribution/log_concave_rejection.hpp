// SPDX-License-Identifier: Apache-2.0
// Rejection for log-concave discrete distributions, from a hat with a flat middle and two geometric tails.
//
// Source: W. Hoermann, "A universal generator for discrete log-concave distributions", Computing 52, 1994; V.
// Kachitvichyanukul, B. W. Schmeiser, "Computer generation of hypergeometric random variates", Journal of
// Statistical Computation and Simulation 22, 1985, has the same hat with other constants. Here the tails are
// tangent where the distribution has fallen to about 1/e of its mode. For a normal distribution this is the
// smallest such hat: 88.6 % are accepted.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali::detail {

/// A log-concave distribution of outcomes lowest ... highest. `rise_loss(k)` is 1 - P(k + 1) / P(k) for k
/// above the mode, `fall_loss(k)` is 1 - P(k - 1) / P(k) below it, both accurate where the ratio is close to
/// 1.
template <class L>
concept log_concave_law = requires(const L& law, double k) {
  { law.log_probability(k) } -> std::convertible_to<double>;
  { law.lowest() } -> std::convertible_to<double>;
  { law.highest() } -> std::convertible_to<double>;
  { law.rise_loss(k) } -> std::convertible_to<double>;
  { law.fall_loss(k) } -> std::convertible_to<double>;
};

/// The drop is log P(mode) - log P as a function of the distance t from the mode; it is convex. A tangent
/// lies below it, so exp(-tangent) is a hat. A secant lies above it between its ends, so 1 minus the
/// difference of both is a squeeze, which decides all except about 15 % of the attempts.
struct log_concave_rejection {
  struct side {
    double flat = 0;                            ///< distances up to here are under the flat part
    double start = 0, rate = 1;                 ///< the hat's drop is start + rate i at distance flat + 1 + i
    double inverse_rate = 1, inverse_mass = 0;  ///< mass: the hat's sum over the tail, in units of P(mode)
    double reach = 0;                           ///< distance up to which the secants hold
    double slope[3] = {},
           offset[2] = {};  ///< secants slope[0] t, slope[i] t + offset[i - 1]: the largest counts
  };

  double mode = 0, log_mode = 0;
  double lowest = 0, highest = 0;
  double width = 1, left_begin = 1, total = 1;  ///< sums of the hat: flat part, with the right tail, all
  side left, right;

  /// @param left_tangent,right_tangent  whole distances at which the tails are tangent. Any are correct; best
  ///                                    are those at which P has fallen to 1/e of the mode's
  template <log_concave_law L>
  TALI_FN static log_concave_rejection of(const L& law, double mode, double left_tangent,
                                          double right_tangent) {
    log_concave_rejection r{};
    r.mode = mode;
    r.log_mode = law.log_probability(mode);
    r.lowest = law.lowest();
    r.highest = law.highest();
    const double down = add(mode, -r.lowest), up = add(r.highest, -mode);
    const double x = tangent_distance(right_tangent, up), y = tangent_distance(left_tangent, down);
    const double mass_right = make_side(r.right, x, up, -logarithm_1p_f64(-law.rise_loss(add(mode, x))),
                                        drop_of<L>{law, mode, r.log_mode, 1});
    const double mass_left = make_side(r.left, y, down, -logarithm_1p_f64(-law.fall_loss(add(mode, -y))),
                                       drop_of<L>{law, mode, r.log_mode, -1});
    r.width = add(add(r.left.flat, r.right.flat), 1.0);
    r.left_begin = add(r.width, mass_right);
    r.total = add(r.left_begin, mass_left);
    return r;
  }

  /// The probability that an attempt is accepted.
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return exponential_f64(-log_mode) / total; }

  /// A proposal k, the hat's drop at k, and the uniform number that decides.
  template <class F>
  struct trial {
    F k, drop, v;
  };

  template <class U32>
  TALI_FN auto propose(const U32 (&w)[4]) const {
    const auto u = unit_f64(w[0], w[1]);
    using F = std::remove_const_t<decltype(u)>;
    const F x = multiply(u, F(total)), one(1.0);
    const auto in_middle = is_less(x, F(width)), to_right = is_less(x, F(left_begin));
    // Within a tail, the remainder of u is uniform again.
    const F begin = select(to_right, F(width), F(left_begin));
    const F share = multiply(add(x, multiply(begin, F(-1.0))),
                             select(to_right, F(right.inverse_mass), F(left.inverse_mass)));
    const F length = multiply(logarithm_f64(select(in_middle, one, share)),
                              select(to_right, F(right.inverse_rate), F(left.inverse_rate)));
    const F steps = floor_f64(absolute(length));
    const F drop = fma(steps, select(to_right, F(right.rate), F(left.rate)),
                       select(to_right, F(right.start), F(left.start)));
    const F above = add(steps, F(mode + right.flat + 1)),
            below = fma(steps, F(-1.0), F(mode - left.flat - 1));
    const F inside = add(floor_f64(x), F(mode - left.flat));
    return trial<F>{select(in_middle, inside, select(to_right, above, below)),
                    select(in_middle, F(0.0), drop), unit_f64(w[2], w[3])};
  }

  template <class F>
  TALI_FN auto is_quick(const trial<F>& t) const {
    const F d = add(t.k, F(-mode)), distance = absolute(d);
    const auto to_right = is_less(F(0.0), d);
    F drop = multiply(distance, select(to_right, F(right.slope[0]), F(left.slope[0])));
    for (int i = 1; i < 3; ++i) {
      const F secant = fma(distance, select(to_right, F(right.slope[i]), F(left.slope[i])),
                           select(to_right, F(right.offset[i - 1]), F(left.offset[i - 1])));
      drop = select(is_less(drop, secant), secant, drop);
    }
    const auto holds = is_less(distance, select(to_right, F(right.reach + 0.5), F(left.reach + 0.5)));
    return both(holds, is_less(add(t.v, drop), add(t.drop, F(1.0))));
  }

  template <class F>
  TALI_FN auto is_in_reach(const trial<F>& t) const {
    return both(is_less(F(lowest - 0.5), t.k), is_less(t.k, F(highest + 0.5)));
  }

  /// The proposal is accepted if log P(k) is above this.
  template <class F>
  TALI_FN F log_height(const trial<F>& t) const {
    return add(logarithm_f64(t.v), fma(t.drop, F(-1.0), F(log_mode)));
  }

 private:
  /// The drop at distance t to one side. Not a lambda, because compilers do not always inline one.
  template <class L>
  struct drop_of {
    const L& law;
    double mode, log_mode, direction;
    TALI_FN double operator()(double t) const {
      return add(log_mode, -law.log_probability(fma(direction, t, mode)));
    }
  };

  /// The distance is at least 1: at the mode itself the tangent may be horizontal.
  TALI_FN static double tangent_distance(double requested, double end) {
    const double x = requested < 1 ? 1.0 : requested;
    return end < x ? end : x;
  }
  /// @param x     the distance at which the tail is tangent, at most `end`
  /// @param end   the distance at which the distribution ends
  /// @param rate  the tangent's slope
  /// @returns the tail's mass
  template <class Drop>
  TALI_FN static double make_side(side& s, double x, double end, double rate, const Drop& drop) {
    if (end < 1) return 0;
    const double at_x = drop(x);
    s.reach = x;
    s.flat = x;
    s.slope[0] = s.slope[1] = s.slope[2] = divide(at_x, x);
    if (x >= end) return 0;
    const double top = add(x, -divide(at_x, rate));
    s.flat = top > 0 ? floor_f64(top) : 0.0;
    if (s.flat >= x) s.flat = add(x, -1.0);
    s.rate = rate;
    s.inverse_rate = divide(1.0, rate);
    s.start = fma(rate, add(add(s.flat, 1.0), -x), at_x);
    const double mass = divide(exponential_f64(-s.start), -exponential_m1_f64(-rate));
    s.inverse_mass = divide(1.0, mass);
    if (s.flat > 0) {
      const double at_flat = drop(s.flat);
      s.slope[0] = divide(at_flat, s.flat);
      set_secant(s, 1, s.flat, at_flat, x, at_x);
    }
    s.reach = multiply(x, 2.0) < end ? multiply(x, 2.0) : end;
    set_secant(s, 2, x, at_x, s.reach, drop(s.reach));
    return mass;
  }
  TALI_FN static void set_secant(side& s, int i, double x, double at_x, double y, double at_y) {
    s.slope[i] = divide(add(at_y, -at_x), add(y, -x));
    s.offset[i - 1] = fma(s.slope[i], -x, at_x);
  }
};

}  // namespace tali::detail
