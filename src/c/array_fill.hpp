// SPDX-License-Identifier: Apache-2.0
// The work of a fill with parameter arrays, of a distribution that was chosen when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tali/any.hpp>
#include <tali/parameter_arrays.hpp>

#include "c/status.hpp"
#include "c/types.hpp"

namespace tali::c {

/// @throws argument_error unless the catalogue has such a distribution, it takes arrays, and so many
inline detail::fill_job array_job(const any_engine& e, const char* name, tali_type type, std::uint64_t first,
                                  std::size_t n, const void* const* arrays, std::size_t count, void* out) {
  const std::string wanted = &checked(name, "name"), its_type = name_of_type(type);
  detail::fill_job job{e.index(), e.get(), -1, nullptr, first, out, n, arrays};
  bool named = false;
  catalogue_distributions::for_each([&]<class D>(int index, type_list<D>) {
    if constexpr (takes_arrays<D>) {
      if (wanted != D::name || its_type != type_name<typename D::result_type>()) return;
      named = true;
      constexpr auto wants = static_cast<std::size_t>(detail::parameter_count<D>);
      if (count != wants) {
        throw argument_error("count", std::to_string(count),
                             std::to_string(wants) + ", the number of parameters of " + wanted);
      }
      job.distribution_index = index;
    }
  });
  if (!named) {
    throw argument_error("name", "'" + wanted + "' of type " + its_type,
                         "a distribution that takes arrays of parameters");
  }
  check_pair(e.info(), distribution_list()[static_cast<std::size_t>(job.distribution_index)]);
  checked(arrays, "arrays");
  for (std::size_t k = 0; k < count; ++k) {
    if (n > 0) checked(static_cast<const char*>(arrays[k]), "one of the arrays");
  }
  return job;
}

}  // namespace tali::c
