# SPDX-License-Identifier: Apache-2.0
"""The words of scripts/curand-words.py, the verdicts of battery-verdicts.py, and tali-testu01 with a program in TestU01's place."""

import contextlib
import importlib.util
import io
import json
import math
import os
import signal
import subprocess
import sys
import unittest

from command import CommandTest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")


def script(test, name):
    """A script of scripts/ as a module."""
    sys.path.insert(0, SCRIPTS)
    test.addCleanup(sys.path.remove, SCRIPTS)
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), os.path.join(SCRIPTS, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
        verdicts = script(self, "battery-verdicts")
        linear, other = {"statistic": "LinearComp, r = 0"}, {"statistic": "Gap, r = 0"}
        whole = {"Crush": 96, "BigCrush": 106}
        self.assertEqual(verdicts.verdict_of([], whole), "pass")
        self.assertEqual(verdicts.verdict_of([linear], whole), "pass but for F2-linearity")
        self.assertEqual(verdicts.verdict_of([], {"BigCrush": 14}), "pass in 14 of 106 tests of BigCrush")
        self.assertEqual(verdicts.verdict_of([linear], {"BigCrush": 14, "Crush": 96}),
                         "pass but for F2-linearity in 14 of 106 tests of BigCrush and 96 of 96 tests of Crush")
        self.assertEqual(verdicts.verdict_of([linear, other], {"Crush": 4}), "reject")


# In TestU01's place: reads four words, and says p-values, or fails, or takes its time, by the number of the test.
RUNNER = """#!/usr/bin/env python3
import os, sys, time
words = sys.stdin.buffer.read(16)
test = int(sys.argv[2])
if test == 7: sys.exit("ended before its time")
if test == 8: time.sleep(60)
if test == 9: os.kill(os.getpid(), 9)
p = {1: "1e-11", 2: "0.99995", 6: "nan"}.get(test, "0.1234567890123456")
print(p, "Name, r = 0")
print("0.5", "Words", words.hex(), *sys.argv[3:])
"""


class TestU01(CommandTest):
    def setUp(self):
        super().setUp()
        self.module = script(self, "testu01")
        self.module.BUILD = os.path.dirname(os.path.abspath(os.environ["TALI"]))
        with open(self.path("runner"), "w") as f:
            f.write(RUNNER)
        os.chmod(self.path("runner"), 0o755)

    def run_main(self, *arguments):
        out, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            code = self.module.main([str(a) for a in arguments], runner=self.path("runner"))
        return code, out.getvalue(), said.getvalue()

    def report(self, *arguments):
        code, out, _ = self.run_main(*arguments, "--json")
        return code, json.loads(out)

    def test_words_are_those_of_tali(self):
        def words(*flags):
            tests = self.report("--tests", 3, *flags)[1]["tests"]
            return tests[1]["statistic"].removeprefix("Words ")

        def expected(*flags):
            return subprocess.run([os.environ["TALI"], "words", *flags, "-n", "4"], check=True, stdout=subprocess.PIPE).stdout.hex()

        for flags in (("--engine", "pcg32", "--seed", "1", "--stream", "2", "--offset", "3"), ("--seed", "1", "--interleave", "2"),
                      ("--seed", "1", "--difference", "--bits", "1:8"), ("--dist", "normal", "--as-uniform")):
            self.assertEqual(words(*flags), expected(*flags))
        self.assertEqual(words("--command", "printf abcdefghijklmnopqrst"), b"abcdefghijklmnop".hex())
        self.assertTrue(words("--reverse").endswith(" --reverse"))

    def test_what_was_not_run_is_never_called_passed(self):
        code, report = self.report("--tests", "1:7,9", "--jobs", 8)
        self.assertEqual(code, 1)
        self.assertEqual([t["number"] for t in report["failed"]], [1, 6])
        self.assertTrue(math.isnan(report["failed"][1]["p"]))
        self.assertEqual(report["suspect"], [{"number": 2, "statistic": "Name, r = 0", "p": 0.99995}])
        reasons = {t["number"]: t["reason"] for t in report["not_run"]}
        self.assertEqual(reasons[7], "ended before its time")
        self.assertRegex(reasons[9], "Killed|ended without a result")
        self.assertEqual(self.report("--tests", 3)[0], 0)
        limited = self.report("--tests", 8, "--limit", 1)[1]["not_run"]  # this one never ends
        self.assertIn("not finished after 1 s", limited[0]["reason"])
        self.assertEqual(self.report("--tests", 8, "--deadline", 1)[1]["not_run"][0]["reason"], "the time was up")
        self.assertIn("1 of 1 tests not run", self.run_main("--tests", 7)[1])

    def test_a_finished_test_is_not_run_again(self):
        flags = ("--journal", self.path("j"), "--seed", 1)
        self.run_main(*flags, "--tests", "3,5,6,7")
        with open(self.path("j"), "a") as f:
            f.write('{"test": 4, "sec')  # as a crash leaves it
        code, out, said = self.run_main(*flags, "--tests", "3:6", "--json")
        self.assertEqual((code, said.count("test ")), (1, 1))
        self.assertEqual([t["p"] for t in json.loads(out)["tests"][::2]][:3], [0.1234567890123456] * 3)
        with open(self.path("j")) as f:
            self.assertEqual(sorted(json.loads(line).get("test", 0) for line in f), [0, 3, 4, 5, 6])
        for refused in (("--seed", 2), ("--seed", 1, "--reverse")):
            with self.assertRaisesRegex(self.module.Refusal, "is about SmallCrush of '--engine philox4x32 --seed 1 --stream 0'"):
                self.run_main("--journal", self.path("j"), *refused)
        with open(self.path("j"), "a") as f:
            f.write("{}\n")
        with self.assertRaisesRegex(self.module.Refusal, "is not a journal"):
            self.run_main(*flags)

    def plan(self, text):
        with open(self.path("plan"), "w") as f:
            f.write(text)
        return ("--plan", self.path("plan"), "--directory", self.path("d"))

    def test_a_plan_and_its_parts(self):
        plan = self.plan("# a comment\nb BigCrush 1:4 --engine pcg32\nc Crush 3:5 --command 'cat /dev/zero # and more'\nb BigCrush 3:5 --engine pcg32\n")
        whole = self.run_main(*plan, "--json")
        self.assertEqual([[t["number"] for t in r["tests"][::2]] for r in json.loads(whole[1])], [[1, 2, 3, 4, 5], [3, 4, 5]])
        said = [line.split()[1:5] for line in self.run_main(*self.plan("x BigCrush 3:5,10 --seed 1\n"), "--jobs", 1)[2].splitlines()]
        self.assertEqual([w[3].rstrip(":") for w in said], ["10", "5", "4", "3"])  # the longest first
        self.plan("{a|b} SmallCrush {1|2:3} --engine {pcg32|mtgp32:sets=1} --seed 1\n")
        entries, turns = self.module.read_plan(self.path("plan"))
        self.assertEqual([(e.name, e.tests, e.sequence.name) for e in entries],
                         [("a", {1}, "--engine pcg32 --seed 1 --stream 0"), ("b", {2, 3}, "--engine mtgp32:sets=1 --seed 1 --stream 0")])
        self.assertEqual([e.name for e, _ in turns], ["a", "b"])
        plan = plan[:3] + (self.path("parts"),)
        self.plan("b BigCrush 1:5 --engine pcg32\nc Crush 3:5 --seed 1\n")
        numbers = [[(r["battery"], t["number"]) for r in json.loads(self.run_main(*plan, "--part", f"{k}/3", "--json")[1])
                    for t in r["tests"][::2]] for k in (1, 2, 3)]
        self.assertEqual(sorted(sum(numbers, [])), [("BigCrush", k) for k in range(1, 6)] + [("Crush", k) for k in (3, 4, 5)])
        code, out, said = self.run_main(*plan, "--only-report", "--json")
        self.assertEqual((code, said, [len(r["tests"]) // 2 for r in json.loads(out)]), (1, "", [5, 3]))

    def test_refusals(self):
        for arguments, words in ((("--battery", "Big"), "unknown --battery 'Big'"), (("--tests", "0"), "--tests is '0'; expected all, or numbers from 1 to 10"),
                                 (("--tests", "3:2"), "--tests is"), (("--engine", "none"), "unknown --engine 'none'"),
                                 (("--dist", "normal"), "--dist is 'normal'"), (("--jobs", "5000"), "--jobs is 5000"),
                                 (("--command", "cat", "--seed", "1"), "--command is 'cat'"), (("--directory", "x"), "expected --plan"),
                                 (("--plan", "x"), "--directory is missing"), (("--plan", "x", "--directory", "y", "--seed", "1"), "--seed is given"),
                                 (("--plan", self.path("no"), "--directory", "y"), "cannot read"), (("--part", "2/1"), "--part is '2/1'")):
            with self.subTest(words=words), self.assertRaisesRegex(self.module.Refusal, words):
                self.run_main(*arguments)
        for plan, words in (("a SmallCrush", "line 1"), ("\na/b SmallCrush 1 --seed 1", "line 2"), ("a SmallCrush 1 --sead 1", "line 1"),
                            ("a SmallCrush 11 --seed 1", "tests is '11'"), ("a SmallCrush 1 'x", "line 1"), ("{a|b} SmallCrush 1 --seed {1|2|3}", "line 1"),
                            ("a SmallCrush 1 --seed 1\na SmallCrush 2 --seed 2", "as where it was named first")):
            with self.subTest(words=words), self.assertRaisesRegex(self.module.Refusal, words):
                self.run_main(*self.plan(plan))


if __name__ == "__main__":
    unittest.main()
