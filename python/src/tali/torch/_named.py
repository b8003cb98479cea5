# SPDX-License-Identifier: Apache-2.0
"""Any distribution of the catalogue by name, for device keys: also those whose values are rows, such as dirichlet."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._docs import from_keys
from tali._errors import ArgumentError, ArgumentTypeError
from tali.torch import _host
from tali.torch._arguments import batched, is_plain, key_of, offset_of
from tali.torch._on_device import view_on_device


def _made(name: str, dtype: _torch.dtype, parameters: str) -> tuple[Any, tuple[int, ...]]:
    """The distribution, and the shape of a value. An operator takes no dict: a parameter is a line, name=value."""
    made = _core.named(name, c.type_of(dtype), dict(line.split("=", 1) for line in parameters.splitlines()))  # type: ignore[misc]
    return made, (made.row_size,) if c.ENTRIES[name.split(":")[0], c.type_of(dtype)].kind == "vector" else ()


def _draw(key: _torch.Tensor, shape: list[int], dtype: _torch.dtype, name: str, parameters: str, offset: int) -> _torch.Tensor:
    distribution, row = _made(name, dtype, parameters)
    out, key = _torch.empty((*key.shape[:-1], *shape, *row), dtype=dtype, device=key.device), key.contiguous()
    rows = key.numel() // 2
    if not out.numel():
        return out
    if out.is_cuda:
        _core.fill_rows(view_on_device(key), distribution, offset, view_on_device(out))
        return out
    for memory, source in zip(out.numpy().reshape(rows, -1), _host.sources(key, offset)):
        source.fill(distribution, memory)
    return out


_draw_op = _torch.library.custom_op("tali::draw_named", _draw, mutates_args=())


@_draw_op.register_fake
def _(key: Any, shape: Any, dtype: Any, name: str, parameters: str, offset: int) -> Any:
    return key.new_empty((*key.shape[:-1], *shape, *_made(name, dtype, parameters)[1]), dtype=dtype)


@_draw_op.register_vmap
def _(info: Any, in_dims: Any, key: Any, *rest: Any) -> Any:
    return _draw_op(batched(info, key, in_dims[0]), *rest), 0


@from_keys("Returns values of any distribution, by name, as ``tali.Sequence(seed=key).fill`` does.",
           ">>> tali.torch.draw(tali.torch.split(tali.torch.key(42), 2), 5, \"dirichlet\", shapes=[0.5, 1, 2]).shape\n"
           "torch.Size([2, 5, 3])",
           "values",
           size="(int or tuple of int) Shape of a row. The result has one row per key; for vector distributions each value is a row.",
           distribution="Name of the distribution, such as \"dirichlet\"; `tali info` lists them.",
           dtype="Type of the values. None: float32 or int64, if the distribution has it.",
           parameters="() The distribution's parameters, by the catalogue's names: numbers, or lists or tensors of them. Tensors are read "
                      "on the host.")
def draw(key: Any, size: Any, distribution: str, *, dtype: Any = None, offset: int = 0, **parameters: Any) -> _torch.Tensor:
    if not isinstance(distribution, str):
        raise ArgumentTypeError("distribution", distribution, "the name of a distribution")
    types = [t for n, t in c.ENTRIES if n == distribution.split(":")[0]]
    if dtype is None:
        dtype = getattr(_torch, c.DTYPES[next((t for t in ("f32", "i64", "u32", "u8") if t in types), types[0] if types else "f32")].name)
    shape = [size] if isinstance(size, int) else list(size)
    if shape and min(shape) < 0:
        raise ArgumentError("size", tuple(shape), "numbers of at least 0")
    lines = "\n".join(f"{n}={v if isinstance(v, str) else ':'.join(repr(x) for x in np.ravel(v).tolist())}" for n, v in parameters.items())
    key = key_of(key)
    return (_draw if is_plain(key) else _draw_op)(key, shape, dtype, distribution, lines, offset_of(offset))


class _Dirichlet(_torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(alpha: Any, key: Any, size: Any, dtype: Any, offset: int) -> Any:
        return draw(key, size, "dirichlet", dtype=dtype, offset=offset, shapes=alpha)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(output, inputs[0])

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        x, alpha = ctx.saved_tensors
        shapes = alpha.to(x.device, x.dtype).expand_as(x).contiguous()
        by = _torch._dirichlet_grad(x, shapes, shapes.sum(-1, keepdim=True).expand_as(x).contiguous())
        each = by * (gradient - (x * gradient).sum(-1, keepdim=True))
        return each.sum_to_size(alpha.shape).to(alpha), None, None, None, None


@from_keys("Returns proportions that add up to 1, from a Dirichlet distribution, with the gradient by alpha.",
           ">>> tali.torch.dirichlet(tali.torch.key(42), 5, [0.5, 1.0, 2.0]).shape\n"
           "torch.Size([5, 3])",
           "torch.Tensor\nThe values of ``tali.Sequence(seed=key)``, with a last dimension as long as alpha.",
           alpha="(list or tensor of numbers) Shapes of the components, above 0. They are read on the host.",
           dtype="float32 or float64; None: float32.")
def dirichlet(key: Any, size: Any, alpha: Any, *, dtype: Any = None, offset: int = 0) -> _torch.Tensor:
    dtype = _torch.float32 if dtype is None else dtype
    if isinstance(alpha, _torch.Tensor) and alpha.requires_grad and _torch.is_grad_enabled():
        return _Dirichlet.apply(alpha, key_of(key), size, dtype, offset)
    return draw(key, size, "dirichlet", dtype=dtype, offset=offset, shapes=alpha.detach() if isinstance(alpha, _torch.Tensor) else alpha)
