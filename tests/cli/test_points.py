# SPDX-License-Identifier: Apache-2.0
"""tali gen with quasi-random engines: layouts, randomisations, cuts; large files in little memory; resuming."""

import ast
import itertools
import os
import resource
import subprocess
import time
import unittest

from command import SANITIZED, TALI, CommandTest, enough_of, info, run
from test_values import DESCR, SIZE, unpack

try:
    import numpy
except ImportError:
    numpy = None

try:
    from scipy.stats import qmc
except ImportError:
    qmc = None

POINTS = ["--engine", "sobol32", "--dims"]

CASES = [
    (["--dims", "3"], ["-n", "missing"]),
    (["-n", "5"], ["--dims", "missing"]),
    (["--dims", "0", "-n", "5"], ["--dims", "0", "1 to 21201"]),
    (["--dims", "21202", "-n", "5"], ["--dims", "21202", "1 to 21201"]),
    (["--dims", "1e18", "-n", "5"], ["--dims", "1 to 21201"]),
    (["--dims", "x", "-n", "5"], ["--dims", "'x'"]),
    (["--dims", "3", "-n", "4294967297"], ["-n", "0 + 4294967297", "2^32"]),
    (["--dims", "3", "-n", "2", "--first-point", "4294967295"], ["--first-point", "4294967295 + 2", "2^32"]),
    (["--dims", "3", "-n", "inf", "--first-point", "2^32"], ["--first-point", "4294967296", "2^32"]),
    (["--dims", "3", "-n", "inf", "--layout", "dim-major"], ["-n", "inf", "--layout dim-major"]),
    (["--dims", "3", "-n", "5", "--layout", "rows"], ["--layout", "'rows'", "dim-major, point-major"]),
    (["--dims", "3", "-n", "5", "--scramble", "xor"], ["--scramble", "'xor'", "none, shift, owen"]),
    (["--dims", "3", "-n", "5", "--seed", "1"], ["--seed", "1", "--scramble"]),
    (["--dims", "3", "-n", "5", "--replicate", "1"], ["--replicate", "1", "--scramble"]),
    (["--dims", "3", "-n", "5", "--stream", "1"], ["--stream", "1", "--replicate"]),
    (["--dims", "3", "-n", "5", "--dist", "normal"], ["--dist", "'normal'", "normal-icdf"]),
    (["--dims", "3", "-n", "5", "--dist", "uniform-int"], ["--dist", "'uniform-int'", "uniform"]),
    (["--dims", "3", "-n", "5", "--offset", "16"], ["--offset", "16", "15"]),
    (["--dims", "3", "-n", "5", "--offset", "1", "--elements", "15"], ["--elements", "15", "--offset"]),
    (["--dims", "3", "-n", "5", "--directions", "/no/such"], ["--directions", "/no/such"]),
    (["--dims", "3", "-n", "5", "--memory", "1000"], ["--memory", "1000", "1048576"]),
    (["--dims", "4294967297", "-n", "5"], ["--dims is 4294967297", "1 to 21201"]),
]


class BadInput(CommandTest):
    def test_points(self):
        for arguments, words in CASES:
            with self.subTest(arguments=arguments):
                self.assertRefused(run("gen", "--engine", "sobol32", *arguments), *words)

    def test_flags_of_points_with_another_engine(self):
        for flag, value in [("--dims", 3), ("--layout", "dim-major"), ("--scramble", "owen"), ("--replicate", 1),
                            ("--directions", "x"), ("--first-point", 1), ("--elements", 1)]:  # fmt: skip
            self.assertRefused(run("gen", "-n", 5, flag, value), flag, "sobol32, sobol64")

    def test_direction_files(self):
        for text, words in [
            ("d s a m_i\n2 1 0 1\n3 2 1 1 2\n", ["line 3", "m_2 is 2", "odd"]),
            ("d s a m_i\n2 1 0 1\n3 2 1 1 5\n", ["line 3", "m_2 is 5", "2^2"]),
            ("d s a m_i\n2 1 0 1\n3 2 2 1 3\n", ["line 3", "a is 2", "degree 2"]),
            ("d s a m_i\n2 1 0 1\n3 2 0 1 3\n", ["line 3", "a is 0", "primitive"]),
            ("d s a m_i\n3 2 1 1 3\n", ["line 2", "dimension"]),
            ("", ["without a dimension"]),
        ]:
            path = self.path("own.txt")
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            done = run("gen", *POINTS, 2, "-n", 3, "--directions", path)
            self.assertRefused(done, "--directions", path, *words)

    def test_a_file_that_the_disk_cannot_hold(self):
        done = run("gen", *POINTS, 20000, "-n", "4e9", "-o", self.path("x"))
        self.assertRefused(done, "-o", "320000000000000 bytes", "the disk has")
        self.assertEqual(self.files(), [])
        self.assertRefused(run("gen", "-n", "1e15", "-o", self.path("x")), "-o", "4000000000000000 bytes")


