# SPDX-License-Identifier: Apache-2.0
"""CSV, and the numbers of an interval: --format csv, --low and --high."""

import csv
import struct
import unittest

from command import CommandTest, run


def rows(raw):
    return list(csv.reader(raw.decode().splitlines()))


def numbers(raw, code):
    return struct.unpack(f"<{len(raw) // struct.calcsize(code)}{code}", raw)


class Csv(CommandTest):
    def test_single_values(self):
        arguments = ("--dist", "exponential", "--dtype", "f64", "-n", 1000)
        table = rows(self.gen(*arguments, "--format", "csv"))
        self.assertEqual(table[0], ["value"])
        self.assertEqual(tuple(float(x) for x, in table[1:]), numbers(self.gen(*arguments), "d"))

    def test_vectors_and_points_have_a_column_a_dimension(self):
        vectors = ("--dist", "dirichlet:shapes=1:2:3", "--dtype", "f64", "-n", 5)
        points = ("--engine", "sobol32", "--dims", 3, "--dist", "uniform", "--dtype", "f64", "-n", 5)
        for arguments in (vectors, points):
            table = rows(self.gen(*arguments, "--format", "csv"))
            self.assertEqual(table[0], ["x1", "x2", "x3"])
            self.assertEqual(tuple(float(x) for row in table[1:] for x in row), numbers(self.gen(*arguments), "d"))

    def test_rows_stay_whole_where_pieces_end(self):
        arguments = ("--engine", "sobol32", "--dims", 1000, "-n", 700, "--dist", "uniform")
        table = rows(self.gen(*arguments, "--format", "csv", "--memory", "2^20"))
        self.assertEqual(len(table), 701)
        self.assertEqual({len(row) for row in table}, {1000})

    def test_the_suffix_names_the_format(self):
        for name, flag in (("x.csv", "csv"), ("x.txt", "text"), ("x.npy", "npy"), ("x.bin", "raw")):
            self.gen("-n", 7, "-o", self.path(name))
            with open(self.path(name), "rb") as f:
                self.assertEqual(f.read(), self.gen("-n", 7, "--format", flag), name)
        self.gen("-n", 7, "-o", self.path("y.csv"), "--format", "raw")
        with open(self.path("y.csv"), "rb") as f:
            self.assertEqual(f.read(), self.gen("-n", 7))

    def test_nothing_is_a_header(self):
        self.assertEqual(self.gen("-n", 0, "--format", "csv"), b"value\n")

    def test_refusals(self):
        points = ("gen", "--engine", "sobol32", "--dims", 3, "-n", 5, "--format", "csv")
        for arguments, words in (
            ((*points, "--layout", "dim-major"), ["--layout is dim-major", "point-major"]),
            ((*points, "--offset", 1), ["--offset is 1", "--dims (3)"]),
            ((*points, "--elements", 4), ["--elements is 4", "--dims (3)"]),
        ):
            self.assertRefused(run(*arguments), *words)


class Interval(CommandTest):
    def test_uniform(self):
        for dtype, code in (("f32", "f"), ("f64", "d")):
            arguments = ("--dist", "uniform", "--dtype", dtype, "-n", 5000)
            unit, scaled = (numbers(self.gen(*arguments, *more), code) for more in ((), ("--low", -2, "--high", "1e3")))
            self.assertTrue(all(-2 <= x < 1000 for x in scaled))
            for u, x in zip(unit, scaled):
                self.assertAlmostEqual(x, 1002 * u - 2, delta=2e-4)
            self.assertEqual(numbers(self.gen(*arguments, "--high", 1), code), unit)

    def test_high_is_never_met(self):
        # One binade above 2^24 a float has no bits behind the point: sums round up to --high.
        raw = self.gen("--dist", "uniform", "--low", 16777216, "--high", 16777218, "-n", 1000)
        self.assertEqual(set(numbers(raw, "f")), {16777216.0})

    def test_a_piece_is_a_piece(self):
        arguments = ("--dist", "uniform", "--low", 3, "--high", 4.5)
        whole = self.gen(*arguments, "-n", 1000)
        self.assertEqual(self.gen(*arguments, "-n", 100, "--offset", 300), whole[1200:1600])

    def test_points(self):
        arguments = ("--engine", "sobol32", "--dims", 2, "-n", 4, "--dist", "uniform")
        unit, scaled = (numbers(self.gen(*arguments, *more), "f") for more in ((), ("--low", 10, "--high", 20)))
        self.assertEqual(scaled, tuple(10 + 10 * u for u in unit))

    def test_parameters_of_that_name(self):
        dice = numbers(self.gen("--dist", "uniform-int", "--low", 1, "--high", 6, "-n", 1000), "i")
        self.assertEqual(set(dice), {1, 2, 3, 4, 5, 6})
        for given in (("--low", "0", "--high", "1e6"), ("--low", "0x0", "--high", "10^6")):
            self.assertEqual(self.gen("--dist", "uniform-int", "-n", 50, *given),
                             self.gen("--dist", "uniform-int:low=0,high=1000000", "-n", 50))  # fmt: skip
        inside = numbers(self.gen("--dist", "truncated-normal", "--low", -0.5, "--high", 0.25, "-n", 1000), "f")
        self.assertTrue(all(-0.5 <= x <= 0.25 for x in inside))

    def test_refusals(self):
        uniform = ("--dist", "uniform", "-n", 5)
        for arguments, words in (
            ((*uniform, "--low", 2), ["--high is 1", "--low (2)"]),
            ((*uniform, "--low", 2, "--high", 2), ["--high is 2", "--low (2)"]),
            ((*uniform, "--low", "x"), ["--low is 'x'", "a finite number"]),
            ((*uniform, "--high", "inf"), ["--high is 'inf'", "a finite number"]),
            ((*uniform, "--low", "-3e38", "--high", "3e38"), ["--high is 3e38", "less than"]),
            (("--dist", "exponential", "--low", 1, "-n", 5), ["--low is 1", "uniform, uniform-int"]),
            (("--dist", "uniform-int", "--low", 1, "--param", "low=2", "-n", 5), ["--low is 1", "--param low"]),
            (("--dist", "uniform-int", "--low", 7, "--high", 3, "-n", 5), ["low", "7"]),
        ):
            self.assertRefused(run("gen", *arguments), *words)


if __name__ == "__main__":
    unittest.main()
