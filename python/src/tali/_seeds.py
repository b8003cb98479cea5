# SPDX-License-Identifier: Apache-2.0
"""Converts NumPy's seeds to tali's key: a seed and a stream of 64 bits each."""

from __future__ import annotations

from typing import Any

import numpy as np

from tali._errors import MISSING, ArgumentError, ArgumentTypeError, Words
from tali._key import ALL_BITS, Key, index_of

__all__ = ["ALL_BITS", "check_place", "check_state", "engine_from", "index_of", "key_from"]


def engine_from(engine: Any) -> str:
    """Checks and returns the name of an engine."""
    if not isinstance(engine, str):
        raise ArgumentTypeError("engine", engine, f"the name of an engine; pass a seed as seed={engine!r}")
    return engine


def key_from(seed: Any, stream: Any, streams: int = ALL_BITS) -> tuple[int, int, np.random.SeedSequence | None]:
    """Seed and stream, and the SeedSequence from which they come, if there is one.

    An integer below 2**64 is used directly as the seed, as in C++, and a key as seed and stream. Anything else goes through
    NumPy's SeedSequence. A stream from a key or a SeedSequence keeps only the bits in `streams`.
    """
    stream = index_of("stream", stream)
    if isinstance(seed, Key):
        if stream != 0:
            raise ArgumentError("stream", stream, "0 with a key, which has a stream")
        return seed.seed, seed.stream & streams, None
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        number = int(seed)
        if number < 0:
            raise ArgumentError("seed", number, "None, integers of at least 0, arrays of them or a SeedSequence")
        if number <= ALL_BITS:
            return number, stream, None
    if isinstance(seed, (float, complex, str, bool, np.bool_)):
        raise ArgumentTypeError("seed", seed, "None, integers of at least 0, arrays of them or a SeedSequence")
    sequence = seed if hasattr(seed, "generate_state") else np.random.SeedSequence(seed)
    words = sequence.generate_state(2, np.uint64)
    return int(words[0]), (int(words[1]) + stream) & streams, sequence


def check_state(value: Any, kind: str, name: str) -> None:
    """Checks that a state is a dict of an object with this name, which `kind` says."""
    if not isinstance(value, dict):
        raise ArgumentTypeError("state", Words(f"of type {type(value).__name__}"), "a dict returned by state")
    if value.get(kind) != name:
        raise ArgumentError(f"state[{kind!r}]", value.get(kind, MISSING), repr(name))


def check_place(at: str, words: dict[str, Any], *more: str) -> None:
    """Checks that a part of a state has all that names a place in a sequence."""
    for key in ("engine", "seed", "stream", "position", *more):
        if key not in words:
            raise ArgumentError(f"{at}[{key!r}]", MISSING, "a dict returned by state")
