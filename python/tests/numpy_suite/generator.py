# SPDX-License-Identifier: Apache-2.0
"""NumPy's tests of its generator, on tali's."""

from numpy.random.tests import test_generator_mt19937 as theirs
from numpy.random.tests import test_generator_mt19937_regressions as regressions

from in_numpys_place import Generator

for module in (theirs, regressions):
    module.Generator = Generator
theirs.random = Generator(theirs.MT19937())

from numpy.random.tests.test_generator_mt19937 import *  # noqa: E402, F403
from numpy.random.tests.test_generator_mt19937_regressions import *  # noqa: E402, F403
