# SPDX-License-Identifier: Apache-2.0
"""Permutations and selections by device keys."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import torch as _torch

from tali._docs import from_keys
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._key import flag_of, index_of
from tali._on_arrays import elements
from tali.torch import _host
from tali.torch._arguments import batched, is_plain, key_of
from tali.torch._launch import launch, on_kernels
from tali.torch._make import exponential, randint, words

_LAST_SMALL = 4095  # the last element of the longest permutation with more rounds
_BLOCK = 512


def _plan(n: int) -> tuple[int, int, int]:
    """The last element, the bits of the right half, and the pairs of rounds."""
    last, right = n - 1, 0
    while right < 32 and last >> (2 * right + 1):
        right += 1
    return last, right, 24 if last <= _LAST_SMALL else 6


def _permute(key: _torch.Tensor, indices: _torch.Tensor | None, n: int, length: int) -> _torch.Tensor:
    shape = (length,) if indices is None else tuple(indices.shape)
    out, count, key = _torch.empty((*key.shape[:-1], *shape), dtype=_torch.int64, device=key.device), prod(shape), key.contiguous()
    rows = key.numel() // 2
    if not out.numel():
        return out
    last, right, pairs = _plan(n)
    at = None if indices is None else indices.contiguous()
    if on_kernels(key):
        blocks = -(-count // _BLOCK)
        launch("permute", out, rows * blocks, out, key, at, count, blocks, last, right, PAIRS=pairs, GIVEN=at is not None, BLOCK=_BLOCK)
        return out
    for row, (seed, stream), source in zip(out.view(rows, count), _host.pairs(key), _host.sources(key, 0)):
        if at is None:
            source.permutations(n, length, row.numpy())
            continue
        words_key = elements.sample_key(*(np.array(w, np.uint64) for w in (seed, stream)), elements.PERMUTATION_TAG)
        wanted = at.numpy().ravel().view(np.uint64)
        exists = wanted <= last
        made = elements.permuted(np.where(exists, wanted, 0).astype(np.uint64), np.uint64(last), np.uint64(right), pairs, words_key, np.uint64(0))
        row.copy_(_torch.from_numpy(np.where(exists, made.view(np.int64), -1)))
    return out


_permute_op = _torch.library.custom_op("tali::permute", _permute, mutates_args=())


@_permute_op.register_fake
def _(key: Any, indices: Any, n: int, length: int) -> Any:
    return key.new_empty((*key.shape[:-1], *((length,) if indices is None else indices.shape)))


@_permute_op.register_vmap
def _(info: Any, in_dims: Any, key: Any, indices: Any, n: int, length: int) -> Any:
    if indices is None or in_dims[1] is None:
        return _permute_op(batched(info, key, in_dims[0]), indices, n, length), 0
    keys, each = batched(info, key, in_dims[0]), batched(info, indices, in_dims[1])
    return _torch.stack([_permute_op(k, i, n, length) for k, i in zip(keys, each)]), 0


def _permuted(key: Any, indices: _torch.Tensor | None, n: int, length: int) -> _torch.Tensor:
    plain = is_plain(key) if indices is None else is_plain(key, indices)
    return (_permute if plain else _permute_op)(key, indices, n, length)


@from_keys("Returns the first elements of a random permutation of 0 ... n - 1, as ``tali.Sequence(seed=key).permutation(n)``.",
           ">>> k = tali.torch.key(42)\n"
           ">>> tali.torch.randperm(k, 1000).tolist() == tali.Sequence(seed=tali.Key(42)).permutation(1000).tolist()\n"
           "True\n"
           ">>> len(set(tali.torch.randperm(k, 10**12, 1000).tolist()))\n"
           "1000",
           "tensor of int64\nOne row per key.", n="Number of elements that are permuted, at most 2^63.",
           length="(int, optional) Number of elements that are returned: a sample without replacement. None: all of them.")
def randperm(key: Any, n: int, length: int | None = None) -> _torch.Tensor:
    n = index_of("n", n, 1 << 63)
    return _permuted(key_of(key), None, n, index_of("length", n if length is None else length, n))


@from_keys("Returns elements of a random permutation of 0 ... n - 1 by their indices. No other element is computed or stored.",
           ">>> k = tali.torch.key(42)\n"
           ">>> torch.equal(tali.torch.permuted(k, torch.arange(5, 9), 10**12), tali.torch.randperm(k, 10**12, 9)[5:])\n"
           "True",
           "tensor of int64\nElements with the shape of index; for several keys, one such tensor per key.",
           index="(tensor of int64) Indices, 0 ... n - 1; for others the result is -1.",
           n="Number of elements that are permuted, at most 2^63.")
def permuted(key: Any, index: _torch.Tensor, n: int) -> _torch.Tensor:
    key = key_of(key)
    if not isinstance(index, _torch.Tensor) or index.dtype != _torch.int64:
        raise ArgumentTypeError("index", index if not isinstance(index, _torch.Tensor) else Words(f"of type {index.dtype}"), "a tensor of int64")
    if index.device != key.device:
        raise ArgumentError("index", Words(f"on {index.device}"), f"{key.device}, where the key is")
    n = index_of("n", n, 1 << 63)
    if not n:
        return _torch.full((*key.shape[:-1], *index.shape), -1, dtype=_torch.int64, device=key.device)
    return _permuted(key, index, n, 0)


@from_keys("Draws category numbers with probabilities proportional to weights, for any number of categories.\n\n"
           "With replacement, weights count in multiples of 2^-(61 - b) of the largest, where 2^b is at least the number of categories. "
           "Sums are\n"
           "integer sums, so the result does not depend on the device.\n\n"
           "Without replacement, the categories with the shortest exponential waiting times are drawn, as by "
           "``tali.Sequence(seed=key).choice``.",
           ">>> tali.torch.multinomial(tali.torch.key(42), torch.tensor([0.0, 1.0, 0.0, 2.0]), 2).sort().values\n"
           "tensor([1, 3])",
           "tensor of int64\n"
           "Category numbers with the shape (*rows, num_samples). -1 where no category can be drawn: no weight is left above 0, or a "
           "weight of the row is negative or not finite.", key="One key per row of weights.",
           weights="(torch.Tensor) Numbers of at least 0, with the shape (*rows, categories).",
           num_samples="Number of categories to draw per row.", replacement="Whether a category can be drawn more than once.")
def multinomial(key: Any, weights: _torch.Tensor, num_samples: int, replacement: bool = False) -> _torch.Tensor:
    key = key_of(key, weights.device if isinstance(weights, _torch.Tensor) else None)
    if not isinstance(weights, _torch.Tensor) or not weights.dtype.is_floating_point and weights.dtype not in (_torch.int64, _torch.int32):
        raise ArgumentTypeError("weights", Words(f"of type {getattr(weights, 'dtype', type(weights).__name__)}"), "a tensor of numbers")
    if weights.dim() == 0 or weights.shape[-1] == 0 or key.shape[:-1] != weights.shape[:-1]:
        raise ArgumentError("weights", Words(f"of shape {tuple(weights.shape)}"), f"{tuple(key.shape[:-1])} + (categories,), one row per key")
    n, replacement = weights.shape[-1], flag_of("replacement", replacement)
    samples = index_of("num_samples", num_samples, 1 << 40 if replacement else n)
    given = weights.detach().to(_torch.float64)
    valid = ((given >= 0) & (given < _torch.inf)).all(-1, keepdim=True)
    if not replacement:
        times = exponential(key, n, dtype=_torch.float64) * 2.0**-200 / given
        times = _torch.where((given > 0) & valid, times, _torch.inf)
        first, order = times.sort(stable=True, dim=-1)
        return _torch.where(first[..., :samples] < _torch.inf, order[..., :samples], -1)
    unit = 2.0**(61 - (n - 1).bit_length())
    most = given.amax(-1, keepdim=True)
    ends = _torch.where(valid & (most > 0), (given / most * unit).round(), 0.0).to(_torch.int64).cumsum(-1)
    total = ends[..., -1:]
    u = words(key, samples, dtype=_torch.uint64).view(_torch.int64) >> 2 & (1 << 62) - 1
    half = (1 << 31) - 1
    (a, b), (x, y) = (total >> 31, total & half), (u >> 31, u & half)
    place = a * x + ((a * y + b * x + (b * y >> 31)) >> 31)  # floor(total u / 2^62)
    return _torch.where(total > 0, _torch.searchsorted(ends, place, right=True), -1)


@from_keys("Draws from 0 ... n - 1: `randint`, `randperm`, or with weights p `multinomial`.",
           ">>> tali.torch.choice(tali.torch.key(42), 10**12, (2, 3), replace=False).shape\n"
           "torch.Size([2, 3])",
           "tensor of int64\nThe drawn numbers, on the key's device.", n="Number of elements to draw from.",
           replace="Whether an element can be drawn more than once.",
           p="(torch.Tensor, optional) Weights of the elements, with the shape (n,), or one row per key.")
def choice(key: Any, n: int, size: Any, *, replace: bool = True, p: _torch.Tensor | None = None) -> _torch.Tensor:
    key, n, replace = key_of(key), index_of("n", n, (1 << 63) - 1), flag_of("replace", replace)
    shape = (size,) if isinstance(size, int) else tuple(size)
    if p is not None:
        if not isinstance(p, _torch.Tensor) or p.dim() == 0 or p.shape[-1] != n:
            raise ArgumentError("p", Words(f"of shape {tuple(getattr(p, 'shape', ()))}"), f"(..., {n}), one weight per element")
        made = multinomial(key, p.expand(*key.shape[:-1], n), prod(shape), replace)
    elif replace:
        return randint(key, shape, 0, n)
    else:
        made = randperm(key, n, prod(shape))
    return made.view(*key.shape[:-1], *shape)
