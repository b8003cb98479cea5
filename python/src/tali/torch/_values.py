# SPDX-License-Identifier: Apache-2.0
"""Writes values of a distribution to a tensor, from a source: a generator or a sequence at a position."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np
import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._continuous import check_range
from tali._draws import renamed
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._seeds import ALL_BITS
from tali._targets import given_target

@functools.cache
def _law(name: str) -> c.Law:
    """The law of a distribution, with the parameters of the function that fills with it."""
    from tali.torch import _in_place, _laws

    fill = getattr(_in_place, f"{name}_", None)
    if fill is None:
        return next(asked.law for asked in _laws.ASKED.values() if asked.law.name == name)
    parameters = [*inspect.signature(fill).parameters][1:-1]
    return c.law(name, *parameters, default=next(type_ for other, type_ in c.ENTRIES if other == name))


def _made(name: str, type_: str, parameters: list[float]) -> tuple[Any, Any]:
    """Makes a distribution, and gives the bounds to which uniform numbers are scaled, unless these are 0 and 1."""
    law = _law(name)
    index = law.entry(type_).index
    if name != "uniform":
        try:
            return _core.make(index, tuple(parameters)), None
        except ArgumentError as error:
            raise renamed(error, law) from None
    low, high = (np.array([x]) for x in parameters)
    check_range(low, high, type_)
    return _core.make(index, ()), None if parameters == [0.0, 1.0] else (low, high)


def made_in(dtype: _torch.dtype, name: str) -> tuple[str, _torch.dtype | None]:
    """The type of the values; and the PyTorch type in which they are made, if they are cast to `dtype`: counts as int64, 16-bit and
    8-bit floats as float32."""
    text = str(_torch.uint8 if dtype == _torch.bool else dtype)
    type_ = "" if "float8" in text else c.type_of(text)
    if (name, type_) in c.ENTRIES:
        return type_, None
    made = next((t for t in ("i64", "u8") if (name, t) in c.ENTRIES), None)
    if made is None and dtype.itemsize <= 2 and dtype.is_floating_point:
        made = "f32"
    return (type_, None) if made is None else (made, getattr(_torch, c.DTYPES[made].name))


def _type_of(tensor: _torch.Tensor, name: str) -> tuple[str, _torch.dtype | None]:
    return made_in(tensor.dtype, name)


def _halve_down(made: _torch.Tensor, dtype: _torch.dtype) -> _torch.Tensor:
    """The largest 16-bit numbers not above 32-bit numbers."""
    near = made.to(dtype)
    bits = near.view(_torch.int16)
    below = _torch.where(near == 0, -0x7fff, bits + _torch.where(near > 0, -1, 1)).to(_torch.int16)
    return _torch.where(near.float() > made, below, bits).view(dtype)


def _cast(made: _torch.Tensor, tensor: _torch.Tensor, name: str) -> None:
    """Copies values into a tensor of another type. Integers must fit; floats are rounded to nearest, uniform numbers down."""
    if name == "uniform":
        made = _halve_down(made, tensor.dtype)
    if not tensor.dtype.is_floating_point and (made > _torch.iinfo(tensor.dtype).max).any():
        raise OverflowError(f"a value is {made.max().item()}; expected values of {tensor.dtype}, or a tensor of {made.dtype}")
    tensor.copy_(made)


def _fill(tensor: _torch.Tensor, name: str, parameters: list[float], source: Any, in_operator: bool = True) -> None:
    """Fills a tensor from a source: a generator, a sequence, or a substitute for one."""
    dtype = _type_of(tensor, name)[1]
    if dtype is not None:
        made = _torch.empty(tensor.shape, dtype=dtype, device=tensor.device)
        if name == "uniform":  # bounds are rounded to the tensor's type
            parameters = [_torch.tensor(x).to(tensor.dtype).item() for x in parameters]
        _fill(made, name, parameters, source)
        return _cast(made, tensor.detach(), name)
    target = given_target(tensor.detach())
    distribution, bounds = _made(name, target.type, parameters)
    if bounds is None:
        source.fill(distribution, target.destination)
    else:
        source.fill_bounds(distribution.index, *bounds, target.destination)
    target.done(in_operator)


def _generator(seed: int, stream: int, position: int) -> Any:
    return _core.Source("philox4x32", seed & ALL_BITS, stream & ALL_BITS, position)


def _sequence(seed: int, stream: int) -> Any:
    return _core.Source.of_key(seed & ALL_BITS, stream & ALL_BITS)


def _words_of(key: _torch.Tensor) -> tuple[int, int]:
    """The seed and the offset in a tensor of two integers."""
    if key.shape != (2,):
        raise ArgumentError("key", Words(f"of shape {tuple(key.shape)}"), "(2,), a seed and an offset")
    if key.is_floating_point() or key.is_complex() or key.dtype == _torch.bool:
        raise ArgumentTypeError("key", Words(f"of type {key.dtype}"), "integers")
    seed, offset = key.tolist()
    return seed & ALL_BITS, offset & ALL_BITS
