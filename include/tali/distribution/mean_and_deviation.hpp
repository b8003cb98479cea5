// SPDX-License-Identifier: Apache-2.0
// What the normal distributions share: mean and standard deviation.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/parameters.hpp>

namespace tali::detail {

/// The base of a distribution with parameters mu and sigma, which have type T.
template <class T>
class mean_and_deviation {
 public:
  static constexpr parameter_names parameters{"mu", "sigma"};

  [[nodiscard]] TALI_FN constexpr T mu() const { return mu_; }
  [[nodiscard]] TALI_FN constexpr T sigma() const { return sigma_; }

  TALI_FN friend bool operator==(const mean_and_deviation&, const mean_and_deviation&) = default;

 protected:
  /// @throws argument_error unless mu and sigma are finite and sigma >= 0.
  TALI_FN mean_and_deviation(T mu, T sigma) : mu_{mu}, sigma_{sigma} {
    require(is_finite(mu), "mu", mu, "a finite number");
    require(sigma >= 0 && is_finite(sigma), "sigma", sigma, "a finite number of at least 0");
  }

  /// The distribution D of arguments by name.
  template <class D>
  TALI_HOST_FN static D made_of(const arguments& given) {
    given.expect({"mu", "sigma"});
    return D(given.get<T>("mu", 0), given.get<T>("sigma", 1));
  }

 private:
  T mu_, sigma_;
};

}  // namespace tali::detail
