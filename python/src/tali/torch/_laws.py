# SPDX-License-Identifier: Apache-2.0
"""Every distribution of tali.Generator for device keys: a function that makes values, and one that fills a tensor in place.

The functions are made from the generator's methods, which give the distribution of the catalogue and its parameters.
"""

from __future__ import annotations

import inspect
import re
from typing import Any, NamedTuple

import numpy as np
import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._continuous import Continuous
from tali._discrete import Discrete
from tali._docs import FROM_KEYS, IN_PLACE, text_of
from tali._draws import _without_scale, renamed
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._methods import Methods
from tali._partials import WIDE, Maths, partials
from tali.torch import _host, _in_place
from tali.torch._arguments import _compiling, batched, is_plain, key_of, offset_of, writable
from tali.torch._at_once import at_once, indices_of
from tali.torch._fill import _draw as fill_by_name
from tali.torch._on_device import ZEROS, fill_on_device
from tali.torch._values import _halve_down, made_in


class Asked(NamedTuple):
    """What a method draws: a law, and its parameters as names of the method's parameters, or numbers."""

    law: c.Law
    values: tuple[Any, ...]
    parameters: dict[str, Any]  # the method's parameters, with their defaults


class _Asking(Methods):
    """Returns what a method would draw."""

    __slots__ = ()

    def __init__(self) -> None:
        pass

    def _values(self, law: c.Law, values: tuple[Any, ...], *_: Any) -> Any:
        return law, values


def _asked(name: str) -> Asked:
    signature = inspect.signature(getattr(Methods, name))
    parameters = {p.name: p.default for p in signature.parameters.values() if p.name not in ("self", "size", "dtype", "out", "method")}
    return Asked(*getattr(_Asking(), name)(*parameters), parameters)


#: What other functions make, or what another function with a parameter makes
_OTHER = {"random", "uniform", "normal", "exponential", "bernoulli"}
ASKED = {name: _asked(name) for cls in (Continuous, Discrete) for name in vars(cls)
         if not name.startswith(("_", "standard_e", "standard_n", "standard_g", "standard_c")) and name not in _OTHER}


def _fill(out: _torch.Tensor, key: _torch.Tensor, entry: c.Entry, values: list[Any], offset: int) -> None:
    """Fills contiguous memory with one row per key. Parameters are numbers, or tensors with one number per value."""
    rows = key.numel() // 2
    n = out.numel() // rows if rows else 0
    if not n:
        return
    wide = getattr(_torch, c.DTYPES["f32" if entry.library_arrays and entry.arrays_f32 else "f64"].name)
    arrays = any(isinstance(v, _torch.Tensor) for v in values)
    if out.is_cuda:
        return fill_on_device(out, key, entry, values, wide if arrays else None, offset)
    if arrays:
        values = [v.to(wide).expand(out.shape).contiguous() if isinstance(v, _torch.Tensor) else _torch.full(out.shape, v, dtype=wide)
                  for v in values]
    memory = out.view(_torch.uint16 if out.dtype == _torch.bfloat16 else _torch.uint8 if out.dtype == _torch.bool else out.dtype)
    each = [v.numpy().reshape(rows, n) if arrays else v for v in values]
    for r, (row, source) in enumerate(zip(memory.numpy().reshape(rows, n), _host.sources(key, offset))):
        if arrays and entry.name == "uniform":
            source.fill_bounds(entry.index, *(v[r] for v in each), row)
        elif entry.name == "uniform":
            source.fill_bounds(entry.index, *(np.array([v]) for v in each), row)
        elif arrays:
            source.fill_arrays(entry.index, [v[r] for v in each], row)
        else:
            source.fill(_core.make(entry.index, tuple(values)), row)


def _draw(key: _torch.Tensor, shape: list[int], dtype: _torch.dtype, name: str, numbers: list[float], places: list[int],
          given: list[_torch.Tensor], offset: int, memory: _torch.Tensor | None = None) -> _torch.Tensor:
    """One row of values per key, in contiguous memory if it is given and has the type in which they are made. Parameters are `numbers`;
    those at `places` are in `given` instead."""
    type_, made = made_in(dtype, name)
    if given and made is None and dtype.itemsize == 2:
        type_, made = "f32", _torch.float32
    out = memory
    if out is None or made is not None:
        out = _torch.empty((*key.shape[:-1], *shape), dtype=made or dtype, device=key.device)
    values: list[Any] = list(numbers)
    for k, v in zip(places, given):
        values[k] = v
    _fill(out, key.contiguous(), c.ENTRIES[name, type_], values, offset)
    if made is None:
        return out
    return _halve_down(out, dtype) if name == "uniform" else out.to(dtype)


