// SPDX-License-Identifier: Apache-2.0
// The CPU driver of distributions of fixed budget: checks, and a piece of the range for every thread.
#include <atomic>
#include <bit>
#include <limits>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

#include "core/arrays.hpp"
#include "core/batch.hpp"
#include "core/sequence_end.hpp"
#include "core/type_at.hpp"
#include "cpu/array_kernels.hpp"
#include "cpu/drivers.hpp"
#include "cpu/parallel.hpp"
#include "cpu/rows.hpp"
#include "cpu/words.hpp"

namespace tali::cpu_driver {

using detail::batch_of;
using detail::check_arrays;
using detail::check_sequence;
using detail::refuse_element;
using detail::size_of_distribution;
using detail::whole_batches;
using detail::with_engine;
using detail::words_of_batch;

namespace {

/// The level's own fill of the pair, or null where values are made from words: of distributions that have
/// none, and of an engine that was moved to where a value's words lie across two of its groups.
range_fill fused_fill(simd_level level, const fill_job& job, std::size_t n, int words, std::size_t batch) {
  if (job.engine_index >= engines::size) return nullptr;
  const int phase =
      with_engine(engines{}, job.engine_index, job.engine, [](const auto& e) { return e.phase(); });
  const bool across = batch > 1 ? phase != 0 && n >= batch : phase % words != 0;
  if (across) return nullptr;
  return fill_of_engine(level, job.engine_index, job.distribution_index);
}

/// Whether the piece's values are its words as they lie in memory.
bool are_words(const fill_job& job) {
  if (job.distribution_index == distributions::index_of<bits<std::uint32_t>>()) return true;
  return job.distribution_index == distributions::index_of<bits<std::uint64_t>>() &&
         std::endian::native == std::endian::little;
}

/// The piece's values from their words.
void fill_from_words(simd_level level, const fill_job& job, int words, std::size_t value_bytes,
                     std::size_t batch) {
  if (are_words(job)) {
    const auto k = static_cast<std::uint64_t>(words);
    words_in_order(level, job.engine_index, job.engine, job.first * k)
        .take(job.first * k, static_cast<std::uint32_t*>(job.to), job.n * k);
    return;
  }
  const converted_range range{conversion(level, job.distribution_index),
                              job.distribution,
                              batch,
                              static_cast<std::size_t>(words),
                              value_bytes,
                              job.first,
                              job.n,
                              job.to};
  const auto before = static_cast<std::size_t>(job.first % batch);
  by_words(level, job.engine_index, job.engine, words, job.first - before,
           whole_batches(before + job.n, batch), batch, words_of_batch(job.distribution_index),
           [&](std::uint64_t at, const std::uint32_t* w, std::size_t here) { range.write(at, w, here); });
}

}  // namespace

void fill_fixed(const cpu& where, const fill_job& job, const row_list* rows) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_sequence(job, rows, words);
  const std::size_t n = elements_of(job, rows);
  if (n == 0) return;
  check_destination(where, job.to, n);
  const std::size_t batch = batch_of(job.distribution_index);
  const auto fused =
      fused_fill(where.level, job, rows == nullptr ? n : static_cast<std::size_t>(rows->n), words, batch);
  for_thread_pieces(threads_for(where, n * value_bytes), job, rows, value_bytes,
                    [&, words = words, value_bytes = value_bytes](const auto& pieces) {
                      pieces([&](const fill_job& piece) {
                        if (fused != nullptr) {
                          fused(piece.engine, piece.distribution, piece.first, piece.to, piece.n);
                        } else {
                          fill_from_words(where.level, piece, words, value_bytes, batch);
                        }
                      });
                    });
}

void fill_arrays(const cpu& where, const fill_job& job) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_sequence(job, nullptr, words);
  if (job.n == 0) return;
  check_destination(where, job.to, job.n);
  check_arrays(distributions{}, job.distribution_index, job.arrays);
  const auto each = kernels_of_arrays(where.level).convert[job.distribution_index];
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> bad = none;
  const int threads = threads_for(where, job.n * value_bytes);
  for_pieces(threads, job.n, [&, words = words](std::size_t begin, std::size_t end) {
    by_words(where.level, job.engine_index, job.engine, words, job.first + begin, end - begin, 1,
             static_cast<std::size_t>(words),
             [&](std::uint64_t at, const std::uint32_t* w, std::size_t here) {
               const auto from = static_cast<std::size_t>(at - job.first);
               const std::size_t first_bad = each(job.arrays, w, job.to, from, from + here);
               if (first_bad != from + here) fetch_min(bad, first_bad);
             });
  });
  if (bad != none) refuse_element(distributions{}, job.distribution_index, job.arrays, bad, bad);
}

}  // namespace tali::cpu_driver
