#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the two laws of normal and writes include/tali/distribution/normal_values.hpp.

    python3 lab/walsh/train.py -o include/tali/distribution/normal_values.hpp       (needs numpy, fpylll; minutes)

A transform mixes N = 64 independent values with random signs: N - 1 of the `body`, one of the `wide`, each law M
magnitudes of equal probability. Let h_k be the expectation of the Laguerre polynomial L_k^(-1/2)(t^2 / 2). Up to a factor
it is that of the hermite polynomial of degree 2 k, and it is 0 for a normal t.

A test of an output depends to first order only on H_k = (N - 1) h_k(body) + h_k(wide): an output's coefficient of degree 2 k
is H_k / N^k. The orthogonal map preserves a block's sum of squares. Relative to chi-squared's law with N degrees of freedom, its
law has the coefficients of (sum h_k(body) z^k)^(N - 1) (sum h_k(wide) z^k), because L_k^(N/2 - 1) of a sum is the convolution
of L^(-1/2), and its squared norm is 1 / C(k + N/2 - 1, k). So:

  - the wide law provides the tail, which the body cannot have with equal probabilities: an output's coefficients of degrees
    2 to 18 are 0 and H_k is nearly 0, although h_k(body) is not;
  - products of h_k remain, so the wide law's lowest h_k are made small separately;
  - the other coefficients of the energy are minimised together.

Levenberg-Marquardt steps in doubles, residuals in long doubles, with the weights of the exact conditions raised in stages.

Rounded to floats, whose last place is 2^-24, the laws would miss H_1 = 0 by 1e-9 of an output's variance. A few of them are
moved by some last places so that the lowest conditions hold as before: by a short vector of a lattice, from BKZ.
"""
import argparse
import math
import statistics

import fpylll
import numpy as np

SIZE = 64  # of a transform
BODY, WIDE = 2048, 4096
DEGREES = 36  # polynomials of the energy
APART = (6, 4, 1)  # powers of ten by which h_1, h_2, h_3 of the wide law alone are weighted down
TOGETHER = 9  # degrees 2 ... 18 of an output must vanish
FLOAT_DEGREES = 6  # degrees that the floats preserve
FLOAT_ERROR = 1e-16
FLOATS_MOVED = 100
CUT = 4.0  # standard deviations: initial beginning of the wide law's tail
POLISHED = 7  # number of these that are exact; with one more, Newton's steps leave the normal's neighbourhood
POLISH = 0.125  # the same in the last steps, which do not change the tail, because its high powers react too strongly
EASE = 0.1  # a step moves t more easily than 0, by e^(EASE t^2), because the tail has fewer values to move
LONG = np.longdouble


def laguerre(t):
    """L_0 ... L_DEGREES^(-1/2) at t^2 / 2, and their derivatives with respect to t."""
    x, a = t * t / 2, LONG(-0.5)
    values = [np.ones_like(x), 1 + a - x]
    for k in range(1, DEGREES):
        values.append(((2 * k + 1 + a - x) * values[k] - (k + a) * values[k - 1]) / (k + 1))
    values = np.array(values)
    slopes = np.zeros_like(values)
    k = np.arange(1, DEGREES + 1)[:, None]
    slopes[1:] = (k * values[1:] - (k + a) * values[:-1]) / x * t
    return values, slopes


def times(a, b):
    return np.convolve(a, b)[: DEGREES + 1]


def power(a, n):
    out = np.zeros(DEGREES + 1, dtype=LONG)
    out[0] = 1
    for _ in range(n):
        out = times(out, a)
    return out


def norm(k):
    """The norm of L_k^(SIZE/2 - 1) under chi-squared's law."""
    return math.exp(0.5 * (math.lgamma(k + SIZE / 2) - math.lgamma(k + 1) - math.lgamma(SIZE / 2)))


