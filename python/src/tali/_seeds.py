# SPDX-License-Identifier: Apache-2.0
"""Seeds as NumPy takes them, made into tali's key: a seed and a stream of 64 bits each."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

ALL_BITS = (1 << 64) - 1


def index_of(name: str, value: Any, most: int = ALL_BITS) -> int:
    """A whole number 0 ... most."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; allowed: an integer") from None
    if not 0 <= number <= most:
        raise ValueError(f"{name} is {number}; allowed: 0 ... {most}")
    return number


def key_from(seed: Any, stream: Any) -> tuple[int, int, np.random.SeedSequence | None]:
    """Seed and stream, and the SeedSequence that they come from, if they come from one.

    An integer below 2**64 is the seed itself, as in C++. Everything else goes through NumPy's SeedSequence.
    """
    stream = index_of("stream", stream)
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        number = int(seed)
        if number < 0:
            raise ValueError(f"seed is {number}; allowed: None, integers of at least 0, arrays of them, SeedSequence")
        if number <= ALL_BITS:
            return number, stream, None
    if isinstance(seed, (float, complex, str, bool)):
        raise TypeError(f"seed is {seed!r}; allowed: None, integers of at least 0, arrays of them, SeedSequence")
    sequence = seed if hasattr(seed, "generate_state") else np.random.SeedSequence(seed)
    words = sequence.generate_state(2, np.uint64)
    return int(words[0]), (int(words[1]) + stream) & ALL_BITS, sequence
