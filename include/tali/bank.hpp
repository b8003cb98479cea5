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

using bank_engines = type_list<  //
    mtgp32,                      //
    mtgp64>;

template <class E>
concept bank_engine = bank_engines::index_of<E>()
>= 0;

namespace detail {

/// Elements first ... first + n - 1 of a distribution of the registry, counted from word `base`.
struct bank_job {
  std::uint64_t base;
  int distribution_index;
  const void* distribution;
  std::uint64_t first;
  void* to;
  std::size_t n;
};

/// Moves `e` to the job's first word, wherever it stands, and behind the job's last. (For a batch
/// distribution: to the beginning of the batch that the next element lies in.)
void cpu_fill_bank(const cpu& where, mtgp32& e, const bank_job& job);
void cpu_fill_bank(const cpu& where, mtgp64& e, const bank_job& job);

/// @throws argument_error unless the job's words lie in the sequence
void check_bank_job(const bank_job& job);

}  // namespace detail

/// As fill in fill.hpp. Copies the engine, and jumps if `first` lies far ahead of it: to go through a
/// sequence piece by piece, use fill_next.
template <bank_engine E, registered_distribution D>
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first,
          std::span<typename D::result_type> to) {
  E there = e;
  detail::cpu_fill_bank(where, there,
                        {e.position(), distributions::index_of<D>(), &d, first, to.data(), to.size()});
}

/// The next to.size() elements from where e stands; e moves on by the words that they took.
/// @throws argument_error if D is batch and to.size() is no multiple of D::batch_size: the next call would
///         count its batches from another place
template <bank_engine E, registered_distribution D>
void fill_next(const cpu& where, E& e, const D& d, std::span<typename D::result_type> to) {
  if constexpr (batch_distribution<D>) {
    if (to.size() % D::batch_size != 0) {
      throw argument_error(
          "n", std::to_string(to.size()),
          "a multiple of " + std::to_string(D::batch_size) + " for a distribution made in batches");
    }
  }
  detail::cpu_fill_bank(where, e, {e.position(), distributions::index_of<D>(), &d, 0, to.data(), to.size()});
}

}  // namespace tali
