# SPDX-License-Identifier: Apache-2.0
"""Keys as tensors: two int64 numbers per key, the words of a tali.Key. Arithmetic on keys runs on their device."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as _torch

from tali import _core
from tali._docs import from_keys
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._key import Key, index_of
from tali._on_arrays import elements
from tali._seeds import ALL_BITS
from tali.torch._arguments import _compiling, _signed, is_plain, key_of, words_of
from tali.torch._launch import launch, on_kernels

_INTEGERS = (_torch.int64, _torch.int32, _torch.int16, _torch.int8, _torch.uint8, _torch.uint32, _torch.uint16, _torch.uint64)


def _by_kernel(key: _torch.Tensor, number: _torch.Tensor | int, split: bool) -> _torch.Tensor:
    """Children of contiguous keys, by one number or by one per key."""
    out, n = _torch.empty_like(key), key.numel() // 2
    if n:
        launch("children", key, -(-n // 128), out, key, number, n, SPLIT=split, GIVEN=isinstance(number, _torch.Tensor), BLOCK=128)
    return out


def _child(key: _torch.Tensor, number: _torch.Tensor, split: bool) -> _torch.Tensor:
    shape = _torch.broadcast_shapes(key.shape[:-1], number.shape)
    key, number = key.expand(*shape, 2).contiguous(), number.expand(shape).contiguous()
    if on_kernels(key):
        return _by_kernel(key, number, split)
    words, numbers = key.numpy().view(np.uint64), number.numpy().view(np.uint64)
    tag = elements.SPLIT_TAG if split else elements.FOLD_IN_TAG
    made = np.stack(elements.child(words[..., 0], words[..., 1], numbers, tag), -1)
    return _torch.from_numpy(made.view(np.int64))


_child_op = _torch.library.custom_op("tali::child_key", _child, mutates_args=())


@_child_op.register_fake
def _(key: Any, number: Any, split: bool) -> Any:
    return key.new_empty((*_torch.broadcast_shapes(key.shape[:-1], number.shape), 2))


@_child_op.register_vmap
def _(info: Any, in_dims: Any, key: Any, number: Any, split: bool) -> Any:
    rank = max(key.dim() - 1 - (in_dims[0] is not None), number.dim() - (in_dims[1] is not None))
    if in_dims[0] is not None:  # the batch dimension first, then as many dimensions as the other tensor has
        key = key.movedim(in_dims[0], 0)
        key = key.reshape(key.shape[0], *(1,) * (rank + 2 - key.dim()), *key.shape[1:])
    if in_dims[1] is not None:
        number = number.movedim(in_dims[1], 0)
        number = number.reshape(number.shape[0], *(1,) * (rank + 1 - number.dim()), *number.shape[1:])
    return _child_op(key, number, split), 0


def _children(key: _torch.Tensor, number: _torch.Tensor, split: bool) -> _torch.Tensor:
    return (_child if is_plain(key, number) else _child_op)(key, number, split)


@from_keys("Returns a key as a tensor.",
           ">>> k = tali.torch.key(42)\n"
           ">>> k.tolist() == tali.torch.key(tali.Key(42)).tolist()\n"
           "True",
           "tensor of two int64\nThe bits of the key's seed and stream.", seed="(int or tali.Key) A seed, 0 ... 2**64 - 1, or a key.",
           device="(optional) Device of the tensor; None: PyTorch's default.")
def key(seed: int | Key, *, device: Any = None) -> _torch.Tensor:
    return words_of(seed if isinstance(seed, Key) else Key(index_of("seed", seed)), device)


@from_keys("Returns child keys for numbers, like tali.Key.fold_in.",
           ">>> k = tali.torch.fold_in(tali.torch.key(42), 7)\n"
           ">>> torch.equal(k, tali.torch.key(tali.Key(42).fold_in(7)))\n"
           "True\n"
           ">>> tali.torch.fold_in(k, torch.arange(3)).shape\n"
           "torch.Size([3, 2])",
           "tensor of int64\nOne key per number.", key="(tensor of int64) Keys, with the shape (..., 2).",
           number="(int or tensor of integers) One number, or one per key: both shapes broadcast. Negative int64 numbers stand for the "
                  "uint64 numbers with the same bits.")
def fold_in(key: _torch.Tensor, number: int | _torch.Tensor) -> _torch.Tensor:
    key = key_of(key)
    if not isinstance(number, _torch.Tensor):
        if _compiling() and isinstance(number, int) and 0 <= number < 1 << 63:  # compiled once for all numbers
            return _child_op(key, _torch.full((), number, dtype=_torch.int64, device=key.device), False)
        index = index_of("number", number)
        plain, kernel = is_plain(key), on_kernels(key)
        if plain and kernel:
            return _by_kernel(key.contiguous(), _signed(index), False)
        if plain and key.shape == (2,):
            seed, stream = key.tolist()
            return words_of(Key.of(*_core.key_child(seed & ALL_BITS, stream & ALL_BITS, False, index)), key.device)
        number = _torch.full((), _signed(index), dtype=_torch.int64, device=key.device)
    elif number.dtype not in _INTEGERS:
        raise ArgumentTypeError("number", Words(f"of type {number.dtype}"), "integers")
    elif number.device != key.device:
        raise ArgumentError("number", Words(f"on {number.device}"), f"{key.device}, where the key is")
    number = number.view(_torch.int64) if number.dtype == _torch.uint64 else number.to(_torch.int64)
    return _children(key, number, False)


@from_keys("Splits each key into n keys, like tali.Key.split.",
           ">>> a, b = tali.torch.split(tali.torch.key(42), 2)\n"
           ">>> torch.equal(b, tali.torch.key(tali.Key(42).split(2)[1]))\n"
           "True",
           "tensor of int64\nKeys with the shape (..., n, 2).", key="(tensor of int64) Keys, with the shape (..., 2).",
           n="Number of keys.")
def split(key: _torch.Tensor, n: int) -> _torch.Tensor:
    key = key_of(key)
    return _children(key.unsqueeze(-2), _torch.arange(index_of("n", n, 1 << 40), device=key.device), True)
