# SPDX-License-Identifier: Apache-2.0
"""Stochastic rounding, also in an optimizer's update."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as _torch

from tali._docs import KEY_PER_ROW, from_keys
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._on_arrays import elements
from tali.torch import _host
from tali.torch._arguments import batched, float_of, is_plain, key_of, number_of, offset_of, rounds_of, rows_of, writable
from tali.torch._distributed import by_parts, is_distributed
from tali.torch._launch import launch_rows, on_kernels

_TO = {_torch.bfloat16: "bfloat16", _torch.float16: "float16", _torch.float8_e4m3fn: "float8_e4m3fn",
_torch.float8_e5m2: "float8_e5m2"}
_FROM = (_torch.float32, _torch.bfloat16, _torch.float16)
_TILE = 2048, 4


def _bits_of(x: _torch.Tensor) -> _torch.Tensor:
    """8-bit floats as their bits, which kernels store."""
    return x.view(_torch.uint8) if x.element_size() == 1 else x


def _rounded(x: np.ndarray, words: np.ndarray, dtype: _torch.dtype) -> _torch.Tensor:
    """Rounds 32-bit floats with words, on the CPU."""
    if dtype == _torch.bfloat16:
        made = elements.rounded_bfloat16_of(x, words).view(np.uint32) >> 16
        return _torch.from_numpy(made.astype(np.uint16).view(np.int16)).view(dtype)
    if dtype == _torch.float16:
        return _torch.from_numpy(elements.rounded_float16_of(x, words)).to(dtype)
    made = (elements.rounded_float8_e5m2_of if dtype == _torch.float8_e5m2 else elements.rounded_float8_e4m3_of)(x, words)
    return _torch.from_numpy(made.astype(np.uint8)).view(dtype)


def _round(x: _torch.Tensor, dtype: _torch.dtype, key: _torch.Tensor, offset: int, rounds: int) -> _torch.Tensor:
    rows = key.numel() // 2
    n = x.numel() // rows if rows else 0
    given, key = x.contiguous(), key.contiguous()
    out = _torch.empty_like(given, dtype=dtype)
    if not n:
        return out
    if on_kernels(x):
        launch_rows("stochastic_round", (given, _bits_of(out)), key, offset, tile=_TILE, rounds=rounds, TO=_TO[dtype])
    else:
        made = _rounded(given.float().numpy().reshape(rows, n), _host.words(key, n, offset, rounds), dtype)
        _bits_of(out).copy_(_bits_of(made).view(x.shape))
    if x.is_contiguous():
        return out
    into = _torch.empty_like(x, dtype=dtype)
    _bits_of(into).copy_(_bits_of(out))
    return into


_round_op = _torch.library.custom_op("tali::stochastic_round", _round, mutates_args=())


@_round_op.register_fake
def _(x: Any, dtype: Any, key: Any, offset: int, rounds: int) -> Any:
    return _torch.empty_like(x, dtype=dtype)


@_round_op.register_vmap
def _(info: Any, in_dims: Any, x: Any, dtype: Any, key: Any, offset: int, rounds: int) -> Any:
    return _round_op(batched(info, x, in_dims[0]), dtype, batched(info, key, in_dims[2]), offset, rounds), 0


def _add(w: _torch.Tensor, g: _torch.Tensor, alpha: float, key: _torch.Tensor, offset: int, rounds: int) -> None:
    rows = key.numel() // 2
    n = w.numel() // rows if rows else 0
    if not n:
        return
    into, step, key = w.contiguous(), g.contiguous(), key.contiguous()
    if on_kernels(w):
        launch_rows("add", (_bits_of(into), step), key, offset, alpha, tile=_TILE, rounds=rounds, TO=_TO[w.dtype])
    else:
        sums = into.float() + step.float() * _torch.tensor(alpha, dtype=_torch.float32)
        made = _rounded(sums.numpy().reshape(rows, n), _host.words(key, n, offset, rounds), w.dtype)
        into = made.view(w.shape)
    if into is not w:
        w.copy_(into)


_add_op = _torch.library.custom_op("tali::add_rounded_", _add, mutates_args={"w"})


_add_op.register_fake(lambda *_: None)


@from_keys("Rounds each element to one of its two neighbours, with probabilities that make the mean equal to the element.\n\n"
           "Element i of a row takes word i of the key, ``bits u32``. The mean is exact for bfloat16, and for other types if the\n"
           "result has a full mantissa; for smaller results the error is at most 2^-21 (float16), 2^-28 (e4m3) or 2^-29 (e5m2) of the\n"
           "distance between the neighbours. Above the largest number the upper neighbour is infinity; float8_e4m3fn has no infinity,\n"
           "and larger numbers become its largest number. Infinities remain, but become NaN in float8_e4m3fn. NaN remains NaN.",
           ">>> x = torch.full((1000,), 1 + 2.0**-10)\n"
           ">>> y = tali.torch.stochastic_round(x, torch.bfloat16, tali.torch.key(42))\n"
           ">>> sorted(set(y.tolist()))\n"
           "[1.0, 1.0078125]",
           "torch.Tensor\nA tensor like x, but with the type `dtype`.", x="(torch.Tensor) float32, bfloat16 or float16.",
           dtype="(torch.dtype) bfloat16, float16, float8_e4m3fn or float8_e5m2.", key=KEY_PER_ROW)
def stochastic_round(x: _torch.Tensor, dtype: _torch.dtype, key: Any, *, offset: int = 0, rounds: int = 10) -> _torch.Tensor:
    x = float_of("x", x, _FROM)
    if dtype not in _TO:
        raise ArgumentTypeError("dtype", dtype, ", ".join(str(t) for t in _TO))
    if is_distributed(x):
        return by_parts(lambda part, first: stochastic_round(part, dtype, key, offset=offset_of(offset) + first, rounds=rounds), x.detach())
    key = key_of(key, x.device)
    rows_of(key, x.shape, "x")
    return (_round if is_plain(x, key) else _round_op)(x.detach(), dtype, key, offset_of(offset), rounds_of(rounds))


@from_keys("Adds alpha g to w in place, in float32, and rounds the sum to w's type like `stochastic_round`: an optimizer's update\n"
           "that does not lose small steps.",
           ">>> w, g = torch.ones(1000, dtype=torch.bfloat16), torch.ones(1000)\n"
           ">>> for step in range(100):\n"
           "...     _ = tali.torch.add_(w, g, 1e-4, tali.Key(42).fold_in(step))\n"
           ">>> bool(abs(w.float().mean() - 1.01) < 1e-3)\n"
           "True",
           "torch.Tensor\nw.", w="(torch.Tensor) bfloat16, float16, float8_e4m3fn or float8_e5m2.",
           g="(torch.Tensor) float32, bfloat16 or float16, with the shape of w.", alpha="Factor of g.",
           key="One key, or one per row: keys with the shape (*rows, 2) for w with the shape (*rows, ...).")
def add_(w: _torch.Tensor, g: _torch.Tensor, alpha: float, key: Any, *, offset: int = 0, rounds: int = 10) -> _torch.Tensor:
    w, g = float_of("w", w, tuple(_TO)), float_of("g", g, _FROM)
    writable("w", w)
    if g.shape != w.shape:
        raise ArgumentError("g", Words(f"of shape {tuple(g.shape)}"), f"{tuple(w.shape)}, the shape of w")
    if is_distributed(w):
        by_parts(lambda part, first, step: add_(part, step, alpha, key, offset=offset_of(offset) + first, rounds=rounds), w, g)
        return w
    if g.device != w.device:
        raise ArgumentError("g", Words(f"on {g.device}"), f"{w.device}, where w is")
    key = key_of(key, w.device)
    rows_of(key, w.shape, "w")
    alpha, offset, rounds = number_of("alpha", alpha), offset_of(offset), rounds_of(rounds)
    if is_plain(w, g, key):
        _add(w, g, alpha, key, offset, rounds)
        _torch.autograd.graph.increment_version(w)
    else:
        _add_op(w, g.detach(), alpha, key, offset, rounds)
    return w
