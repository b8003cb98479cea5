# SPDX-License-Identifier: Apache-2.0
"""The parts of a DTensor: each process works on its own part, with the indices of the global tensor."""

from __future__ import annotations

import math
import sys
from itertools import product
from typing import Any, Callable, Iterator

import torch as _torch

from tali._errors import ArgumentError


def is_distributed(tensor: Any) -> bool:
    module = sys.modules.get("torch.distributed.tensor")
    return module is not None and isinstance(tensor, module.DTensor)


def block_of(tensor: Any) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Shape and offset of this process's part; None if it has no part."""
    from torch.distributed.tensor._utils import compute_local_shape_and_global_offset

    if any(placement.is_partial() for placement in tensor.placements):
        raise ArgumentError("placements of tensor", tensor.placements, "sharded or replicated placements")
    if tensor.device_mesh.get_coordinate() is None:
        return None
    shape, offset = compute_local_shape_and_global_offset(tensor.shape, tensor.device_mesh, tensor.placements)
    local = tensor.to_local()
    if tuple(shape) != tuple(local.shape):
        raise ArgumentError("local shape of tensor", tuple(local.shape), f"{tuple(shape)}, PyTorch's even cut")
    return tuple(shape), tuple(offset)


def _runs(whole: tuple[int, ...], shape: tuple[int, ...], offset: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Elements of a block that are neighbours in the whole: the first one's index there and in the block, and their number."""
    cut = max((d for d in range(len(whole)) if shape[d] != whole[d]), default=-1)  # later dimensions are whole
    n = math.prod(shape[max(cut, 0):])
    for k, at in enumerate(product(*(range(m) for m in shape[:max(cut, 0)])) if n else ()):
        first = 0
        for d, size in enumerate(whole):
            first = first * size + offset[d] + (at[d] if d < len(at) else 0)
        yield first, k * n, n


def by_parts(function: Callable[..., _torch.Tensor], x: Any, *others: Any) -> Any:
    """A DTensor like x of function(part, index of its first element, parts of the others) for the parts of this process, each of
    neighbouring elements. A function may write to its part."""
    from torch.distributed.tensor import DTensor

    for other in others:
        if not is_distributed(other) or other.device_mesh != x.device_mesh or other.placements != x.placements:
            raise ArgumentError("g", getattr(other, "placements", type(other).__name__), f"a DTensor with the placements {x.placements}")
    block, local = block_of(x), x.to_local()
    if not local.is_contiguous():
        raise ArgumentError("strides of the local tensor", local.stride(), "contiguous memory")
    flat = [local.reshape(-1), *(other.to_local().reshape(-1) for other in others)]
    made = [function(flat[0][at:at + n], first, *(f[at:at + n] for f in flat[1:])) for first, at, n in _runs(tuple(x.shape), *block)] if block else []
    y = function(flat[0][:0], 0, *(f[:0] for f in flat[1:])) if not made else made[0] if len(made) == 1 else _torch.cat(made)
    return DTensor.from_local(y.view(local.shape), x.device_mesh, x.placements, run_check=False, shape=x.shape, stride=x.stride())
