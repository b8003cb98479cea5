# SPDX-License-Identifier: Apache-2.0
"""The functions of _elements.py for NumPy arrays, for values that the extension module does not make."""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from tali._kernels import elements_for


def _cast(x: Any, as_type: Any, bitcast: bool = False) -> np.ndarray:
    x = np.asarray(x)
    return x.view(as_type) if bitcast else x.astype(as_type)


def _fma(a: Any, b: Any, c: Any) -> np.ndarray:
    """a b + c of float32, rounded once: the sum in float64 is rounded to odd, and then to float32."""
    product, c = np.multiply(a, b, dtype=np.float64), np.asarray(c, np.float64)
    total = product + c
    part = total - product
    error = (product - (total - part)) + (c - part)
    bits = np.atleast_1d(total).view(np.int64)
    inexact = (error != 0) & (bits & 1 == 0).reshape(total.shape)
    odd = bits.reshape(total.shape) + np.where((error > 0) == (total > 0), 1, -1)
    return np.where(inexact, odd, bits.reshape(total.shape)).view(np.float64).astype(np.float32)


def _umulhi(a: Any, b: Any) -> Any:
    raise NotImplementedError


def _constant(x: float) -> Any:
    return np.uint64(x) if isinstance(x, int) else np.float32(x)


_language = types.ModuleType("tl")
vars(_language).update(cast=_cast, where=np.where, fma=_fma, umulhi=_umulhi, constexpr=int,
                       static_range=lambda n: (np.uint64(i) for i in range(n)))

elements = elements_for("numpy", {"tl": _language, "jit": lambda f: f, "constant": _constant, "row": None, "any_of": np.any, "u32": np.uint32,
                                  "u64": np.uint64, "i32": np.int32, "f32": np.float32, "f64": np.float64})
