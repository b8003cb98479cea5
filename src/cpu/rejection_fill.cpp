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

#include "core/checks.hpp"
#include "cpu/drivers.hpp"
#include "cpu/kernels.hpp"
#include "cpu/threads.hpp"
#include "cpu/words.hpp"

namespace tali::cpu_driver {

namespace {

bool has_counters(const request& r) { return r.engine_entry->kind == engine_kind::counter; }

/// The words of a request's samples by counter; those of a default engine, which nobody uses, if the
/// request's has no counters.
words_of_samples words_by_counter(const request& r) {
  using any_rounds = rejection_words<detail::rounds_at_run_time>;
  if (!has_counters(r)) return {any_rounds(rejection_words(philox4x32(), 0))};
  return detail::with_engine<catalogue::counter_engines>(r, [&](const auto& e) {
    return words_of_samples{any_rounds(rejection_words(e, r.distribution_entry->tag))};
  });
}

/// Number of words of the sequence that a sample takes, if its words are not by counter.
std::int64_t words_of_element(const request& r) {
  return detail::words_per_element(*r.engine_entry, *r.distribution_entry, r.distribution);
}

/// A table for the request's samples, which all threads and rows share; null if it does not pay.
std::unique_ptr<detail::inversion_table> table_of(const request& job, make_inversion_table make,
                                                  std::size_t n) {
  if (make == nullptr || n < worth_inversion_table) return nullptr;
  auto table = std::make_unique_for_overwrite<detail::inversion_table>();
  if (!make(job.distribution, *table)) table.reset();
  return table;
}

/// Calls use(words, first, n) for pieces of the request's samples: for all of them if the words are by
/// counter, otherwise for as many as have their words in the L1 cache.
template <class Use>
void by_words_of_samples(const cpu& where, const words_of_samples& by_counter, const request& r,
                         const Use& use) {
  if (has_counters(r)) return use(by_counter, r.first, r.n);
  const auto k = static_cast<int>(words_of_element(r));
  by_words(where.level, r, k, r.first, r.n, 1, static_cast<std::size_t>(k),
           [&](std::uint64_t at, const std::uint32_t* words, std::size_t n) {
             use(words_of_samples{by_counter.by_counter, words}, at, n);
           });
}

/// Elements with separate parameters.
void fill_samples_each(const cpu& where, const request& job, std::size_t n) {
  const distribution_info& d = *job.distribution_entry;
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::atomic<std::uint64_t> failed = none_failed;
  std::atomic<std::size_t> bad = none;
  detail::check_arrays(job);
  const auto each =
      kernels_of_arrays(where.level, detail::place<catalogue::rejection_distributions>(d)).sample[d];
  const words_of_samples by_counter = words_by_counter(job);
  for_pieces(threads_for(where, n * d.value_bytes), n, [&](std::size_t begin, std::size_t end) {
    std::size_t first_bad = none;
    request piece = job;
    piece.first += begin;
    piece.n = end - begin;
    by_words_of_samples(
        where, by_counter, piece, [&](const words_of_samples& words, std::uint64_t at, std::size_t count) {
          const auto from = static_cast<std::size_t>(at - job.first);
          fetch_min(failed, each(words, job.arrays, job.first, job.to, from, from + count, &first_bad));
        });
    fetch_min(bad, first_bad);
  });
  if (bad != none) detail::refuse_element(d, job.arrays, bad, bad);
  if (failed != none_failed) throw sampling_error(failed);
}

}  // namespace

void fill_rejection(const cpu& where, const request& job) {
  const distribution_info& d = *job.distribution_entry;
  if (has_counters(job)) {
    const auto [first, count] = job.furthest();
    detail::check_range(first, count, 1);
  } else {
    detail::check_sequence(job, words_of_element(job));
  }
  const std::size_t n = job.elements();
  detail::check_group(where.rejection);  // a schedule affects GPUs only; on the CPU, samples wait in a list
  if (n == 0) return;
  check_destination(where, job.to, n);
  if (job.arrays != nullptr) return fill_samples_each(where, job, n);
  const auto& kernels = kernels_of_level<rejection_kernels, rejection_parts>(
      where.level, detail::place<catalogue::rejection_distributions>(d) % rejection_parts);
  const auto table = table_of(job, kernels.make_table[d], n);
  const auto run = kernels.fill[d];
  const words_of_samples by_counter = words_by_counter(job);
  std::atomic<std::uint64_t> failed = none_failed;
  for_thread_pieces(threads_for(where, n * d.value_bytes), job, d.value_bytes, [&](const auto& pieces) {
    pieces([&](const request& piece) {
      const words_of_samples of_piece = piece.engine == job.engine ? by_counter : words_by_counter(piece);
      by_words_of_samples(
          where, of_piece, piece, [&](const words_of_samples& words, std::uint64_t at, std::size_t count) {
            void* const to = static_cast<char*>(piece.to) + (at - piece.first) * d.value_bytes;
            const std::uint64_t first = words.in_memory == nullptr ? at : 0;
            const std::uint64_t i = run(words, job.distribution, table.get(), first, to, count);
            if (i != none_failed) fetch_min(failed, at - first + i);
          });
    });
  });
  if (failed != none_failed) throw sampling_error(failed);
}

}  // namespace tali::cpu_driver
