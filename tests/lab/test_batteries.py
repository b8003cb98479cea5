# SPDX-License-Identifier: Apache-2.0
"""The words of scripts/curand-words.py, and the verdicts of battery-verdicts.py."""

import importlib.util
import os
import signal
import subprocess
import sys
import unittest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")


class CurandWords(unittest.TestCase):
    """scripts/curand-words.py on the CPU, where a CUDA toolkit is."""

    def words(self, *arguments, n=16, to=subprocess.PIPE):
        script = os.path.join(SCRIPTS, "curand-words.py")
        with subprocess.Popen([sys.executable, script, *map(str, arguments)], stdout=to, stderr=subprocess.PIPE) as run:
            read = run.stdout.read(4 * n) if run.stdout else b""
            if run.stdout:
                run.stdout.close()  # the reader has had enough
            said = run.stderr.read().decode()
            run.wait(60)
        if "is not loaded" in said:
            self.skipTest(said.strip())
        return read, said, run.returncode

    def test_are_the_same_whatever_a_call_makes(self):
        read, said, code = self.words("philox", "--host", "--seed", 1, n=5000)
        self.assertEqual((len(read), said, code), (20000, "", -signal.SIGPIPE))
        self.assertEqual(self.words("philox", "--host", "--seed", 1, "--words", 6, n=5000)[0], read)
        self.assertNotEqual(self.words("philox", "--host", "--seed", 2, n=5000)[0], read)
        self.assertNotEqual(self.words("xorwow", "--host", "--seed", 1, n=5000)[0], read)

    def test_refusals(self):
        for arguments, words in ((("--seed", 2**64), "--seed is 18446744073709551616; allowed: 0 ... 18446744073709551615"),
                                 (("--seed", -1), "--seed is -1; allowed: 0 ..."),
                                 (("--words", 0), "--words is 0; allowed: 1 ... 1073741824")):
            _, said, code = self.words("philox", "--host", *arguments)
            self.assertEqual(code, 2)
            self.assertIn(words, said)
        with open("/dev/full", "wb") as full:
            _, said, code = self.words("philox", "--host", to=full)
        self.assertEqual((said, code), ("curand-words.py: standard output: No space left on device\n", 1))


class Verdicts(unittest.TestCase):
    def test_a_verdict_says_how_many_tests_it_rests_on(self):
        sys.path.insert(0, SCRIPTS)
        self.addCleanup(sys.path.remove, SCRIPTS)
        spec = importlib.util.spec_from_file_location("verdicts", os.path.join(SCRIPTS, "battery-verdicts.py"))
        verdicts = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(verdicts)
        linear, other = {"statistic": "LinearComp, r = 0"}, {"statistic": "Gap, r = 0"}
        whole = {"Crush": 96, "BigCrush": 106}
        self.assertEqual(verdicts.verdict_of([], whole), "pass")
        self.assertEqual(verdicts.verdict_of([linear], whole), "pass but for F2-linearity")
        self.assertEqual(verdicts.verdict_of([], {"BigCrush": 14}), "pass in 14 of 106 tests of BigCrush")
        self.assertEqual(verdicts.verdict_of([linear], {"BigCrush": 14, "Crush": 96}),
                         "pass but for F2-linearity in 14 of 106 tests of BigCrush and 96 of 96 tests of Crush")
        self.assertEqual(verdicts.verdict_of([linear, other], {"Crush": 4}), "reject")


if __name__ == "__main__":
    unittest.main()
