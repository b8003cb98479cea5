# SPDX-License-Identifier: Apache-2.0
"""Dask arrays of random numbers that do not depend on the chunks.

There is a function for every method of tali.Generator that takes a size. Chunks are made lazily, on the worker that needs
them; if a worker is lost, its chunks are made again with the same values. A single thread makes each chunk, because Dask runs one
thread per processor.

Examples
--------
>>> import tali.dask
>>> x = tali.dask.normal(tali.Key(42), (1000, 100), 10, 2, chunks=(250, 50))
>>> x
dask.array<normal, shape=(1000, 100), dtype=float64, chunksize=(250, 50), chunktype=numpy.ndarray>
>>> whole = tali.Sequence(seed=tali.Key(42)).normal(10, 2, size=(1000, 100))
>>> bool((x.compute() == whole).all())
True
"""

from __future__ import annotations

import inspect
from typing import Any

import dask.array as _array
import numpy as np
from dask.base import tokenize as _tokenize

from tali._engines import Call, functions


def _chunk(call: Call, cut: tuple[tuple[int, ...], ...], block_id: tuple[int, ...] = ()) -> np.ndarray:
    offset = tuple(sum(chunks[:i]) for chunks, i in zip(cut, block_id))
    return call.block(offset, tuple(chunks[i] for chunks, i in zip(cut, block_id)), threads=1)


def _lazy(key: Any, name: str, size: Any, arguments: dict[str, Any], chunks: Any) -> _array.Array:
    call = Call(key, name, size, arguments)
    dtype, row = call.kind()
    cut = _array.core.normalize_chunks(chunks, call.shape, dtype=dtype)
    token = _tokenize(call.sequence._name, name, call.shape, arguments, cut)
    return _array.map_blocks(_chunk, call, cut, name=f"{name}-{token}", chunks=cut + tuple((n,) for n in row), dtype=dtype,
                             meta=np.empty((0,) * len(call.shape + row), dtype))


__all__ = functions(globals(), _lazy, [
    (inspect.Parameter("chunks", inspect.Parameter.KEYWORD_ONLY, annotation="Any", default="auto"),
     "optional",
     "How the array is cut, as dask.array takes it. It changes no value.")],
    "dask.array.Array\nWhat ``tali.Sequence(seed=key)`` gives, whatever the chunks.",
    example="len(tali.dask.{first}))")
