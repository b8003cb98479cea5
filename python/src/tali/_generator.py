# SPDX-License-Identifier: Apache-2.0
"""The generator: a key, and one position."""

from __future__ import annotations

import copy
import os
import threading
from typing import Any, TypeVar, overload

import numpy as np

from tali import _core
from tali._bit_generator import BitGenerator
from tali._by_name import Named
from tali._docs import described
from tali._errors import ArgumentError, ArgumentTypeError
from tali._key import Key
from tali._methods import HELD, Methods
from tali._seeds import check_place, check_state, engine_from, index_of, key_from
from tali._targets import device_number

#: Number of children that spawn can make from one key
_CHILDREN = 1 << 64
#: The substream of the bit generator's words
_WORDS = 0x62697467
#: Held while an attribute of a generator is read, changed and written back. Draws do not need it: the extension module advances the position.
_lock = threading.Lock()
if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


class _Refusal:
    """The lock that NumPy's own methods take to draw from a generator."""

    def __enter__(self) -> None:
        raise TypeError("numpy.random.Generator's own method is called with a tali.Generator; call the generator's method")

    def __exit__(self, *_: object) -> None: ...


class _NoWords:
    """The bit generator that NumPy's own methods see in a tali.Generator. Drawing from it raises an error."""

    _kept = np.random.PCG64(0)
    capsule, lock = _kept.capsule, _Refusal()