@_torch.library.custom_op("tali::draw", mutates_args=())
def _draw_op(key: _torch.Tensor, shape: list[int], dtype: _torch.dtype, name: str, numbers: list[float], places: list[int],
             given: list[_torch.Tensor], offset: int) -> _torch.Tensor:
    return _draw(key, shape, dtype, name, numbers, places, given, offset)


@_draw_op.register_fake
def _(key: Any, shape: Any, dtype: Any, *_: Any) -> Any:
    return key.new_empty((*key.shape[:-1], *shape), dtype=dtype)


@_draw_op.register_vmap
def _(info: Any, in_dims: Any, key: Any, shape: Any, dtype: Any, name: str, numbers: Any, places: Any, given: Any, offset: int) -> Any:
    key = batched(info, key, in_dims[0])
    rank = key.dim() - 1 + len(shape)
    aligned = []
    for v, dim in zip(given, in_dims[6]):
        if dim is not None:  # the batch first, then as many dimensions as the result has
            v = v.movedim(dim, 0)
            v = v.reshape(v.shape[0], *(1,) * (rank - v.dim()), *v.shape[1:])
        aligned.append(v)
    return _draw_op(key, shape, dtype, name, numbers, places, aligned, offset), 0


def _by_gamma(a: _torch.Tensor, x: _torch.Tensor) -> _torch.Tensor:
    return _torch._standard_gamma_grad(*(t.contiguous() for t in _torch.broadcast_tensors(a, x)))


def _by_beta(x: _torch.Tensor, a: _torch.Tensor, b: _torch.Tensor) -> _torch.Tensor:
    x, a, total = (t.contiguous() for t in _torch.broadcast_tensors(x, a, a + b))
    return _torch._dirichlet_grad(x, a, total) * (1 - x)


_MATHS = Maths(_torch.where, _torch.log, _torch.log1p, _torch.exp, _torch.special.erfc, _by_gamma, _by_beta)


class _Drawn(_torch.autograd.Function):
    """The operator with the derivatives of its values by the parameters."""

    generate_vmap_rule = True

    @staticmethod
    def forward(key: Any, shape: Any, dtype: Any, name: str, numbers: Any, places: Any, offset: int, *given: Any) -> Any:
        return _draw_op(key, shape, dtype, name, numbers, places, list(given), offset)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        key, ctx.shape, _, ctx.name, ctx.numbers, ctx.places, ctx.offset, *given = inputs
        ctx.save_for_backward(key, output, *given)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        key, x, *given = ctx.saved_tensors
        wide = _torch.float64 if ctx.name in WIDE or x.dtype == _torch.float64 else _torch.float32
        values: list[Any] = [_torch.full((), v, dtype=wide, device=x.device) for v in ctx.numbers]
        for k, v in zip(ctx.places, given):
            values[k] = v.to(wide)

        def standard(name: str, parameters: int) -> Any:
            return _draw_op(key, ctx.shape, wide, name, [0.0, 1.0] if parameters or name == "uniform" else [], [], [], ctx.offset)

        by = partials(_MATHS, ctx.name, x.to(wide), values, standard)
        each = [(gradient.to(wide) * by[k]).sum_to_size(v.shape).to(v.dtype) if v.is_floating_point() else None
                for k, v in zip(ctx.places, given)]
        return None, None, None, None, None, None, None, *each


#: The types of small calls, by a law's default type
_TYPES = {"f64": ("f32", "f64"), "i64": ("i64", "u32"), "u32": ("u32", "i64"), "u8": ("u8",)}


def _type_for(law: c.Law, dtype: Any, out: Any) -> _torch.dtype:
    counts = law.default in ("i64", "u32")
    if dtype is None:
        dtype = out.dtype if out is not None else getattr(_torch, c.DTYPES[law.default].name) if law.default != "f64" else _torch.float32
    elif out is not None and out.dtype != dtype:
        raise ArgumentTypeError("dtype", dtype, f"{out.dtype}, the type of out")
    if not isinstance(dtype, _torch.dtype):
        raise ArgumentTypeError("dtype", dtype, "a torch.dtype")
    if counts and not dtype.is_floating_point and dtype not in (_torch.int64, _torch.uint32):
        raise ArgumentTypeError("dtype", Words(str(dtype)), "torch.int64, torch.uint32, or a type of floats")
    return dtype


