// SPDX-License-Identifier: Apache-2.0
// Fills from grid engines: engines whose sequence many generators make by turns (mtgp32, mtgp64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tali/device.hpp>
#include <tali/engine/mtgp.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

namespace tali {

using grid_engines = type_list<  //
    mtgp32,                      //
    mtgp64>;

template <class E>
concept grid_engine = grid_engines::index_of<E>()
>= 0;

namespace detail {

/// Elements first ... first + n - 1 of a distribution of the registry, counted from word `base`.
struct grid_job {
  std::uint64_t base;
  int distribution_index;
  const void* distribution;
  std::uint64_t first;
  void* to;
  std::size_t n;
};

/// Moves `e` to the job's first word, wherever it stands, and behind the job's last. (For a collective
/// distribution: to the beginning of the span that the next element lies in.)
void cpu_grid_fill(const cpu& where, mtgp32& e, const grid_job& job);
void cpu_grid_fill(const cpu& where, mtgp64& e, const grid_job& job);

/// @throws argument_error unless the job's words lie in the sequence
void check_grid_job(const grid_job& job);

}  // namespace detail

/// As fill in fill.hpp. Copies the engine, and jumps if `first` lies far ahead of it: to go through a
/// sequence piece by piece, use fill_next.
template <grid_engine E, registered_distribution D>
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first,
          std::span<typename D::result_type> to) {
  E there = e;
  detail::cpu_grid_fill(where, there,
                        {e.place(), distributions::index_of<D>(), &d, first, to.data(), to.size()});
}

/// The next to.size() elements from where e stands; e moves on by the words that they took.
/// @throws argument_error if D is collective and to.size() is no multiple of D::span: the next call would
///         count its spans from another place
template <grid_engine E, registered_distribution D>
void fill_next(const cpu& where, E& e, const D& d, std::span<typename D::result_type> to) {
  if constexpr (collective_distribution<D>) {
    if (to.size() % D::span != 0) {
      throw argument_error("n", std::to_string(to.size()),
                           "a multiple of " + std::to_string(D::span) + " for a distribution made in spans");
    }
  }
  detail::cpu_grid_fill(where, e, {e.place(), distributions::index_of<D>(), &d, 0, to.data(), to.size()});
}

}  // namespace tali
