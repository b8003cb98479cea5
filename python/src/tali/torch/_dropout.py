# SPDX-License-Identifier: Apache-2.0
"""Dropout without a stored mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as _torch

from tali._docs import KEY_PER_ROW, from_keys
from tali.torch import _host
from tali.torch._arguments import batched, float_of, is_plain, key_of, number_of, offset_of, rounds_of, rows_of
from tali.torch._distributed import by_parts, is_distributed
from tali.torch._launch import bits_of, launch_rows, on_kernels

_FLOATS = (_torch.bfloat16, _torch.float16, _torch.float32, _torch.float64)
_TILE = 2048, 4


def _scale(threshold: int) -> float:
    return 65536 / (65536 - threshold) if threshold < 65536 else 0.0


def _halves(key: _torch.Tensor, n: int, offset: int, rounds: int) -> _torch.Tensor:
    """16 bits per element, one row per key."""
    words = _host.words(key, (offset + n - 1) // 2 - offset // 2 + 1, offset // 2, rounds)
    halves = words.astype("<u4", copy=False).view("<u2")[:, offset % 2:offset % 2 + n]
    return _torch.from_numpy(halves.astype(np.int32))


def _dropout(x: _torch.Tensor, key: _torch.Tensor, threshold: int, offset: int, rounds: int) -> _torch.Tensor:
    rows = key.numel() // 2
    n = x.numel() // rows if rows else 0
    given, key = x.contiguous(), key.contiguous()
    out = _torch.empty_like(given)
    if not n:
        return out
    scale = _scale(threshold)
    if on_kernels(x):
        launch_rows("dropout",
        (given, out), key, offset, threshold, bits_of(scale) if x.dtype == _torch.float64 else scale, tile=_TILE,
                    rounds=rounds)
    else:
        wide = given if x.dtype == _torch.float64 else given.float()
        dropped = (_halves(key, n, offset, rounds) < threshold).view(x.shape)
        out.copy_((wide * _torch.tensor(scale, dtype=wide.dtype)).masked_fill_(dropped, 0))
    return out if x.is_contiguous() else _torch.empty_like(x).copy_(out)


_dropout_op = _torch.library.custom_op("tali::dropout", _dropout, mutates_args=())


@_dropout_op.register_fake
def _(x: Any, key: Any, threshold: int, offset: int, rounds: int) -> Any:
    return _torch.empty_like(x)


@_dropout_op.register_vmap
def _(info: Any, in_dims: Any, x: Any, key: Any, threshold: int, offset: int, rounds: int) -> Any:
    return _dropout_op(batched(info, x, in_dims[0]), batched(info, key, in_dims[1]), threshold, offset, rounds), 0


class _Dropout(_torch.autograd.Function):
    """The operator's gradient: the same operator, because it is linear."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any, key: Any, threshold: int, offset: int, rounds: int) -> Any:
        return _dropout_op(x, key, threshold, offset, rounds)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        _, key, ctx.threshold, ctx.offset, ctx.rounds = inputs
        ctx.save_for_backward(key)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        key, = ctx.saved_tensors
        return _Dropout.apply(gradient, key, ctx.threshold, ctx.offset, ctx.rounds), None, None, None, None


@from_keys("Zeros elements with probability p and scales the others so that the mean is preserved. No mask is stored: the backward pass\n"
           "recomputes it from the key.\n\n"
           "An element is dropped if its 16 random bits are below p 2^16: p is rounded to a multiple of 2^-16, and the scale is 1 / (1 "
           "-\n"
           "p) with the rounded p. Element i of a row takes the bits of index i, in the order of logical indices.",
           ">>> x, k = torch.ones(8), tali.torch.key(42)\n"
           ">>> torch.equal(tali.torch.dropout(x, 0.5, k)[4:], tali.torch.dropout(x[4:], 0.5, k, offset=4))\n"
           "True",
           "torch.Tensor\nA tensor like x. Dropped elements are 0, even if x is infinite or NaN there.",
           x="(torch.Tensor) bfloat16, float16, float32 or float64.", p="Probability of a zero, 0 ... 1.", key=KEY_PER_ROW,
           offset="Index of a row's first element; for a part of a larger tensor, the index of the part's first element.")
def dropout(x: _torch.Tensor, p: float, key: Any, *, offset: int = 0, rounds: int = 10) -> _torch.Tensor:
    if is_distributed(x):
        return by_parts(lambda part, first: dropout(part, p, key, offset=offset_of(offset) + first, rounds=rounds), x)
    x = float_of("x", x, _FLOATS)
    threshold = round(number_of("p", p, 0, 1, "a number from 0 to 1") * 65536)
    key = key_of(key, x.device)
    rows_of(key, x.shape, "x")
    offset, rounds = offset_of(offset), rounds_of(rounds)
    if is_plain(x, key) and not (x.requires_grad and _torch.is_grad_enabled()):
        return _dropout(x, key, threshold, offset, rounds)
    return _Dropout.apply(x, key, threshold, offset, rounds)
