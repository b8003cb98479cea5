// SPDX-License-Identifier: Apache-2.0
// The schedule of a fill's attempts.
#pragma once

#include <tali/detail/request.hpp>
#include <tali/rejection/schedule.hpp>

namespace tali::detail {

/// @throws argument_error unless the group is 0 or a power of two up to 32
void check_group(const rejection_schedule& how);

/// The schedule; for a grouped one, with the group size for the distribution's acceptance probability and
/// warps of `width` lanes.
/// @param overhead  of a round, as from round_overhead() for the words of an attempt; null: none
/// @throws argument_error unless the group is 0 or a power of two up to 32
rejection_schedule chosen_schedule(const rejection_schedule& how, const request& r, int width,
                                   double (*overhead)(int attempt_words));

}  // namespace tali::detail
