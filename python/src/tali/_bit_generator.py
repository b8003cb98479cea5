# SPDX-License-Identifier: Apache-2.0
"""tali's engines as NumPy bit generators, for numpy.random.Generator."""

from __future__ import annotations

import copy
import ctypes
import operator
import re
from collections import namedtuple
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from tali import _core
from tali._docs import described
from tali._errors import MISSING, ArgumentError, ArgumentTypeError, Words
from tali._key import flag_of
from tali._seeds import check_place, check_state, engine_from, index_of, key_from
from tali._targets import new_target, shape_of

#: Number of 64-bit values that even the slowest engine makes in a small fraction of a second
_PIECE = 1 << 20
#: Module of the engines' classes. Dask takes its first component as the library whose Generator accepts the bit generator.
_MODULE = "numpy.random.tali"
#: The name in a state, and in numpy.random: PyMC looks a state's class up there
_NAME = "tali.BitGenerator"
_Interface = namedtuple("interface", ("state_address", "state", "next_uint64", "next_uint32", "next_double",
                                      "bit_generator"))


def _steps(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise ArgumentTypeError(name, value, "an integer") from None


class BitGenerator(np.random.BitGenerator):
    """A NumPy bit generator with the words of an engine, for numpy.random.Generator.

    A 32-bit draw takes one word, a 64-bit draw the next two words, the low half first. The distributions are then
    NumPy's, not tali's.

    Every engine has a subclass, such as `tali.PCG64` and `tali.Philox4x32`, whose first parameter is the seed. Objects have the
    subclass as their type, so ``type(b)(seed)`` has the same engine as b, as NumPy, SciPy and Dask expect.

    Parameters
    ----------
    engine : str, optional
        Name of an engine, except quasi-random points, with options. A value that is not a string is taken as the seed, as in
        NumPy's bit generators.
    seed : None, int, Key, array_like of ints, SeedSequence, optional
        As for tali.Generator: an integer below 2**64 is the engine's seed.
    stream : int, optional
        Number of the stream.

    Examples
    --------
    >>> rng = np.random.Generator(tali.BitGenerator("philox4x32", 42))
    >>> rng.integers(10, size=3).shape
    (3,)
    """

    _engine = "philox4x32"

    def __new__(cls, engine: Any = None, seed: Any = None, stream: int = 0) -> BitGenerator:
        kind = _of_engine(cls, engine if isinstance(engine, str) else cls._engine)
        return super().__new__(kind, None)  # the seed is read once, below

    def __init__(self, engine: Any = None, seed: Any = None, stream: int = 0) -> None:
        if engine is not None and not isinstance(engine, str):
            if seed is not None:
                raise ArgumentTypeError("engine", Words(f"{engine!r} beside a seed"), "the name of an engine")
            seed = engine
        number, stream_number, sequence = key_from(seed, stream, _core.Engine(self._engine, 0, 0).max_stream)
        super().__init__(sequence if sequence is not None else np.random.SeedSequence([number, stream_number]))
        self._open(self._engine, number, stream_number, 0)

    @classmethod
    def _of(cls, engine: str, seed: int, stream: int, position: int) -> BitGenerator:
        made = cls(engine, seed, stream)
        made._words.position = position
        return made

    def _open(self, engine: str, seed: int, stream: int, position: int) -> None:
        """Switches to the words of an engine. A numpy.random.Generator that has their address continues with them."""
        words = _core.Engine(engine, seed, stream)
        if hasattr(self, "_words"):
            self._words.open(words, position)
        else:
            self._owner: Any = None  # the tali.Generator that owns this bit generator
            self._words = _core.Words(words, position)
            self._capsule = self._words.capsule()
        self._name = (engine, seed, stream)
        self.__class__ = _of_engine(type(self), engine)

    def _place(self) -> tuple[str, int, int, int]:
        """Engine, seed, stream and position, read under the lock that drawing threads hold instead of the GIL."""
        with self.lock:
            return *self._name, self._words.position

    @property
    def capsule(self) -> Any:
        """NumPy's bitgen_t, in a capsule named "BitGenerator"."""
        return self._capsule

    @property
    def state(self) -> dict[str, Any]:
        """Engine, seed, stream and position, in 32-bit words. If the bit generator belongs to a tali.Generator, its state also
        includes the generator's. After it is set to another object's state, draws continue like that object's."""
        words = dict(zip(("engine", "seed", "stream", "position"), self._place()))
        owner = {} if self._owner is None else {"generator": self._owner.state}
        return {"bit_generator": _NAME, "state": words, **owner}

    @state.setter
    def state(self, value: dict[str, Any]) -> None:
        check_state(value, "bit_generator", _NAME)
        words = value.get("state", value)  # older states were flat
        if not isinstance(words, dict):
            raise ArgumentTypeError("state['state']", Words(f"of type {type(words).__name__}"), "a dict returned by state")
        check_place("state" if words is value else "state['state']", words)
        if self._owner is not None and "generator" not in value:
            raise ArgumentError("state['generator']", MISSING, "a dict returned by the state of a generator's bit generator")
        name = engine_from(words["engine"]), index_of("seed", words["seed"]), index_of("stream", words["stream"])
        position = index_of("position", words["position"])
        _core.Engine(*name)  # raises for an unknown engine before anything is set
        if self._owner is not None:
            self._owner.state = value["generator"]
        with self.lock:
            self._open(*name, position)

    @described("Returns a bit generator whose position is 2**48 times `jumps` words ahead.",
               ">>> tali.BitGenerator(\"philox4x32\", 42).jumped().state[\"state\"][\"position\"] == 2**48\n"
               "True",
               "BitGenerator\nA new bit generator.", jumps="Number of jumps.")
    def jumped(self, jumps: int = 1) -> BitGenerator:
        steps = _steps("jumps", jumps) << 48
        *name, position = self._place()
        return self._of(*name, (position + steps) & ((1 << 64) - 1))

    @described("Skips 32-bit words, in constant time for most engines.",
               ">>> tali.BitGenerator(\"philox4x32\", 42).advance(10).state[\"state\"][\"position\"]\n"
               "10",
               "BitGenerator\nThis object.", delta="Number of words; a negative number moves back.")
    def advance(self, delta: int) -> BitGenerator:
        steps = _steps("delta", delta)
        with self.lock:
            self._words.position = (self._words.position + steps) & ((1 << 64) - 1)
        return self

    @described("Returns new bit generators of the same engine, seeded by NumPy's SeedSequence.",
               ">>> a, b = tali.BitGenerator(\"philox4x32\", 42).spawn(2)\n"
               ">>> a.random_raw() != b.random_raw()\n"
               "True",
               "list of BitGenerator\nBit generators with separate keys.", n_children="Number of bit generators.")
    def spawn(self, n_children: int) -> list[BitGenerator]:
        with self.lock:
            sequences = self.seed_seq.spawn(n_children)
        return [type(self)(s) for s in sequences]

    @described("Returns raw 64-bit numbers.",
               ">>> tali.BitGenerator(\"pcg32\", 42, 54).random_raw(2).tolist() == [\n"
               "...     0x7b47f409a15c02b7, 0x83d2f293ba1d3330]\n"
               "True",
               "int or ndarray of uint64\nThe bits.", size="Shape of the result.",
               output="False only advances the position and returns None.")
    def random_raw(self, size: Any = None, output: bool = True) -> Any:
        shape = () if size is None else shape_of(size)
        if not flag_of("output", output):
            self.advance(2 * prod(shape))
            return None
        values = new_target(shape, "u64", None).result
        flat = values.reshape(-1)
        with self.lock:
            first = self._words.position
            try:
                for at in range(0, flat.size, _PIECE):  # Python handles signals between two pieces
                    self._words.fill(flat[at:at + _PIECE])
            except BaseException:
                self._words.position = first
                raise
        return values.item() if size is None else values

    def _benchmark(self, cnt: int, method: str = "uint64") -> None:
        self.random_raw(cnt)

    @property
    def ctypes(self) -> Any:
        """Addresses and functions, as ctypes objects."""
        state, next64, next32, double, address = self._words.addresses()
        pointer = ctypes.c_void_p
        return _Interface(state, pointer(state), ctypes.CFUNCTYPE(ctypes.c_uint64, pointer)(next64),
                          ctypes.CFUNCTYPE(ctypes.c_uint32, pointer)(next32),
                          ctypes.CFUNCTYPE(ctypes.c_double, pointer)(double), pointer(address))

    @property
    def cffi(self) -> Any:
        """Addresses and functions, as cffi objects."""
        import cffi

        ffi = cffi.FFI()
        state, next64, next32, double, address = self._words.addresses()
        return _Interface(state, ffi.cast("void *", state), ffi.cast("uint64_t (*)(void *)", next64),
                          ffi.cast("uint32_t (*)(void *)", next32), ffi.cast("double (*)(void *)", double),
                          ffi.cast("void *", address))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._plain(), *self._place(), self.seed_seq)

    def __copy__(self) -> BitGenerator:
        return _restored(self._plain(), *self._place(), self.seed_seq)

    def __deepcopy__(self, memo: dict[int, Any]) -> BitGenerator:
        return _restored(self._plain(), *self._place(), copy.deepcopy(self.seed_seq, memo))

    @classmethod
    def _plain(cls) -> type[BitGenerator]:
        """The class without an engine: the base class of an engine's class, or the class itself."""
        return cls.__bases__[0] if _is_of_engine(cls) else cls


