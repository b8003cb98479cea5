# SPDX-License-Identifier: Apache-2.0
"""New tensors of values from device keys, one row per key: element i of a row is element i of the key's sequence."""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple

import numpy as np
import torch as _torch

from tali._docs import from_keys
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali import _catalogue as c
from tali import _core
from tali.torch import _host
from tali.torch._arguments import is_plain, key_of, number_of, offset_of, rounds_of, writable
from tali.torch._at_once import at_once, indices_of
from tali.torch._laws import draw
from tali.torch._launch import bits_of, by_library, launch_rows, on_kernels
from tali.torch._noise import _table
from tali.torch._values import _halve_down

_NORMAL = c.law("normal-icdf", "mean", "std", scales=(1,))
_UNIFORM = c.law("uniform", "low", "high")
_TILE = {"normal": (4096, 8)}
_HALVES = (_torch.bfloat16, _torch.float16)

#: Distribution of tali.Sequence, and the type of its values for NumPy and PyTorch
_KINDS = {"words": ("bits", np.uint32, _torch.uint32), "words64": ("bits", np.uint64, _torch.uint64),
          "uniform": ("uniform", np.float32, _torch.float32), "uniform64": ("uniform", np.float64, _torch.float64),
          "normal": ("normal-icdf", np.float32, _torch.float32), "exponential": ("exponential", np.float32, _torch.float32),
          "bernoulli": ("bernoulli", np.uint8, _torch.bool), "randint": ("uniform-int", np.int32, _torch.int32),
          "randint64": ("uniform-int", np.int64, _torch.int64)}


def _make_into(out: _torch.Tensor, key: _torch.Tensor, kind: str, floats: list[float], integers: list[int], offset: int,
               rounds: int) -> None:
    """Fills contiguous memory."""
    rows = key.numel() // 2
    n = out.numel() // rows if rows else 0
    key = key.contiguous()
    if not n:
        return
    name, type_, same = _KINDS[kind]
    parameters = (*floats, *(x - i for i, x in enumerate(integers)))
    if (by_library(out.is_cuda, out.numel(), rounds) and out.dtype == same
            and _core.draw_rows(key, c.ENTRIES[name, c.type_of(type_)].index, parameters, offset, out)):
        return
    if on_kernels(out):
        given: list[Any] = [*floats, *integers]
        if kind == "bernoulli":
            given = [bits_of(floats[0])]
        a, b = (*given, 0, 0)[:2]
        launch_rows("make", (out,), key, offset, a, b, _table(out) if kind == "normal" else None, tile=_TILE.get(kind, (2048, 4)),
                    rounds=rounds, KIND=kind)
        return
    made = np.empty((rows, n), type_)
    _host.fill_rows(made, key, name, parameters, offset, rounds)
    values = _torch.from_numpy(made)
    if kind == "uniform" and out.dtype in _HALVES:
        values = _halve_down(values, out.dtype)
    out.copy_(values.view(out.shape))


@_torch.library.custom_op("tali::make", mutates_args=())
def _make_op(key: _torch.Tensor, shape: list[int], dtype: _torch.dtype, kind: str, floats: list[float], integers: list[int], offset: int,
             rounds: int) -> _torch.Tensor:
    out = _torch.empty((*key.shape[:-1], *shape), dtype=dtype, device=key.device)
    _make_into(out, key, kind, floats, integers, offset, rounds)
    return out


@_make_op.register_fake
def _(key: Any, shape: Any, dtype: Any, kind: str, floats: Any, integers: Any, offset: int, rounds: int) -> Any:
    return key.new_empty((*key.shape[:-1], *shape), dtype=dtype)


@_make_op.register_vmap
def _(info: Any, in_dims: Any, key: Any, *rest: Any) -> Any:
    return _make_op(key.movedim(in_dims[0], 0), *rest), 0


def _made(key: Any, shape: Any, dtype: _torch.dtype, kind: str, floats: list[float], integers: list[int], out: Any, offset: int,
          rounds: int) -> _torch.Tensor:
    key = key_of(key, None if out is None else out.device)
    shape = [shape] if isinstance(shape, int) else list(shape)
    if shape and min(shape) < 0:
        raise ArgumentError("shape", tuple(shape), "numbers of at least 0")
    rounds, offset = rounds_of(rounds), offset_of(offset)
    whole = (*key.shape[:-1], *shape)
    if out is None:
        if not is_plain(key):
            return _make_op(key, shape, dtype, kind, floats, integers, offset, rounds)
        out = _torch.empty(whole, dtype=dtype, device=key.device)
        _make_into(out, key, kind, floats, integers, offset, rounds)
        return out
    if tuple(out.shape) != whole:
        raise ArgumentError("out", Words(f"of shape {tuple(out.shape)}"), f"{whole}: the keys' and the shape of a row")
    writable("out", out)
    if is_plain(key, out) and out.is_contiguous():
        _make_into(out, key, kind, floats, integers, offset, rounds)
        _torch.autograd.graph.increment_version(out)
        return out
    return out.copy_(_make_op(key, shape, dtype, kind, floats, integers, offset, rounds))


