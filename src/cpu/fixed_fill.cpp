// SPDX-License-Identifier: Apache-2.0
// The CPU driver of fixed-budget distributions: it checks the request and gives each thread a piece of the
// range.
#include <atomic>
#include <bit>
#include <limits>

#include <tali/any.hpp>
#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "core/checks.hpp"
#include "cpu/drivers.hpp"
#include "cpu/kernels.hpp"
#include "cpu/threads.hpp"
#include "cpu/words.hpp"
#include "registry/functions.hpp"

namespace tali::cpu_driver {

using detail::check_arrays;
using detail::check_sequence;
using detail::refuse_element;
using detail::whole_batches;

range_fill fill_of_engine(simd_level level, const engine_info& e, const distribution_info& d) {
  const int part = detail::place<fused_engines>(e);
  return part < 0 ? nullptr : kernels_of_level<engine_kernels, fused_engines::size>(level, part)[d];
}

convert_function conversion(simd_level level, const distribution_info& d) {
  const int part = detail::place<catalogue::distributions>(d) % conversion_parts;
  return kernels_of_level<conversion_kernels, conversion_parts>(level, part)[d];
}

namespace {

/// The level's fused fill of the pair, or null if values are made from words: if the distribution has no
/// fused fill, or the engine's position splits a value's words across two groups.
range_fill fused_fill(simd_level level, const request& r, std::size_t n) {
  const distribution_info& d = *r.distribution_entry;
  const range_fill fill = fill_of_engine(level, *r.engine_entry, d);
  if (fill == nullptr) return nullptr;
  const int phase = r.engine_entry->functions->phase(r.engine);
  const bool across = d.batch > 1 ? phase != 0 && n >= d.batch : phase % d.words != 0;
  return across ? nullptr : fill;
}

/// Whether the piece's values equal its words in memory.
bool are_words(const request& r) {
  if (r.distribution_entry == &info_of<bits<std::uint32_t>>()) return true;
  return r.distribution_entry == &info_of<bits<std::uint64_t>>() &&
         std::endian::native == std::endian::little;
}

/// Makes the piece's values from their words.
void fill_from_words(simd_level level, const request& r) {
  const distribution_info& d = *r.distribution_entry;
  if (are_words(r)) {
    const auto k = static_cast<std::uint64_t>(d.words);
    words_in_order(level, r, r.first * k).take(r.first * k, static_cast<std::uint32_t*>(r.to), r.n * k);
    return;
  }
  const converted_range range(level, d, r.distribution, r.first, r.n, r.to);
  const auto before = static_cast<std::size_t>(r.first % d.batch);
  by_words(level, r, d.words, r.first - before, whole_batches(before + r.n, d.batch), d.batch, d.batch_words,
           [&](std::uint64_t at, const std::uint32_t* w, std::size_t count) { range.write(at, w, count); });
}

}  // namespace

void fill_fixed(const cpu& where, const request& r) {
  const distribution_info& d = *r.distribution_entry;
  check_sequence(r, d.words);
  const std::size_t n = r.elements();
  if (n == 0) return;
  check_destination(where, r.to, n);
  const auto fused = fused_fill(where.level, r, r.rows == nullptr ? n : static_cast<std::size_t>(r.rows->n));
  for_thread_pieces(threads_for(where, n * d.value_bytes), r, d.value_bytes, [&](const auto& pieces) {
    pieces([&](const request& piece) {
      if (fused != nullptr) {
        fused(piece.engine, piece.distribution, piece.first, piece.to, piece.n);
      } else {
        fill_from_words(where.level, piece);
      }
    });
  });
}

namespace {

/// Elements with separate parameters from standard ones, in pieces that stay in the cache.
void fill_form(const cpu& where, const request& r, form_each_function each) {
  const distribution_info& d = *r.distribution_entry;
  const any_distribution standard = detail::standard_of(d);
  const cpu one_thread{.threads = 1, .level = where.level};
  constexpr std::uint64_t piece = 2048;
  std::atomic<std::size_t> bad = std::numeric_limits<std::size_t>::max();
  for_pieces(threads_for(where, r.n * d.value_bytes), r.n, [&](std::size_t begin, std::size_t end) {
    while (begin < end) {  // no batch crosses two pieces
      const std::uint64_t first = r.first + begin;
      const std::size_t count = std::min(end - begin, static_cast<std::size_t>(piece - first % piece));
      fill_fixed(one_thread, {r.engine_entry, r.engine, &standard.info(), standard.get(), first,
                              static_cast<char*>(r.to) + begin * d.value_bytes, count});
      const std::size_t first_bad = each(r.arrays, r.to, begin, begin + count);
      if (first_bad != begin + count) fetch_min(bad, first_bad);
      begin += count;
    }
  });
  if (bad != std::numeric_limits<std::size_t>::max()) refuse_element(d, r.arrays, bad, bad);
}

}  // namespace

void fill_arrays(const cpu& where, const request& r) {
  const distribution_info& d = *r.distribution_entry;
  check_sequence(r, d.words);
  if (r.n == 0) return;
  check_destination(where, r.to, r.n);
  check_arrays(r);
  const array_kernels& kernels = kernels_of_arrays(where.level, detail::place<catalogue::distributions>(d));
  if (const auto form = kernels.form[r]; form != nullptr) return fill_form(where, r, form);
  const auto each = kernels.convert[r];
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> bad = none;
  for_pieces(threads_for(where, r.n * d.value_bytes), r.n, [&](std::size_t begin, std::size_t end) {
    by_words(where.level, r, d.words, r.first + begin, end - begin, 1, static_cast<std::size_t>(d.words),
             [&](std::uint64_t at, const std::uint32_t* w, std::size_t count) {
               const auto from = static_cast<std::size_t>(at - r.first);
               const std::size_t first_bad = each(r.arrays, w, r.to, from, from + count);
               if (first_bad != from + count) fetch_min(bad, first_bad);
             });
  });
  if (bad != none) refuse_element(d, r.arrays, bad, bad);
}

}  // namespace tali::cpu_driver
