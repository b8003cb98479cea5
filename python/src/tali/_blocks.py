# SPDX-License-Identifier: Apache-2.0
"""Blocks of arrays, and rows with one key each: all methods, for many ranges per call."""

from __future__ import annotations

import functools
import inspect
import re
from typing import Any

import numpy as np

from tali import _core
from tali._by_name import Named
from tali._key import Key, flag_of, index_of, pairs_of
from tali._continuous import Continuous
from tali._discrete import Discrete
from tali._docs import described, text_of
from tali._draws import broadcasts
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._methods import Methods, Place, names
from tali._on_gpu import is_on_gpu
from tali._ranges import BlockOf, Ranged, RowsOf, into
from tali._targets import device_number, shape_of

#: Methods that make values of a given shape; blocks and rows have the same methods.
SHAPED = [n for n in names() if "size" in inspect.signature(getattr(Methods, n)).parameters]


class Block:
    """A part of an array of random numbers, such as one process's part or a chunk.

    Use `tali.Sequence.block` to make one. It has `fill` and the methods of tali.Generator that take a size, but without `size`.
    They return the block's part of ``sequence.method(..., size=shape)``, however the array is divided. `out=` also takes
    strided NumPy arrays, such as the interior of memory with a halo. Parameters are numbers, or arrays with the shape of the
    whole array, from which the block takes its part.

    Examples
    --------
    >>> s = tali.Sequence(seed=tali.Key(42))
    >>> whole = s.normal(size=(8, 6))
    >>> part = s.block((8, 6), (4, 2), (4, 3)).normal()
    >>> bool((part == whole[4:8, 2:5]).all())
    True
    >>> memory = np.zeros((6, 5))
    >>> _ = s.block((8, 6), (4, 2), (4, 3)).normal(out=memory[1:-1, 1:-1])
    >>> bool((memory[1:-1, 1:-1] == part).all())
    True
    """

    __slots__ = ("_source", "_device", "_part", "_threads")

    def __init__(self, source: Any, device: int | None, shape: Any, offset: Any = None, local_shape: Any = None,
                 threads: int = -1) -> None:
        whole = shape_from("shape", shape)
        start = (0,) * len(whole) if offset is None else shape_from("offset", offset)
        rest = tuple(max(n - o, 0) for n, o in zip(whole, start))
        local = rest if local_shape is None else shape_from("local_shape", local_shape)
        for name, given in (("offset", start), ("local_shape", local)):
            if len(given) != len(whole):
                raise ArgumentError(name, given, f"{len(whole)} numbers, one per dimension of shape")
        if whole:
            try:
                _core.check_block(whole, start, local)
            except ArgumentError as error:
                if error.argument != "global_shape":  # the name in C++
                    raise
                raise error.renamed("shape") from None
        self._source, self._device, self._part, self._threads = source, device, (whole, start, local), threads

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the whole array."""
        return self._part[0]

    @property
    def offset(self) -> tuple[int, ...]:
        """Where the block begins in the array."""
        return self._part[1]

    @property
    def local_shape(self) -> tuple[int, ...]:
        """The shape of the block."""
        return self._part[2]

    @described("Makes the block from any distribution, by name.",
             ">>> block = tali.Sequence(seed=42).block((1000, 1000), (500, 500), (2, 3))\n"
             ">>> block.fill(\"normal-icdf\", dtype=\"float32\", mu=10, sigma=2).shape\n"
             "(2, 3)",
             "array\nThe block; for vector distributions each element is a row.")
    def fill(self, distribution: str, dtype: Any = None, out: Any = None, **parameters: Any) -> Any:
        source = BlockOf(self._source, self._part, self._threads)
        return into(out, lambda memory: Named().fill(source, self._device, distribution, self.local_shape, dtype, memory,
                                                     parameters))

    def __repr__(self) -> str:
        return f"<tali.Block of {self.local_shape} at {self.offset} in {self.shape}>"


class Rows:
    """One row of random numbers per key. A row depends only on its key, not on the other rows.

    Use `tali.rows` to make one. It has `fill` and the methods of tali.Generator that take a size; `size` is the shape of a row.
    Row b equals the result of the same method of ``tali.Sequence(seed=keys[b])``. Parameters are numbers, or arrays that
    broadcast to the shape of all rows, (keys, *size).

    Examples
    --------
    >>> x = tali.rows(tali.Key(42).split(1000)).normal(size=4)
    >>> y = tali.rows([tali.Key(42).split_at(999)]).normal(size=4)
    >>> bool((x[999] == y[0]).all())
    True
    """

    __slots__ = ("_pairs", "_first", "_device")

    def __init__(self, keys: Any, first: int = 0, device: str = "cpu") -> None:
        if not hasattr(keys, "__iter__") and not isinstance(keys, Key):
            raise ArgumentTypeError("keys", keys, "a list of tali.Key, or an array of keys")
        self._pairs, self._first, self._device = pairs_of(keys), index_of("first", first), device_number(device)

    def __len__(self) -> int:
        return len(self._pairs)

    def _size(self, size: Any, out: Any) -> tuple[int, ...] | None:
        """The shape of all rows; None if it is that of `out`."""
        if size is not None:
            return (len(self._pairs), *shape_from("size", size))
        if out is None:
            return (len(self._pairs),)
        if tuple(np.shape(out))[:1] != (len(self._pairs),):
            raise ArgumentError("out", Words(f"of shape {tuple(np.shape(out))}"), f"{len(self._pairs)} rows, one per key")
        return None

    def _ranges(self) -> RowsOf:
        return RowsOf(self._pairs, self._first)

    @described("Makes rows from any distribution, by name.",
             ">>> tali.rows(tali.Key(42).split(2)).fill(\"gamma\", size=3, shape=2.5).shape\n"
             "(2, 3)",
             "array\nValues of shape (keys, *size); for vector distributions each value is a row.",
             size="Shape of a row. None: that of `out`, or one value for every key.")
    def fill(self, distribution: str, size: Any = None, dtype: Any = None, out: Any = None, **parameters: Any) -> Any:
        shape = self._size(size, out)
        return into(out, lambda memory: Named().fill(self._ranges(), self._device, distribution, shape, dtype, memory,
                                                     parameters), direct=False)

    def _each(self, name: str, *args: Any, **kwargs: Any) -> list[Any]:
        """A method's result for each key; if there are no keys, that for one arbitrary key, which has the right shape."""
        if self._device is not None:
            raise ArgumentTypeError("device", f"cuda:{self._device}", "'cpu' for permutations and bytes of rows")
        made = []
        for seed, stream in self._pairs.tolist() or [(0, 0)]:
            place = Place(_core.Source(_core.Engine("philox4x32", seed, stream), self._first))
            made.append(getattr(place, name)(*args, **kwargs))
        return made

    @described("Returns a random permutation of an array along an axis, or of 0 ... x - 1, for each key.",
               ">>> keys = tali.Key(42).split(3)\n"
               ">>> x = tali.rows(keys).permutation(5)\n"
               ">>> bool((x[1] == tali.Sequence(seed=keys[1]).permutation(5)).all())\n"
               "True",
               "array\nPermutations, of shape (keys, *shape of x).",
               x="(int or array_like) The array to permute, or the number of elements.", axis="The axis along which x is permuted.")
    def permutation(self, x: Any, axis: int = 0) -> np.ndarray:
        return np.stack(self._each("permutation", x, axis))[:len(self)]

    @described("Draws random bytes for each key.",
               ">>> keys = tali.Key(42).split(3)\n"
               ">>> tali.rows(keys).bytes(16)[1] == tali.Sequence(seed=keys[1]).bytes(16)\n"
               "True",
               "list of bytes\n`length` bytes for each key.", length="Number of bytes.")
    def bytes(self, length: int) -> list[Any]:
        return self._each("bytes", length)[:len(self)]

    def __repr__(self) -> str:
        return f"<tali.Rows of {len(self._pairs)} keys from index {self._first} on>"


