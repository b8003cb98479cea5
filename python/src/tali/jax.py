# SPDX-License-Identifier: Apache-2.0
"""JAX arrays of random numbers that depend only on a key, not on the sharding, the number of devices or the transformation.

There is a function for every method of tali.Generator that takes a size, and `permutation`. A key is an array, ``uint32[..., 4]``:
the 16 bytes of a tali.Key, with or without JAX's 64-bit types. `key`, `fold_in` and `split` make keys, also under ``jit``. Under
``jit``, ``vmap``, ``grad``, ``scan`` and ``shard_map`` keys and parameters may be traced; each device makes its own part of a
sharded array. Keys of shape ``(n, 4)`` give one row of values per key.

A tali.Key can also be passed as a key. As an argument of a compiled function it becomes such an array; inside a compiled function
it is a constant, like JAX's keys. Outside compiled functions, a tali.Sequence of any engine can be passed as well.

``jax.random.key(seed, impl=tali.jax.prng)`` is a key of JAX's own type. The functions of ``jax.random`` compute their numbers
from its bits; the functions of this module give the numbers of the tali.Key.

Without 64-bit types in JAX (``jax_enable_x64``) the default types have 32 bits. Real numbers and `integers` are then drawn in the
32-bit type, not rounded from 64 bits. Counts are the int64 counts, converted to int32; a count that does not fit raises an error on a CPU and is -1 on a GPU.
Parameter arrays have JAX's types; parameters that are single numbers are exact.

Traced parameters cannot raise errors: a value with parameters out of range is NaN, or -1 for integers.

Examples
--------
>>> import jax, tali.jax
>>> x = tali.jax.normal(tali.Key(42), (8, 4))
>>> bool((np.asarray(x) == tali.Sequence(seed=tali.Key(42)).normal(size=(8, 4), dtype=x.dtype)).all())
True
>>> same = jax.jit(lambda key: tali.jax.normal(key, (8, 4)))(tali.jax.key(42))
>>> bool((same == x).all())
True
"""

from __future__ import annotations

import inspect
from typing import Any, Callable

import numpy as np

from tali import _catalogue as c
from tali._blocks import shape_from
from tali._continuous import Continuous
from tali._discrete import Discrete
from tali._docs import described
from tali._draws import _NUMBERS, HALVES, _without_scale
from tali._engines import Call, functions
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._integers import _DRAWN, _LAWS, Integers, _bounds
from tali._kernels import missing, tag_of
from tali._key import Key, flag_of, index_of
from tali._methods import Methods
from tali._sequence import Sequence

try:
    import jax as _jax
    import jax.numpy as _jnp
    from jax.extend.random import define_prng_impl as _define
except ImportError as error:
    raise missing(error, "jax", "jax") from None

from tali import _jax_fill

_NARROW = {"float64": "float32", "int64": "int32", "uint64": "uint32"}


def _fits(dtype: np.dtype) -> bool:
    """Whether JAX supports the type in its current configuration."""
    return bool(_jax.dtypes.canonicalize_dtype(dtype) == dtype)


def _narrow(dtype: np.dtype) -> np.dtype:
    return dtype if _fits(dtype) else np.dtype(_NARROW[dtype.name])


def _typed(call: Call) -> tuple[Call, np.dtype, tuple[int, ...]]:
    """The call with a type that JAX supports, the type of the result, and the shape of an element."""
    dtype, row = call.kind()
    if _fits(dtype):
        return call, dtype, row
    if call.arguments.get("dtype") is not None:
        raise ArgumentTypeError("dtype", dtype, "types of 32 bits or less without jax_enable_x64")
    if "dtype" in inspect.signature(getattr(Methods, call.name)).parameters and (dtype.kind == "f" or call.name == "integers"):
        call = Call(call.sequence, call.name, call.shape, {**call.arguments, "dtype": _narrow(dtype)})
    return call, _narrow(dtype), row


