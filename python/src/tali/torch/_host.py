# SPDX-License-Identifier: Apache-2.0
"""Values of device keys on the CPU, made by the library."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._seeds import ALL_BITS

_ENGINES = {10: "philox4x32", 7: "philox4x32-7"}


def pairs(key: _torch.Tensor) -> list[list[int]]:
    """Seed and stream of each key."""
    return [[word & ALL_BITS for word in pair] for pair in key.reshape(-1, 2).tolist()]


def sources(key: _torch.Tensor, first: int, rounds: int = 10) -> Iterator[Any]:
    """Each key's sequence, from an index on."""
    for seed, stream in pairs(key):
        yield _core.Source(_core.Engine(_ENGINES[rounds], seed, stream), first)


def fill_rows(out: np.ndarray, key: _torch.Tensor, name: str, parameters: tuple[float, ...], first: int, rounds: int) -> np.ndarray:
    """Elements first, first + 1, ... of each key's sequence, one row of `out` per key."""
    type_ = c.type_of(out.dtype)
    made = _core.make(c.ENTRIES[name, type_].index, parameters)
    rows = out.reshape(-1, out.shape[-1])
    for row, source in zip(rows, sources(key, first, rounds)):
        if row.size:
            source.fill(made, row)
    return out


def words(key: _torch.Tensor, n: int, first: int, rounds: int) -> np.ndarray:
    """32-bit words, one row per key."""
    return fill_rows(np.empty((key.numel() // 2, n), np.uint32), key, "bits", (), first, rounds)
