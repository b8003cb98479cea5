// SPDX-License-Identifier: Apache-2.0
// Which pairs of an engine and a distribution are supported, and how they are filled.
#pragma once

#include <tali/detail/request.hpp>

namespace tali::detail {

/// How a pair's elements are made. Each backend has a driver per kind.
enum class pair_kind { fixed, rejection, vectors, categorical, points, bank, per_thread };

/// @throws argument_error for a pair that cannot be filled
pair_kind checked_pair(const request& r);

/// Does nothing if the distribution is null or not a uniform_as.
/// @throws argument_error if the convention is not that of the engine's library: no library makes these
/// numbers
void check_uniform_convention(const engine_info& engine, const distribution_info& entry, const void* d);

}  // namespace tali::detail
