#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the coefficients of include/tali/math/ that approximate functions.

    python3 lab/elementary/fit.py      (needs mpmath; two minutes)

For every table this prints the largest error of the best real coefficients and of the rounded ones.
"""
import pathlib
import sys

from mpmath import mp, mpf, asin, atan, atanh, cos, euler, exp, expm1, log, loggamma, pi, sin, sqrt

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "icdf"))
from minimax import BITS, chebyshev_points, round_to, show, table  # noqa: E402

mp.dps = 60
POINTS = 300


def constant(kind, name, x):
    """x as a sum of two numbers of the format."""
    high = round_to(x, BITS[kind])
    show(kind, name, [high, round_to(x - high, BITS[kind])])


def exponential(kind, degree):
    """(exp r - 1 - r) / r^2 for |r| <= log(2) / 2."""
    edge = log(mpf(2)) / 2 * mpf("1.0001")
    r = [x for x in chebyshev_points(-edge, edge, POINTS) if x != 0]
    table(kind, "(exp r - 1 - r) / r^2", r, [(exp(x) - 1 - x) / x**2 for x in r], [x**2 / exp(x) for x in r],
          degree - 2)


def circle(kind, sine_terms, cosine_terms):
    """For turns: sin(2 pi x) / x and cos(2 pi x) over x^2, for |x| <= 1/8."""
    s = chebyshev_points(mpf(0), mpf(1) / 64, POINTS)
    x = [mp.sqrt(y) for y in s]
    table(kind, "(sin(2 pi x) / x - 2 pi) / x^2", s, [(sin(2 * pi * a) / a - 2 * pi) / a**2 for a in x],
          [a**3 / sin(2 * pi * a) for a in x], sine_terms - 1)
    table(kind, "(cos(2 pi x) - 1) / x^2", s, [(cos(2 * pi * a) - 1) / a**2 for a in x],
          [a**2 / cos(2 * pi * a) for a in x], cosine_terms - 1)


def about_one():
    """Values f for 1 + f between sqrt(1/2), as truncated in the headers, and sqrt(2)."""
    low = sqrt(mpf(1) / 2) * (1 - mpf(2) ** -19)
    return [f for f in chebyshev_points(low - 1, 2 * sqrt(mpf(1) / 2) - 1, POINTS) if f != 0]


def logarithm(kind, degree):
    f = about_one()
    table(kind, "(log(1 + f) - f) / f^2", f, [(log(1 + x) - x) / x**2 for x in f],
          [x**2 / abs(log(1 + x)) for x in f], degree)


def logarithm_for_float():
    f = about_one()
    table("double", "log2(1 + f) / f", f, [log(1 + x, 2) / x for x in f], [x / log(1 + x, 2) for x in f], 12)


def power_of_two():
    x = [x for x in chebyshev_points(-mpf(1) / 2, mpf(1) / 2, POINTS) if x != 0]
    table("double", "(2^x - 1) / x", x, [(mpf(2) ** r - 1) / r for r in x], [abs(r) / mpf(2) ** r for r in x], 5)


def power_of_two_m1():
    x = [x for x in chebyshev_points(-mpf(1) / 2, mpf(1) / 2, POINTS) if x != 0]
    table("double", "(2^x - 1) / x, of it", x, [(mpf(2) ** r - 1) / r for r in x], [r / (mpf(2) ** r - 1) for r in x], 6)


def wide_logarithm():
    edge = (sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1) * mpf("1.00001")
    z = chebyshev_points(mpf(0), edge**2, POINTS)
    s = [sqrt(x) for x in z]
    table("double", "(2 atanh s / s - 2 - 2/3 s^2) / s^4", z, [(2 * atanh(x) / x - 2 - 2 * x * x / 3) / x**4 for x in s],
          [x**5 / (2 * atanh(x)) for x in s], 7)


def exponential_m1(kind, degree):
    edge = log(mpf(2)) / 2 * mpf("1.0001")
    r = [x for x in chebyshev_points(-edge, edge, POINTS) if x != 0]
    table(kind, "(expm1 r - r) / r^2", r, [(expm1(x) - x) / x**2 for x in r], [x**2 / abs(expm1(x)) for x in r],
          degree)


def arc_sine(kind, degree):
    z = chebyshev_points(mpf(0), mpf(1) / 4 * mpf("1.0001"), POINTS)
    s = [sqrt(x) for x in z]
    table(kind, "(asin s - s) / s^3", z, [(asin(x) / x - 1) / x**2 for x in s], [x**3 / asin(x) for x in s], degree)


def arc_tangent(kind, degree):
    r = [sqrt(x) for x in chebyshev_points(mpf(0), mpf(1) / 4 * mpf("1.0002"), POINTS) if x != 0]
    table(kind, "(atan r - r) / r^3", [x * x for x in r], [(atan(x) / x - 1) / x**2 for x in r],
          [x**3 / atan(x) for x in r], degree)


def binet_function(z):
    return loggamma(z) - (z - mpf(1) / 2) * log(z) + z - log(2 * pi) / 2


def binet(kind, degree):
    """In 1 / x^2, for x from 2.5 on."""
    z = chebyshev_points(mpf(0), 1 / mpf("2.5") ** 2, 120)
    values = [binet_function(1 / sqrt(x)) / sqrt(x) for x in z]
    table(kind, "x J(x)", z, values, [1 / v for v in values], degree)


def gamma_about_two():
    edge = mpf("0.50001")
    d = [x for x in chebyshev_points(-edge, edge, 150) if x != 0]
    table("double", "log Gamma(2 + d) / d, for float", d, [loggamma(2 + x) / x for x in d],
          [x / loggamma(2 + x) for x in d], 8)
    constant("double", "1 - Euler's constant", 1 - euler)
    high = round_to(1 - euler, 53)
    first = high + round_to(1 - euler - high, 53)
    table("double", "(log Gamma(2 + d) / d - that) / d", d, [(loggamma(2 + x) / x - first) / x for x in d],
          [x * x / abs(loggamma(2 + x)) for x in d], 16)


def unit_logarithm(kind, degree):
    """In x = 4 f, for 1 + f between 1/2 and 1. (Near 0 an error does not matter.)"""
    x = chebyshev_points(mpf(-2), -mpf(2) ** -9, POINTS)
    table(kind, "(log(1 + x / 4) / x - 1/4) / x", x, [(log(1 + v / 4) / v - mpf(1) / 4) / v for v in x],
          [v**2 / -log(1 + v / 4) for v in x], degree)


for kind, exp_degree, sines, cosines, log_degree, arc_degree, binet_degree, unit_log_degree in (
    ("float", 6, 3, 4, 7, 4, 4, 7), ("double", 11, 6, 7, 18, 11, 13, 19)):
    print(f"{kind}")
    constant(kind, "log 2", log(mpf(2)))
    constant(kind, "1 / log 2", 1 / log(mpf(2)))
    constant(kind, "2 pi", 2 * pi)
    constant(kind, "pi / 2", pi / 2)
    constant(kind, "(log(2 pi) - 1) / 2", (log(2 * pi) - 1) / 2)
    for k in range(2):
        constant(kind, f"Stirling's correction of {k}", binet_function(mpf(k + 1)))
    exponential(kind, exp_degree)
    exponential_m1(kind, exp_degree - 2)
    circle(kind, sines, cosines)
    logarithm(kind, log_degree)
    arc_sine(kind, arc_degree)
    arc_tangent(kind, arc_degree)
    binet(kind, binet_degree)
    unit_logarithm(kind, unit_log_degree)
constant("double", "2/3", mpf(2) / 3)
constant("double", "log 2 - 0x1.62e42ffp-1", log(mpf(2)) - mpf(float.fromhex("0x1.62e42ffp-1")))
logarithm_for_float()
power_of_two()
power_of_two_m1()
wide_logarithm()
gamma_about_two()
