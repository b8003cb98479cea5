# SPDX-License-Identifier: Apache-2.0
"""Seeds as NumPy takes them, made into tali's key: a seed and a stream of 64 bits each."""

from __future__ import annotations

from typing import Any

import numpy as np

from tali._key import ALL_BITS, Key, index_of

__all__ = ["ALL_BITS", "engine_from", "index_of", "key_from"]


def engine_from(engine: Any) -> str:
    """The name of an engine."""
    if not isinstance(engine, str):
        raise TypeError(f"engine is {engine!r}; allowed: the name of an engine; a seed is given as seed={engine!r}")
    return engine


def key_from(seed: Any, stream: Any, streams: int = ALL_BITS) -> tuple[int, int, np.random.SeedSequence | None]:
    """Seed and stream, and the SeedSequence that they come from, if they come from one.

    An integer below 2**64 is the seed itself, as in C++, and a key is a seed and a stream. Everything else goes through
    NumPy's SeedSequence. Of streams that were not given as numbers, the bits that are in `streams` are kept.
    """
    stream = index_of("stream", stream)
    if isinstance(seed, Key):
        if stream != 0:
            raise ValueError(f"stream is {stream}; allowed with a key: 0, because the key has a stream")
        return seed.seed, seed.stream & streams, None
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        number = int(seed)
        if number < 0:
            raise ValueError(f"seed is {number}; allowed: None, integers of at least 0, arrays of them, SeedSequence")
        if number <= ALL_BITS:
            return number, stream, None
    if isinstance(seed, (float, complex, str, bool, np.bool_)):
        raise TypeError(f"seed is {seed!r}; allowed: None, integers of at least 0, arrays of them, SeedSequence")
    sequence = seed if hasattr(seed, "generate_state") else np.random.SeedSequence(seed)
    words = sequence.generate_state(2, np.uint64)
    return int(words[0]), (int(words[1]) + stream) & streams, sequence
