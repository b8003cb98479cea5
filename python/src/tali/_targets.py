# SPDX-License-Identifier: Apache-2.0
"""Destinations: new arrays, NumPy arrays, and the memory of other frameworks through DLPack."""

from __future__ import annotations

import sys
from math import prod
from typing import Any

import numpy as np

try:  # NumPy's interface for C
    from numpy._core._multiarray_umath import _ARRAY_API
except ImportError:  # before NumPy 2
    from numpy.core._multiarray_umath import _ARRAY_API

from tali import _core
from tali._catalogue import DLPACK, DTYPES, ITEM_BYTES, name_of, type_of
from tali._errors import ArgumentError, ArgumentTypeError, Words

_TYPES_OF_CODES = {pair: name for name, pair in DLPACK.items()}
_TYPES_OF_CODES[(6, 8)] = "u8"  # DLPack's bool


class Target:
    """A destination for the extension module, with its shape and type, and the object that is returned to the caller."""

    __slots__ = ("destination", "shape", "type", "result", "wait", "copied", "tensor", "scratch")

    def __init__(self, destination: Any, shape: tuple[int, ...], type_: str, result: Any, wait: bool = False,
                 copied: bool = False) -> None:
        self.destination, self.shape, self.type, self.result, self.wait = destination, shape, type_, result, wait
        self.copied, self.tensor, self.scratch = copied, None, None

    @property
    def host(self) -> np.ndarray | None:
        """The values as a NumPy array, or None if they are in another framework's memory."""
        return self.destination if isinstance(self.destination, np.ndarray) else None

    def done(self, in_operator: bool = False) -> Any:
        """Returns the result as soon as it can be read. A PyTorch operator increments the version itself, and cannot access
        tangents: the function that calls the operator clears them."""
        if self.wait:
            self.destination.wait()
        if self.copied:
            self.result[...] = self.destination
        if self.scratch is not None:
            self.tensor.copy_(self.scratch)  # this increments the version
        elif self.tensor is not None and not in_operator:
            tensor_written(self.tensor)
        return self.result


def shape_of(size: Any) -> tuple[int, ...]:
    """A shape from NumPy's `size`."""
    if isinstance(size, tuple):
        shape = size
    elif isinstance(size, (int, np.integer)):
        shape = (size,)
    else:
        try:
            shape = tuple(size)
        except TypeError:
            raise ArgumentTypeError("size", size, "None, an integer or a tuple of integers") from None
    result = []
    for n in shape:
        if isinstance(n, (bool, float)) or not hasattr(n, "__index__"):
            raise ArgumentTypeError("size", size, "None, an integer or a tuple of integers")
        if n < 0:
            raise ArgumentError("size", size, "dimensions of at least 0")
        result.append(n.__index__())
    return tuple(result)


def bfloat16() -> np.dtype:
    """NumPy's dtype for bfloat16 numbers, from the package ml_dtypes."""
    try:
        import ml_dtypes
    except ImportError:
        raise TypeError("dtype is bfloat16, which NumPy has with the package ml_dtypes alone; or give out=") from None
    return np.dtype(ml_dtypes.bfloat16)


def device_number(device: str) -> int | None:
    """The number of a CUDA device; None for the CPU."""
    if device == "cpu":
        return None
    if isinstance(device, str) and device.split(":")[0] == "cuda":
        number = device[5:] or "0"
        if number.isascii() and number.isdigit() and len(number) < 10:  # CUDA's numbers are 32-bit integers
            return int(number)
    raise ArgumentError("device", device, "'cpu', 'cuda' or 'cuda:N'")


class DeviceArray:
    """Values on a CUDA device, for any framework with DLPack or CUDA's array interface.

    ``cupy.from_dlpack``, ``torch.from_dlpack``, ``jax.dlpack.from_dlpack`` and Numba accept it without a copy. When a method
    returns it, the values are complete, for every stream.

    Examples
    --------
    >>> x = tali.Generator(seed=1, device="cuda").normal(size=1000)  # doctest: +SKIP
    >>> torch.from_dlpack(x).std()  # doctest: +SKIP
    """

    __slots__ = ("_memory", "_type", "shape")

    def __init__(self, shape: tuple[int, ...], type_: str, device: int) -> None:
        self.shape, self._type = shape, type_
        self._memory = _core.DeviceMemory(prod(shape) * ITEM_BYTES[type_], device)

    @property
    def dtype(self) -> str:
        """The type of the values as text, such as "float32" or "bfloat16"."""
        return name_of(self._type)

    @property
    def device(self) -> str:
        """The device, such as "cuda:0"."""
        return f"cuda:{self._memory.device}"

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self._memory.device

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"dl_device is {dl_device}; expected {self.__dlpack_device__()}, where the values are")
        if copy:
            raise BufferError("copy is True; expected None or False")
        return self._memory.capsule(self.shape, *DLPACK[self._type])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._type == "bf16":
            raise AttributeError("CUDA's array interface has no bfloat16; DLPack has")
        return {"shape": self.shape, "typestr": np.dtype(DTYPES[self._type]).str, "data": (self._memory.address, False),
                "version": 3, "strides": None, "stream": None}

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single value has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"tali.DeviceArray(shape={self.shape}, dtype={self.dtype}, device={self.device})"


