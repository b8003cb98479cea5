// SPDX-License-Identifier: Apache-2.0
// lognormal: e to the power of a normal number of the warp Gaussian.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/normal.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

/// Log-normal numbers e^x with x = fma(sigma, z, mu), z a standard normal number of the warp Gaussian.
///
/// Collective, and of one word an output, as normal is: element i is the exponential of normal's element i.
/// The exponential is that of elementary.hpp, within 1 ulp, in double; a float is that double rounded to
/// nearest.
template <class T>
class lognormal : public warp_span {
 public:
  using result_type = T;
  using lane_type = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);

  static constexpr const char* name = "lognormal";
  static constexpr const char* summary = "e to the power of normal numbers";
  static constexpr const char* parameters = "mu, sigma";

  /// @param mu, sigma  mean and standard deviation of the logarithm
  /// @throws argument_error unless mu and sigma are finite and sigma >= 0.
  TALI_FN explicit lognormal(double mu = 0, double sigma = 1) : mu_{mu}, sigma_{sigma} {
    detail::require(is_finite(mu), "mu", mu, "a finite number");
    detail::require(sigma >= 0 && is_finite(sigma), "sigma", sigma, "a finite number, at least 0");
  }

  TALI_HOST_FN static lognormal make(const arguments& given) {
    given.expect({"mu", "sigma"});
    return lognormal(given.get<double>("mu", 0), given.get<double>("sigma", 1));
  }

  /// The trained tables, 16 columns.
  TALI_FN static const std::int32_t* table() { return warp_normal_table<16>::trained(); }

  /// The outputs of a full warp from a word a lane.
  template <class W, int columns>
  TALI_FN auto of_warp(const typename W::u32& entropy, const std::int32_t* table) const {
    using f64 = typename W::f64;
    const f64 x = fma(f64(sigma_), warp_normal<W, columns, normal_grain::fine>(entropy, table), f64(mu_));
    if constexpr (std::is_same_v<T, float>) {
      return round_to_float(exponential_f64(x));
    } else {
      return exponential_f64(x);
    }
  }

  /// What a thread block keeps in shared memory.
  using shared_table = warp_normal_table<32>;

#if defined(__CUDACC__)
  /// In a kernel: this lane's output. Called by a full warp with a word a lane and a table in shared memory.
  template <int columns>
  __device__ T operator()(std::uint32_t entropy, const warp_normal_table<columns>& table) const {
    return of_warp<cuda_warp, columns>(entropy, table.value);
  }
#endif

  [[nodiscard]] TALI_FN double mu() const { return mu_; }
  [[nodiscard]] TALI_FN double sigma() const { return sigma_; }

  TALI_FN friend bool operator==(const lognormal&, const lognormal&) = default;

 private:
  double mu_, sigma_;
};

}  // namespace tali
