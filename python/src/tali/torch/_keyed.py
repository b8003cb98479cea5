# SPDX-License-Identifier: Apache-2.0
"""PyTorch's random functions with tali's numbers, for code that takes no key: initialisers, torch.distributions, pipelines."""

from __future__ import annotations

from typing import Any, Callable

import torch as _torch
from torch.utils._python_dispatch import TorchDispatchMode

from tali import _catalogue as c
from tali._errors import ArgumentTypeError, Words
from tali._key import Key, index_of
from tali.torch._arguments import key_of
from tali.torch._keys import fold_in
from tali.torch._laws import draw
from tali.torch._make import _NORMAL, _UNIFORM, randint
from tali.torch._orders import multinomial, randperm

_aten = _torch.ops.aten


def _filled(law: c.Law, *defaults: float) -> Callable[..., Any]:
    """An operator that fills a tensor."""
    def fill(key: Any, x: Any, *given: Any, generator: Any = None) -> Any:
        return draw(law, (*given, *defaults[len(given):]), key, x.shape, out=x)

    return fill


def _new(law: c.Law, *values: float) -> Callable[..., Any]:
    """An operator that makes a tensor of a given shape."""
    def make(key: Any, size: Any, *, dtype: Any = None, **_: Any) -> Any:
        return draw(law, values, key, tuple(size), dtype or _torch.get_default_dtype())

    return make


def _like(law: c.Law, *values: float) -> Callable[..., Any]:
    return lambda key, x, *, dtype=None, memory_format=None, **_: draw(
        law, values, key, x.shape, out=_torch.empty_like(x, dtype=dtype, memory_format=memory_format or _torch.preserve_format))


def _of_parameters(law: c.Law, *more: float) -> Callable[..., Any]:
    """An operator whose parameters are tensors, or numbers with a shape; values have the parameters' type."""
    def make(key: Any, *given: Any, generator: Any = None, dtype: Any = None, **_: Any) -> Any:
        size, tensors = None, [v for v in given if isinstance(v, _torch.Tensor)]
        if not tensors:
            *given, size = given  # type: ignore[assignment]
        shape = tuple(size) if size is not None else _torch.broadcast_shapes(*(v.shape for v in tensors))
        return draw(law, (*given, *more), key, shape, dtype or (tensors[0].dtype if tensors else _torch.get_default_dtype()))

    return make


def _whole(key: Any, *given: Any, dtype: Any = None, **_: Any) -> Any:
    *low, high, size = given
    return randint(key, tuple(size), low[0] if low else 0, high).to(dtype or _torch.int64)


def _dirichlet(key: Any, alpha: Any, generator: Any = None) -> Any:
    numbers = draw(c.GAMMA, (alpha, 1.0), key, alpha.shape, _torch.float64)
    return (numbers / numbers.sum(-1, keepdim=True)).to(alpha.dtype)


def _multinomial(key: Any, weights: Any, n: int, replacement: bool = False, *, generator: Any = None) -> Any:
    keys = key if weights.dim() == 1 else fold_in(key, _torch.arange(len(weights), device=weights.device))
    return multinomial(keys, weights, n, replacement)


def _dropout(key: Any, x: Any, p: float, train: bool | None = True) -> Any:
    kept = draw(c.BERNOULLI, (1.0 - p,), key, x.shape, _torch.bool)
    return _torch.where(kept, x, 0) * (0.0 if p == 1 else 1 / (1 - p)), kept


