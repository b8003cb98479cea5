# SPDX-License-Identifier: Apache-2.0
"""tali's values in PyTorch's tensors, on the CPU and on CUDA devices, in place and under torch.compile.

A `key` says which values: a tali.Key names a sequence, whose elements they are; an integer is a seed of a tali.Generator;
a tali.Generator draws, and moves on; a tensor of two integers, as torch.func._random.key makes it, is a seed and an
offset, which is the stream of tali's generator.

A DTensor gets the values that a tensor of its whole shape gets, however it is sharded or replicated. Each process fills
its own part, and nothing is sent.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._continuous import check_range
from tali._draws import HALVES, renamed
from tali._generator import Generator
from tali._key import Key
from tali._position import taken
from tali._ranges import BlockOf
from tali._seeds import ALL_BITS, index_of
from tali._targets import cut_tangent, given_target

__all__ = ["bernoulli_", "beta_", "binomial_", "bits", "cauchy_", "exponential_", "gamma_", "geometric_", "gumbel_",
           "laplace_", "lognormal_", "normal_", "poisson_", "uniform_"]


#: The functions' names of their distributions' parameters
_PARAMETERS = {"normal": ("mean", "std"), "uniform": ("low", "high"), "lognormal": ("mean", "std"), "exponential": ("scale",),
               "gamma": ("shape", "scale"), "beta": ("a", "b"), "cauchy": ("median", "sigma"), "gumbel": ("loc", "scale"),
               "laplace": ("loc", "scale"), "poisson": ("mean",), "binomial": ("n", "p"), "geometric": ("p",),
               "bernoulli": ("p",)}


def _made(name: str, type_: str, parameters: list[float]) -> tuple[Any, Any]:
    """A distribution, and the bounds that its numbers are moved to: of uniform numbers, where these are others than 0 and 1."""
    law = c.law(name, *_PARAMETERS[name])
    index = law.entry(type_).index
    if name != "uniform":
        try:
            return _core.make(index, tuple(parameters)), None
        except ValueError as error:
            raise renamed(error, law) from None
    low, high = (np.array([x]) for x in parameters)
    check_range(low, high, type_)
    return _core.make(index, ()), None if parameters == [0.0, 1.0] else (low, high)


#: Whole numbers: the types in which they are made for tensors of a type that the library does not have
_WHOLE = {"poisson": _torch.int64, "binomial": _torch.int64, "geometric": _torch.int64, "bernoulli": _torch.uint8}


def _type_of(tensor: _torch.Tensor, name: str) -> tuple[str, _torch.dtype | None]:
    """The type of the values; and PyTorch's, where they are cast to the tensor's."""
    type_ = c.type_of(_torch.uint8 if tensor.dtype == _torch.bool else tensor.dtype)
    if (name, type_) in c.ENTRIES:
        return type_, None
    made = _WHOLE.get(name)
    if type_ in HALVES and name in ("uniform", "exponential"):
        made = _torch.float32
    return (type_, None) if made is None else (c.type_of(made), made)


def _halve_down(made: _torch.Tensor, dtype: _torch.dtype) -> _torch.Tensor:
    """The next numbers of 16 bits that are not above those of 32."""
    near = made.to(dtype)
    bits = near.view(_torch.int16)
    below = _torch.where(near == 0, -0x7fff, bits + _torch.where(near > 0, -1, 1)).to(_torch.int16)
    return _torch.where(near.float() > made, below, bits).view(dtype)


def _cast(made: _torch.Tensor, tensor: _torch.Tensor, name: str) -> None:
    """Copies values into a tensor of another type. Integers must fit; floats are the nearest, of uniform numbers the next
    ones below."""
    if name == "uniform":
        made = _halve_down(made, tensor.dtype)
    if not tensor.dtype.is_floating_point and (made > _torch.iinfo(tensor.dtype).max).any():
        raise OverflowError(f"a value is {made.max().item()}; allowed: values of {tensor.dtype}, or a tensor of {made.dtype}")
    tensor.copy_(made)


def _fill(tensor: _torch.Tensor, name: str, parameters: list[float], source: Any) -> None:
    """Fills a tensor by a source, which is a generator, a sequence, or what stands for one."""
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
    target.done()


def _generator(seed: int, stream: int, position: int) -> Any:
    return _core.Source("philox4x32", seed & ALL_BITS, stream & ALL_BITS, position)


def _sequence(seed: int, stream: int) -> Any:
    return _core.Source(_core.Engine("philox4x32", seed & ALL_BITS, stream & ALL_BITS), 0)


@_torch.library.custom_op("tali::fill_", mutates_args={"tensor"})
def _fill_op(tensor: _torch.Tensor, name: str, parameters: list[float], seed: int, stream: int,
             position: int) -> None:
    _fill(tensor, name, parameters, _generator(seed, stream, position))


@_torch.library.custom_op("tali::fill_sequence_", mutates_args={"tensor"})
def _fill_sequence_op(tensor: _torch.Tensor, name: str, parameters: list[float], seed: int, stream: int) -> None:
    _fill(tensor, name, parameters, _sequence(seed, stream))


@_torch.library.custom_op("tali::fill_keyed_", mutates_args={"tensor"})
def _fill_keyed_op(tensor: _torch.Tensor, name: str, parameters: list[float], key: _torch.Tensor) -> None:
    _fill(tensor, name, parameters, _generator(*_words_of(key), 0))


@_fill_op.register_fake
def _(tensor: Any, name: str, parameters: Any, seed: int, stream: int, position: int) -> None:
    return None


@_fill_sequence_op.register_fake
def _(tensor: Any, name: str, parameters: Any, seed: int, stream: int) -> None:
    return None


@_fill_keyed_op.register_fake
def _(tensor: Any, name: str, parameters: Any, key: Any) -> None:
    return None


def _signed(x: int) -> int:
    return x - (1 << 64) if x >= 1 << 63 else x


def _is_distributed(tensor: _torch.Tensor) -> bool:
    module = sys.modules.get("torch.distributed.tensor")
    return module is not None and isinstance(tensor, module.DTensor)


def _fill_distributed(tensor: Any, name: str, parameters: list[float], source: Any) -> None:
    """Fills this process's part of a DTensor."""
    from torch.distributed.tensor._utils import compute_local_shape_and_global_offset

    if any(placement.is_partial() for placement in tensor.placements):
        raise ValueError(f"tensor has the placements {tensor.placements}; allowed: sharded or replicated ones")
    if tensor.device_mesh.get_coordinate() is None:
        return  # this process has no part
    local = tensor.to_local()
    shape, offset = compute_local_shape_and_global_offset(tensor.shape, tensor.device_mesh, tensor.placements)
    if tuple(shape) != tuple(local.shape):
        raise ValueError(f"tensor has the local shape {tuple(local.shape)}; allowed: {tuple(shape)}, PyTorch's even cut")
    _fill(local, name, parameters, BlockOf(source, (tuple(tensor.shape), tuple(offset), tuple(shape)), -1))


