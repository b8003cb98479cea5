# SPDX-License-Identifier: Apache-2.0
"""tali.triton and tali.numba: element i in a kernel is element i of tali.Sequence."""

import os
import subprocess
import sys

import numpy as np
import pytest

import tali

KEYS = [tali.Key(42), tali.Key.of(42, 54), tali.Key.of(2**64 - 1, 2**64 - 1), tali.Key.of(0, 0), tali.Key.of(1, 2**63)]
FIRSTS = [0, 1001, 2**31 - 3, 2**32 - 6, 2**33 - 16, 2**34 - 2, 2**61 - 7, 2**62 - 128, 2**63 - 200, 2**64 - 256]
ENGINES = {10: "philox4x32", 7: "philox4x32-7"}

#: Function, its arguments there, the distribution's name, its parameters, its type, and how many words an element has
CASES = {
    "words": ("words", (), "bits", {}, "uint32", 1),
    "words64": ("words64", (), "bits", {}, "uint64", 2),
    "uniform": ("uniform", (), "uniform", {}, "float32", 1),
    "uniform64": ("uniform64", (), "uniform", {}, "float64", 2),
    "normal": ("normal", (), "normal-icdf", {}, "float32", 1),
    "normal(-1.3, 2.7)": ("normal", (-1.3, 2.7), "normal-icdf", {"mu": -1.3, "sigma": 2.7}, "float32", 1),
    "normal(1, 0)": ("normal", (1.0, 0.0), "normal-icdf", {"mu": 1, "sigma": 0}, "float32", 1),
    "exponential": ("exponential", (), "exponential", {}, "float32", 1),
    "exponential(2.7)": ("exponential", (2.7,), "exponential", {"scale": 2.7}, "float32", 1),
    "exponential(1e-40)": ("exponential", (1e-40,), "exponential", {"scale": 1e-40}, "float32", 1),
    "gumbel": ("gumbel", (), "gumbel", {}, "float32", 1),
    "gumbel(-1.3, 2.7)": ("gumbel", (-1.3, 2.7), "gumbel", {"location": -1.3, "scale": 2.7}, "float32", 1),
    "bernoulli(0.3)": ("bernoulli", (0.3,), "bernoulli", {"p": 0.3}, "uint8", 2),
    "bernoulli(0)": ("bernoulli", (0.0,), "bernoulli", {"p": 0}, "uint8", 2),
    "bernoulli(1)": ("bernoulli", (1.0,), "bernoulli", {"p": 1}, "uint8", 2),
    "bernoulli(2^-64)": ("bernoulli", (2.0**-64,), "bernoulli", {"p": 2.0**-64}, "uint8", 2),
}
for kind, low, high in (("int32", -1000, 1234568), ("int32", 7, 8), ("int32", -(2**31), 2**31), ("uint32", 7, 2**32 - 1),
                        ("uint32", 0, 2**32), ("int64", -1000, 123456789012346), ("int64", -5, 2**32 - 5),
                        ("int64", -(2**63), 2**63), ("uint64", 2**63, 2**64 - 1), ("uint64", 5, 2**32 + 4), ("uint64", 0, 2**64)):
    CASES[f"randint({low}, {high}, {kind})"] = ("randint", (low, high % 2**64 if low >= 0 else high, kind), "uniform-int", {"low": low, "high": high - 1}, kind,
                                                2 if kind.endswith("32") else 4)


def expected(case, key, first, n, rounds):
    _, _, name, parameters, dtype, words = CASES[case]
    made = tali.Sequence(ENGINES[rounds], seed=key).fill(name, first, n, dtype, **parameters)
    return made


def reached(first, n, words):
    """The first index, moved to where the sequence still has elements."""
    return min(first, 2**64 // words - n)


def bits(x):
    return np.asarray(x).view(f"u{np.asarray(x).itemsize}")