# Factors from L_k^(-1/2)(t^2 / 2) to He_2k(t) / (2 k)!, whose expectations multiply for a sum; and from the product to the
# orthonormal hermite polynomial of an output, which is an eighth of the sum.
HERMITE = np.array([(-2.0) ** k * math.factorial(k) / math.factorial(2 * k) for k in range(DEGREES + 1)], dtype=LONG)
OUTPUT = np.array([math.sqrt(math.factorial(2 * k)) / 64.0**k for k in range(DEGREES + 1)], dtype=LONG)


class Problem:
    def __init__(self, raised):
        """@param raised  the exact conditions' weight, a power of ten"""
        k = np.arange(1, DEGREES + 1)
        self.energy = np.array([1 / norm(i) for i in k], dtype=LONG)
        self.apart = np.array([10.0 ** min(raised, limit) / norm(i + 1) for i, limit in enumerate(APART)], dtype=LONG)
        self.single = np.full(TOGETHER, LONG(10.0 ** (1.25 * raised)))

    def laws(self, x):
        values, slopes = laguerre(x)
        return values[:, :BODY].mean(axis=1), values[:, BODY:].mean(axis=1), slopes

    def residual(self, x):
        body, wide, slopes = self.laws(x)
        body_power = power(body, SIZE - 2)
        product = times(times(body_power, body), wide)
        hermite_body, hermite_wide = HERMITE * body, HERMITE * wide
        hermite_top = power(hermite_body, SIZE - 2)
        output = OUTPUT * times(times(hermite_top, hermite_body), hermite_wide)
        r = np.concatenate([self.energy * product[1:], self.apart * wide[1 : len(APART) + 1],
                            self.single * output[1 : TOGETHER + 1]])
        return r, (slopes, (SIZE - 1) * times(body_power, wide), times(body_power, body),
                   (SIZE - 1) * times(hermite_top, hermite_wide), times(hermite_top, hermite_body))

    def jacobian(self, parts):
        slopes, by_body, by_wide, hermite_by_body, hermite_by_wide = parts
        d_body, d_wide = slopes[:, :BODY] / BODY, slopes[:, BODY:] / WIDE

        def shifted(v):
            m = np.zeros((DEGREES + 1, DEGREES + 1))
            for i in range(DEGREES + 1):
                m[i:, i] = v[: DEGREES + 1 - i]
            return m

        energy = np.concatenate([shifted(by_body) @ d_body.astype(float), shifted(by_wide) @ d_wide.astype(float)], axis=1)
        apart = np.concatenate([np.zeros((len(APART), BODY)), d_wide[1 : len(APART) + 1]], axis=1)
        single = OUTPUT[:, None] * np.concatenate([shifted(hermite_by_body) @ (HERMITE[:, None] * d_body),
                                                   shifted(hermite_by_wide) @ (HERMITE[:, None] * d_wide)], axis=1)
        weights = np.concatenate([self.energy, self.apart, self.single])
        return weights.astype(float)[:, None] * np.concatenate(
            [energy[1:], apart, single[1 : TOGETHER + 1]]).astype(float)


class BodyAlone:
    """The body as if it were the law of all values, to first order."""

    def __init__(self):
        self.weights = np.array([SIZE / norm(k) for k in range(1, DEGREES + 1)], dtype=LONG)

    def residual(self, x):
        values, slopes = laguerre(x)
        return self.weights * values[1:].mean(axis=1), slopes

    def jacobian(self, slopes):
        return (self.weights[:, None] * slopes[1:] / BODY).astype(float)


def quantiles(size, mass_before=0.0, mass_after=1.0):
    inverse = statistics.NormalDist().inv_cdf
    return [inverse(0.5 + (mass_before + (mass_after - mass_before) * (i + 0.5) / size) / 2) for i in range(size)]


def beginning(steps, report):
    """The best body alone, and the wide law with SIZE times the tail beyond CUT."""
    body = improve(BodyAlone(), np.array(quantiles(BODY), dtype=LONG), steps, lambda line: report(f"body alone: {line}"))
    tail = 2 * statistics.NormalDist().cdf(-CUT)
    in_tail = max(1, round(WIDE * SIZE * tail))
    wide = quantiles(WIDE - in_tail, 0.0, 1 - tail) + quantiles(in_tail, 1 - tail, 1.0)
    return np.concatenate([body, np.array(wide, dtype=LONG)])


