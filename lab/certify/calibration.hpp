// SPDX-License-Identifier: Apache-2.0
// Counts that replace laws without a known exact form: certify-calibrate-birthdays computes them from AES in
// counter mode.
#pragma once

#include <array>
#include <cstdint>

namespace tali::lab::certify {

extern const std::array<std::uint64_t, 32> birthday_calibration;

}  // namespace tali::lab::certify
