# SPDX-License-Identifier: Apache-2.0
"""A law's values for keys that are JAX arrays, as a JAX primitive that XLA lowers to a call of the extension module.

Keys are uint32[..., 4], the bytes of tali.Key. Each key gives a row of values. Parameters are numbers, or arrays that broadcast
to the rows. Each device makes its own part of the rows.
"""

from __future__ import annotations

import contextlib
import functools
from typing import Any, Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.custom_derivatives import SymbolicZero
from jax.experimental.custom_partitioning import custom_partitioning
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jax.sharding import NamedSharding, PartitionSpec

from tali import _catalogue as c
from tali import _core
from tali._errors import ArgumentError
from tali._partials import Maths, partials

_HANDLERS = _core.jax_handlers()
for _platform, _handler in _HANDLERS.items():
    jax.ffi.register_ffi_target("tali_fill", _handler, platform=_platform)
_ENTRIES = list(c.ENTRIES.values())


class Fill(NamedTuple):
    """The constants of a compiled function, which are the same in every call."""

    law: int
    dtype: np.dtype
    shape: tuple[int, ...]  # of a row
    numbers: tuple[int, ...]  # the parameters, as the bits of doubles
    given: tuple[int, ...]  # which parameters are arrays instead, in the order of the operands after the keys
    apart: bool = True  # whether each device makes only its own part

    def batch(self, keys: Any, *given: Any) -> tuple[int, ...]:
        """The shape of the array of rows: that to which the leading dimensions of the keys and the parameters broadcast."""
        return np.broadcast_shapes(keys.shape[:-1], *(p.shape[:keys.ndim - 1] for p in given))

    def each(self, p: Any) -> bool:
        """Whether an array's elements differ along a row."""
        return any(n != 1 for n in p.shape[len(p.shape) - len(self.shape):])


def _aval(shape: tuple[int, ...], dtype: Any, *operands: Any) -> Any:
    """The abstract result. It is that of a sum of the operands, so that JAX determines mesh axes and the like itself."""
    def total(*operands: Any) -> Any:
        return jnp.broadcast_to(sum(jnp.sum(x).astype(dtype) for x in operands), shape)

    return jax.make_jaxpr(total)(*operands).out_avals[0]


_call_p = Primitive("tali_fill")
_call_p.def_abstract_eval(lambda keys, *rest, fill, local: _aval((*keys.shape[:-1], *local), fill.dtype, keys, *rest))


@functools.lru_cache(maxsize=256)
def _compiled(fill: Fill, local: tuple[int, ...]) -> Any:
    return jax.jit(functools.partial(_call_p.bind, fill=fill, local=local))


#: JAX before 0.12 calls this outside jit, such as in the gradient of jax.checkpoint.
_call_p.def_impl(lambda *operands, fill, local: _compiled(fill, local)(*operands))


def _lower_call(ctx: Any, *operands: Any, fill: Fill, local: tuple[int, ...]) -> Any:
    lists = {"law": [fill.law], "shape": fill.shape, "numbers": fill.numbers, "given": fill.given}
    attributes = {name: np.array(numbers, np.int64) for name, numbers in lists.items()}
    return jax.ffi.ffi_lowering("tali_fill")(ctx, *operands, **attributes)


def _refuse(*_: Any, **__: Any) -> Any:
    raise NotImplementedError("tali.jax is compiled for a device that this build of tali does not know; expected "
                              + ", ".join(name.lower() for name in _HANDLERS) + ", or a tali.Key outside of jit")


mlir.register_lowering(_call_p, _refuse)
for _platform in _HANDLERS:
    mlir.register_lowering(_call_p, _lower_call, platform=_platform.lower())


def _plain(fill: Fill, *operands: Any) -> Any:
    return _call_p.bind(*operands, fill=fill, local=fill.shape)


def _specs(fill: Fill, operands: Any, result: Any) -> tuple[list[Any], list[PartitionSpec]]:
    """The mesh axes along each dimension of the result, if they divide it evenly; and those of the operands."""
    mesh, spec = result.sharding.mesh, [*result.sharding.spec, *(None,) * result.ndim][:result.ndim]
    axes = [None if a is None else a if isinstance(a, tuple) else (a,) for a in spec]
    axes = [a if a and n % int(np.prod([mesh.shape[x] for x in a])) == 0 else None for a, n in zip(axes, result.shape)]
    batch = len(result.shape) - len(fill.shape)
    theirs = [PartitionSpec(*axes[:batch], None)]
    theirs += [PartitionSpec(*(a if n != 1 else None for a, n in zip(axes, p.shape))) for p in operands[1:]]
    return axes, theirs


#: A context without the mesh's explicit axes: the array is already divided along them here
_NO_MESH = (functools.partial(jax.sharding.use_abstract_mesh, jax.sharding.AbstractMesh((), ()))
            if hasattr(jax.sharding, "use_abstract_mesh") else contextlib.nullcontext)


