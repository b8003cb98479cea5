#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the coefficients of the double quantile, include/tali/math/normal_quantile.hpp. (For the float's: rows.py.)

    python3 lab/icdf/fit.py            (needs mpmath; a minute)

The header's comment says which function each table approximates. For every table this prints the largest error
of the best real coefficients and of the rounded ones, as a power of two.
"""
from mpmath import mp, mpf, erfinv, log, pi, sqrt

from minimax import chebyshev_points, fit, round_to

mp.dps = 60
BITS = 53
POINTS = 400


def quantile(y):
    """x = 1/2 - t and z = -Phi^-1(t) for t below 1/2 with 4 t (1 - t) = y."""
    q = sqrt(1 - y)
    return q / 2, sqrt(2) * erfinv(q)


def literal(c):
    """An exact hexadecimal literal."""
    if c == 0:
        return "0.0"
    m, e = mp.frexp(c)
    digits = 13
    whole = int(mp.nint(abs(m) * 2 ** (1 + 4 * digits)))
    text = f"{whole >> 4 * digits:x}.{whole & (1 << 4 * digits) - 1:0{digits}x}".rstrip("0").rstrip(".")
    return f"{'-' if c < 0 else ''}0x{text}p{int(e) - 1:+d}"


def show(name, coefficients, scale=0, note=""):
    print(f"  // {name}{note}")
    print("  " + ", ".join(literal(c * mpf(2) ** scale) for c in coefficients))


def bits_of_error(e):
    return f"2^{float(mp.log(e, 2)):.1f}"


def table(name, points, values, weights, degree, scale=0, first=0):
    c, ideal, rounded = fit(points, values, weights, range(first, degree + 1), BITS)
    show(name, c, scale, f": error {bits_of_error(ideal)}, rounded {bits_of_error(rounded)}")
    return c


def logarithm(degree):
    low = sqrt(mpf(1) / 2)
    f = chebyshev_points(low - 1, 2 * low - 1, POINTS)
    table("-log2(1 + f) / f", f, [-log(1 + x, 2) / x for x in f], [abs(x) for x in f], degree - 1)


def central(cut, degree, unit):
    w = chebyshev_points(mpf(0), mpf(cut), POINTS)
    ratio = []
    for v in w:
        x, z = quantile(mpf(2) ** -v)
        ratio.append(z / x)
    c0 = round_to(sqrt(2 * pi), BITS)
    show("sqrt(2 pi)", [c0], unit)
    table("z / x - sqrt(2 pi)", w, [r - c0 for r in ratio], [1 / r for r in ratio], degree, unit)


def tail(cut, last, degree, variable):
    """cut, last: the range of w = -log2 t."""
    v = chebyshev_points(sqrt(mpf(cut)), sqrt(mpf(last)), POINTS)
    slope = round_to(sqrt(2 * log(2)), BITS)
    z = []
    for x in v:
        t = mpf(2) ** (-x * x)
        z.append(quantile(4 * t * (1 - t))[1])
    show("sqrt(2 log 2)", [slope])
    table("z - sqrt(2 log 2) v", [variable(x) for x in v], [a - slope * b for a, b in zip(z, v)],
          [1 / a for a in z], degree)


if __name__ == "__main__":
    logarithm(20)
    central("8.3", 22, -1)
    tail("10.2", "54.01", 14, lambda v: (v - 5) / (v + 3))
