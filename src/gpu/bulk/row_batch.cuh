// SPDX-License-Identifier: Apache-2.0
// Rows of samples and of vectors: each is the range of a row of thread blocks, blockIdx.y.
#pragma once

#include <cstdint>

#include <tali/detail/row_list.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/rejection/words.hpp>

#include "core/rows.hpp"

namespace tali::cuda_driver {

/// The rows of a launch, as kernel arguments. Without rows, the other arguments describe a single range.
struct row_batch {
  detail::row_list rows;
  std::uint64_t first_row;  ///< first row of this launch
  std::uint32_t tag;        ///< the distribution's
  bool has_rows;

  /// One range.
  TALI_FN row_batch() : rows{}, first_row{0}, tag{0}, has_rows{false} {}
  TALI_FN row_batch(const detail::row_list& all, std::uint64_t first, std::uint32_t of)
      : rows{all}, first_row{first}, tag{of}, has_rows{true} {}
};

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

/// Calls f(batch, row_count) for launches of at most as many rows as a grid has.
template <class F>
void for_each_batch(const detail::row_list& rows, std::uint32_t tag, const F& f) {
  constexpr std::uint64_t max_rows = 65535;
  for (std::uint64_t done = 0; done < rows.rows; done += max_rows) {
    const std::uint64_t left = rows.rows - done;
    f(row_batch(rows, done, tag), static_cast<unsigned>(left < max_rows ? left : max_rows));
  }
}

}  // namespace tali::cuda_driver
