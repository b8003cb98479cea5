# SPDX-License-Identifier: Apache-2.0
"""tali rejection: law, plan, table, sweep and experiment, as a user meets them."""

import json
import math
import unittest

from command import CommandTest, run


def cdf(rho, threads, n):
    return (1 - rho**n) ** threads


def mean(rho, threads):
    total, n = 0.0, 0
    while (left := 1 - cdf(rho, threads, n)) > 0:
        total += left
        n += 1
    return total


class Rejection(CommandTest):
    def report(self, *arguments):
        done = run("rejection", *arguments, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return json.loads(done.stdout)

    def refused(self, *arguments):
        return run("rejection", *arguments)


class Law(Rejection):
    def test_keys_and_values_that_scripts_read(self):
        j = self.report("law", "--rho", 0.5, "--lanes", 32)
        self.assertAlmostEqual(j["mean"], mean(0.5, 32), places=12)
        self.assertAlmostEqual(j["mean"], 6.3551758451, places=9)
        for n in (1, 2, 5, 9, 30):
            self.assertAlmostEqual(j["pmf"][n - 1], cdf(0.5, 32, n) - cdf(0.5, 32, n - 1), places=15)
        values = [(n, p) for n, p in enumerate(j["pmf"], 1)]
        self.assertAlmostEqual(math.fsum(p for _, p in values), 1, places=14)
        self.assertAlmostEqual(math.fsum((n - j["mean"]) ** 2 * p for n, p in values), j["variance"], places=11)
        self.assertAlmostEqual(math.fsum(n**3 * p for n, p in values), j["raw_moments"][3], places=9)
        left = -math.expm1(32 * math.log1p(-(0.5 ** len(values))))
        self.assertLess(left, 1e-15)
        self.assertGreaterEqual(-math.expm1(32 * math.log1p(-(0.5 ** (len(values) - 1)))), 1e-15)

    def test_threads_are_32_unless_given(self):
        self.assertEqual(self.report("law", "--rho", 0.3)["threads"], 32)

    def test_approximations_and_their_errors(self):
        j = self.report("law", "--rho", 0.05)
        a = j["approximations"]
        self.assertAlmostEqual(a["equation_16"]["mean"], 3 - 0.95**32 - (1 - 0.0025) ** 32, places=12)
        self.assertAlmostEqual(
            a["equation_13"]["mean"], math.log(2 * -0.95 * 32 / math.log(0.05)) / math.log(20) + 1, places=12)
        self.assertEqual(a["equation_17"]["mean"], a["equation_13"]["mean"])
        for x in a.values():
            self.assertAlmostEqual(x["error"], x["mean"] - j["mean"], places=13)

    def test_edges(self):
        j = self.report("law", "--rho", 0)
        self.assertEqual((j["mean"], j["variance"], j["pmf"], j["skewness"]), (1, 0, [1], None))
        j = self.report("law", "--rho", "0.999999999999", "--lanes", 1024, "--moments-only")
        harmonic = math.fsum(1 / k for k in range(1, 1025))
        self.assertAlmostEqual(j["mean"] * -math.log(0.999999999999) / harmonic, 1, places=12)
        self.assertNotIn("pmf", j)
        self.assertGreater(len(self.report("law", "--rho", 0.9999, "--lanes", 1)["pmf"]), 300000)

    def test_text(self):
        out = run("rejection", "law", "--rho", 0.5).stdout.decode()
        for part in ("6.3551758451", "equation 13", "P(N = n)"):
            self.assertIn(part, out)
        self.assertLess(run("rejection", "law", "--rho", 0.99999).stdout.count(b"\n"), 70)

    def test_bad_input(self):
        for rho in ("1", "-0.1", "nan", "inf", "half", "0.5x", ""):
            self.assertRefused(self.refused("law", "--rho", rho), "--rho", rho, "from 0 to below 1")
        for threads in ("0", "1025", "-1", "2.5", "many"):
            self.assertRefused(self.refused("law", "--rho", 0.5, "--lanes", threads), "--lanes", threads, "1 to 1024")
        self.assertRefused(self.refused("law"), "--rho")
        self.assertRefused(
            self.refused("law", "--rho", "0.99999999", "--json"), "--rho", "0.99999999", "10000000", "--moments-only")


class Plan(Rejection):
    def test_keys_and_values_that_scripts_read(self):
        j = self.report("plan", "--rho", 0.9, "--warp", 32)
        self.assertEqual(j["group"], 16)
        self.assertAlmostEqual(j["samples_per_iteration"], 2 / mean(0.9**16, 2), places=12)
        self.assertAlmostEqual(j["speedup"], 2 / mean(0.9**16, 2) / (32 / mean(0.9, 32)), places=12)
        self.assertEqual([g["group"] for g in j["groups"]], [1, 2, 4, 8, 16, 32])

    def test_groups_change_at_the_thresholds(self):
        for rho, group in ((0, 1), (0.128, 1), (0.129, 2), (0.427, 2), (0.428, 4), (0.716, 4), (0.718, 8),
                           (0.883, 8), (0.884, 16), (0.957, 16), (0.958, 32), (0.9999, 32)):
            self.assertEqual(self.report("plan", "--rho", rho)["group"], group, rho)

    def test_other_widths(self):
        for warp in (4, 8, 16, 64, 128):
            j = self.report("plan", "--rho", 0.999, "--warp", warp)
            self.assertEqual((j["group"], j["groups"][-1]["samples"]), (warp, 1))

    def test_a_rounds_overhead_makes_groups_smaller(self):
        for rho, overhead, group in ((0.5, 0, 4), (0.5, 0.04, 4), (0.5, 0.5, 1), (0.9, 0.5, 8), (0.99, 0.5, 32), (0.99, 1e6, 1)):
            j = self.report("plan", "--rho", rho, "--overhead", overhead)
            self.assertEqual((j["group"], j["overhead"]), (group, overhead), rho)
        g = self.report("plan", "--rho", 0.9, "--overhead", 0.5)["groups"][2]
        self.assertAlmostEqual(g["iterations"], mean(0.9**4, 8), places=12)
        self.assertAlmostEqual(g["samples_per_iteration"], 8 / (mean(0.9**4, 8) + 0.5), places=12)

    def test_text(self):
        out = run("rejection", "plan", "--rho", 0.5).stdout.decode()
        self.assertRegex(out, r"(?m)^group +4$")
        self.assertEqual([line.split()[0] for line in out.partition("\ngroups\n")[2].splitlines()], ["group", "1", "2", "4", "8", "16", "32"])

    def test_bad_input(self):
        self.assertRefused(self.refused("plan", "--rho", 1), "--rho", "1", "from 0 to below 1")
        for warp in ("0", "2", "33", "256", "x"):
            self.assertRefused(self.refused("plan", "--rho", 0.5, "--warp", warp), "--warp", warp, "4, 8, 16, 32, 64, 128")
        for overhead in ("-0.1", "nan", "inf", "2e6", "x"):
            self.assertRefused(
                self.refused("plan", "--rho", 0.5, f"--overhead={overhead}"), "--overhead", overhead, "from 0 to 1e6")


class Table(Rejection):
    def test_is_the_papers(self):
        rows = self.report("table")["regions"]
        self.assertEqual([r["group"] for r in rows], [1, 2, 4, 8, 16, 32])
        self.assertEqual([round(100 * r["to"], 2) for r in rows], [12.88, 42.71, 71.70, 88.37, 95.76, 100])
        self.assertEqual([f"{r['average_speedup']:.2f}" for r in rows], ["1.00", "1.01", "1.14", "1.39", "1.84", "2.65"])

    def test_other_widths_and_ends(self):
        rows = self.report("table", "--warp", 128)["regions"]
        self.assertEqual(len(rows), 8)
        self.assertEqual([r["from"] for r in rows[1:]], [r["to"] for r in rows[:-1]])
        self.assertIsNone(self.report("table", "--to", 0.9)["regions"][-1]["average_speedup"])

    def test_bad_input(self):
        for to in ("0", "1", "x"):
            self.assertRefused(self.refused("table", "--to", to), "--to", to, "above 0 and below 1")
        self.assertRefused(self.refused("table", "--warp", 12), "--warp", "12")


class Sweep(Rejection):
    def test_rows(self):
        j = self.report("sweep", "--min", 0.1, "--max", 0.9, "--count", 5, "--lanes", 8, "--warp", 32)
        self.assertEqual([round(r["rho"], 12) for r in j["rows"]], [0.1, 0.3, 0.5, 0.7, 0.9])
        for r in j["rows"]:
            self.assertAlmostEqual(r["mean"], mean(r["rho"], 8), places=11)
            self.assertEqual(r["group"], self.report("plan", "--rho", r["rho"])["group"])
            best = max(r["samples_per_iteration"].values())
            self.assertAlmostEqual(r["speedup"], best / r["samples_per_iteration"]["1"], places=12)
        self.assertEqual(run("rejection", "sweep", "--count", 7).stdout.count(b"\n"), 10)

    def test_bad_input(self):
        self.assertRefused(self.refused("sweep", "--min", 0.9, "--max", 0.1), "--max", "0.1", "above --min")
        self.assertRefused(self.refused("sweep", "--max", 1), "--max", "1", "from 0 to below 1")
        self.assertRefused(self.refused("sweep", "--count", 0), "--count is 0", "from 1 to")
        self.assertRefused(self.refused("sweep", "--count", 1), "--max", "--count is 1")


class Experiment(Rejection):
    ARGUMENTS = ("experiment", "--min", 0.1, "--max", 0.9, "--count", 5, "--warps", 4000, "--device", "cpu")

    def test_fits_the_law(self):
        j = self.report(*self.ARGUMENTS)
        self.assertEqual((j["threads"], j["rounds"], j["device"], j["fits"]), (32, 4000, "cpu", True))
        self.assertGreater(j["combined_p"], 1e-4)
        self.assertEqual([round(r["rho"], 12) for r in j["results"]], [0.1, 0.3, 0.5, 0.7, 0.9])
        for r in j["results"]:
            self.assertEqual(sum(r["histogram"]), 4000)
            self.assertEqual(r["bin_width"], 1)
            counts = list(enumerate(r["histogram"], 1))
            self.assertAlmostEqual(r["mean"], sum(n * c for n, c in counts) / 4000, places=12)
            self.assertAlmostEqual(r["second_moment"], sum(n * n * c for n, c in counts) / 4000, places=9)
            self.assertEqual(r["longest"], len(counts))
            self.assertAlmostEqual(r["expected_mean"], mean(r["rho"], 32), places=11)
            self.assertLess(abs(r["z_mean"]), 5)
            self.assertLess(abs(r["z_second_moment"]), 5)

    def test_is_the_same_again_and_another_with_another_seed(self):
        first, again = (self.report(*self.ARGUMENTS)["results"] for _ in range(2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, self.report(*self.ARGUMENTS, "--seed", 2)["results"])

    def test_one_probability_and_any_warp(self):
        j = self.report("experiment", "--min", 0.5, "--max", 0.5, "--count", 1, "--lanes", 5, "--warps", 3000)
        self.assertAlmostEqual(j["results"][0]["expected_mean"], mean(0.5, 5), places=12)

    def test_text(self):
        out = run("rejection", *self.ARGUMENTS).stdout.decode()
        self.assertRegex(out, r"(?m)^fits +true$")
        self.assertEqual(len(out.partition("\nresults\n")[2].splitlines()), 6)

    def test_bad_input(self):
        bad = {"--min": "-1", "--max": "0.99999", "--count": "0", "--lanes": "2000", "--warps": "0", "--seed": "x",
               "--device": "tpu"}
        for flag, value in bad.items():
            self.assertRefused(self.refused("experiment", flag, value), flag, value)
        self.assertRefused(self.refused("experiment", "--max", 0.99999), "0 to 0.9999")
        self.assertRefused(self.refused("experiment", "--min", 0.9, "--max", 0.2), "--max", "0.2", "above --min (0.9)")


class Command(Rejection):
    def test_bad_input(self):
        self.assertRefused(run("rejection"), "law, plan, table, sweep, experiment")
        self.assertRefused(run("rejection", "lawn"), "lawn", "law, plan")
        self.assertRefused(run("rejection", "plan", "--rho", 0.5, "--wrap", 32), "--wrap")


if __name__ == "__main__":
    unittest.main()
