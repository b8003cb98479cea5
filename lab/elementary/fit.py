#!/usr/bin/env python3
"""Prints the coefficients of include/tali/elementary.hpp.

    python3 lab/elementary/fit.py      (needs mpmath; a minute)

For every table this prints the largest error of the best real coefficients and of the rounded ones.
"""
import pathlib
import sys

from mpmath import mp, mpf, cos, exp, log, pi, sin

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "icdf"))
from fit import BITS, literal, table  # noqa: E402
from minimax import chebyshev_points, round_to  # noqa: E402

mp.dps = 60
POINTS = 300


def constant(kind, name, x):
    """x as a sum of two numbers of the format."""
    high = round_to(x, BITS[kind])
    print(f"  // {name}\n  {literal(high, kind)}, {literal(round_to(x - high, BITS[kind]), kind)}")


def exponential(kind, degree):
    """(exp r - 1 - r) / r^2 for |r| <= log(2) / 2."""
    edge = log(mpf(2)) / 2 * mpf("1.0001")
    r = [x for x in chebyshev_points(-edge, edge, POINTS) if x != 0]
    table(kind, "(exp r - 1 - r) / r^2", r, [(exp(x) - 1 - x) / x**2 for x in r], [x**2 / exp(x) for x in r],
          degree - 2)


def circle(kind, sine_terms, cosine_terms):
    """Of a turn: sin(2 pi x) / x and cos(2 pi x) over x^2, for |x| <= 1/8."""
    s = chebyshev_points(mpf(0), mpf(1) / 64, POINTS)
    x = [mp.sqrt(y) for y in s]
    table(kind, "(sin(2 pi x) / x - 2 pi) / x^2", s, [(sin(2 * pi * a) / a - 2 * pi) / a**2 for a in x],
          [a**3 / sin(2 * pi * a) for a in x], sine_terms - 1)
    table(kind, "(cos(2 pi x) - 1) / x^2", s, [(cos(2 * pi * a) - 1) / a**2 for a in x],
          [a**2 / cos(2 * pi * a) for a in x], cosine_terms - 1)


for kind, exp_degree, sines, cosines in (("float", 6, 3, 4), ("double", 11, 6, 7)):
    print(f"{kind}")
    constant(kind, "log 2", log(mpf(2)))
    constant(kind, "1 / log 2", 1 / log(mpf(2)))
    constant(kind, "2 pi", 2 * pi)
    exponential(kind, exp_degree)
    circle(kind, sines, cosines)
