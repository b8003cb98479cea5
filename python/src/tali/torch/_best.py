# SPDX-License-Identifier: Apache-2.0
"""The best token of each row of logits, or of a part of each row that begins at any index."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as _torch

from tali._on_arrays import elements
from tali.torch import _host
from tali.torch._arguments import is_plain
from tali.torch._launch import launch, on_kernels

#: Logits and warps per block, and programs of a call
_SIZES = (4096, 4, 1024)
_TAIL = 0xFFFFF000  # the largest 2^12 words take 32 more bits
_NONE, _LOW = -(1 << 63), 0xFFFFFFFF


def scaled(logits: _torch.Tensor, temperature: _torch.Tensor) -> _torch.Tensor:
    """logits / temperature, by a product with the inverse. A temperature of 0 leaves the logits."""
    inverse = _torch.ones((), device=temperature.device) / _torch.where(temperature == 0, 1.0, temperature)
    return logits.float() * (inverse.unsqueeze(1) if inverse.dim() else inverse)


def _gumbel(key: _torch.Tensor, n: int, first: int, rounds: int) -> _torch.Tensor:
    """Gumbel numbers, one row per key, computed from 64 bits at the upper end."""
    noise = _host.fill_rows(np.empty((len(key), n), np.float32), key, "gumbel", (0.0, 1.0), first, rounds)
    words = _host.words(key, n, first, rounds)
    for row, i in np.argwhere(words >= _TAIL).tolist():
        more = _host.words(key[row], 1, (1 << 63) + first + i, rounds)[0]
        noise[row, i:i + 1] = elements.tail_gumbel_of(words[row, i:i + 1], more)
    return _torch.from_numpy(noise)


def on_host(values: _torch.Tensor, key: _torch.Tensor, temperature: _torch.Tensor, floors: _torch.Tensor | None, first: int,
            rounds: int) -> tuple[_torch.Tensor, _torch.Tensor]:
    """The largest sum of a scaled logit and its Gumbel number in each row, and its token; -1 if none may be chosen."""
    rows, n = values.shape
    if rows > 1 and rows * n > 1 << 24:  # in parts, to limit the memory
        half = rows // 2
        parts = [slice(0, half), slice(half, rows)]
        found = [on_host(values[p], key[p], temperature[p] if temperature.dim() else temperature,
                         None if floors is None else floors[p], first, rounds) for p in parts]
        return _torch.cat([value for value, _ in found]), _torch.cat([token for _, token in found])
    allowed = ~values.isnan()
    if floors is not None:
        allowed &= values >= floors.unsqueeze(1)
    t = temperature.expand(rows).unsqueeze(1)
    values = _torch.where(allowed, _torch.where(t == 0, values, values + _gumbel(key, n, first, rounds)), -_torch.inf)
    most = values.amax(1, keepdim=True)
    token = (values == most).to(_torch.uint8).argmax(1, keepdim=True) + first
    chosen = (most > -_torch.inf) & (t >= 0) & (t < _torch.inf)
    return most.squeeze(1), _torch.where(chosen, token, -1).squeeze(1)


def by_kernels(logits: _torch.Tensor, key: _torch.Tensor, temperature: Any, floors: _torch.Tensor | None, first: int, rounds: int,
               with_values: bool = False) -> tuple[_torch.Tensor | None, _torch.Tensor]:
    """Tokens as those of `on_host`; with values, a row per row of logits with the best of each of its parts."""
    rows, n = logits.shape
    block, warps, programs = _SIZES
    splits = min(-(-(first % block + n) // block), max(1, -(-programs // rows)), 1024)
    alone = splits == 1 and not with_values
    constants = {"PER_ROW": isinstance(temperature, _torch.Tensor), "FLOORS": floors is not None, "ONE": alone, "STARTS": first != 0, "BLOCK": block,
                 "ROUNDS": rounds, "warps": warps}
    value = None if alone else _torch.empty((rows, splits), device=logits.device)
    token = _torch.empty((rows, splits), dtype=_torch.int64, device=logits.device)
    launch("sample", logits, rows * splits, logits, key, temperature, floors, value, token, n, splits, first, **constants)
    if alone or with_values:
        return value, token
    out = _torch.empty(rows, dtype=_torch.int64, device=logits.device)
    launch("combine", logits, rows, value, token, out, splits, BLOCK=max(16, 1 << (splits - 1).bit_length()), warps=1)
    return None, out


def _of_part(logits: _torch.Tensor, key: _torch.Tensor, temperature: float, temperatures: _torch.Tensor | None, first: int,
             rounds: int) -> _torch.Tensor:
    rows, n = logits.shape
    if rows * n == 0:
        return _torch.full((rows,), _NONE, dtype=_torch.int64, device=logits.device)
    logits, key = logits.contiguous(), key.contiguous()
    value: Any
    if on_kernels(logits):
        value, token = by_kernels(logits, key, temperature if temperatures is None else temperatures, None, first, rounds, True)
    else:
        t = _torch.full((), temperature) if temperatures is None else temperatures
        value, token = (x.unsqueeze(1) for x in on_host(scaled(logits, t), key, t, None, first, rounds))
    bits = (value + 0.0).view(_torch.int32).to(_torch.int64)  # -0 and 0 are equal
    order = _torch.where(bits < 0, bits ^ 0x7FFFFFFF, bits)
    return _torch.where(token < 0, _NONE, order << 32 | _LOW - token).amax(1)


_of_part_op = _torch.library.custom_op("tali::best_of_part", _of_part, mutates_args=())


@_of_part_op.register_fake
def _(logits: Any, key: Any, *rest: Any) -> Any:
    return key.new_empty(logits.shape[:1])


def best_of_part(logits: _torch.Tensor, key: _torch.Tensor, temperature: float, temperatures: _torch.Tensor | None, first: int,
                 rounds: int) -> _torch.Tensor:
    """The best token of each row of a part whose first logit has the index `first`, as a number that is larger for a larger value, and for
    a smaller token of equal values: the largest of all parts is the row's. A row has at most 2^32 logits."""
    tensors = [x for x in (logits, key, temperatures) if x is not None]
    return (_of_part if is_plain(*tensors) else _of_part_op)(logits, key, temperature, temperatures, first, rounds)


def tokens_of(best: _torch.Tensor) -> _torch.Tensor:
    """The tokens of such numbers; -1 where none may be chosen."""
    return _torch.where(best == _NONE, -1, _LOW - (best & _LOW))