class TwoSpellings(CommandTest):
    """Options behind the engine's name are the flags."""

    def test_they_make_the_same(self):
        common = ("--dist", "uniform", "--dtype", "f64", "--seed", 5)
        flags = self.gen("--engine", "sobol64", "--dims", 3, "-n", 100, "--scramble", "owen", "--first-point", 7, *common)
        for text in ("dims=3,points=100,scramble=owen,first=7", "scramble=owen,first=7,points=1e2,dims=3",
                     "dims=3,points=100,layout=point-major,scramble=owen,first=7"):  # fmt: skip
            self.assertEqual(self.gen("--engine", "sobol64:" + text, *common), flags, text)
        mixed = ("--engine", "sobol64:dims=3,scramble=owen", "-n", 100, "--first-point", 7)
        self.assertEqual(self.gen(*mixed, *common), flags)
        dim_major = ("--dims", 3, "-n", 100, "--layout", "dim-major")
        self.assertEqual(self.gen("--engine", "sobol64:dims=3,points=100,layout=dim-major"),
                         self.gen("--engine", "sobol64", *dim_major))  # fmt: skip

    def test_nothing_is_said_twice(self):
        for arguments, words in (
            (("sobol32:dims=3", "--dims", 3, "-n", 5), ["--dims is 3", "dims=3", " with it"]),
            (("sobol32:dims=3,points=9", "-n", 5), ["-n is 5", "points=9", " with it"]),
            (("sobol32:dims=3", "-n", 5, "--stream", 1), ["--stream is 1", "--replicate"]),
            (("sobol32:dims=3", "-n", 5, "--seed", 1), ["--seed is 1", "--scramble"]),
            (("sobol32:dims=3",), ["-n is missing"]),
            (("sobol32:points=3",), ["--dims is missing"]),
            (("sobol32:dim=3", "-n", 5), ["unknown --engine option 'dim'", "did you mean 'dims'?"]),
            (("sobol32:dims=3,dims=3", "-n", 5), ["each key once"]),
        ):
            self.assertRefused(run("gen", "--engine", *arguments), *words)


