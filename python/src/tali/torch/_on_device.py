# SPDX-License-Identifier: Apache-2.0
"""Values of device keys on a GPU, made by the library."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali import _catalogue as c
from tali import _core


#: By distribution: the parameters, one bit each, that the library's kernels of arrays let be 0, for a value of 0
ZEROS = {law.name: sum(1 << k for k, constant in law.zero.items() if constant is None)
         for law in vars(c).values() if isinstance(law, c.Law) and c.ENTRIES[law.name, law.default].library_arrays}


def view_on_device(t: _torch.Tensor) -> Any:
    """A contiguous tensor's memory on a GPU, for work on its current stream."""
    stream = _torch.cuda.current_stream(t.device).cuda_stream
    return _core.view_of(t.data_ptr(), t.numel() * t.element_size(), t.device.index, stream, t)


def fill_on_device(out: _torch.Tensor, key: _torch.Tensor, entry: c.Entry, values: list[Any], wide: Any, offset: int) -> None:
    """Enqueues the work; nothing is copied to the host. `wide` is the type of parameters in tensors; None: all are numbers."""
    view, keys = view_on_device(out), view_on_device(key)
    if wide is None:
        _core.fill_rows(keys, _core.make(entry.index, () if entry.name == "uniform" else tuple(values)), offset, view)
        if entry.name == "uniform":
            _core.between(entry.index, *values, view)
        return
    single = narrow = 0
    given = []
    for k, v in enumerate(values):
        if not isinstance(v, _torch.Tensor):
            v = _torch.full((1,), v, dtype=wide, device=out.device)
        if entry.library_arrays:  # its kernels read one number for all elements, and floats for doubles
            single |= (v.numel() == 1) << k
            narrow |= (v.dtype == _torch.float32 and wide != _torch.float32) << k
        v = v.to(_torch.float32 if narrow >> k & 1 else wide)
        given.append((v if single >> k & 1 else v.expand(out.shape)).contiguous())
    _core.fill_rows_arrays(keys, entry.index, [view_on_device(v) for v in given], offset, view, single, narrow,
                           ZEROS.get(entry.name, 0))
