# SPDX-License-Identifier: Apache-2.0
"""A sequence: a pure function of the index."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from tali import _core, _theirs
from tali._blocks import Block
from tali._by_name import Named
from tali._docs import described, of_sequence
from tali._methods import Methods, Place, names
from tali._seeds import engine_from, index_of, key_from
from tali._targets import device_number


class Sequence:
    """A sequence of random numbers, as a function of the index.

    It has the methods of tali.Generator, each with one more parameter: `first`, the index of the first value. All
    distributions share the sequence's words.

    Parameters
    ----------
    engine : str, optional
        Any engine, with options: "philox4x32", "mtgp32:mexp=11213", "sobol32:dims=5".
    seed : None, int, Key, array_like of ints, SeedSequence, optional
        As for tali.Generator. For points, it selects the scrambling.
    stream : int, optional
        Number of the stream; for points, number of the replicate.
    device : str, optional
        As for tali.Generator.

    Examples
    --------
    >>> s = tali.Sequence(seed=42)
    >>> x = s.normal(size=10)
    >>> bool(s.normal(first=7) == x[7])
    True
    >>> tali.Sequence("sobol32:dims=2", seed=0).fill("uniform", size=6).reshape(3, 2)
    array([[0.  , 0.  ],
           [0.5 , 0.5 ],
           [0.75, 0.25]])
    """

    __slots__ = ("_engine", "_source", "_device", "_name", "_kept", "__weakref__")

    def __init__(self, engine: str = "philox4x32", seed: Any = None, stream: int = 0, device: str = "cpu") -> None:
        number, stream_number, _ = key_from(seed, stream, _core.Engine(engine_from(engine), 0, 0).max_stream)
        self._open(engine, number, stream_number, device)

    def _open(self, engine: str, seed: int, stream: int, device: str) -> None:
        self._name = (engine, seed, stream)
        self._engine = _core.Engine(engine, seed, stream)
        self._source = _core.Source(self._engine, 0)
        self._device = device_number(device)
        self._kept = Named()

    @property
    def engine(self) -> str:
        """The engine's name with its options."""
        return self._name[0]

    @property
    def seed(self) -> int:
        """The seed."""
        return self._name[1]

    @property
    def stream(self) -> int:
        """The number of the stream."""
        return self._name[2]

    @classmethod
    @described("Returns the sequence that continues from the position of a NumPy bit generator.\n\n"
               "64-bit draws take NumPy's next numbers; 32-bit draws take their halves, the lower one first. If NumPy has kept the "
               "upper\n"
               "half of a number for its next 32-bit draw, the sequence begins with this half, and only 32-bit draws equal NumPy's. If\n"
               "NumPy has drawn 64 bits since, the state is an error: draw one more 32-bit number first. MT19937's numbers have 32\n"
               "bits; 32-bit draws take one each.",
               ">>> rng = np.random.default_rng(42)\n"
               ">>> s = tali.Sequence.from_numpy(rng)\n"
               ">>> bool((s.fill(\"bits\", size=5, dtype=\"uint64\") == rng.bit_generator.random_raw(5)).all())\n"
               "True",
               "Sequence\nA sequence of the engine mt19937, pcg64, pcg64-dxsm or philox4x64.",
               state="(numpy.random.Generator, numpy.random.RandomState, numpy.random.BitGenerator or dict) MT19937, PCG64, PCG64DXSM or "
                     "Philox, or the `bit_generator.state` of one of these.")
    def from_numpy(cls, state: Any, device: str = "cpu") -> Sequence:
        return cls(_theirs.from_numpy(state), 0, device=device)

    @described("Returns the state of a NumPy bit generator that continues this sequence.",
               ">>> s = tali.Sequence(\"pcg64\", seed=42)\n"
               ">>> rng = np.random.Generator(np.random.PCG64())\n"
               ">>> rng.bit_generator.state = s.numpy_state(first=20)\n"
               ">>> bool(rng.bit_generator.random_raw() == s.fill(\"bits\", first=10, size=1, dtype=\"uint64\")[0])\n"
               "True",
               "dict\nA value for `bit_generator.state` of NumPy's MT19937, PCG64, PCG64DXSM or Philox.",
               first="Index of the 32-bit word at which it continues; a 64-bit number has two words.")
    def numpy_state(self, first: int = 0) -> dict[str, Any]:
        return _theirs.to_numpy(self._engine, index_of("first", first))

    @classmethod
    @described("Returns the sequence whose element i is element i of jax.random.bits(key, shape), for every shape.\n\n"
               "This requires jax_threefry_partitionable in JAX, which is on by default.",
               ">>> s = tali.Sequence.from_jax(np.array([0, 42], dtype=np.uint32))\n"
               ">>> s == tali.Sequence.from_jax(np.array([0, 42], dtype=np.uint32))\n"
               "True",
               "Sequence\nA sequence of the engine threefry2x32-jax or threefry2x32-jax64.",
               key="(jax.Array or array of two uint32) A Threefry key, or its data.", bits="32, or 64 for jax.numpy.uint64.")
    def from_jax(cls, key: Any, bits: int = 32, device: str = "cpu") -> Sequence:
        return cls(_theirs.from_jax(key, bits), 0, device=device)

    @described("Returns the data of the key for which jax.random.bits gives this sequence's words.\n\n"
               "The engine must be threefry2x32-jax or threefry2x32-jax64, and the sequence must begin where its key's sequence does.",
               ">>> tali.Sequence(\"threefry2x32-jax\", seed=42).jax_key_data()\n"
               "array([ 0, 42], dtype=uint32)",
               "numpy.ndarray\nTwo words of uint32, for jax.random.wrap_key_data(data, impl=\"threefry2x32\").")
    def jax_key_data(self) -> Any:
        return _theirs.to_jax(self._engine)

    @described("Returns elements of any distribution, by name.",
             ">>> tali.Sequence(\"pcg32\", seed=42, stream=54).fill(\"bits\", size=2, dtype=\"uint32\")\n"
             "array([2707161783, 2068313097], dtype=uint32)",
             "array or number\nThe elements.")
    def fill(self, distribution: str, first: int = 0, size: Any = None, dtype: Any = None, out: Any = None,
             **parameters: Any) -> Any:
        source = self._source.at(index_of("first", first))
        return self._kept.fill(source, self._device, distribution, size, dtype, out, parameters)

    @described("Returns a part of the row-major array that the sequence's elements form. Other parts need not exist.",
               ">>> s = tali.Sequence(seed=42)\n"
               ">>> rank, ranks = 1, 4\n"
               ">>> mine = s.block((1024, 100), (rank * 1024 // ranks, 0), (1024 // ranks, 100)).normal()\n"
               ">>> bool((mine[0] == s.normal(first=256 * 100, size=100)).all())\n"
               "True",
               "Block\nAn object with the methods of tali.Generator, without their parameter `size`.",
               shape="(int or tuple of ints) Shape of the whole array: at most eight dimensions and 2**64 elements.",
               offset="(int or tuple of ints, optional) Index at which the block begins; None: the array's first element.",
               local_shape="(int or tuple of ints, optional) Shape of the block; None: everything after the offset.")
    def block(self, shape: Any, offset: Any = None, local_shape: Any = None) -> Block:
        return Block(self._source, self._device, shape, offset, local_shape)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (*self._name, "cpu" if self._device is None else f"cuda:{self._device}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name)

    def __repr__(self) -> str:
        engine, seed, stream = self._name
        return f"tali.Sequence({engine!r}, seed={seed}, stream={stream})"


def _restored(engine: str, seed: int, stream: int, device: str) -> Sequence:
    made = Sequence.__new__(Sequence)
    made._open(engine, seed, stream, device)
    return made


def _from_index(name: str) -> Any:
    """The generator's method with one more parameter, `first`."""
    method = getattr(Methods, name)

    @functools.wraps(method)
    def draw(self: Sequence, *args: Any, first: int = 0, **kwargs: Any) -> Any:
        place = Place(self._source.at(index_of("first", first)), self._device)
        return getattr(place, name)(*args, **kwargs)

    draw.__doc__ = of_sequence(method)
    draw.__module__ = __name__
    signature = inspect.signature(method)
    given = list(signature.parameters.values())
    first = inspect.Parameter("first", inspect.Parameter.KEYWORD_ONLY, default=0, annotation="int")
    draw.__signature__ = signature.replace(parameters=given + [first])  # type: ignore[attr-defined]
    draw.__qualname__ = f"Sequence.{name}"
    return draw


for _name in names():
    setattr(Sequence, _name, _from_index(_name))
