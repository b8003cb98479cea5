# SPDX-License-Identifier: Apache-2.0
"""NumPy's tests of its generator, on tali's."""

from numpy.random.tests import test_generator_mt19937 as theirs
from numpy.random.tests import test_generator_mt19937_regressions as regressions

from in_numpys_place import Generator

for module in (theirs, regressions):
    module.Generator = Generator
theirs.random = Generator(theirs.MT19937())


def _create_rng(_):
    """NumPy's, without the words of MT19937 that it reads from the state and leaves."""
    rng = Generator(theirs.MT19937(1234567890))
    return rng, rng.bit_generator, rng.bit_generator.state


theirs.TestSetState._create_rng = _create_rng

from numpy.random.tests.test_generator_mt19937 import *  # noqa: E402, F403
from numpy.random.tests.test_generator_mt19937_regressions import *  # noqa: E402, F403
