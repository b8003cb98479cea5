# SPDX-License-Identifier: Apache-2.0
"""Rows of numbers that belong together, and categories."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._docs import doc
from tali._draws import Draws
from tali._seeds import index_of
from tali._targets import given_target, new_target, shape_of


class Multivariate(Draws):
    """Rows of numbers that belong together. A row is one value, and moves the position by one."""

    __slots__ = ()

    def _rows(self, distribution: Any, size: Any, out: Any) -> Any:
        row = distribution.row_size
        shape = (() if size is None else shape_of(size)) + (row,)
        if out is None:
            target = new_target(shape, distribution.type, self._device)
        else:
            target = given_target(out)
            if target.type != distribution.type:
                raise TypeError(f"out has the type {target.type}; allowed: {distribution.type}")
            if target.shape[-1:] != (row,) or size is not None and target.shape != shape:
                raise ValueError(f"out has the shape {target.shape}; allowed: rows of {row} values")
        self._source.fill(distribution, target.destination)
        return target.done()

    @doc("Proportions that add up to 1.", "[2, 3, 5], size=2",
         alpha="(array_like) The shapes, above 0.")
    def dirichlet(self, alpha: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        shapes = np.ascontiguousarray(alpha, dtype=np.float64)
        if shapes.ndim != 1 or shapes.size == 0:
            raise ValueError("alpha has not one dimension; allowed: a list of shapes")
        if not np.all(shapes > 0):
            raise ValueError("alpha has an element that is not above 0; allowed: numbers above 0")
        type_ = c.DIRICHLET.entry(self._type(c.DIRICHLET, dtype, out)).type
        return self._rows(_core.dirichlet(type_, shapes), size, out)

    @doc("Normal vectors.", "[0, 1], [[2, 1], [1, 2]], size=2", mean="(array_like) Means.",
         cov="(array_like) Covariance matrix: symmetric and positive semidefinite.",
         check_valid="(str, optional) What to do about another matrix: \"warn\", \"raise\" or \"ignore\".",
         tol="(float, optional) How much the matrix may differ from that.",
         method="(str, optional) \"svd\", \"eigh\" or \"cholesky\", as NumPy has them; all are tali's Cholesky factor.")
    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = "warn", tol: float = 1e-8,
                            *, method: str = "svd", dtype: Any = None, out: Any = None) -> Any:
        if method not in ("svd", "eigh", "cholesky"):
            raise ValueError(f"method is {method!r}; allowed: 'svd', 'eigh', 'cholesky'")
        if check_valid not in ("warn", "raise", "ignore"):
            raise ValueError(f"check_valid is {check_valid!r}; allowed: 'warn', 'raise', 'ignore'")
        mean = np.ascontiguousarray(mean, dtype=np.float64)
        cov = np.ascontiguousarray(cov, dtype=np.float64)
        if mean.ndim != 1:
            raise ValueError("mean has not one dimension; allowed: a list of means")
        if cov.shape != (mean.size, mean.size):
            raise ValueError(f"cov has the shape {cov.shape}; allowed: {(mean.size, mean.size)}")
        if not (np.isfinite(mean).all() and np.isfinite(cov).all()):
            raise ValueError("mean or cov is not finite; allowed: finite numbers")
        if check_valid != "ignore":
            bad = not np.allclose(cov, cov.T, rtol=tol, atol=tol)
            bad = bad or float(np.linalg.eigvalsh(cov).min()) < -tol * max(1.0, float(np.abs(cov).max()))
            if bad and check_valid == "raise":
                raise ValueError("cov is not symmetric positive semidefinite; allowed: covariance matrices")
            if bad:
                warnings.warn("cov is not symmetric positive semidefinite", RuntimeWarning, stacklevel=2)
        type_ = c.MULTIVARIATE_NORMAL.entry(self._type(c.MULTIVARIATE_NORMAL, dtype, out)).type
        return self._rows(_core.multivariate_normal(type_, mean, cov), size, out)

    @doc("Uniform directions: points of the unit sphere.", "3, size=2", dimensions="(int) Dimensions.")
    def direction(self, dimensions: int, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        type_ = c.DIRECTION.entry(self._type(c.DIRECTION, dtype, out)).type
        return self._rows(_core.direction(type_, index_of("dimensions", dimensions, 1 << 30)), size, out)

    @doc("Numbers of categories.", "[0.2, 0.5, 0.3], size=5",
         p="(array_like, optional) Weights of the categories; they need not add up to 1.",
         logits="(array_like, optional) Logarithms of weights instead. Of several dimensions, the last one has the "
                "categories, and each row gives one number.")
    def categorical(self, p: Any = None, size: Any = None, *, logits: Any = None) -> Any:
        if (p is None) == (logits is None):
            raise ValueError("p and logits: both or none were given; allowed: one of them")
        if p is not None:
            weights = np.ascontiguousarray(p, dtype=np.float64)
        else:
            scores = np.ascontiguousarray(logits, dtype=np.float64)
            if np.isnan(scores).any() or np.isposinf(scores).any():
                raise ValueError("logits are not numbers; allowed: finite numbers and -inf")
            if scores.ndim > 1:
                return self._rows_of_logits(scores, size)
            least = scores - scores.max() if scores.size else scores
            weights = np.asarray(_core.exponentials(np.maximum(least, -745.0)))
            weights = np.where(np.isneginf(least), 0.0, weights)
        if weights.ndim != 1 or weights.size == 0:
            raise ValueError("p has not one dimension; allowed: a list of weights")
        target = new_target(() if size is None else shape_of(size), "u32", None)
        self._source.fill(_core.categorical(weights), target.destination)
        return target.result.item() if size is None else target.result.astype(np.int64)

    def _rows_of_logits(self, scores: np.ndarray, size: Any) -> np.ndarray:
        """The largest of score and Gumbel number is the category."""
        rows = scores.shape[:-1]
        shape = rows if size is None else shape_of(size)
        if np.broadcast_shapes(shape, rows) != shape:
            raise ValueError(f"size is {shape}; allowed: what {rows}, the rows of logits, broadcast to")
        noise = np.empty(shape + scores.shape[-1:])
        self._source.fill(_core.make(c.GUMBEL.index, (0.0, 1.0)), noise)
        return np.argmax(noise + scores, axis=-1)

    @doc("How often each outcome comes in n experiments.", "10, [0.2, 0.3, 0.5], size=2",
         n="(int) Experiments.", pvals="(array_like) Probabilities of the outcomes; they add up to 1.")
    def multinomial(self, n: Any, pvals: Any, size: Any = None, *, out: Any = None) -> Any:
        c.MULTINOMIAL.entry()
        p = np.ascontiguousarray(pvals, dtype=np.float64)
        if p.ndim != 1 or p.size == 0 or np.ndim(n) != 0:
            raise NotImplementedError("multinomial: arrays of n or rows of pvals; allowed: one n, one list of pvals")
        if (p < 0).any() or (p > 1).any() or np.isnan(p).any():
            raise ValueError("pvals are no probabilities; allowed: numbers from 0 to 1")
        if float(p[:-1].sum()) > 1 + 1e-12:
            raise ValueError("pvals add up to more than 1; allowed: sum(pvals[:-1]) <= 1")
        p[-1] = max(0.0, 1.0 - float(p[:-1].sum()))
        return self._rows(self._named(c.MULTINOMIAL, [str(index_of("n", n, 1 << 62)), p]), size, out)

    @doc("How many of each colour a sample without replacement has.", "[3, 5, 4], 6, size=2",
         colors="(array_like of int) How many there are of each colour.", nsample="(int) Size of the sample.",
         method="(str, optional) \"marginals\" or \"count\", as NumPy has them; both are tali's way.")
    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: Any = None, method: str = "marginals", *,
                                    out: Any = None) -> Any:
        c.MULTIVARIATE_HYPERGEOMETRIC.entry()
        if method not in ("marginals", "count"):
            raise ValueError(f"method is {method!r}; allowed: 'marginals', 'count'")
        counts = np.asarray(colors)
        if counts.ndim != 1 or counts.dtype.kind not in "iu" or (counts < 0).any():
            raise ValueError("colors are no counts; allowed: a list of integers of at least 0")
        total = int(counts.sum())
        n = index_of("nsample", nsample)
        if n > total:
            raise ValueError(f"nsample is {n}; allowed: 0 ... {total}, what colors add up to")
        return self._rows(self._named(c.MULTIVARIATE_HYPERGEOMETRIC, [counts, str(n)]), size, out)

    @staticmethod
    def _named(law: c.Law, values: list[Any]) -> Any:
        """A distribution that is made of lists, by the text of its parameters."""
        entry = law.entry()
        texts = [v if isinstance(v, str) else ":".join(repr(x) for x in v.tolist()) for v in values]
        return _core.named(entry.name, entry.type, dict(zip(entry.parameter_names, texts)))
