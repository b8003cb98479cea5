#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the rows of include/tali/math/normal_quantile_rows.hpp: cubics for the float quantile.

    python3 lab/icdf/rows.py > include/tali/math/normal_quantile_rows.hpp        (needs mpmath; five minutes)

A row serves a sixteenth of a binade of t, the distance of the uniform number from the nearer of 0 and 1. With x = 1/2 - t,
z / x is c0 + f (c1 + f (c2 + f c3)) + lo, where f is the place in the row from -1/32 to 1/32. c0 is rounded to a float, and the
rounding error, lo, is in the lower half of c3's word. c3 is used with that half; the fit takes this into account.
"""
import struct
import sys

from mpmath import mp, mpf, erfinv, matrix, lu_solve, cos, pi, sqrt

mp.dps = 40
PARTS, FIRST, LAST = 16, 0, 32  # parts of a binade; t from 2^(FIRST - 33) to 2^(LAST - 33)


def ratio(t):
    """z / x in units of 2^-33 for x, at t in units of 2^-33."""
    u = t / mpf(2) ** 33
    x = mpf(1) / 2 - u
    if x == 0:
        return sqrt(2 * pi) / 2**33
    return sqrt(2) * erfinv(2 * x) / x / 2**33


def f32(x):
    return struct.unpack("<f", struct.pack("<f", float(x)))[0]


def bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def from_bits(b):
    return struct.unpack("<f", struct.pack("<I", b))[0]


def solve(points, values, powers):
    a, b = matrix(len(points), len(powers)), matrix(len(points), 1)
    for i, (x, v) in enumerate(zip(points, values)):
        b[i] = v
        for j, p in enumerate(powers):
            a[i, j] = x**p
    return [c for c in lu_solve(a, b)]  # least squares if there are more points than powers


def row(exponent, part):
    half = mpf(1) / 32
    middle = 1 + mpf(2 * part + 1) / 32
    scale = mpf(2) ** exponent
    nodes = [half * cos(pi * (2 * i + 1) / 24) for i in range(12)]
    values = [ratio((middle + f) * scale) for f in nodes]
    best = solve(nodes, values, range(4))
    c0 = f32(best[0])
    # lo as the upper half of a float, then c3 with lo below it; the other coefficients are fitted again each time.
    rest = [v - mpf(c0) for v in values]
    lo_word = (bits(f32(best[0] - mpf(c0))) + 0x8000) >> 16
    lo = from_bits(lo_word << 16)
    upper = bits(f32(best[3])) & 0xFFFF0000
    candidates = [(upper + (d << 16) | lo_word) & 0xFFFFFFFF for d in (-1, 0, 1)]
    word = min(candidates, key=lambda w: abs(mpf(from_bits(w)) - best[3]))
    c3 = from_bits(word)
    rest = [v - lo - mpf(c3) * f**3 for v, f in zip(rest, nodes)]
    c2 = f32(solve(nodes, rest, [1, 2])[1])
    c1 = f32(solve(nodes, [v - mpf(c2) * f**2 for v, f in zip(rest, nodes)], [1])[0])
    worst = max(abs((mpf(c0) + lo + f * (mpf(c1) + f * (mpf(c2) + f * mpf(c3)))) / v - 1)
                for f, v in ((half * mpf(k) / 16, ratio((middle + half * mpf(k) / 16) * scale)) for k in range(-16, 17)))
    return (bits(c0), bits(c1), bits(c2), word), worst


HEAD = """// SPDX-License-Identifier: Apache-2.0
// The rows of the float normal quantile. Written by `python3 lab/icdf/rows.py`; do not edit.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

namespace tali::detail {

/// Row i belongs to t, the distance of a uniform number from the nearer of 0 and 1, in units of 2^-33 and as
/// a float, from 2^first_binade (1 + i / 16) on, 16 rows per binade; the last one to t = 2^32 alone.
struct quantile_table {
  static constexpr int first_binade = %d, parts_log2 = 4, rows = %d;

  // clang-format off
  /// Words of a row: the floats c0, c1, c2, c3, all times 2^-33; the lower half of c3's word is the upper
  /// half of a float that is added to c0. normal_quantile.hpp says how they are used.
  alignas(16) std::uint32_t words[rows][4] = {
"""

TAIL = """  };
  // clang-format on
};

/// In constant memory of the program, or a GPU's global memory.
TALI_FN const quantile_table& quantile_constants() { TALI_RETURN_TABLE(quantile_table); }
TALI_FN const std::uint32_t* quantile_words() { return quantile_constants().words[0]; }

}  // namespace tali::detail
"""


def at_half():
    """The row of t = 1/2, where x is 0 or near 0."""
    c = sqrt(2 * pi) / 2**33
    c0 = f32(c)
    return bits(c0), 0, 0, bits(f32(c - mpf(c0))) + 0x8000 >> 16


if __name__ == "__main__":
    rows, worst = [], mpf(0)
    for e in range(FIRST, LAST):
        for part in range(PARTS):
            r, error = row(e, part)
            rows.append(r)
            worst = max(worst, error)
    rows.append(at_half())
    print(f"largest relative error of z / x: 2^{float(mp.log(worst, 2)):.2f}", file=sys.stderr)
    print(HEAD % (FIRST, len(rows)), end="")
    written = ["{" + ", ".join(f"0x{w:08x}u" for w in r) + "}" for r in rows]
    for i in range(0, len(written), 2):
        print("    " + ", ".join(written[i:i + 2]) + ",")
    print(TAIL, end="")
