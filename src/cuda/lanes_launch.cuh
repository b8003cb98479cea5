// From a range to a launch, for distributions whose lanes make many values each.
#pragma once

#include <cstdint>

#include "cuda/fill_lanes_kernel.cuh"
#include "cuda/launch.cuh"

namespace tali::cuda_driver {

/// How `spans` are shared out, and in how many blocks of how many threads.
template <class D>
struct spans_cut {
  spans_plan plan;
  unsigned grid, block;
  std::uint64_t step;  ///< spans from a warp's to its next

  spans_cut(const cuda& where, std::uint64_t spans, int multiprocessors) {
    launch_shape s = lanes_shape(spans, multiprocessors, sizeof(typename D::result_type));
    if (where.shape.block != 0)
      s.block = where.shape.block < lanes_threads ? where.shape.block : lanes_threads;
    if (where.shape.steps != 0) s.steps = where.shape.steps;
    const std::uint64_t warps = static_cast<std::uint64_t>(s.block) / D::lanes;
    plan = {spans, 2 * static_cast<unsigned>(multiprocessors), static_cast<unsigned>(s.steps)};
    if (where.shape.grid != 0) {  // one wave
      plan.wave = static_cast<unsigned>(where.shape.grid);
      plan.steps = static_cast<unsigned>(spans / (warps * plan.wave) + 1);
    }
    step = warps * plan.wave;
    // In the last wave those blocks are launched that have a span.
    const std::uint64_t of_a_wave = step * plan.steps, waves = spans / of_a_wave, rest = spans % of_a_wave;
    const std::uint64_t blocks = waves * plan.wave + (rest < step ? (rest + warps - 1) / warps : plan.wave);
    grid = static_cast<unsigned>(blocks == 0 ? 1 : blocks);
    block = static_cast<unsigned>(s.block);
  }
};

template <class E, lane_distribution D>
void launch(const cuda& where, const detail::fill_job& job, bool chained, void* engine_after) {
  using T = typename D::result_type;
  if (chained) check_chained<D>(job);
  check_shape(where.shape);
  if (job.n == 0) {
    if (chained) advance_engine<E>(where, static_cast<const E*>(job.engine), engine_after, 0);
    return;
  }
  const int all = multiprocessors(where.ordinal);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  const std::uint64_t before = job.first % D::span, spans = spans_of<D>(job);
  const std::uint64_t behind = D::span - 1 - (job.first + (job.n - 1)) % D::span;
  // Where the range's first span begins, in bytes; addresses wrap as indices do.
  const bool aligned = (reinterpret_cast<std::uintptr_t>(to) - static_cast<std::size_t>(before) * sizeof(T)) %
                           sizeof(run_of_values<D>) ==
                       0;
  const auto plan_of = [&](const spans_plan& cut, std::uint64_t spacing) {
    return lanes_plan{cut, job.first, job.n, job.first / D::span, spacing, aligned};
  };
  if (chained) {
    auto* const engine = static_cast<const E*>(job.engine);
    const spans_cut<D> c(where, spans, all);
    fill_lanes_chained_kernel<E, D><<<c.grid, c.block, 0, where.stream>>>(
        engine, d, to, plan_of(c.plan, 1), typename E::stride(c.step * D::span));
    check(cudaGetLastError(), "launch of the fill kernel");
    advance_engine<E>(where, engine, engine_after, job.n);
    return;
  }
  const E& e = *static_cast<const E*>(job.engine);
  const std::uint64_t ends = (before != 0 ? 1 : 0) + (behind != 0 && (spans > 1 || before == 0) ? 1 : 0);
  const std::uint64_t whole = spans - ends;
  E first_whole = e;
  first_whole.discard(job.first + (before != 0 ? D::span - before : 0));
  const auto steady = [&] {
    const typename E::template cursor<aligned_scalar> at(first_whole, 0, 0);
    return at.steady(typename E::stride(D::span), whole);
  };
  // Whole spans apart from the ends. Not where that does not pay, `to` or the engine stands askew, or
  // something rare happens on the way: once in 2^34 words Philox's second counter word moves on.
  const bool apart =
      aligned && e.phase() == 0 && whole >= (ends == 0 ? 1 : worth_two_launches(all)) && steady();
  if (apart) {
    const spans_cut<D> c(where, whole, all);
    fill_whole_spans_kernel<E, D>
        <<<c.grid, c.block, 0, where.stream>>>(first_whole, d, to + (before != 0 ? D::span - before : 0),
                                               c.plan, typename E::stride(c.step * D::span));
    check(cudaGetLastError(), "launch of the fill kernel");
    if (ends == 0) return;
  }
  // All of it, or the ends: the last span, the first one, or both.
  lanes_plan p = plan_of({}, apart ? spans - 1 : 1);
  if (apart && before == 0) p.first_span += spans - 1;
  const spans_cut<D> c(where, apart ? ends : spans, all);
  p.cut = c.plan;
  fill_lanes_kernel<E, D>
      <<<c.grid, c.block, 0, where.stream>>>(e, d, to, p, typename E::stride(c.step * p.spacing * D::span));
  check(cudaGetLastError(), "launch of the fill kernel");
}

}  // namespace tali::cuda_driver
