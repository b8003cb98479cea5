// SPDX-License-Identifier: Apache-2.0
// Checks of parameter arrays, for a distribution that is given by its index in a list.
#pragma once

#include <cstddef>
#include <string>

#include <tali/catalogue.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>

namespace tali::detail {

/// Calls f(type_list<D>{}) for the distribution at index `index`, if its elements can have their own
/// parameters.
template <class... D, class F>
void with_parameters_of(type_list<D...> list, int index, F f) {
  list.for_each([&]<class One>(int i, type_list<One> one) {
    if constexpr (requires { One::parameter_list; }) {
      if (i == index) f(one);
    }
  });
}

/// @throws argument_error if an array is null
template <class List>
void check_arrays(List list, int index, const void* const* arrays) {
  with_parameters_of(list, index, [&]<class D>(type_list<D>) {
    for (int k = 0; k < parameter_count<D>; ++k) {
      if (arrays[k] == nullptr)
        throw argument_error(D::parameter_list[k].name, "null", "the address of an array");
    }
  });
}

/// @throws argument_error always: about element i of parameter arrays, which is not allowed
/// @param arrays  in host memory, where that element stands at index `at`
template <class List>
[[noreturn]] void refuse_element(List list, int index, const void* const* arrays, std::size_t i,
                                 std::size_t at) {
  with_parameters_of(list, index, [&]<class D>(type_list<D>) {
    parameters_of<D> p;
    for (int k = 0; k < parameter_count<D>; ++k)
      p[k] = static_cast<const typename D::parameter*>(arrays[k])[at];
    const int bad = D::bad_parameter(p);
    const parameter_info& facts = D::parameter_list[bad < 0 ? 0 : bad];
    throw argument_error({facts.name, {i}}, text_of(p[bad < 0 ? 0 : bad]), facts.allowed);
  });
  throw argument_error("distribution", std::to_string(index), "an index of the list");
}

}  // namespace tali::detail
