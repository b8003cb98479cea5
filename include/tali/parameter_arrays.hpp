// SPDX-License-Identifier: Apache-2.0
// Parameters of their own for every element: arrays that fill_each reads.
#pragma once

#include <type_traits>

#include <tali/device.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/registry.hpp>

namespace tali {

/// Arrays of parameters, one element a sample, in the order of the distribution's parameter_list. All of the
/// length of the output.
template <class D>
struct parameter_arrays {
  const typename D::parameter* at[detail::parameter_count<D>];
};

/// A distribution of fixed budget that can be made of checked parameters inside a loop.
template <class D>
concept takes_arrays = registered_distribution<D> && requires {
  D::parameter_list;
} && std::is_constructible_v < D, unchecked_t, const parameters_of<D>
& > ;

namespace detail {

/// A fill whose elements have parameters of their own: fill_job without a distribution, and one array a
/// parameter.
struct arrays_job {
  fill_job fill;
  const void* const* arrays;
};

/// What stands where an element's parameters are not allowed.
template <class T>
TALI_FN constexpr T no_value() {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(-1);
  } else {
    return not_a_number<T>();
  }
}

void cpu_fill_each(const cpu& where, const arrays_job& job);

}  // namespace detail

}  // namespace tali
