# SPDX-License-Identifier: Apache-2.0
"""Small calls: the library makes the values, and reads the tensors itself. Python code, operators and Triton's launches would each take
longer than the fill."""

from __future__ import annotations

import functools
import math
from typing import Any

import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._key import Key
from tali.torch._arguments import is_plain
from tali.torch._launch import by_library


@functools.cache
def indices_of(name: str, *types: str) -> dict[_torch.dtype, int]:
    """The indices of a distribution for the extension module, by the type of the values; the default type first."""
    return {getattr(_torch, "bool" if t == "u8" else c.DTYPES[t].name): c.ENTRIES[name, t].index for t in types if (name, t) in c.ENTRIES}


def at_once(indices: dict[_torch.dtype, int], numbers: tuple[Any, ...], key: Any, shape: Any, dtype: Any, out: Any, offset: Any,
            rounds: Any = 10) -> _torch.Tensor | None:
    """Values from keys, one row per key. None, with nothing written, for larger calls, and if other code must look at the arguments."""
    if type(offset) is not int or not 0 <= offset < 1 << 62 or not is_plain():
        return None
    whole = (shape,) if type(shape) is int else tuple(shape)
    is_key = type(key) is Key
    if not is_key:
        if type(key) is not _torch.Tensor:
            return None
        rows = key.shape
        if rows != (2,):
            if rows[-1:] != (2,):
                return None
            whole = (*rows[:-1], *whole)
    if out is not None:
        if type(out) is not _torch.Tensor or out.shape != whole or dtype is not None and out.dtype != dtype:
            return None
        memory = out
    elif [n for n in whole if type(n) is not int or n < 0] or not (is_key or by_library(key.is_cuda, math.prod(whole), rounds)):
        return None
    else:
        memory = _torch.empty(whole, dtype=dtype or next(iter(indices)), device=None if is_key else key.device)
    index = indices.get(memory.dtype)
    if index is None or not by_library(memory.is_cuda, memory.numel(), rounds):
        return None
    if is_key:
        made = _core.Source.of_key(key.seed, key.stream, offset).draw(index, numbers, None, None, memory) is not None
    else:
        made = _core.draw_rows(key, index, numbers, offset, memory)
    return memory if made else None
