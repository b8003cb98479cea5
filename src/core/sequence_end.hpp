// SPDX-License-Identifier: Apache-2.0
// Ranges of an advanced engine, and the end of its sequence.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <tali/catalogue.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "core/rows.hpp"
#include "registry/functions.hpp"

namespace tali::detail {

/// Throws unless elements first ... first + n - 1 of `words` words each, counted from word `position`, are in
/// a sequence of 2^64 words. If the position is not 0, the sequence must also contain the rest of the last
/// batch.
/// @throws argument_error
inline void check_end(std::uint64_t position, std::uint64_t first, std::uint64_t n, int words) {
  check_range(first, n, words);
  if (n == 0 || position == 0) return;
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  const auto k = static_cast<std::uint64_t>(words);
  const std::uint64_t slack = largest_batch() * k;
  const std::uint64_t last_word = (first + (n - 1)) * k + (k - 1);
  if (position <= last - last_word && position + last_word <= last - slack) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       "at most 2^64 - " + std::to_string(slack) +
                           " words from the beginning of the sequence; the engine is at word " +
                           std::to_string(position));
}

/// The checks of a request for an engine with access to any index, before anything is made.
/// @param words  of an element
/// @throws argument_error
inline void check_sequence(const request& r, int words) {
  const std::uint64_t position = r.engine_entry->functions->words_behind(r.engine);
  check_furthest(r, [&](std::uint64_t first, std::uint64_t n) { check_end(position, first, n, words); });
}

}  // namespace tali::detail