class Generator(Methods, np.random.Generator):
    """A numpy.random.Generator whose methods draw tali's numbers, from every distribution.

    Libraries accept it wherever they accept NumPy's, such as ``random_state=`` in SciPy and pandas.

    Every distribution and value type has a separate sequence. Each value of any distribution advances the position by
    one. Two draws of n values give the same values as one draw of 2 n. `bytes` is an exception: it advances the position by
    one per eight bytes, rounded up. The numbers are those of tali::generator in C++, on every machine.

    Parameters
    ----------
    engine : str, optional
        An engine with access to any index, such as "philox4x32", "pcg32", "pcg64" or "mt19937". On a GPU, rejection
        distributions (gamma, Poisson, ...) need "philox4x32" or "philox4x32-7".
    seed : None, int, Key, array_like of ints, SeedSequence, optional
        An integer below 2**64 is used directly as the seed, and a key as seed and stream; anything else goes through
        NumPy's SeedSequence. None gives a different seed every time.
    stream : int, optional
        Number of the stream, below 2**64.
    device : str, optional
        Where values are made if `out` is not given: "cpu" gives NumPy arrays; "cuda" or "cuda:1" gives objects that other
        frameworks accept through DLPack.

    Examples
    --------
    >>> g = tali.Generator(seed=42)
    >>> a = g.normal(size=4)
    >>> h = tali.Generator(seed=42)
    >>> bool((np.concatenate([h.normal(size=1), h.normal(size=3)]) == a).all())
    True
    """

    __slots__ = (*HELD, "_seed_sequence", "_spawned", "_words", "__weakref__")

    def __init__(self, engine: str = "philox4x32", seed: Any = None, stream: int = 0, device: str = "cpu") -> None:
        number, stream, self._seed_sequence = key_from(seed, stream)
        self._set(_core.Source(engine_from(engine), number, stream, 0), device_number(device))

    def _set(self, source: Any, device: int | None, spawned: int = 0) -> None:
        np.random.Generator.__init__(self, _NoWords)  # type: ignore[arg-type]
        self._device = device
        self._draw_from(source, spawned)
        self._words: Any = None  # the bit generator, made on first use

    def _draw_from(self, source: Any, spawned: int) -> None:
        source.moves, source.on_host = True, self._device is None
        self._source, self._quick, self._spawned = source, source.draw, spawned

    @classmethod
    def _of(cls, source: Any, device: int | None, spawned: int = 0) -> Generator:
        made = cls.__new__(cls)
        made._seed_sequence = None
        made._set(source, device, spawned)
        return made

    @property
    def engine(self) -> str:
        """The engine's name."""
        return self._source.engine

    @property
    def seed(self) -> int:
        """The key's seed."""
        return self._source.seed

    @property
    def stream(self) -> int:
        """The key's stream."""
        return self._source.stream

    @property
    def device(self) -> str:
        """The device on which values are made if `out` is not given."""
        return "cpu" if self._device is None else f"cuda:{self._device}"

    @property
    def key(self) -> Key:
        """The key from which all of the generator's sequences are derived."""
        return Key.of(self.seed, self.stream)

    @property
    def position(self) -> int:
        """Number of values drawn so far; set it to move to any position up to 2**62."""
        return self._source.position

    @position.setter
    def position(self, value: int) -> None:
        self._source.position = index_of("position", value, 1 << 62)

    @described("Returns a generator with the same key at another position.\n\n"
               "It has the same children as this generator: its first call of `spawn` returns the key's first children again.",
               ">>> g = tali.Generator(seed=42)\n"
               ">>> x = g.normal(size=1000)\n"
               ">>> bool(g.at(999).normal() == x[999])\n"
               "True",
               "Generator\nA generator with the same key, at that position.", index="The position, 0 ... 2**62.")
    def at(self, index: int) -> Generator:
        return self._of(self._source.at(index_of("index", index, 1 << 62)), self._device)

    @described("Draws the next values of any distribution, by name.",
             ">>> tali.Generator(seed=42).fill(\"uniform-int\", 5, dtype=\"int32\", low=1, high=6)\n"
             "array([1, 3, 4, 4, 3], dtype=int32)",
             "array or number\nThe values.")
    def fill(self, distribution: str, size: Any = None, dtype: Any = None, out: Any = None, **parameters: Any) -> Any:
        return Named().fill(self._source, self._device, distribution, size, dtype, out, parameters)

    def _child(self, split: bool, number: int) -> Generator:
        source = self._source
        return self._of(_core.Source(source.engine, *_core.key_child(source.seed, source.stream, split, number), 0), self._device)

    @described("Returns the child generator for a number, at position 0. It depends only on this generator's key and the number.",
               ">>> g = tali.Generator(seed=42)\n"
               ">>> g.fold_in(3).random() == g.fold_in(3).random() != g.fold_in(4).random()\n"
               "True",
               "Generator\nA generator with a separate key.", number="0 ... 2**64 - 1, such as a rank or an epoch.")
    def fold_in(self, number: int) -> Generator:
        return self._child(False, index_of("number", number))

    @described("Returns new generators, one per thread or task. Every call returns different ones.\n\n"
               "The children depend on the key, not on the position: another generator with the same key, such as one from `at`, has\n"
               "the same children.",
               ">>> a, b = tali.Generator(seed=42).spawn(2)\n"
               ">>> a.random() != b.random()\n"
               "True",
               "list of Generator\nGenerators at position 0, with separate keys. The first call returns those that `split` gives in C++.",
               n_children="Number of generators.")
    def spawn(self, n_children: int) -> list[Generator]:
        n = index_of("n_children", n_children, 1 << 40)
        with _lock:
            first = self._spawned
            last = self._spawned = first + index_of("n_children", n, min(1 << 40, _CHILDREN - first))
        return [self._child(True, i) for i in range(first, last)]

    @property
    def bit_generator(self) -> BitGenerator:
        """A NumPy bit generator with this key, for code that needs a bit generator.

        Its words are separate from this generator's, and its draws do not move this generator's position. It is the same object
        every time. Its `state` includes this generator's state, and setting it sets both. This generator's `state` does not
        include the bit generator's position; setting this generator's `state` therefore restarts the bit generator. A copy or
        pickle has a separate bit generator, which continues from this one's position.
        """
        if self._words is None:
            made = BitGenerator._of(self.engine, *self._source.substream(_WORDS), 0)
            made._owner = self
            with _lock:
                if self._words is None:
                    self._words = made
        return self._words

    #: The name by which NumPy and SciPy also read it
    _bit_generator = bit_generator

    @property
    def state(self) -> dict[str, Any]:
        """The complete state, as a dict. Set it to continue from that state."""
        source = self._source
        return {"generator": "tali.Generator", "engine": source.engine, "seed": source.seed, "stream": source.stream,
                "position": source.position, "spawned": self._spawned}

    @state.setter
    def state(self, value: dict[str, Any]) -> None:
        check_state(value, "generator", "tali.Generator")
        check_place("state", value, "spawned")
        source = _core.Source(engine_from(value["engine"]), index_of("seed", value["seed"]),
                              index_of("stream", value["stream"]), index_of("position", value["position"], 1 << 62))
        spawned = index_of("spawned", value["spawned"], _CHILDREN)
        self._draw_from(source, spawned)
        words = self._words
        if words is not None:
            with words.lock:
                words._open(self.engine, *source.substream(_WORDS), 0)

    @described("Returns the state as 32 bytes, which C++ and other languages can load; for philox4x32 only.",
               ">>> g = tali.Generator(seed=42)\n"
               ">>> _ = g.normal(size=10)\n"
               ">>> tali.Generator.load(g.save()).position\n"
               "10",
               "bytes\nThe state with a checksum, the same on every machine.")
    def save(self) -> bytes:
        if self.engine != "philox4x32":
            raise ArgumentError("engine", self.engine, "philox4x32, whose state is 32 bytes")
        return _core.save(self.seed, self.stream, self.position)

    @classmethod
    @described("Restores a generator that was saved in any language.",
               ">>> g = tali.Generator(seed=42)\n"
               ">>> tali.Generator.load(g.save()).normal() == g.normal()\n"
               "True",
               "Generator\nA generator that continues from the saved position.", saved="The 32 bytes that `save` returned.")
    def load(cls, saved: bytes) -> Generator:
        try:
            given = memoryview(saved).tobytes()
        except TypeError:
            raise ArgumentTypeError("saved", saved, "the 32 bytes that save gave") from None
        seed, stream, position = _core.load(given)
        return cls._of(_core.Source("philox4x32", seed, stream, position), None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.state, self.device, self._words)

    def __copy__(self) -> Generator:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Generator:
        made = self._of(self._source.at(self.position), self._device, self._spawned)
        return made._with_words(copy.deepcopy(self._words, memo))

    def _with_words(self, words: Any) -> Generator:
        self._words = words
        if words is not None:
            words._owner = self
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generator) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (f"tali.Generator({self.engine!r}, seed={self.seed}, stream={self.stream}, device={self.device!r}) "
                f"at position {self.position}")

    __str__ = __repr__


