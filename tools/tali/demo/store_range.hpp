// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tali::tool::demo {

/// Stores n numbers x, in registers as wide as those of the machine's best level.
void store_range(std::uint64_t* to, std::size_t n, std::uint64_t x);

}  // namespace tali::tool::demo
