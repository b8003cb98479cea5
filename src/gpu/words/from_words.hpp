// SPDX-License-Identifier: Apache-2.0
// Values from words in device memory, in pieces that stay in the L2 cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/batch.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

/// Number of words to make at a time, if a second kernel converts them to values: a power of two near an
/// eighth of the range's, within these bounds. In most engines each thread or block jumps to its beginning
/// once per piece, so the smallest pieces are half as fast (evidence/2026-11-27-h200-words.json).
struct scratch_bounds {
  std::size_t min_words = std::size_t{1} << 22, max_words = std::size_t{1} << 25;

  [[nodiscard]] std::size_t words_for(std::uint64_t all) const {
    std::size_t words = min_words;
    while (words < max_words && words < all / 8) words *= 2;
    return words;
  }
};
/// For engines whose jump takes as long as 2^18 outputs.
inline constexpr scratch_bounds scratch_of_twisters = {std::size_t{1} << 22, std::size_t{1} << 27};

/// Preferred ends of pieces of words: multiples of `row` words. Value 0 begins `base` words after such a
/// multiple.
struct word_rows {
  std::uint64_t row = 1, base = 0;
};

/// Makes values first ... first + n - 1 of k words each. Batches of `batch` values are made whole, so the
/// words begin with a batch.
/// @param make     make(word, words, to): enqueues `words` words of the sequence, starting at number `word`;
/// consecutive calls have no gaps
/// @param convert  convert(words, skip, done, values): enqueues `values` values, starting at number `done` of
/// the range, from words that begin with the batch of the value `skip` before it
template <class Make, class Convert>
void values_from_words(runtime::stream stream, std::uint64_t first, std::size_t n, std::uint64_t k,
                       std::size_t batch, const Make& make, const Convert& convert,
                       const scratch_bounds& bounds = {}, const word_rows& rows = {}) {
  const auto before = static_cast<std::size_t>(first % batch);
  const std::size_t end = before + n, words_at_a_time = bounds.words_for(end * k);
  std::size_t piece = words_at_a_time / k / batch * batch, size = piece;
  if (rows.row % (k * batch) == 0 && rows.base % (k * batch) == 0 && rows.row <= words_at_a_time) {
    const std::size_t row = rows.row / k;
    piece = (words_at_a_time + rows.row / 2) / rows.row * row;
    size = piece - (rows.base / k + (first - before)) % row;  // size of the first piece
  }
  const std::size_t room = std::min(piece, detail::whole_batches(end, batch));
  const runtime::stream_memory<std::uint32_t> scratch(room * k, stream);
  for (std::size_t done = 0; done < end; done += std::exchange(size, piece)) {
    const std::size_t until = std::min(done + size, end);
    make((first - before + done) * k, detail::whole_batches(until - done, batch) * k, scratch.at());
    const std::size_t skip = done == 0 ? before : 0;
    convert(scratch.at(), skip, done + skip - before, until - done - skip);
  }
}

}  // namespace tali::cuda_driver
