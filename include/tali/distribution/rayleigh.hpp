// SPDX-License-Identifier: Apache-2.0
// rayleigh: distances from the centre of a round normal distribution of the plane, by inversion.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Rayleigh numbers, distribution function 1 - exp(-(x / scale)^2 / 2): scale sqrt(-2 log(1 - u)), the
/// quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
/// `scale` is the standard deviation of a coordinate.
///
/// At scale 1, a float lies in 2^-16 ... 6.77, a double in 2^-32 ... 9.50.
template <class T>
class rayleigh {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::rayleigh: its numbers are float or double");

  static constexpr const char* name = "rayleigh";
  static constexpr const char* summary = "Rayleigh numbers, lengths of normal vectors of the plane";
  static constexpr parameter_names parameters{"scale"};
  static constexpr parameter_info parameter_list[] = {{"scale", "a finite number above 0", 1}};
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

  /// @throws argument_error unless scale is finite and above 0
  TALI_FN explicit rayleigh(T scale = 1) : rayleigh(unchecked, {scale}) {
    check_parameters<rayleigh>({scale});
  }
  TALI_FN rayleigh(unchecked_t, const T (&p)[1]) : scale_{p[0]} {}

  TALI_HOST_FN static rayleigh make(const arguments& given) { return make_distribution<rayleigh>(given); }
  TALI_FN static int bad_parameter(const T (&p)[1]) { return is_positive(p[0]) ? -1 : 0; }

  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[words]) const {
    return of_logarithm(detail::log_of_rest(w));
  }
  /// The value from two words as one number, low + 2^32 high.
  template <class U64>
  requires(words == 2) TALI_FN auto of_number(const U64& k) const {
    return of_logarithm(detail::log_of_number_rest(k));
  }

  template <bit_generator G>
  TALI_FN T operator()(G& g) const {
    return draw(*this, g);
  }

  [[nodiscard]] TALI_FN T scale() const { return scale_; }

  TALI_FN friend bool operator==(const rayleigh&, const rayleigh&) = default;

 private:
  /// @param log_rest  log(1 - u) of a uniform number u
  template <class F>
  TALI_FN F of_logarithm(const F& log_rest) const {
    return multiply(square_root(multiply(log_rest, F(-2))), F(scale_));
  }

  T scale_;
};

}  // namespace tali
