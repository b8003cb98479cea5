// SPDX-License-Identifier: Apache-2.0
// The CPU driver of users' functors: it makes their words, with a piece of the range for each thread.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <tali/error.hpp>
#include <tali/fill_with.hpp>
#include <tali/sequence.hpp>

#include "core/checks.hpp"
#include "cpu/drivers.hpp"
#include "cpu/float_modes.hpp"
#include "cpu/kernels.hpp"
#include "cpu/threads.hpp"
#include "cpu/words.hpp"
#include "registry/place.hpp"

namespace tali::cpu_driver {

// Samples of a user's rejection distribution on one thread. A chunk of samples makes its first attempts in
// order; samples whose attempt failed go to a list and make their next attempts in parallel, until the list
// is empty. The words are made here; the user's functor makes the attempts.

class user_samples {
  static constexpr std::uint64_t none_failed = ~std::uint64_t{0};

 public:
  /// @param words  of the functor's tag
  user_samples(simd_level level, const rejection_words<detail::rounds_at_run_time>& words,
               const detail::user_functor& f)
      : kernels_{kernels_of_level<attempt_kernels>(level)},
        words_{words},
        f_{f},
        n_{static_cast<std::size_t>(f.words)},
        chunk_{n_ <= 4   ? 512u
               : n_ == 8 ? 256u
                         : 128u},
        sharing_{n_ < 4 ? 4 / n_ : 1},
        attempt_words_((chunk_ + room) * n_),
        part_(n_ > 4 ? (chunk_ + room) * 4 : 0),
        values_((chunk_ + room) * f.value_bytes),
        accepted_(chunk_ + room),
        waiting_(chunk_ + room) {}

  /// Samples first ... first + count - 1. Stops after the chunk of the first sample without an accepted
  /// attempt.
  /// @returns the smallest index of a sample without an accepted attempt, or all bits set
  std::uint64_t fill(std::uint64_t first, void* to, std::size_t count) {
    std::uint64_t failed = none_failed;
    auto* out = static_cast<char*>(to);
    while (count != 0 && failed == none_failed) {
      // Chunks begin at multiples of their length in the sequence: no block crosses two chunks, and all
      // groups of a chunk have the same upper half.
      const std::uint64_t at = words_.first() + first;
      const auto skip = static_cast<std::size_t>(at % chunk_), end = std::min(chunk_, skip + count);
      failed = one_chunk(at - skip, first - skip, skip, end, out);
      first += end - skip;
      out += (end - skip) * f_.value_bytes;
      count -= end - skip;
    }
    return failed;
  }

 private:
  static constexpr std::size_t room = max_extra_blocks * 4 + 4;  ///< for whole registers, after a chunk

  /// Samples begin ... end - 1 of the chunk whose sample 0 is element `at` of the sequence.
  /// @param base  that sample's index
  std::uint64_t one_chunk(std::uint64_t at, std::uint64_t base, std::size_t begin, std::size_t end,
                          char* to) {
    // Whole blocks of words: an earlier sample may share the first block.
    const std::size_t from = begin / sharing_ * sharing_;
    first_words(at + from, end - from);
    try_words(end - from);
    std::memcpy(to, values_.data() + (begin - from) * f_.value_bytes, (end - begin) * f_.value_bytes);
    std::size_t open = 0;
    for (std::size_t i = begin; i < end; ++i) {
      waiting_[open] = static_cast<std::uint16_t>(i);
      open += accepted_[i - from] == 0;
    }
    for (std::uint32_t k = 1; open != 0 && k < max_attempts; ++k)
      open = next_attempts(at, k, begin, open, to);
    for (std::size_t i = 0; i < open; ++i)
      std::memcpy(to + (waiting_[i] - begin) * f_.value_bytes, f_.failed, f_.value_bytes);
    return open == 0 ? none_failed : base + waiting_[0];  // the list is in order
  }

  void try_words(std::size_t n) {
    f_.attempts(f_.functor, attempt_words_.data(), values_.data(), accepted_.data(), n);
  }

  /// The words of the first attempts of n samples, starting at element `at`, which is a multiple of
  /// `sharing_`.
  void first_words(std::uint64_t at, std::size_t n) {
    if (n_ <= 4) {
      kernels_.blocks(words_, at / sharing_, 0, 0, (n + sharing_ - 1) / sharing_, attempt_words_.data());
      return;
    }
    for (std::uint32_t b = 0; b < n_ / 4; ++b) {
      kernels_.blocks(words_, at, 0, b, n, part_.data());
      spread(b, n);
    }
  }