@described("Makes one row of random numbers per key. The result has the methods of tali.Generator; their `size` is the shape of a row.",
           ">>> keys = tali.Key(42).split(3)\n"
           ">>> x = tali.rows(keys).normal(10, 2, size=4)\n"
           ">>> x.shape\n"
           "(3, 4)\n"
           ">>> bool((x[1] == tali.Sequence(seed=keys[1]).normal(10, 2, size=4)).all())\n"
           "True",
           "Rows\nAn object whose methods return arrays of shape (keys, *size).",
           keys="(list of Key, or array) An array has the shape (rows, 16) and the type uint8, or (rows, 2) and the type uint64.",
           first="Index of a row's first value in the sequence of its key.")
def rows(keys: Any, first: int = 0, device: str = "cpu") -> Rows:
    return Rows(keys, first, device)


def shape_from(name: str, value: Any) -> tuple[int, ...]:
    """A shape with dimensions below 2**64."""
    try:
        return tuple(index_of(name, n) for n in shape_of(value))
    except (TypeError, ValueError):
        raise _type_of_error(value)(name, value, "an integer or a tuple of integers from 0 to 2**64 - 1") from None


def _type_of_error(value: Any) -> type[ArgumentError] | type[ArgumentTypeError]:
    """ArgumentError for numbers out of range, ArgumentTypeError for other types."""
    numbers = value if isinstance(value, (tuple, list)) else (value,)
    whole = all(hasattr(n, "__index__") and not isinstance(n, bool) for n in numbers)
    return ArgumentError if whole else ArgumentTypeError


