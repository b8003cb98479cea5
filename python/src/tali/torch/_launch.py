# SPDX-License-Identifier: Apache-2.0
"""How Triton's kernels are launched, and over which parts of a tensor. Triton is imported when a first CUDA tensor needs it."""

from __future__ import annotations

import functools
from typing import Any

import torch as _torch

from tali._errors import ArgumentError

#: Whether tensors on the CPU go to the kernels too: for tests, in Triton's interpreter
interpreted = False


def on_kernels(tensor: _torch.Tensor) -> bool:
    """Whether Triton's kernels make the values; else the library does, or PyTorch's own functions, with the same bits."""
    return tensor.is_cuda or interpreted


@functools.cache
def kernels() -> Any:
    from tali.torch import _kernels

    return _kernels


def tile(elements: int, usual: tuple[int, int]) -> tuple[int, int]:
    """Elements and warps of a block: of few elements each is short, so that they run side by side."""
    return usual if elements >= 1 << 20 else (512, 4)


def blocks_of(n: int, offset: int, block: int) -> int:
    """Blocks that hold elements offset ... offset + n - 1 of a sequence."""
    return (offset + n - 1) // block - offset // block + 1


def launch(kernel: str, tensor: _torch.Tensor, programs: int, *arguments: Any, warps: int = 4, **constants: Any) -> None:
    """Starts a kernel on a tensor's device. Constants are in the order of its parameters."""
    if programs >= 1 << 31:
        raise ArgumentError("elements", tensor.numel(), "fewer than 2**31 blocks of them")
    start = getattr(kernels(), kernel)[(programs,)]
    if tensor.is_cuda and tensor.device.index != _torch.cuda.current_device():
        with _torch.cuda.device(tensor.device):
            start(*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
    else:
        start(*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