_compiling = _torch.compiler.is_compiling
_modes = getattr(_torch._C, "_len_torch_dispatch_stack", None)


def _at_once(tensor: _torch.Tensor, name: str, values: list[float], key: Any) -> bool:
    """Fills without an operator, which costs many times what a small fill takes. False, with nothing done, where the call
    is compiled or watched, or where the memory is not a plain tensor's: then the operator does it."""
    if _modes is None or _compiling() or _modes():
        return False
    if isinstance(key, Generator):
        source = key._source
        if source.engine != "philox4x32":
            return False
    elif type(key) is int and 0 <= key <= ALL_BITS:
        source = _core.Source("philox4x32", key, 0, 0)
    else:
        return False
    if name == "uniform":
        return source.fill_out_between(_INDEX[name], tensor, *values)
    return source.fill_out(_INDEX[name], tensor, *values)


#: the entry of a distribution, whatever the type of its values
_INDEX = {name: min(e.index for (n, _), e in c.ENTRIES.items() if n == name) for name in c.NAMES}


def _words_of(key: _torch.Tensor) -> tuple[int, int]:
    """The seed and the offset that a tensor of two integers is."""
    if key.shape != (2,):
        raise ValueError(f"key has the shape {tuple(key.shape)}; allowed: (2,), a seed and an offset")
    if key.is_floating_point() or key.is_complex() or key.dtype == _torch.bool:
        raise TypeError(f"key has the type {key.dtype}; allowed: integers")
    seed, offset = key.tolist()
    return seed & ALL_BITS, offset & ALL_BITS


