# SPDX-License-Identifier: Apache-2.0
"""Distributions of rows and of categories, made from lists of parameters; and checks of these lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._errors import ArgumentError, Words
from tali._kept import kept


def _named(law: c.Law, values: list[Any]) -> Any:
    """A distribution with list parameters, given as text."""
    entry = law.entry()
    texts = [v if isinstance(v, str) else ":".join(repr(x) for x in v.tolist()) for v in values]
    return _core.named(entry.name, entry.type, dict(zip(entry.parameter_names, texts)))


@kept
def _multinomial(n: int, pvals: bytes) -> Any:
    p = np.frombuffer(pvals).copy()
    _check_trials(np.asarray(n))
    return _named(c.MULTINOMIAL, [str(n), _probabilities(p)])


@kept
def _hypergeometric(nsample: int, colors: bytes) -> Any:
    counts = np.frombuffer(colors, np.int64)
    total = sum(counts.tolist())
    if nsample > total:
        raise ArgumentError("nsample", nsample, f"0 to {total}, the sum of colors")
    return _named(c.MULTIVARIATE_HYPERGEOMETRIC, [counts, str(nsample)]) if counts.size else None


@kept
def _dirichlet(type_: str, alpha: bytes) -> tuple[Any, np.ndarray]:
    """The distribution of the components with shapes above 0, or None; and the indices of these components."""
    shapes = np.frombuffer(alpha)
    if (shapes < 0).any():
        first = np.flatnonzero(shapes < 0)[0]
        raise ArgumentError("alpha", shapes[first], "numbers of at least 0", index=(int(first),))
    above = np.flatnonzero(shapes)
    try:
        return (_core.dirichlet(type_, shapes[above]) if above.size else None), above
    except ArgumentError as error:  # its indices count only the shapes above 0
        raise error.renamed("alpha", index=[int(above[k]) for k in error.index]) from None


def _weights_of(scores: np.ndarray) -> np.ndarray:
    """The weights for given logarithms, scaled so that the largest is 1."""
    least = _below_the_largest(scores)
    return np.where(np.isneginf(least), 0.0, np.asarray(_core.exponentials(np.maximum(least, -745.0))))


def _categorical(name: str, weights: np.ndarray) -> Any:
    """The distribution; errors use the caller's name for the weights."""
    if weights.ndim != 1 or weights.size == 0:
        raise ArgumentError(name, Words(f"of shape {weights.shape}"), "a list of at least one weight")
    try:
        return _core.categorical(weights)
    except ArgumentError as error:
        raise error.renamed(name) from None


def _below_the_largest(scores: np.ndarray) -> np.ndarray:
    """Scores minus the largest score of their row, so that small differences are not lost to rounding.
    Differences beyond the number range become -inf."""
    with np.errstate(over="ignore"):
        return scores - scores.max(axis=-1, keepdims=True)


@kept
def _multivariate_normal(type_: str, tol: float | None, means: bytes, covariances: bytes) -> tuple[Any, bool]:
    """The distribution, and whether the matrix fails the check for a covariance matrix, which needs a tolerance."""
    mean = np.frombuffer(means)
    cov = np.frombuffer(covariances).reshape(mean.size, mean.size)
    if not (np.isfinite(mean).all() and np.isfinite(cov).all()):
        raise ArgumentError("mean or cov", Words("not finite"), "finite numbers")
    made = _core.multivariate_normal(type_, mean, cov)
    return made, tol is not None and _is_bad(cov, tol)


def _is_bad(cov: np.ndarray, tol: float) -> bool:
    """Whether a matrix is not a covariance matrix."""
    if not np.isfinite(cov).all():
        raise ArgumentError("mean or cov", Words("not finite"), "finite numbers")
    return not np.allclose(cov, cov.T, rtol=tol, atol=tol) or (
        float(np.linalg.eigvalsh(cov).min()) < -tol * max(1.0, float(np.abs(cov).max())))


def _common(names: tuple[str, str], *shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape to which shapes of rows broadcast."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(f"{' and '.join(names)} have rows of the shapes {' and '.join(map(str, shapes))}, which do not "
                         "broadcast") from None


def _alike(arrays: list[np.ndarray]) -> list[tuple[int, int]]:
    """Ranges of consecutive rows within which no array changes from row to row."""
    count = len(arrays[0])
    if count == 0:
        return []
    new = np.zeros(count - 1, bool)
    for a in arrays:
        new |= (a[1:] != a[:-1]).any(axis=-1)
    starts = [0, *(np.flatnonzero(new) + 1).tolist(), count]
    return list(zip(starts, starts[1:]))


def _check_trials(n: np.ndarray) -> None:
    if (n != np.floor(n)).any():
        raise ArgumentError("n", Words("not whole"), "integers of at least 0")
    if (n < 0).any() or (n > 1 << 50).any():
        raise ArgumentError("n", Words("out of bounds"), "0 to 2^50")


def _probabilities(p: np.ndarray) -> np.ndarray:
    """Checks lists of probabilities, and sets the last of each to 1 minus the others."""
    if p.ndim == 0 or p.shape[-1] == 0:
        raise ArgumentError("pvals", Words("empty"), "a list of at least one probability, or rows of them")
    if (p < 0).any() or (p > 1).any() or np.isnan(p).any():
        raise ArgumentError("pvals", Words("out of range"), "probabilities from 0 to 1")
    most = p[..., :-1].sum(axis=-1)
    if (most > 1 + 1e-12).any():
        raise ArgumentError("sum(pvals[..., :-1])", Words("above 1"), "at most 1")
    p[..., -1] = np.maximum(0.0, 1.0 - most)
    return p
