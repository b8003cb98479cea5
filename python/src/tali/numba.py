# SPDX-License-Identifier: Apache-2.0
"""Functions for code that Numba compiles, on the CPU (``@njit``) and in ``numba.cuda`` kernels: element i of a key's
sequence, with the same bits as everywhere else.

Each function takes a key, as its two words, and an index. It returns the element with that index of ``tali.Sequence(seed=key)``::

    @njit(parallel=True)
    def walk(x, seed, stream):
        for i in prange(x.size):
            x[i] += tali.numba.normal(seed, stream, i)

    walk(x, np.uint64(key.seed), np.uint64(key.stream))

`rounds` is 10 for the engine philox4x32, or 7 for philox4x32-7. `four_words` returns the four words of one evaluation of the
engine. The bits depend neither on the caller's ``fastmath`` nor on whether products and sums are fused.
"""

from __future__ import annotations

import types as _types
from typing import Any

import numpy as np

from tali._kernels import elements_for, missing, quantile_rows

try:
    import numba as _numba
    from numba import types as _nb
    from numba.extending import intrinsic, overload
except ImportError as error:
    raise missing(error, "numba", "numba") from None

__all__ = ["bernoulli", "exponential", "fold_in", "four_words", "gumbel", "normal", "randint", "randint64", "split_at",
           "stochastic_round", "uniform", "uniform64", "words", "words64"]

_jit = _numba.njit(inline="never")
_BITCASTS = {(_nb.float32, _nb.uint32), (_nb.uint32, _nb.float32), (_nb.uint32, _nb.int32)}


@intrinsic(target="generic")
def _fma(typing_context: Any, a: Any, b: Any, c: Any) -> Any:
    """a b + c, rounded once: LLVM's intrinsic. It is one instruction, or an exact function if the processor has none."""

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return _nb.float32(_nb.float32, _nb.float32, _nb.float32), made


@intrinsic(target="generic")
def _bits(typing_context: Any, x: Any, as_type: Any) -> Any:
    """The bits of x as another 32-bit type."""
    wanted = as_type.instance_type
    if (x, wanted) not in _BITCASTS:
        return None

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(wanted))

    return wanted(x, as_type), made


def _cast(x, as_type, bitcast=False):
    raise NotImplementedError


@overload(_cast, target="generic", prefer_literal=True)
def _(x, as_type, bitcast=False):
    if getattr(bitcast, "literal_value", False):
        return lambda x, as_type, bitcast=False: _bits(x, as_type)
    return lambda x, as_type, bitcast=False: as_type(x)


@_jit
def _where(condition, yes, no):
    return yes if condition else no


@_jit
def _umulhi(a, b):
    a0, a1, b0, b1 = np.uint64(np.uint32(a)), a >> 32, np.uint64(np.uint32(b)), b >> 32
    middle = a1 * b0 + ((a0 * b0) >> 32)
    return a1 * b1 + (middle >> 32) + ((np.uint64(np.uint32(middle)) + a0 * b1) >> 32)


_TABLE = quantile_rows()


@_jit
def _row(table, i):
    """The floats of a row, and the small float whose bits are the lower half of the last word."""
    last = _TABLE[i, 3]
    return (_bits(_TABLE[i, 0], np.float32), _bits(_TABLE[i, 1], np.float32), _bits(_TABLE[i, 2], np.float32),
            _bits(last, np.float32), _bits(np.uint32(last << 16), np.float32))


_language = _types.ModuleType("tl")
vars(_language).update(cast=_cast, where=_where, fma=_fma, umulhi=_umulhi, static_range=range, constexpr=int)


def _constant(x: float) -> Any:
    return np.uint64(x) if isinstance(x, int) else np.float32(x)


_e = elements_for("numba", {"tl": _language, "jit": _jit, "constant": _constant, "row": _row, "u32": np.uint32, "u64": np.uint64,
                            "i32": np.int32, "f32": np.float32, "f64": np.float64, "any_of": bool})
