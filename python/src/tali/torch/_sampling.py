# SPDX-License-Identifier: Apache-2.0
"""Sampling of tokens from logits."""

from __future__ import annotations

import math
from typing import Any

import torch as _torch

from tali._docs import from_keys
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali.torch._arguments import batched, float_of, is_plain, key_of, number_of, rounds_of
from tali.torch._best import best_of_part, by_kernels, on_host, scaled, tokens_of
from tali.torch._distributed import block_of, is_distributed
from tali.torch._filters import min_values
from tali.torch._launch import on_kernels

_FLOATS = (_torch.float32, _torch.bfloat16, _torch.float16)


def _sample(logits: _torch.Tensor, key: _torch.Tensor, temperature: float, temperatures: _torch.Tensor | None,
            top_k: _torch.Tensor | None, top_p: _torch.Tensor | None, min_p: _torch.Tensor | None, rounds: int) -> _torch.Tensor:
    n = logits.shape[-1]
    flat = logits.reshape(-1, n).contiguous()
    if len(flat) == 0:
        return _torch.empty(logits.shape[:-1], dtype=_torch.int64, device=logits.device)
    key = key.reshape(-1, 2).contiguous()
    t: Any = temperature if temperatures is None else temperatures.float().reshape(-1).contiguous()
    filters = [None if f is None else f.reshape(-1, 1) for f in (top_k, top_p, min_p)]
    filtered, kernels = any(f is not None for f in filters), on_kernels(logits)
    values = flat
    if filtered or not kernels:
        t = _torch.full((), t, device=logits.device) if temperatures is None else t
        values = scaled(flat, t)
    floors = min_values(values, *filters) if filtered else None
    if kernels:
        _, out = by_kernels(flat, key, temperature if temperatures is None else t, floors, 0, rounds)
    else:
        _, out = on_host(values, key, t, floors, 0, rounds)
    return out.view(logits.shape[:-1])


_sample_op = _torch.library.custom_op("tali::sample_logits", _sample, mutates_args=())


def _sampled(logits: Any, key: Any, temperature: float, temperatures: Any, filters: Any, rounds: int) -> Any:
    tensors = [x for x in (logits, key, temperatures, *filters) if x is not None]
    if is_plain(*tensors):
        return _sample(logits, key, temperature, temperatures, *filters, rounds)
    if any(is_distributed(x) for x in tensors):
        return _by_parts(logits, key, temperature, temperatures, filters, rounds)
    return _sample_op(logits, key, temperature, temperatures, *filters, rounds)


@_sample_op.register_fake
def _(logits: Any, key: Any, *rest: Any) -> Any:
    return key.new_empty(logits.shape[:-1])


@_sample_op.register_vmap
def _(info: Any, in_dims: Any, logits: Any, key: Any, temperature: float, *rest: Any) -> Any:
    *filters, rounds = rest
    logits, key = batched(info, logits, in_dims[0]), batched(info, key, in_dims[1])
    shape = logits.shape[:-1]
    given = []
    for f, dim in zip(filters, in_dims[3:]):
        if f is not None:  # one number per row, or one for all of them
            f = batched(info, f, dim)
            f = f.reshape(f.shape[0], *(1,) * (len(shape) - f.dim()), *f.shape[1:]).expand(shape)
        given.append(f)
    return _sample_op(logits, key, temperature, *given, rounds), 0


def _by_parts(logits: Any, key: Any, temperature: float, temperatures: Any, filters: Any, rounds: int) -> Any:
    """Tokens of a DTensor's rows: a DTensor with the placements of the rows, replicated where the vocabulary is cut."""
    from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

    for name, x in zip(("key", "temperature", "top_k", "top_p", "min_p"), (key, temperatures, *filters)):
        if is_distributed(x):
            raise ArgumentError(name, Words("a DTensor"), "a plain tensor with the numbers of all rows")
    if any(type(p) not in (Shard, Replicate) for p in logits.placements):
        raise ArgumentError("placements of logits", logits.placements, "sharded or replicated placements")
    mesh, rows, n = logits.device_mesh, logits.shape[:-1], logits.shape[-1]
    cut = [p.is_shard(len(rows)) for p in logits.placements]
    result = [Replicate() if c else p for p, c in zip(logits.placements, cut)]
    whole = not any(cut) or any(f is not None for f in filters)
    if not whole and n > 1 << 32:
        raise ArgumentError("logits", Words(f"of shape {tuple(logits.shape)}"), "at most 2**32 logits per row, where rows are cut")
    block = block_of(logits)
    if whole:  # filters see whole rows, in the same operations as without a mesh: so the lowest allowed value has the same bits
        spread = len(rows) > 0 and not any(p.is_shard() for p in result)
        made = [Shard(0) if c and spread else p for p, c in zip(result, cut)]
        logits = logits.redistribute(placements=made)
        block = block_of(logits)
    else:
        made = [Partial("max") if c else p for p, c in zip(result, cut)]
    shape, offset = block or ((0,) * logits.dim(), (0,) * logits.dim())
    part = tuple(slice(o, o + m) for o, m in zip(offset[:-1], shape[:-1]))
    key, temperatures, *filters = (None if x is None else x[part] for x in (key, temperatures, *filters))
    local = logits.to_local()
    if block is None:
        tokens = local.new_empty(0, dtype=_torch.int64)
    elif whole:
        tokens = _sampled(local, key, temperature, temperatures, filters, rounds)
    else:
        flat = local.reshape(math.prod(shape[:-1]), shape[-1])
        t = None if temperatures is None else temperatures.float().reshape(-1).contiguous()
        tokens = best_of_part(flat, key.reshape(-1, 2), temperature, t, offset[-1], rounds).view(shape[:-1])
    stride = tuple(math.prod(rows[d + 1:]) for d in range(len(rows)))
    y = DTensor.from_local(tokens, mesh, made, run_check=False, shape=rows, stride=stride).redistribute(placements=result)
    return y if whole else DTensor.from_local(tokens_of(y.to_local()), mesh, result, run_check=False, shape=rows, stride=stride)


