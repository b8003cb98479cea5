// SPDX-License-Identifier: Apache-2.0
// Values from words: a piece of the sequence's words is made in the L1 cache, then its values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/batch.hpp"
#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

// A thread's last run of words, kept for its next fill, because programs fill piece by piece. Without it a
// Mersenne Twister would reach each piece's first word by a jump, or by steps from the sequence's beginning,
// at a hundred times the piece's cost.

class kept_run {
 public:
  struct give_back {
    void operator()(kept_run* borrowed) const { borrowed->taken_ = false; }
  };
  using loan = std::unique_ptr<kept_run, give_back>;

  /// This thread's run, or null while an outer fill uses it.
  static loan borrow() {
    static thread_local kept_run of_thread;
    if (of_thread.taken_) return nullptr;
    of_thread.taken_ = true;
    return loan(&of_thread);
  }

  /// A run of the engine's words in memory(), `first` words after the engine's position. It is the existing
  /// run if that is before this position and near it; otherwise a new one.
  void open(const word_run& run, const void* engine, std::uint64_t first) {
    if (run_ == &run && first >= at_ && first - at_ <= run.near &&
        std::memcmp(engine_, engine, run.engine_bytes) == 0) {
      if (first != at_) run.skip(memory(), first - at_);
    } else {
      run_ = nullptr;  // null until the new run is complete, because a jump may throw
      run.open(memory(), engine, first);
      std::memcpy(engine_, engine, run.engine_bytes);
      run_ = &run;
    }
    at_ = first;
  }
  /// Records that the run is at this position, counted as in open(). After the last word a run has no valid
  /// position.
  void moved_to(std::uint64_t at) {
    if (at < at_) run_ = nullptr;
    at_ = at;
  }

  /// Aligned here, because Windows aligns a thread's variables to 16 bytes only.
  void* memory() { return memory_ + (-reinterpret_cast<std::uintptr_t>(memory_) & (run_alignment - 1)); }

 private:
  const word_run* run_ = nullptr;
  std::uint64_t at_ = 0;
  bool taken_ = false;
  std::byte memory_[run_bytes + run_alignment - 1];
  std::byte engine_[kept_engine_bytes];
};

/// The words of an engine with access to any index, at increasing indices.
class words_in_order {
 public:
  /// @param r  a request for the engine's words, or for values from them
  words_in_order(simd_level level, const detail::request& r, std::uint64_t first)
      : engine_{r.engine}, position_{first} {
    make_ = fill_of_engine(level, *r.engine_entry, info_of<bits<std::uint32_t>>());
    if (make_ == nullptr) {
      run_ = &kernels_of_level<word_engine_kernels>(level)[r];
      if (run_->near != 0) kept_ = kept_run::borrow();
      if (kept_ != nullptr) {
        memory_ = kept_->memory();
        kept_->open(*run_, engine_, first);
      } else {
        run_->open(memory_, engine_, first);
      }
    }
  }
  ~words_in_order() {
    if (kept_ != nullptr) kept_->moved_to(position_);
  }

  /// Words at ... at + n - 1, which must not have been taken before.
  void take(std::uint64_t at, std::uint32_t* to, std::size_t n) {
    if (make_ != nullptr) {
      const bits<std::uint32_t> plain;
      return make_(engine_, &plain, at, to, n);
    }
    if (at != position_) run_->skip(memory_, at - position_);
    run_->next(memory_, to, n);
    position_ = at + n;
  }

 private:
  const void* engine_;
  range_fill make_ = nullptr;
  const word_run* run_ = nullptr;
  std::uint64_t position_;
  kept_run::loan kept_;  // contains the run, if runs of the engine are kept
  alignas(run_alignment) std::byte new_run_[run_bytes];
  void* memory_ = new_run_;
};

/// Calls use(at, words, count) with the words of elements at ... at + count - 1, for each piece of first ...
/// first + n - 1. Each element has `words_a_value` words.
/// @param batch  1, or at most words_at_a_time; `first`, `n` and all pieces are multiples of it
/// @param used  number of words needed in each batch, from its first; the others are unspecified
inline constexpr std::size_t words_at_a_time = 2048;
template <class Use>
void by_words(simd_level level, const detail::request& r, int words_a_value, std::uint64_t first,
              std::size_t n, std::size_t batch, std::size_t used, const Use& use) {
  const auto k = static_cast<std::size_t>(words_a_value);
  words_in_order words(level, r, first * k);
  alignas(64) std::uint32_t buffer[words_at_a_time];
  for (std::size_t done = 0; done != n;) {
    const std::uint64_t at = first + done;
    // A piece of single values ends at a multiple of a group of words.
    const std::size_t room = words_at_a_time / k - (batch == 1 ? static_cast<std::size_t>(at % 4) : 0);
    const std::size_t count = std::min(n - done, room);
    if (used == batch * k) {
      words.take(at * k, buffer, count * k);
    } else {
      for (std::size_t i = 0; i < count; i += batch) words.take((at + i) * k, buffer + i * k, used);
    }
    use(at, buffer, count);
    done += count;
  }
}

/// Elements first ... first + n - 1 of a range, made from words.
struct converted_range {
  converted_range(simd_level level, const distribution_info& entry, const void* d, std::uint64_t from,
                  std::size_t count, void* destination)
      : convert{conversion(level, entry)},
        distribution{d},
        batch{entry.batch},
        words{static_cast<std::size_t>(entry.words)},
        value_bytes{entry.value_bytes},
        first{from},
        n{count},
        to{destination} {}

  convert_function convert;
  const void* distribution;
  std::size_t batch, words, value_bytes;
  std::uint64_t first;
  std::size_t n;
  void* to;

  /// Writes the elements of at ... at + count - 1 that are in the range, from their words. `at` and `count`
  /// are multiples of the batch, and `at` is not before the range's first batch.
  void write(std::uint64_t at, const std::uint32_t* from, std::size_t count) const {
    // Counted from the beginning of that batch, because the sum of an index and a count may exceed 2^64.
    const auto before = static_cast<std::size_t>(first % batch);
    const auto offset = static_cast<std::size_t>(at - (first - before));
    const std::size_t range_end = before + n;
    for (std::size_t i = 0; i < count;) {
      // As many whole batches of the range as possible at a time, or part of one.
      const std::size_t begin = std::max(offset + i, before), end = std::min(offset + count, range_end);
      if (begin >= end) return;
      if (begin == offset + i && end - begin >= batch) {
        const std::size_t whole = (end - begin) / batch * batch;
        convert(distribution, from + i * words, place_of(begin - before), whole);
        i += whole;
        continue;
      }
      std::uint64_t part[detail::largest_batch()];  // room for values of any type
      convert(distribution, from + i * words, part, batch);
      const std::size_t until = std::min(end, offset + i + batch);
      if (begin < until) {
        std::memcpy(place_of(begin - before),
                    reinterpret_cast<const char*>(part) + (begin - offset - i) * value_bytes,
                    (until - begin) * value_bytes);
      }
      i += batch;
    }
  }

 private:
  /// The destination of value i of the range.
  [[nodiscard]] void* place_of(std::size_t i) const { return static_cast<char*>(to) + i * value_bytes; }
};

}  // namespace tali::cpu_driver