def _cast(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Integers converted to a smaller type; all must fit."""
    made = values.astype(dtype, copy=False)
    if made is not values and not np.array_equal(made, values):
        raise OverflowError(f"a value does not fit {dtype}; expected values that do, or jax_enable_x64")
    return made


def _on_the_host(call: Call, sharding: Any) -> _jax.Array:
    """An array whose shards this process makes in host memory."""
    call, dtype, row = _typed(call)
    dimensions, shape = len(call.shape), call.shape + row
    if sharding is None:
        return _jnp.asarray(_cast(call.block((0,) * dimensions, call.shape), dtype))

    def shard(index: tuple[slice, ...]) -> np.ndarray:
        ranges = [s.indices(n)[:2] for s, n in zip(index, shape)]
        offset = tuple(a for a, _ in ranges[:dimensions])
        local = tuple(b - a for a, b in ranges[:dimensions])
        return _cast(call.block(offset, local), dtype)[(..., *index[dimensions:])]

    return _jax.make_array_from_callback(shape, sharding, shard)


def _words_of(key: Key) -> np.ndarray:
    return np.frombuffer(key.bytes(), "<u4").astype(np.uint32)


def _key_of(words: Any) -> Key:
    return Key(np.asarray(words).astype("<u4").tobytes())


_jax.tree_util.register_pytree_node(Key, lambda key: ((_words_of(key),), None), lambda _, words: words[0])


def _keys_of(key: Any) -> _jax.Array:
    """A key as an array of words."""
    if isinstance(key, Sequence):
        if key.engine != "philox4x32":
            raise ArgumentError("engine", key.engine, "philox4x32 while JAX traces a function")
        key = Key.of(key.seed, key.stream)
    if isinstance(key, Key):
        return _jnp.asarray(_words_of(key))
    if isinstance(key, _jax.Array) and _jax.dtypes.issubdtype(key.dtype, _jax.dtypes.prng_key):
        if _jax.random.key_impl(key) != prng:
            raise ArgumentError("key", Words(f"of {_jax.random.key_impl(key)}"), "a key of impl=tali.jax.prng")
        return _jax.random.key_data(key)
    if not isinstance(key, (_jax.Array, np.ndarray)):
        raise ArgumentTypeError("key", key, "a tali.Key, such as tali.Key(42), a tali.Sequence, or an array that tali.jax.key gives")
    if key.dtype != np.uint32 or key.shape[-1:] != (4,):
        raise ArgumentError("key", Words(f"of shape {key.shape} and type {key.dtype}"), "(..., 4) of uint32")
    return _jnp.asarray(key)


def _block(words: list[Any], seed: list[Any]) -> list[Any]:
    """A block of philox4x32 with ten rounds, in 32-bit words, because JAX may have no 64-bit types."""
    def product(a: int, b: Any) -> tuple[Any, Any]:
        low, high = (b & 0xFFFF) * np.uint32(a & 0xFFFF), (b >> 16) * np.uint32(a >> 16)
        middle = (low >> 16) + (b & 0xFFFF) * np.uint32(a >> 16)
        other = (middle & 0xFFFF) + (b >> 16) * np.uint32(a & 0xFFFF)
        return high + (middle >> 16) + (other >> 16), b * np.uint32(a)

    (c0, c1, c2, c3), (k0, k1) = words, seed
    for _ in range(10):
        (h0, l0), (h1, l1) = product(0xD2511F53, c0), product(0xCD9E8D57, c2)
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0, k1 = k0 + np.uint32(0x9E3779B9), k1 + np.uint32(0xBB67AE85)
    return [c0, c1, c2, c3]


def _child(keys: Any, low: Any, high: Any, use: str) -> _jax.Array:
    """The child key that tali.Key.fold_in or split_at gives for a number, which is passed as two halves."""
    shape = np.broadcast_shapes(keys.shape[:-1], low.shape)
    s0, s1, t0, t1 = (_jnp.broadcast_to(keys[..., i], shape) for i in range(4))
    words = [_jnp.broadcast_to(low, shape), _jnp.broadcast_to(high, shape), t0 ^ np.uint32(tag_of("key")), t1 ^ np.uint32(tag_of(use))]
    return _jnp.stack(_block(words, [s0, s1]), -1)


def _halves(name: str, number: Any) -> tuple[_jax.Array, _jax.Array]:
    """A number's low and high word. A negative number stands for the unsigned 64-bit number with the same bits."""
    if not isinstance(number, (_jax.Array, np.ndarray)):
        number = index_of(name, number)
        return _jnp.uint32(number & 0xFFFFFFFF), _jnp.uint32(number >> 32)
    if number.dtype.kind not in "iu":
        raise ArgumentTypeError(name, Words(f"of type {number.dtype}"), "integers")
    high = number >> 32 if number.dtype.itemsize == 8 else -(number < 0).astype(np.int32)
    return _jnp.asarray(number.astype(np.uint32)), _jnp.asarray(high.astype(np.uint32))


@described("Returns a key as an array.",
           ">>> k = tali.jax.key(42)\n"
           ">>> bytes(np.asarray(k)) == tali.Key(42).bytes()\n"
           "True",
           "jax.Array\nuint32[..., 4], the bytes of ``tali.Key(seed)``.",
           seed="(int, tali.Key or array of integers) A seed, 0 ... 2**64 - 1; an array of seeds, which may be traced; or a key.")
def key(seed: Any) -> Any:
    if isinstance(seed, Key):
        return _keys_of(seed)
    low, high = _halves("seed", seed)
    tags = [_jnp.full(low.shape, tag_of(text), np.uint32) for text in ("key", "generator")]
    none = _jnp.zeros(low.shape, np.uint32)
    return _jnp.stack(_block([low, high, *tags], [none, none]), -1)


@described("Returns the child key for a number, like tali.Key.fold_in.",
           ">>> k = tali.jax.fold_in(tali.jax.key(42), 7)\n"
           ">>> bytes(np.asarray(k)) == tali.Key(42).fold_in(7).bytes()\n"
           "True",
           "jax.Array\nOne key per number.", key="(array of uint32, or Key) Keys, with the shape (..., 4).",
           number="(int or array of integers) One number, or one per key: both shapes broadcast. It may be traced.")
def fold_in(key: Any, number: Any) -> Any:
    return _child(_keys_of(key), *_halves("number", number), "fold-in")


@described("Splits each key into n keys, like tali.Key.split.",
           ">>> a, b = tali.jax.split(tali.jax.key(42), 2)\n"
           ">>> bytes(np.asarray(b)) == tali.Key(42).split(2)[1].bytes()\n"
           "True",
           "jax.Array\nKeys with the shape (..., n, 4).", key="(array of uint32, or Key) Keys, with the shape (..., 4).",
           n="Number of keys.")
def split(key: Any, n: int = 2) -> Any:
    low = _jnp.arange(index_of("n", n, (1 << 32) - 1), dtype=np.uint32)
    return _child(_keys_of(key)[..., None, :], low, _jnp.zeros_like(low), "split")


@described("Returns a random permutation of an array along an axis, or of 0 ... x - 1, as ``tali.Sequence(seed=key).permutation`` does.",
           ">>> order = tali.jax.permutation(tali.jax.key(42), 10)\n"
           ">>> order.tolist() == tali.Sequence(seed=tali.Key(42)).permutation(10).tolist()\n"
           "True",
           "jax.Array\nA new array. The order is computed on the host.",
           key="(array of uint32, Key or Sequence) Keys, with the shape (..., 4); each key gives one permutation.",
           x="(int or array) The array to reorder, or the number of elements.", axis="The axis along which x is reordered.")
def permutation(key: Any, x: Any, axis: int = 0) -> Any:
    keys, array = _keys_of(key), None if isinstance(x, (int, np.integer)) else _jnp.asarray(x)
    n = index_of("x", x, (1 << 31) - 1) if array is None else array.shape[axis]
    order = _by_callback(keys, lambda key: Sequence(seed=key).permutation(n), (n,), _narrow(np.dtype(np.int64)), {})
    if array is None:
        return order
    taken = _jax.vmap(lambda one: _jnp.take(array, one, axis))(order.reshape(-1, n))
    return taken.reshape(keys.shape[:-1] + array.shape)


class _Rows(Methods):
    """The methods of tali.Generator for keys that are JAX arrays. They return one row of values per key."""

    __slots__ = ("keys",)

    def __init__(self, keys: _jax.Array) -> None:
        self.keys = keys

    def _draw(self, law: c.Law, values: tuple[Any, ...], size: Any = None, dtype: Any = None, out: Any = None) -> Any:
        wanted = type_ = c.type_of(c.DTYPES[law.default] if dtype is None else dtype)
        if law.default == "i64" and type_ == "i32":
            type_ = "i64"
        elif type_ in HALVES and law.name in ("uniform", "exponential") or type_ == "f64" and not _fits(c.DTYPES["f64"]):
            type_ = "f32"
        entry, drawn, zeros = law.entry(type_), list(values), []
        for k in law.zero:
            zero = values[k] == 0
            if isinstance(zero, _jax.Array) or zero:
                drawn[k] = _jnp.where(zero, 1, values[k])
                zeros.append((zero, _jnp.asarray(_without_scale(law, k, values, _jnp.clip))))
        made = _jax_fill.rows(self.keys, entry.index, tuple(drawn), size, _dtype(wanted if type_ == "i64" else type_))
        for zero, value in zeros:
            made = _jnp.where(zero, value.astype(made.dtype), made)
        return _rounded(made, _dtype(wanted), law.name == "uniform") if wanted in HALVES and type_ == "f32" else made

    _values = _draw

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._draw(c.UNIFORM, (low, high), size, dtype)

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        return self._draw(c.UNIFORM, (), size, dtype)

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: bool = False, *,
                 out: Any = None) -> Any:
        low, high, top = (0, low, "low") if high is None else (low, high, "high")
        wanted, endpoint = _dtype(c.type_of(dtype)), flag_of("endpoint", endpoint)
        if all(isinstance(v, _NUMBERS) for v in (low, high)):
            low, high, _ = _bounds(low, high, wanted, endpoint, 0 in size, top)
        else:
            high = high - (not endpoint)
        drawn = _DRAWN[wanted.name]
        return _jax_fill.rows(self.keys, _LAWS[drawn].index, (low, high), size, c.DTYPES[drawn]).astype(wanted)


