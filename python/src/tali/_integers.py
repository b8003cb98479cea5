# SPDX-License-Identifier: Apache-2.0
"""Uniform integers of every type."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._docs import doc
from tali._draws import Draws

#: NumPy's type -> the type that is drawn, and cast
_DRAWN = {"bool": "u32", "int8": "i32", "int16": "i32", "int32": "i32", "int64": "i64",
          "uint8": "u32", "uint16": "u32", "uint32": "u32", "uint64": "u64"}
_LAWS = {t: c.law("uniform-int", "low", "high", default=t) for t in ("i32", "i64", "u32", "u64")}


def _whole(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        if isinstance(value, (float, np.floating)) and float(value).is_integer():
            return int(value)
        raise TypeError(f"{name} is {value!r}; allowed: an integer") from None


def _whole_array(name: str, values: np.ndarray) -> np.ndarray:
    """64-bit integers, or Python's, which no type limits."""
    if values.dtype.kind == "f" and not np.all(values == np.floor(values)):
        raise TypeError(f"{name} has fractions; allowed: integers")
    if values.dtype.kind not in "iubfO":
        raise TypeError(f"{name} has the type {values.dtype}; allowed: integers")
    if values.dtype.kind in "iub" and np.can_cast(values.dtype, np.int64):
        return values.astype(np.int64)
    return np.asarray(np.frompyfunc(int, 1, 1)(values), dtype=object)


class Integers(Draws):
    """Uniform integers."""

    __slots__ = ()

    @doc("Uniform integers from low to high - 1; of low alone, from 0 to low - 1.", "1, 7, size=5",
         low="(int or array_like) Lowest value, or with high=None one above the highest.",
         high="(int or array_like, optional) One above the highest value.",
         dtype="(dtype, optional) Any type of integers, or bool.",
         endpoint="(bool, optional) Whether high belongs to the range.")
    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: bool = False, *,
                 out: Any = None) -> Any:
        if size is None and out is None and dtype is np.int64 and type(low) is int:
            if high is None:
                value = self._one(_LAWS["i64"].index, 0, low if endpoint else low - 1)
            elif type(high) is int:
                value = self._one(_LAWS["i64"].index, low, high if endpoint else high - 1)
            else:
                value = None
            if value is not None:
                return value
        if high is None:
            low, high = 0, low
        if type(size) is int and size > 0 and out is None and dtype is np.int64 and type(low) is type(high) is int:
            made = self._quick(_LAWS["i64"], (low, high if endpoint else high - 1), size)
            if made is not None:
                return made
        wanted = np.dtype(dtype)
        drawn = _DRAWN.get(wanted.name)
        if drawn is None:
            raise TypeError(f"dtype is {wanted.name}; allowed: {', '.join(_DRAWN)}")
        least, most = (0, 1) if wanted == np.bool_ else (int(np.iinfo(wanted).min), int(np.iinfo(wanted).max))
        if np.ndim(low) == 0 and np.ndim(high) == 0:
            first, last = _whole("low", np.asarray(low)[()]), _whole("high", np.asarray(high)[()]) - (not endpoint)
            if first < least:
                raise ValueError(f"low is out of bounds for {wanted.name}; allowed: {least} ... {most}")
            if last > most:
                raise ValueError(f"high is out of bounds for {wanted.name}; allowed: {least} ... {most}")
            if first > last:
                raise ValueError("low is above the highest value; allowed: " +
                                 ("low <= high" if endpoint else "low < high"))
            return self._integers(_core.make(_LAWS[drawn].index, (first, last)), None, None, wanted, drawn, size, out)
        lows = _whole_array("low", np.asarray(low))
        highs = _whole_array("high", np.asarray(high))
        if not endpoint:
            if np.any(highs <= least):
                raise ValueError("high is not above the lowest value; allowed: low < high")
            highs = highs - 1
        if np.any(lows < least) or np.any(highs < least):
            raise ValueError(f"low is out of bounds for {wanted.name}; allowed: {least} ... {most}")
        if np.any(highs > most) or np.any(lows > most):
            raise ValueError(f"high is out of bounds for {wanted.name}; allowed: {least} ... {most}")
        shape = np.broadcast_shapes(lows.shape, highs.shape)
        if np.any(np.broadcast_to(lows, shape) > np.broadcast_to(highs, shape)):
            raise ValueError("low is above the highest value; allowed: low < high")
        wide = np.uint64 if drawn == "u64" else np.int64
        return self._integers(None, shape, (lows.astype(wide), highs.astype(wide)), wanted, drawn, size, out)

    def _integers(self, distribution: Any, shape: Any, bounds: Any, wanted: np.dtype, drawn: str, size: Any,
                  out: Any) -> Any:
        """Draws in the type that the library has, and casts."""
        same = c.DTYPES[drawn] == wanted
        if same:
            target = self._target(shape, size, drawn, out)
            self._fill_integers(distribution, bounds, drawn, target.shape, target.destination)
            return self._done(target, None, size is None and out is None and shape is None)
        if out is not None:
            raise TypeError(f"out with dtype {wanted.name}; allowed: out of int32, int64, uint32 and uint64")
        device, self._device = self._device, None
        try:
            target = self._target(shape, size, drawn, None)
        finally:
            self._device = device
        if device is not None:
            raise TypeError(f"dtype is {wanted.name}; allowed on a GPU: int32, int64, uint32, uint64")
        self._fill_integers(distribution, bounds, drawn, target.shape, target.destination)
        result = target.result.astype(wanted)
        return result.item() if size is None and shape is None else result

    def _fill_integers(self, distribution: Any, bounds: Any, drawn: str, shape: tuple[int, ...],
                       destination: Any) -> None:
        if bounds is None:
            self._source.fill(distribution, destination)
            return
        # The bounds travel in the bits of doubles.
        full = [np.ascontiguousarray(np.broadcast_to(b, shape)).view(np.float64) for b in bounds]
        self._source.fill_arrays(_LAWS[drawn].index, full, destination)

    @doc("Random bytes.", "5", length="(int) Number of bytes.")
    def bytes(self, length: int) -> bytes:
        n = _whole("length", length)
        if n < 0:
            raise ValueError(f"length is {n}; allowed: 0 or above")
        words = np.empty((n + 7) // 8, np.uint64)
        self._source.fill(_core.make(c.BITS64.index, ()), words)
        return words.astype("<u8", copy=False).tobytes()[:n]
