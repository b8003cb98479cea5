// SPDX-License-Identifier: Apache-2.0
// The quantile of binomial and Poisson distributions: the common part of binomial-icdf and poisson-icdf.
//
// Source of the idea: M. B. Giles, "Algorithm 955: approximation of the inverse Poisson cumulative
// distribution function", ACM TOMS 42(1), 2016: an expansion in the normal quantile, and a check where it is
// unsure.
//
// With F continued between whole numbers, s = mean + sigma z + 1/2 + P1(z) + P2(z) / sigma + ... solves F(s -
// 1) = u, z the normal quantile of u, and the outcome is floor(s). This is the expansion of Cornish and
// Fisher, with Sheppard's corrections of the cumulants because outcomes are whole. lab/icdf/discrete.py
// derives its terms. Ten terms have an error below 2^-14.6 sigma^2 r^6, r = (z^2 + 3) / sigma^2, unless r is
// above 1.5:
//   variance below 8        sums of probabilities from 0 upwards
//   variance 8 ... 4096     the expansion; sums decide where s is closer to a whole number than this error
//   variance above 4096     the expansion: its error is below that of z, which is a double
// Floats come first: s from the float quantile at the upper word, with a bound of its error. Where a whole
// number is closer than this bound, doubles decide, so that the outcome is always that of doubles.
//
// Why the outcome is non-decreasing in u. Sums decide whether an outcome is at least m by comparing u with
// one number for each m, and s decides only where that comparison has the same result. Above 4096 it is the
// floor of fma(sigma, z, g(z)): neighbouring z differ by at least a unit in their last place and by 2^-52,
// and g is below 13, so that sigma z grows by more than the rounding errors of g.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/conversion.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// P1 ... P10, polynomials in z and p q: the output of `python3 lab/icdf/discrete.py`. Pj has powers of z of
/// the parity of j + 1, the lowest first; the coefficient of each is a polynomial in p q of degree j / 2, the
/// highest power first. For odd j, Pj is multiplied by q - p.
struct discrete_expansion {
  static constexpr int order = 10;
  double term[160] = {  //
      -0x1.5555555555555p-3,  0x1.5555555555555p-3,   0x1.8e38e38e38e39p-3,   -0x1.c71c71c71c71cp-6,
      -0x1.c71c71c71c71cp-6,  -0x1.c71c71c71c71cp-7,  -0x1.43a2730abee4dp-7,  -0x1.43a2730abee4dp-6,
      0x1.1b2e24a967083p-8,   0x1.1b2e24a967083p-7,   0x1.e573ac901e574p-10,  0x1.e573ac901e574p-9,
      -0x1.6cee830e1deb6p-7,  -0x1.1d4988be78f11p-5,  0x1.1ac243d863734p-6,   0x1.af83440e53dbcp-8,
      0x1.53a5d21147018p-7,   -0x1.cdda7ed755c13p-9,  0x1.e573ac901e574p-13,  0x1.8a6dfc3518a6ep-9,
      -0x1.5ceb240795cebp-10, 0x1.d89bf5344376dp-9,   0x1.c40f9ca14ba94p-8,   -0x1.48c5892f7cd83p-11,
      -0x1.28580d678dc7ep-9,  0x1.5cffb06028c68p-7,   -0x1.a080bf5af8d8ap-7,  -0x1.3813813813814p-11,
      -0x1.7d6d2c2817d6dp-9,  0x1.b1706c5c1b17p-10,   0x1.ed284dc73b445p-16,  -0x1.3439309c850abp-11,
      0x1.24cfee2e4b309p-11,  -0x1.026256e357501p-9,  0x1.2e1f18b9b5bf3p-6,   -0x1.d48a557fa0e1p-7,
      0x1.ea47c3993b314p-10,  -0x1.0234ad3af445ep-9,  0x1.61d0278b6d203p-7,   -0x1.0b2c245371406p-5,
      0x1.273136bedc5f4p-7,   0x1.f0ecb359a46e4p-16,  -0x1.61c64ef6515ecp-9,  0x1.f6c993c9e88cdp-9,
      -0x1.bb8cd09c27e3dp-11, 0x1.ac6e36c515169p-16,  -0x1.c438b5527198ep-12, 0x1.030419802becp-10,
      -0x1.0e962060208e6p-12, -0x1.562a808d6489cp-12, -0x1.f64a3c4170833p-10, -0x1.c8a093de6648cp-10,
      0x1.9b92c82e2c67cp-10,  0x1.f3623cc3e1f7dp-11,  -0x1.ebff7f00b781dp-8,  0x1.c65b84f946ccfp-7,
      -0x1.75aecd25cde43p-9,  0x1.69fdc30c04edp-14,   -0x1.2ae99879ecc19p-9,  0x1.eeb8fe866d247p-7,
      -0x1.9e848576e7f8bp-8,  -0x1.5f2577dae5b25p-15, 0x1.2ace32ae7e21dp-11,  -0x1.8c9fa2ff74718p-10,
      0x1.e10e8b654e50fp-12,  -0x1.48c5892f7cd83p-19, 0x1.3439309c850abp-14,  -0x1.5ac056b015acp-12,
      0x1.0b207f76956fbp-13,  0x1.d0858cb28937ap-10,  -0x1.a0714b8aee836p-8,  -0x1.62fd2238120a3p-8,
      0x1.17df7fff69d2p-6,    -0x1.17e117eb05cf5p-8,  0x1.5ba26b7b75389p-12,  -0x1.3a0d85e827f24p-7,
      0x1.51f62898dfd91p-5,   -0x1.7c2b45728c2d7p-6,  0x1.b21d6cbd253c8p-9,   -0x1.0fbce11dc8d1bp-13,
      -0x1.c8eff942dcbadp-10, 0x1.9987c9f2d3023p-6,   -0x1.75efc66781824p-6,  0x1.22993b229ed98p-8,
      -0x1.b24f41e3c0f7p-16,  0x1.d63a96b8a922cp-12,  -0x1.336ca6402bf6fp-9,  0x1.9bb8007817cccp-10,
      -0x1.0fdfa3de49f92p-12, -0x1.04bbf22109c3ap-22, 0x1.90fba23bca428p-15,  -0x1.bd75b10225d61p-12,
      0x1.72b228f530707p-12,  -0x1.14be086208b0dp-14, -0x1.44af7e3547a55p-11, 0x1.30008e01f3c64p-12,
      0x1.0742fbc41fcaep-9,   -0x1.06eebcca0b766p-9,  0x1.7d51e327c437p-13,   -0x1.66d77d27a6662p-13,
      0x1.84940cc5f5d29p-9,   0x1.151a461cf8a24p-9,   -0x1.4f02c24857fe1p-6,  0x1.d296952813297p-8,
      0x1.44502f4399984p-14,  0x1.4c16c3433e67p-9,    -0x1.6b5bffd9400bdp-6,  0x1.2a43982cda42ap-6,
      -0x1.b59fe9a639b07p-9,  0x1.0c7e04469a148p-15,  0x1.42e3f100ab40dp-12,  -0x1.274123da69227p-7,
      0x1.8df2d4b034242p-7,   -0x1.97b63934833cdp-9,  0x1.a836bb2ac2701p-20,  -0x1.5387600e9b36ap-14,
      0x1.9ac0f0a73fc3bp-11,  -0x1.7d6ced2e9949cp-11, 0x1.3ce0b7905be83p-13,  -0x1.8e2825e109ef7p-24,
      -0x1.ef4e126c8092bp-18, 0x1.ffc56ef3837c5p-14,  -0x1.321cfc6af2ebbp-13, 0x1.2973239d6affbp-15,
      -0x1.838e68cfddd14p-13, 0x1.51f52a697faa6p-10,  0x1.8a49e71d91a71p-7,   -0x1.abbf4cab61472p-6,
      0x1.4303c38e58f39p-7,   -0x1.ee9bb05854abbp-11, 0x1.b9b701998365bp-13,  0x1.1230e03d4beafp-8,
      -0x1.1ed7b3094da4cp-9,  -0x1.1de68b46dd3c5p-4,  0x1.ba4d2f758b2d6p-5,   -0x1.355cd1ce8571dp-7,
      0x1.c8da3e44b6a1p-14,   0x1.3257cef146b6dp-9,   -0x1.51fe2ddf71a12p-5,  0x1.ebf3687de26adp-5,
      -0x1.96e46a55dfd74p-6,  0x1.95810f76ee0c8p-9,   0x1.94ecc10159391p-17,  0x1.9cdad61a49908p-13,
      -0x1.870ef1d454ad7p-7,  0x1.b99ab85cff2c8p-6,   -0x1.dcb5db4ce7c19p-7,  0x1.1e53d5d5827f1p-9,
      -0x1.7f6e2324eb31ep-21, -0x1.ce3e1708c8468p-15, 0x1.04cec395cc47cp-10,  -0x1.9531521b1a789p-10,
      0x1.65d7d520246a2p-11,  -0x1.7a23c38af7f8p-14,  -0x1.43f24731f751dp-24, -0x1.238fee79e66ddp-18,
      0x1.17dd2a3fe3afap-13,  -0x1.15255b127db2ap-12, 0x1.1abf1936182c1p-13,  -0x1.491e452f89344p-16};
};

