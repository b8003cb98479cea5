// SPDX-License-Identifier: Apache-2.0
// The launchers of kernels. Those of an engine's own kernels stand in objects of their own, one an engine,
// whose tables the compiler makes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

/// Engine number `Engine` of its list has these, by a source file that is compiled once for each.
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

/// Enqueues a request's kernel. Arrays, record, the keys of rows, and the table of a distribution that has
/// one (which then is a view) are in device memory; the record may be null. Rows that are made in one launch
/// have at most 2^24 elements, side by side.
using launcher = void (*)(const cuda& where, const detail::request& r);

/// bulk/kernels.cu. `chained`: the engine is in device memory, and its position after the range goes to
/// `engine_after`.
using bulk_launcher = void (*)(const cuda& where, const detail::request& r, bool chained, void* engine_after);
struct bulk_launchers : detail::distribution_table<bulk_launcher, distributions> {
  using engine_list = engines;
};

/// bulk/row_kernels.cu: many rows in one launch; null where rows are made one by one.
struct row_launchers : detail::distribution_table<launcher, distributions> {
  using engine_list = engines;
  launcher categories;
};

/// bulk/arrays_kernels.cu: elements with parameters of their own.
void launch_arrays(const cuda& where, const detail::request& r);
/// The same of elements done ... done + n - 1 of the request, from their words in device memory.
void launch_arrays_from_words(const cuda& where, const detail::request& r, const std::uint32_t* words,
                              std::size_t done, std::size_t n);

/// attempts/rejection_kernels.cu.
using rejection_launcher = void (*)(const cuda& where, const detail::request& r,
                                    const rejection_schedule& how);
struct rejection_launchers : detail::distribution_table<rejection_launcher, rejection_distributions> {
  using engine_list = counter_engines;
};

/// An engine's words of a distribution, for the kernels that serve every number of rounds.
using words_of_any_rounds = rejection_words<rounds_at_run_time>;

/// What is not the bulk of the work is compiled once for all engines, in
/// attempts/rejection_shared_kernels.cu: it is most of the code, and one branch per block of words costs it
/// little.
struct rejection_shared_launchers {
  /// Samples with separate parameters.
  void (*arrays)(const cuda& where, const words_of_any_rounds& words, const detail::request& r);
  /// Samples by groups of lanes.
  void (*grouped)(const cuda& where, const words_of_any_rounds& words, const detail::request& r,
                  unsigned group);
  /// Samples by inversion without a table; null if the distribution does not use inversion.
  void (*counting)(const cuda& where, const words_of_any_rounds& words, const detail::request& r);
  /// Many rows in a launch.
  launcher rows;
};
const rejection_shared_launchers& rejection_shared(const distribution_info& distribution);

/// points/points_kernels.cu.
struct points_launchers : detail::distribution_table<launcher, coordinate_distributions> {
  using engine_list = quasi_engines;
};

/// rows/vectors_kernels.cu.
launcher vectors_launcher(const detail::request& r);
/// One range only.
launcher categorical_launcher(const detail::request& r);
template <class T>
void launch_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n);

}  // namespace tali::cuda_driver