def _partition(fill: Fill, mesh: Any, operands: Any, result: Any) -> Any:
    if not isinstance(result.sharding, NamedSharding):  # JAX does not tell the mesh: each device makes everything
        everywhere = type(result.sharding).get_replicated(result.sharding._device_assignment)
        return mesh, functools.partial(_plain, fill), everywhere, (everywhere,) * len(operands)
    mesh = result.sharding.mesh
    axes, theirs = _specs(fill, operands, result)
    of_row = axes[len(axes) - len(fill.shape):]
    local = tuple(n // int(np.prod([mesh.shape[x] for x in a or ()])) for n, a in zip(fill.shape, of_row))

    def lower(keys: Any, *given: Any) -> Any:
        if local == fill.shape:
            return _plain(fill, keys, *given)
        with _NO_MESH():
            place = jnp.stack([jnp.asarray(jax.lax.axis_index(a) if a else 0, jnp.int32) for a in of_row])
            return _call_p.bind(keys, place, *given, fill=fill, local=local)

    return mesh, lower, NamedSharding(mesh, PartitionSpec(*axes)), tuple(NamedSharding(mesh, s) for s in theirs)


def _rule(fill: Fill, mesh: Any, operands: Any, results: Any) -> Any:
    """Shardy's rule: a result's dimension corresponds to the operands' dimensions at the same place with the same size."""
    rank = results[0].rank
    names = [f"d{i}" for i in range(rank)]
    alone = iter(f"one{i}" for i in range(rank * len(operands) + 1))
    texts = [" ".join([*names[:rank - len(fill.shape)], "words"])]
    texts += [" ".join(a if n == m else next(alone) for a, n, m in zip(names, p.shape, results[0].shape)) for p in operands[1:]]
    return ", ".join(texts) + " -> " + " ".join(names)


def _infer(fill: Fill, mesh: Any, operands: Any, result: Any) -> Any:
    """The result's sharding if Shardy is not used: the sharding of a parameter with the result's shape, or of the keys."""
    batch = len(result.shape) - len(fill.shape)
    for x in [*(p for p in operands[1:] if p.shape == result.shape), operands[0]]:
        if isinstance(x.sharding, NamedSharding):
            return NamedSharding(mesh, PartitionSpec(*[*x.sharding.spec][:batch if x is operands[0] else None]))
    return NamedSharding(mesh, PartitionSpec())


_partitioned = custom_partitioning(_plain, static_argnums=(0,))
_partitioned.def_partition(_partition, infer_sharding_from_operands=_infer, sharding_rule=_rule,
                           propagate_user_sharding=lambda fill, mesh, result: result.sharding)


@functools.lru_cache(maxsize=1024)
def _filled(fill: Fill) -> Callable[..., Any]:
    """The function from keys and parameters to values."""
    def made(keys: Any, *given: Any) -> Any:
        batch = fill.batch(keys, *given)
        full = [jnp.broadcast_to(p, (*batch, *(fill.shape if fill.each(p) else (1,) * len(fill.shape)))) for p in given]
        inside = getattr(jax.sharding.get_abstract_mesh(), "manual_axes", ())  # in shard_map nothing is left to divide
        return (_partitioned if fill.apart and not inside else _plain)(fill, jnp.broadcast_to(keys, (*batch, 4)), *full)

    batched = jax.custom_batching.custom_vmap(made)
    batched.def_vmap(lambda size, has, *xs: (_filled(fill)(*(x if h else x[None] for x, h in zip(xs, has))), True))
    whole = jax.custom_jvp(lambda *operands: batched(*operands))
    whole.defjvp(functools.partial(_jvp, fill), symbolic_zeros=True)
    return jax.jit(whole, inline=True)


_MATHS = Maths(jnp.where, jnp.log, jnp.log1p, jnp.exp, jax.scipy.special.erfc, jax.lax.random_gamma_grad, None)


def bits_of(x: float) -> int:
    """The bits of a double."""
    return int(np.float64(x).view(np.int64))


def _jvp(fill: Fill, primals: Any, tangents: Any) -> Any:
    x, (keys, *given) = _filled(fill)(*primals), primals
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return x, np.zeros(x.shape, jax.dtypes.float0)
    moving = {k: t for k, t in zip(fill.given, tangents[1:])
              if not isinstance(t, SymbolicZero) and t.dtype != jax.dtypes.float0}
    entry = _ENTRIES[fill.law]
    if not moving:
        return x, jnp.zeros_like(x)
    values: list[Any] = [np.array(n, np.int64).view(np.float64).astype(x.dtype) for n in fill.numbers]
    for k, p in zip(fill.given, given):
        values[k] = p.astype(x.dtype)

    def standard(name: str, parameters: int) -> Any:
        numbers = (bits_of(0.0), bits_of(1.0))[:parameters]
        fill_standard = fill._replace(law=c.ENTRIES[name, entry.type].index, numbers=numbers, given=())
        return _filled(fill_standard)(jnp.broadcast_to(keys, (*fill.batch(*primals), 4)))

    by = partials(_MATHS, entry.name, x, values, standard)
    return x, jnp.broadcast_to(sum(by[k] * t.astype(x.dtype) for k, t in moving.items()), x.shape)


def rows(keys: Any, law: int, values: tuple[Any, ...], shape: tuple[int, ...], dtype: Any, apart: bool = True) -> Any:
    """Values of a law: one row with this shape per key."""
    of_integers = _ENTRIES[law].name == "uniform-int"
    numbers, given, operands = [0] * len(values), [], [keys]
    for k, v in enumerate(values):
        if isinstance(v, (float, int, np.floating, np.integer)):
            numbers[k] = int(np.array(int(v) % (1 << 64), np.uint64).view(np.int64)) if of_integers else bits_of(v)
            continue
        v = jnp.asarray(v)
        if v.dtype.kind not in "iuf" or v.dtype.itemsize < 4:
            v = v.astype(jnp.float32 if v.dtype.kind in "fV" else jnp.int32)
        if v.ndim > len(shape) or any(n not in (1, m) for n, m in zip(v.shape[::-1], shape[::-1])):
            raise ArgumentError("size", shape, f"what the parameters' shape {v.shape} broadcasts to")
        given.append(k)
        operands.append(v.reshape((1,) * (keys.ndim - 1 + len(shape) - v.ndim) + v.shape))
    return _filled(Fill(law, np.dtype(dtype), shape, tuple(numbers), tuple(given), apart))(*operands)
