# SPDX-License-Identifier: Apache-2.0
"""Launches of Triton kernels, and the division of tensors into parts. Triton is imported when the first CUDA tensor needs it."""

from __future__ import annotations

import functools
import struct
from typing import Any

import torch as _torch

from tali import _core
from tali._errors import ArgumentError

#: Whether tensors on the CPU go to the kernels too: for tests, in Triton's interpreter
interpreted = False


#: Up to this number of elements the library's own kernels make values from device keys: a launch of theirs takes a tenth of the time
SMALL = 1 << 22


def by_library(on_gpu: bool, elements: int, rounds: int = 10) -> bool:
    """Whether the library makes values from keys, without Triton."""
    return rounds == 10 and not interpreted and (not on_gpu or elements <= SMALL and _core.gpu_built())


def on_kernels(tensor: _torch.Tensor) -> bool:
    """Whether Triton kernels make the values. Otherwise the library or PyTorch functions make them, with the same bits."""
    return tensor.is_cuda or interpreted


@functools.cache
def kernels() -> Any:
    from tali.torch import _kernels

    return _kernels


def bits_of(x: float) -> int:
    """The bits of a 64-bit float: kernels would convert float arguments to 32 bits."""
    return struct.unpack("<q", struct.pack("<d", x))[0]  # type: ignore[no-any-return]


def form_of(argument: Any) -> Any:
    """What Triton's compiler knows of an argument, or more: calls with equal forms run the same compiled kernel."""
    kind = type(argument)
    if kind is int:
        return argument == 1, argument % 16 == 0, -(1 << 31) <= argument < 1 << 31, argument < 1 << 63
    return (argument.dtype, argument.data_ptr() % 16 == 0) if isinstance(argument, _torch.Tensor) else kind


#: Compiled kernels and their constants, by the forms of a call: Triton takes 20 microseconds to find a kernel
_compiled: dict[Any, tuple[Any, tuple[Any, ...]]] = {}


def launch(kernel: str, tensor: _torch.Tensor, programs: int, *arguments: Any, warps: int = 4, **constants: Any) -> None:
    """Starts a kernel on a tensor's device."""
    if programs >= 1 << 31:
        raise ArgumentError("elements", tensor.numel(), "fewer than 2**31 blocks of them")
    function = getattr(kernels(), kernel)
    if not tensor.is_cuda:
        function[(programs,)](*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
        return
    device = tensor.get_device()
    if device != _torch.cuda.current_device():
        with _torch.cuda.device(device):
            return launch(kernel, tensor, programs, *arguments, warps=warps, **constants)
    call = (kernel, device, warps, *constants.values(), *[form_of(a) for a in arguments])
    found = _compiled.get(call)
    if found is not None:
        found[0][programs, 1, 1](*arguments, *found[1])
        return
    made = function[(programs,)](*arguments, num_warps=warps, enable_fp_fusion=False, **constants)
    _compiled[call] = made, tuple(constants[name] for name in function.arg_names[len(arguments):])


def launch_rows(kernel: str, memory: tuple[_torch.Tensor, ...], key: _torch.Tensor, offset: int, *arguments: Any, tile: tuple[int, int],
                rounds: int, **constants: Any) -> None:
    """Starts a kernel on rows of elements, one per key.

    A kernel's parameters are the tensors, with equal numbers of elements; the keys; the number of elements per row; the index of
    a row's first element; the blocks per row; and further ones. `tile` is the number of elements and of warps per block; small
    calls use short blocks, which run in parallel.
    """
    rows, elements = key.numel() // 2, memory[0].numel()
    n = elements // rows
    block, warps = tile if elements >= 1 << 20 else (512, 4)
    blocks = (offset + n - 1) // block - offset // block + 1  # the blocks that contain elements offset ... offset + n - 1
    launch(kernel, memory[0], rows * blocks, *memory, key, n, offset, blocks, *arguments, STARTS=offset != 0, BLOCK=block, ROUNDS=rounds, warps=warps,
           **constants)