def _restored(cls: type[Generator], state: dict[str, Any], device: str, bit_generator: Any = None) -> Generator:
    made = cls._of(_core.Source("philox4x32", 0, 0, 0), device_number(device))
    made.state = state
    return made._with_words(bit_generator)


_Given = TypeVar("_Given", bound=np.random.Generator)


@overload
def default_rng(seed: _Given) -> _Given: ...
@overload
def default_rng(seed: np.random.BitGenerator | np.random.RandomState) -> np.random.Generator: ...
@overload
def default_rng(seed: Any = None) -> Generator: ...
@described("Makes a generator from a seed; a replacement for numpy.random.default_rng.",
           ">>> tali.default_rng(42) == tali.Generator(seed=42)\n"
           "True",
           "numpy.random.Generator\n"
           "A tali.Generator for a seed. A generator is returned unchanged. A bit generator or RandomState gives a NumPy generator.",
           seed="(None, int, Key, array_like of ints, SeedSequence, BitGenerator, Generator, RandomState, optional) Anything that NumPy's "
                "function accepts, or a key.")
def default_rng(seed: Any = None) -> np.random.Generator:
    if isinstance(seed, (np.random.Generator, np.random.BitGenerator, np.random.RandomState)):
        return np.random.default_rng(seed)
    return Generator(seed=seed)
