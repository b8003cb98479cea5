// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of one engine. CMake compiles this file once per engine, with TALI_ENGINE.
#include "gpu/bulk/fill_lanes_kernel.cuh"
#include "gpu/bulk/lanes_plan.hpp"
#include "gpu/bulk/launch.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

// The launches of distributions whose lanes make many values each.

template <class E, lane_distribution D>
void launch(const cuda& where, const detail::request& job, bool chained, void* engine_after) {
  using T = typename D::result_type;
  using stride = typename E::stride;
  if (chained) check_chained<D>(job);
  check_shape(where.shape);
  if (job.n == 0) {
    if (chained) advance_engine<E>(where, static_cast<const E*>(job.engine), engine_after, 0);
    return;
  }
  const int all = runtime::multiprocessors(where.ordinal);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  if (chained) {
    auto* const engine = static_cast<const E*>(job.engine);
    const lanes_launch<D> l(where.shape, job, all);
    runtime::launch("fill kernel", fill_lanes_chained_kernel<E, D>, {l.grid, l.block}, where.stream, engine,
                    d, to, l.plan, stride(l.stride));
    advance_engine<E>(where, engine, engine_after, job.n);
    return;
  }
  const lanes_launches<E, D> launches(where.shape, job, all);
  if (const auto& w = launches.whole) {
    runtime::launch("fill kernel", fill_whole_spans_kernel<E, D>, {w->cut.grid, w->cut.block}, where.stream,
                    w->engine, d, to + w->head, w->cut.plan, stride(w->cut.step * D::batch_size));
  }
  if (const auto& l = launches.rest) {
    runtime::launch("fill kernel", fill_lanes_kernel<E, D>, {l->grid, l->block}, where.stream,
                    *static_cast<const E*>(job.engine), d, to, l->plan, stride(l->stride));
  }
}

namespace {

template <class E, class... D>
TALI_COMPUTES_LAUNCHERS bulk_launchers all_of(detail::type_list<D...>) {
  bulk_launchers all{};
  int j = 0;
  ((all.at[j++] = &launch<E, D>), ...);
  return all;
}

}  // namespace

template <>
const bulk_launchers engine_launchers<bulk_launchers, TALI_ENGINE>::table =
    all_of<detail::type_at<TALI_ENGINE, catalogue::engines>>(catalogue::distributions{});

}  // namespace tali::cuda_driver
