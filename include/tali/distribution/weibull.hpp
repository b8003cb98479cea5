// SPDX-License-Identifier: Apache-2.0
// weibull: powers of exponential numbers, by inversion.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/shape_scale.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/conversion.hpp>

namespace tali {

/// Weibull numbers, distribution function 1 - exp(-(x / scale)^shape): scale (-log(1 - u))^(1 / shape), the
/// quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
///
/// At most 1.5 + 3.5 / shape ulp. Numbers beyond the type's range, which small shapes have, are 0 or
/// infinite.
template <class T>
class weibull : public detail::shape_scale<T> {
  using base = detail::shape_scale<T>;

 public:
  using base::words;
  static constexpr const char* name = "weibull";
  static constexpr const char* summary = "Weibull numbers, powers of exponential ones";

  /// @throws argument_error unless shape and scale are finite and above 0
  TALI_FN explicit weibull(T shape = 1, T scale = 1) : weibull(unchecked, {shape, scale}) {
    check_parameters<weibull>({shape, scale});
  }
  TALI_FN weibull(unchecked_t, const T (&p)[2]) : base(1.0, p) {}

  TALI_HOST_FN static weibull make(const arguments& given) { return make_distribution<weibull>(given); }

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

  TALI_FN friend bool operator==(const weibull&, const weibull&) = default;

 private:
  /// @param log_rest  log(1 - u) of a uniform number u
  template <class F>
  TALI_FN F of_logarithm(const F& log_rest) const {
    const F waiting = multiply(log_rest, F(-1));
    if constexpr (std::is_same_v<T, float>) {
      return this->scaled(this->power().power_f32(to_double(waiting)));
    } else {
      return this->scaled(this->power().power_f64(waiting));
    }
  }
};

}  // namespace tali