_HANDLERS = {
    _aten.normal_.default: _filled(_NORMAL, 0.0, 1.0), _aten.uniform_.default: _filled(_UNIFORM, 0.0, 1.0),
    _aten.exponential_.default: lambda key, x, rate=1.0, generator=None: draw(c.EXPONENTIAL, (1 / rate,), key, x.shape, out=x),
    _aten.bernoulli_.float: _filled(c.BERNOULLI, 0.5), _aten.bernoulli_.Tensor: _filled(c.BERNOULLI),
    _aten.cauchy_.default: _filled(c.CAUCHY, 0.0, 1.0), _aten.log_normal_.default: _filled(c.LOGNORMAL, 1.0, 2.0),
    _aten.geometric_.default: _filled(c.GEOMETRIC),
    _aten.randn.default: _new(_NORMAL, 0.0, 1.0), _aten.rand.default: _new(_UNIFORM, 0.0, 1.0),
    _aten.randn_like.default: _like(_NORMAL, 0.0, 1.0), _aten.rand_like.default: _like(_UNIFORM, 0.0, 1.0),
    _aten.randint.default: _whole, _aten.randint.low: _whole,
    _aten.randperm.default: lambda key, n, **_: randperm(key, n),
    _aten.normal.Tensor_Tensor: _of_parameters(_NORMAL), _aten.normal.Tensor_float: _of_parameters(_NORMAL),
    _aten.normal.float_Tensor: _of_parameters(_NORMAL), _aten.normal.float_float: _of_parameters(_NORMAL),
    _aten.bernoulli.default: _of_parameters(c.BERNOULLI), _aten._standard_gamma.default: _of_parameters(c.GAMMA, 1.0),
    _aten.poisson.default: _of_parameters(c.POISSON), _aten.binomial.default: _of_parameters(c.BINOMIAL),
    _aten._sample_dirichlet.default: _dirichlet, _aten.multinomial.default: _multinomial, _aten.native_dropout.default: _dropout,
}
# The overloads with a generator, which is None here
_HANDLERS |= {with_one: _HANDLERS[without] for with_one, without in (
    (_aten.randn.generator, _aten.randn.default), (_aten.rand.generator, _aten.rand.default), (_aten.randint.generator, _aten.randint.default),
    (_aten.randint.low_generator, _aten.randint.low), (_aten.randperm.generator, _aten.randperm.default))}


def _drops(func: Any, args: Any, kwargs: Any) -> bool:
    """False for attention and recurrent layers without dropout, which are not random, though PyTorch's tag says so."""
    for i, argument in enumerate(func._schema.arguments):
        if argument.name in ("dropout_p", "dropout"):
            return bool(kwargs.get(argument.name, args[i] if i < len(args) else argument.default_value))
    return True


class keyed(TorchDispatchMode):
    """Within this context, PyTorch's random functions draw tali's numbers: call i those of ``fold_in(key, i)``.

    So whole models, torch.nn.init's functions, torch.distributions with their gradients, and pipelines without a parameter for a key get
    the same numbers on every device. Calls with a generator are left to PyTorch; random operators that are not known raise an error.

    Parameters
    ----------
    key : tali.Key, int or tensor of int64
        A key, or the seed of one.

    Examples
    --------
    >>> with tali.torch.keyed(42):
    ...     layer = torch.nn.Linear(3, 4)
    >>> with tali.torch.keyed(42):
    ...     same = torch.nn.Linear(3, 4)
    >>> torch.equal(layer.weight, same.weight)
    True
    """

    def __init__(self, key: Any) -> None:
        super().__init__()
        if not isinstance(key, (Key, _torch.Tensor)):
            key = Key(index_of("key", key))
        self._key, self._calls = key_of(key), 0
        if self._key.dim() != 1:
            raise ArgumentTypeError("key", Words(f"of shape {tuple(self._key.shape)}"), "one key, (2,)")

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if _torch.Tag.nondeterministic_seeded not in func.tags or kwargs.get("generator") is not None or not _drops(func, args, kwargs):
            return func(*args, **kwargs)
        handler = _HANDLERS.get(func)
        if handler is None:
            raise NotImplementedError(f"{func} has no numbers of a key; expected {', '.join(str(f) for f in _HANDLERS)}")
        first = next((a for a in args if isinstance(a, _torch.Tensor)), None)
        device = first.device if first is not None else _torch.device(kwargs.get("device") or "cpu")
        if device.type == "meta":
            return func(*args, **kwargs)
        with _torch.no_grad():
            key = fold_in(self._key, self._calls)
            self._calls += 1
            return handler(key.to(device, non_blocking=True), *args, **kwargs)