def _parameter(name: str, value: Any, key: _torch.Tensor, whole: tuple[int, ...]) -> Any:
    """A parameter: a number, or a tensor that broadcasts to the result."""
    if not isinstance(value, _torch.Tensor):
        if isinstance(value, (bool, str)) or not hasattr(value, "__float__"):
            raise ArgumentTypeError(name, value, "a number, or a tensor of numbers")
        return float(value)
    if value.is_complex() or value.dtype == _torch.bool:
        raise ArgumentTypeError(name, Words(f"of type {value.dtype}"), "real numbers")
    if value.device != key.device:
        raise ArgumentError(name, Words(f"on {value.device}"), f"{key.device}, where the key is")
    if value.dim() > len(whole) or any(n not in (1, m) for n, m in zip(reversed(value.shape), reversed(whole))):
        raise ArgumentError(name, Words(f"of shape {tuple(value.shape)}"), f"a shape that broadcasts to {whole}, that of the result")
    return value


def draw(law: c.Law, values: tuple[Any, ...], key: Any, size: Any, dtype: Any = None, out: Any = None, offset: int = 0) -> _torch.Tensor:
    """Values of a law, one row per key. Parameters are numbers, or tensors that broadcast to the result."""
    if not [v for v in values if type(v) is not float and type(v) is not int or v == 0]:
        quick = at_once(indices_of(law.name, *_TYPES[law.default]), values, key, size, dtype, out, offset)
        if quick is not None:
            return quick
    key = key_of(key, None if out is None else out.device)
    shape = [size] if isinstance(size, int) else list(size)
    if any(n < 0 for n in shape):
        raise ArgumentError("size", tuple(shape), "numbers of at least 0")
    whole, dtype, offset = (*key.shape[:-1], *shape), _type_for(law, dtype, out), offset_of(offset)
    if out is not None:
        if tuple(out.shape) != whole:
            raise ArgumentError("out", Words(f"of shape {tuple(out.shape)}"), f"{whole}: the keys' and the size")
        writable("out", out)
    values = tuple(_parameter(name, v, key, whole) for name, v in zip(law.parameters, values))
    numbers, places, given, constants = [], [], [], []
    for k, v in enumerate(values):
        if k in law.zero:  # a scale of 0 gives a constant
            is_tensor = isinstance(v, _torch.Tensor)
            by_kernel = is_tensor and v.is_cuda and ZEROS.get(law.name, 0) >> k & 1 and not (v.requires_grad and _torch.is_grad_enabled())
            if (is_tensor or v == 0) and not by_kernel:
                zero = v == 0 if is_tensor else _torch.ones((), dtype=_torch.bool, device=key.device)
                constants.append((zero, _without_scale(law, k, values, _torch.clamp)))
                v = _torch.where(zero, 1, v) if is_tensor else 1.0
        if isinstance(v, _torch.Tensor):
            places.append(k)
            given.append(v)
        numbers.append(1.0 if isinstance(v, _torch.Tensor) else v)
    if not given and not _compiling() and law.name != "uniform":
        try:
            _core.make(law.entry(made_in(dtype, law.name)[0]).index, tuple(numbers))
        except ArgumentError as error:
            raise renamed(error, law) from None
    try:
        if is_plain(key, *given) and not (_torch.is_grad_enabled() and any(v.requires_grad for v in given)):
            memory = out if out is not None and not constants and is_plain(out) and out.is_contiguous() else None
            made = _draw(key, shape, dtype, law.name, numbers, places, given, offset, memory)
            if made is out:
                _torch.autograd.graph.increment_version(out)
                return out
        elif given and dtype.is_floating_point and law.default == "f64":
            made = _Drawn.apply(key, shape, dtype, law.name, numbers, places, offset, *given)
        else:
            made = _draw_op(key, shape, dtype, law.name, numbers, places, given, offset)
    except ArgumentError as error:
        raise renamed(error, law) from None
    for zero, value in constants:
        if isinstance(value, _torch.Tensor):
            value = value.to(key.device, dtype)
        made = _torch.where(zero, value, made).to(dtype)  # a number stays one: a copy of it would end a graph's capture
    return made if out is None else out.copy_(made)


