// SPDX-License-Identifier: Apache-2.0
// The CPU driver of rejection distributions: it checks the request and gives each thread a piece of the
// range.
#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>

#include <tali/catalogue.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "core/sequence_end.hpp"
#include "cpu/drivers.hpp"
#include "cpu/kernels.hpp"
#include "cpu/parallel.hpp"

namespace tali::cpu_driver {

namespace {

/// The words of a request's samples.
rejection_words<rounds_at_run_time> words_of(const request& r) {
  return detail::with_engine<counter_engines>(r, [&](const auto& e) {
    return rejection_words<rounds_at_run_time>(rejection_words(e, r.distribution_entry->tag));
  });
}

}  // namespace

void fill_rejection(const cpu& where, const request& job) {
  const distribution_info& d = *job.distribution_entry;
  detail::check_furthest(job, [](std::uint64_t first, std::uint64_t n) { check_range(first, n, 1); });
  const std::size_t n = job.elements();
  detail::check_group(where.rejection);  // a schedule affects GPUs only; on the CPU, samples wait in a list
  if (n == 0) return;
  check_destination(where, job.to, n);
  const rejection_words<rounds_at_run_time> words = words_of(job);
  std::atomic<std::uint64_t> failed = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::size_t> bad = std::numeric_limits<std::size_t>::max();
  const int threads = threads_for(where, n * d.value_bytes);
  if (job.arrays != nullptr) {
    detail::check_arrays(job);
    for_pieces(threads, n, [&](std::size_t begin, std::size_t end) {
      std::size_t first_bad = std::numeric_limits<std::size_t>::max();
      const auto each = kernels_of_arrays(where.level).sample[d];
      fetch_min(failed, each(words, job.arrays, job.first, job.to, begin, end, &first_bad));
      fetch_min(bad, first_bad);
    });
  } else {
    const auto& kernels = kernels_of_level<rejection_kernels, rejection_parts>(
        where.level, detail::place<rejection_distributions>(d) % rejection_parts);
    const auto run = kernels.fill[d];
    // One table, which all threads and rows share.
    std::unique_ptr<inversion_table> table;
    if (const auto make = kernels.make_table[d]; make != nullptr && n >= worth_inversion_table) {
      table = std::make_unique_for_overwrite<inversion_table>();
      if (!make(job.distribution, *table)) table.reset();
    }
    for_thread_pieces(threads, job, d.value_bytes, [&](const auto& pieces) {
      pieces([&](const request& piece) {
        const auto of_piece = piece.engine == job.engine ? words : words_of(piece);
        fetch_min(failed, run(of_piece, job.distribution, table.get(), piece.first, piece.to, piece.n));
      });
    });
  }
  if (bad != std::numeric_limits<std::size_t>::max()) detail::refuse_element(d, job.arrays, bad, bad);
  if (failed != std::numeric_limits<std::uint64_t>::max()) throw sampling_error(failed);
}

}  // namespace tali::cpu_driver
