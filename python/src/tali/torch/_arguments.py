# SPDX-License-Identifier: Apache-2.0
"""Checks of the arguments of functions with device keys; errors name the argument."""

from __future__ import annotations

import math
from typing import Any

import torch as _torch

from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._key import Key, index_of

_compiling = _torch.compiler.is_compiling
_modes = getattr(_torch._C, "_len_torch_dispatch_stack", None)
_level = getattr(getattr(_torch._C, "_functorch", None), "maybe_current_level", None)
_PLAIN = (_torch.Tensor, _torch.nn.Parameter)


def is_plain(*tensors: _torch.Tensor) -> bool:
    """Whether a kernel may be launched directly, without the operator, which costs much more than a small kernel. False for
    compiled, traced or batched calls, and for other kinds of memory."""
    if _modes is None or _level is None or _compiling() or _modes() or _level() is not None:
        return False
    for x in tensors:
        if type(x) not in _PLAIN:
            return False
    return True


def _signed(x: int) -> int:
    return x - (1 << 64) if x >= 1 << 63 else x


def words_of(keys: list[Key] | Key, device: Any) -> _torch.Tensor:
    """The tensor of one or several keys."""
    if isinstance(keys, Key):
        return _torch.tensor([_signed(keys.seed), _signed(keys.stream)], dtype=_torch.int64, device=device)
    return _torch.tensor([[_signed(k.seed), _signed(k.stream)] for k in keys], dtype=_torch.int64, device=device)


def key_of(key: Any, device: Any = None, name: str = "key") -> _torch.Tensor:
    """A tensor of keys, on the device of the tensor it is used with."""
    if isinstance(key, Key):
        return words_of(key, device)
    if not isinstance(key, _torch.Tensor):
        raise ArgumentTypeError(name, key, "a tali.Key, or a tensor as tali.torch.key gives it")
    if key.dtype != _torch.int64:
        raise ArgumentTypeError(name, Words(f"of type {key.dtype}"), "torch.int64, as tali.torch.key gives it")
    if key.dim() == 0 or key.shape[-1] != 2:
        raise ArgumentError(name, Words(f"of shape {tuple(key.shape)}"), "(..., 2), two words per key")
    if device is not None and key.device != device:
        raise ArgumentError(name, Words(f"on {key.device}"), f"{device}, where the tensor is")
    return key


def rows_of(key: _torch.Tensor, shape: Any, name: str) -> None:
    """Checks that a tensor has one row per key: its first dimensions are the keys'."""
    rows = key.shape[:-1]
    if tuple(shape[:len(rows)]) != tuple(rows):
        raise ArgumentError("key", Words(f"of shape {tuple(key.shape)}"),
                            f"(2,), or one key per row of {name}: {tuple(shape[:len(rows)])} + (2,)")


def number_of(name: str, value: Any, low: float = -math.inf, high: float = math.inf, expected: str = "a finite number") -> float:
    """A finite number within bounds."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ArgumentTypeError(name, value, expected)
    if not math.isfinite(value) or not low <= value <= high:
        raise ArgumentError(name, value, expected)
    return float(value)


def rounds_of(rounds: Any) -> int:
    if rounds not in (7, 10):
        raise ArgumentError("rounds", rounds, "7, 10")
    return int(rounds)


def offset_of(offset: Any) -> int:
    return index_of("offset", offset, (1 << 62) - 1)


def float_of(name: str, x: Any, types: tuple[_torch.dtype, ...]) -> _torch.Tensor:
    """A dense tensor of one of these types."""
    if not isinstance(x, _torch.Tensor):
        raise ArgumentTypeError(name, x, "a torch.Tensor")
    if x.dtype not in types:
        raise ArgumentTypeError(name, Words(f"of type {x.dtype}"), ", ".join(str(t) for t in types))
    if x.layout is not _torch.strided:
        raise ArgumentTypeError(name, Words(f"of layout {x.layout}"), "torch.strided")
    return x


def batched(info: Any, x: _torch.Tensor, dim: int | None) -> _torch.Tensor:
    """A tensor with the dimension of torch.vmap moved to the front."""
    return x.movedim(dim, 0) if dim is not None else x.expand(info.batch_size, *x.shape)


def writable(name: str, x: _torch.Tensor) -> None:
    """Checks that a tensor may be changed in place."""
    if x.requires_grad and _torch.is_grad_enabled():
        raise ArgumentError(name, Words("a tensor that requires a gradient"),
                            f"one that does not, such as {name}.detach(), or torch.no_grad()")
    if not x.is_contiguous() and any(step == 0 and n > 1 for n, step in zip(x.shape, x.stride())):
        raise ArgumentError(name, Words(f"of strides {tuple(x.stride())}"), "memory of which each element has its own")