def _draw(tensor: _torch.Tensor, name: str, parameters: tuple[float, ...], key: Any) -> _torch.Tensor:
    values = [float(p) for p in parameters]
    if tensor.requires_grad and _torch.is_grad_enabled():
        _made(name, _type_of(tensor, name)[0], values)  # what is not allowed is refused before anything is written
        # PyTorch's own operator cuts the graph, as its normal_ does, and refuses what it refuses: leaves, and views of them.
        _fill_by(tensor.zero_().detach(), name, values, key)
    else:
        _fill_by(tensor, name, values, key)
        cut_tangent(tensor)
    return tensor


def _fill_by(tensor: _torch.Tensor, name: str, values: list[float], key: Any) -> None:
    distributed = _is_distributed(tensor)
    if isinstance(key, Generator) and tensor.is_cuda and _torch.cuda.is_current_stream_capturing():
        raise RuntimeError("key is a tali.Generator while a CUDA graph is captured, whose replays would repeat the numbers; "
                           "allowed: a tali.Key or a seed, which name them")
    if not distributed and _at_once(tensor, name, values, key):
        return
    if isinstance(key, Key):
        if distributed:
            _fill_distributed(tensor, name, values, _sequence(key.seed, key.stream))
        else:
            _fill_sequence_op(tensor, name, values, _signed(key.seed), _signed(key.stream))
    elif isinstance(key, _torch.Tensor):
        if distributed:
            _fill_distributed(tensor, name, values, _generator(*_words_of(key), 0))
        else:
            _fill_keyed_op(tensor, name, values, key)
    elif isinstance(key, Generator):
        if key.engine != "philox4x32":
            raise ValueError(f"key is a generator of {key.engine}; allowed: philox4x32")
        with taken(key._source, tensor.numel()) as first:
            if distributed:
                _fill_distributed(tensor, name, values, _generator(key.seed, key.stream, first))
            else:
                _fill_op(tensor, name, values, _signed(key.seed), _signed(key.stream), first)
    elif distributed:
        _fill_distributed(tensor, name, values, _generator(index_of("key", key), 0, 0))
    else:
        _fill_op(tensor, name, values, _signed(index_of("key", key)), 0, 0)


def normal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with normal numbers; float16 and bfloat16 too.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    mean : float, optional
        Mean.
    std : float, optional
        Standard deviation, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.normal_(x, key=42) is x
    True
    """
    return _draw(tensor, "normal", (mean, std), key)


def uniform_(tensor: _torch.Tensor, low: float = 0.0, high: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with uniform numbers in [low, high). Those of float16 and bfloat16 are float32's, rounded down.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    low : float, optional
        Lower bound. Bounds are rounded to the tensor's type.
    high : float, optional
        Upper bound, not reached.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.uniform_(x, key=42) is x
    True
    """
    return _draw(tensor, "uniform", (low, high), key)


def lognormal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with numbers whose logarithm is normal.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    mean : float, optional
        Mean of the logarithm.
    std : float, optional
        Standard deviation of the logarithm, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.lognormal_(x, key=42) is x
    True
    """
    return _draw(tensor, "lognormal", (mean, std), key)


def exponential_(tensor: _torch.Tensor, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with exponential numbers. Those of float16 and bfloat16 are float32's, rounded to the nearest.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    scale : float, optional
        Mean, which is 1 / lambda.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.exponential_(x, key=42) is x
    True
    """
    return _draw(tensor, "exponential", (scale,), key)


