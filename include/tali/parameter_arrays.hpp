// SPDX-License-Identifier: Apache-2.0
// Arrays of parameters, one per element, for fill.
#pragma once

#include <span>
#include <string>
#include <type_traits>

#include <tali/catalogue.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>

namespace tali {

/// Arrays of parameters, in the order of the distribution's parameter_list. Each array has one element per
/// value to fill; for a fill on a GPU the arrays are in the GPU's memory.
template <class D>
struct parameter_arrays {
  std::span<const typename D::parameter> at[detail::parameter_count<D>];
};

namespace detail {

template <class D>
concept makes_single_values = registered_distribution<D> || registered_rejection_distribution<D>;

}  // namespace detail

/// A distribution that can be constructed from checked parameters inside a loop.
template <class D>
concept takes_arrays =
    detail::makes_single_values<D> && detail::lists_parameters<D> && detail::trusts_parameters<D>;

namespace detail {

/// The arrays' addresses, for drivers.
template <class D>
struct array_addresses {
  /// @throws argument_error unless every array has n elements
  array_addresses(const parameter_arrays<D>& p, std::size_t n) {
    for (int k = 0; k < parameter_count<D>; ++k) {
      if (p.at[k].size() != n) {
        throw argument_error(std::string("number of ") + D::parameter_list[k].name,
                             std::to_string(p.at[k].size()), std::to_string(n) + ", one per value");
      }
      at[k] = p.at[k].data();
    }
  }

  const void* at[parameter_count<D>];
};

}  // namespace detail

}  // namespace tali