class _Kind(NamedTuple):
    """The values of a function."""

    kernels: dict[_torch.dtype, str]  # the kernels' name of them, by type; the default type first
    checked: Callable[..., list[Any]]  # the kernels' parameters from the type and the function's
    law: c.Law | None = None  # of parameters in tensors, and of types that the kernels do not make
    indices: dict[_torch.dtype, int] = {}  # of small calls


def _in_general(law: c.Law, values: tuple[Any, ...], key: Any, shape: Any, dtype: Any, out: Any, offset: int, rounds: int) -> Any:
    """Values with parameters in tensors, or of a type that the kernels do not make; None if the kernels make them."""
    if not [v for v in values if isinstance(v, _torch.Tensor)]:
        if values == (0.0, 1.0) if law is _UNIFORM else (dtype or (None if out is None else out.dtype)) is not _torch.float64:
            return None
    if rounds_of(rounds) != 10:
        raise ArgumentError("rounds", rounds, "10, for parameters in tensors, uniform numbers with bounds, and float64")
    return draw(law, values, key, shape, dtype, out, offset)


def _type_of(dtype: Any, out: Any, allowed: dict[_torch.dtype, str]) -> _torch.dtype:
    if dtype is None:
        dtype = next(iter(allowed)) if out is None else out.dtype
    elif out is not None and out.dtype != dtype:
        raise ArgumentTypeError("dtype", dtype, f"{out.dtype}, the type of out")
    if dtype not in allowed:
        raise ArgumentTypeError("dtype", dtype, ", ".join(str(t) for t in allowed))
    return dtype


def _drawn(kind: _Kind, small: tuple[Any, ...] | None, values: tuple[Any, ...], key: Any, shape: Any, dtype: Any, out: Any, offset: int,
           rounds: int) -> _torch.Tensor:
    """`small` has the parameters of a small call; None: these parameters need the checks."""
    if small is not None:
        made = at_once(kind.indices, small, key, shape, dtype, out, offset, rounds)
        if made is not None:
            return made
    if len(kind.kernels) == 1:
        dtype = _type_of(dtype, out, kind.kernels)
    if kind.law is not None:
        made = _in_general(kind.law, values, key, shape, dtype, out, offset, rounds)
        if made is not None:
            return made
    dtype = _type_of(dtype, out, kind.kernels)
    name, given = kind.kernels[dtype], kind.checked(dtype, *values)
    floats, integers = ([], given) if name.startswith("randint") else (given, [])
    return _made(key, shape, dtype, name, floats, integers, out, offset, rounds)


