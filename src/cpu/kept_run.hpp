// SPDX-License-Identifier: Apache-2.0
// A thread's last run of words, kept for its next fill. Programs fill piece by piece. Without it a Mersenne
// Twister would reach each piece's first word by a jump or by steps from the sequence's beginning, at a
// hundred times the cost of the piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "cpu/word_engine_kernels.hpp"

namespace tali::cpu_driver {

class kept_run {
 public:
  struct give_back {
    void operator()(kept_run* borrowed) const { borrowed->taken_ = false; }
  };
  using loan = std::unique_ptr<kept_run, give_back>;

  /// This thread's run, or null while an outer fill uses it.
  static loan borrow() {
    static thread_local kept_run its;
    if (its.taken_) return nullptr;
    its.taken_ = true;
    return loan(&its);
  }

  /// A run of the engine's words in memory(), at the position `first` words after the engine: the existing
  /// run, if it is before that position and near it, or a new one.
  void open(const word_run& run, const void* engine, std::uint64_t first) {
    if (run_ == &run && first >= at_ && first - at_ <= run.near &&
        std::memcmp(engine_, engine, run.engine_bytes) == 0) {
      if (first != at_) run.skip(memory_, first - at_);
    } else {
      run_ = nullptr;  // until the new run is complete: a jump may throw
      run.open(memory_, engine, first);
      std::memcpy(engine_, engine, run.engine_bytes);
      run_ = &run;
    }
    at_ = first;
  }
  /// Records that the run has advanced to this position, counted as in open(). A run that has passed the last
  /// word has no valid position.
  void moved_to(std::uint64_t at) {
    if (at < at_) run_ = nullptr;
    at_ = at;
  }

  void* memory() { return memory_; }

 private:
  const word_run* run_ = nullptr;
  std::uint64_t at_ = 0;
  bool taken_ = false;
  alignas(run_alignment) std::byte memory_[run_bytes];
  std::byte engine_[kept_engine_bytes];
};

}  // namespace tali::cpu_driver
