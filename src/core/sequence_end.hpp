// SPDX-License-Identifier: Apache-2.0
// The checks of a request: its range, its parameter arrays, its schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <tali/catalogue.hpp>
#include <tali/detail/request.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>
#include <tali/rejection/schedule.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "core/rows.hpp"
#include "registry/functions.hpp"

namespace tali::detail {

/// Throws unless elements first ... first + n - 1 of `words` words each, counted from word `position`, are in
/// a sequence of 2^64 words. If the position is not 0, the rest of the last batch must be in the sequence
/// too.
/// @throws argument_error
inline void check_end(std::uint64_t position, std::uint64_t first, std::uint64_t n, std::int64_t words) {
  detail::check_range(first, n, words);
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  const auto k = static_cast<std::uint64_t>(words);
  // If k does not divide 2^64, the last words of the sequence are only a part of an element.
  if (n != 0 && first + (n - 1) > (last - (k - 1)) / k) {
    throw argument_error(
        "first index + count", std::to_string(first) + " + " + std::to_string(n),
        "at most 2^64 / " + std::to_string(k) + " elements of " + std::to_string(k) + " words each");
  }
  if (n == 0 || position == 0) return;
  const std::uint64_t slack = largest_batch() * k;
  const std::uint64_t last_word = (first + (n - 1)) * k + (k - 1);
  if (position <= last - last_word && position + last_word <= last - slack) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       "at most 2^64 - " + std::to_string(slack) +
                           " words from the beginning of the sequence; the engine is at word " +
                           std::to_string(position));
}

/// An error's texts before and after the last index.
struct index_words {
  const char *before, *after;
};
inline constexpr index_words permutation_indices{"indices up to ", ", the last of the permutation"};
inline constexpr index_words point_elements{"elements up to ", ", the last of the point set"};

/// @throws argument_error unless elements first ... first + n - 1 are among 0 ... last; an empty range may be
/// directly after the end
inline void check_index_range(std::uint64_t first, std::uint64_t n, std::uint64_t last,
                              const index_words& words) {
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       words.before + std::to_string(last) + words.after);
}

/// Checks a request for an engine with access to any index, or for points, before anything is made.
/// @param words  per element
/// @throws argument_error
inline void check_sequence(const request& r, std::int64_t words) {
  if (r.engine_entry->kind == engine_kind::quasi) {
    const std::uint64_t last = r.engine_entry->functions->last(r.engine);
    check_furthest(
        r, [&](std::uint64_t first, std::uint64_t n) { check_index_range(first, n, last, point_elements); });
    return;
  }
  const std::uint64_t position = r.engine_entry->functions->words_behind(r.engine);
  check_furthest(r, [&](std::uint64_t first, std::uint64_t n) { check_end(position, first, n, words); });
}

// Checks of parameter arrays.

/// @throws argument_error if an array of the request is null
inline void check_arrays(const request& r) {
  const auto list = r.distribution_entry->parameter_list;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (r.arrays[k] == nullptr) throw argument_error(list[k].name, "null", "the address of an array");
  }
}

/// @throws argument_error always: about the invalid element i of parameter arrays
/// @param arrays  in host memory; the element is at index `at` in them
[[noreturn]] inline void refuse_element(const distribution_info& d, const void* const* arrays, std::size_t i,
                                        std::size_t at) {
  const int found = d.functions->bad_parameter(arrays, at);
  const auto bad = static_cast<std::size_t>(found < 0 ? 0 : found);
  const parameter_info& facts = d.parameter_list[bad];
  throw argument_error({facts.name, {i}}, d.functions->shown(arrays[bad], at), facts.allowed);
}

// The schedule of a fill's attempts.

/// @throws argument_error unless the group is 0 or a power of two up to 32
void check_group(const rejection_schedule& how);

/// The schedule of a fill. A grouped one gets the group size for the distribution's acceptance probability
/// and for warps of `width` lanes.
/// @param overhead  of a round, from round_overhead() for an attempt's words; null: none
/// @throws argument_error unless the group is 0 or a power of two up to 32
rejection_schedule chosen_schedule(const rejection_schedule& how, const request& r, int width,
                                   double (*overhead)(int attempt_words));

}  // namespace tali::detail
