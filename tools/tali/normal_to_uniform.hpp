// SPDX-License-Identifier: Apache-2.0
// Maps normal numbers to uniform words, for batteries that test words. Uses the host's libm, because it
// serves tests and its values are not pinned.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tali::tool {

/// floor(2^32 u), limited to 32 bits.
inline std::uint32_t to_word(double u) {
  return static_cast<std::uint32_t>(std::min(std::max(u, 0.0) * 0x1p32, 0x1p32 - 1));
}

/// floor(2^32 Phi(x)).
inline std::uint32_t normal_to_uniform(double x) { return to_word(0.5 * std::erfc(-x * std::sqrt(0.5))); }

/// The same without the factor sqrt(1/2) in erf's argument, the first mistake of the paper's author: every
/// test battery must detect it.
inline std::uint32_t normal_to_uniform_without_root(double x) { return to_word(0.5 * std::erfc(-x)); }

}  // namespace tali::tool