def _per_row(name: str, value: Any, logits: _torch.Tensor, dtype: _torch.dtype, low: float, high: float, expected: str) -> Any:
    """A number, or a tensor with one number per row, as a tensor; None is returned unchanged."""
    if value is None:
        return None
    if isinstance(value, _torch.Tensor):
        if value.device != logits.device:
            raise ArgumentError(name, Words(f"on {value.device}"), f"{logits.device}, where logits are")
        if value.shape not in ((), logits.shape[:-1]):
            raise ArgumentError(name, Words(f"of shape {tuple(value.shape)}"), f"{tuple(logits.shape[:-1])}, one number per row")
        if value.is_floating_point() != dtype.is_floating_point or value.dtype == _torch.bool:
            raise ArgumentTypeError(name, Words(f"of type {value.dtype}"), str(dtype))
        return value.to(dtype).expand(logits.shape[:-1])
    number = number_of(name, value, low, high, expected)
    if not dtype.is_floating_point and number != int(number):
        raise ArgumentError(name, value, expected)
    return _torch.full((), number, dtype=dtype, device=logits.device).expand(logits.shape[:-1])


@from_keys("Samples a token per row, with probabilities softmax(logits / temperature). It selects the token with the largest sum of\n"
           "logit / temperature and a Gumbel number.\n\n"
           "The Gumbel number of token i comes from word i of the row's key, and from 32 more bits if it is among the largest. So a\n"
           "row's token depends only on its logits, key and parameters, not on the batch, the other rows or the device.\n\n"
           "Temperature 0 selects the largest logit, the first if several are equal. A logit of -inf or NaN is never chosen; +inf is\n"
           "always chosen. The result is -1 for a row in which no token may be chosen, or whose temperature, given in a tensor, is\n"
           "negative or not finite.",
           ">>> keys = tali.torch.split(tali.torch.key(42), 4)\n"
           ">>> logits = torch.tensor([0.0, 1.0, 5.0, 1.0]).expand(4, 4)\n"
           ">>> tali.torch.sample_logits(logits, keys, 0.0)\n"
           "tensor([2, 2, 2, 2])\n"
           ">>> tokens = tali.torch.sample_logits(logits, keys, 1.5, top_p=0.9)\n"
           ">>> torch.equal(tokens[2:], tali.torch.sample_logits(logits[2:], keys[2:], 1.5, top_p=0.9))\n"
           "True",
           "tensor of int64\nOne token per row; of a DTensor, a DTensor that is replicated where the vocabulary is cut.",
           logits="(torch.Tensor) Rows of float32, bfloat16 or float16.",
           key="One key per row, made by `split` or `fold_in`.", temperature="(float or tensor with one per row, optional) At least 0.",
           top_k="(int or tensor with one per row, optional) Keeps only the k largest logits, and any others that equal the smallest of "
                 "them.",
           top_p="(float or tensor with one per row, optional) After the other filters, keeps the most probable tokens until their "
                 "probabilities add up to p, and any others that equal the last of these.",
           min_p="(float or tensor with one per row, optional) Keeps only tokens with a probability of at least min_p times the largest "
                 "one.")
def sample_logits(logits: _torch.Tensor, key: Any, temperature: Any = 1.0, top_k: Any = None, top_p: Any = None, min_p: Any = None, *,
                  rounds: int = 10) -> _torch.Tensor:
    logits = float_of("logits", logits, _FLOATS).detach()
    if logits.dim() == 0 or logits.shape[-1] == 0:
        raise ArgumentError("logits", Words(f"of shape {tuple(logits.shape)}"), "rows of at least one logit")
    key = key_of(key, logits.device)
    if key.shape[:-1] != logits.shape[:-1]:
        raise ArgumentError("key", Words(f"of shape {tuple(key.shape)}"), f"{(*logits.shape[:-1], 2)}, one key per row of logits")
    temperatures = None
    if isinstance(temperature, _torch.Tensor):
        temperatures, number = _per_row("temperature", temperature, logits, _torch.float32, 0, math.inf, ""), 1.0
    else:
        number = number_of("temperature", temperature, 0, 3e38, "a finite number, at least 0")
    rows = (_per_row("top_k", top_k, logits, _torch.int64, 1, 2**31, "an integer, at least 1"),
            _per_row("top_p", top_p, logits, _torch.float64, 0, 1, "a number from 0 to 1"),
            _per_row("min_p", min_p, logits, _torch.float64, 0, 1, "a number from 0 to 1"))
    return _sampled(logits, key, number, temperatures, rows, rounds_of(rounds))
