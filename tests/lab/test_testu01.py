# SPDX-License-Identifier: Apache-2.0
"""tali-testu01 as its users meet it: verdicts, journals, plans, refusals. Runs where TestU01 is installed."""

import json
import os
import signal
import subprocess
import time
import unittest

from command import CommandTest

PROGRAM = os.environ["TALI_TESTU01"]


class TestU01(CommandTest):
    def battery(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=300, **options)

    def test_small_crush_of_the_default_engine(self):
        done = self.battery("--seed", 1, "--json", "-o", self.path("r.json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("r.json")) as f:
            report = json.load(f)
        self.assertEqual(report["battery"], "SmallCrush")
        self.assertEqual(report["sequence"], "--engine philox4x32 --seed 1 --stream 0")
        self.assertEqual(len(report["tests"]), 15)
        self.assertEqual([report[k] for k in ("failed", "suspect", "not_run")], [[], [], []])
        self.assertEqual(set(report["tests"][0]), {"number", "name", "statistic", "p", "verdict", "seconds"})

    def test_neighbours_of_pcg32_fail(self):
        for flag in ("--interleave", "--interleave-seeds"):
            done = self.battery("--engine", "pcg32", "--seed", 1, flag, 16, "--tests", 10, "--json")
            self.assertEqual(done.returncode, 1)
            failed = {t["statistic"] for t in json.loads(done.stdout)["failed"]}
            self.assertLessEqual({"RandomWalk1 H", "RandomWalk1 M"}, failed)
        done = self.battery("--engine", "pcg32", "--seed", 1, "--interleave-drawn", 16, "--tests", 10)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_finished_test_is_not_run_again(self):
        flags = ("--journal", self.path("j"), "--seed", 1)
        self.battery(*flags, "--tests", "3,5")
        done = self.battery(*flags, "--tests", "3:5", "--json")
        self.assertEqual(done.stderr.count("test "), 1)
        self.assertIn("1/1", done.stderr)
        whole = json.loads(done.stdout)
        alone = json.loads(self.battery("--seed", 1, "--tests", "3:5", "--json").stdout)
        for report in (whole, alone):
            for t in report["tests"]:
                del t["seconds"]
        self.assertEqual(whole["tests"], alone["tests"])
        done = self.battery("--journal", self.path("j"), "--seed", 2, "--tests", 3)
        self.assertRefused(done, "is about SmallCrush of '--engine philox4x32 --seed 1 --stream 0'")

    def test_a_killed_run_goes_on(self):
        flags = [PROGRAM, "--journal", self.path("j"), "--jobs", "1"]
        running = subprocess.Popen(flags, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertIn("1/10", running.stderr.readline())
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stderr.close()
        done = self.battery(*flags[1:], "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("/10 ", done.stderr)
        self.assertEqual(len(json.loads(done.stdout)["tests"]), 15)

    def test_what_is_out_of_time_is_not_run(self):
        begin = time.monotonic()
        done = self.battery("--battery", "BigCrush", "--tests", 44, "--limit", 1, "--json")
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(done.returncode, 1)
        report = json.loads(done.stdout)
        self.assertEqual(report["tests"], [])
        self.assertEqual(report["not_run"][0]["number"], 44)
        self.assertIn("not finished after", report["not_run"][0]["reason"])
        done = self.battery("--battery", "BigCrush", "--tests", 44, "--deadline", 2, "--json")
        self.assertIn("the time was up", json.loads(done.stdout)["not_run"][0]["reason"])

    def test_a_plan(self):
        with open(self.path("plan"), "w") as f:
            f.write("a SmallCrush 3 --engine pcg32\nb SmallCrush 4 --engine xorwow:threads=1 --difference\n"
                    "a SmallCrush 3,4 --engine pcg32\n")
        done = self.battery("--plan", self.path("plan"), "--directory", self.path("d"), "--jobs", 2, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([[t["number"] for t in r["tests"]] for r in json.loads(done.stdout)], [[3, 4], [4]])
        self.assertEqual(sorted(os.listdir(self.path("d"))), ["a.SmallCrush.jsonl", "b.SmallCrush.jsonl"])
        again = self.battery("--plan", self.path("plan"), "--directory", self.path("d"), "--only-report", "--json")
        self.assertEqual(again.stdout, done.stdout)

    def assertRefused(self, done, *words):
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_refusals(self):
        for arguments, *words in (
                (("--battery", "Big"), "unknown --battery 'Big'", "SmallCrush, Crush, BigCrush"),
                (("--tests", "0"), "--tests is '0'", "all, or numbers from 1 to 10"),
                (("--engine", "none"), "unknown --engine 'none'", "pcg32"),
                (("--engine", "pcg32", "--stream", "2^63"), "--stream"),
                (("--jobs", "5000"), "--jobs is 5000"),
                (("--interleave", "2", "--interleave-seeds", "2"), "--interleave"),
                (("--directory", "x"), "expected --plan with it"),
                (("--plan", "x"), "--directory is missing"),
                (("--plan", "x", "--directory", "y", "--seed", "1"), "--seed is given", "no --plan with it"),
                (("--plan", self.path("x"), "--directory", self.path("y")), "cannot read")):
            self.assertRefused(self.battery(*arguments), *words)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