def new_target(shape: tuple[int, ...], type_: str, device: int | None) -> Target:
    """New memory, on the CPU or on a device."""
    if prod(n for n in shape if n) * ITEM_BYTES[type_] > sys.maxsize:
        raise ArgumentError("size", shape, f"values in less than 2**63 bytes, {ITEM_BYTES[type_]} each")
    if device is None:
        result = np.empty(shape, bfloat16() if type_ == "bf16" else DTYPES[type_])
        return Target(result.view(np.uint16) if type_ == "bf16" else result, shape, type_, result)
    made = DeviceArray(shape, type_, device)
    return Target(made._memory.view, shape, type_, made, wait=True)


def like(target: Target, item_bytes: int) -> Any:
    """Memory on a target's device for the same number of values with another size; on a GPU, for the same stream."""
    there = target.destination
    if not getattr(there, "on_gpu", False):
        return np.empty(target.shape, f"u{item_bytes}")
    return _core.DeviceMemory(prod(target.shape) * item_bytes, there.device).view_on(there.stream)


def given_target(out: Any) -> Target:
    """The memory of `out`, which is filled in place."""
    if isinstance(out, np.ndarray):
        return _of_numpy(out)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(out, torch.Tensor):
        if not _TYPES_OF_TORCH:
            _know_torch(torch)
        target = _of_torch(torch, out) if type(out) is torch.Tensor else None
        if target is None and type(out) is torch.Tensor and _lies_apart(torch, out):
            scratch = torch.empty(out.shape, dtype=out.dtype, device=out.device)
            target = _of_torch(torch, scratch)
            target.result, target.scratch = out, scratch
        if target is None:
            distributed = sys.modules.get("torch.distributed.tensor")
            if distributed is not None and isinstance(out, distributed.DTensor):
                raise ArgumentTypeError("out", Words("a DTensor"),
                                        "its part, out.to_local(), or the functions of tali.torch, which fill every "
                                        "process's part")
            target = _of_dlpack(out)
        target.tensor = out
        return target
    if isinstance(out, Target):
        return out
    if hasattr(out, "__dlpack__"):
        return _of_dlpack(out)
    raise ArgumentTypeError("out", Words(f"of type {type(out).__name__}"), "a NumPy array, or an object with __dlpack__")


def _of_numpy(out: np.ndarray) -> Target:
    if not out.flags.writeable:
        raise ArgumentError("out", Words("read-only"), "writable memory")
    if not out.dtype.isnative:
        raise ArgumentTypeError("out", Words(f"of type {out.dtype}"), "types in this machine's byte order")
    if not out.flags.c_contiguous:
        if not out.flags.f_contiguous:
            raise ArgumentError("out", Words("not contiguous"), "contiguous memory, such as numpy.ascontiguousarray makes")
        made = _of_numpy(np.empty(out.shape, out.dtype))  # Fortran order, which NumPy accepts, is filled through a copy
        return Target(made.destination.view(out.dtype), out.shape, made.type, out, copied=True)
    if out.dtype == np.bool_:
        return Target(out.view(np.uint8), out.shape, "u8", out)
    type_ = type_of(out.dtype)
    return Target(out.view(np.uint16) if type_ == "bf16" else out, out.shape, type_, out)


def _stream_of(out: Any) -> int | None:
    """The current stream of the framework of `out`; None if it has none."""
    framework = type(out).__module__.split(".")[0]
    module = sys.modules.get(framework)
    if framework == "torch":
        return int(module.cuda.current_stream(out.device).cuda_stream)
    if framework == "cupy":
        return int(module.cuda.get_current_stream().ptr)
    return None


