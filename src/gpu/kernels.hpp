// SPDX-License-Identifier: Apache-2.0
// The launchers of kernels. Each engine's kernels are in separate objects; the compiler computes their
// tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

/// Before a function whose result is a table of launchers: clang would put a table that it computes into the
/// GPU's code, which has no launchers.
#if defined(__HIP_DEVICE_COMPILE__)
#define TALI_COMPUTES_LAUNCHERS
#else
#define TALI_COMPUTES_LAUNCHERS constexpr
#endif

/// The launchers of engine number `Engine` of its list, defined by a source file that is compiled once per
/// engine.
template <class Launchers, int Engine>
struct engine_launchers {
  static const Launchers table;
};

template <class Launchers, int... Engine>
constexpr std::array<const Launchers*, sizeof...(Engine)> tables_of(std::integer_sequence<int, Engine...>) {
  return {&engine_launchers<Launchers, Engine>::table...};
}

template <class Launchers>
const Launchers& launchers_for(const detail::request& r) {
  using list = typename Launchers::engine_list;
  static constexpr auto tables = tables_of<Launchers>(std::make_integer_sequence<int, list::size>{});
  return *tables[static_cast<std::size_t>(detail::place<list>(*r.engine_entry))];
}

/// Enqueues a request's kernel. Arrays, record, and the keys of rows are in device memory; so is the table of
/// a distribution that has one (the distribution is then a view). The record may be null. Rows of one launch
/// have at most 2^24 contiguous elements each.
using launcher = void (*)(const cuda& where, const detail::request& r);

/// In bulk/kernels.cu. If `chained`, the engine is in device memory, and its position after the range is
/// written to `engine_after`.
using bulk_launcher = void (*)(const cuda& where, const detail::request& r, bool chained, void* engine_after);
struct bulk_launchers : detail::distribution_table<bulk_launcher, catalogue::distributions> {
  using engine_list = catalogue::engines;
};

/// In bulk/row_kernels.cu: many rows in one launch; null if rows are made one at a time.
struct row_launchers : detail::distribution_table<launcher, catalogue::distributions> {
  using engine_list = catalogue::engines;
  launcher categories;
};

/// In bulk/arrays_kernels.cu: elements with separate parameters.
void launch_arrays(const cuda& where, const detail::request& r);
/// The same for elements done ... done + n - 1 of the request, from their words in device memory.
void launch_arrays_from_words(const cuda& where, const detail::request& r, const std::uint32_t* words,
                              std::size_t done, std::size_t n);

/// In points/points_kernels.cu.
struct points_launchers : detail::distribution_table<launcher, catalogue::coordinate_distributions> {
  using engine_list = catalogue::quasi_engines;
};

/// In rows/vectors_kernels.cu.
launcher vectors_launcher(const detail::request& r);
/// For one range only.
launcher categorical_launcher(const detail::request& r);
template <class T>
void launch_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n);

}  // namespace tali::cuda_driver
