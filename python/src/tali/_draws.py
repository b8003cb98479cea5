# SPDX-License-Identifier: Apache-2.0
"""The common code of all methods that draw: parameters, shapes, destinations."""

from __future__ import annotations

from contextlib import contextmanager
from math import copysign, prod
from typing import Any, Callable, Iterable, Iterator, Sequence

import numpy as np

from tali import _core
from tali._catalogue import DTYPES, ENTRIES, Law, name_of, type_of
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._on_gpu import OnGpu, is_on_gpu, type_of_parameters
from tali._position import taken
from tali._targets import Target, given_target, new_target, shape_of

#: Integer types to which counts are cast
_SMALLER = ("i32", "i16", "i8", "u64", "u16", "u8")
#: 16-bit floats. Uniform and exponential numbers of these types are float32 numbers, rounded here.
HALVES = ("f16", "bf16")
_NUMBERS = (float, int, np.floating, np.integer, np.bool_)


def array_of(name: str, value: Any) -> np.ndarray:
    """A parameter as an array of real numbers. A single number may be anything that float() accepts, except text."""
    array = np.asarray(value)
    if array.dtype.kind == "O" and array.ndim == 0 and hasattr(value, "__float__"):
        array = np.asarray(_number(name, value))
    if array.dtype.kind not in "fiub":
        raise ArgumentTypeError(name, None if value is None else Words(f"of type {array.dtype}"), "real numbers")
    return array


def numbers_of(name: str, value: Any) -> np.ndarray:
    """Converts a list of numbers, or rows of them, to contiguous doubles."""
    array = np.asarray(value)
    if array.dtype.kind not in "fiubO" or array.dtype.kind == "O" and any(x is None for x in array.flat):
        raise ArgumentTypeError(name, Words(f"of type {array.dtype}"), "real numbers")
    try:
        return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError):
        raise ArgumentTypeError(name, Words(f"of type {array.dtype}"), "real numbers") from None


def _number(name: str, value: Any) -> float | int:
    if type(value) is float:
        return value
    try:
        number = int(value) if isinstance(value, (int, np.integer)) else float(value)
        float(number)
    except OverflowError:
        raise ArgumentError(name, Words("an integer above all numbers of 64 bits"), "a finite number") from None
    return number


def renamed(error: ArgumentError, law: Law, values: tuple[Any, ...] = ()) -> ArgumentError:
    """The error with the law's name for the parameter instead of the library's. An integer is shown as it was given, because
    the library converts values to doubles."""
    names = law.entry().parameter_names
    if error.argument not in names:
        return error
    k = names.index(error.argument)
    given = values[k] if k < len(values) else None
    if isinstance(given, np.ndarray) and given.dtype.kind in "iu" and error.index:
        given = given.flat[error.index[0]].item()
    return error.renamed(law.parameters[k], given if isinstance(given, int) else None)  # type: ignore[no-any-return]


