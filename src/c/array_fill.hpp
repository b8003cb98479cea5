// SPDX-License-Identifier: Apache-2.0
// The request for a fill with parameter arrays, of a distribution that was chosen when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tali/any.hpp>

#include "c/status.hpp"
#include "c/types.hpp"

namespace tali::c {

/// @throws argument_error unless the catalogue has such a distribution, it takes arrays, and this number of
///   them
inline detail::request array_request(const any_engine& e, const char* name, tali_type type,
                                     std::uint64_t first, std::size_t n, const void* const* arrays,
                                     std::size_t count, void* out) {
  const std::string wanted = &checked(name, "name"), its_type = name_of_type(type);
  detail::request r{&e.info(), e.get(), nullptr, nullptr, first, out, n, arrays};
  for (const distribution_info& d : distribution_list()) {
    if (d.takes_arrays && wanted == d.name && its_type == d.type) r.distribution_entry = &d;
  }
  if (r.distribution_entry == nullptr) {
    throw argument_error("name", "'" + wanted + "' of type " + its_type,
                         "a distribution that takes arrays of parameters");
  }
  const std::size_t wants = r.distribution_entry->parameter_list.size();
  if (count != wants) {
    throw argument_error("count", std::to_string(count),
                         std::to_string(wants) + ", the number of parameters of " + wanted);
  }
  check_pair(e.info(), *r.distribution_entry);
  checked(arrays, "arrays");
  for (std::size_t k = 0; k < count; ++k) {
    if (n > 0) checked(static_cast<const char*>(arrays[k]), "one of the arrays");
  }
  return r;
}

}  // namespace tali::c