#: For the extension module: the catalogue's type for anything that NumPy accepts as a type
_KNOWN = {key: name for name, dtype in DTYPES.items() for key in (dtype, dtype.type, dtype.name, dtype.str[1:])}
_core.know_arrays(_ARRAY_API, np.asarray, DTYPES, {**_KNOWN, float: "f64", int: "i64", bool: "bool"})
_TYPES_OF_TORCH: dict[Any, str] = {}
_increment_version: Any = None


def _know_torch(torch: Any) -> None:
    """Registers the tensor type with the extension module, which then reads tensors without Python code."""
    types = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int8": "i8", "int16": "i16",
             "int32": "i32", "int64": "i64", "uint8": "u8", "bool": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64"}
    known = {getattr(torch, name): type_ for name, type_ in types.items() if hasattr(torch, name)}
    global _increment_version, _TYPES_OF_TORCH
    # In older releases: an in-place operation that changes no element, on memory that shares the version.
    _increment_version = getattr(torch.autograd.graph, "increment_version", lambda x: x.detach().view(-1)[:0].zero_())
    # PyTorch's own function, if this release has it.
    stream = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    _core.know_tensors(torch.Tensor, torch.strided, known,
                       stream or (lambda device: torch.cuda.current_stream(device).cuda_stream), tensor_written)
    _TYPES_OF_TORCH = known  # last, because other threads then assume that everything is set


def tensor_written(tensor: Any) -> None:
    """Increments a tensor's version, as PyTorch's in-place functions do, so that autograd detects overwritten values.
    Tensors made in inference mode have no version."""
    if not tensor.is_inference():
        _increment_version(tensor)
    cut_tangent(tensor)


def cut_tangent(tensor: Any) -> None:
    """Sets a tensor's tangent to 0 in forward-mode differentiation: new values do not depend on the inputs of the old ones."""
    forward = sys.modules["torch"].autograd.forward_ad
    if getattr(forward, "_current_level", -1) >= 0:
        tangent = forward.unpack_dual(tensor).tangent
        if tangent is not None:
            tangent.zero_()


def _of_torch(torch: Any, out: Any) -> Target | None:
    """A tensor's memory from its attributes, in a quarter of the time of a DLPack capsule. None if DLPack must be used, which
    also reports the errors."""
    type_ = _TYPES_OF_TORCH.get(out.dtype)
    device = out.device
    if (type_ is None or out.layout is not torch.strided or out.requires_grad or not out.is_contiguous() or out.is_neg()
            or device.type not in ("cpu", "cuda")):
        return None
    bytes_ = out.numel() * out.element_size()
    if device.type == "cpu":
        return Target(_core.view_of(out.data_ptr(), bytes_, -1, 0, out), tuple(out.shape), type_, out)
    stream = torch.cuda.current_stream(device).cuda_stream
    return Target(_core.view_of(out.data_ptr(), bytes_, device.index, stream, out), tuple(out.shape), type_, out)


def _lies_apart(torch: Any, out: Any) -> bool:
    """Whether only the strides prevent filling a tensor: it may be transposed, have every second element, or have channels last.
    Such a tensor is filled through a copy, in the order of a contiguous tensor."""
    return (out.dtype in _TYPES_OF_TORCH and out.layout is torch.strided and not out.is_contiguous() and not out.requires_grad
            and out.device.type in ("cpu", "cuda")
            and all(step != 0 or n == 1 for n, step in zip(out.shape, out.stride())))


def _of_dlpack(out: Any) -> Target:
    on_gpu = out.__dlpack_device__()[0] in (2, 13)
    current = _stream_of(out) if on_gpu else None
    stream = current or 0
    if getattr(out, "requires_grad", False):
        raise ArgumentError("out", Words("a tensor that requires a gradient"), "one that does not, such as out.detach()")
    # 1 is DLPack's number for the default stream. The values are enqueued on the producer's stream, so no wait is needed.
    capsule = out.__dlpack__(stream=stream or 1) if on_gpu else out.__dlpack__()
    view, shape, code, bits, contiguous, read_only = _core.dlpack_view(capsule, stream)
    if read_only:
        raise ArgumentError("out", Words("read-only"), "writable memory")
    if not contiguous:
        raise ArgumentError("out", Words("not contiguous"), "C-contiguous memory")
    type_ = _TYPES_OF_CODES.get((code, bits))
    if type_ is None:
        raise ArgumentTypeError("out", Words(f"of a type of {bits} bits and DLPack's code {code}"), "a type of tali",
                                tuple(map(name_of, ITEM_BYTES)))
    # A framework without a current stream reads on its own streams, so the values must be complete.
    return Target(view, shape, type_, out, wait=on_gpu and current is None)
