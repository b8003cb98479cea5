// SPDX-License-Identifier: Apache-2.0
#include "certify/calibration.hpp"

namespace tali::lab::certify {

// Counts over 2^20 chunks.
const std::array<std::uint64_t, 32> birthday_calibration = {19144,  77125, 153686, 205287, 205372, 163853,
                                                            108905, 62332, 30986,  13558,  5372,   1990,
                                                            676,    205,   66,     14,     4,      1};

}  // namespace tali::lab::certify
