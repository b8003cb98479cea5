// SPDX-License-Identifier: Apache-2.0
// pareto: numbers with a tail of a power, by inversion.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Pareto numbers, distribution function 1 - (scale / x)^shape from x = scale on: scale (1 - u)^(-1 / shape),
/// the quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
/// NumPy's pareto, the Lomax distribution, is that of scale 1 less 1.
///
/// At most 1 ulp (float), 2 + 1 / shape ulp (double). Numbers beyond the type's range, which small shapes
/// have, are infinite.
template <class T>
class pareto {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::pareto: its numbers are float or double");

  static constexpr const char* name = "pareto";
  static constexpr const char* summary = "Pareto numbers, from scale on with a tail of a power";
  static constexpr parameter_names parameters{"shape", "scale"};
  static constexpr parameter_info parameter_list[] = {{"shape", "a finite number above 0", 1},
                                                      {"scale", "a finite number above 0", 1}};
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

  /// @throws argument_error unless shape and scale are finite and above 0
  TALI_FN explicit pareto(T shape = 1, T scale = 1) : pareto(unchecked, {shape, scale}) {
    check_parameters<pareto>({shape, scale});
  }
  TALI_FN pareto(unchecked_t, const T (&p)[2])
      : power_{-1.0, static_cast<double>(p[0])}, shape_{p[0]}, scale_{p[1]} {}

  TALI_HOST_FN static pareto make(const arguments& given) { return make_distribution<pareto>(given); }
  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_positive(p[0]) ? 0 : is_positive(p[1]) ? -1 : 1;
  }

  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[words]) const {
    const U32 all(0xffffffffu);
    if constexpr (std::is_same_v<T, float>) {
      return scaled(power_.power_f32(unit_f64(w[0] ^ all)));
    } else {
      return scaled(power_.power_f64(rounded_unit_f64(w[0] ^ all, w[1] ^ all)));
    }
  }

  template <bit_generator G>
  TALI_FN T operator()(G& g) const {
    return draw(*this, g);
  }

  [[nodiscard]] TALI_FN T shape() const { return shape_; }
  [[nodiscard]] TALI_FN T scale() const { return scale_; }

  TALI_FN friend bool operator==(const pareto&, const pareto&) = default;

 private:
  template <class F>
  TALI_FN F scaled(const F& x) const {
    return multiply(x, F(scale_));
  }

  detail::reciprocal_exponent power_;
  T shape_, scale_;
};

}  // namespace tali
