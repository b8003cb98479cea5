// SPDX-License-Identifier: Apache-2.0
// Rejection for negative binomial numbers of a shape n below 1; their probabilities fall like k^(n - 1) q^k.
//
// The hat is Ahrens and Dieter's for gamma numbers of shape below 1, a power and an exponential part (ACM
// TOMS 8(2), 1982). The seam is that of D. J. Best, "A note on gamma variate generators with shape parameter
// less than unity", Computing 30, 1983. The step to whole numbers is by D. Kershaw, "Some extensions of W.
// Gautschi's inequalities for the gamma function", Mathematics of Computation 41, 1983: Gamma(k + n) / k! <
// (k + n/2)^(n - 1).
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali::detail {

/// In units of P(0), outcome 0 has 1 and outcome 1 has n q. k >= 2 is the outcome for y in (k - 1 + n/2, k +
/// n/2]. The hat is y^(n - 1) / Gamma(n) up to the seam z = (0.07 + 0.75 sqrt(1 - n)) / p, and z^(n - 1) q^(y
/// - n/2) / Gamma(n) above it; the seam must be above 1 + n/2. At least 77 % are accepted, nearly all if n is
/// small or close to 1.
struct small_shape_rejection {
  double n, log_q;
  double one_begin, power_begin, tail_begin, total;  ///< sums of the hat; outcome 0 has the first part
  double growth, inverse_n, log_first;               ///< y = first (1 + growth u)^(1 / n) of the power part
  double seam, log_seam, inverse_log_q;

  TALI_FN static small_shape_rejection of(double n, double p) {
    small_shape_rejection r{};
    const double first = fma(n, 0.5, 1.0);
    r.n = n;
    r.log_q = logarithm_1p_f64(-p);
    r.inverse_log_q = divide(1.0, r.log_q);
    r.inverse_n = divide(1.0, n);
    r.log_first = logarithm_f64(first);
    r.seam = divide(fma(square_root(add(1.0, -n)), 0.75, 0.07), p);
    r.log_seam = logarithm_f64(r.seam);
    r.growth = exponential_m1_f64(multiply(n, add(r.log_seam, -r.log_first)));
    const double scale = exponential_f64(-log_gamma_f64(add(n, 1.0)));  // 1 / (n Gamma(n))
    const double power = multiply(exponential_f64(multiply(n, r.log_first)), multiply(r.growth, scale));
    const double decay = multiply(add(r.seam, multiply(n, -0.5)), r.log_q);
    const double height = exponential_f64(fma(add(n, -1.0), r.log_seam, decay));
    const double tail = multiply(multiply(n, scale), multiply(height, -r.inverse_log_q));
    r.one_begin = 1;
    r.power_begin = fma(n, add(1.0, -p), 1.0);
    r.tail_begin = add(r.power_begin, power);
    r.total = add(r.tail_begin, tail);
    return r;
  }

  /// The probability that an attempt is accepted.
  [[nodiscard]] TALI_HOST_FN double acceptance(double p) const {
    return exponential_f64(-n * logarithm_f64(p)) / total;
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[4]) const {
    const auto u = unit_f64(w[0], w[1]);
    using F = std::remove_const_t<decltype(u)>;
    const F minus(-1.0), one(1.0), x = multiply(u, F(total));
    const auto is_zero = is_less(x, F(one_begin)), is_exact = is_less(x, F(power_begin)),
               is_power = is_less(x, F(tail_begin));
    // Within a part, the remainder of u is uniform again. Parts of width 0 are never selected.
    const F begin = select(is_power, F(power_begin), F(tail_begin)),
            end = select(is_power, F(tail_begin), F(total));
    const F share = divide(add(x, multiply(begin, minus)), add(end, multiply(begin, minus)));
    const F safe = select(is_exact, F(0.5), share);
    const F log_share = logarithm_1p_f64(select(is_power, multiply(safe, F(growth)), add(safe, minus)));
    const F log_height = select(is_power, fma(log_share, F(inverse_n), F(log_first)), F(log_seam));
    const F far = fma(log_share, F(inverse_log_q), F(seam));
    const F y = add(select(is_power, exponential_f64(log_height), far), F(n * -0.5));
    const F k = add(floor_f64(absolute(y)), one);
    // log(Gamma(k + n) / k!), and log of q^k divided by the hat's power of q.
    const F next = add(k, one), less(n - 1);
    const F ratio = fma(add(k, F(n - 0.5)), logarithm_1p_f64(divide(less, next)),
                        fma(less, logarithm_f64(next), multiply(less, minus)));
    const F log_gammas = add(ratio, add(binet_function(add(k, F(n))), multiply(stirling_error(next), minus)));
    const F decay = multiply(select(is_power, k, add(k, multiply(y, minus))), F(log_q));
    const F right = add(add(log_gammas, decay), multiply(less, multiply(log_height, minus)));
    const auto accepted = is_less(logarithm_f64(unit_f64(w[2], w[3])), right);
    return attempted{select(is_exact, select(is_zero, F(0.0), one), k), either(is_exact, accepted)};
  }
};

}  // namespace tali::detail
