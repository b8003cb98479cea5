// SPDX-License-Identifier: Apache-2.0
// The CPU driver of users' functors: makes their words, with a piece of the range for each thread.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <vector>

#include <tali/error.hpp>
#include <tali/fill_with.hpp>
#include <tali/sequence.hpp>

#include "core/schedule.hpp"
#include "core/sequence_end.hpp"
#include "cpu/drivers.hpp"
#include "cpu/float_modes.hpp"
#include "cpu/parallel.hpp"
#include "cpu/user_samples.hpp"
#include "cpu/words.hpp"
#include "registry/pairs.hpp"
#include "registry/place.hpp"

namespace tali {

namespace cpu_driver {

namespace {

using detail::own_functor;

/// The address of element `at` of an array that begins at `to`.
void* element(const own_functor& f, void* to, std::size_t at) {
  return static_cast<char*>(to) + at * f.value_bytes;
}

/// Values of an engine with access to any index.
void fill_values(const cpu& where, const request& job, const own_functor& f) {
  for_pieces(threads_for(where, job.n * f.value_bytes), job.n, [&](std::size_t begin, std::size_t end) {
    by_words(where.level, job, f.words, job.first + begin, end - begin, 1, static_cast<std::size_t>(f.words),
             [&](std::uint64_t at, const std::uint32_t* words, std::size_t here) {
               f.values(f.functor, words, element(f, job.to, static_cast<std::size_t>(at - job.first)), here);
             });
  });
}

/// Values of an engine whose words come in order: all threads make a piece of words, then all threads make
/// its values.
void fill_values_in_order(const cpu& where, const own_functor& f, filler::implementation& words,
                          std::uint64_t first, void* to, std::size_t n) {
  constexpr std::size_t words_a_piece = std::size_t{1} << 20;
  const auto k = static_cast<std::size_t>(f.words);
  const std::size_t most = std::min(n, words_a_piece / k);
  std::vector<std::uint32_t> buffer(most * k);
  for (std::size_t done = 0; done != n;) {
    const std::size_t here = std::min(n - done, most);
    words.fill((first + done) * k, buffer.data(), here * k);
    for_pieces(threads_for(where, here * f.value_bytes), here, [&](std::size_t begin, std::size_t end) {
      f.values(f.functor, buffer.data() + begin * k, element(f, to, done + begin), end - begin);
    });
    done += here;
  }
}

/// Samples of the first accepted attempts.
void fill_samples(const cpu& where, const request& job, const own_functor& f) {
  const auto words = detail::with_engine<counter_engines>(
      job, [&](const auto& e) { return rejection_words<rounds_at_run_time>(rejection_words(e, f.tag)); });
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> failed = none;
  for_pieces(threads_for(where, job.n * f.value_bytes), job.n, [&](std::size_t begin, std::size_t end) {
    user_samples attempts(where.level, words, f);
    fetch_min(failed, attempts.fill(job.first + begin, element(f, job.to, begin), end - begin));
  });
  if (failed != none) throw sampling_error(failed);
}

}  // namespace

}  // namespace cpu_driver

namespace detail {

void cpu_fill_with(const cpu& where, const engine_info& info, const void* engine, const own_functor& f,
                   std::uint64_t first, void* to, std::size_t n) {
  using namespace cpu_driver;
  const standard_float_modes modes;
  const bool attempts = f.attempts != nullptr;
  if (info.kind == engine_kind::quasi || (attempts && info.kind != engine_kind::counter)) {
    throw argument_error("engine", quoted(info.name),
                         attempts ? "philox4x32 or philox4x32-7 for a functor that makes attempts"
                                  : "a pseudo-random engine for a functor of words");
  }
  const bits<std::uint32_t> plain;
  const request plain_words{&info, engine, &info_of<bits<std::uint32_t>>(), &plain, first, to, n};
  const pair_kind kind = checked_pair(plain_words);
  if (kind == pair_kind::fixed && !attempts) {
    check_sequence(plain_words, f.words);
  } else {
    check_range(first, n, attempts ? 1 : f.words);
  }
  check_group(where.rejection);
  if (n == 0) return;
  check_destination(where, to, n);
  if (attempts) {
    fill_samples(where, plain_words, f);
  } else if (kind == pair_kind::fixed) {
    fill_values(where, plain_words, f);
  } else {
    const auto words =
        kind == pair_kind::bank ? open_bank(where, plain_words) : open_per_thread(where, plain_words);
    fill_values_in_order(where, f, *words, first, to, n);
  }
}

}  // namespace detail

}  // namespace tali
