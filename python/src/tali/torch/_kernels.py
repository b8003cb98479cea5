# SPDX-License-Identifier: Apache-2.0
"""Kernels for device keys: values, and fused operations. Each reads its input once.

A program handles a block of a row's elements; the block's first index in the row's sequence is a multiple of the block size.
If `offset` is not such a multiple, the first block includes earlier elements, which are neither read nor written.
"""

from __future__ import annotations

import triton as _triton
import triton.language as tl

from tali import triton as tt

_jit = _triton.jit
_e = tt._e


@_jit
def _part(n, offset, blocks, STARTS: tl.constexpr, BLOCK: tl.constexpr):
    """The row, the index of the block's first element in the sequence, the elements' places in the row, and which exist."""
    program = tl.program_id(0)
    row = (program // blocks).to(tl.int64)
    first = (program % blocks).to(tl.int64) * BLOCK
    if STARTS:
        offset = tl.cast(offset, tl.int64)
        before = offset % BLOCK
        at = first - before + tl.arange(0, BLOCK)
        inside = (at >= 0) & (at < n)
        first += offset - before
    else:
        at = first + tl.arange(0, BLOCK)
        inside = at < n
    return row, first, at, inside


@_jit
def _f64(bits):
    """The float with the bits of an integer argument."""
    return tl.cast(bits, tl.int64).to(tl.float64, bitcast=True)


_INTERPRETED = tl.constexpr(bool(_triton.knobs.runtime.interpret))


@_jit
def _nearest(x, DTYPE: tl.constexpr):
    """The nearest number of a type. Triton's interpreter truncates when it converts a float32 to bfloat16."""
    if _INTERPRETED and DTYPE == tl.bfloat16:
        i = x.to(tl.float32).to(tl.uint32, bitcast=True)
        near = tl.where(x == x, (i + 0x7FFF + ((i >> 16) & 1)) >> 16, (i >> 16) | 0x40)
        y = near.to(tl.uint16).to(tl.bfloat16, bitcast=True)
    else:
        y = x.to(DTYPE)
    return y


@_triton.jit(do_not_specialize=["numbers"])
def children(out, keys, numbers, n, SPLIT: tl.constexpr, GIVEN: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    seed = tl.load(keys + 2 * at, inside, 0)
    stream = tl.load(keys + 2 * at + 1, inside, 0)
    if GIVEN:
        number = tl.load(numbers + at, inside, 0)
    else:
        number = tl.cast(numbers, tl.int64) + tl.zeros_like(at)
    if SPLIT:
        seed, stream = tt.split_at(seed, stream, number)
    else:
        seed, stream = tt.fold_in(seed, stream, number)
    tl.store(out + 2 * at, seed.to(tl.int64, bitcast=True), inside)
    tl.store(out + 2 * at + 1, stream.to(tl.int64, bitcast=True), inside)


@_jit
def _value(seed, stream, first, a, b, table, KIND: tl.constexpr, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    """A block of values of a distribution. There is one function for all distributions, because separate functions would need
    separate sources."""
    if KIND == "words":
        x = tt.words(seed, stream, first, count=BLOCK, rounds=ROUNDS)
    elif KIND == "words64":
        x = tt.words64(seed, stream, first, count=BLOCK, rounds=ROUNDS)
    elif KIND == "uniform":
        x = tt.uniform(seed, stream, first, count=BLOCK, rounds=ROUNDS)
    elif KIND == "uniform64":
        x = tt.uniform64(seed, stream, first, count=BLOCK, rounds=ROUNDS)
    elif KIND == "normal":
        x = tt.normal(seed, stream, first, table, a, b, count=BLOCK, rounds=ROUNDS)
    elif KIND == "exponential":
        x = tt.exponential(seed, stream, first, a, count=BLOCK, rounds=ROUNDS)
    elif KIND == "bernoulli":
        x = _e.bernoulli_of(tt.words64(seed, stream, first, count=BLOCK, rounds=ROUNDS), _f64(a))
    elif KIND == "randint":
        x = tt.randint(seed, stream, first, a, b, tl.int32, count=BLOCK, rounds=ROUNDS)
    else:
        tl.static_assert(KIND == "randint64")
        x = tt.randint(seed, stream, first, a, b, tl.int64, count=BLOCK, rounds=ROUNDS)
    return x


@_jit
def _uniform_half(x, DTYPE: tl.constexpr):
    """The largest 16-bit number not above a uniform 32-bit number."""
    i = x.to(tl.uint32, bitcast=True)
    if DTYPE == tl.bfloat16:
        down = i & 0xFFFF0000
    else:
        down = tl.where(x < 2.0**-14, i, i & 0xFFFFE000)  # below 2^-14, float16 numbers are multiples of 2^-24, and so is x
    return down.to(tl.float32, bitcast=True)


@_triton.jit(do_not_specialize=["a", "b"])
def make(out, keys, n, offset, blocks, a, b, table, KIND: tl.constexpr, STARTS: tl.constexpr, BLOCK: tl.constexpr,
         ROUNDS: tl.constexpr):
    row, first, at, inside = _part(n, offset, blocks, STARTS, BLOCK)
    seed, stream = tt.load_key(keys, row)
    x = _value(seed, stream, first, a, b, table, KIND, BLOCK, ROUNDS)
    if KIND == "uniform":
        if out.dtype.element_ty.primitive_bitwidth == 16:
            x = _uniform_half(x, out.dtype.element_ty)
    tl.store(out + row * n + at, _nearest(x, out.dtype.element_ty), inside)


@_triton.jit(do_not_specialize=["threshold"])
def dropout(x, y, keys, n, offset, blocks, threshold, scale, STARTS: tl.constexpr, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    """Element i is dropped if its 16 bits, half i mod 2 of word i / 2, are below the threshold."""
    row, first, at, inside = _part(n, offset, blocks, STARTS, BLOCK)
    seed, stream = tt.load_key(keys, row)
    w = tt.words(seed, stream, first // 2, count=BLOCK // 2, rounds=ROUNDS)
    half = tl.reshape(tl.join(w & 0xFFFF, w >> 16), [BLOCK]).to(tl.int32)
    v = tl.load(x + row * n + at, inside)
    if v.dtype == tl.float64:
        kept = v * _f64(scale)
    else:
        kept = v.to(tl.float32) * scale
    tl.store(y + row * n + at, _nearest(tl.where(half < threshold, 0.0, kept), v.dtype), inside)


@_jit
def _rounded(x, w, TO: tl.constexpr):
    """Rounds a 32-bit float with a word, to the stored type."""
    if TO == "bfloat16":
        y = (_e.rounded_bfloat16_of(x, w).to(tl.uint32, bitcast=True) >> 16).to(tl.uint16).to(tl.bfloat16, bitcast=True)
    elif TO == "float16":
        y = _e.rounded_float16_of(x, w).to(tl.float16)
    elif TO == "float8_e5m2":
        y = _e.rounded_float8_e5m2_of(x, w).to(tl.uint8)
    else:
        tl.static_assert(TO == "float8_e4m3fn")
        y = _e.rounded_float8_e4m3_of(x, w).to(tl.uint8)
    return y


@_jit
def stochastic_round(x, y, keys, n, offset, blocks, TO: tl.constexpr, STARTS: tl.constexpr, BLOCK: tl.constexpr,
                     ROUNDS: tl.constexpr):
    row, first, at, inside = _part(n, offset, blocks, STARTS, BLOCK)
    seed, stream = tt.load_key(keys, row)
    w = tt.words(seed, stream, first, count=BLOCK, rounds=ROUNDS)
    v = tl.load(x + row * n + at, inside).to(tl.float32)
    tl.store(y + row * n + at, _rounded(v, w, TO), inside)


@_triton.jit(do_not_specialize=["alpha"])
def add(x, g, keys, n, offset, blocks, alpha, TO: tl.constexpr, STARTS: tl.constexpr, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    """x + alpha g, with product and sum each rounded to 32 bits."""
    row, first, at, inside = _part(n, offset, blocks, STARTS, BLOCK)
    seed, stream = tt.load_key(keys, row)
    w = tt.words(seed, stream, first, count=BLOCK, rounds=ROUNDS)
    v = tl.load(x + row * n + at, inside)
    if TO == "float8_e5m2":
        v = v.to(tl.float8e5, bitcast=True)
    elif TO == "float8_e4m3fn":
        v = v.to(tl.float8e4nv, bitcast=True)
    v = v.to(tl.float32)
    step = tl.load(g + row * n + at, inside).to(tl.float32) * alpha
    tl.store(x + row * n + at, _rounded(v + step, w, TO), inside)


@_triton.jit(do_not_specialize=["scale"])
def add_noise(x, keys, n, offset, blocks, scale, table, STARTS: tl.constexpr, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    row, first, at, inside = _part(n, offset, blocks, STARTS, BLOCK)
    seed, stream = tt.load_key(keys, row)
    noise = tt.normal(seed, stream, first, table, 0.0, scale, count=BLOCK, rounds=ROUNDS)
    v = tl.load(x + row * n + at, inside)
    if v.dtype == tl.float64:
        y = v + noise.to(tl.float64)
    else:
        y = _nearest(v.to(tl.float32) + noise, v.dtype)
    tl.store(x + row * n + at, y, inside)


@_triton.jit(do_not_specialize=["last", "right_bits"])
def permute(out, keys, indices, n, blocks, last, right_bits, PAIRS: tl.constexpr, GIVEN: tl.constexpr, BLOCK: tl.constexpr):
    """Elements of each key's permutation of 0 ... last: those with indices 0 ... n - 1, or given ones; -1 if there is no such element."""
    row, first, at, inside = _part(n, 0, blocks, False, BLOCK)
    seed, stream = tt.load_key(keys, row)
    last = tl.cast(last, tl.uint64)
    i = tl.load(indices + at, inside, 0) if GIVEN else at
    i = i.to(tl.uint64, bitcast=True)
    exists = inside & (i <= last)
    key = _e.sample_key(seed.to(tl.uint64, bitcast=True), stream.to(tl.uint64, bitcast=True), _e.PERMUTATION_TAG)
    x = _e.permuted(tl.where(exists, i, 0), last, tl.cast(right_bits, tl.uint64), PAIRS, key, tl.cast(0, tl.uint64))
    tl.store(out + row * n + at, tl.where(exists, x.to(tl.int64, bitcast=True), -1), inside)


TAIL = tl.constexpr(0xFFFFF000)
SECOND = tl.constexpr(1 << 63)
SLACK = tl.constexpr(1e-4)


@_triton.jit(do_not_specialize=["start"])
def sample(logits, keys, temperature, floors, best_value, best_token, n, splits, start, PER_ROW: tl.constexpr, FLOORS: tl.constexpr,
           ONE: tl.constexpr, STARTS: tl.constexpr, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    """The best token in a part of a row, the first if several are equal; -1 if none may be chosen. `start` is the index of the row's
    first logit; blocks begin at multiples of the block size, as in `_part`.

    A block is skipped if its largest logit and largest word cannot exceed the best value so far.
    """
    program = tl.program_id(0)
    row = (program // splits).to(tl.int64)
    part = program % splits
    seed, stream = tt.load_key(keys, row)
    t = tl.load(temperature + row) if PER_ROW else temperature
    greedy = t == 0
    inverse = tl.div_rn(1.0, tl.where(greedy, 1.0, t))
    noisy = tl.where(greedy, 0.0, 1.0)
    best = -float("inf")
    token = tl.full((), -1, tl.int64)
    base = logits + row * n
    if STARTS:
        start = tl.cast(start, tl.int64)
        before = (start % BLOCK).to(tl.int32)
        end = n + before
    else:
        end = n
    length = (tl.cdiv(end, splits) + BLOCK - 1) // BLOCK * BLOCK
    for first in range(part * length, tl.minimum((part + 1) * length, end), BLOCK):
        if STARTS:
            index = first + (start - before)
            at = first - before + tl.arange(0, BLOCK)
            inside = (at >= 0) & (at < n)
        else:
            index = first
            at = first + tl.arange(0, BLOCK)
            inside = at < n
        value = tl.load(base + at, inside, -float("inf")).to(tl.float32) * inverse
        value = tl.where(value == value, value, -float("inf"))
        if FLOORS:
            value = tl.where(value >= tl.load(floors + row), value, -float("inf"))
        w = tt.words(seed, stream, index, count=BLOCK, rounds=ROUNDS)
        last = tl.max(w, 0)
        bound = (tl.where(last >= TAIL, 46.0, _e.gumbel_of(last, 0.0, 1.0)) + SLACK) * noisy  # above the block's Gumbel numbers
        if tl.max(value, 0) + bound >= best:
            noise = _e.gumbel_of(w, 0.0, 1.0)
            if last >= TAIL:
                v = tt.words(seed, stream, tl.cast(index, tl.uint64) + SECOND, count=BLOCK, rounds=ROUNDS)
                noise = tl.where(w >= TAIL, _e.tail_gumbel_of(w, v), noise)
            value += noise * noisy
            most, where = tl.max(value, 0, return_indices=True, return_indices_tie_break_left=True)
            better = most > best
            token = tl.where(better, index + where, token)
            best = tl.where(better, most, best)
    valid = (t >= 0) & (t < float("inf"))
    token = tl.where(valid, token, -1)
    if not ONE:
        tl.store(best_value + program, best)
    tl.store(best_token + program, token)


@_jit
def combine(best_value, best_token, out, splits, BLOCK: tl.constexpr):
    """The best of a row's parts. If several are equal, it is the first, which has the smallest token."""
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, BLOCK)
    value = tl.load(best_value + row * splits + at, at < splits, -float("inf"))
    most, where = tl.max(value, 0, return_indices=True, return_indices_tie_break_left=True)
    tl.store(out + row, tl.load(best_token + row * splits + where))
