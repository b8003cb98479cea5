// SPDX-License-Identifier: Apache-2.0
// Rows of samples and of vectors: each is the range of a row of thread blocks, blockIdx.y.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/rejection/words.hpp>

#include "core/row_start.hpp"
#include "gpu/bulk/row_batch.hpp"

namespace tali::cuda_driver {

/// A key's words for the distribution with this tag. Keys use 10 rounds.
template <template <int> class Words, int Rounds>
__device__ __forceinline__ void words_of_key(const key& k, std::uint32_t tag, Words<Rounds>& words) {
  const Words<10> key_words(philox4x32(k), tag);
  if constexpr (Rounds == 10) {
    words = key_words;
  } else if constexpr (Rounds == detail::rounds_at_run_time) {
    words = Words<Rounds>(key_words);
  }
}

/// Sets a kernel's arguments to row `number` of the launch.
/// @param size  number of values per element
template <class Words, class T>
__device__ __forceinline__ void turn_to_row(const row_batch& batch, unsigned number, std::uint32_t size,
                                            Words& words, std::uint64_t& first, T*& to) {
  if (!batch.has_rows) return;
  const std::uint64_t row = batch.first_row + number;
  const detail::row_start start = detail::start_of(batch.rows, row);
  first = start.first;
  to += start.to * size;
  if (batch.rows.keys != nullptr) words_of_key(batch.rows.keys[row], batch.tag, words);
}

}  // namespace tali::cuda_driver