class Values(CommandTest):
    def test_the_first_points(self):
        raw = self.gen(*POINTS, 3, "-n", 4, "--dist", "uniform", "--dtype", "f64")
        self.assertEqual(
            unpack("f64", raw), (0, 0, 0, 0.5, 0.5, 0.5, 0.75, 0.25, 0.25, 0.25, 0.75, 0.75)
        )
        without = self.gen(*POINTS, 3, "-n", 3, "--first-point", 1, "--dist", "uniform", "--dtype", "f64")
        self.assertEqual(without, raw[3 * 8 :])

    @unittest.skipIf(qmc is None, "SciPy is not installed")
    def test_scipys_points_in_all_dimensions(self):
        n, dims = 100, 21201
        raw = self.gen(*POINTS, dims, "-n", n, "--dist", "uniform", "--dtype", "f64")
        expected = qmc.Sobol(dims, scramble=False, bits=32).random(n)
        self.assertEqual(raw, expected.tobytes())

    def test_own_direction_numbers(self):
        path = self.path("own.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write("d s a m_i\n2 1 0 1\n3 2 1 1 3\n")
        own = self.gen(*POINTS, 3, "-n", 100, "--directions", path)
        self.assertEqual(own, self.gen(*POINTS, 3, "-n", 100))
        self.assertRefused(run("gen", *POINTS, 4, "-n", 3, "--directions", path), "--dims", "4", "1 to 3")

    def test_every_engine_layout_and_distribution_in_any_cut(self):
        facts = info()
        distributions = [d for d in facts["distributions"] if d["quasi"]]
        cases = itertools.product(
            distributions,
            [e["name"] for e in facts["quasi_engines"]],
            ["dim-major", "point-major"],
            [["none"], ["shift", "--seed", 3], ["owen", "--replicate", 5]],
        )
        # Engines, layouts and randomisations make twelve cases of a distribution. Every fifth case, under sanitizers every
        # eleventh, has each distribution, and each of the twelve, since neither has a common factor with twelve.
        chosen = enough_of(list(cases), 11, 5)
        self.assertEqual({(d["name"], d["type"]) for d, *_ in chosen}, {(d["name"], d["type"]) for d in distributions})
        for d, engine, layout, scramble in chosen:
            common = ["--engine", engine, "--dims", 37, "-n", 541, "--layout", layout]
            common += ["--dist", d["name"], "--dtype", d["type"], "--scramble", *scramble]
            with self.subTest(common=common):
                whole = self.gen(*common)
                self.assertEqual(len(whole), 37 * 541 * SIZE[d["type"]])
                cuts = [0, 1, 36, 541, 9999, 37 * 541]
                pieces = [self.gen(*common, "--offset", a, "--elements", b - a) for a, b in zip(cuts, cuts[1:])]
                self.assertEqual(b"".join(pieces), whole)

    def test_layouts_levels_threads_and_devices(self):
        facts = info()
        dims, n = 301, 4999  # some pieces
        common = [*POINTS, dims, "-n", n, "--dist", "normal-icdf", "--scramble", "owen"]
        rows = self.gen(*common, "--layout", "dim-major")
        columns = self.gen(*common)
        self.assertEqual(rows[: 4 * n], b"".join(columns[k : k + 4] for k in range(0, len(columns), 4 * dims)))
        for layout, whole in [("dim-major", rows), ("point-major", columns)]:
            for level in facts["cpu"]["simd_levels"]:
                for threads in [1, 3]:
                    again = self.gen(*common, "--layout", layout, "--simd", level, "--threads", threads)
                    self.assertEqual(again, whole)
            if facts["cuda_devices"]:
                self.assertEqual(self.gen(*common, "--layout", layout, "--device", "cuda"), whole)

    def test_endless_points(self):
        with subprocess.Popen([TALI, "gen", *map(str, POINTS), "7", "-n", "inf"], stdout=subprocess.PIPE) as tali:
            got = tali.stdout.read(4 * 7 * 1000)
            tali.stdout.close()
            self.assertEqual(tali.wait(60), 0)
        self.assertEqual(got, self.gen(*POINTS, 7, "-n", 1000))
        tail = self.gen(*POINTS, 7, "-n", "inf", "--first-point", 2**32 - 5)
        self.assertEqual(len(tail), 4 * 7 * 5)

    def test_nothing(self):
        for layout in ["dim-major", "point-major"]:
            self.assertEqual(self.gen(*POINTS, 3, "-n", 0, "--layout", layout), b"")
            self.assertEqual(self.gen(*POINTS, 3, "-n", 5, "--offset", 15, "--layout", layout), b"")
            self.assertEqual(self.gen(*POINTS, 3, "-n", 5, "--elements", 0, "--layout", layout), b"")

    def test_npy_shapes(self):
        for arguments, shape in [
            ([3, "-n", 5], (5, 3)),
            ([3, "-n", 5, "--layout", "dim-major"], (3, 5)),
            ([3, "-n", 5, "--offset", 2], (13,)),
            ([3, "-n", 5, "--elements", 4], (4,)),
        ]:
            npy = self.gen(*POINTS, *arguments, "--format", "npy")
            header = ast.literal_eval(npy[10:128].decode())
            self.assertEqual((header["shape"], header["descr"]), (shape, DESCR["u32"]))

    def test_info(self):
        self.assertEqual([e["name"] for e in info()["quasi_engines"]], ["sobol32", "sobol64"])


class Large(CommandTest):
    # 320 MB; the same takes hours and 400 GB with 10^7 points in 10^4 dimensions.
    ARGUMENTS = [*POINTS, 1000, "-n", 80_000, "--layout", "dim-major", "--dist", "uniform", "--threads", 2]
    BYTES = 4 * 1000 * 80_000

    @unittest.skipIf(SANITIZED, "a sanitizer's own memory is beyond the limit")
    def test_in_little_memory(self):
        # What the program may have beside its values: code, the table of direction numbers, threads' stacks.
        memory, beside = 8 << 20, 60 << 20

        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (memory + beside, memory + beside))

        path = self.path("points.npy")
        done = run("gen", *self.ARGUMENTS, "--format", "npy", "--memory", memory, "-o", path, preexec_fn=limit)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(os.path.getsize(path), 128 + self.BYTES)
        with open(path, "rb") as file:
            for offset in [0, 12345, 79_999 * 1000 - 7]:
                file.seek(128 + 4 * offset)
                self.assertEqual(file.read(4000), self.gen(*self.ARGUMENTS, "--offset", offset, "--elements", 1000))

    @unittest.skipIf(SANITIZED, "a sanitizer's own memory is beyond the limit")
    @unittest.skipUnless(os.path.exists("/proc/self/status"), "no /proc here")
    def test_resident_memory(self):
        with subprocess.Popen(
            [TALI, "gen", *map(str, self.ARGUMENTS), "--memory", "4194304", "-o", "/dev/null"]
        ) as tali:
            peak = 0
            while tali.poll() is None:
                try:
                    with open(f"/proc/{tali.pid}/status", encoding="ascii") as file:
                        peak = max(peak, *(int(x.split()[1]) for x in file if x.startswith("VmHWM")), 0)
                except (OSError, TypeError):
                    pass
                time.sleep(0.01)
        self.assertEqual(tali.returncode, 0)
        self.assertLess(peak, 60_000)  # kB

    def test_all_numbers_of_64_bits_are_more_than_none(self):
        for points in (("--dims", 2, "-n", "2^63"), ("--dims", 4, "-n", "2^62"), ("--dims", 4, "-n", "2^62", "--format", "npy")):
            done = run("gen", "--engine", "sobol64", *points, "--dtype", "u64", "-o", self.path("s"))
            self.assertRefused(done, "cannot write -o", "1475739525896764", "the disk has")
            self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
