# SPDX-License-Identifier: Apache-2.0
"""scripts/practrand.py with a stand-in for RNG_test: verdicts, dead pipes, refusals; the words of battery-verdicts.py."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import unittest

from command import CommandTest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")

# What RNG_test 0.94 prints, its figures replaced.
HEAD = """RNG_test using PractRand version 0.94
RNG = RNG_stdin32, seed = unknown
test set = core, folding = standard (32 bit)

"""
GOOD = HEAD + """rng=RNG_stdin32, seed=unknown
length= 1 megabyte (2^20 bytes), time= 0.1 seconds
  no anomalies in 100 test result(s)

rng=RNG_stdin32, seed=unknown
length= 64 megabytes (2^26 bytes), time= 0.8 seconds
  no anomalies in 140 test result(s)

"""
ODD = HEAD + """rng=RNG_stdin32, seed=unknown
length= 64 megabytes (2^26 bytes), time= 0.8 seconds
  Test Name                         Raw       Processed     Evaluation
  BCFN(2+0,13-2,T)                  R=  +8.7  p =  6.3e-4   unusual          
  [Low8/32]DC6-9x1Bytes-1           R= +21.9  p =  1.2e-9    %s  
  ...and 138 test result(s) without anomalies

"""
READ = "import sys\nsys.stdin.buffer.read(%d)\n"


class BatteryTest(CommandTest):
    def battery(self, text, status=0, take=1000, tail=""):
        """An executable that reads a little and prints the text."""
        path = self.path("RNG_test")
        with open(path, "w") as f:
            f.write(f"#!{sys.executable}\n{READ % take}print({text!r}, end='')\n{tail}\nsys.exit({status})\n")
        os.chmod(path, 0o755)
        return path

    def practrand(self, battery, *arguments, command=("gen", "--engine", "pcg32"), length="64MB"):
        return subprocess.run(
            [sys.executable, os.path.join(SCRIPTS, "practrand.py"), "--rng-test", battery, "--length", length,
             *arguments, "--", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)

    def assertNoResult(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertNotIn("verdict", done.stdout)
        line = done.stderr.strip().split("\n")[-1]
        for word in words:
            self.assertIn(word, line)

    def test_pass(self):
        done = self.practrand(self.battery(GOOD), "--json", self.path("r.json"), "--log", self.path("r.log"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(self.path("r.json")) as f:
            report = json.load(f)
        self.assertEqual(report["verdict"], "pass")
        self.assertEqual(report["bytes"], 2**26)
        self.assertEqual([n["others"] for n in report["lengths"]], [100, 140])
        self.assertIn("tali gen --engine pcg32 -n inf | RNG_test stdin32 -tlmax 64MB", report["command"])
        with open(self.path("r.log")) as f:
            self.assertTrue(f.read().endswith(GOOD))
        self.assertNotIn(self.directory, report["command"])

    def test_fail_and_suspicion(self):
        for evaluation, verdict, status in (("FAIL !!!", "fail", 1), ("FAIL", "fail", 1), ("VERY SUSPICIOUS", "suspect", 0),
                                            ("mildly suspicious", "suspect", 0), ("unusual", "pass", 0)):
            done = self.practrand(self.battery(ODD % evaluation), "--json", self.path("r.json"))
            self.assertEqual(done.returncode, status, done.stderr)
            with open(self.path("r.json")) as f:
                report = json.load(f)
            self.assertEqual(report["verdict"], verdict)
            anomalies = report["lengths"][0]["anomalies"]
            self.assertEqual(len(anomalies), 2)
            self.assertEqual(anomalies[1]["test"], "[Low8/32]DC6-9x1Bytes-1")
            self.assertEqual(anomalies[1]["p"], "1.2e-9")

    def test_what_ends_early_is_no_pass(self):
        self.assertNoResult(self.practrand(self.battery(GOOD), length="1GB"), "ended after 67108864 bytes")
        self.assertNoResult(self.practrand(self.battery(HEAD)), "no result")
        self.assertNoResult(self.practrand(self.battery(GOOD, status=3)), "RNG_test", "ended with 3")
        killed = self.battery(GOOD, tail="import os\nos.kill(os.getpid(), 9)")
        self.assertNoResult(self.practrand(killed), "ended with -9")

    def test_the_source_has_the_word(self):
        done = self.practrand(self.battery(GOOD), command=("gen", "--engine", "none"))
        self.assertNoResult(done, "unknown --engine 'none'")
        done = self.practrand(self.battery(GOOD), command=("gen", "-n", "5"))
        self.assertNoResult(done, "-n is given")
        self.assertNoResult(self.practrand(self.battery(GOOD), command=("info",)), "'info'", "allowed: words FLAGS, gen")

    def test_refusals(self):
        self.assertNoResult(self.practrand(self.path("nothing")), "--rng-test", "nothing")
        for length in ("64", "1.5GB", "64MiB", ""):
            self.assertNoResult(self.practrand(self.battery(GOOD), length=length), f"--length is '{length}'", "8GB")
        done = self.practrand(self.battery(GOOD), "--json", self.path("no/where.json"))
        self.assertNoResult(done, "where.json")


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
