// SPDX-License-Identifier: Apache-2.0
// Sine and cosine for tests: the same bits on every machine, and fast enough for loops that do little else.
#pragma once

#include <cstdint>

#include <tali/math/arithmetic.hpp>

namespace tali::lab::certify {

/// Cosine and sine of k / 2^32 turns, to 1e-13, by multiplications and additions only: tali's functions use
/// fma, which is slow on CPUs without it, and in builds that do not use it.
struct turned {
  double cosine, sine;
  TALI_FN explicit turned(std::uint32_t k) {
    const std::uint32_t quarter = (k + 0x20000000u) >> 30;
    const auto rest = static_cast<std::int32_t>(k - (quarter << 30));
    const double x = multiply(static_cast<double>(rest), 0x1.921fb54442d18p+2 * 0x1p-32), s = multiply(x, x);
    // Taylor's series to x^13 and x^14, |x| <= pi / 4.
    double a = 1.0 / 6227020800, b = -1.0 / 87178291200;
    a = add(multiply(a, s), -1.0 / 39916800);
    b = add(multiply(b, s), 1.0 / 479001600);
    a = add(multiply(a, s), 1.0 / 362880);
    b = add(multiply(b, s), -1.0 / 3628800);
    a = add(multiply(a, s), -1.0 / 5040);
    b = add(multiply(b, s), 1.0 / 40320);
    a = add(multiply(a, s), 1.0 / 120);
    b = add(multiply(b, s), -1.0 / 720);
    a = add(multiply(a, s), -1.0 / 6);
    b = add(multiply(b, s), 1.0 / 24);
    a = multiply(add(multiply(a, s), 1.0), x);
    b = add(multiply(add(multiply(b, s), -0.5), s), 1.0);
    const double c = (quarter & 1u) != 0 ? a : b, d = (quarter & 1u) != 0 ? b : a;
    cosine = quarter == 1 || quarter == 2 ? -c : c;
    sine = quarter >= 2 ? -d : d;
  }
};

}  // namespace tali::lab::certify
