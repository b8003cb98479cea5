// What the drivers need to know of a distribution of variable budget that is given by its place in the list.
#pragma once

#include <cstddef>

#include <tali/schedule.hpp>

namespace tali::detail {

std::size_t variable_value_bytes(int distribution);

/// The schedule with its group chosen by the distribution's acceptance, for warps of `width` lanes.
/// @param distribution  the object, or null where every sample has its own
/// @throws argument_error unless the group is 0 or a power of two up to 32
rejection_schedule chosen_schedule(const rejection_schedule& how, int index, const void* distribution,
                                   int width);

/// @throws argument_error if an array is null
void check_arrays(int distribution, const void* const* arrays);

/// @throws argument_error always: about element i of parameter arrays, which is not allowed
/// @param arrays  in host memory, where that element stands at index `at`
[[noreturn]] void refuse_element(int distribution, const void* const* arrays, std::size_t i, std::size_t at);

}  // namespace tali::detail
