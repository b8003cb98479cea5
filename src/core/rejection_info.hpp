// SPDX-License-Identifier: Apache-2.0
// What the drivers need to know of a rejection distribution that is given by its index in the list.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/rejection/schedule.hpp>

namespace tali::detail {

/// The tag that names its words.
std::uint32_t rejection_tag(int distribution);

/// @throws argument_error unless the group is 0 or a power of two up to 32
void check_group(const rejection_schedule& how);

/// The schedule, and if it is a grouped one its group as the distribution's acceptance says, for warps of
/// `width` lanes.
/// @param distribution  the object, or null where every sample has its own
/// @param overhead      of a round, as round_overhead() has it for the words of an attempt; null: none
/// @throws argument_error unless the group is 0 or a power of two up to 32
rejection_schedule chosen_schedule(const rejection_schedule& how, int index, const void* distribution,
                                   int width, double (*overhead)(int attempt_words));

}  // namespace tali::detail
