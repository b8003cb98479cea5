# SPDX-License-Identifier: Apache-2.0
"""What replaces NumPy's classes in NumPy's tests."""

import numpy as np

import tali


class Generator(tali.Generator):
    """tali's generator, made of a bit generator as NumPy's is: of its seeds."""

    _poisson_lam_max = 2.0**50  # NumPy has its own limit here

    def __init__(self, bit_generator):
        super().__init__(seed=bit_generator.seed_seq if isinstance(bit_generator, np.random.BitGenerator) else bit_generator)
