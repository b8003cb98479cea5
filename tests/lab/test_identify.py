# SPDX-License-Identifier: Apache-2.0
"""tali identify: numbers of tali, of NumPy and of Python are found, others are not, and bad files are refused."""

import json
import random
import struct
import unittest

from command import SANITIZED, CommandTest, run

try:
    import numpy as np
except ImportError:
    np = None

SEEDS = "0:20" if SANITIZED else "0:200"


class Identify(CommandTest):
    def identify(self, *arguments, seeds=SEEDS, **options):
        """The finished process and the matches."""
        done = run("identify", "--seeds", seeds, "--json", *arguments, **options)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if found["matches"] else 1)
        return found

    def assertFound(self, found, engine, seed, index, distribution, type_):
        for m in found["matches"]:
            if (m["engine"], m["seed"], m["index"], m["type"]) == (engine, seed, index, type_):
                self.assertIn(distribution, m["distributions"])
                self.assertLess(m["log2_false"], -40)
                return m
        self.fail((engine, seed, index, distribution, type_, found["matches"]))

    def text(self, numbers, name="numbers.txt"):
        with open(self.path(name), "w", encoding="ascii") as f:
            f.write("\n".join(map(str, numbers)) + "\n")
        return self.path(name)

    def test_tali_in_every_format(self):
        name = ("--engine", "philox4x32", "--seed", 13, "--offset", 4, "-n", 60)
        for kind, distribution, type_ in (("npy", "uniform", "f64"), ("text", "uniform:as=jax", "f32"),
                                          ("npy", "bits", "u64"), ("raw", "normal", "f32"), ("text", "bits", "u32")):
            path = self.path(f"x.{kind}")
            self.gen(*name, "--dist", distribution, "--dtype", type_, "--format", kind, "-o", path)
            raw = ("--dtype", type_) if kind == "raw" else ()
            found = self.identify(path, *raw)
            m = self.assertFound(found, "philox4x32", 13, 4, distribution, type_)
            again = m["command"].split()[1:]
            self.assertEqual(self.gen(*again[1:]), self.gen(*name, "--dist", distribution, "--dtype", type_))

    def test_what_it_says(self):
        path = self.path("x.npy")
        self.gen("--engine", "pcg64", "--seed", 5, "-n", 30, "--dist", "uniform", "--dtype", "f64", "-o", path)
        lines = self.output_of("identify", "--seeds", "0:9", path).decode().splitlines()
        self.assertTrue(lines[0].startswith("pcg64, seed 5, stream 0, index 0: uniform or uniform:as=numpy f64"), lines[0])
        self.assertIn("tali gen --engine pcg64 --seed 5", lines[1])
        self.assertIn("probability 2^-", lines[2])
        self.assertTrue(lines[3].startswith("tried in "))
        with open(path, "rb") as f:
            piped = run("identify", "--seeds", "0:9", "-", stdin=f)
        self.assertEqual(piped.returncode, 0)

    def test_python(self):
        source = random.Random(17)
        skipped = [source.random() for _ in range(10)]
        self.assertEqual(len(skipped), 10)
        path = self.text(source.random() for _ in range(50))
        found = self.identify(path, "--engine", "mt19937")
        self.assertFound(found, "mt19937:seeding=python", 17, 10, "uniform:as=numpy-mt19937", "f64")

    @unittest.skipIf(np is None, "NumPy is not installed")
    def test_numpy(self):
        def saved(x):
            np.save(self.path("n.npy"), x)
            return self.path("n.npy")

        rng = np.random.default_rng(14)
        rng.random(3)
        self.assertFound(self.identify(saved(rng.random(100))), "pcg64", 14, 3, "uniform:as=numpy", "f64")
        x = np.random.default_rng(11).random(100, dtype=np.float32)
        self.assertFound(self.identify(saved(x)), "pcg64", 11, 0, "uniform:as=numpy", "f32")
        x = np.random.default_rng(12).random(100).astype(np.float32)
        m = self.assertFound(self.identify(saved(x)), "pcg64", 12, 0, "uniform:as=numpy", "f64")
        self.assertEqual(m["note"], "rounded to f32")
        x = np.random.RandomState(19).random_sample((10, 10))
        self.assertFound(self.identify(saved(x)), "mt19937", 19, 0, "uniform:as=numpy-mt19937", "f64")
        x = np.random.Generator(np.random.Philox(7)).random(100)
        self.assertFound(self.identify(saved(x)), "philox4x64:seeding=numpy", 7, 0, "uniform:as=numpy", "f64")
        x = np.random.default_rng(6).integers(2**64, size=40, dtype=np.uint64)
        self.assertFound(self.identify(saved(x)), "pcg64", 6, 0, "bits", "u64")
        with open(self.path("printed.txt"), "w", encoding="ascii") as f:
            print(np.random.default_rng(3).random(60), file=f)  # eight digits, in brackets
        self.assertFound(self.identify(self.path("printed.txt")), "pcg64", 3, 0, "uniform:as=numpy", "f64")
        self.assertEqual(self.identify(saved(np.asfortranarray(np.random.default_rng(3).random(60))))["numbers"], 60)

    @unittest.skipIf(SANITIZED, "too many seeds")
    def test_a_large_seed(self):
        path = self.path("x.npy")
        self.gen("--engine", "pcg32", "--seed", 99999, "-n", 30, "--dist", "uniform:as=torch", "--dtype", "f32", "-o", path)
        found = self.identify(path, "--engine", "pcg32", "--most-index", 10, seeds="0:1e5")
        self.assertFound(found, "pcg32", 99999, 0, "uniform:as=torch", "f32")
        self.assertEqual(found["tried"]["engines"], ["pcg32"])

    def test_stream_and_limits(self):
        path = self.path("x.npy")
        self.gen("--engine", "pcg64", "--seed", 5, "--stream", 3, "--offset", 50, "-n", 30, "--dist", "uniform", "-o", path)
        self.assertFound(self.identify(path, "--stream", 3), "pcg64", 5, 50, "uniform", "f32")
        self.assertEqual(self.identify(path)["matches"], [])
        self.assertEqual(self.identify(path, "--stream", 3, "--most-index", 49)["matches"], [])
        self.assertEqual(self.identify(path, "--stream", 3, "--engine", "mt19937")["matches"], [])
        self.assertEqual(self.identify(path, "--stream", 3, seeds="6:9")["matches"], [])
        everything = self.identify(path, "--stream", 3, "--all", seeds="5:5")
        self.assertEqual(everything["tried"]["sequences"], len(everything["tried"]["engines"]))

    def test_numbers_from_elsewhere(self):
        source = random.Random("a text, no integer")
        done = run("identify", "--seeds", "0:50", self.text(source.random() for _ in range(50)))
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"tried in ", done.stdout)
        self.assertTrue(done.stderr.startswith(b"tali: none of "), done.stderr)

    def test_refusals(self):
        path = self.text([0.25, 0.5])
        self.assertRefused(run("identify", path), "FILE: size is 2 numbers of", "more numbers")
        self.assertRefused(run("identify", self.path("none.npy")), "cannot read FILE '")
        self.assertRefused(run("identify", self.text(["half"] * 9)), "FILE: number is 'half'", "finite decimal numbers")
        self.assertRefused(run("identify", self.text([])), "FILE: size is 0 numbers")
        good = self.text([i / 1000 for i in range(100, 200)])
        for arguments, *words in ((("--engine", "mtgp32"), "unknown --engine 'mtgp32'", "pcg32"),
                                 (("--dist", "gamma"), "--dist is 'gamma'", "bits"),
                                 (("--seeds", "5"), "--seeds is '5'", "A:B"),
                                 (("--seeds", "5:4"), "--seeds is 5:4"),
                                 (("--seeds", "0:2^50"), "--seeds is 0:1125899906842624", "at most 2^40"),
                                 (("--most-index", "2^25"), "--most-index is"),
                                 (("--dtype", "u32"), "--dtype is 'u32'", "f32, f64"),
                                 (("--dtype", "f16"), "--dtype is 'f16'", "u32, u64, f32, f64")):
            with self.subTest(arguments=arguments):
                self.assertRefused(run("identify", good, *arguments), *words)
        with open(self.path("raw"), "wb") as f:
            f.write(struct.pack("<40d", *[0.1 * i for i in range(40)]))
        self.assertRefused(run("identify", self.path("raw")), "--dtype is missing", "the raw file")
        with open(self.path("short"), "wb") as f:
            f.write(b"\xff" * 41)
        self.assertRefused(run("identify", "--dtype", "f64", self.path("short")), "FILE: size is 41 bytes", "a multiple of 8")
        self.assertRefused(run("identify", "--dtype", "f64", self.path("raw"), "--dist", "bits"), "'f64'", "u32, u64")

    def test_damaged_files_of_numpy(self):
        path = self.path("x.npy")
        self.gen("-n", 30, "--dist", "uniform", "--dtype", "f64", "-o", path)
        with open(path, "rb") as f:
            whole = f.read()
        for broken, words in ((whole[:9], "ends in its header"), (whole[:60], "ends in its header"),
                              (whole.replace(b"<f8", b">f8"), "of type '>f8'"), (whole[:-3], "a multiple of 8")):
            with open(path, "wb") as f:
                f.write(broken)
            self.assertRefused(run("identify", path), words)
        with open(path, "wb") as f:
            f.write(whole)
        self.assertRefused(run("identify", "--dtype", "f32", path), "--dtype is f32", "f64, the type of this file")


if __name__ == "__main__":
    unittest.main()
