// SPDX-License-Identifier: Apache-2.0
// The launchers of rejection distributions, and the bulk kernels, for one engine: CMake compiles this file
// once per engine, with TALI_ENGINE.
#include "gpu/attempts/inversion_launch.cuh"
#include "gpu/attempts/rejection_kernel.cuh"
#include "gpu/bulk/launch.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

namespace {

using engine_type = detail::type_at<TALI_ENGINE, catalogue::counter_engines>;

/// @return false if there is no table; then nothing was enqueued
template <class D, int Rounds>
bool launch_inversion(const cuda& where, const rejection_words<Rounds>& words, const D& d,
                      typename D::result_type* to, std::uint64_t first, std::uint64_t n) {
  return with_inversion_table(where, d, n, [&](const detail::inversion_table* table) {
    const int piece = inversion_piece_for<typename D::result_type>(where, n);
    const unsigned blocks = blocks_of_pieces(words.first() + first, n, piece);
    runtime::launch("inversion kernel", inversion_kernel<D, Rounds>, {blocks, 256}, where.stream, words, d,
                    to, first, n, table, piece);
  });
}

template <class D, int Rounds>
void launch_compacting(const cuda& where, const rejection_words<Rounds>& words, const D& d,
                       const detail::request& fill) {
  const int piece = piece_for(runtime::multiprocessors(where.ordinal), fill.n);
  const unsigned blocks = blocks_of_pieces(words.first() + fill.first, fill.n, piece);
  runtime::launch("sampling kernel", compacting_kernel<D, Rounds>, {blocks, compacting_threads}, where.stream,
                  words, d, static_cast<typename D::result_type*>(fill.to), fill.first, fill.n, piece,
                  fill.record);
}

template <class D>
void launch_rejection(const cuda& where, const detail::request& fill, const rejection_schedule& how) {
  const rejection_shared_launchers& shared = rejection_shared(*fill.distribution_entry);
  const rejection_words words(*static_cast<const engine_type*>(fill.engine), D::tag);
  if (fill.arrays != nullptr) return shared.arrays(where, words_of_any_rounds(words), fill);
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
    return shared.grouped(where, words_of_any_rounds(words), fill, static_cast<unsigned>(how.group));
  }
  launch_compacting(where, words, d, fill);
}

template <class... D>
constexpr rejection_launchers all_of(detail::type_list<D...>) {
  rejection_launchers all{};
  int j = 0;
  ((all.at[j++] = &launch_rejection<D>), ...);
  return all;
}

}  // namespace

template <>
const rejection_launchers engine_launchers<rejection_launchers, TALI_ENGINE>::table =
    all_of(catalogue::rejection_distributions{});

}  // namespace tali::cuda_driver
