# SPDX-License-Identifier: Apache-2.0
"""A short dieharder run: the default engine passes, RANDU and neighbouring streams of pcg32 do not.

A test fails whose p-value prints as 0 or 1 in eight digits, so that the 13 of a good generator raise a false alarm in one of
some 10^7 runs; and the sequences are fixed, so that a run is as the one before.
"""

import os
import re
import shutil
import subprocess
import sys
import unittest

from command import SANITIZED, TALI, CommandTest

HERE = os.path.dirname(os.path.abspath(__file__))


@unittest.skipIf(shutil.which("dieharder") is None, "dieharder is not installed")
@unittest.skipIf(SANITIZED, "sanitizers make the sources too slow")
class DieharderTest(CommandTest):
    def dieharder(self, tests, *source):
        """How many p-values the tests gave, and the names of those that failed."""
        found = []
        for test in tests:
            with subprocess.Popen(source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as words:
                fields = ("-D", "test_name", "-D", "pvalues")
                done = subprocess.run(["dieharder", "-g", "200", "-d", str(test), *fields], stdin=words.stdout, check=True,
                                      stdout=subprocess.PIPE, text=True, timeout=300)
                words.kill()
            found += [(name, float(p)) for name, p in re.findall(r"^\s*(\w+)\s*\|\s*(\d\.\d+)\s*\|?\s*$", done.stdout, re.M)]
        return len(found), {name for name, p in found if not 5e-9 < p < 1 - 5e-9}

    def test_the_default_engine_passes(self):
        words = (TALI, "gen", "--seed", "1", "-n", "inf")
        self.assertEqual(self.dieharder((0, 3, 8, 10, 15, 16, 100), *words), (9, set()))

    def test_normals_pass_as_uniform_words(self):
        words = (TALI, "words", "--seed", "1", "--dist", "normal", "--as-uniform", "-n", "inf")
        self.assertEqual(self.dieharder((8, 15, 100), *words), (4, set()))

    def test_randu_fails(self):
        self.assertEqual(self.dieharder((8,), sys.executable, os.path.join(HERE, "randu.py"))[1], {"diehard_count_1s_str"})

    def test_neighbouring_streams_of_pcg32_fail(self):
        words = (TALI, "words", "--engine", "pcg32", "--interleave", "2", "-n", "inf")
        self.assertEqual(self.dieharder((10,), *words)[1], {"diehard_parking_lot"})


if __name__ == "__main__":
    unittest.main()
