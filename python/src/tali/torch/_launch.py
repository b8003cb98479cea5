# SPDX-License-Identifier: Apache-2.0
"""How Triton's kernels are launched, and over which parts of a tensor. Triton is imported when a first CUDA tensor needs it."""

from __future__ import annotations

import functools
from typing import Any

import torch as _torch

from tali._errors import ArgumentError

#: Whether tensors on the CPU go to the kernels too: for tests, in Triton's interpreter
interpreted = False

#: Whether a kernel that was launched before is launched past Triton's own look at its arguments, which takes longer than this one's
direct = False


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


def _kind(argument: Any) -> Any:
    """What Triton recompiles a kernel for: types, and what is known of addresses and whole numbers."""
    if isinstance(argument, _torch.Tensor):
        return argument.dtype, argument.data_ptr() % 16 == 0
    if isinstance(argument, int):
        return argument == 1, argument % 16 == 0, -1 << 31 <= argument < 1 << 31
    return type(argument)


_compiled: dict[Any, Any] = {}


def _start(kernel: str, device: int | None, programs: int, arguments: tuple[Any, ...], warps: int, constants: dict[str, Any]) -> None:
    if device is None or not direct:
        getattr(kernels(), kernel)[(programs,)](*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
        return
    key = (kernel, device, warps, *constants.values(), *map(_kind, arguments))
    found = _compiled.get(key)
    if found is None:
        _compiled[key] = getattr(kernels(), kernel)[(programs,)](*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
    else:
        found[(programs, 1, 1)](*arguments, *constants.values())


def launch(kernel: str, tensor: _torch.Tensor, programs: int, *arguments: Any, warps: int = 4, **constants: Any) -> None:
    """Starts a kernel on a tensor's device. Constants are in the order of its parameters."""
    if programs >= 1 << 31:
        raise ArgumentError("elements", tensor.numel(), "fewer than 2**31 blocks of them")
    device = tensor.device.index if tensor.is_cuda else None
    if device is not None and device != _torch.cuda.current_device():
        with _torch.cuda.device(device):
            _start(kernel, device, programs, arguments, warps, constants)
    else:
        _start(kernel, device, programs, arguments, warps, constants)