def bound(asked: Asked, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
    """The law's parameters in a call."""
    if len(args) > len(asked.parameters):
        raise TypeError(f"{len(args)} parameters are given; expected at most {len(asked.parameters)}: {', '.join(asked.parameters)}")
    given = dict(zip(asked.parameters, args))
    for name, value in named.items():
        if name not in asked.parameters or name in given:
            raise TypeError(f"{name} is no parameter, or given twice; expected {', '.join(asked.parameters)}")
        given[name] = value
    for name, default in asked.parameters.items():
        if name not in given:
            if default is inspect.Parameter.empty:
                raise TypeError(f"{name} is missing")
            given[name] = default
    return tuple([given[v] if isinstance(v, str) else v for v in asked.values])


_KIND = inspect.Parameter
_LEFT = ("self", "size", "out", "dtype", "method")
_RETURNS = "torch.Tensor\nThe values of ``tali.Sequence(seed=key)``, one row per key, on the key's device."


def _signed(name: str, function: Any, first: tuple[str, ...], last: dict[str, Any], of_first: int) -> None:
    """Gives a function its name and the parameters of the method."""
    given = [p for p in inspect.signature(getattr(Methods, name)).parameters.values() if p.name not in _LEFT]
    every = [_KIND(n, of_first, annotation="Any") for n in first] + [p.replace(kind=_KIND.POSITIONAL_OR_KEYWORD) for p in given]
    every += [_KIND(n, _KIND.KEYWORD_ONLY, annotation="Any", default=d) for n, d in last.items()]
    function.__signature__ = inspect.Signature(every, return_annotation="torch.Tensor")
    function.__module__ = __name__


def _example(name: str) -> str:
    """The parameters in the example of the method."""
    return re.sub(r"(, )?size=.*$", "", getattr(Methods, name).example)


def _maker(name: str) -> Any:
    asked = ASKED[name]

    def make(key: Any, size: Any, /, *args: Any, dtype: Any = None, out: Any = None, offset: int = 0, **named: Any) -> _torch.Tensor:
        return draw(asked.law, bound(asked, args, named), key, size, dtype, out, offset)

    make.__name__ = make.__qualname__ = name
    _signed(name, make, ("key", "size"), {"dtype": None, "out": None, "offset": 0}, _KIND.POSITIONAL_ONLY)
    entries = [("key", *FROM_KEYS["key"]), ("size", *FROM_KEYS["shape"])]
    entries += [(n, kind.replace("array_like", "tensor"), text) for n, kind, text in getattr(Methods, name).described[1] if n in asked.parameters]
    default = "float32" if asked.law.default == "f64" else c.DTYPES[asked.law.default].name
    entries += [("dtype", FROM_KEYS["dtype"][0], f"None: the type of out, or {default}."), ("out", *FROM_KEYS["out"]), ("offset", *FROM_KEYS["offset"])]
    given = _example(name)
    example = f">>> len(tali.torch.{name}(tali.torch.key(42), 6{given and ', '}{given}))\n6"
    make.__doc__ = text_of(getattr(Methods, name).described[0], entries, _RETURNS, example)
    return make


def _filler(name: str) -> Any:
    asked = ASKED[name]

    def fill(tensor: _torch.Tensor, *args: Any, key: Any, **named: Any) -> _torch.Tensor:
        return fill_by_name(tensor, asked.law.name, bound(asked, args, named), key)

    fill.__name__ = fill.__qualname__ = f"{name}_"
    _signed(name, fill, ("tensor",), {"key": _KIND.empty}, _KIND.POSITIONAL_OR_KEYWORD)
    entries = [("tensor", *IN_PLACE["tensor"])]
    entries += [(n, kind.replace(" or array_like", ""), text) for n, kind, text in getattr(Methods, name).described[1] if n in asked.parameters]
    given = _example(name)
    example = f">>> x = torch.zeros(3)\n>>> tali.torch.{name}_(x, {given}{given and ', '}key=42) is x\nTrue"
    fill.__doc__ = text_of(getattr(Methods, name).described[0], [*entries, ("key", *IN_PLACE["key"])], "torch.Tensor\nThe tensor.", example)
    return fill


def add_to(module: dict[str, Any]) -> list[str]:
    """Adds the functions to a module, and returns their names."""
    made = {name: _maker(name) for name in ASKED} | {f"{name}_": _filler(name) for name in ASKED if not hasattr(_in_place, f"{name}_")}
    module.update(made)
    return list(made)
