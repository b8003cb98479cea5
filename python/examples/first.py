#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README's first example in Python: one seed, one sequence, wherever it is made."""

import numpy as np

import tali

sequence = tali.Sequence("philox4x32", seed=2024, stream=7)
x = sequence.random(size=1_000_000)
assert x[123_456] == sequence.random(first=123_456)  # any element, at once

g = tali.Generator(seed=42)
z = g.normal(size=1_000_000)
h = tali.Generator(seed=42)
assert np.array_equal(z, np.concatenate([h.normal(size=400_000), h.normal(size=600_000)]))
print(x[:3], z[:3], g.position)