def _range(dtype: _torch.dtype, low: Any, high: Any) -> list[int]:
    ends = _torch.iinfo(dtype)
    for name, value in (("low", low), ("high", high)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise ArgumentTypeError(name, value, "an integer")
    if not ends.min <= low < high <= min(ends.max + 1, 2**63 - 1):
        raise ArgumentError("low ... high", Words(f"{low} ... {high}"), f"low < high, within {ends.min} ... {ends.max}")
    return [low, high]


_REALS = (_torch.float32, _torch.bfloat16, _torch.float16)
_WORDS = _Kind({_torch.uint32: "words", _torch.uint64: "words64"}, lambda _: [])
_UNIFORMS = _Kind({_torch.float32: "uniform", _torch.float64: "uniform64", **dict.fromkeys(_HALVES, "uniform")}, lambda *_: [], _UNIFORM,
                  indices_of("uniform", "f32", "f64"))
_NORMALS = _Kind(dict.fromkeys(_REALS, "normal"), lambda _, mean, std: [
    number_of("mean", mean), number_of("std", std, 0, math.inf, "a finite number, at least 0")], _NORMAL, indices_of("normal-icdf", "f32", "f64"))
_EXPONENTIALS = _Kind(dict.fromkeys(_REALS, "exponential"), lambda _, scale: [
    number_of("scale", scale, 2.0**-126, 2.0**126, "a number from 2^-126 to 2^126")], c.EXPONENTIAL, indices_of("exponential", "f32", "f64"))
_FLAGS = _Kind({_torch.bool: "bernoulli"}, lambda _, p: [number_of("p", p, 0, 1, "a number from 0 to 1")], c.BERNOULLI,
               indices_of("bernoulli", "u8"))
_INTEGERS = _Kind({_torch.int64: "randint64", _torch.int32: "randint"}, _range, None, indices_of("uniform-int", "i64", "i32"))


@from_keys("Returns random words, those of ``bits u32`` or ``bits u64``.",
           ">>> w = tali.torch.words(tali.torch.key(42), 3)\n"
           ">>> w.tolist() == tali.Sequence(seed=tali.Key(42)).fill(\"bits\", size=3, dtype=\"uint32\").tolist()\n"
           "True",
           "words", dtype="uint32 or uint64; None: the type of out, or uint32.")
def words(key: Any, shape: Any, *, dtype: Any = None, out: Any = None, offset: int = 0, rounds: int = 10) -> _torch.Tensor:
    return _drawn(_WORDS, None, (), key, shape, dtype, out, offset, rounds)


@from_keys("Returns uniform numbers in [low, high), those of ``uniform f32`` or ``uniform f64``. float16 and bfloat16 numbers are the "
           "float32 numbers, rounded down.",
           ">>> u = tali.torch.uniform(tali.torch.split(tali.torch.key(42), 4), (2, 3))\n"
           ">>> u.shape\n"
           "torch.Size([4, 2, 3])",
           "numbers", low="(float or tensor, optional) Lower bound.", high="(float or tensor, optional) Upper bound, excluded.",
           dtype="float32, float64, float16 or bfloat16; None: the type of out, or float32.")
def uniform(key: Any, shape: Any, low: Any = 0.0, high: Any = 1.0, *, dtype: Any = None, out: Any = None, offset: int = 0,
            rounds: int = 10) -> _torch.Tensor:
    small = () if type(low) is float and low == 0.0 and type(high) is float and high == 1.0 else None
    return _drawn(_UNIFORMS, small, (low, high), key, shape, dtype, out, offset, rounds)


@from_keys("Returns normal numbers by inversion: ``normal-icdf f32``, as in ``tali.Sequence(seed=key).normal(dtype=\"float32\", "
           "method=\"inversion\")``, unlike `normal_`. float16 and bfloat16 numbers are the float32 numbers, rounded to nearest.",
           ">>> z = tali.torch.normal(tali.torch.key(42), 3)\n"
           ">>> same = tali.Sequence(seed=tali.Key(42)).normal(size=3, dtype=\"float32\", method=\"inversion\")\n"
           ">>> z.tolist() == same.tolist()\n"
           "True",
           "numbers", mean="(float or tensor, optional) Mean.", std="(float or tensor, optional) Standard deviation, at least 0.",
           dtype="float32, float64, float16 or bfloat16; None: the type of out, or float32.")
def normal(key: Any, shape: Any, mean: Any = 0.0, std: Any = 1.0, *, dtype: Any = None, out: Any = None, offset: int = 0,
           rounds: int = 10) -> _torch.Tensor:
    return _drawn(_NORMALS, (mean, std), (mean, std), key, shape, dtype, out, offset, rounds)


@from_keys("Returns exponential numbers: ``exponential f32``. float16 and bfloat16 numbers are the float32 numbers, rounded to nearest.",
           ">>> x = tali.torch.exponential(tali.torch.key(42), 3, 2.5)\n"
           ">>> x.tolist() == tali.Sequence(seed=tali.Key(42)).exponential(2.5, size=3, dtype=\"float32\").tolist()\n"
           "True",
           "numbers", scale="(float or tensor, optional) Mean, above 0.",
           dtype="float32, float64, float16 or bfloat16; None: the type of out, or float32.")
def exponential(key: Any, shape: Any, scale: Any = 1.0, *, dtype: Any = None, out: Any = None, offset: int = 0,
                rounds: int = 10) -> _torch.Tensor:
    small = (scale,) if type(scale) is float and 2.0**-126 <= scale <= 2.0**126 else None
    return _drawn(_EXPONENTIALS, small, (scale,), key, shape, dtype, out, offset, rounds)


@from_keys("Returns flags that are True with probability p: ``bernoulli``.",
           ">>> tali.torch.bernoulli(tali.torch.key(42), 3, 1.0)\n"
           "tensor([True, True, True])",
           "flags", p="(float or tensor, optional) Probability, 0 ... 1.", out="Memory to fill, of type bool.")
def bernoulli(key: Any, shape: Any, p: Any = 0.5, *, out: Any = None, offset: int = 0, rounds: int = 10) -> _torch.Tensor:
    return _drawn(_FLAGS, (p,), (p,), key, shape, None, out, offset, rounds)


@from_keys("Returns integers from low to high - 1: ``uniform-int`` of type i64 or i32, as ``tali.Sequence(seed=key).integers``.",
           ">>> x = tali.torch.randint(tali.torch.key(42), 3, 0, 100)\n"
           ">>> x.tolist() == tali.Sequence(seed=tali.Key(42)).integers(0, 100, size=3).tolist()\n"
           "True",
           "integers", low="Lowest value.", high="Upper bound, excluded.", dtype="int64 or int32; None: the type of out, or int64.")
def randint(key: Any, shape: Any, low: int, high: int, *, dtype: Any = None, out: Any = None, offset: int = 0,
            rounds: int = 10) -> _torch.Tensor:
    small = (low, high - 1) if type(low) is int and type(high) is int else None
    return _drawn(_INTEGERS, small, (low, high), key, shape, dtype, out, offset, rounds)
