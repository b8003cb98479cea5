// SPDX-License-Identifier: Apache-2.0
// Divides ranges into launches, for engines that threads run along segments.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tali/engine/mersenne_twister.hpp>

#include "gpu/words/segments_kernel.cuh"
#include "gpu/words/twister_kernel.cuh"
#include "linear/twister_polynomials.hpp"

namespace tali::cuda_driver {

/// Calls launch(engine, words, to) for a range of words from an engine on; for its two parts where the
/// sequence's 2^64 words end in it.
template <class E, class Launch>
void up_to_the_end(const E& e, std::uint64_t first, std::uint64_t words, std::uint32_t* to,
                   const Launch& launch) {
  E at = e;
  if (first != 0) at.discard(first);
  const std::uint64_t left = 0 - at.position();
  if (left == 0 || words <= left) return launch(at, words, to);
  launch(at, left, to);
  at.discard(left);
  launch(at, words - left, to + left);
}

/// A launch of segments_kernel, without its pointers.
struct segments_cut {
  segment_range range;
  unsigned grid;
};

/// @param e      at the range's first word
/// @param steps  of a segment, at most, or 0: as many as pay for the way there, and fewer where
///               multiprocessors would have nothing to do
template <class G>
segments_cut cut_segments(const typename G::engine& e, std::uint64_t words, int multiprocessors,
                          std::uint64_t steps = 0) {
  using layout = segment_layout<G>;
  constexpr int least = log2_of(layout::steps_a_tile), shortest = least + (G::lanes == 1 ? 1 : 2);
  segments_cut c{{words, static_cast<std::uint64_t>(e.phase()), G::log2_longest}, 0};
  if (steps != 0) c.range.log2_steps = std::max(log2_of(steps), least);
  const auto blocks = [&] {
    const std::uint64_t a_block = std::uint64_t{layout::segments * layout::step_words} << c.range.log2_steps;
    return (words + c.range.skip + a_block - 1) / a_block;
  };
  if (steps == 0) {
    while (c.range.log2_steps > shortest && blocks() < static_cast<std::uint64_t>(multiprocessors))
      --c.range.log2_steps;
  }
  while (blocks() > 0x7fffffffu) ++c.range.log2_steps;
  c.grid = static_cast<unsigned>(blocks());
  return c;
}

/// The next untempered output, and the following ones.
template <class Word>
twister_window<Word> window_of(const mersenne_twister<Word>& e) {
  constexpr int n = detail::mt19937_constants<Word>::n, m = detail::mt19937_constants<Word>::m;
  Word x[2 * n];
  const int at = static_cast<int>(e.at());
  for (int k = 0; k < n; ++k) x[k] = e.state()[static_cast<std::size_t>(k)];
  for (int k = 0; k < at; ++k) x[k + n] = detail::mt19937_next<Word>(x[k], x[k + 1], x[k + m]);
  twister_window<Word> w;
  for (int k = 0; k < n; ++k) w.x[k] = x[k + at];
  return w;
}

/// log2 of a segment's outputs, as measured on an H200 (evidence/2026-11-27-h200-twister.json). A jump costs
/// as much as some 2^18 outputs of a multiprocessor, but segments are what multiprocessors share: 32 in short
/// ranges, 512 in long ones.
template <class Word>
int log2_of_segment(std::uint64_t outputs) {
  const int all = log2_of(outputs - 1) + 1;  // rounded up
  if (all <= 22) return std::max(all - 5, 15);
  if (all <= 26) return 17 + (all > 24 ? 1 : 0);
  return all - (all <= (sizeof(Word) == 4 ? 28 : 27) ? 8 : 9);
}
static_assert(detail::twister_polynomials::segments == 1 << 9);

/// Blocks that share a jump, where multiprocessors would have nothing to do. Each makes all of the outputs
/// that the terms are of, so there are no more than eight.
inline std::uint32_t parts_of_jumps(std::uint32_t jumps, int multiprocessors) {
  return std::clamp(static_cast<std::uint32_t>(multiprocessors) / jumps, 1u, 8u);
}
/// Outputs up to which one block makes a range.
inline constexpr std::uint64_t outputs_of_a_block = std::uint64_t{1} << 16;

}  // namespace tali::cuda_driver
