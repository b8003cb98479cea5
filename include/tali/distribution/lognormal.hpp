// SPDX-License-Identifier: Apache-2.0
// lognormal: e to the power of a normal number.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/normal.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

/// Log-normal numbers e^x: element i is the exponential of element i of normal<T> with the same mu and sigma.
///
/// A batch distribution like normal, from the same words. The exponential is exponential_as<T>, within 1 ulp.
template <class T>
class lognormal : public detail::batch_of_lanes<detail::walsh_size, detail::walsh_size / 2, 16 / sizeof(T)>,
                  public detail::mean_and_deviation<detail::numbers<lognormal<T>, T, 2>> {
  using base = detail::mean_and_deviation<detail::numbers<lognormal<T>, T, 2>>;

 public:
  using result_type = T;
  using lane_type = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::lognormal: its numbers are float or double");

  static constexpr const char* name = "lognormal";
  static constexpr const char* summary = "e to the power of normal numbers";
  static constexpr bool heavy = true;

  /// @param mu, sigma  mean and standard deviation of the logarithm
  /// @throws argument_error unless mu and sigma are finite and sigma >= 0.
  TALI_FN explicit lognormal(T mu = 0, T sigma = 1)
      : base(detail::checked<lognormal>({mu, sigma})), normal_{mu, sigma} {}

  /// The table that a thread block keeps in shared memory.
  using shared_table = typename normal<T>::shared_table;
  TALI_FN static const shared_table& table() { return shared_table::trained(); }

  /// A lane's 64 outputs from its 32 words. In kernels, a lane is a thread, and the table is in shared
  /// memory.
  /// @tparam U32,F  std::uint32_t and T, or SIMD lanes of them
  template <class U32, class F>
  TALI_FN void operator()(const U32 (&w)[detail::walsh_size / 2], const shared_table& table,
                          F (&x)[detail::walsh_size]) const {
    normal_(w, table, x);
    if (is_near()) {
      TALI_UNROLL
      for (int i = 0; i < detail::walsh_size; ++i) x[i] = detail::exponential_as<T, true>(x[i]);
    } else {
      TALI_UNROLL
      for (int i = 0; i < detail::walsh_size; ++i) x[i] = detail::exponential_as<T>(x[i]);
    }
  }

  /// The value in the type that is stored.
  TALI_FN static T stored(T x) { return x; }

 private:
  /// Whether the exponentials of all values are normal numbers.
  [[nodiscard]] TALI_FN bool is_near() const {
    using namespace normal_values;
    constexpr int max_deviations = 32;  // of a normal value from mu; one of them covers rounding
    static_assert(63 * body_f64[body_size - 1] + wide_f64[wide_size - 1] < max_deviations - 1 &&
                  63 * body_f32.value[body_size - 1] + wide_f32.value[wide_size - 1] < max_deviations - 1);
    return add(absolute(this->mu()), multiply(this->sigma(), T(max_deviations))) <= detail::greatest_near<T>;
  }

  normal<T> normal_;
};

}  // namespace tali