/// Searches for the quantile, from the ends of the distribution inwards, so that small sums have all digits.
/// @param u,rest  the uniform number, and 1 - u
template <class Law>
TALI_RARE_FN double quantile_by_sums(const Law& law, double u, double rest) {
  constexpr double negligible = 0x1p-100;
  const double mode = law.mode(), at_mode = law.mode_probability();
  double k = mode, p = at_mode, sum = 0;
  for (; k < law.highest() && p > negligible; k = add(k, 1.0)) p = multiply(p, law.rise(k));
  for (; k > mode; k = add(k, -1.0)) {
    sum = add(sum, p);
    if (rest < sum) return k;
    p = multiply(p, law.fall(k));
  }
  p = at_mode;
  sum = 0;
  for (; k > 0 && p > negligible; k = add(k, -1.0)) p = multiply(p, law.fall(k));
  for (; k < mode; k = add(k, 1.0)) {
    sum = add(sum, p);
    if (u <= sum) return k;
    p = multiply(p, law.rise(k));
  }
  return mode;
}

/// The base of such a distribution D. Law is that of a count whose probability is at most 1/2.
template <class D, class T, int n, class Law>
class discrete_quantile : public fixed_budget<D, T, double, n> {
 public:
  static_assert(std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::int64_t>,
                "tali: numbers of this distribution are std::uint32_t or std::int64_t");
  static constexpr bool is_long = sizeof(T) == 8;
  static constexpr int words = 2;
  static constexpr bool heavy = true;
  static constexpr bool of_coordinate = true;  ///< takes one fraction, so quasi-random points can supply it

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    const U32 turn(turn_), low = w[0] ^ turn, high = w[1] ^ turn;
    const auto bits = join(low, high);
    using F = std::remove_cv_t<decltype(normal_quantile_f64(bits))>;
    F k(0.0);
    if (few_) {
      // Sums in double decide unless they are within 2^-45 of u.
      const F u = to_unit_double(low, high), above = add(u, F(0x1p-45)), below = add(u, F(-0x1p-45));
      F first(0.0);
      double outcome = 0, p = at_zero_, sum = p;
      while (outcome < law_.highest() && p > 0x1p-100 && any(is_less(F(sum), above))) {
        p = multiply(p, law_.rise(outcome));
        outcome = add(outcome, 1.0);
        k = select(is_less(F(sum), above), F(outcome), k);
        first = select(is_less(F(sum), below), F(outcome), first);
        sum = add(sum, p);
      }
      k = searched(bits, is_less(first, k), k);
    } else if (const auto quick = by_floats(high); quick_ && !any(quick.unsure)) {
      k = add(F(whole_), to_double(quick.k));
    } else {
      k = by_expansion<F>(bits);
    }
    k = fma(k, F(sign_), F(start_));
    if constexpr (is_long) {
      return cast<std::int64_t>(whole_to_word_f64(k));
    } else {
      return narrow(whole_to_word_f64(k));
    }
  }

 protected:
  /// @param trials_turned  the number of trials if values are what remains of them, or -1
  /// @param mean,mean_low  the count's mean, as a sum
  /// @param p,q            the probabilities of one trial; 0 and 1 for Poisson numbers
  TALI_FN discrete_quantile(const double (&given)[n], double trials_turned, double mean, double mean_low,
                            double p, double q)
      : fixed_budget<D, T, double, n>(given), law_(given) {
    const double variance = multiply(mean, q);
    few_ = variance < 8;
    if (trials_turned >= 0) {
      turn_ = 0xffffffffu;
      sign_ = -1;
      start_ = trials_turned;
    }
    if (few_) {
      at_zero_ = law_.mode_probability();
      for (double k = law_.mode(); k > 0; k = add(k, -1.0)) at_zero_ = multiply(at_zero_, law_.fall(k));
      return;
    }
#if defined(TALI_GPU_CODE)
    const discrete_expansion& table = gpu::in_constant_memory<discrete_expansion>;
#else
    constexpr discrete_expansion table;
#endif
    sigma_ = square_root(variance);
    inverse_ = divide(1.0, variance);
    error_ = variance < 4096 ? multiply(variance, 0x1.5p-15) : 0.0;
    whole_ = floor_f64(mean);
    term_[0] = add(add(add(mean, -whole_), mean_low), 0.5);
    const double product = multiply(p, q), lean = add(q, -p);
    const double per_sigma = divide(1.0, sigma_);
    double scale = 1;
    for (int j = 1, at = 0; j <= discrete_expansion::order; ++j, scale = multiply(scale, per_sigma)) {
      const double factor = (j & 1) != 0 ? multiply(scale, lean) : scale;
      for (int power = (j + 1) & 1; power <= j + 1; power += 2) {
        double c = table.term[at++];
        for (int i = j / 2; i > 0; --i) c = fma(c, product, table.term[at++]);
        term_[power] = fma(c, factor, term_[power]);
      }
    }
    set_quick();
  }

 private:
  static constexpr int powers = discrete_expansion::order + 1, quick_powers = 6;

  /// An outcome without whole_, and where doubles may give another one.
  template <class F, class Mask>
  struct float_outcome {
    F k;
    Mask unsure;
  };

  /// The float quantile is 2 ulp from that at the middle of the upper word's numbers, which is up to 2^-33 /
  /// phi(z) from z. So z is wrong by at most 2^-21 (|z| + z^4 / 64) up to |z| = 4, with the rounding of sigma
  /// z.
  template <class U32>
  TALI_FN auto by_floats(const U32& high) const {
    const auto z = normal_quantile_f32(high);
    using F = std::remove_cv_t<decltype(z)>;
    F g(quick_term_[quick_powers]);
    for (int i = quick_powers - 1; i >= 0; --i) g = fma(g, z, F(quick_term_[i]));
    const F s = fma(z, F(quick_sigma_), g);
    const F nearest = add(add(s, F(0x1.8p23f)), F(-0x1.8p23f)), off = add(s, -nearest);
    const F square = multiply(z, z), size = absolute(z);
    const F r = multiply(add(square, F(3.0f)), F(quick_inverse_)), r2 = multiply(r, r), r3 = multiply(r2, r);
    const F of_z = fma(fma(multiply(square, square), F(0x1p-6f), size), F(quick_slope_), F(quick_error_));
    const F error = fma(multiply(r3, r3), F(quick_expansion_), of_z);
    const auto unsure =
        either(is_less(absolute(off), error), either(is_less(F(4.0f), size), is_less(F(1.4f), r)));
    using Mask = std::remove_cv_t<decltype(unsure)>;
    return float_outcome<F, Mask>{select(is_less(off, F(0.0f)), add(nearest, F(-1.0f)), nearest), unsure};
  }

  template <class F, class U64>
  TALI_FN F by_expansion(const U64& bits) const {
    const F z = normal_quantile_f64(bits);
    F g(term_[powers]);
    for (int i = powers - 1; i >= 0; --i) g = fma(g, z, F(term_[i]));
    const F s = fma(z, F(sigma_), g);
    const F nearest = add(add(s, F(0x1.8p52)), F(-0x1.8p52)), off = add(s, -nearest);
    const F k = add(F(whole_), select(is_less(off, F(0.0)), add(nearest, F(-1.0)), nearest));
    if (error_ == 0) return k;
    const F r = multiply(fma(z, z, F(3.0)), F(inverse_)), r2 = multiply(r, r), r3 = multiply(r2, r);
    const F error = fma(multiply(r3, r3), F(error_), F(0x1p-30));
    return searched(bits, either(is_less(absolute(off), error), is_less(F(1.5), r)), k);
  }

  /// Bounds of what floats add to the error: (sigma + 4) times that of z, 4 being more than the slope of g;
  /// 2^-17 for rounding in g; and the terms that are left out.
  TALI_FN void set_quick() {
    double left_out = 0x1p-17, power = 1;
    for (int i = 0; i <= powers; ++i, power = multiply(power, 4.0)) {
      if (i <= quick_powers) {
        quick_term_[i] = static_cast<float>(term_[i]);
      } else {
        left_out = fma(absolute(term_[i]), power, left_out);
      }
    }
    quick_ = left_out < 0x1p-6 && sigma_ < 0x1p13;
    quick_error_ = static_cast<float>(left_out);
    quick_sigma_ = static_cast<float>(sigma_);
    quick_slope_ = static_cast<float>(multiply(add(sigma_, 4.0), 0x1p-21));
    quick_inverse_ = static_cast<float>(inverse_);
    quick_expansion_ = static_cast<float>(multiply(error_, 1.01));
  }

  TALI_FN double search(std::uint64_t bits) const {
    const std::uint64_t upper = 0 - (bits >> 63), low = (((bits << 1) ^ upper) >> 11) | 1;
    const double t = multiply(to_unit_double(low), 0.5), rest = add(1.0, -t);  // t is exact
    return quantile_by_sums(law_, upper == 0 ? t : rest, upper == 0 ? rest : t);
  }
  /// k, or what sums give where the mask is set.
  TALI_FN double searched(std::uint64_t bits, bool unsure, double k) const {
    return unsure ? search(bits) : k;
  }
