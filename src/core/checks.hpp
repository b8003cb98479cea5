// SPDX-License-Identifier: Apache-2.0
// The checks of a request, before anything is made: its pair of an engine and a distribution, its range, its
// parameter arrays, its schedule.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "registry/functions.hpp"

namespace tali::detail {

// The pair.

/// How a pair's elements are made. Each backend has a driver per kind.
enum class pair_kind { fixed, rejection, vectors, categorical, points, bank, per_thread };

/// @throws argument_error for a pair that cannot be filled
pair_kind checked_pair(const request& r);

// The range.

/// Throws unless elements first ... first + n - 1 of `words` words each, counted from word `position`, are in
/// a sequence of 2^64 words. If the position is not 0, the rest of the last batch must be in the sequence
/// too.
/// @throws argument_error
void check_end(std::uint64_t position, std::uint64_t first, std::uint64_t n, std::int64_t words);

/// An error's texts before and after the last index.
struct index_words {
  const char *before, *after;
};
inline constexpr index_words permutation_indices{"indices up to ", ", the last of the permutation"};

/// @throws argument_error unless elements first ... first + n - 1 are among 0 ... last; an empty range may be
/// directly after the end
void check_index_range(std::uint64_t first, std::uint64_t n, std::uint64_t last, const index_words& words);

/// Checks a request for an engine with access to any index, or for points.
/// @param words  per element
/// @throws argument_error
void check_sequence(const request& r, std::int64_t words);

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
