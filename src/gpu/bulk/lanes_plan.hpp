// SPDX-License-Identifier: Apache-2.0
// Divides a range into launches, for distributions whose lanes make many values each: it says which kernel
// makes which spans, and how warps share them. Host code; tests run it without a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <tali/cuda/detail/tuning.hpp>
#include <tali/cuda/device.hpp>
#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

namespace tali::cuda_driver {

// Ranges of distributions that make values in spans.

/// Number of spans that a range touches.
template <batch_distribution D>
std::uint64_t spans_of(const detail::request& job) {
  return job.n == 0 ? 0 : (job.first + (job.n - 1)) / D::batch_size - job.first / D::batch_size + 1;
}

/// Throws unless n is a multiple of the span, as a chained fill requires.
template <batch_distribution D>
void check_chained(const detail::request& job) {
  if (job.n % D::batch_size == 0) return;
  throw argument_error(
      "n", std::to_string(job.n),
      "a multiple of " + std::to_string(D::batch_size) + ", the batch size, in a chained fill");
}

/// Maximum number of threads per block: their registers hold the lanes' values.
inline constexpr int lanes_threads = 256;

/// How warps share spans. Thread blocks work in waves. The blocks of a wave stride over one piece of the
/// range together, so stores in flight are close together; the next wave takes the next piece.
struct spans_plan {
  std::uint64_t spans;
  unsigned wave;   ///< thread blocks
  unsigned steps;  ///< maximum spans per warp
};

/// A range that may begin and end within spans. Span s of the plan is span first_span + s spacing.
struct lanes_plan {
  spans_plan cut;
  std::uint64_t first;       ///< index of the first element
  std::uint64_t n;           ///< elements
  std::uint64_t first_span;  ///< the span that contains the first element
  std::uint64_t spacing;     ///< 1, or the distance of the two spans at the range's ends
  bool aligned;              ///< runs of whole spans begin at multiples of their size
};

/// Divides `spans` among the threads of a launch with this many blocks and threads.
struct spans_cut {
  spans_plan plan;
  unsigned grid, block;
  std::uint64_t step;  ///< spans from a warp's to its next
};

/// @tparam D  the distribution
template <lane_distribution D>
spans_cut cut_spans(const launch_shape& requested, std::uint64_t spans, int multiprocessors) {
  launch_shape s =
      lanes_shape(spans, multiprocessors, sizeof(typename D::result_type), heavy_distribution<D>);
  if (requested.block != 0) s.block = requested.block < lanes_threads ? requested.block : lanes_threads;
  if (requested.steps != 0) s.steps = requested.steps;
  const std::uint64_t warps = static_cast<std::uint64_t>(s.block) / detail::warp_size;
  spans_cut c{};
  c.plan = {spans, lanes_wave(multiprocessors), static_cast<unsigned>(s.steps)};
  if (requested.grid != 0) {  // one wave
    c.plan.wave = static_cast<unsigned>(requested.grid);
    c.plan.steps = static_cast<unsigned>(spans / (warps * c.plan.wave) + 1);
  }
  c.step = warps * c.plan.wave;
  // The last wave has only as many blocks as have a span.
  const std::uint64_t of_a_wave = c.step * c.plan.steps, waves = spans / of_a_wave, rest = spans % of_a_wave;
  const std::uint64_t blocks =
      waves * c.plan.wave + (rest < c.step ? (rest + warps - 1) / warps : c.plan.wave);
  c.grid = static_cast<unsigned>(blocks == 0 ? 1 : blocks);
  c.block = static_cast<unsigned>(s.block);
  return c;
}

/// A launch of the kernel that makes any range.
template <lane_distribution D>
struct lanes_launch {
  lanes_plan plan;
  unsigned grid, block;
  std::uint64_t stride;  ///< elements from a warp's span to its next

  /// `spans` spans of a range, starting at number `skipped`, `spacing` apart.
  lanes_launch(const launch_shape& shape, const detail::request& job, std::uint64_t spans,
               std::uint64_t skipped, std::uint64_t spacing, int multiprocessors) {
    using T = typename D::result_type;
    const spans_cut c = cut_spans<D>(shape, spans, multiprocessors);
    // Address of the range's first span; addresses wrap as indices do.
    const auto begin = reinterpret_cast<std::uintptr_t>(job.to) -
                       static_cast<std::size_t>(job.first % D::batch_size) * sizeof(T);
    plan = {c.plan,  job.first,
            job.n,   job.first / D::batch_size + skipped,
            spacing, begin % (D::run * sizeof(T)) == 0};
    grid = c.grid;
    block = c.block;
    stride = c.step * spacing * D::batch_size;
  }

  /// The whole range.
  lanes_launch(const launch_shape& shape, const detail::request& job, int multiprocessors)
      : lanes_launch(shape, job, spans_of<D>(job), 0, 1, multiprocessors) {}
};

/// A launch of the kernel for whole spans.
template <class E>
struct whole_spans_launch {
  E engine;            ///< at the first span's first word
  std::uint64_t head;  ///< elements of the range before the first span
  spans_cut cut;
};

/// The launches that make a range of at least one element: one kernel makes the whole spans and the other the
/// ends, or the other makes the whole range.
template <class E, lane_distribution D>
struct lanes_launches {
  std::optional<whole_spans_launch<E>> whole;
  std::optional<lanes_launch<D>> rest;

  lanes_launches(const launch_shape& shape, const detail::request& job, int multiprocessors) {
    const E& e = *static_cast<const E*>(job.engine);
    const std::uint64_t before = job.first % D::batch_size, spans = spans_of<D>(job);
    const std::uint64_t after = D::batch_size - 1 - (job.first + (job.n - 1)) % D::batch_size;
    const std::uint64_t ends = (before != 0 ? 1 : 0) + (after != 0 && (spans > 1 || before == 0) ? 1 : 0);
    const std::uint64_t inner = spans - ends, head = before != 0 ? D::batch_size - before : 0;
    rest.emplace(shape, job, multiprocessors);
    E first_whole = e;
    first_whole.discard(job.first + head);
    const auto steady = [&] {
      const typename E::template cursor<scalar::at_groups> at(first_whole, 0, 0);
      return at.steady(typename E::stride(D::batch_size), inner);
    };
    // Not used if it is not faster, if `to` or the engine is unaligned, or if Philox's second counter word
    // changes in the range, which happens once in 2^34 words.
    if (!rest->plan.aligned || e.phase() != 0 ||
        inner < (ends == 0 ? 1 : worth_two_launches(multiprocessors)) || !steady())
      return;
    whole.emplace(whole_spans_launch<E>{first_whole, head, cut_spans<D>(shape, inner, multiprocessors)});
    rest.reset();
    // The last span, the first one, or both.
    if (ends != 0) rest.emplace(shape, job, ends, before == 0 ? spans - 1 : 0, spans - 1, multiprocessors);
  }
};

}  // namespace tali::cuda_driver
