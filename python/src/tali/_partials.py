# SPDX-License-Identifier: Apache-2.0
"""Derivatives of values by their distribution's parameters, for JAX and PyTorch. The randomness behind a value is held fixed."""

from __future__ import annotations

import functools
import math
from typing import Any, Callable, NamedTuple

from tali._errors import ArgumentError


class Maths(NamedTuple):
    """A framework's functions. `gamma` gives the derivative of a gamma number of scale 1 by its shape; `beta`, if the framework has
    it, that of a beta number by its first shape."""

    where: Callable[..., Any]
    log: Callable[[Any], Any]
    log1p: Callable[[Any], Any]
    exp: Callable[[Any], Any]
    erfc: Callable[[Any], Any]
    gamma: Callable[[Any, Any], Any]
    beta: Callable[[Any, Any, Any], Any] | None


def _triangular(m: Maths, x: Any, left: Any, mode: Any, right: Any) -> Any:
    below, above, width = x - left, right - x, right - left
    lower = (1 - below / 2 * (1 / width + 1 / (mode - left)), below / (2 * (mode - left)), below / (2 * width))
    upper = (above / (2 * width), above / (2 * (right - mode)), 1 - above / 2 * (1 / width + 1 / (right - mode)))
    return tuple(m.where(x < mode, a, b) for a, b in zip(lower, upper))


def _student_t(m: Maths, x: Any, df: Any) -> Any:
    # w = x^2 / df; w / (1 + w) is a beta number of shapes 1/2 and df/2, whose level does not depend on df
    assert m.beta is not None
    w = x * x / df
    dw = -0.5 * (1 + w) * (1 + w) * m.beta(1 / (1 + w), df / 2, df * 0 + 0.5)
    return (x / (2 * df) + m.where(x == 0, 0 * x, df * dw / (2 * m.where(x == 0, 1 + 0 * x, x))),)


def _f(m: Maths, x: Any, numerator: Any, denominator: Any) -> Any:
    # odds b / (1 - b) of a beta number with half the degrees of freedom as shapes
    assert m.beta is not None
    odds = x * numerator / denominator
    b, square = odds / (1 + odds), (1 + odds) * (1 + odds)
    first = m.beta(b, numerator / 2, denominator / 2) * square / 2
    second = -m.beta(1 / (1 + odds), denominator / 2, numerator / 2) * square / 2
    return denominator / numerator * first - x / numerator, denominator / numerator * second + x / denominator


def _truncated_normal(m: Maths, x: Any, loc: Any, scale: Any, low: Any, high: Any) -> Any:
    z, a, b = (x - loc) / scale, (low - loc) / scale, (high - loc) / scale
    side = m.where(a > 0, 0 * z + math.sqrt(0.5), 0 * z - math.sqrt(0.5))  # erfc keeps the digits of the smaller tail
    all_above, above, none_above = m.erfc(side * a), m.erfc(side * z), m.erfc(side * b)
    level = (all_above - above) / (all_above - none_above)
    finite_a, finite_b = m.where(a > -math.inf, a, 0 * z), m.where(b < math.inf, b, 0 * z)
    by_low = m.where(a > -math.inf, (1 - level) * m.exp((z - finite_a) * (z + finite_a) / 2), 0 * z)
    by_high = m.where(b < math.inf, level * m.exp((z - finite_b) * (z + finite_b) / 2), 0 * z)
    return 1 - by_low - by_high, z - finite_a * by_low - finite_b * by_high, by_low, by_high


#: Functions of the framework, a value and the parameters
_OF_VALUE: dict[str, Callable[..., Any]] = {
    "exponential": lambda m, x, scale: (x / scale,), "rayleigh": lambda m, x, scale: (x / scale,),
    "weibull": lambda m, x, a, scale: (-x / a * m.log(x / scale), x / scale),
    "lomax": lambda m, x, a, scale: (-(scale + x) / a * m.log1p(x / scale), x / scale),
    "power": lambda m, x, a: (-x / a * m.log(x),), "triangular": _triangular, "truncated-normal": _truncated_normal,
    "gamma": lambda m, x, a, scale: (scale * m.gamma(a, x / scale), x / scale),
    "chi-squared": lambda m, x, df: (m.gamma(df / 2, x / 2),)}
#: The same, for frameworks that have the derivative of beta numbers
_OF_BETA: dict[str, Callable[..., Any]] = {
    "beta": lambda m, x, a, b: (m.beta(x, a, b), -m.beta(1 - x, b, a)), "student-t": _student_t, "f": _f}
#: Distributions whose derivatives need 64-bit floats
WIDE = {*_OF_BETA, "truncated-normal"}
#: Functions of a value x and the standard value z
_OF_STANDARD: dict[str, Callable[..., Any]] = {
    **{name: lambda x, z: (1, z) for name in ("normal", "normal-icdf", "gumbel", "logistic", "laplace", "cauchy")},
    "lognormal": lambda x, z: (x, x * z), "uniform": lambda x, z: (1 - z, z)}


@functools.cache
def _names(has_beta: bool) -> tuple[str, ...]:
    return tuple(sorted({*_OF_VALUE, *_OF_STANDARD, *(_OF_BETA if has_beta else ())}))


def partials(m: Maths, name: str, x: Any, values: Any, standard: Callable[[str, int], Any]) -> tuple[Any, ...]:
    """The derivatives by each parameter. `standard` makes the standard values: those of a distribution, with a number of parameters
    that are 0 and 1."""
    if name in _OF_STANDARD:
        z = standard("normal" if name == "lognormal" else name, 0 if name == "uniform" else 2)
        return _OF_STANDARD[name](x, z)  # type: ignore[no-any-return]
    if name in _OF_VALUE:
        return _OF_VALUE[name](m, x, *values)  # type: ignore[no-any-return]
    if name in _OF_BETA and m.beta is not None:
        return _OF_BETA[name](m, x, *values)  # type: ignore[no-any-return]
    raise ArgumentError("distribution", name, "parameters without a gradient, or a distribution that has gradients",
                        _names(m.beta is not None))
