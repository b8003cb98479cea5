// SPDX-License-Identifier: Apache-2.0
// Checks of parameter arrays.
#pragma once

#include <cstddef>
#include <string>

#include <tali/detail/request.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>

#include "registry/functions.hpp"

namespace tali::detail {

/// @throws argument_error if an array of the request is null
inline void check_arrays(const request& r) {
  const auto list = r.distribution_entry->parameter_list;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (r.arrays[k] == nullptr) throw argument_error(list[k].name, "null", "the address of an array");
  }
}

/// @throws argument_error always: about the invalid element i of parameter arrays
/// @param arrays  in host memory; the element is at index `at`
[[noreturn]] inline void refuse_element(const distribution_info& d, const void* const* arrays, std::size_t i,
                                        std::size_t at) {
  const int found = d.functions->bad_parameter(arrays, at);
  const auto bad = static_cast<std::size_t>(found < 0 ? 0 : found);
  const parameter_info& facts = d.parameter_list[bad];
  throw argument_error({facts.name, {i}}, d.functions->shown(arrays[bad], at), facts.allowed);
}

}  // namespace tali::detail