class Draws:
    """The common base of a generator and of a place in a sequence. Subclasses define the slots, because a generator also
    inherits from NumPy's generator."""

    __slots__ = ()

    _source: Any
    _quick: Callable[..., Any]
    _device: int | None

    def _target(self, shape: tuple[int, ...] | None, size: Any, type_: str, out: Any) -> Target:
        """The destination. `shape` is the shape of the parameters, or None if all are single numbers."""
        if size is not None:
            wanted = shape_of(size)
            if shape is not None:
                check_broadcast(wanted, shape)
        else:
            wanted = shape
        if out is None:
            return new_target(() if wanted is None else wanted, type_, self._device)
        target = given_target(out)
        if target.type != type_:
            raise ArgumentTypeError("out", Words(f"of type {name_of(target.type)}"),
                                    f"{name_of(type_)}, the type of the values")
        if wanted is not None and (target.shape != wanted if size is not None else
                                   not broadcasts(wanted, target.shape)):
            raise ArgumentError("out", Words(f"of shape {target.shape}"), f"{wanted}, the shape of size and parameters")
        return target

    def _type(self, law: Law, dtype: Any, out: Any, default: str | None = None) -> str:
        if dtype is not None and (dtype is not np.float64 or out is None or isinstance(out, np.ndarray)):
            return type_of(dtype)
        if out is not None and getattr(out, "dtype", None) is not None:
            try:
                return type_of(out.dtype)
            except TypeError:
                pass
        return default or law.default

    def _draw(self, law: Law, values: tuple[Any, ...], size: Any = None, dtype: Any = None, out: Any = None) -> Any:
        """Draws values of a law."""
        type_ = self._type(law, dtype, out)
        if (law.default == "i64" and type_ in _SMALLER and (law.name, type_) not in ENTRIES
                and not any(is_on_gpu(v) for v in values)):
            return self._draw_smaller(law, values, size, type_, out)
        if type_ in HALVES and law.name in ("uniform", "exponential"):
            arrays = [array_of(name, v) for name, v in zip(law.parameters, values)]
            return self._draw_half(common_shape(law.parameters, arrays), size, type_, out, law.name == "uniform",
                                   lambda place, shape: place._draw(law, values, shape, np.float32))
        entry = law.entry(type_)
        if all(isinstance(v, _NUMBERS) for v in values):
            values = tuple(_number(*named) for named in zip(law.parameters, values))
        elif any(is_on_gpu(v) for v in values):
            return self._draw_on_gpu(law, entry, values, size, out)
        else:
            arrays = [array_of(name, v) for name, v in zip(law.parameters, values)]
            if any(a.ndim for a in arrays):
                return self._draw_arrays(law, entry, arrays, size, out)
            values = tuple(_number(name, a[()]) for name, a in zip(law.parameters, arrays))
        self._refuse_negative_zeros(law, values)
        fixed = self._at_zero(law, values)
        if fixed is None:
            distribution = self._made(law, entry, values)
        target = self._target(None, size, entry.type, out)
        if fixed is None:
            self._source.fill(distribution, target.destination)
        else:
            self._write(target, np.full(target.shape, fixed, DTYPES[entry.type]))
            self._source.discard(prod(target.shape))
        return self._done(target, size is None and out is None)

    def _target_on_gpu(self, gpu: OnGpu, shape: tuple[int, ...], size: Any, type_: str, out: Any) -> Target:
        """Memory on the parameters' GPU; without `out`, their framework allocates it."""
        if out is None:
            wanted = shape if size is None else shape_of(size)
            check_broadcast(wanted, shape)
            out = gpu.empty(wanted, DTYPES[type_])
        target = self._target(shape, size, type_, out)
        there = target.destination
        if not getattr(there, "on_gpu", False) or there.device != gpu.device:
            raise ArgumentError("out", Words("on another device than the parameters"), f"memory of cuda:{gpu.device}")
        return target

    def _draw_on_gpu(self, law: Law, entry: Any, values: tuple[Any, ...], size: Any, out: Any) -> Any:
        """Values with separate parameters, some of which are on a GPU. The values are made there."""
        named = list(zip(law.parameters, values))
        gpu, dtype = OnGpu(named), type_of_parameters(entry)
        arrays = [gpu.array(name, value, dtype) for name, value in named]
        target = self._target_on_gpu(gpu, common_shape(law.parameters, arrays), size, entry.type, out)
        zeros = []
        for k in law.zero:
            zero = arrays[k] == 0
            if bool(zero.any()):
                zeros.append((gpu.full(zero, target.shape), k))
        kept = list(arrays)
        for zero, k in zeros:
            arrays[k] = gpu.where(arrays[k] == 0, gpu.array(law.parameters[k], 1, dtype), arrays[k])
        full = [gpu.full(a, target.shape) for a in arrays]
        bad = gpu.first_bad(entry, full)
        if bad is not None:
            self._made(law, entry, tuple(float(a.reshape(-1)[bad]) for a in full))
        with beside(gpu, target):
            try:
                self._source.fill_arrays(entry.index, [gpu.view(a) for a in full], target.destination)
            except ArgumentError as error:
                raise renamed(error, law) from None
        for zero, k in zeros:
            other = gpu.array(law.parameters[k], _without_scale(law, k, kept, gpu.clip), dtype)
            gpu.put(gpu.values_of(target.result), zero, gpu.full(other, target.shape))
        return self._done(target, False)

    def _draw_smaller(self, law: Law, values: tuple[Any, ...], size: Any, type_: str, out: Any) -> Any:
        """Counts in an integer type that the library does not support: converted int64 counts, which must all fit."""
        arrays = [array_of(name, v) for name, v in zip(law.parameters, values)]
        shape = common_shape(law.parameters, arrays)
        target = self._target(shape or None, size, type_, out)
        if getattr(target.destination, "on_gpu", False):
            raise ArgumentTypeError("dtype", name_of(type_), "int64 or uint32 on a GPU")
        numbers = np.iinfo(DTYPES[type_])
        with taken(self._source, prod(target.shape)) as first:
            made = self._beside(first)._draw(law, values, target.shape)
            wrong = (made < numbers.min) | (made > numbers.max)
            if wrong.any():
                raise OverflowError(f"a value is {made[wrong].flat[0]}; expected values of {name_of(type_)}, or dtype=int64")
            self._write(target, made.astype(numbers.dtype))
        return self._done(target, size is None and out is None and not shape)

    def _draw_half(self, shape: tuple[int, ...], size: Any, type_: str, out: Any, down: bool,
                   draw: Callable[[Any, tuple[int, ...]], np.ndarray]) -> Any:
        """16-bit floats: the float32 numbers at the same positions, rounded down, or to the nearest."""
        target = self._target(shape or None, size, type_, out)
        if getattr(target.destination, "on_gpu", False):
            raise ArgumentTypeError("dtype", name_of(type_), "float32 or float64 on a GPU, or the functions of tali.torch")
        with taken(self._source, prod(target.shape)) as first:
            self._write(target, halves(draw(self._beside(first), target.shape), type_, down))
        return self._done(target, size is None and out is None and not shape)

    def _beside(self, first: int) -> Any:
        """A source that draws from a position, without moving this object."""
        from tali._methods import Place  # a subclass of this class

        return Place(self._source.at(first))

    def _values(self, law: Law, values: tuple[Any, ...], size: Any, dtype: Any, out: Any) -> Any:
        """Like _draw, but uses the extension module's fast path if it supports all arguments."""
        made = self._quick(law.index, values, size, dtype, out)
        return self._draw(law, values, size, dtype, out) if made is None else made

    @staticmethod
    def _refuse_negative_zeros(law: Law, values: Sequence[Any]) -> None:
        for k in law.scales:
            value = values[k]
            if (value == 0 and copysign(1, value) < 0 if isinstance(value, (float, int)) else
                    np.any((value == 0) & np.signbit(value))):
                raise ArgumentError(law.parameters[k], -0.0, "a number of at least 0, and 0 without a sign")

    def _at_zero(self, law: Law, values: tuple[Any, ...]) -> float | None:
        """The constant value if a scale is 0, otherwise None. The other parameters must be valid."""
        zeros = [k for k in law.zero if values[k] == 0]
        if not zeros:
            return None
        # Checked in the widest type, because the allowed range does not depend on the type of the values.
        self._made(law, law.entry(), tuple(1 if k in zeros else v for k, v in enumerate(values)))
        return float(_without_scale(law, zeros[0], values))

    def _made(self, law: Law, entry: Any, values: tuple[Any, ...]) -> Any:
        """A law's distribution; errors use NumPy's names for the parameters."""
        try:
            return _core.make(entry.index, values)
        except ArgumentError as error:
            raise renamed(error, law, values) from None

    def _write(self, target: Target, values: np.ndarray) -> None:
        """Writes values that were made elsewhere."""
        _core.copy(target.destination, values)

    def _done(self, target: Target, single: bool) -> Any:
        if single and self._device is None:
            return target.result.item()
        return target.done()

    def _draw_arrays(self, law: Law, entry: Any, arrays: list[np.ndarray], size: Any, out: Any) -> Any:
        """Values with separate parameters."""
        shape = common_shape(law.parameters, arrays)
        self._refuse_negative_zeros(law, arrays)
        target = self._target(shape, size, entry.type, out)
        zeros: list[tuple[np.ndarray, Any]] = []
        for k in law.zero:
            if np.any(arrays[k] == 0):
                zero = np.broadcast_to(arrays[k] == 0, target.shape)
                zeros.append((zero, np.broadcast_to(_without_scale(law, k, arrays), target.shape)))
                arrays[k] = np.where(arrays[k] == 0, 1, arrays[k])
        wide = type_of_parameters(entry)
        with np.errstate(over="ignore"):  # infinities raise an error
            full = [np.ascontiguousarray(np.broadcast_to(a, target.shape), dtype=wide) for a in arrays]
        values = target.host
        if zeros and values is None:  # another framework's memory: the values are first assembled in host memory
            values = np.empty(target.shape, DTYPES[entry.type])
        try:
            self._source.fill_arrays(entry.index, full, target.destination if values is None else values)
        except ArgumentError as error:
            raise renamed(error, law, tuple(np.broadcast_to(a, target.shape) for a in arrays)) from None
        for where, what in zeros:
            np.copyto(values, np.asarray(what, dtype=values.dtype), where=where)
        if zeros and target.host is None:
            self._write(target, values)
        return self._done(target, False)


