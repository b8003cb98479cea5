// SPDX-License-Identifier: Apache-2.0
// Numbers as integers, so that their sums do not depend on the order.
#pragma once

#include <cstdint>

#include <tali/math/arithmetic.hpp>

namespace tali::lab::certify {

/// x in units of 2^-scale, rounded: |x| 2^scale < 2^51.
TALI_FN std::int64_t units_of(double x, int scale) {
  // As in empirical/moments.hpp: after an addition to a large constant, the mantissa counts the units.
  const double shift = as_double(static_cast<std::uint64_t>(1023 + 52 - scale) << 52) * 1.5;
  return static_cast<std::int64_t>(bits_of(tali::add(x, shift)) - bits_of(shift));
}

}  // namespace tali::lab::certify
