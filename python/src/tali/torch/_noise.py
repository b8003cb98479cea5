# SPDX-License-Identifier: Apache-2.0
"""Normal noise in place."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as _torch

from tali._docs import KEY_PER_ROW, from_keys
from tali.torch import _host
from tali.torch._arguments import float_of, is_plain, key_of, number_of, offset_of, rounds_of, rows_of, writable
from tali.torch._distributed import by_parts, is_distributed
from tali.torch._launch import launch_rows, on_kernels

_FLOATS = (_torch.bfloat16, _torch.float16, _torch.float32, _torch.float64)
_TILE = 4096, 4


def _table(tensor: _torch.Tensor) -> _torch.Tensor:
    from tali.triton import table

    return table(tensor.device)


def _add_noise(x: _torch.Tensor, scale: float, key: _torch.Tensor, offset: int, rounds: int) -> None:
    rows = key.numel() // 2
    n = x.numel() // rows if rows else 0
    if not n:
        return
    into, key = x.contiguous(), key.contiguous()
    if on_kernels(x):
        launch_rows("add_noise", (into,), key, offset, scale, _table(x), tile=_TILE, rounds=rounds)
    else:
        made = _host.fill_rows(np.empty((rows, n), np.float32), key, "normal-icdf", (0.0, 1.0), offset, rounds)
        noise = _torch.from_numpy(made).mul_(_torch.tensor(scale, dtype=_torch.float32)).add_(0.0).view(x.shape)
        into.copy_((into if x.dtype == _torch.float64 else into.float()) + noise)
    if into is not x:
        x.copy_(into)


_add_noise_op = _torch.library.custom_op("tali::add_noise_", _add_noise, mutates_args={"x"})


_add_noise_op.register_fake(lambda *_: None)


@from_keys("Adds scale z in place. The z are the normal numbers that `normal` returns: ``normal-icdf f32`` of the key's sequence.\n\n"
           "The same call with the negated scale subtracts the same noise, up to the rounding of the sums.",
           ">>> k, x = tali.torch.key(42), torch.zeros(2, 3)\n"
           ">>> torch.equal(tali.torch.add_noise_(x, 1.0, k), tali.torch.normal(k, (2, 3)))\n"
           "True",
           "torch.Tensor\nx.",
           x="(torch.Tensor) bfloat16, float16, float32 or float64. The sum is computed in float32 (float64 for float64) and rounded to "
             "nearest.", scale="Standard deviation of the noise; it may be negative.", key=KEY_PER_ROW)
def add_noise_(x: _torch.Tensor, scale: float, key: Any, *, offset: int = 0, rounds: int = 10) -> _torch.Tensor:
    x = float_of("x", x, _FLOATS)
    writable("x", x)
    if is_distributed(x):
        by_parts(lambda part, first: add_noise_(part, scale, key, offset=offset_of(offset) + first, rounds=rounds), x)
        return x
    key = key_of(key, x.device)
    rows_of(key, x.shape, "x")
    scale, offset, rounds = number_of("scale", scale), offset_of(offset), rounds_of(rounds)
    if is_plain(x, key):
        _add_noise(x, scale, key, offset, rounds)
        _torch.autograd.graph.increment_version(x)
    else:
        _add_noise_op(x, scale, key, offset, rounds)
    return x