@contextmanager
def beside(gpu: OnGpu, target: Target) -> Iterator[None]:
    """Encloses a fill with parameters on a GPU. The target's stream may differ from that of the parameters' framework."""
    apart = target.destination.stream != gpu.stream
    if apart:
        gpu.wait()
    yield
    if apart:
        target.destination.wait()


def in_halves(x: np.ndarray, type_: str) -> np.ndarray:
    """Numbers rounded to 16-bit floats, as doubles."""
    with np.errstate(over="ignore"):
        made = halves(x.astype(np.float32), type_, False)
    return (made if type_ == "f16" else (made.astype(np.uint32) << 16).view(np.float32)).astype(np.float64)


def halves(x: np.ndarray, type_: str, down: bool) -> np.ndarray:
    """32-bit floats converted to 16 bits: rounded down, or to the nearest. bfloat16 numbers are returned as bits."""
    if type_ == "f16":
        with np.errstate(over="ignore"):
            made = x.astype(np.float16)
        return np.where(made > x, np.nextafter(made, np.float16(-np.inf)), made) if down else made
    bits = np.ascontiguousarray(x).view(np.uint32)
    more = np.where(np.signbit(x), 0xffff, 0) if down else 0x7fff + (bits >> 16 & 1)
    return ((bits + more.astype(np.uint32)) >> 16).astype(np.uint16)


def _without_scale(law: Law, scale: int, values: Sequence[Any], clip: Any = np.clip) -> Any:
    """The constant value for a scale of 0."""
    other = law.zero[scale]
    value = 0.0 if other is None else values[other]
    return value if law.limits is None else clip(value, *(values[k] for k in law.limits))


def common_shape(names: Iterable[str], arrays: Sequence[np.ndarray]) -> tuple[int, ...]:
    """The shape to which parameters broadcast."""
    try:
        return np.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        raise ValueError(f"{', '.join(names)} have the shapes {', '.join(str(a.shape) for a in arrays)}, "
                         "which do not broadcast") from None


def broadcasts(shape: tuple[int, ...], to: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(to, shape) == to
    except ValueError:
        return False


def check_broadcast(wanted: tuple[int, ...], shape: tuple[int, ...]) -> None:
    if not broadcasts(shape, wanted):
        raise ArgumentError("size", wanted, f"a shape to which the parameters' shape {shape} broadcasts")
