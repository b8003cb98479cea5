# SPDX-License-Identifier: Apache-2.0
"""Distributed arrays: a function for every method of tali.Generator that takes a size.

The modules dask, jax and mpi use this module: they decide which process makes which block, and Call makes the block.
"""

from __future__ import annotations

import inspect
import zlib
from typing import Any, Callable

import numpy as np

from tali._blocks import SHAPED, Block, documentation, place_of_axis, shape_from
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._key import Key
from tali._methods import Methods
from tali._sequence import Sequence

SIZE = ("size", "int or tuple of ints", "Shape of the whole array: at most eight dimensions and 2**64 elements.")


class Call:
    """A call of a method, with its parameters for the whole array. It can be sent to other processes."""

    __slots__ = ("sequence", "name", "shape", "arguments")

    def __init__(self, key: Any, name: str, shape: Any, arguments: dict[str, Any]) -> None:
        if isinstance(key, Key):
            key = Sequence(seed=key)
        if not isinstance(key, Sequence):
            raise ArgumentTypeError("key", key, "a tali.Key, such as tali.Key(42), or a tali.Sequence")
        if key._device is not None:
            raise ArgumentError("key", Words(f"a sequence on cuda:{key._device}"), "a sequence on the CPU")
        self.sequence, self.name, self.arguments = key, name, arguments
        self.shape = shape_from("size", shape)
        if place_of_axis(arguments) != 0:
            raise ArgumentError("axis", arguments['axis'], "0 for arrays in parts")

    def __reduce__(self) -> tuple[Any, ...]:
        return Call, (self.sequence, self.name, self.shape, self.arguments)

    def block(self, offset: tuple[int, ...], local_shape: tuple[int, ...], threads: int = -1) -> np.ndarray:
        """The values of a part of the array, made with `threads` threads; -1: the setting of tali.set_threads."""
        part = Block(self.sequence._source, None, self.shape, offset, local_shape, threads)
        return getattr(part, self.name)(**self.arguments)

    def kind(self) -> tuple[np.dtype, tuple[int, ...]]:
        """The type of the values, and the shape of an element. Raises for invalid parameters."""
        none = self.block((0,) * len(self.shape), (0,) * len(self.shape)) if self.shape else self.block((), ())
        return none.dtype, none.shape[len(self.shape):]

    def __repr__(self) -> str:
        given = "".join(f", {name}={_shown(value)}" for name, value in self.arguments.items())
        return f"{self.name}({self.sequence!r}, {self.shape}{given})"


def _shown(value: Any) -> str:
    """A parameter as text, complete enough to compare: NumPy would omit the middle of long arrays."""
    if not isinstance(value, (np.ndarray, list, tuple)):
        return repr(value)
    array = np.asarray(value)
    if array.dtype.hasobject:
        return repr(array.tolist())
    return f"<{array.dtype} {array.shape}, CRC {zlib.crc32(np.ascontiguousarray(array).tobytes())}>"


def functions(module: dict[str, Any], make: Callable[..., Any], own: list[tuple[inspect.Parameter, str, str]],
              returns: str, leave: tuple[str, ...] = ("self", "size", "out"), example: str = "",
              key: str = "Key or Sequence") -> list[str]:
    """Adds a function for every method to a module, and returns their names. Each calls make(key, name, size, arguments, **own), whose
    last are the module's own parameters: `own` has the parameter, its type and its text.

    `returns` is the result's type and description, separated by a line break; `leave` the method's parameters that the functions do
    not have; `example` prints 6, in the form that `documentation` takes; `key` is the type of the parameter `key`, as text.
    """
    kinds = inspect.Parameter
    first = [kinds(n, kinds.POSITIONAL_ONLY, annotation="Any") for n in ("key", "size")]
    for name in SHAPED:
        given = [p for p in inspect.signature(getattr(Methods, name)).parameters.values() if p.name not in leave]
        every = first + given + [p for p, _, _ in own]
        signature = inspect.Signature(sorted(every, key=lambda p: p.kind), return_annotation="Any")

        def draw(*args: Any, __name: str = name, __signature: inspect.Signature = signature, **kwargs: Any) -> Any:
            bound = __signature.bind(*args, **kwargs)
            arguments = dict(bound.arguments)
            key, size = arguments.pop("key"), arguments.pop("size")
            mine = {p.name: arguments.pop(p.name, p.default) for p, _, _ in own}
            return make(key, __name, size, arguments, **mine)

        draw.__name__ = draw.__qualname__ = name
        draw.__module__ = module["__name__"]
        draw.__signature__ = signature  # type: ignore[attr-defined]
        entries = ("key", key, "Names the numbers: those of ``tali.Sequence(seed=key)``."), SIZE, *((p.name, *texts) for p, *texts in own)
        draw.__doc__ = documentation(getattr(Methods, name), leave, entries, returns, example=example, prints="6",
                                     axis="The axis along which elements lie: the first, 0.")
        module[name] = draw
    return list(SHAPED)
