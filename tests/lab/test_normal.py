# SPDX-License-Identifier: Apache-2.0
"""tali normal moments and tail, and words --as-uniform: against the numbers that gen writes."""

import json
import math
import os
import struct
import unittest

from command import CommandTest, needs, run

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def words(raw):
    return struct.unpack(f"<{len(raw) // 4}I", raw)


class Empirical(CommandTest):
    def normals(self, *arguments):
        raw = self.gen("--dist", "normal", "--dtype", "f64", *arguments)
        return struct.unpack(f"<{len(raw) // 8}d", raw)

    def moments(self, *arguments):
        done = run("normal", "moments", "--json", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return json.loads(done.stdout)

    def test_moments_are_those_of_the_numbers(self):
        x = self.normals("--seed", 4, "--offset", 50, "-n", 20000)
        j = self.moments("--seed", 4, "--offset", 50, "-n", 20000, "--device", "cpu")
        self.assertEqual((j["n"], j["device"], len(j["moments"]), len(j["hermites"])), (20000, "cpu", 12, 12))
        for m in j["moments"]:
            mean = math.fsum(v ** m["order"] for v in x) / len(x)
            self.assertAlmostEqual(m["value"], mean, delta=2.0 ** max(4 * m["order"] - 52, -41))
        he3 = math.fsum(v**3 - 3 * v for v in x) / math.sqrt(6 * len(x))
        self.assertAlmostEqual(j["hermites"][2]["z"], he3, places=6)
        self.assertLess(j["worst_z"], 5)

    @needs("normal train")
    def test_moments_of_a_table_that_is_given(self):
        shipped = self.moments("-n", 100001, "--dist", "normal-warp", "--dtype", "f64")
        name = os.path.join(ROOT, "lab", "normal", "tables", "warp-gaussian.txt")
        given = self.moments("-n", 100001, "--table", name)
        self.assertEqual((given["distribution"], given["type"], given["table"]), ("normal-warp", "f64", name))
        self.assertEqual((shipped["table"], shipped["table_digest"]), (None, None))
        self.assertRegex(given["table_digest"], "^[0-9a-f]{16}$")
        self.assertEqual(given["moments"], shipped["moments"])
        untrained = self.moments("-n", 100001, "--inverse-cdf")
        self.assertEqual(untrained["table"], "inverse-cdf")
        self.assertNotEqual(untrained["moments"], shipped["moments"])
        self.assertRefused(run("normal", "moments", "--table", name, "--dist", "normal"), "--table", "--dist")
        self.assertRefused(run("normal", "moments", "--inverse-cdf", "--dtype", "f32"), "--inverse-cdf", "--dtype")
        self.assertRefused(run("normal", "moments", "--table", "/nonexistent"), "/nonexistent")

    def test_moments_are_the_same_again(self):
        keys = ("moments", "hermites")
        a, b = (self.moments("-n", 100001, "--dist", "normal-icdf", "--dtype", "f32") for _ in range(2))
        self.assertEqual([a[k] for k in keys], [b[k] for k in keys])

    def test_infinitely_many_are_all_that_are_left(self):
        for dtype in ("f32", "f64"):
            for n in (1, 100):
                where = ("--dtype", dtype, "--offset", 2**64 - n, "--device", "cpu")
                last, left = self.moments(*where, "-n", n), self.moments(*where, "-n", "inf")
                self.assertEqual((left["n"], left["moments"]), (n, last["moments"]))

    def test_standard_parameters_change_nothing(self):
        plain, written = (self.moments("-n", 1000, "--dist", d, "--device", "cpu") for d in ("normal", "normal:mu=0,sigma=1"))
        self.assertEqual(plain["moments"], written["moments"])

    def test_tail_holds_the_numbers_beyond_the_threshold(self):
        x = self.normals("--seed", 5, "-n", 100000)
        done = run("normal", "tail", "--seed", 5, "-n", 100000, "--threshold", 2)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        beyond = [v for v in x if abs(v) > 2]
        got = words(done.stdout)
        self.assertEqual(len(got), len(beyond))
        for v, w in zip(beyond, got):
            share = math.erfc(abs(v) / math.sqrt(2)) / math.erfc(math.sqrt(2))
            expected = share / 2 if v < 0 else 1 - share / 2
            self.assertAlmostEqual(w / 2**32, expected, delta=1e-8)

    def test_as_uniform_is_the_distribution_function(self):
        x = self.normals("--seed", 6, "-n", 5000)
        got = words(self.output_of("words", "--dist", "normal", "--as-uniform", "--seed", 6, "-n", 5000))
        for v, w in zip(x, got):
            self.assertAlmostEqual(w / 2**32, math.erfc(-v / math.sqrt(2)) / 2, delta=1e-9)

    def test_the_control_is_not_uniform(self):
        got = words(self.output_of("words", "--dist", "normal", "--as-uniform-without-root", "-n", 20000))
        tails = sum(w < 2**30 or w >= 3 * 2**30 for w in got) / len(got)
        self.assertGreater(tails, 0.6)  # a half of uniform numbers

    @needs("normal train")
    def test_refusals_of_tables(self):
        for command in ("moments", "analyse", "emit"):
            done = run("normal", command, "--table", self.path("x"))
            self.assertRefused(done, f"cannot read --table '{self.path('x')}'")
        self.assertRefused(run("normal", "train", "--perturbation", -1), "--perturbation is -1", "0 to 0.1")
        self.assertRefused(run("normal", "train", "--passes", 0), "--passes is 0", "a whole number from 1 to")
        self.assertRefused(run("normal", "train", "--checkpoint", self.path("no/x")), "cannot write --checkpoint")
        self.assertEqual(self.files(), [])
        self.assertRefused(run("normal", "train", "--method", "post"), "--method", "post", "paper")
        self.assertRefused(run("normal", "train", "--method", "paper", "--swaps", 5), "--swaps", "--method paper")
        self.assertRefused(run("normal", "train", "--method", "paper", "--depth", 6), "depth", "6", "0 to 5")
        self.assertRefused(run("normal", "train", "--gain", 1), "--gain", "--method tali")

    def test_refusals(self):
        self.assertRefused(run("normal", "moments", "--dist", "uniform"), "--dist", "uniform", "normal-icdf")
        self.assertRefused(run("normal", "moments", "--dtype", "u32"), "--dtype", "u32")
        self.assertRefused(run("normal", "moments", "-n", 0), "-n", "at least 1")
        self.assertRefused(run("normal", "tail", "--threshold", 9, "-n", 10), "--threshold", "9", "0.5 to 8")
        self.assertRefused(run("normal", "tail", "--engine", "sobol33", "-n", 10), "--engine", "sobol33")
        self.assertRefused(run("words", "--dist", "bits", "--as-uniform", "-n", 10), "--as-uniform", "bits")
        self.assertRefused(run("words", "--dist", "normal:mu=5", "--as-uniform", "-n", 5), "--param is 'mu=5'", "none with --as-uniform")
        for test in ("moments", "tail"):
            for dist in ("normal:mu=3", "normal:sigma=2", "normal-warp:mu=1"):
                self.assertRefused(run("normal", test, "--dist", dist, "-n", 10), f"--dist is '{dist}'", "mu 0 and sigma 1")
            self.assertRefused(run("normal", test, "--dtype", "f16", "-n", 10), "unknown --dtype 'f16'", "f64, f32")
            self.assertRefused(run("normal", test, "--dist", "normal:mean=1", "-n", 10), "'mean'", "mu")
        self.assertRefused(
            run("words", "--dist", "normal", "--as-uniform", "--dtype", "f32", "-n", 10), "--dtype", "f32", "f64"
        )
        self.assertRefused(
            run("words", "--dist", "normal", "--as-uniform", "--dtype", "bf16", "-n", 10), "--dtype", "bf16", "f64"
        )
        self.assertRefused(
            run("words", "--dist", "normal", "--as-uniform", "--param", "mu=1", "-n", 10), "--param", "mu=1"
        )


if __name__ == "__main__":
    unittest.main()
