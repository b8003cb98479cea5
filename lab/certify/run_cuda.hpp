// SPDX-License-Identifier: Apache-2.0
// Runs a test over the chunks of a sequence, on a GPU: the same team code, the same counts.
#pragma once

#include <cstdint>
#include <functional>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "certify/tally.hpp"

namespace tali::lab::certify {

/// Receives the number of further elements that were tested.
using progress_report = std::function<void(std::uint64_t)>;

template <class Test>
tally empty_tally(std::uint64_t chunks) {
  return {chunks, std::vector<std::uint64_t>(static_cast<std::size_t>(Test::counts)),
          std::vector<std::uint64_t>(static_cast<std::size_t>(Test::sums))};
}

/// Maximum number of elements per piece of a run: 2^22 chunks, so that 256 members of a team, who each add 32
/// bits per chunk to one sum, reach at most 2^62.
inline constexpr std::uint64_t max_piece = std::uint64_t{1} << 34;

/// Adds the results of a piece of a run. They are settled after every piece, so the parts of a sum never
/// exceed 64 bits, however many pieces there are.
template <class Test>
void gather(tally& all, const tally& piece) {
  all.add(piece);
  Test::settle(all);
}

/// The numbers that a GPU tests: filled into its memory piece by piece, by the CPU where CUDA does not make
/// the engine's sequence.
struct cuda_numbers {
  any_engine sequence;
  any_distribution distribution;  ///< bits u32 for tests of words
};

/// Counts and sums for a range of chunks, from CUDA device 0. Only in builds with CUDA.
/// @throws device_error
template <class Test>
tally run_on_cuda(const Test& test, const cuda_numbers& from, const chunk_range& chunks,
                  const progress_report& tell);

}  // namespace tali::lab::certify
