# SPDX-License-Identifier: Apache-2.0
"""Vector distributions, and categories."""

from __future__ import annotations

import warnings
from math import prod
from typing import Any, Callable

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._docs import doc
from tali._draws import Draws, array_of, check_broadcast, numbers_of
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._kept import keep, of_late
from tali._on_gpu import OnGpu, is_on_gpu
from tali._position import taken
from tali._seeds import index_of
from tali._targets import Target, given_target, like, new_target, shape_of
from tali._vectors import (_alike, _below_the_largest, _categorical, _check_trials, _common, _dirichlet, _hypergeometric, _is_bad,
                           _multinomial, _multivariate_normal, _named, _probabilities, _weights_of)

#: The texts for the size and the result of methods that return rows.
_SIZE = "(int or tuple of ints, optional) Shape of the result, without the row's dimension. None: a single row."
_RETURNS = "array\nRows along the last dimension; `out` if it is given."


class Multivariate(Draws):
    """Vector distributions. A row is one value, and advances the position by one."""

    __slots__ = ()

    def _row_target(self, type_: str, row: int, size: Any, out: Any) -> Target:
        """A target for rows of `row` values each."""
        shape = (() if size is None else shape_of(size)) + (row,)
        if out is None:
            return new_target(shape, type_, self._device)
        target = given_target(out)
        if target.type != type_:
            raise ArgumentTypeError("out", Words(f"of type {c.name_of(target.type)}"), c.name_of(type_))
        if target.shape[-1:] != (row,) or size is not None and target.shape != shape:
            raise ArgumentError("out", Words(f"of shape {target.shape}"), f"rows of {row} values")
        return target

    def _rows(self, distribution: Any, size: Any, out: Any, key: Any = None) -> Any:
        """Draws rows from a distribution, and caches the distribution under `key`."""
        if key is not None:
            keep(key, distribution)
        if out is None:
            made = self._source.draw_made(distribution, size)
            if made is not None:
                return made
        target = self._row_target(distribution.type, distribution.row_size, size, out)
        self._source.fill(distribution, target.destination)
        return target.done()

    def _put_together(self, target: Target, fill: Callable[[Any, np.ndarray], None]) -> Any:
        """Makes rows that the library cannot make in one call. Takes their positions. Then calls fill(source, rows): `source` is
        at the first position; `rows` are zeros on the CPU, which `fill` overwrites."""
        count = prod(target.shape[:-1])
        values = np.zeros((count, target.shape[-1]), c.DTYPES[target.type])
        with taken(self._source, count) as first:
            fill(self._source.at(first), values)
            _core.copy(target.destination, values)
        return target.done()

    @doc("Draws from a Dirichlet distribution: rows of proportions that add up to 1.", "[2, 3, 5], size=2",
         "array([[0.53457725, 0.23338295, 0.2320398 ],\n       [0.27453654, 0.20354547, 0.52191798]])",
         returns=_RETURNS, size=_SIZE,
         alpha="(array_like) The shapes, at least 0; a shape of 0 gives the proportion 0. If it has several "
               "dimensions, the last one has the shapes of a row.")
    def dirichlet(self, alpha: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        key = ("dirichlet", alpha) if dtype is None and out is None else None
        distribution = of_late(key)
        if distribution is not None:
            return self._rows(distribution, size, out)
        shapes = numbers_of("alpha", alpha)
        if np.ndim(alpha) == 0:
            raise ArgumentError("alpha", alpha, "a list of shapes, or rows of them")
        type_ = c.DIRICHLET.entry(self._type(c.DIRICHLET, dtype, out)).type

        def fill(source: Any, rows: np.ndarray, shapes: np.ndarray) -> None:
            distribution, above = _dirichlet(type_, shapes.tobytes())
            if distribution is None or above.size == shapes.size:
                return source.discard(len(rows)) if distribution is None else source.fill(distribution, rows)
            made = np.empty((len(rows), above.size), rows.dtype)  # a shape of 0 gives the proportion 0
            source.fill(distribution, made)
            rows[:, above] = made

        if shapes.ndim > 1:
            return self._rows_of_each(type_, shapes.shape[-1], shapes.shape[:-1], [shapes], size, out, fill)
        distribution, above = _dirichlet(type_, shapes.tobytes())
        if above.size and above.size == shapes.size:
            return self._rows(distribution, size, out, key)
        target = self._row_target(type_, shapes.size, size, out)
        return self._put_together(target, lambda source, rows: fill(source, rows, shapes) if rows.size else None)

    @doc("Draws from a multivariate normal distribution.", "[0, 1], [[2, 1], [1, 2]], size=2",
         "array([[-0.90630934,  0.14782875],\n       [ 0.52239587,  1.64244743]])", returns=_RETURNS, size=_SIZE,
         mean="(array_like) Means. If there are several dimensions, the last one has the means of a row.",
         cov="(array_like) Covariance matrix, symmetric and positive semidefinite; or several matrices, which broadcast with the "
             "means: each pair of means and matrix gives a row.",
         check_valid="(str, optional) What to do if the matrix is invalid: \"warn\", \"raise\" or \"ignore\".",
         tol="(float, optional) Tolerance of this check.",
         method="(str, optional) \"svd\", \"eigh\" or \"cholesky\", as in NumPy; all use tali's Cholesky factor.")
    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = "warn", tol: float = 1e-8,
                            *, method: str = "svd", dtype: Any = None, out: Any = None) -> Any:
        if method not in ("svd", "eigh", "cholesky"):
            raise ArgumentError("method", method, choices=("svd", "eigh", "cholesky"))
        if check_valid not in ("warn", "raise", "ignore"):
            raise ArgumentError("check_valid", check_valid, choices=("warn", "raise", "ignore"))
        if np.iscomplexobj(mean) or np.iscomplexobj(cov):
            raise ArgumentTypeError("mean or cov", Words("complex"), "real numbers")
        if np.ndim(mean) == 0:
            raise ArgumentError("mean", mean, "a list of means, or rows of them")
        mean, cov = numbers_of("mean", mean), numbers_of("cov", cov)
        row = mean.shape[-1]
        if cov.shape[-2:] != (row, row):
            raise ArgumentError("cov", Words(f"of shape {cov.shape}"), f"{(row, row)}, or several of that")
        if isinstance(tol, (str, bytes)) or not np.isscalar(tol):
            raise ArgumentTypeError("tol", tol, "a number")
        type_ = c.MULTIVARIATE_NORMAL.entry(self._type(c.MULTIVARIATE_NORMAL, dtype, out)).type
        look = float(tol) if check_valid != "ignore" or method == "cholesky" else None
        if mean.ndim == 1 and cov.ndim == 2:
            distribution, bad = _multivariate_normal(type_, look, mean.tobytes(), cov.tobytes())
        else:
            bad = look is not None and any(_is_bad(one, look) for one in cov.reshape(-1, row, row))
        if bad and method == "cholesky":
            raise np.linalg.LinAlgError("cov is not symmetric positive semidefinite; expected a covariance matrix")
        if bad and check_valid == "raise":
            raise ArgumentError("cov", Words("not symmetric positive semidefinite"), "a covariance matrix")
        if bad:
            warnings.warn("cov is not symmetric positive semidefinite", RuntimeWarning, stacklevel=2)
        if mean.ndim == 1 and cov.ndim == 2:
            return self._rows(distribution, size, out)
        shape = _common(("mean", "cov"), mean.shape[:-1], cov.shape[:-2])
        each = np.broadcast_to(cov, (*shape, row, row)).reshape(*shape, row * row)
        return self._rows_of_each(type_, row, shape, [mean, each], size, out, lambda source, rows, *given: source.fill(
            _multivariate_normal(type_, None, *(x.tobytes() for x in given))[0], rows))

    @doc("Draws uniform directions: points on the unit sphere.", "3, size=2",
         "array([[-0.35508003,  0.25362179,  0.89977451],\n       [-0.74798074, -0.46226333,  0.47627453]])",
         returns=_RETURNS, size=_SIZE, dimensions="(int) Number of dimensions.")
    def direction(self, dimensions: int, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        type_ = c.DIRECTION.entry(self._type(c.DIRECTION, dtype, out)).type
        return self._rows(_core.direction(type_, index_of("dimensions", dimensions, 1 << 30)), size, out)

    @doc("Draws indices of categories.", "[0.2, 0.5, 0.3], size=5", "array([0, 2, 2, 2, 1])",
         returns="int or array\nThe categories' indices, from 0.",
         size="(int or tuple of ints, optional) Shape of the result. None: a single index, or one per row of logits.",
         p="(array_like, optional) Weights of the categories; they need not add up to 1.",
         logits="(array_like, optional) Logarithms of weights, instead of `p`. If there are several dimensions, the last one "
                "has the categories. Each row gives one index, and advances the position by the number of categories.")
    def categorical(self, p: Any = None, size: Any = None, *, logits: Any = None) -> Any:
        if (p is None) == (logits is None):
            raise ArgumentError("p or logits", Words("given twice, or not at all"), "one of the two")
        if is_on_gpu(p if logits is None else logits):
            return self._categorical_on_gpu("p" if logits is None else "logits", p if logits is None else logits, size)
        if p is not None:
            name, weights = "p", numbers_of("p", p)
        else:
            scores = self._scores(logits)
            if scores.ndim > 1:
                return self._rows_of_logits(scores, size)
            name, weights = "logits", _weights_of(scores)
        distribution = _categorical(name, weights)
        if self._device is not None:
            return self._numbers_on_gpu(distribution, new_target(() if size is None else shape_of(size), "i64", self._device))
        target = new_target(() if size is None else shape_of(size), "u32", None)
        self._source.fill(distribution, target.destination)
        return target.result.item() if size is None else target.result.astype(np.int64)

    def _numbers_on_gpu(self, distribution: Any, target: Target) -> Any:
        """Indices of categories as 64-bit integers, on a GPU."""
        made = like(target, 4)
        self._source.fill(distribution, made)
        _core.resize_integers(target.destination, made, 8)
        return target.done()

    def _categorical_on_gpu(self, name: str, given: Any, size: Any) -> Any:
        """Categories from weights or their logarithms on a GPU, as an array of their framework."""
        gpu = OnGpu([(name, given)])
        scores = gpu.array(name, given, np.dtype(np.float64))
        rows = tuple(scores.shape)[:-1]
        if name == "p" or not rows:
            weights = gpu.on_host(scores)
            distribution = _categorical(name, weights if name == "p" else _weights_of(self._scores(weights)))
            return self._numbers_on_gpu(distribution, given_target(gpu.empty(() if size is None else shape_of(size),
                                                                            np.dtype(np.int64))))
        shape = rows if size is None else shape_of(size)
        check_broadcast(shape, rows)
        most = gpu.largest(scores) if scores.shape[-1] else scores
        if not scores.shape[-1] or not bool(((most - most) == 0).all()):
            self._scores(gpu.on_host(scores))  # raises the error
        noise = gpu.empty((*shape, scores.shape[-1]), np.dtype(np.float64))
        target = given_target(noise)
        self._source.fill(_core.make(c.GUMBEL.index, (0.0, 1.0)), target.destination)
        target.done()
        noise += scores - most
        return gpu.place_of_largest(noise)

    @staticmethod
    def _scores(logits: Any) -> np.ndarray:
        """Checks logarithms of weights: each row must allow at least one category."""
        scores = numbers_of("logits", logits)
        if np.isnan(scores).any() or np.isposinf(scores).any():
            raise ArgumentError("logits", Words("NaN or inf in some places"), "finite numbers or -inf")
        if np.ndim(logits) == 0 or scores.shape[-1] == 0:
            raise ArgumentError("logits", Words(f"of shape {np.shape(logits)}"), "at least one category")
        impossible = np.argwhere(np.isneginf(scores).all(axis=-1))
        if len(impossible) != 0:
            row = impossible[0].tolist()
            raise ArgumentError(f"logits{row or ''}", Words("-inf in every category"), "at least one finite number")
        return scores

    def _rows_of_logits(self, scores: np.ndarray, size: Any) -> Any:
        """The category is the index of the largest sum of a score and a Gumbel number."""
        rows = scores.shape[:-1]
        shape = rows if size is None else shape_of(size)
        check_broadcast(shape, rows)
        noise = np.empty(shape + scores.shape[-1:])
        self._source.fill(_core.make(c.GUMBEL.index, (0.0, 1.0)), noise)
        noise += _below_the_largest(scores)
        made = np.argmax(noise, axis=-1)
        if self._device is None:
            return made
        target = new_target(made.shape, "i64", self._device)
        _core.copy(target.destination, np.ascontiguousarray(made))
        return target.done()

    @doc("Draws from a multinomial distribution: counts of each outcome in n experiments.", "10, [0.2, 0.3, 0.5], size=2",
         "array([[2, 2, 6],\n       [2, 2, 6]])", returns=_RETURNS,
         size="(int or tuple of ints, optional) Shape of the result, without the row's dimension. None: the shape to which n and "
              "the rows of pvals broadcast, or a single row.", n="(int or array_like) Number of experiments.",
         pvals="(array_like) Probabilities of the outcomes, along the last dimension; they add up to 1. The other "
               "dimensions broadcast with n: each pair of n and probabilities gives a row.")
    def multinomial(self, n: Any, pvals: Any, size: Any = None, *, out: Any = None) -> Any:
        key = ("multinomial", n, pvals)
        distribution = of_late(key)
        if distribution is not None:
            return self._rows(distribution, size, out)
        p = np.array(numbers_of("pvals", pvals))
        if np.ndim(pvals) == 0:
            raise ArgumentError("pvals", pvals, "a list of at least one probability, or rows of them")
        try:
            return self._multinomial(n, p, size, out, key)
        except ArgumentError as error:
            if getattr(pvals, "dtype", None) not in (np.float16, np.float32):
                raise
            raise error.with_reason("the pvals array is cast to 64-bit floating point before") from None

    def _multinomial(self, n: Any, p: np.ndarray, size: Any, out: Any, key: Any) -> Any:
        if type(n) is int and p.ndim == 1:
            return self._rows(_multinomial(n, p.tobytes()), size, out, key)
        counts = array_of("n", n)
        _check_trials(counts)
        if counts.ndim == 0 and p.ndim == 1:
            return self._rows(_multinomial(int(counts), p.tobytes()), size, out)
        _probabilities(p)
        made: dict[tuple[int, bytes], Any] = {}

        def fill(source: Any, rows: np.ndarray, n: np.ndarray, p: np.ndarray) -> None:
            key = int(n[0]), p.tobytes()
            if key not in made:
                made[key] = _named(c.MULTINOMIAL, [str(key[0]), p])
            source.fill(made[key], rows)

        shape = _common(("n", "pvals"), counts.shape, p.shape[:-1])
        return self._rows_of_each(c.MULTINOMIAL.entry().type, p.shape[-1], shape, [counts[..., None], p], size, out, fill)

    def _rows_of_each(self, type_: str, row: int, shape: tuple[int, ...], parameters: list[np.ndarray], size: Any, out: Any,
                      fill: Callable[..., None]) -> Any:
        """Makes rows, each with its own parameters: the last dimension of each parameter array belongs to one row.
        fill(source, rows, *parameters) makes the rows that share parameters."""
        if size is not None:
            check_broadcast(shape_of(size), shape)
            shape = shape_of(size)
        target = self._row_target(type_, row, shape, out)
        flat = [np.broadcast_to(p, (*shape, p.shape[-1])).reshape(prod(shape), p.shape[-1]) for p in parameters]

        def fill_all(source: Any, rows: np.ndarray) -> None:
            for begin, end in _alike(flat):
                fill(source, rows[begin:end], *(p[begin] for p in flat))

        return self._put_together(target, fill_all)

    @doc("Draws from a multivariate hypergeometric distribution: counts of each colour in a sample without replacement.",
         "[3, 5, 4], 6, size=2", "array([[1, 3, 2],\n       [2, 2, 2]])", returns=_RETURNS, size=_SIZE,
         colors="(array_like of int) Number of items of each colour.", nsample="(int) Size of the sample.",
         method="(str, optional) \"marginals\" or \"count\", as in NumPy; both use tali's method.")
    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: Any = None, method: str = "marginals", *,
                                    out: Any = None) -> Any:
        if method not in ("marginals", "count"):
            raise ArgumentError("method", method, choices=("marginals", "count"))
        key = ("multivariate_hypergeometric", colors, nsample)
        distribution = of_late(key)
        if distribution is not None:
            return self._rows(distribution, size, out)
        counts = np.asarray(colors) if np.size(colors) else np.zeros(np.shape(colors), np.int64)
        if counts.ndim != 1 or counts.dtype.kind not in "iu":
            raise ArgumentError("colors", Words("not a list of counts"), "a list of integers of at least 0")
        wrong = np.flatnonzero((counts < 0) | (counts > 1 << 50))
        if wrong.size != 0:
            raise ArgumentError("colors", counts[wrong[0]], "a whole number of at least 0, with a sum of at most 2^50",
                                index=(int(wrong[0]),))
        distribution = _hypergeometric(index_of("nsample", nsample), counts.astype(np.int64, copy=False).tobytes())
        if distribution is None:
            type_ = c.MULTIVARIATE_HYPERGEOMETRIC.entry().type
            return self._put_together(self._row_target(type_, 0, size, out), lambda source, rows: None)
        return self._rows(distribution, size, out, key)
