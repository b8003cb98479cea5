# SPDX-License-Identifier: Apache-2.0
"""NumPy's smoke tests of bit generators: on tali's, of every engine that has words, under NumPy's generator; and on tali's
generator."""

import numpy as np
from numpy.random.tests import test_smoke as theirs

import tali
from in_numpys_place import Generator
from tali import _core

SEED = [12345]


def suite(bit_generator, generator):
    class Suite(theirs.RNG):
        @classmethod
        def _create_rng(cls):
            return theirs.RNGData(bit_generator, 2**63 + 2**31 + 2**15 + 1, SEED, generator(bit_generator(*SEED)), 64)

    return Suite


def engines():
    options = {"mtgp32": ":mexp=11213", "mtgp64": ":mexp=23209"}
    return [name + options.get(name, "") for name, _, is_quasi in _core.engines() if not is_quasi]


for engine in engines():
    name = "Test_" + "".join(c if c.isalnum() else "_" for c in engine)
    globals()[name] = suite(type(tali.BitGenerator(engine, 1)), np.random.Generator)
TestGenerator = suite(np.random.PCG64, Generator)