#: Names of the methods that _Rows supports
_NATIVE = {n for cls in (Continuous, Discrete, Integers) for n in vars(cls)}


def _dtype(type_: str) -> np.dtype:
    """JAX's type for a type of the catalogue: the 32-bit type if JAX has no 64-bit one."""
    return np.dtype(_jnp.bfloat16) if type_ == "bf16" else _narrow(c.DTYPES[type_])


def _rounded(x: Any, dtype: Any, down: bool) -> Any:
    """Rounds to 16-bit floats, down or to nearest."""
    made = x.astype(dtype)
    if not down:
        return made
    # XLA takes a conversion there and back for the identity, unless a barrier separates them.
    back = _jax.lax.optimization_barrier(_jax.lax.stop_gradient(made)).astype(x.dtype)
    return _jnp.where(back > x, _jnp.nextafter(made, _jnp.asarray(-np.inf, dtype)), made)


def _by_callback(keys: Any, make: Callable[..., np.ndarray], shape: tuple[int, ...], dtype: Any, given: dict[str, Any]) -> Any:
    """Values that are computed on the host, by one call per key."""
    result, arrays = _jax.ShapeDtypeStruct(shape, dtype), [_jnp.asarray(v) for v in given.values()]
    if dtype.kind in "iu":  # whole numbers have no gradient
        arrays = [_jax.lax.stop_gradient(v) for v in arrays]

    def called(words: Any, *values: Any) -> np.ndarray:
        return _cast(make(_key_of(words), **dict(zip(given, map(np.asarray, values)))), dtype)

    def one(words: Any) -> Any:
        return _jax.pure_callback(called, result, words, *arrays, vmap_method="sequential")

    return _jax.vmap(one)(keys.reshape(-1, 4)).reshape(keys.shape[:-1] + shape) if keys.ndim > 1 else one(keys)


