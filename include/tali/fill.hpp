// SPDX-License-Identifier: Apache-2.0
// fill: a range of a sequence into memory, on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tali/device.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

namespace tali {

/// Writes elements first ... first + to.size() - 1 of distribution d over sequence e to `to`.
///
/// The bits written depend on e, d and the index alone: not on threads, SIMD level or how calls cut a range.
/// Blocks until done. Allocates nothing (the thread pool is made by the first call that uses it).
///
/// @param where  threads and SIMD level
/// @param e      the sequence, at its index 0
/// @param first  index of the first element
/// @throws argument_error if the range passes the sequence's 2^64 words, `to` is null and not empty, or
/// `where` asks for
///         a SIMD level that this machine lacks
template <registered_engine E, registered_distribution D>
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first,
          std::span<typename D::result_type> to) {
  detail::cpu_fill(
      where, {engines::index_of<E>(), &e, distributions::index_of<D>(), &d, first, to.data(), to.size()});
}

/// The same with parameters of its own for every element: element first + i has parameters p.at[...][i].
/// Where they are those of a distribution, the value is that distribution's, to the bit.
///
/// @throws argument_error as fill; with the first index whose parameters are not allowed. Then `to` holds
/// anything.
template <registered_engine E, takes_arrays D>
void fill_each(const cpu& where, const E& e, const parameter_arrays<D>& p, std::uint64_t first,
               std::span<typename D::result_type> to) {
  const void* arrays[detail::parameter_count<D>];
  for (int k = 0; k < detail::parameter_count<D>; ++k) arrays[k] = p.at[k];
  detail::cpu_fill_each(where, {{engines::index_of<E>(), &e, distributions::index_of<D>(), nullptr, first,
                                 to.data(), to.size()},
                                arrays});
}

}  // namespace tali
