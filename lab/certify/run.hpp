// SPDX-License-Identifier: Apache-2.0
// Runs a test over the chunks of a sequence, on the CPU's threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include <omp.h>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "certify/source.hpp"
#include "certify/tally.hpp"
#include "certify/team.hpp"
#include "cpu/loops.hpp"

namespace tali::lab::certify {

// Runs a test over the chunks of a sequence, on a GPU: the same team code, the same counts.

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

/// Tests a range of chunks, or the first ones, on `threads` threads; 0: one per processor. The number of
/// threads changes no result.
template <class Test>
tally run(const Test& test, source<typename Test::element>& from, const chunk_range& chunks, int threads,
          const progress_report& tell) {
  using element = typename Test::element;
  if (threads == 0) threads = omp_get_num_procs();
  constexpr std::uint64_t piece_chunks =
      std::max(1, (1 << 19) / Test::chunk);  // number of chunks that stay in a cache
  std::vector<element> numbers(static_cast<std::size_t>(Test::chunk) * std::min(piece_chunks, chunks.n));
  tally all = empty_tally<Test>(0);
  for (std::uint64_t done = 0; done < chunks.n; done += piece_chunks) {
    const std::uint64_t n = std::min(piece_chunks, chunks.n - done);
    from.fill((chunks.first + done) * Test::chunk, n * Test::chunk, numbers.data());
    tally piece = empty_tally<Test>(n);
    std::mutex adding;
    tali::detail::share_indices(threads, n, [&](const auto& next) {
      tally thread_tally = empty_tally<Test>(0);
      std::vector<std::uint32_t> scratch(static_cast<std::size_t>(Test::scratch));
      const one_thread team{thread_tally.counts.data(), thread_tally.sums.data()};
      for (std::uint64_t k = 0; next(k);) test.look(team, numbers.data() + k * Test::chunk, scratch.data());
      const std::lock_guard lock(adding);
      piece.add(thread_tally);
    });
    gather<Test>(all, piece);
    if (tell) tell(n * Test::chunk);
  }
  return all;
}

}  // namespace tali::lab::certify
