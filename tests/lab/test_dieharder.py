# SPDX-License-Identifier: Apache-2.0
"""A short dieharder run: the default engine passes, RANDU and neighbouring streams of pcg32 do not.

The limits are those of scripts/dieharder.py: p-values that print as 0 or 1 in eight digits, so that the 13 of a
good generator raise a false alarm in one of some 10^7 runs; and the sequences are fixed, so that a run is as the one before.
"""

import json
import os
import shutil
import subprocess
import sys
import unittest

from command import SANITIZED, TALI, CommandTest

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "..", "..", "scripts", "dieharder.py")


@unittest.skipIf(shutil.which("dieharder") is None, "dieharder is not installed")
@unittest.skipIf(SANITIZED, "sanitizers make the sources too slow")
class DieharderTest(CommandTest):
    def dieharder(self, tests, *arguments):
        done = subprocess.run([sys.executable, SCRIPT, "--tests", tests, "--json", self.path("r.json"), *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300,
                              env={**os.environ, "TALI": TALI})
        report = None
        if os.path.exists(self.path("r.json")):
            with open(self.path("r.json")) as f:
                report = json.load(f)
        return done, report

    def test_the_default_engine_passes(self):
        done, report = self.dieharder("0,3,8,10,15,16,100", "--", "gen", "--seed", "1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(report["verdict"], ("pass", "suspect"))
        self.assertEqual(len(report["tests"]), 9)

    def test_normals_pass_as_uniform_words(self):
        done, report = self.dieharder("8,15,100", "--", "words", "--seed", "1", "--dist", "normal", "--as-uniform")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(report["tests"]), 4)

    def assertFails(self, done, report, test):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(report["verdict"], "fail")
        self.assertEqual({r["name"] for r in report["tests"] if r["verdict"] == "fail"}, {test})

    def test_randu_fails(self):
        source = f"'{sys.executable}' '{os.path.join(HERE, 'randu.py')}'"
        self.assertFails(*self.dieharder("8", "--source", source), "diehard_count_1s_str")

    def test_neighbouring_streams_of_pcg32_fail(self):
        self.assertFails(*self.dieharder("10", "--", "words", "--engine", "pcg32", "--interleave", "2"), "diehard_parking_lot")

    def test_a_dead_source_and_bad_flags_are_no_result(self):
        for arguments, word in ((("8", "--source", "false"), "ended with 1"),
                                (("8", "--", "gen", "--engine", "none"), "unknown --engine 'none'"),
                                (("8,x", "--", "gen"), "--tests is '8,x'"),
                                (("8", "--dieharder", "nothing", "--", "gen"), "--dieharder is 'nothing'")):
            done, report = self.dieharder(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(word, done.stderr)
            self.assertIsNone(report)


if __name__ == "__main__":
    unittest.main()
