// SPDX-License-Identifier: Apache-2.0
#include "core/route.hpp"

#include <array>

#include <tali/fill.hpp>

#include "core/uniform_pairs.hpp"

namespace tali::detail {

namespace {

/// Where a pair goes: its kind, and the indices in the kind's lists; an engine index of -1 if it cannot be
/// filled.
struct entry {
  pair_kind kind;
  short engine, distribution;
};

template <class E, class D, class Engines, class Distributions>
constexpr entry entry_of(pair_kind kind) {
  return {kind, static_cast<short>(Engines::template index_of<E>()),
          static_cast<short>(Distributions::template index_of<D>())};
}

template <class E, class D>
constexpr entry find() {
  if constexpr (!is_pair<E, D>()) {
    return {pair_kind::fixed, -1, -1};
  } else if constexpr (quasi_engine<E>) {
    return entry_of<E, D, quasi_engines, coordinate_distributions>(pair_kind::points);
  } else if constexpr (bank_engine<E>) {
    return entry_of<E, D, bank_engines, distributions>(pair_kind::bank);
  } else if constexpr (per_thread_engine<E>) {
    return entry_of<E, D, per_thread_engines, distributions>(pair_kind::per_thread);
  } else if constexpr (kind_of<D> == distribution_kind::fixed) {
    return entry_of<E, D, indexed_engines, distributions>(pair_kind::fixed);
  } else if constexpr (kind_of<D> == distribution_kind::rejection) {
    return entry_of<E, D, counter_engines, rejection_distributions>(pair_kind::rejection);
  } else if constexpr (kind_of<D> == distribution_kind::vector) {
    return entry_of<E, D, counter_engines, vector_distributions>(pair_kind::vectors);
  } else {
    return entry_of<E, D, indexed_engines, type_list<D>>(pair_kind::categorical);
  }
}

using row_of_entries = std::array<entry, catalogue_distributions::size>;

template <class E, class... D>
constexpr row_of_entries row_of(type_list<D...>) {
  return {find<E, D>()...};
}

template <class... E>
constexpr std::array<row_of_entries, catalogue_engines::size> rows_of_entries(type_list<E...>) {
  return {row_of<E>(catalogue_distributions{})...};
}

constexpr auto entries = rows_of_entries(catalogue_engines{});

}  // namespace

routed_job route(const fill_job& job) {
  const auto e = static_cast<std::size_t>(job.engine_index),
             d = static_cast<std::size_t>(job.distribution_index);
  const entry& to = entries[e][d];
  if (to.engine < 0) check_pair(engine_list()[e], distribution_list()[d]);
  check_uniform_way(job.engine_index, job.distribution_index, job.distribution);
  routed_job r{to.kind, job};
  r.job.engine_index = to.engine;
  r.job.distribution_index = to.distribution;
  return r;
}

}  // namespace tali::detail
