# SPDX-License-Identifier: Apache-2.0
"""Functions for Triton kernels: element i of a key's sequence, with the same bits as everywhere else.

Each function takes a key, as its two words `seed` and `stream`, and a block of indices with any shape. It returns the block of
elements with these indices of ``tali.Sequence(seed=key)``, for any block size and number of warps::

    @triton.jit
    def add_noise(x, n, seed, stream, table, BLOCK: tl.constexpr):
        first = tl.program_id(0).to(tl.int64) * BLOCK
        at = first + tl.arange(0, BLOCK)
        z = tali.triton.normal(seed, stream, first, table, count=BLOCK)
        tl.store(x + at, tl.load(x + at, at < n) + z, at < n)

    add_noise[grid](x, n, key.seed, key.stream, tali.triton.table(x.device), BLOCK=1024)

- `seed` and `stream` are arguments of the kernel, or `load_key` reads them from a tensor of two int64.
- With ``count=N`` the index is that of the first of N consecutive elements. It must be a multiple of 4, and N a power of two of
  at least 4. One evaluation of the engine then gives up to 4 elements. If the index is not a multiple of 4, a kernel with
  ``debug=True`` stops, and other kernels begin at an earlier element.
- A 32-bit index counts from 0 to 2^32 - 1, a 64-bit index to 2^64 - 1.
- `rounds` is 10 for the engine philox4x32, or 7 for philox4x32-7.

The bits do not depend on ``enable_fp_fusion``: every sum with a rounded product is an explicit fma. Your own arithmetic does
depend on it: with fusion, the default in some versions of Triton, ``x * y + z`` is rounded once. Launch the kernel with
``enable_fp_fusion=False`` to round it twice, as NumPy does.

Triton's interpreter (``TRITON_INTERPRET=1``) gives the same bits since Triton 3.9. Earlier versions round an fma twice.
"""

from __future__ import annotations

from typing import Any

from tali._kernels import elements_for, missing, quantile_rows

try:
    import triton as _triton
    import triton.language as tl
except ImportError as error:
    raise missing(error, "triton", "triton") from None

__all__ = ["bernoulli", "exponential", "fold_in", "gumbel", "load_key", "normal", "randint", "split_at", "stochastic_round",
           "table", "uniform", "uniform64", "words", "words64"]

_jit = _triton.jit


@_jit
def _fours(x0, x1, x2, x3):
    """Blocks of every fourth element as one block."""
    return tl.reshape(tl.join(tl.join(x0, x2), tl.join(x1, x3)), [4 * x0.shape[0]])


@_jit
def _quarters(x):
    """Columns 0 ... 3 of a block of rows of four."""
    even, odd = tl.split(tl.reshape(x, [x.shape[0], 2, 2]))
    x0, x2 = tl.split(even)
    x1, x3 = tl.split(odd)
    return x0, x1, x2, x3


@_jit
def _row(table, i):
    """The floats of a row, and the small float whose bits are the lower half of the last word."""
    at = table + i.to(tl.int32) * 4
    if len(i.shape) == 1:  # one load of 16 bytes
        w0, w1, w2, w3 = _quarters(tl.load(at[:, None] + tl.arange(0, 4)[None, :]))
    else:
        w0, w1, w2, w3 = tl.load(at), tl.load(at + 1), tl.load(at + 2), tl.load(at + 3)
    last = w3.to(tl.uint32, bitcast=True)
    return (w0.to(tl.float32, bitcast=True), w1.to(tl.float32, bitcast=True), w2.to(tl.float32, bitcast=True),
            last.to(tl.float32, bitcast=True), (last << 16).to(tl.float32, bitcast=True))


@_jit
def _any(c):
    return tl.max(c.to(tl.int32), 0) > 0


_e = elements_for("triton", {"tl": tl, "any_of": _any, "jit": _jit, "constant": tl.constexpr, "u32": tl.uint32, "u64": tl.uint64, "i32": tl.int32,
                             "f32": tl.float32, "f64": tl.float64, "row": _row})


@_jit
def _index(x):
    if isinstance(x, tl.tensor):
        if x.dtype.primitive_bitwidth == 32:
            x = x.to(tl.uint32)
    return tl.cast(x, tl.uint64)


@_jit
def _f32(x):
    """A parameter as a float32. Triton would treat a constant that is subnormal or too large for float32 as float64."""
    if isinstance(x, tl.tensor):
        return x.to(tl.float32)
    else:
        return tl.full((), x, tl.float32)