setattr(np.random, _NAME, BitGenerator)


def _is_of_engine(cls: type[BitGenerator]) -> bool:
    return cls.__module__ == _MODULE


def _class_name(engine: str) -> str:
    """PCG64DXSM for pcg64-dxsm, as NumPy spells its class names."""
    first, *rest = engine.replace("++", "PlusPlus").split("-")

    def written(part: str) -> str:
        letters = re.match("[a-z]*", part)[0]  # type: ignore[index]
        return (letters.upper() if len(letters) <= 4 else letters.capitalize()) + part[len(letters):]

    return written(first) + "".join("_" + part if part[0].isdigit() else written(part) for part in rest)


@lru_cache(maxsize=64)
def _subclass(base: type[BitGenerator], engine: str) -> type[BitGenerator]:
    name = _class_name(engine) if base is BitGenerator and ":" not in engine else base.__name__
    return type(name, (base,), {"_engine": engine, "__module__": _MODULE, "__doc__": base.__doc__})


def engine_classes() -> dict[str, type[BitGenerator]]:
    """The bit generator class of each engine with access to any index."""
    indexed = [name for name, indexed, _ in _core.engines() if indexed]
    return {_class_name(name): _of_engine(BitGenerator, name) for name in indexed}


def _of_engine(cls: type[BitGenerator], engine: str) -> type[BitGenerator]:
    """The bit generator class of an engine."""
    return cls if engine == cls._engine and _is_of_engine(cls) else _subclass(cls._plain(), engine)


def _restored(cls: type[BitGenerator], engine: str, seed: int, stream: int, position: int,
              sequence: Any) -> BitGenerator:
    made = cls.__new__(cls, engine)
    np.random.BitGenerator.__init__(made, sequence)
    made._open(engine, seed, stream, position)
    return made
