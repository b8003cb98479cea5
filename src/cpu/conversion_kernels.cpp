// SPDX-License-Identifier: Apache-2.0
// One SIMD level's conversions of words to values. CMake compiles this file once for every level and part,
// with the level's compiler flags, TALI_REGISTER_BYTES and TALI_PART.
#include <tali/detail/convert_range.hpp>

#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

namespace {

template <class D>
constexpr convert_function convert_of() {
  if constexpr (catalogue::distributions::index_of<D>() % conversion_parts == TALI_PART) {
    return &convert_range<D, TALI_REGISTER_BYTES>;
  } else {
    return nullptr;
  }
}

template <class... D>
constexpr conversion_kernels kernels_of(detail::type_list<D...>) {
  return {{{convert_of<D>()...}}};
}

}  // namespace

template <>
constinit const conversion_kernels level_kernels<conversion_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(catalogue::distributions{});

}  // namespace tali::cpu_driver