  /// Copies block b of n attempts to the memory that the functor reads.
  void spread(std::uint32_t b, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      std::memcpy(attempt_words_.data() + i * n_ + 4 * b, part_.data() + 4 * i, 16);
  }

  /// Makes attempt k of the waiting samples; returns how many still wait.
  std::size_t next_attempts(std::uint64_t at, std::uint32_t k, std::size_t begin, std::size_t open,
                            char* to) {
    std::fill_n(waiting_.begin() + static_cast<std::ptrdiff_t>(open), max_extra_blocks, waiting_[0]);
    if (n_ == 4) {
      kernels_.listed_blocks(words_, at, waiting_.data(), k, 0, open, attempt_words_.data());
    } else if (n_ > 4) {
      for (std::uint32_t b = 0; b < n_ / 4; ++b) {
        kernels_.listed_blocks(words_, at, waiting_.data(), k, b, open, part_.data());
        spread(b, open);
      }
    } else {
      short_words(at, k, open);
    }
    try_words(open);
    std::size_t still = 0;
    for (std::size_t i = 0; i < open; ++i) {
      const std::uint16_t sample = waiting_[i];
      waiting_[still] = sample;
      if (accepted_[i] == 0) {
        ++still;
      } else {
        std::memcpy(to + (sample - begin) * f_.value_bytes, values_.data() + i * f_.value_bytes,
                    f_.value_bytes);
      }
    }
    return still;
  }

  /// Attempts of one or two words each take the first words of a block.
  void short_words(std::uint64_t at, std::uint32_t k, std::size_t open) {
    std::uint32_t four[4 * (64 + max_extra_blocks)];
    for (std::size_t i = 0; i < open; i += 64) {
      const std::size_t count = std::min<std::size_t>(64, open - i);
      kernels_.listed_blocks(words_, at, waiting_.data() + i, k, 0, count, four);
      for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t w = 0; w < n_; ++w) attempt_words_[(i + j) * n_ + w] = four[4 * j + w];
      }
    }
  }

  const attempt_kernels& kernels_;
  rejection_words<detail::rounds_at_run_time> words_;
  const detail::user_functor& f_;
  std::size_t n_, chunk_, sharing_;
  std::vector<std::uint32_t> attempt_words_, part_;
  std::vector<char> values_;
  std::vector<std::uint8_t> accepted_;
  std::vector<std::uint16_t> waiting_;
};

}  // namespace tali::cpu_driver

namespace tali {

namespace cpu_driver {

namespace {

using detail::user_functor;

/// The address of element `at` of an array that begins at `to`.
void* element(const user_functor& f, void* to, std::size_t at) {
  return static_cast<char*>(to) + at * f.value_bytes;
}

/// Values of an engine with access to any index.
void fill_values(const cpu& where, const request& job, const user_functor& f) {
  for_pieces(threads_for(where, job.n * f.value_bytes), job.n, [&](std::size_t begin, std::size_t end) {
    by_words(where.level, job, f.words, job.first + begin, end - begin, 1, static_cast<std::size_t>(f.words),
             [&](std::uint64_t at, const std::uint32_t* words, std::size_t count) {
               f.values(f.functor, words, element(f, job.to, static_cast<std::size_t>(at - job.first)),
                        count);
             });
  });
}

/// Values of an engine whose words come in order: all threads make a piece of words, then its values.
void fill_values_in_order(const cpu& where, const user_functor& f, filler::implementation& words,
                          std::uint64_t first, void* to, std::size_t n) {
  constexpr std::size_t words_a_piece = std::size_t{1} << 20;
  const auto k = static_cast<std::size_t>(f.words);
  const std::size_t chunk = std::min(n, words_a_piece / k);
  std::vector<std::uint32_t> buffer(chunk * k);
  for (std::size_t done = 0; done != n;) {
    const std::size_t count = std::min(n - done, chunk);
    words.fill((first + done) * k, buffer.data(), count * k);
    for_pieces(threads_for(where, count * f.value_bytes), count, [&](std::size_t begin, std::size_t end) {
      f.values(f.functor, buffer.data() + begin * k, element(f, to, done + begin), end - begin);
    });
    done += count;
  }
}

/// Makes samples by rejection.
void fill_samples(const cpu& where, const request& job, const user_functor& f) {
  const auto words = detail::with_engine<catalogue::counter_engines>(job, [&](const auto& e) {
    return rejection_words<detail::rounds_at_run_time>(rejection_words(e, f.tag));
  });
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

void cpu_fill_with(const cpu& where, const engine_info& info, const void* engine, const user_functor& f,
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
    detail::check_range(first, n, attempts ? 1 : f.words);
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
