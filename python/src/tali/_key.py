# SPDX-License-Identifier: Apache-2.0
"""Keys: the names of sequences."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tali import _core
from tali._docs import described
from tali._errors import ArgumentError, ArgumentTypeError, Words

ALL_BITS = (1 << 64) - 1
_Bytes = bytes  # the class has a method with that name


def index_of(name: str, value: Any, most: int = ALL_BITS) -> int:
    """A whole number 0 ... most."""
    try:
        if value is True or value is False:
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise ArgumentTypeError(name, value, "an integer") from None
    if not 0 <= number <= most:
        raise ArgumentError(name, number, f"0 to {most}")
    return number


def flag_of(name: str, value: Any) -> bool:
    """A flag: True, False, 1 or 0. Other objects raise an error: a list passed as a flag was probably meant for another
    parameter."""
    if isinstance(value, (bool, np.bool_)) or isinstance(value, (int, np.integer)) and value in (0, 1):
        return bool(value)
    raise ArgumentTypeError(name, value, "True or False")


class Key:
    """The name of a sequence, from which any number of other keys are derived.

    Keys of samples, ranks or epochs are derived from one key by `fold_in`, in any process. They equal those of tali::key in
    C++. A key has 16 bytes, and is immutable. It is not a secret.

    It can be used wherever a seed can: ``tali.Sequence(seed=key)`` is the key's sequence, and
    ``tali.Generator(seed=key)`` draws every distribution with this key.

    Parameters
    ----------
    seed : int or 16 bytes
        A seed, 0 ... 2**64 - 1 (different seeds give different keys), or the 16 bytes that `bytes` returns.

    Examples
    --------
    >>> root = tali.Key(42)
    >>> root
    tali.Key(bytes.fromhex('a9f4134a38018869808823da4449dde6'))
    >>> sample = root.fold_in(3).fold_in(1000)
    >>> tali.Key(sample.bytes()) == sample
    True
    """

    __slots__ = ("_seed", "_stream")

    def __init__(self, seed: int | _Bytes) -> None:
        if isinstance(seed, (bytes, bytearray, memoryview)):
            given = bytes(seed)
            if len(given) != 16:
                raise ArgumentError("key", Words(f"of {len(given)} bytes"), "16 bytes")
            self._seed = int.from_bytes(given[:8], "little")
            self._stream = int.from_bytes(given[8:], "little")
            return
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise ArgumentTypeError("seed", seed, "an integer, or the 16 bytes of a key")
        self._seed, self._stream = _core.key_of_seed(index_of("seed", seed))

    @classmethod
    @described("Returns the key with this seed and this stream, for a sequence that another program identifies by them.",
               ">>> tali.Sequence(seed=tali.Key.of(42, 7)) == tali.Sequence(seed=42, stream=7)\n"
               "True",
               "Key\nThe key of the sequence with that seed and stream.", seed="0 ... 2**64 - 1.", stream="0 ... 2**64 - 1.")
    def of(cls, seed: int, stream: int) -> Key:
        made = cls.__new__(cls)
        made._seed, made._stream = index_of("seed", seed), index_of("stream", stream)
        return made

    @property
    def seed(self) -> int:
        """The seed of the key's sequence."""
        return self._seed

    @property
    def stream(self) -> int:
        """The stream of the key's sequence."""
        return self._stream

    @described("Returns the child key for a number, such as a sample, rank or epoch. Different numbers give different keys.",
               ">>> tali.Key(42).fold_in(7)\n"
               "tali.Key(bytes.fromhex('e3b04377a0037527cd448eb09af86db9'))",
               "Key\nA key that depends only on this key and the number.", number="0 ... 2**64 - 1.")
    def fold_in(self, number: int) -> Key:
        return Key.of(*_core.key_child(self._seed, self._stream, False, index_of("number", number)))

    @described("Returns key `index` of those that `split` returns.",
               ">>> tali.Key(42).split_at(7) == tali.Key(42).split(8)[7]\n"
               "True",
               "Key\nA key that `fold_in` never gives.", index="0 ... 2**64 - 1.")
    def split_at(self, index: int) -> Key:
        return Key.of(*_core.key_child(self._seed, self._stream, True, index_of("index", index)))

    @described("Returns n keys. Key i depends only on this key and on i, not on n.",
               ">>> tali.Key(42).split(3) == tali.Key(42).split(5)[:3]\n"
               "True",
               "list of Key\nKeys 0 ... n - 1.", n="Number of keys.")
    def split(self, n: int) -> list[Key]:
        return [self.split_at(i) for i in range(index_of("n", n, 1 << 40))]

    @described("Returns the key as 16 bytes, the same on every machine and in every language.",
               ">>> tali.Key(42).bytes().hex()\n"
               "'a9f4134a38018869808823da4449dde6'",
               "bytes\nThe bytes, which tali.Key accepts.")
    def bytes(self) -> _Bytes:
        return self._seed.to_bytes(8, "little") + self._stream.to_bytes(8, "little")

    __bytes__ = bytes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Key):
            return NotImplemented
        return self._seed == other._seed and self._stream == other._stream

    def __hash__(self) -> int:
        return hash((self._seed, self._stream))

    def __reduce__(self) -> tuple[Any, ...]:
        return Key, (self.bytes(),)

    def __repr__(self) -> str:
        return f"tali.Key(bytes.fromhex({self.bytes().hex()!r}))"


def pairs_of(keys: Any) -> np.ndarray:
    """Keys as rows of two numbers each, seed and stream."""
    if isinstance(keys, np.ndarray):
        if keys.ndim == 2 and keys.dtype == np.uint8 and keys.shape[1] == 16:
            return np.ascontiguousarray(keys).view("<u8").astype(np.uint64, copy=False)
        if keys.ndim == 2 and keys.dtype == np.uint64 and keys.shape[1] == 2:
            return np.ascontiguousarray(keys, dtype=np.uint64)
        raise ArgumentError("keys", Words(f"of shape {keys.shape} and type {keys.dtype}"),
                            "(rows, 16) of uint8, or (rows, 2) of uint64")
    if isinstance(keys, Key):
        raise ArgumentTypeError("keys", Words("a single key"), "a list of keys")
    listed = list(keys)
    for i, key in enumerate(listed):
        if not isinstance(key, Key):
            raise ArgumentTypeError(f"keys[{i}]", key, "a tali.Key")
    return np.array([(key.seed, key.stream) for key in listed], np.uint64).reshape(len(listed), 2)
