// SPDX-License-Identifier: Apache-2.0
// Counts that stand for laws which have no exact form at hand: made of AES in counter mode by
// certify-calibrate-birthdays.
#pragma once

#include <array>
#include <cstdint>

namespace tali::lab::certify {

extern const std::array<std::uint64_t, 32> birthday_calibration;

}  // namespace tali::lab::certify
