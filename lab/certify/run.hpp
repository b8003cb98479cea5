// SPDX-License-Identifier: Apache-2.0
// Runs a test over the chunks of a sequence, on the CPU's threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include <omp.h>

#include "certify/run_cuda.hpp"
#include "certify/source.hpp"
#include "certify/tally.hpp"
#include "certify/team.hpp"
#include "cpu/loops.hpp"

namespace tali::lab::certify {

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
