// SPDX-License-Identifier: Apache-2.0
// The table of data/new-joe-kuo-6.packed; scripts/make-direction-numbers.py writes it and describes it.
#pragma once

#include <cstdint>
#include <span>

namespace tali::detail {

std::span<const std::uint8_t> joe_kuo_packed();

}  // namespace tali::detail
