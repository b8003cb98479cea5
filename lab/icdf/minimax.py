# SPDX-License-Identifier: Apache-2.0
"""Minimax polynomials in multiprecision, with coefficients in the target format, and their text for a header.

Source: Remez's second algorithm (E. W. Cheney, "Introduction to Approximation Theory", chapter 3, section 8)
on a fine grid of Chebyshev points. The coefficients are rounded one after another, and the others are fitted
again each time, which avoids most of the error of rounding all of them at once.
"""
from mpmath import mp, mpf, matrix, log, lu_solve, cos, pi

BITS = {"float": 24, "double": 53}


def chebyshev_points(low, high, n):
    return [(low + high) / 2 - (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]


def round_to(x, bits):
    """x rounded to `bits` significant bits."""
    if x == 0:
        return mpf(0)
    exponent = int(mp.floor(mp.log(abs(x), 2)))
    unit = mpf(2) ** (exponent - bits + 1)
    return mp.nint(x / unit) * unit


def _error(points, values, weights, powers, coefficients):
    out = []
    for x, f, w in zip(points, values, weights):
        total = mpf(0)
        for p, c in zip(powers, coefficients):
            total += c * x**p
        out.append((total - f) * w)
    return out


def _alternating_extrema(error, count):
    """`count` indices at which the error is extreme, with alternating signs."""
    runs = []
    for i, e in enumerate(error):
        if runs and (error[runs[-1]] > 0) == (e > 0):
            if abs(e) > abs(error[runs[-1]]):
                runs[-1] = i
        else:
            runs.append(i)
    while len(runs) > count:
        if len(runs) == count + 1:
            del runs[0 if abs(error[runs[0]]) < abs(error[runs[-1]]) else -1]
        else:  # drops the weakest and, so that the signs still alternate, its weaker neighbour
            i = min(range(len(runs)), key=lambda k: abs(error[runs[k]]))
            if i in (0, len(runs) - 1):
                del runs[i]
            else:
                j = i - 1 if abs(error[runs[i - 1]]) < abs(error[runs[i + 1]]) else i + 1
                del runs[max(i, j)], runs[min(i, j)]
    return runs


def remez(points, values, weights, powers):
    """The polynomial sum c_p x^p over `powers` with the smallest max |weight * (polynomial - value)|.

    Returns (coefficients, largest weighted error)."""
    n = len(powers)
    last = len(points) - 1
    at = [round(last * (1 - float(cos(pi * i / n))) / 2) for i in range(n + 1)]
    for _ in range(60):
        a = matrix(n + 1, n + 1)
        b = matrix(n + 1, 1)
        for row, i in enumerate(at):
            for column, p in enumerate(powers):
                a[row, column] = points[i] ** p
            a[row, n] = (-1) ** row / weights[i]
            b[row] = values[i]
        solution = lu_solve(a, b)
        coefficients = [solution[k] for k in range(n)]
        level = abs(solution[n])
        error = _error(points, values, weights, powers, coefficients)
        largest = max(abs(e) for e in error)
        if largest <= level * mpf("1.0005"):
            break
        found = _alternating_extrema(error, n + 1)
        if len(found) < n + 1:
            break
        at = found
    return coefficients, largest


def fit(points, values, weights, powers, bits):
    """Like remez, with each coefficient rounded to `bits` significant bits, one after another.

    Returns (coefficients, error of the best real coefficients, error of the rounded ones)."""
    powers = list(powers)
    best, ideal = remez(points, values, weights, powers)
    left = list(powers)
    chosen = {}
    residual = list(values)
    reach = max(abs(x) for x in points)
    both_signs = min(points) < 0
    while left:
        # First the term whose rounding moves the sum most. If x changes sign, only a set of powers p, p + 1, ... can be fitted
        # (x^p times a polynomial), so the order is then that of the powers.
        k = 0 if both_signs else max(range(len(left)), key=lambda i: abs(best[i]) * reach ** left[i])
        p = left.pop(k)
        c = round_to(best[k], bits)
        chosen[p] = c
        residual = [f - c * x**p for f, x in zip(residual, points)]
        if left:
            common = left[0] if both_signs else 0
            best, _ = remez(points, [f / x**common for f, x in zip(residual, points)],
                            [w * abs(x) ** common for w, x in zip(weights, points)], [q - common for q in left])
    coefficients = [chosen[p] for p in powers]
    error = max(abs(e) for e in _error(points, values, weights, powers, coefficients))
    return coefficients, ideal, error


def literal(x, kind):
    """An exact hexadecimal literal."""
    digits, exponent = float(x).hex().split("p")
    return f"{digits.rstrip('0').rstrip('.')}p{exponent}" + "f" * (kind == "float")


def show(kind, name, numbers):
    print(f"  // {name}\n  " + ", ".join(literal(x, kind) for x in numbers))


def table(kind, name, points, values, weights, degree, unit=1):
    """Prints the coefficients, times unit, and the largest error of the best real ones and of the rounded ones."""
    c, ideal, rounded = fit(points, values, weights, range(degree + 1), BITS[kind])
    errors = (f"2^{float(log(e, 2)):.1f}" for e in (ideal, rounded))
    show(kind, f"{name}: error {', rounded '.join(errors)}", [x * unit for x in c])