_FOLD_IN_TAG, _SPLIT_TAG = _e.FOLD_IN_TAG, _e.SPLIT_TAG
_word, _two_words, _four_words, _join, _child = _e.word, _e.two_words, _e.four_words, _e.join, _e.child
_uniform_of, _uniform64_of, _normal_of, _exponential_of, _gumbel_of = (
    _e.uniform_of, _e.uniform64_of, _e.normal_of, _e.exponential_of, _e.gumbel_of)
_bernoulli_of, _integer32_of, _integer64_of = _e.bernoulli_of, _e.integer32_of, _e.integer64_of
_rounded_bfloat16_of, _rounded_float16_of = _e.rounded_bfloat16_of, _e.rounded_float16_of


@_jit
def four_words(seed, stream, group, rounds=10):
    """Words 4 group ... 4 group + 3, as four uint32 numbers."""
    return _four_words(np.uint64(seed), np.uint64(stream), np.uint64(group), rounds)


@_jit
def words(seed, stream, index, rounds=10):
    """A 32-bit word, ``bits u32``."""
    return np.uint32(_word(np.uint64(seed), np.uint64(stream), np.uint64(index), rounds))


@_jit
def words64(seed, stream, index, rounds=10):
    """A 64-bit word, ``bits u64``."""
    return _two_words(np.uint64(seed), np.uint64(stream), np.uint64(index), rounds)


@_jit
def uniform(seed, stream, index, rounds=10):
    """A number in [0, 1), ``uniform f32``."""
    return _uniform_of(words(seed, stream, index, rounds))


@_jit
def uniform64(seed, stream, index, rounds=10):
    """A number in [0, 1), ``uniform f64``."""
    return _uniform64_of(words64(seed, stream, index, rounds))


@_jit
def normal(seed, stream, index, mean=0.0, std=1.0, rounds=10):
    """A normal number by inversion, ``normal-icdf f32``."""
    return _fma(np.float32(std), _normal_of(words(seed, stream, index, rounds), 0), np.float32(mean))


@_jit
def exponential(seed, stream, index, scale=1.0, rounds=10):
    """An exponential number with mean `scale`, ``exponential f32``."""
    return _exponential_of(words(seed, stream, index, rounds), np.float32(scale))


@_jit
def gumbel(seed, stream, index, location=0.0, scale=1.0, rounds=10):
    """A Gumbel number, ``gumbel f32``."""
    return _gumbel_of(words(seed, stream, index, rounds), np.float32(location), np.float32(scale))


@_jit
def bernoulli(seed, stream, index, p, rounds=10):
    """True with probability `p`, ``bernoulli``."""
    return _bernoulli_of(words64(seed, stream, index, rounds), np.float64(p))


@_jit
def randint(seed, stream, index, low, high, rounds=10):
    """An integer from `low` to `high` - 1, an int32: ``uniform-int i32``. Reinterpreted as uint32 it is the value of
    ``uniform-int u32``."""
    return np.int32(_integer32_of(words64(seed, stream, index, rounds), low, high))


@_jit
def randint64(seed, stream, index, low, high, rounds=10):
    """An integer from `low` to `high` - 1, an int64: ``uniform-int i64``; if both are equal, any int64.

    Reinterpreted as uint64 it is the value of ``uniform-int u64``.
    """
    w0, w1, w2, w3 = _four_words(np.uint64(seed), np.uint64(stream), np.uint64(index), rounds)
    return np.int64(_integer64_of(_join(w0, w1), _join(w2, w3), low, high))


@_jit
def stochastic_round(x, seed, stream, index, bfloat=True, rounds=10):
    """Rounds x to bfloat16, or with ``bfloat=False`` to float16, and returns a float32. The result is one of the two neighbours
    of x, the nearer one with higher probability."""
    w = words(seed, stream, index, rounds)
    return _rounded_bfloat16_of(np.float32(x), w) if bfloat else _rounded_float16_of(np.float32(x), w)


@_jit
def fold_in(seed, stream, number):
    """Seed and stream of a key's child for a number, ``tali.Key.fold_in``."""
    return _child(seed, stream, np.uint64(number), _FOLD_IN_TAG)


@_jit
def split_at(seed, stream, index):
    """Seed and stream of key `index` of a key's split, ``tali.Key.split_at``."""
    return _child(seed, stream, np.uint64(index), _SPLIT_TAG)