@_jit
def _four_words(seed, stream, index, count: tl.constexpr, rounds: tl.constexpr):
    """The words of `count` consecutive elements, as blocks of every fourth one."""
    at = _index(index)
    tl.device_assert(at % 4 == 0, "index must be a multiple of 4 where count is given")
    return _e.four_words(seed, stream, (at >> 2) + tl.arange(0, count // 4).to(tl.uint64), rounds)


@_jit
def words(seed, stream, index, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """32-bit words, ``bits u32``: a block of uint32."""
    if count == 0:
        w = _e.word(seed, stream, _index(index), rounds)
    else:
        w0, w1, w2, w3 = _four_words(seed, stream, index, count, rounds)
        w = _fours(w0, w1, w2, w3)
    return w


@_jit
def words64(seed, stream, index, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """64-bit words, ``bits u64``: a block of uint64. Element i consists of 32-bit words 2 i and 2 i + 1."""
    at = _index(index)
    if count == 0:
        w = _e.two_words(seed, stream, at, rounds)
    else:
        tl.device_assert(at % 4 == 0, "index must be a multiple of 4 where count is given")
        w0, w1, w2, w3 = _e.four_words(seed, stream, ((at << 1) >> 2) + tl.arange(0, count // 2).to(tl.uint64), rounds)
        w = tl.reshape(tl.join(_e.join(w0, w1), _e.join(w2, w3)), [count])
    return w


@_jit
def uniform(seed, stream, index, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """Numbers in [0, 1), ``uniform f32``: multiples of 2^-24."""
    return _e.uniform_of(words(seed, stream, index, count, rounds))


@_jit
def uniform64(seed, stream, index, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """Numbers in [0, 1), ``uniform f64``: multiples of 2^-53."""
    return _e.uniform64_of(words64(seed, stream, index, count, rounds))


@_jit
def normal(seed, stream, index, table, mean=0.0, std=1.0, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """Normal numbers by inversion, ``normal-icdf f32``. `table` is the result of the function `table`."""
    if count == 0:
        z = _e.normal_of(words(seed, stream, index, count, rounds), table)
    else:  # each part reads rows of the table by loads of 16 bytes, which it would not after the parts are joined
        w0, w1, w2, w3 = _four_words(seed, stream, index, count, rounds)
        z = _fours(_e.normal_of(w0, table), _e.normal_of(w1, table), _e.normal_of(w2, table), _e.normal_of(w3, table))
    return tl.fma(z, _f32(std), _f32(mean))


@_jit
def exponential(seed, stream, index, scale=1.0, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """Exponential numbers with mean `scale`, ``exponential f32``."""
    return _e.exponential_of(words(seed, stream, index, count, rounds), _f32(scale))


@_jit
def gumbel(seed, stream, index, location=0.0, scale=1.0, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """Gumbel numbers, ``gumbel f32``. The index of the maximum of ``logits + gumbel`` is a sample from the logits."""
    return _e.gumbel_of(words(seed, stream, index, count, rounds), _f32(location), _f32(scale))


@_jit
def bernoulli(seed, stream, index, p, count: tl.constexpr = 0, rounds: tl.constexpr = 10):
    """True with probability `p`, ``bernoulli``: a block of int1.

    A float argument of a kernel has 32 bits, so p has 32 bits. A constexpr has 64 bits, as everywhere else.
    """
    if not isinstance(p, tl.tensor):
        p = tl.full((), p, tl.float64)
    return _e.bernoulli_of(words64(seed, stream, index, count, rounds), p.to(tl.float64))


@_jit
def randint(seed, stream, index, low, high, dtype: tl.constexpr = tl.int32, count: tl.constexpr = 0,
            rounds: tl.constexpr = 10):
    """Integers from `low` to `high` - 1, ``uniform-int`` of i32, u32, i64 or u64, as from ``Sequence.integers(low, high)``.

    If `high` equals `low` modulo 2^64, the range is all 64-bit integers.
    """
    if dtype.primitive_bitwidth == 32:
        x = _e.integer32_of(words64(seed, stream, index, count, rounds), low, high)
    else:
        at = _index(index)
        if count != 0:
            at = at + tl.arange(0, count).to(tl.uint64)
        w0, w1, w2, w3 = _e.four_words(seed, stream, (at << 2) >> 2, rounds)
        x = _e.integer64_of(_e.join(w0, w1), _e.join(w2, w3), low, high)
    return x.to(dtype, bitcast=True)


@_jit
def stochastic_round(x, seed, stream, index, dtype: tl.constexpr = tl.bfloat16, count: tl.constexpr = 0,
                     rounds: tl.constexpr = 10):
    """Rounds floats to bfloat16 or float16: to one of the two neighbours, with probabilities that make the mean equal to x.

    Element i takes the upper bits of word i. For bfloat16 the mean is exact; for float16 below 2^-14 its error is at most
    2^-21 of the distance between the neighbours. Above the largest number the upper neighbour is infinity. Infinities and NaN
    do not change.
    """
    w = words(seed, stream, index, count, rounds)
    if dtype == tl.bfloat16:
        bits = _e.rounded_bfloat16_of(x, w).to(tl.uint32, bitcast=True)
        y = (bits >> 16).to(tl.uint16).to(tl.bfloat16, bitcast=True)
    else:
        tl.static_assert(dtype == tl.float16, "stochastic_round: dtype must be tl.bfloat16 or tl.float16")
        y = _e.rounded_float16_of(x, w).to(tl.float16)
    return y


@_jit
def load_key(pointer, row=0):
    """Seed and stream of a key in memory: row `row` of a tensor of int64 or uint64, two per key."""
    return tl.load(pointer + 2 * row), tl.load(pointer + 2 * row + 1)


@_jit
def fold_in(seed, stream, number):
    """Seed and stream of a key's child for a number, ``tali.Key.fold_in``."""
    return _e.child(seed, stream, _index(number), _e.FOLD_IN_TAG)


@_jit
def split_at(seed, stream, index):
    """Seed and stream of key `index` of a key's split, ``tali.Key.split_at``."""
    return _e.child(seed, stream, _index(index), _e.SPLIT_TAG)


_tables: dict[Any, Any] = {}


def table(device: Any = "cuda") -> Any:
    """Returns the table for `normal` in a device's memory, copied there once: 513 rows of four int32, 8 kB.

    Parameters
    ----------
    device : torch.device or str, optional
        The device of the kernel.

    Returns
    -------
    torch.Tensor
        The same tensor at each call.
    """
    import torch

    where = torch.empty(0, device=device).device  # "cuda" is the current device
    if where not in _tables:
        _tables[where] = torch.from_numpy(quantile_rows().view("i4")).to(where)
    return _tables[where]