#if !defined(TALI_GPU_COMPILER)
  template <int N, int R>
  TALI_FN lanes<double, N, R> searched(const lanes<std::uint64_t, N, R>& bits,
                                       const lane_mask<double, N, R>& unsure, lanes<double, N, R> k) const {
    if (any(unsure)) {
      for (int i = 0; i < N; ++i) {
        if (unsure.v.get(i) != 0) k.set(i, search(bits.get(i)));
      }
    }
    return k;
  }
#endif

  Law law_;
  double term_[powers + 1] = {};                ///< g, with the fraction of the mean
  double whole_ = 0, sigma_ = 0, inverse_ = 0;  ///< inverse_ = 1 / sigma_^2
  double error_ = 0;                            ///< 0 if the expansion is exact enough
  double at_zero_ = 0;                          ///< P(0), for small variances
  double sign_ = 1, start_ = 0;                 ///< the value is start_ + sign_ k
  std::uint32_t turn_ = 0;                      ///< inverts u if sign_ is -1
  bool few_ = false;                            ///< whether the variance is small
  bool quick_ = false;                          ///< whether floats come first, with the numbers below
  float quick_term_[quick_powers + 1] = {};
  float quick_sigma_ = 0, quick_inverse_ = 0, quick_slope_ = 0, quick_error_ = 0, quick_expansion_ = 0;
};

}  // namespace tali::detail