def gamma_(tensor: _torch.Tensor, shape: float, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with gamma numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    shape : float
        Shape, above 0.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.gamma_(x, 2.5, key=42) is x
    True
    """
    return _draw(tensor, "gamma", (shape, scale), key)


def beta_(tensor: _torch.Tensor, a: float, b: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with beta numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    a : float
        First shape, above 0.
    b : float
        Second shape, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.beta_(x, 2, 5, key=42) is x
    True
    """
    return _draw(tensor, "beta", (a, b), key)


def cauchy_(tensor: _torch.Tensor, median: float = 0.0, sigma: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Cauchy numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    median : float, optional
        Median.
    sigma : float, optional
        Half the distance of the quartiles, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.cauchy_(x, key=42) is x
    True
    """
    return _draw(tensor, "cauchy", (median, sigma), key)


def gumbel_(tensor: _torch.Tensor, loc: float = 0.0, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Gumbel numbers, of largest values.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    loc : float, optional
        Mode.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.gumbel_(x, key=42) is x
    True
    """
    return _draw(tensor, "gumbel", (loc, scale), key)


def laplace_(tensor: _torch.Tensor, loc: float = 0.0, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Laplace numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    loc : float, optional
        Mean.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.laplace_(x, key=42) is x
    True
    """
    return _draw(tensor, "laplace", (loc, scale), key)


def poisson_(tensor: _torch.Tensor, mean: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Poisson numbers: of int64 or uint32, or of another type, to which those of int64 are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    mean : float
        Mean, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.int64)
    >>> tali.torch.poisson_(x, 4.5, key=42) is x
    True
    """
    return _draw(tensor, "poisson", (mean,), key)


def binomial_(tensor: _torch.Tensor, n: int, p: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with binomial numbers: of int64 or uint32, or of another type, to which those of int64 are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    n : int
        Trials, at least 0.
    p : float
        Probability of a success.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.int64)
    >>> tali.torch.binomial_(x, 10, 0.3, key=42) is x
    True
    """
    return _draw(tensor, "binomial", (n, p), key)


def geometric_(tensor: _torch.Tensor, p: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with geometric numbers, trials up to the first success: of int64 or uint32, or of another type, to
    which those of int64 are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    p : float
        Probability of a success, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.int64)
    >>> tali.torch.geometric_(x, 0.3, key=42) is x
    True
    """
    return _draw(tensor, "geometric", (p,), key)


def bernoulli_(tensor: _torch.Tensor, p: float = 0.5, *, key: Any) -> _torch.Tensor:
    """Fills a tensor of any type with ones, of probability p, and zeros.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    p : float, optional
        Probability of a 1.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.uint8)
    >>> tali.torch.bernoulli_(x, key=42) is x
    True
    """
    return _draw(tensor, "bernoulli", (p,), key)


def bits(key: Any, n: int, *, device: Any = None) -> _torch.Tensor:
    """The first n 32-bit words of a key: those of PyTorch's stateless Philox, whose offset counts blocks of 128 bits.

    Parameters
    ----------
    key : int or tensor of two integers
        A seed, or a seed and an offset, as torch.func._random.key gives them.
    n : int
        Number of words.
    device : optional
        Where the tensor lies; None: where the key does.

    Returns
    -------
    tensor of uint32
        The words.

    Examples
    --------
    >>> tali.torch.bits(42, 3).tolist() == tali.Sequence(seed=42).fill("bits", size=3, dtype="uint32").tolist()
    True
    """
    seed, offset = _words_of(key) if isinstance(key, _torch.Tensor) else (key, 0)
    if device is None and isinstance(key, _torch.Tensor):
        device = key.device
    made = _torch.empty(index_of("n", n), dtype=_torch.uint32, device=device)
    words = _core.Engine("philox4x32", index_of("key", seed), 0)
    target = given_target(made)
    entry = c.ENTRIES["bits", "u32"]
    _core.Source(words, (4 * offset) & ALL_BITS).fill(_core.make(entry.index, ()), target.destination)
    return target.done()