def improve(problem, x, steps, report):
    r, parts = problem.residual(x)
    best, damping = r @ r, 1e-3
    for step in range(steps):
        ease = np.exp(EASE * (x * x).astype(float))
        u, s, v = np.linalg.svd(problem.jacobian(parts) * ease, full_matrices=False)
        for _ in range(14):
            move = v.T @ ((u.T @ r.astype(float)) * s / (s * s + damping * 1e-3 * s[0] ** 2))
            tried = np.abs(x - ease * move)
            r2, parts2 = problem.residual(tried)
            if r2 @ r2 < best:
                break
            damping *= 5
        else:
            break
        gain = 1 - (r2 @ r2) / best
        x, r, parts, best, damping = tried, r2, parts2, r2 @ r2, max(damping / 5, 1e-24)
        if gain < 1e-5:
            break
    energy = r[:DEGREES]
    report(f"{step + 1} steps: block energy fails after 2^{math.log2(16 * SIZE / float(energy @ energy)):.2f} outputs")
    return x


def sums(x):
    """H_k / SIZE^k for k = 1 ... FLOAT_DEGREES: the error of an output's degree 2 k, up to a factor near 1."""
    values, slopes = laguerre(x)
    k = np.arange(FLOAT_DEGREES + 1)
    weight = np.concatenate([np.full(BODY, LONG(SIZE - 1) / BODY), np.full(WIDE, LONG(1) / WIDE)])
    scale = (1 / LONG(SIZE) ** k)[1:]
    return scale * (values[1 : FLOAT_DEGREES + 1] @ weight), scale[:, None] * slopes[1 : FLOAT_DEGREES + 1] * weight


