// SPDX-License-Identifier: Apache-2.0
// The kernels of rows of one engine. CMake compiles this file once per engine, with TALI_ENGINE.
#include <algorithm>

#include "gpu/bulk/fill_rows_kernel.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

namespace {

using engine_type = detail::type_at<TALI_ENGINE, catalogue::engines>;

/// Number of blocks whose warps take one item each, or several.
/// @param max_per_multiprocessor  limit on the blocks per multiprocessor
unsigned blocks_of(const cuda& where, const rows_cut& cut, int threads, unsigned max_per_multiprocessor) {
  const unsigned useful =
      runtime::blocks_for(where.ordinal, cut.items, static_cast<std::uint64_t>(threads) / 32);
  return std::min(useful,
                  max_per_multiprocessor * static_cast<unsigned>(runtime::multiprocessors(where.ordinal)));
}

template <class D>
void launch_rows_of(const cuda& where, const detail::request& job) {
  const detail::row_list& rows = *job.rows;
  using T = typename D::result_type;
  const engine_type& e = *static_cast<const engine_type*>(job.engine);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  if constexpr (lane_distribution<D>) {
    const rows_cut cut = cut_lanes_rows<D>(rows);
    runtime::launch("kernel of rows", fill_lanes_rows_kernel<engine_type, D>,
                    {blocks_of(where, cut, lanes_threads, 16), lanes_threads}, where.stream, e, d, to, rows,
                    cut);
  } else {
    const rows_cut cut = cut_rows<engine_type, D>(rows);
    const runtime::launch_grid shape{blocks_of(where, cut, rows_threads, reads_quantile_rows<D> ? 8 : 64),
                                     rows_threads};
    const typename engine_type::stride stride(words_a_step<D>(cut));
    // If a step makes more words than it stores, a test for the beginning of a group is expensive.
    if constexpr (engine_type::group > 1 && reads_quantile_rows<D>) {
      if (begins_with_groups<engine_type, D>(rows, to, e.phase())) {
        runtime::launch("kernel of rows", fill_rows_kernel<scalar::at_groups, engine_type, D>, shape,
                        where.stream, e, d, to, rows, cut, stride);
        return;
      }
    }
    runtime::launch("kernel of rows", fill_rows_kernel<scalar, engine_type, D>, shape, where.stream, e, d, to,
                    rows, cut, stride);
  }
}

/// Warp distributions exist for comparison only; their rows are made one at a time.
template <class D>
constexpr launcher launcher_of() {
  if constexpr (warp_distribution<D>) {
    return nullptr;
  } else {
    return &launch_rows_of<D>;
  }
}

template <class... D>
TALI_COMPUTES_LAUNCHERS row_launchers all_of(detail::type_list<D...>) {
  return {{{launcher_of<D>()...}}, &launch_rows_of<detail::categorical_view>};
}

}  // namespace

template <>
const row_launchers engine_launchers<row_launchers, TALI_ENGINE>::table = all_of(catalogue::distributions{});

}  // namespace tali::cuda_driver