def place_of_axis(arguments: dict[str, Any]) -> int:
    """The axis of `choice`, counted from the front: the number of dimensions of `a` before the chosen ones."""
    axis = arguments.get("axis", 0)
    return axis % np.ndim(arguments["a"]) if axis and hasattr(axis, "__index__") and np.ndim(arguments["a"]) else 0


def part_of(name: str, value: Any, part: tuple[tuple[int, ...], ...]) -> Any:
    """The block's part of a parameter that is an array; numbers are returned unchanged."""
    if isinstance(value, (float, int, np.generic)) or is_on_gpu(value):
        return value
    array = np.asarray(value)
    whole, start, local = part
    if array.ndim == 0:
        return value
    if not broadcasts(array.shape, whole):
        raise ArgumentError(name, Words(f"of shape {array.shape}"),
                            f"a number, or what broadcasts to {whole}, the shape of the whole array")
    dimensions = zip(array.shape, start[-array.ndim:], local[-array.ndim:])
    return array[tuple(slice(None) if n == 1 else slice(at, at + m) for n, at, m in dimensions)]


RETURNS = "array\nThe values; `out` if it is given."
RETURNS_NEW = "array\nThe values."

#: Types and texts of parameters that differ from the method's own in a call for many ranges, by method.
OF_NUMBERS = {
    "choice": {"a": ("int or array_like", "What is taken from."),
               "replace": ("bool, optional", "Must be True: elements are drawn one by one."),
               "shuffle": ("bool, optional", "No effect.")},
    "categorical": {"logits": ("array_like, optional", "Logarithms of weights instead, of one dimension.")},
    "multinomial": {"pvals": ("array_like", "Probabilities of the outcomes; they add up to 1.")},
}


def documentation(method: Any, leave: tuple[str, ...] = (), more: tuple[tuple[str, str, str], ...] = (),
                  returns: str = "", size: str = "", axis: str = "", example: str = "", prints: str = "",
                  own: tuple[str, ...] = ()) -> str:
    """Builds a method's docstring for a call that fills many ranges.

    It omits the parameters in `leave`, and has `more` before the others. `size` and `axis` replace the texts of these parameters.
    In the example, {call} stands for the method's name and its arguments without a size, such as "normal(10, 2"; {first} is the
    same with a key and the size 6 before the arguments. Parameters in `own` keep the method's texts.
    """
    summary, described, _ = method.described
    arrays, others, entries = takes_arrays(method), OF_NUMBERS.get(method.__name__, {}), [*more]
    for name, kind, text in described:
        if name in leave:
            continue
        if name not in own:
            kind, text = others.get(name, (kind if name in arrays else kind.replace(" or array_like", ""), text))
        entries.append((name, kind, {"size": size, "axis": axis}.get(name) or text))
    takes_out = "out" in inspect.signature(method).parameters
    arguments = re.sub(r"(, )?size=[^=]*$", "", method.example)
    call = f"{method.__name__}({arguments}"
    shown = example and ">>> " + example.format(call=call, comma=", " if arguments else "", first=call.replace(
        "(", "(tali.Key(42), 6, ", 1).rstrip(", ")) + "\n" + prints
    return text_of(summary, entries, returns or (RETURNS if takes_out else RETURNS_NEW), shown)


