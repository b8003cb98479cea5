# SPDX-License-Identifier: Apache-2.0
"""Fills of many ranges instead of one: the sources from which the methods of blocks and rows draw."""

from __future__ import annotations

from math import prod
from typing import Any, Callable, Iterator

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._methods import Place
from tali._targets import Target


#: The value type of a distribution, by the distribution's index
_TYPES = [entry.type for entry in c.ENTRIES.values()]


class _Apart:
    """A strided destination: a NumPy array."""

    __slots__ = ("_array",)

    def __init__(self, array: np.ndarray) -> None:
        self._array = array

    def strides(self, dimensions: int, row: int) -> list[int] | None:
        """Strides of the first dimensions, in elements; None if one is not a whole number of elements."""
        array, item = self._array, self._array.itemsize
        if not array.flags.aligned:
            return None
        if dimensions < array.ndim and (array.ndim != dimensions + 1 or row > 1 and array.strides[-1] != item):
            return None
        steps = [s for s, n in zip(array.strides[:dimensions], array.shape)]
        steps = [0 if n == 1 else s for s, n in zip(steps, array.shape)]
        if any(s < 0 or s % (item * row) for s in steps):
            return None
        return [s // (item * row) for s in steps] or [1]

    def view(self) -> Any:
        """The memory from the first element to the last."""
        array = self._array
        if array.size == 0:
            return np.empty(0, np.uint8)
        last = sum((n - 1) * s for n, s in zip(array.shape, array.strides))
        return _core.view_of(array.__array_interface__["data"][0], last + array.itemsize, -1, 0, array)

    def scratch(self) -> np.ndarray:
        """A contiguous array of the same shape."""
        return np.empty(self._array.shape, self._array.dtype)

    def take(self, values: np.ndarray) -> None:
        """Copies values of this shape."""
        np.copyto(self._array, values.view(self._array.dtype))


class _Strided(Target):
    """A strided NumPy array."""

    __slots__ = ("dtype",)

    def __init__(self, array: np.ndarray) -> None:
        if not array.flags.writeable:
            raise ArgumentError("out", Words("read-only"), "writable memory")
        if not array.dtype.isnative:
            raise ArgumentTypeError("out", Words(f"of type {array.dtype}"), "types in this machine's byte order")
        self.dtype = np.dtype(np.uint8) if array.dtype == np.bool_ else array.dtype
        type_ = c.type_of(self.dtype)
        plain = array.view(np.uint16 if type_ == "bf16" else self.dtype)
        super().__init__(_Apart(plain), array.shape, type_, array)


class _Ranges:
    """A source that fills many ranges, for the methods of blocks and rows."""

    __slots__ = ("position", "threads", "on_host")

    def __init__(self, threads: int) -> None:
        self.position, self.threads = 0, threads

    def draw(self, *_: Any) -> None:
        """Returns None: there is no fast path for single values and small arrays."""

    draw_between = draw_integers = draw_made = order = draw

    def discard(self, _: int) -> int:
        return 0

    def give_back(self, *_: int) -> None:
        return None

    def at(self, _: int) -> _Ranges:
        return self

    def fill(self, distribution: Any, out: Any) -> None:
        if not isinstance(out, _Apart):
            return self._fill(distribution, None, out)
        row = distribution.row_size
        strides = out.strides(self._dimensions(), row)
        if strides is not None:
            return self._fill(distribution, strides, out.view())
        values = out.scratch()
        self._fill(distribution, None, values)
        out.take(values)

    def fill_bounds(self, law: int, low: np.ndarray, high: np.ndarray, out: Any) -> None:
        if low.size != 1 or high.size != 1:
            bounds = [b.reshape(-1) for b in (low, high)]
            count = high.size if low.size == 1 else low.size
            return self._by_runs(law, out, count, lambda source, run, to: source.fill_bounds(
                law, *(b if b.size == 1 else b[run] for b in bounds), to))
        into = out.scratch() if isinstance(out, _Apart) else out
        self._fill(_core.make(law, ()), None, into)
        _core.between(law, float(low.ravel()[0]), float(high.ravel()[0]), into)
        if into is not out:
            out.take(into)

    def fill_arrays(self, law: int, arrays: list[np.ndarray], out: Any) -> None:
        flat = [a.reshape(-1) for a in arrays]
        self._by_runs(law, out, flat[0].size, lambda source, run, to: source.fill_arrays(law, [a[run] for a in flat], to))

    def _by_runs(self, law: int, out: Any, count: int, fill: Callable[[Any, slice, np.ndarray], None]) -> None:
        """Values with separate parameters, made run by run. The elements of a run are consecutive in a sequence."""
        if isinstance(out, _Apart):
            values = out.scratch()
        else:
            values = out if isinstance(out, np.ndarray) else np.empty(count, c.DTYPES[_TYPES[law]])
        flat, done = values.reshape(-1), 0
        for source, n in self._runs(count):
            fill(source, slice(done, done + n), flat[done:done + n])
            done += n
        if isinstance(out, _Apart):
            out.take(values)
        elif values is not out:
            _core.copy(out, values)

    def _runs(self, count: int) -> Iterator[tuple[Any, int]]:
        raise NotImplementedError

    def permutations(self, *_: Any) -> Any:
        raise TypeError("blocks have no permutations; expected values that are drawn one by one")

    def _dimensions(self) -> int:
        raise NotImplementedError

    def _fill(self, distribution: Any, strides: list[int] | None, out: Any) -> None:
        raise NotImplementedError


class BlockOf(_Ranges):
    """A block of the array that a source's elements form."""

    __slots__ = ("_source", "_part")

    def __init__(self, source: Any, part: tuple[Any, ...], threads: int) -> None:
        super().__init__(threads)
        self._source, self._part = source, part

    def _dimensions(self) -> int:
        return len(self._part[0])

    def _runs(self, count: int) -> Iterator[tuple[Any, int]]:
        whole, start, local = self._part
        if count == 0:
            return
        outer = len(whole)  # dimensions before those that the block covers completely
        while outer > 0 and start[outer - 1] == 0 and local[outer - 1] == whole[outer - 1]:
            outer -= 1
        outer = max(outer - 1, 0)
        run, position = prod(local[outer:]), self._source.position
        for index in np.ndindex(*local[:outer]):
            first = 0
            for n, at, more in zip(whole, start, (*index, *(0,) * len(whole))):
                first = first * n + at + more
            yield self._source.at(position + first), run

    def _fill(self, distribution: Any, strides: list[int] | None, out: Any) -> None:
        parts = [list(p) for p in self._part] if self._part[0] else [[1], [0], [1]]
        _core.fill_block(self._source, distribution, *parts, strides or [], out, self.threads)


class RowsOf(_Ranges):
    """Rows with one key each."""

    __slots__ = ("_pairs", "_first")

    def __init__(self, pairs: np.ndarray, first: int) -> None:
        super().__init__(-1)
        self._pairs, self._first = pairs, first

    def _runs(self, count: int) -> Iterator[tuple[Any, int]]:
        for seed, stream in self._pairs.tolist():
            yield _core.Source(_core.Engine("philox4x32", seed, stream), self._first), count // len(self._pairs)

    def _fill(self, distribution: Any, strides: list[int] | None, out: Any) -> None:
        _core.fill_rows(self._pairs, distribution, self._first, out, self.threads)


class Ranged(Place):
    """Many ranges, filled by one call."""

    __slots__ = ()

    def _draw_on_gpu(self, *_: Any) -> Any:
        raise ArgumentTypeError("parameter", Words("on a GPU"), "a number or an array on the host, for blocks and rows")

    _uniform_on_gpu = _categorical_on_gpu = _draw_on_gpu

    def _without_replacement(self, *_: Any) -> Any:
        raise ArgumentTypeError("replace", Words("False"), "True for blocks and rows, which draws elements one by one")

    def _rows_of_each(self, *_: Any) -> Any:
        raise ArgumentError("parameter", Words("an array of rows"), "a single row, for blocks and rows")

    def _rows_of_logits(self, *_: Any) -> Any:
        raise ArgumentError("logits", Words("of several dimensions"), "one dimension for blocks and rows")

    def _write(self, target: Target, values: np.ndarray) -> None:
        if isinstance(target, _Strided):
            target.destination.take(values)
        else:
            super()._write(target, values)


def into(out: Any, draw: Callable[[Any], Any], direct: bool = True) -> Any:
    """Calls draw(memory) for `out`. Elements of a strided NumPy array are written directly if possible. Otherwise they are
    written to contiguous memory, and copied."""
    if not isinstance(out, np.ndarray) or out.flags.c_contiguous:
        return draw(out)
    memory = _Strided(out)
    if direct:
        return draw(memory)
    made = np.empty(out.shape, out.dtype)
    draw(made)
    out[...] = made
    return out
