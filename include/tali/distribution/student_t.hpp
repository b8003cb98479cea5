// SPDX-License-Identifier: Apache-2.0
// Student's t: the polar method, with separate words for the angle and the radius.
//
// Source: R. W. Bailey, "Polar generation of random variates with the t-distribution", Mathematics of
// Computation 62(206), 1994, theorem 1 and its corollary. The paper takes the angle's cosine and a uniform
// number from a point of the unit disc, and rejects one point of the square in five. Computing the cosine
// costs less and makes the budget fixed.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

/// Student's t with df degrees of freedom, which need not be whole; for large df it approaches the normal
/// distribution. The value is cos(2 pi v) sqrt(df (u^(-2 / df) - 1)) with uniform u and v, each from half of
/// the words. log u has all digits at both ends, so the tails extend to probabilities 2^-32 (float), 2^-64
/// (double).
///
/// If df is below 0.5 (float) or 0.15 (double), u^(-2 / df) can exceed the type's range: the number is
/// infinite.
template <class T, class P = T>
class student_t : public detail::fixed_budget<student_t<T, P>, T, P, 1> {
  using base = detail::fixed_budget<student_t<T, P>, T, P, 1>;

 public:
  static constexpr const char* name = "student-t";
  static constexpr const char* summary = "Student's t of df degrees of freedom";
  static constexpr parameter_info parameter_list[] = {detail::positive("df", 1)};
  static constexpr int words = sizeof(T) / 2;
  static constexpr bool heavy = true;

  /// @throws argument_error unless df is finite and above 0
  TALI_FN explicit student_t(T df = 1) : student_t(detail::unchecked, detail::checked<student_t>({df})) {}
  TALI_FN student_t(detail::unchecked_t, const P (&p)[1]) : base(p), power_(divide(P(T(-2)), p[0])) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    if constexpr (std::is_same_v<T, float>) {
      const U32 of_radius[] = {w[0]};
      const auto log_u = detail::log_of_words(of_radius);
      using F = std::remove_const_t<decltype(log_u)>;
      return at(math::circle_f32(w[1]).cosine, math::exponential_m1_f32(multiply(log_u, F(power_))));
    } else {
      const U32 of_radius[] = {w[0], w[1]};
      const auto log_u = detail::log_of_words(of_radius);
      using F = std::remove_const_t<decltype(log_u)>;
      return at(math::circle_f64(join(w[2], w[3])).cosine,
                math::exponential_m1_f64(multiply(log_u, F(power_))));
    }
  }

  [[nodiscard]] TALI_FN P df() const { return this->given(0); }

 private:
  template <class F>
  TALI_FN F at(const F& cosine, const F& growth) const {
    return multiply(cosine, square_root(multiply(growth, F(df()))));
  }

  P power_;
};

}  // namespace tali
