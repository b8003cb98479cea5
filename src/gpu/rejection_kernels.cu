// SPDX-License-Identifier: Apache-2.0
// The launchers of samples of variable cost, and the bulk kernels, for one engine: CMake compiles this file
// once an engine, with TALI_ENGINE.
#include <memory>
#include <string>

#include "core/type_at.hpp"
#include "gpu/launch.cuh"
#include "gpu/rejection.hpp"
#include "gpu/rejection_kernel.cuh"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

namespace {

using engine_type = detail::type_at<TALI_ENGINE, counter_engines>;

/// @return false if there is no table, and nothing was enqueued
template <class D, int Rounds>
bool launch_inversion(const cuda& where, const rejection_words<Rounds>& words, const D& d,
                      typename D::result_type* to, std::uint64_t first, std::uint64_t n) {
  constexpr std::uint64_t worth_table = 1 << 16;
  // Tables go to the device by a copy in the stream. A stream that is being captured into a graph would copy
  // from memory that is gone, so there outcomes are counted.
  if (n < worth_table || runtime::is_captured(where.stream)) return false;
  auto table = std::make_unique<inversion_table>();
  make_table(d.law(), *table);
  if (table->outcomes == 0) return false;
  // Long pieces, because a block copies the table first; but of what fits less often into a line of memory,
  // shorter ones, whose stores lie closer together.
  constexpr int largest = sizeof(typename D::result_type) == 4 ? 1 << 15 : 1 << 13;
  const std::uint64_t share = n / (static_cast<std::uint64_t>(runtime::multiprocessors(where.ordinal)) * 16);
  int piece = 1024;
  while (piece < largest && static_cast<std::uint64_t>(piece) < share) piece *= 2;
  const unsigned blocks = blocks_of_pieces(words.first() + first, n, piece);
  const runtime::stream_memory<inversion_table> there(1, where.stream);
  runtime::copy_to_device(there.at(), table.get(), sizeof *table, where.stream);
  runtime::launch("inversion kernel", inversion_kernel<D, Rounds>, {blocks, 256}, where.stream, words, d, to,
                  first, n, there.at(), piece);
  return true;
}

template <class D, int Rounds>
void launch_compacting(const cuda& where, const rejection_words<Rounds>& words, const D& d,
                       const detail::fill_job& fill, cuda_failures* record) {
  const int piece = piece_for(runtime::multiprocessors(where.ordinal), fill.n);
  const unsigned blocks = blocks_of_pieces(words.first() + fill.first, fill.n, piece);
  runtime::launch("sampling kernel", compacting_kernel<D, Rounds>, {blocks, compacting_threads}, where.stream,
                  words, d, static_cast<typename D::result_type*>(fill.to), fill.first, fill.n, piece,
                  record);
}

template <class D>
void launch_rejection(const cuda& where, const detail::fill_job& fill, const rejection_schedule& how,
                      cuda_failures* record) {
  const rejection_shared_launchers& shared = rejection_shared(rejection_distributions::index_of<D>());
  const rejection_words words(*static_cast<const engine_type*>(fill.engine), D::tag);
  if (fill.arrays != nullptr) return shared.arrays(where, words_of_any_rounds(words), fill, record);
  const D& d = *static_cast<const D*>(fill.distribution);
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) {
      auto* const to = static_cast<typename D::result_type*>(fill.to);
      if (!launch_inversion(where, words, d, to, fill.first, fill.n))
        shared.counting(where, words_of_any_rounds(words), fill);
      return;
    }
  }
  if (how.kind == schedule::grouped) {
    return shared.grouped(where, words_of_any_rounds(words), fill, static_cast<unsigned>(how.group), record);
  }
  launch_compacting(where, words, d, fill, record);
}

template <class... D>
void add_all(rejection_table& table, type_list<D...>) {
  int j = 0;
  ((table.launch[TALI_ENGINE][j++] = &launch_rejection<D>), ...);
}

}  // namespace

template <>
void add_rejection<TALI_ENGINE>(rejection_table& table) {
  add_all(table, rejection_distributions{});
}

}  // namespace tali::cuda_driver
