#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the coefficients of the double quantile, include/tali/math/normal_quantile.hpp. (For the float's: rows.py.)

    python3 lab/icdf/fit.py            (needs mpmath; a minute)

The header's comment says which function each table approximates. For every table this prints the largest error
of the best real coefficients and of the rounded ones, as a power of two.
"""
from mpmath import mp, mpf, erfinv, log, pi, sqrt

from minimax import BITS, chebyshev_points, round_to, show, table

mp.dps = 60
POINTS = 400


def quantile(y):
    """x = 1/2 - t and z = -Phi^-1(t) for t below 1/2 with 4 t (1 - t) = y."""
    q = sqrt(1 - y)
    return q / 2, sqrt(2) * erfinv(q)


def logarithm(degree):
    low = sqrt(mpf(1) / 2)
    f = chebyshev_points(low - 1, 2 * low - 1, POINTS)
    table("double", "-log2(1 + f) / f", f, [-log(1 + x, 2) / x for x in f], [abs(x) for x in f], degree - 1)


def central(cut, degree, unit):
    w = chebyshev_points(mpf(0), mpf(cut), POINTS)
    ratio = []
    for v in w:
        x, z = quantile(mpf(2) ** -v)
        ratio.append(z / x)
    c0 = round_to(sqrt(2 * pi), BITS["double"])
    show("double", "sqrt(2 pi)", [c0 * unit])
    table("double", "z / x - sqrt(2 pi)", w, [r - c0 for r in ratio], [1 / r for r in ratio], degree, unit)


def tail(cut, last, degree, variable):
    """cut, last: the range of w = -log2 t."""
    v = chebyshev_points(sqrt(mpf(cut)), sqrt(mpf(last)), POINTS)
    slope = round_to(sqrt(2 * log(2)), BITS["double"])
    z = []
    for x in v:
        t = mpf(2) ** (-x * x)
        z.append(quantile(4 * t * (1 - t))[1])
    show("double", "sqrt(2 log 2)", [slope])
    table("double", "z - sqrt(2 log 2) v", [variable(x) for x in v], [a - slope * b for a, b in zip(z, v)],
          [1 / a for a in z], degree)


if __name__ == "__main__":
    logarithm(20)
    central("8.3", 22, mpf(1) / 2)
    tail("10.2", "54.01", 14, lambda v: (v - 5) / (v + 3))
