# SPDX-License-Identifier: Apache-2.0
"""Categories, by weights or their logarithms."""

from __future__ import annotations

from typing import Any

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._docs import doc
from tali._draws import Draws, check_broadcast, numbers_of
from tali._errors import ArgumentError, Words
from tali._on_gpu import OnGpu, is_on_gpu
from tali._targets import Target, given_target, like, new_target, shape_of


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


class Categories(Draws):
    """Indices of categories."""

    __slots__ = ()

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
