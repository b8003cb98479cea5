// SPDX-License-Identifier: Apache-2.0
// Normal numbers as uniform words, for batteries that test words. They use the host's libm: a test's aid, not
// a pinned value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tali::tool {

/// floor(2^32 u), within 32 bits.
inline std::uint32_t to_word(double u) {
  return static_cast<std::uint32_t>(std::min(std::max(u, 0.0) * 0x1p32, 0x1p32 - 1));
}

/// floor(2^32 Phi(x)).
inline std::uint32_t normal_to_uniform(double x) { return to_word(0.5 * std::erfc(-x * std::sqrt(0.5))); }

/// Leaves the factor sqrt(1/2) out of erf's argument, the mistake that the paper's author made first: what a
/// test battery must see at once.
inline std::uint32_t normal_to_uniform_without_root(double x) { return to_word(0.5 * std::erfc(-x)); }

}  // namespace tali::tool
