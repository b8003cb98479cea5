#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels in Triton whose random numbers are those of tali.Sequence: dropout, rounding, noise and a sample of logits. Needs
PyTorch and a GPU, or Triton's interpreter."""

import triton
import triton.language as tl

import tali.triton


@triton.jit
def dropout(x, y, n, p, seed, stream, BLOCK: tl.constexpr):
    """y is x / (1 - p) with probability 1 - p, or else 0. With the same key the backward pass makes the same mask."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    at = first + tl.arange(0, BLOCK)
    dropped = tali.triton.bernoulli(seed, stream, first, p, count=BLOCK)
    kept = tl.load(x + at, at < n) / (1 - p)
    tl.store(y + at, tl.where(dropped, 0.0, kept), at < n)


@triton.jit
def to_bfloat16(x, y, n, seed, stream, BLOCK: tl.constexpr):
    """y is x, rounded up or down so that the mean is right."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    at = first + tl.arange(0, BLOCK)
    tl.store(y + at, tali.triton.stochastic_round(tl.load(x + at, at < n), seed, stream, first, count=BLOCK), at < n)


@triton.jit
def add_noise(x, n, scale, key, table, BLOCK: tl.constexpr):
    """Adds normal noise in place. The key lies in memory: two int64, which a graph's replay may find changed."""
    first = tl.program_id(0).to(tl.int64) * BLOCK
    at = first + tl.arange(0, BLOCK)
    seed, stream = tali.triton.load_key(key)
    noise = tali.triton.normal(seed, stream, first, table, 0.0, scale, count=BLOCK)
    tl.store(x + at, tl.load(x + at, at < n) + noise, at < n)


@triton.jit
def sample(logits, chosen, columns, seed, stream, BLOCK: tl.constexpr):
    """An index of each row of logits, by their softmax. A row has a key of its own: its sample does not depend on other rows."""
    row = tl.program_id(0)
    seed, stream = tali.triton.fold_in(seed, stream, row)
    best, where = -float("inf"), 0
    for first in range(0, columns, BLOCK):
        at = first + tl.arange(0, BLOCK)
        value = tl.load(logits + row * columns + at, at < columns, -float("inf"))
        value += tali.triton.gumbel(seed, stream, first, count=BLOCK)
        most = tl.max(value, 0)
        where = tl.where(most > best, first + tl.argmax(value, 0), where)
        best = tl.maximum(best, most)
    tl.store(chosen + row, where)


if __name__ == "__main__":
    import torch

    import tali

    key, n = tali.Key(42), 1_000_003
    x = torch.zeros(n, device="cuda")
    words = torch.tensor([k - (1 << 64) if k >> 63 else k for k in (key.seed, key.stream)], device="cuda")
    add_noise[(triton.cdiv(n, 1024),)](x, n, 1.0, words, tali.triton.table(), BLOCK=1024)
    print(x[:4], (x.cpu().numpy() == tali.Sequence(seed=key).normal(size=n, dtype="float32", method="inversion")).all())