def _bound(signature: inspect.Signature, *args: Any, **kwargs: Any) -> dict[str, Any]:
    given = dict(signature.bind(*args, **kwargs).arguments)
    del given["self"]
    return given


def takes_arrays(method: Any) -> list[str]:
    """A method's parameters that may be arrays with one number per value."""
    name = method.__name__
    if name == "integers":
        return ["low", "high"]
    if not hasattr(Continuous, name) and not hasattr(Discrete, name):
        return []
    return [p for p in inspect.signature(method).parameters if p not in ("self", "size", "dtype", "out", "method")]


def _of_block(name: str) -> Any:
    """A generator's method, without the parameter `size`."""
    method = getattr(Methods, name)
    parameters = [p for p in inspect.signature(method).parameters.values() if p.name != "size"]
    signature = inspect.Signature(parameters, return_annotation="Any")
    takes_out, direct = "out" in signature.parameters, hasattr(Continuous, name) or hasattr(Discrete, name)

    @functools.wraps(method)
    def draw(self: Block, *args: Any, **kwargs: Any) -> Any:
        given = _bound(signature, self, *args, **kwargs)
        given.update({n: part_of(n, given[n], self._part) for n in takes_arrays(method) if n in given})
        source = Ranged(BlockOf(self._source, self._part, self._threads), self._device)
        if not takes_out:
            return method(source, size=self.local_shape, **given)
        out = given.pop("out", None)
        return into(out, lambda memory: method(source, size=self.local_shape, out=memory, **given), direct)

    draw.__signature__ = signature  # type: ignore[attr-defined]
    draw.__doc__ = documentation(method, ("size",), prints="2",
                                 example="len(tali.Sequence(seed=42).block(6, 4).{call}))")
    draw.__module__, draw.__qualname__ = __name__, f"Block.{name}"
    return draw


def _of_rows(name: str) -> Any:
    """A generator's method; its `size` is the shape of a row."""
    method = getattr(Methods, name)
    signature = inspect.signature(method)
    takes_out = "out" in signature.parameters

    @functools.wraps(method)
    def draw(self: Rows, *args: Any, **kwargs: Any) -> Any:
        given = _bound(signature, self, *args, **kwargs)
        if name == "choice" and not flag_of("replace", given.get("replace", True)):
            return np.stack(self._each(name, **given))[:len(self)]
        out = given.pop("out", None)
        shape = self._size(given.pop("size", None), out)
        source = Ranged(self._ranges(), self._device)
        if not takes_out:
            made = method(source, size=shape, **given)
            place = place_of_axis(given)
            return np.moveaxis(made, place, 0) if place else made  # moves the axis of the keys, if choice used another axis
        return into(out, lambda memory: method(source, size=shape, out=memory, **given), direct=False)

    none = "that of `out`, or one value for every key" if takes_out else "one value for every key"
    draw.__doc__ = documentation(method, size=f"Shape of a row. None: {none}.", prints="2", own=("replace", "shuffle"),
                                 example="len(tali.rows(tali.Key(42).split(2)).{call}{comma}size=3))")
    draw.__module__, draw.__qualname__ = __name__, f"Rows.{name}"
    return draw


for _name in SHAPED:
    setattr(Block, _name, _of_block(_name))
    setattr(Rows, _name, _of_rows(_name))
