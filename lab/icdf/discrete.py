#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the terms of the discrete quantile, include/tali/distribution/discrete_quantile.hpp.

    python3 lab/icdf/discrete.py            (a few seconds)

X is a number of successes, sigma^2 = n p q, and e = 1 / sigma. Between whole numbers P(X <= k) continues as the
distribution function at k + 1/2 of a law with the cumulants of X less those of a uniform number (Sheppard). Its
expansion by Edgeworth in powers of e is inverted (Cornish and Fisher): y = z + e P1(z) + e^2 P2(z) + ... solves
F(mean + sigma y) = Phi(z). All arithmetic is exact; Poisson numbers are the case p q = 0, q - p = 1.

A series is a list of polynomials, one a power of e. A polynomial is a dictionary from (a, b) to the coefficient of
y^a (p q)^b; those of odd powers of e have one more factor q - p, whose square is 1 - 4 p q.
"""
from fractions import Fraction
from math import comb, factorial

ORDER = 10
SQUARE = {(0, 0): Fraction(1), (0, 1): Fraction(-4)}  # (q - p)^2


def plus(p, q, factor=1):
    out = dict(p)
    for k, c in q.items():
        out[k] = out.get(k, 0) + factor * c
    return {k: c for k, c in out.items() if c}


def times(p, q):
    out = {}
    for (a, b), c in p.items():
        for (d, e), f in q.items():
            out[a + d, b + e] = out.get((a + d, b + e), 0) + c * f
    return {k: c for k, c in out.items() if c}


def constant(p):
    return [p] + [{} for _ in range(ORDER)]


def add(s, t, factor=1):
    return [plus(p, q, factor) for p, q in zip(s, t)]


def multiply(s, t):
    out = constant({})
    for i, p in enumerate(s):
        for j, q in enumerate(t[:ORDER + 1 - i]):
            product = times(p, q)
            out[i + j] = plus(out[i + j], times(product, SQUARE) if i & j & 1 else product)
    return out


def hermite(n):
    last, now = {}, {(0, 0): Fraction(1)}
    for k in range(n):
        last, now = now, plus(times({(1, 0): Fraction(1)}, now), last, -k)
    return now


def derivative(p):
    return {(a - 1, b): c * a for (a, b), c in p.items() if a}


def bernoulli(n):
    b = [Fraction(1)]
    for m in range(1, n + 1):
        b.append(-sum(comb(m + 1, k) * b[k] for k in range(m)) / (m + 1))
    return b[n]


def cumulants():
    """Those of the standardized law, from the second on, which lacks the 1 of the normal law."""
    # kappa(r + 1) = p q d kappa(r) / dp, with kappa(r) = sigma^2 reduced[r].
    reduced = {2: {(0, 0): Fraction(1)}}
    for r in range(2, ORDER + 2):
        rise = {(0, b): c * (b + 1) for (_, b), c in reduced[r].items()}
        if r % 2 == 0:
            reduced[r + 1] = rise
        else:
            reduced[r + 1] = plus(times(SQUARE, rise), times(reduced[r], {(0, 1): Fraction(2)}), -1)
    out = {}
    for r in range(2, ORDER + 3):
        out[r] = constant({})
        if 2 < r:
            out[r][r - 2] = reduced[r]
        if r % 2 == 0 and r <= ORDER:
            out[r][r] = plus(out[r][r], {(0, 0): -bernoulli(r) / r})
    return out


def expansion():
    law, one = cumulants(), constant({(0, 0): Fraction(1)})
    # F = Phi - phi below, from the exponential of the cumulants' series.
    powers, below = [one], constant({})
    for n in range(1, 3 * ORDER + 2):
        total = constant({})
        for r in range(2, min(n, ORDER + 2) + 1):
            total = add(total, multiply(law[r], powers[n - r]), Fraction(r, factorial(r) * n))
        powers.append(total)
        below = add(below, multiply(total, constant(hermite(n - 1))))
    # Phi(y + shift) = F(y), order by order.
    shift = constant({})
    for j in range(1, ORDER + 1):
        total, power = constant({}), one
        for m in range(1, j + 1):
            power = multiply(power, shift)
            total = add(total, multiply(power, constant(hermite(m - 1))), Fraction((-1)**(m - 1), factorial(m)))
        shift[j] = plus({}, plus(total[j], below[j]), -1)
    # y = z + terms(z) solves z = y + shift(y).
    terms = constant({})
    for j in range(1, ORDER + 1):
        total, power, slope = constant({}), one, shift
        for m in range(j):
            total = add(total, multiply(slope, power), Fraction(1, factorial(m)))
            power, slope = multiply(power, terms), [derivative(p) for p in slope]
        terms[j] = plus({}, total[j], -1)
    return terms


def main():
    terms = expansion()
    for j in range(1, ORDER + 1):
        for a in range((j + 1) % 2, j + 2, 2):
            print(*(float(terms[j].get((a, b), 0)).hex() for b in range(j // 2, -1, -1)), sep=", ", end=",\n")


if __name__ == "__main__":
    main()
