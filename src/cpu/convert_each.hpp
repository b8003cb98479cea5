// SPDX-License-Identifier: Apache-2.0
// Converts words in memory to values with separate parameters.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

namespace tali::cpu_driver {

/// Values whose parameters are elements begin ... end - 1 of arrays, from words.
/// @tparam R  the level's register bytes, so that each level has a different name (tests/isa_symbols.cmake)
/// @returns the first index with invalid parameters, or `end`
template <class D, int R>
std::size_t convert_each(const void* const* arrays, const std::uint32_t* words, void* to, std::size_t begin,
                         std::size_t end) {
  using T = typename D::result_type;
  constexpr int parameters = detail::parameter_count<D>;
  auto* const out = static_cast<T*>(to);
  std::size_t bad = end;
  for (std::size_t i = begin; i < end; ++i, words += D::words) {
    parameters_of<D> p;
    for (int k = 0; k < parameters; ++k) p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
    if (D::bad_parameter(p) >= 0) {
      out[i] = detail::no_value<T>();
      if (bad == end) bad = i;
      continue;
    }
    std::uint32_t w[D::words];
    for (int k = 0; k < D::words; ++k) w[k] = words[k];
    out[i] = static_cast<T>(D(unchecked, p)(w));
  }
  return bad;
}

}  // namespace tali::cpu_driver
