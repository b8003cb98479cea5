// SPDX-License-Identifier: Apache-2.0
// One SIMD level's fills of rejection distributions. CMake compiles this file once for every level and part,
// with TALI_REGISTER_BYTES and TALI_PART.
#include "cpu/inversion_range.hpp"
#include "cpu/kernels.hpp"
#include "cpu/rejection_range.hpp"

namespace tali::cpu_driver {

namespace {

template <class D>
std::uint64_t erased(const rejection_words<rounds_at_run_time>& words, const void* distribution,
                     [[maybe_unused]] const inversion_table* table, std::uint64_t first, void* to,
                     std::size_t n) {
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) {
      inverted_samples<D, TALI_REGISTER_BYTES>(words, d, table).fill(first, out, n);
      return none_failed;
    }
  }
  return samples<D, TALI_REGISTER_BYTES>(words, d).compacting(first, out, n);
}

template <class D>
bool make_table_of(const void* distribution, inversion_table& table) {
  const D& d = *static_cast<const D*>(distribution);
  if (!d.by_inversion()) return false;
  make_table(d.law(), table);
  return table.outcomes != 0;
}

template <class D>
inline constexpr bool is_here = rejection_distributions::index_of<D>() % rejection_parts == TALI_PART;

template <class D>
constexpr rejection_fill fill_of() {
  if constexpr (is_here<D>) {
    return &erased<D>;
  } else {
    return nullptr;
  }
}

template <class D>
constexpr make_inversion_table maker_of() {
  if constexpr (is_here<D> && detail::has_inversion<D>) {
    return &make_table_of<D>;
  } else {
    return nullptr;
  }
}

template <class... D>
constexpr rejection_kernels kernels_of(type_list<D...>) {
  return {{{fill_of<D>()...}}, {{maker_of<D>()...}}};
}

}  // namespace

template <>
constinit const rejection_kernels level_kernels<rejection_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(rejection_distributions{});

}  // namespace tali::cpu_driver