def floats(x):
    """x rounded to floats, with the sums of x preserved."""
    out = x.astype(np.float32)
    aim, _ = sums(x)
    moved = np.linspace(0, len(x) - 1, FLOATS_MOVED).astype(int)
    for _ in range(3):  # a move by many last places leaves a quadratic error
        now, slopes = sums(out.astype(LONG))
        place = np.spacing(out[moved]).astype(LONG)
        unit = LONG(FLOAT_ERROR) / 4
        by_place = slopes[:, moved] * place / unit
        missing = (aim - now) / unit
        # Kannan's embedding: a short vector that has the last row once is a sum of moves close to the missing amount.
        once = 20
        rows = [[int(i == j) for j in range(FLOATS_MOVED)] + [round(float(v)) for v in by_place[:, i]] + [0]
                for i in range(FLOATS_MOVED)]
        rows.append([0] * FLOATS_MOVED + [round(float(-v)) for v in missing] + [once])
        basis = fpylll.IntegerMatrix.from_matrix(rows)
        fpylll.LLL.reduction(basis)
        fpylll.BKZ.reduction(basis, fpylll.BKZ.Param(block_size=12))
        best = None
        for r in range(basis.nrows):
            row = [basis[r, c] for c in range(basis.ncols)]
            if abs(row[-1]) != once:
                continue
            tried = out.copy()
            for i, places in zip(moved, row[:FLOATS_MOVED]):
                tried[i] += np.float32(places * row[-1] // once) * np.spacing(out[i])
            off = float(np.max(np.abs(sums(tried.astype(LONG))[0] - aim)))
            if best is None or off < best[0]:
                best = off, tried
        out = best[1]
    print(f"floats: sums off by {best[0]:.1e} at most; before {float(np.max(np.abs(sums(x.astype(np.float32).astype(LONG))[0] - aim))):.1e}")
    return out


def polished(x):
    """x with degrees 2 ... 2 POLISHED of an output exactly 0: by Newton's steps of smallest norm, which change little else."""
    problem = Problem(0)
    exact = slice(DEGREES + len(APART), DEGREES + len(APART) + POLISHED)
    for _ in range(6):
        r, parts = problem.residual(x)
        ease = np.exp(-POLISH * (x * x).astype(float))
        j = problem.jacobian(parts)[exact] * ease
        size = np.linalg.norm(j, axis=1)
        j /= size[:, None]
        x = x - ease * (j.T @ np.linalg.solve(j @ j.T, (r[exact] / size).astype(float)))
    r, _ = problem.residual(x)
    energy = r[:DEGREES]
    print(f"polished: degrees 2 ... {2 * POLISHED} of an output off by {float(np.max(np.abs(r[exact]))):.1e} at most, block "
          f"energy fails after 2^{math.log2(16 * SIZE / float(energy @ energy)):.2f} outputs")
    return x


def text_of(values):
    words = [shorter(float(v)) for v in np.sort(values / 8)]
    return "\n".join("    " + ", ".join(words[i : i + 4]) + "," for i in range(0, len(words), 4))


def moved_of(values, floats_of_values):
    """The floats that are not the nearest to x, with their places in the table."""
    pairs = zip(np.sort(values / 8), np.sort(floats_of_values / 8))
    moved = [f"{{{i}, {shorter(float(y))}f}}" for i, (x, y) in enumerate(pairs) if np.float32(x) != np.float32(y)]
    return "\n".join("    " + ", ".join(moved[i : i + 4]) + "," for i in range(0, len(moved), 4))


def shorter(x):
    """Hexadecimal, without trailing zeros."""
    digits, exponent = x.hex().split("p")
    return digits.rstrip("0").rstrip(".") + "p" + exponent


HEADER = """// SPDX-License-Identifier: Apache-2.0
// The table of normal. Written by lab/walsh/train.py; do not edit.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

namespace tali::normal_values {{

/// Equally probable magnitudes, divided by 8, the factor of the transform: `body` for 63 values of a
/// transform, `wide` for the other one. The wide law compensates for the missing tail of the body.
inline constexpr std::uint32_t body_size = {body_size}, wide_size = {wide_size};

// clang-format off
inline constexpr double body_f64[body_size] = {{
{body}
}};
inline constexpr double wide_f64[wide_size] = {{
{wide}
}};
// clang-format on

/// A float that is not the nearest one.
struct moved_float {{
  std::uint32_t at;
  float value;
}};

/// Floats of a table: the nearest ones, except for those in `moved`.
template <std::uint32_t size>
struct float_table {{
  template <std::uint32_t n>
  TALI_HOST_FN constexpr float_table(const double (&x)[size], const moved_float (&moved)[n]) : value{{}} {{
    for (std::uint32_t i = 0; i < size; ++i) value[i] = static_cast<float>(x[i]);
    for (const moved_float& m : moved) value[m.at] = m.value;
  }}
  TALI_HOST_FN constexpr float operator[](std::uint32_t i) const {{ return value[i]; }}

  float value[size];
}};

// Some floats are moved by a few units in the last place, so that the sums of powers are right.
// clang-format off
inline constexpr moved_float body_moved[] = {{
{body_moved}
}};
inline constexpr moved_float wide_moved[] = {{
{wide_moved}
}};
// clang-format on
inline constexpr float_table<body_size> body_f32(body_f64, body_moved);
inline constexpr float_table<wide_size> wide_f32(wide_f64, wide_moved);

}}  // namespace tali::normal_values
"""


def main():
    p = argparse.ArgumentParser(description="Trains the laws of normal.")
    p.add_argument("-o", required=True, metavar="FILE", help="the header")
    p.add_argument("--steps", type=int, default=150, help="of a stage, at most (default: %(default)s)")
    options = p.parse_args()
    x = beginning(options.steps, print)
    for raised in (0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8):
        x = improve(Problem(raised), x, options.steps, lambda line: print(f"weight 10^{raised}: {line}", flush=True))
    x = polished(x).astype(float)
    x32 = floats(x.astype(LONG))
    with open(options.o, "w", encoding="utf-8") as f:
        f.write(HEADER.format(body_size=BODY, wide_size=WIDE, body=text_of(x[:BODY]), wide=text_of(x[BODY:]),
                              body_moved=moved_of(x[:BODY], x32[:BODY]), wide_moved=moved_of(x[BODY:], x32[BODY:])))


if __name__ == "__main__":
    main()
