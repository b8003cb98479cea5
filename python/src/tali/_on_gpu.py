# SPDX-License-Identifier: Apache-2.0
"""Parameters on a GPU: PyTorch tensors and CuPy arrays. Values are made there, and returned as the same kind."""

from __future__ import annotations

import sys
from typing import Any, Sequence

import numpy as np

from tali import _core
from tali._catalogue import DTYPES
from tali._errors import ArgumentTypeError, Words

#: Checks that the library does not make for arrays in a GPU's memory, by distribution: whether parameters are valid
_ALLOWED = {
    "normal": lambda mu, sigma: _finite(mu) & _finite(sigma) & (sigma >= 0),
    "bernoulli": lambda p: (p >= 0) & (p <= 1),
}
_ALLOWED["normal-icdf"] = _ALLOWED["lognormal"] = _ALLOWED["normal"]
_ALLOWED["bernoulli-bits"] = _ALLOWED["bernoulli"]


def _finite(x: Any) -> Any:
    return (x - x) == 0


def is_on_gpu(value: Any) -> bool:
    """Whether a parameter is on a GPU."""
    return not isinstance(value, (float, int, np.ndarray, np.generic, list, tuple)) and (
        bool(getattr(value, "is_cuda", False)) or hasattr(value, "__cuda_array_interface__"))


class OnGpu:
    """Arrays of one framework on one GPU. Both are those of the first parameter that is on a GPU."""

    def __init__(self, named: Sequence[tuple[str, Any]]) -> None:
        name, value = next((n, v) for n, v in named if is_on_gpu(v))
        module = None if hasattr(value, "is_cuda") else sys.modules.get("cupy")
        module = module or sys.modules.get("torch")
        if module is None:
            raise ArgumentTypeError(name, Words("on a GPU"), "PyTorch's tensors or CuPy's arrays there")
        self._module, self._is_torch = module, module.__name__ == "torch"
        if self._is_torch:
            self.device = (value if hasattr(value, "is_cuda") else module.as_tensor(value, device="cuda")).device.index
        else:
            self.device = module.asarray(value).device.id

    def array(self, name: str, value: Any, dtype: np.dtype) -> Any:
        """A parameter as an array on this GPU."""
        if not is_on_gpu(value):
            value = np.asarray(value)
            if value.dtype.kind not in "fiub":
                raise ArgumentTypeError(name, Words(f"of type {value.dtype}"), "real numbers")
        if self._is_torch:
            array = self._module.as_tensor(value, dtype=getattr(self._module, dtype.name), device=f"cuda:{self.device}")
            return array.detach()
        with self._module.cuda.Device(self.device):
            return self._module.asarray(value, dtype=dtype)

    def full(self, array: Any, shape: tuple[int, ...]) -> Any:
        """An array broadcast to a shape, with all elements in memory."""
        if self._is_torch:
            return array.broadcast_to(shape).contiguous()
        return self._module.ascontiguousarray(self._module.broadcast_to(array, shape))

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> Any:
        """New memory for values."""
        if self._is_torch:
            return self._module.empty(shape, dtype=getattr(self._module, dtype.name), device=f"cuda:{self.device}")
        with self._module.cuda.Device(self.device):
            return self._module.empty(shape, dtype=dtype)

    def values_of(self, out: Any) -> Any:
        """The filled memory as an array of the framework."""
        own = self._module.Tensor if self._is_torch else self._module.ndarray
        return out if isinstance(out, own) else self._module.from_dlpack(out)

    def view(self, array: Any) -> Any:
        """An array's memory, in the form that the extension module takes."""
        bytes_ = array.numel() * array.element_size() if self._is_torch else array.nbytes
        address = array.data_ptr() if self._is_torch else array.data.ptr
        return _core.view_of(address, bytes_, self.device, 0, array)

    def where(self, condition: Any, a: Any, b: Any) -> Any:
        """numpy.where on this GPU."""
        return self._module.where(condition, a, b)

    def clip(self, x: Any, low: Any, high: Any) -> Any:
        """numpy.clip on this GPU."""
        return x.clamp(low, high) if self._is_torch else self._module.clip(x, low, high)

    def put(self, to: Any, where: Any, values: Any) -> None:
        """Writes values to an array where a condition is true."""
        chosen = values[where]
        to[where] = chosen.to(to.dtype) if self._is_torch else chosen.astype(to.dtype)

    def largest(self, rows: Any) -> Any:
        """The largest number in each row, as rows with one element."""
        return rows.amax(dim=-1, keepdim=True) if self._is_torch else rows.max(axis=-1, keepdims=True)

    def place_of_largest(self, rows: Any) -> Any:
        """The index of the largest number in each row."""
        return rows.argmax(dim=-1) if self._is_torch else rows.argmax(axis=-1)

    def on_host(self, array: Any) -> np.ndarray:
        """A copy in host memory."""
        return array.cpu().numpy() if self._is_torch else self._module.asnumpy(array)

    @property
    def stream(self) -> int:
        """The framework's current stream."""
        if self._is_torch:
            return int(self._module.cuda.current_stream(self.device).cuda_stream)
        return int(self._module.cuda.get_current_stream().ptr)

    def wait(self) -> None:
        """Waits until the framework's work on its current stream is done."""
        if self._is_torch:
            self._module.cuda.current_stream(self.device).synchronize()
        else:
            self._module.cuda.get_current_stream().synchronize()

    def first_bad(self, entry: Any, arrays: Sequence[Any]) -> int | None:
        """Index of the first invalid parameters, for cases that the library does not check; None if all are valid."""
        allowed = _ALLOWED.get(entry.name)
        if allowed is None:
            return None
        if entry.arrays_f32:
            arrays = [self.array("", a, np.dtype(np.float32)) for a in arrays]
        good = allowed(*arrays).reshape(-1)
        return None if bool(good.all()) else int((~good).nonzero()[0].reshape(-1)[0])


def type_of_parameters(entry: Any) -> np.dtype:
    """The type in which a distribution's parameter arrays are read."""
    return DTYPES["f32" if entry.library_arrays and entry.arrays_f32 else "f64"]
