# SPDX-License-Identifier: Apache-2.0
"""How Triton's kernels are launched, and over which parts of a tensor. Triton is imported when a first CUDA tensor needs it."""

from __future__ import annotations

import functools
import struct
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


def bits_of(x: float) -> int:
    """The bits of a float of 64 bits: kernels take floats as 32."""
    return struct.unpack("<q", struct.pack("<d", x))[0]  # type: ignore[no-any-return]


def launch(kernel: str, tensor: _torch.Tensor, programs: int, *arguments: Any, warps: int = 4, **constants: Any) -> None:
    """Starts a kernel on a tensor's device."""
    if programs >= 1 << 31:
        raise ArgumentError("elements", tensor.numel(), "fewer than 2**31 blocks of them")
    start = getattr(kernels(), kernel)[(programs,)]
    if tensor.is_cuda and tensor.device.index != _torch.cuda.current_device():
        with _torch.cuda.device(tensor.device):
            start(*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
    else:
        start(*arguments, num_warps=warps, enable_fp_fusion=False, **constants)


def launch_rows(kernel: str, memory: tuple[_torch.Tensor, ...], key: _torch.Tensor, offset: int, *arguments: Any, tile: tuple[int, int],
                rounds: int, **constants: Any) -> None:
    """Starts a kernel on rows of elements, one per key.

    A kernel's parameters are the memory, of as many elements each; the keys, a row's elements, the index of its first one, blocks per
    row; and the others. `tile` is a block's elements and warps; a small call has short blocks, which run side by side.
    """
    rows, elements = key.numel() // 2, memory[0].numel()
    n = elements // rows
    block, warps = tile if elements >= 1 << 20 else (512, 4)
    blocks = (offset + n - 1) // block - offset // block + 1  # that hold elements offset ... offset + n - 1
    launch(kernel, memory[0], rows * blocks, *memory, key, n, offset, blocks, *arguments, STARTS=offset != 0, BLOCK=block, ROUNDS=rounds, warps=warps,
           **constants)
