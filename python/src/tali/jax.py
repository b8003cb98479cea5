# SPDX-License-Identifier: Apache-2.0
"""JAX arrays of random numbers that do not depend on the sharding or on the number of devices.

There is a function for every method of tali.Generator that takes a size. Each process makes the shards of its devices, in host
memory; processes do not communicate.

Without 64-bit types in JAX (``jax_enable_x64``) the default types have 32 bits. Real numbers and `integers` are then
drawn in the 32-bit type, not rounded from 64 bits. Counts are the int64 counts, converted to int32; a count that does not fit
raises an error.

Make arrays outside of ``jit``, ``scan``, ``shard_map`` and ``pmap``, and pass them in. Inside, a key would become a constant
of the compiled function, and every call would give the same numbers, so the functions raise an error.

Examples
--------
>>> import tali.jax
>>> x = tali.jax.normal(tali.Key(42), (8, 4))
>>> bool((np.asarray(x) == tali.Sequence(seed=tali.Key(42)).normal(size=(8, 4), dtype=x.dtype)).all())
True
"""

from __future__ import annotations

import inspect
from typing import Any

import jax as _jax
import numpy as np

from tali._engines import Call, functions
from tali._errors import ArgumentTypeError, Words

_NARROW = {"float64": "float32", "int64": "int32", "uint64": "uint32"}


def _fits(dtype: np.dtype) -> bool:
    """Whether JAX supports the type in its current configuration."""
    return bool(_jax.dtypes.canonicalize_dtype(dtype) == dtype)


def _typed(call: Call) -> tuple[Call, np.dtype, tuple[int, ...]]:
    """The call with a type that JAX supports, the type of the result, and the shape of an element."""
    dtype, row = call.kind()
    if _fits(dtype):
        return call, dtype, row
    if call.arguments.get("dtype") is not None:
        raise ArgumentTypeError("dtype", dtype, "types of 32 bits or less without jax_enable_x64")
    narrow = np.dtype(_NARROW[dtype.name])
    if call.takes_dtype() and (dtype.kind == "f" or call.name == "integers"):
        call = call.with_dtype(narrow)
    return call, narrow, row


def _cast(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Integers converted to a smaller type; all must fit."""
    made = values.astype(dtype, copy=False)
    if made is not values and not np.array_equal(made, values):
        raise OverflowError(f"a value does not fit {dtype}; expected values that do, or jax_enable_x64")
    return made


def _sharded(key: Any, name: str, size: Any, arguments: dict[str, Any], sharding: Any) -> _jax.Array:
    if isinstance(_jax.numpy.zeros(()), _jax.core.Tracer):  # the function that makes an array is being compiled
        raise ArgumentTypeError("tali.jax", Words("called while JAX traces a function"),
                                "a call outside, whose array is passed to the function")
    call, dtype, row = _typed(Call(key, name, size, arguments))
    dimensions, shape = len(call.shape), call.shape + row
    if sharding is None:
        return _jax.numpy.asarray(_cast(call.block((0,) * dimensions, call.shape), dtype))
    if not isinstance(sharding, _jax.sharding.Sharding):
        raise ArgumentTypeError("sharding", sharding, "None or a jax.sharding.Sharding")

    def shard(index: tuple[slice, ...]) -> np.ndarray:
        ranges = [s.indices(n)[:2] for s, n in zip(index, shape)]
        offset = tuple(a for a, _ in ranges[:dimensions])
        local = tuple(b - a for a, b in ranges[:dimensions])
        return _cast(call.block(offset, local), dtype)[(..., *index[dimensions:])]

    return _jax.make_array_from_callback(shape, sharding, shard)


__all__ = functions(globals(), _sharded, [
    (inspect.Parameter("sharding", inspect.Parameter.KEYWORD_ONLY, annotation="Any", default=None),
     "jax.sharding.Sharding, optional",
     "Which device has which part. None: JAX's default device has all. It changes no value.")],
    "jax.Array\n    What ``tali.Sequence(seed=key)`` gives, whatever the sharding.",
    example="len(tali.jax.{first}))")
