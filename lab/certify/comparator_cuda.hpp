// SPDX-License-Identifier: Apache-2.0
// Comparators on a GPU, for their certificates: the library fills from them only on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tali/any.hpp>

namespace tali::lab::certify {

/// The sequence of a comparator, filled into device memory: the same numbers as on the CPU.
class comparator_on_cuda {
 public:
  /// Whether the sequence is a comparator's, from its beginning, and the distribution is converted from
  /// words.
  static bool makes(const any_engine& sequence, const any_distribution& distribution);

  /// Works on the calling thread's device.
  /// @throws device_error
  comparator_on_cuda(const any_engine& sequence, any_distribution distribution);
  ~comparator_on_cuda();
  comparator_on_cuda(comparator_on_cuda&&) noexcept;

  /// Enqueues elements first ... first + n - 1. To go back, it restarts at element 0; skipped elements cost
  /// as much as written ones.
  void fill(std::uint64_t first, std::size_t n, void* to);

  class words;

 private:
  any_distribution distribution_;
  std::unique_ptr<words> words_;
};

}  // namespace tali::lab::certify
