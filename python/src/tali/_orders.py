# SPDX-License-Identifier: Apache-2.0
"""Permutations and selections: a permutation is one value, and advances the position by one."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._docs import doc
from tali._draws import numbers_of
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._integers import _LAWS, Integers
from tali._kept import keep, of_late
from tali._key import flag_of
from tali._position import taken_back
from tali._targets import like, new_target, shape_of


def _check_axis(axis: Any) -> None:
    if isinstance(axis, bool) or not hasattr(axis, "__index__"):
        raise ArgumentTypeError("axis", axis, "an integer")


def _length(array: np.ndarray, axis: int) -> int:
    """Length of an array along an axis."""
    _check_axis(axis)
    if not -array.ndim <= axis < array.ndim:
        raise np.exceptions.AxisError(axis, array.ndim)
    return array.shape[axis]


def _kept_item(x: Any, i: int) -> Any:
    """An item that does not change when its place in the sequence is overwritten.

    A list returns the same object every time. A container that makes a new item for each access, such as a tensor, may return
    a view of its memory, so the item is copied.
    """
    item = x[i]
    return item if item is x[i] else copy.deepcopy(item)


class Orders(Integers):
    """Methods that permute or select."""

    __slots__ = ()

    def _on_the_host(self) -> Any:
        """An object at the same position that draws into host memory, for elements in host memory."""
        if self._device is None:
            return self
        from tali._methods import Place  # a subclass of this class

        return Place(self._source)

    def _order_on_gpu(self, n: int, shape: tuple[int, ...]) -> Any:
        """The first elements of the next permutation of 0 ... n - 1, on the generator's GPU."""
        target = new_target(shape, "i64", self._device)
        length = prod(shape)
        if n > 0 and length > 0:
            self._source.permutations(n, length, target.destination)
        else:
            self._source.discard(1)
        return target.done()

    def _permutations(self, n: int, rows: int, length: int | None = None) -> tuple[np.ndarray, int]:
        """The first `length` elements of the next permutations of 0 ... n - 1, one per row; and the first permutation's
        position."""
        length = n if length is None else length
        out = np.empty((rows, length), np.int64)
        if n > 0 and length > 0:
            return out, self._source.permutations(n, length, out)
        return out, self._source.discard(rows)

    @doc("Returns a random permutation of an array along an axis, or of 0 ... x - 1.", "5", "array([2, 1, 4, 3, 0])",
         returns="array\nA new array.", x="(int or array_like) What is permuted.",
         axis="(int, optional) The axis along which x is permuted.")
    def permutation(self, x: Any, axis: int = 0) -> np.ndarray:
        made = self._source.order(x, False, False) if type(axis) is int and axis == 0 else None
        if made is not None:
            return made
        if isinstance(x, (int, np.integer)):
            if x < 0:
                raise ArgumentError("x", x, "an integer of at least 0, or an array")
            if self._device is not None:
                return self._order_on_gpu(int(x), (int(x),))
            return self._permutations(int(x), 1)[0][0]
        array = np.asarray(x)
        if array.ndim == 0:
            raise np.exceptions.AxisError(f"x is {x!r}; expected an integer or an array")
        order, first = self._permutations(_length(array, axis), 1)
        with taken_back(self._source, first, 1):
            return np.take(array, order[0], axis=axis)

    @doc("Shuffles a sequence in place.", "[1, 2, 3]", "", returns="", x="(array or mutable sequence) What is shuffled.",
         axis="(int, optional) The axis along which x is permuted.")
    def shuffle(self, x: Any, axis: int = 0) -> None:
        if type(axis) is int and axis == 0 and self._source.order(x, True, False):
            return
        if isinstance(x, np.ndarray):
            if not x.flags.writeable:
                raise ArgumentError("x", Words("read-only"), "an array that can be written to")
            if x.ndim == 0:
                raise ArgumentTypeError("x", Words("without dimensions"), "an array of at least one dimension")
            order, first = self._permutations(_length(x, axis), 1)
            with taken_back(self._source, first, 1):
                x[...] = np.take(x, order[0], axis=axis)
            return
        if isinstance(x, Mapping) or not hasattr(x, "__setitem__") or not hasattr(x, "__len__"):
            raise ArgumentTypeError("x", Words(f"of type {type(x).__name__}"), "an array or a mutable sequence")
        _check_axis(axis)
        if axis != 0:
            raise NotImplementedError(f"axis is {axis!r}; expected 0 for a sequence that is not an array")
        order, first = self._permutations(len(x), 1)
        with taken_back(self._source, first, 1):
            for i, item in enumerate([_kept_item(x, i) for i in order[0].tolist()]):
                x[i] = item

    @doc("Shuffles each slice of an array along an axis independently.", "[[1, 2, 3], [4, 5, 6]], axis=1",
         "array([[2, 1, 3],\n       [4, 6, 5]])", returns="array\nA new array; `out` if it is given.",
         x="(array_like) What is shuffled.", axis="(int, optional) The axis; None: the whole array as one slice.",
         out="(array, optional) Destination of the result; it may be x.")
    def permuted(self, x: Any, *, axis: int | None = None, out: np.ndarray | None = None) -> np.ndarray:
        made = self._source.order(x, False, True) if axis is None and out is None else None
        if made is not None:
            return made
        array = np.asarray(x)
        if array.ndim == 0:
            raise ArgumentTypeError("x", Words("without dimensions"), "an array of at least one dimension")
        if out is not None:
            if not isinstance(out, np.ndarray):
                raise ArgumentTypeError("out", Words("not an array"), "a NumPy array")
            if out.shape != array.shape:
                raise ArgumentError("out", Words(f"of shape {out.shape}"), f"{array.shape}, the same shape as x")
            if not out.flags.writeable:
                raise ArgumentError("out", Words("read-only"), "writable memory")
            if not np.can_cast(array.dtype, out.dtype, "safe"):
                raise ArgumentTypeError("out", Words(f"of type {out.dtype}"),
                                        f"{array.dtype}, or one that holds all its values")
        n = array.size if axis is None else _length(array, axis)
        rows = 1 if axis is None else array.size // n if n else 0
        order, first = self._permutations(n, rows)
        with taken_back(self._source, first, rows):
            if axis is None:
                made = array.reshape(-1)[order[0]].reshape(array.shape)
            else:
                moved = np.moveaxis(array, axis, -1)
                made = np.moveaxis(np.take_along_axis(moved, order.reshape(moved.shape), axis=-1), -1, axis)
            if out is None:
                return np.ascontiguousarray(made)
            out[...] = made
            return out

    @doc("Draws elements of an array, or of 0 ... a - 1.", "10, size=3", "array([6, 7, 1])",
         returns="element or array\nThe drawn elements.", a="(int or array_like) The elements to draw from.",
         replace="(bool, optional) Whether an element can be drawn more than once.",
         p="(array_like, optional) Probabilities of the elements; they add up to 1. If there are several dimensions, the last one "
           "has the probabilities of a value, and `size` is the shape of the others, or one to which it broadcasts.",
         axis="(int, optional) The axis of the elements.",
         shuffle="(bool, optional) No effect: without replacement the order is always random.")
    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True) -> Any:
        array = None
        if np.ndim(a) == 0:
            number = np.asarray(a)[()]
            try:
                n = int(number) if isinstance(number, np.bool_) else operator.index(number)
            except TypeError:
                raise ArgumentError("a", a, "a sequence, or an integer of at least 0") from None
        else:
            array = np.asarray(a)
            n = _length(array, axis)
        replace, _ = flag_of("replace", replace), flag_of("shuffle", shuffle)
        count = 1 if size is None else prod(shape_of(size))
        if n > 1 << 63:
            raise ArgumentError("a", n, "a sequence, or an integer of at most 2^63")
        if n < 0 or n == 0 and count > 0:
            raise ArgumentError("a", Words(f"of {n} elements"), "at least 1 element, unless no samples are taken")
        rows = p is not None and np.ndim(p) > 1
        key = ("choice", n, p) if replace and p is not None and not rows and self._device is None else None
        kept = of_late(key)
        weights = None if p is None or kept is not None else self._weights(p, n)
        if rows and not replace:
            raise ArgumentError("p", Words("not one-dimensional"), "one probability per element, without replacement")
        if array is None and not rows and self._device is not None:
            return self._choice_on_gpu(n, size, count, replace, weights)
        host = self._on_the_host()
        if rows:
            taken = host._of_rows(weights, size)
        elif replace:
            taken = host._with_replacement(n, size, weights, key, kept)
        else:
            taken = host._without_replacement(n, count, weights)
            taken = taken[0].item() if size is None else taken.reshape(shape_of(size))
        if array is None:
            return taken
        if size is None and array.ndim == 1:
            return array[taken]
        if size is not None and np.ndim(taken) == 0:  # an array without dimensions, for any element type
            return np.take(array, [taken], axis=axis).reshape(array.shape[:axis % array.ndim] + array.shape[axis % array.ndim + 1:])
        return np.take(array, taken, axis=axis)

    def _choice_on_gpu(self, n: int, size: Any, count: int, replace: bool, weights: np.ndarray | None) -> Any:
        """`choice` from 0 ... n - 1, on the generator's GPU."""
        shape = () if size is None else shape_of(size)
        if not replace:
            self._check_count(n, count, weights)
            if weights is None:
                return self._order_on_gpu(n, shape)
            taken = self._on_the_host()._without_replacement(n, count, weights)  # ordered by waiting times, in Python
            target = new_target(shape, "i64", self._device)
            _core.copy(target.destination, taken.reshape(shape))
            return target.done()
        target = new_target(shape, "i64", self._device)
        if weights is None:
            self._source.fill(_core.make(_LAWS["i64"].index, (0, max(n, 1) - 1)), target.destination)
            return target.done()
        made = like(target, 4)
        self._source.fill(_core.categorical(weights), made)
        _core.resize_integers(target.destination, made, 8)
        return target.done()

    @staticmethod
    def _weights(p: Any, n: int) -> np.ndarray:
        given = np.asarray(p).dtype
        tolerance = max(1e-8, float(np.finfo(given).eps) ** 0.5) if given.kind == "f" else 1e-8
        weights = numbers_of("p", p)
        if weights.ndim == 0 or weights.shape[-1] != n:
            raise ArgumentError("p", Words(f"of shape {weights.shape}"), f"{n} probabilities, one per element, or rows of them")
        if np.isnan(weights).any():
            raise ArgumentError("p", Words("NaN in some places"), "probabilities")
        if (weights < 0).any():
            raise ArgumentError("p", Words("negative in some places"), "probabilities")
        sums = weights.sum(axis=-1).reshape(-1)
        wrong = sums[np.abs(sums - 1) > tolerance]
        if wrong.size:
            raise ArgumentError("sum of p", wrong[0], "1")
        return weights

    def _with_replacement(self, n: int, size: Any, weights: np.ndarray | None, key: Any, kept: Any) -> Any:
        if weights is None and kept is None:
            if size is None:
                return int(self.integers(0, n))
            return self.integers(0, n, size) if n else np.empty(shape_of(size), np.int64)
        if kept is None:
            kept = _core.categorical(weights)
            keep(key, kept)
        out = np.empty(() if size is None else shape_of(size), np.uint32)
        self._source.fill(kept, out)
        return out.item() if size is None else out.astype(np.int64)

    def _of_rows(self: Any, weights: np.ndarray, size: Any) -> np.ndarray:
        """Indices, each drawn by its row of weights."""
        def fill(source: Any, rows: np.ndarray, weights: np.ndarray) -> None:
            source.fill(_core.categorical(weights), rows)

        made = self._rows_of_each("u32", 1, weights.shape[:-1], [weights], size, None, fill)
        return made[..., 0].astype(np.int64)

    @staticmethod
    def _check_count(n: int, count: int, weights: np.ndarray | None) -> None:
        if count > n:
            raise ArgumentError("size", Words(f"{count} elements"), f"at most {n} without replacement")
        if weights is not None and np.count_nonzero(weights) < count:
            raise ArgumentError("p",
            Words(f"above 0 in {np.count_nonzero(weights)} places"), f"at least {count}, one per element of size")

    def _without_replacement(self, n: int, count: int, weights: np.ndarray | None) -> np.ndarray:
        self._check_count(n, count, weights)
        if weights is None:
            return self._permutations(n, 1, count)[0][0]
        # Each element has an exponential waiting time with rate p. The elements with the shortest times, in order, form the
        # sample. Elements with probability 0 never occur. The small factor is exact, and keeps quotients of small rates finite.
        times = np.empty(n)
        self._source.fill(_core.make(c.EXPONENTIAL.index, (1.0,)), times)
        arrivals = np.full(n, np.inf)
        np.divide(times * 2.0**-200, weights, out=arrivals, where=weights > 0)
        return np.argsort(arrivals, kind="stable")[:count].astype(np.int64)