def _drawn(key: Any, name: str, size: Any, arguments: dict[str, Any], sharding: Any) -> Any:
    if sharding is not None and not isinstance(sharding, _jax.sharding.Sharding):
        raise ArgumentTypeError("sharding", sharding, "None or a jax.sharding.Sharding")
    traced = {k: v for k, v in arguments.items() if any(isinstance(x, _jax.core.Tracer) for x in _jax.tree.leaves(v))}
    tracing = traced or isinstance(key, _jax.core.Tracer) or isinstance(_jnp.zeros(()), _jax.core.Tracer)
    if isinstance(key, (Key, Sequence)) and not tracing:
        return _on_the_host(Call(key, name, size, arguments), sharding)
    keys = _keys_of(key)
    if sharding is not None and not tracing and keys.ndim == 1:
        return _on_the_host(Call(_key_of(keys), name, size, arguments), sharding)
    if name in _NATIVE:
        if not traced:
            _typed(Call(Key(0), name, size, arguments))
        elif (dtype := arguments.get("dtype")) is not None and "64" in c.type_of(dtype) and not _fits(np.dtype(dtype)):
            raise ArgumentTypeError("dtype", np.dtype(dtype), "types of 32 bits or less without jax_enable_x64")
        made = getattr(_Rows(keys), name)(**arguments, size=shape_from("size", size))
    else:  # valid numbers replace traced parameters, so that the others can be checked and a row's shape is known
        stand_in = {k: np.full(np.shape(v), 1 / max(1, *np.shape(v)[-1:])) for k, v in traced.items()}
        call, dtype, row = _typed(Call(Key(0), name, size, {**arguments, **stand_in}))

        def make(key: Key, **values: Any) -> np.ndarray:
            again = Call(key, name, size, {**call.arguments, **values})
            return again.block((0,) * len(call.shape), call.shape)

        made = _by_callback(keys, make, call.shape + row, dtype, traced)
    return made if sharding is None else _jax.lax.with_sharding_constraint(made, sharding)


def _bits(keys: Any, width: int, shape: tuple[int, ...]) -> _jax.Array:
    type_ = "u64" if width == 64 else "u32"
    return _jax_fill.rows(keys, c.ENTRIES["bits", type_].index, (), tuple(shape), c.DTYPES[type_], apart=False).astype(f"uint{width}")


#: For jax.random.key(seed, impl=tali.jax.prng)
prng = _define(key_shape=(4,), seed=key, split=lambda keys, shape: split(keys, int(np.prod(shape))).reshape(*shape, 4),
               random_bits=_bits, fold_in=fold_in, name="tali", tag="tali")

__all__ = ["fold_in", "key", "permutation", "prng", "split", *functions(globals(), _drawn, [
    (inspect.Parameter("sharding", inspect.Parameter.KEYWORD_ONLY, annotation="Any", default=None),
     "jax.sharding.Sharding, optional",
     "How the result is divided among devices. None: JAX decides. It does not change the values.")],
    "jax.Array\nThe values that ``tali.Sequence(seed=key)`` gives, for any sharding; one row per key.",
    example="len(tali.jax.{first}))", key="Key, Sequence or array of uint32")]
