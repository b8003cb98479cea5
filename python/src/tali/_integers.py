# SPDX-License-Identifier: Apache-2.0
"""Uniform integers of every type."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._docs import doc
from tali._draws import Draws, common_shape
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._key import flag_of
from tali._targets import Target, like, shape_of

#: NumPy's type -> the type in which values are drawn before they are cast
_DRAWN = {"bool": "u32", "int8": "i32", "int16": "i32", "int32": "i32", "int64": "i64",
          "uint8": "u32", "uint16": "u32", "uint32": "u32", "uint64": "u64"}
_LAWS = {t: c.law("uniform-int", "low", "high", default=t) for t in ("i32", "i64", "u32", "u64")}


def _whole(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        if isinstance(value, np.bool_) or isinstance(value, (float, np.floating)) and float(value).is_integer():
            return int(value)
        given = value.item() if isinstance(value, np.generic) else value
        raise ArgumentTypeError(name, given, "an integer") from None


def _whole_array(name: str, values: np.ndarray) -> np.ndarray:
    """Converts to 64-bit integers, or to Python integers if these are too small."""
    if values.dtype.kind == "f":
        whole = np.isfinite(values) & (values == np.floor(values))
        if not np.all(whole):
            _whole(name, values[~whole][0])
    if values.dtype.kind not in "iubfO":
        raise ArgumentTypeError(name, Words(f"of type {values.dtype}"), "integers")
    if values.dtype.kind in "iub" and np.can_cast(values.dtype, np.int64):
        return values.astype(np.int64)
    return np.asarray(np.frompyfunc(lambda value: _whole(name, value), 1, 1)(values), dtype=object)


class _Bounds(NamedTuple):
    """The lowest and the highest value: numbers if there is no shape, otherwise arrays that broadcast to it."""

    low: Any
    high: Any
    shape: tuple[int, ...] | None


def _bounds(low: Any, high: Any, wanted: np.dtype, endpoint: bool, nothing: bool, top: str) -> _Bounds:
    """The bounds, after all checks. If `nothing` is set, the size is 0, and any bounds are valid. `top` is the caller's name for
    high."""
    order = "low <= high" if endpoint else "low < high"
    if top == "low":
        order = "low >= 0" if endpoint else "low > 0"
    least, most = (0, 1) if wanted == np.bool_ else (int(np.iinfo(wanted).min), int(np.iinfo(wanted).max))
    if np.ndim(low) == 0 and np.ndim(high) == 0:
        first, last = _whole("low", np.asarray(low)[()]), _whole(top, np.asarray(high)[()]) - (not endpoint)
        if first < least:
            raise ArgumentError("low", Words(f"out of bounds for {wanted.name}"), f"{least} to {most}")
        if last > most:
            raise ArgumentError(top, Words(f"out of bounds for {wanted.name}"), f"{least} to {most}")
        if first > last and not nothing:
            raise ArgumentError("low", Words("above the highest value"), order)
        return _Bounds(first, last, None)
    lows = _whole_array("low", np.asarray(low))
    highs = _whole_array(top, np.asarray(high))
    if not endpoint:
        if np.any(highs <= least):
            raise ArgumentError(top, Words("not above the lowest value"), order)
        highs = np.asarray(highs - 1, highs.dtype)  # for a single Python object the difference is not an array
    if np.any(lows < least) or np.any(highs < least):
        raise ArgumentError("low", Words(f"out of bounds for {wanted.name}"), f"{least} to {most}")
    if np.any(highs > most) or np.any(lows > most):
        raise ArgumentError(top, Words(f"out of bounds for {wanted.name}"), f"{least} to {most}")
    shape = common_shape(("low", "high"), (lows, highs))
    if np.any(np.broadcast_to(lows, shape) > np.broadcast_to(highs, shape)) and not nothing:
        raise ArgumentError("low", Words("above the highest value"), order)
    return _Bounds(lows, highs, shape)


def _type_of_memory(wanted: np.dtype, out: Any) -> str:
    """The catalogue's name of the type; `out`, if given, must have that type."""
    if out is None:
        return c.TYPES[wanted]
    bools = str(getattr(out, "dtype", "")).endswith("bool")  # the memory of bools has the type u8
    if bools != (wanted == np.bool_):
        given = getattr(out, "dtype", type(out).__name__)
        raise ArgumentTypeError("out", Words(f"of type {given}"), f"{wanted.name}, the type of the values")
    return "u8" if bools else c.TYPES[wanted]


class Integers(Draws):
    """Uniform integers."""

    __slots__ = ()

    @doc("Draws uniform integers from low to high - 1, or from 0 to low - 1 if only low is given.", "1, 7, size=5",
         "array([4, 5, 1, 3, 4])", low="(int or array_like) Lowest value; if high is None, one above the highest value.",
         high="(int or array_like, optional) One above the highest value.",
         dtype="(dtype, optional) Any type of integers, or bool.", endpoint="(bool, optional) Whether high is included.")
    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: bool = False, *,
                 out: Any = None) -> Any:
        if endpoint is not False:
            endpoint = flag_of("endpoint", endpoint)
        made = self._source.draw_integers(low, high, size, dtype, endpoint, out)
        if made is not None:
            return made
        top = "high"
        if high is None:
            low, high, top = 0, low, "low"
        name = c.name_of(c.type_of(dtype))
        if name not in _DRAWN:
            raise ArgumentTypeError("dtype", name, choices=tuple(_DRAWN))
        wanted, drawn = np.dtype(name), _DRAWN[name]
        bounds = _bounds(low, high, wanted, endpoint, size is not None and 0 in shape_of(size), top)
        target = self._target(bounds.shape, size, _type_of_memory(wanted, out), out)
        self._fill_integers(bounds, drawn, wanted, target)
        if size is None and out is None and bounds.shape is None and self._device is None:
            # A Python number for Python types, otherwise a NumPy number, as in NumPy.
            return target.result.item() if dtype in (int, bool) else target.result[()]
        return target.done()

    def _fill_integers(self, bounds: _Bounds, drawn: str, wanted: np.dtype, target: Target) -> None:
        """Draws in a type that the library supports; for smaller types, keeps the low bits."""
        if 0 in target.shape:
            return
        narrow = wanted.itemsize < 4
        there: Any = target.destination
        if narrow:
            there = like(target, 4)
        if bounds.shape is None:
            self._source.fill(_core.make(_LAWS[drawn].index, (bounds.low, bounds.high)), there)
        else:
            wide = np.uint64 if drawn == "u64" else np.int64  # the bounds are passed in the bits of doubles
            full = [np.ascontiguousarray(np.broadcast_to(b.astype(wide), target.shape)).view(np.float64)
                    for b in (bounds.low, bounds.high)]
            self._source.fill_arrays(_LAWS[drawn].index, full, there)
        if narrow:
            _core.resize_integers(target.destination, there, wanted.itemsize)

    @doc("Draws random bytes.", "5", "b'\\x13\\x7f\\xaf\\xbc\\xef'",
         returns="bytes\nThe bytes.", length="(int) Number of bytes. "
         "Each group of eight, also an incomplete one, advances the position by one.")
    def bytes(self, length: int) -> bytes:
        n = _whole("length", length)
        if not 0 <= n <= 1 << 62:
            raise ArgumentError("length", n, "0 to 2**62")
        words = np.empty((n + 7) // 8, np.uint64)
        self._source.fill(_core.make(c.BITS64.index, ()), words)
        return words.astype("<u8", copy=False).tobytes()[:n]
