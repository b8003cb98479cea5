# SPDX-License-Identifier: Apache-2.0
"""The kernels of test_kernels.py: Triton compiles functions of files."""

import triton
import triton.language as tl

import tali.triton as tt


@triton.jit
def elements(out, keys, firsts, table, function: tl.constexpr, given: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
             ROUNDS: tl.constexpr):
    rows, columns = tl.arange(0, ROWS), tl.arange(0, BLOCK)
    seed, stream = tt.load_key(keys, rows)
    index = tl.load(firsts + rows)[:, None] + columns[None, :].to(tl.uint64)
    if function is tt.normal:
        x = function(seed[:, None], stream[:, None], index, table, *given, rounds=ROUNDS)
    else:
        x = function(seed[:, None], stream[:, None], index, *given, rounds=ROUNDS)
    tl.store(out + rows[:, None] * BLOCK + columns[None, :], x)


@triton.jit
def in_a_row(out, seed, stream, first, n, table, function: tl.constexpr, given: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK
    place = at + tl.arange(0, BLOCK)
    if function is tt.normal:
        x = function(seed, stream, first + at, table, *given, count=BLOCK)
    else:
        x = function(seed, stream, first + at, *given, count=BLOCK)
    tl.store(out + place, x, place < n)


@triton.jit
def known(out, seed, stream, first, n, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    place = tl.arange(0, BLOCK)
    tl.store(out + place, tt.words(seed, stream, first + place, rounds=ROUNDS), place < n)


@triton.jit
def children(out, keys, numbers, FOLD_IN: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    seed, stream = tt.load_key(keys, rows)
    number = tl.load(numbers + rows)
    if FOLD_IN:
        seed, stream = tt.fold_in(seed, stream, number)
    else:
        seed, stream = tt.split_at(seed, stream, number)
    tl.store(out + 2 * rows, seed)
    tl.store(out + 2 * rows + 1, stream)


@triton.jit
def rounding(x, out, seed, stream, BLOCK: tl.constexpr, HALF: tl.constexpr):
    place = tl.arange(0, BLOCK)
    if HALF:
        y = tt.stochastic_round(tl.load(x + place), seed, stream, 0, tl.float16, count=BLOCK)
    else:
        y = tt.stochastic_round(tl.load(x + place), seed, stream, place, tl.bfloat16)
    tl.store(out + place, y.to(tl.uint16, bitcast=True))


@triton.jit
def one(out):
    tl.store(out, tt.uniform64(42, 0, 1000))
