// Student's t: the polar method.
//
// Source: R. W. Bailey, "Polar generation of random variates with the t-distribution", Mathematics of
// Computation 62(206), 1994.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/arguments.hpp>
#include <tali/arithmetic.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/elementary.hpp>
#include <tali/rejection.hpp>

namespace tali {

/// Student's t with df degrees of freedom, which need not be whole; large df come to the normal distribution.
/// Numbers beyond the type's range, which a df below 0.1 has, are infinite.
///
/// (u, v) uniform in the unit disc, s = u^2 + v^2: t = u sqrt(df (s^(-2/df) - 1) / s). A point of the square
/// lies in the disc with probability pi / 4.
template <class T>
class student_t {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  static constexpr bool is_float = std::is_same_v<T, float>;

  static constexpr const char* name = "student-t";
  static constexpr const char* summary = "Student's t of df degrees of freedom";
  static constexpr const char* parameters = "df";
  static constexpr parameter_facts parameter_list[] = {{"df", "a finite number above 0", 1}};
  static constexpr bool variable_budget = true;
  static constexpr std::uint32_t tag = tag_of(is_float ? "student-t f32" : "student-t f64");
  static constexpr int words = 1, attempt_words = is_float ? 2 : 4;

  /// @throws argument_error unless df is finite and above 0
  explicit student_t(T df = 1) : student_t(unchecked, {df}) { check_parameters<student_t>({df}); }
  TALI_FN student_t(unchecked_t, const T (&p)[1]) : df_{p[0]}, power_{divide(T(-2), p[0])} {}

  static student_t make(const arguments& given) { return make_distribution<student_t>(given); }
  TALI_FN static int bad_parameter(const T (&p)[1]) { return is_positive(p[0]) ? -1 : 0; }
  [[nodiscard]] double acceptance() const { return 0.785; }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      const auto u = coordinate_f32(w[0]), v = coordinate_f32(w[1]);
      const auto s = fma(u, u, multiply(v, v));
      return finished(u, s, exponential_m1_f32(multiply(logarithm_f32(s), decltype(multiply(u, u))(power_))));
    } else {
      const auto u = coordinate_f64(w[0], w[1]), v = coordinate_f64(w[2], w[3]);
      const auto s = fma(u, u, multiply(v, v));
      return finished(u, s, exponential_m1_f64(multiply(logarithm_f64(s), decltype(multiply(u, u))(power_))));
    }
  }

  TALI_FN static T result(T x) { return x; }
  TALI_FN static T failed() { return not_a_number<T>(); }

 private:
  /// A uniform number in (-1, 1), with the relative precision of the type near 0 and a sign of its own.
  template <class U32>
  TALI_FN static auto coordinate_f32(const U32& w) {
    const auto size = round_to_float((w << 1) | U32(1u));
    using F = std::remove_const_t<decltype(size)>;
    return with_sign(multiply(size, F(0x1p-32f)), w);
  }
  template <class U32>
  TALI_FN static auto coordinate_f64(const U32& low, const U32& high) {
    const auto w = join(low, high);
    const auto size = to_unit_double((w << 1) >> 11);  // multiples of 2^-53
    using F = std::remove_const_t<decltype(size)>;
    return with_sign(add(size, F(0x1p-54)), w);
  }

  template <class F>
  TALI_FN auto finished(const F& u, const F& s, const F& growth) const {
    const F t = multiply(u, square_root(divide(multiply(growth, F(df_)), s)));
    return attempted{t, is_less(s, F(T(1)))};
  }

  T df_, power_;
};

}  // namespace tali
