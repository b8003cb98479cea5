# SPDX-License-Identifier: Apache-2.0
"""tali demo: what it claims, checked; its picture; what it does without gnuplot."""

import json
import math
import os
import shutil
import struct
import unittest

from command import SANITIZED, CommandTest, info, run

try:
    import numpy
except ImportError:
    numpy = None

FAST = ["--seconds", 0 if SANITIZED else 2]


def digest(first, words):
    """tali's digest, from its definition in digest.hpp. words: a NumPy array of integers."""
    u = numpy.uint64
    index = numpy.arange(len(words), dtype=u) + u(first)
    x = words.astype(u) ^ (index * u(0x9E3779B97F4A7C15) + u(0x632BE59BD9B4E019))
    x = (x ^ (x >> u(33))) * u(0xFF51AFD7ED558CCD)
    x = (x ^ (x >> u(33))) * u(0xC4CEB9FE1A85EC53)
    return int((x ^ (x >> u(33))).sum(dtype=u))


def moments_of_payoff(o):
    """Mean and standard deviation of the option's discounted payoff, by Simpson's rule over the return."""
    spread = o["volatility"] * math.sqrt(o["years"])
    drift = o["rate"] * o["years"] - spread**2 / 2
    kink = (math.log(o["strike"] / o["spot"]) - drift) / spread  # where the payoff begins
    n, width = 20000, 12.0
    sums = [0.0, 0.0]
    for i in range(n + 1):
        z = kink + width * i / n
        payoff = math.exp(-o["rate"] * o["years"]) * (o["spot"] * math.exp(drift + spread * z) - o["strike"])
        weight = (1 if i in (0, n) else 4 if i % 2 else 2) * width / n / 3
        weight *= math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        sums[0] += weight * payoff
        sums[1] += weight * payoff**2
    return sums[0], math.sqrt(sums[1] - sums[0] ** 2)


class Demo(CommandTest):
    def test_json_and_picture(self):
        done = run("demo", "--json", *FAST, "--directory", self.path("pictures/demo"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        report, facts = json.loads(done.stdout), info()
        # Those that the library makes values of without words in memory.
        engines = [e["name"] for e in facts["engines"] if e["name"] in ("pcg32", "philox4x32", "philox4x32-7")]
        self.assertIs(report["passed"], True)
        self.assertGreater(report["numbers"], 1e8)

        devices = ["cpu"] + [f"cuda:{d['ordinal']}" for d in facts["cuda_devices"]]
        rows = [(r["device"], r["engine"], r["distribution"], r["type"]) for r in report["throughput"]]
        kinds = [("bits", "u32"), ("uniform", "f32"), ("uniform", "f64")]
        self.assertEqual(rows, [(d, e, *k) for d in devices for e in engines for k in kinds])
        for r in report["throughput"]:
            self.assertGreater(r["gb_per_s"], 0)
            self.assertAlmostEqual(r["ratio_to_ceiling"], r["gb_per_s"] / r["ceiling_gb_per_s"])

        self.assertEqual([s["engine"] for s in report["one_sequence"]], engines)
        for s in report["one_sequence"]:
            ways = [d["way"] for d in s["digests"]]
            self.assertEqual(len(ways), len(set(ways)))
            for level in facts["cpu"]["simd_levels"]:
                self.assertIn(f"cpu, one thread, {level}", ways)
            for device in devices[1:]:
                self.assertGreaterEqual(sum(w.startswith(device) for w in ways), 3)
            self.assertEqual(len({d["digest"] for d in s["digests"]}), 1)
            self.assertIs(s["agrees"], True)
        if numpy is not None:
            self.check_digests(report["one_sequence"])
        self.check_option(report["option"], engines)
        self.check_picture(report["picture"])

    def check_digests(self, sequences):
        """The digests are those of what gen writes."""
        for s in sequences:
            names = ["--engine", s["engine"], "--dist", s["distribution"], "--dtype", s["type"]]
            place = ["--seed", 42, "--stream", 54, "--offset", s["first"], "-n", s["n"]]
            kind = "<u8" if s["type"].endswith("64") else "<u4"
            words = numpy.frombuffer(self.gen(*names, *place), dtype=kind)
            self.assertEqual(f"{digest(s['first'], words):016x}", s["digests"][0]["digest"])

    def check_option(self, option, engines):
        price, deviation = moments_of_payoff(option)
        self.assertAlmostEqual(option["exact_price"], price, places=8)
        self.assertEqual([e["engine"] for e in option["estimates"]], engines)
        for e in option["estimates"]:
            self.assertLess(abs(e["price"] - option["exact_price"]), 5 * e["standard_error"])
            self.assertAlmostEqual(e["standard_error"] * e["n"] ** 0.5 / deviation, 1, delta=0.02)
        prices = {r["price"] for r in option["repetitions"]} | {option["estimates"][0]["price"]}
        self.assertEqual(len(prices), 1)
        self.assertGreaterEqual(len(option["repetitions"]), 2)
        self.assertIs(option["reproducible"], True)

    def check_picture(self, picture):
        made = sorted(os.listdir(self.path("pictures/demo")))
        if shutil.which("gnuplot") is None:
            self.assertIsNone(picture)
            self.assertEqual(made, ["demo.gp"])
            return
        self.assertEqual(made, ["demo.gp", "demo.png"])
        self.assertEqual(picture, self.path("pictures/demo/demo.png"))
        with open(picture, "rb") as file:
            head = file.read(24)
        self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", head[16:24])
        self.assertTrue(width >= 1000 and height >= 500, (width, height))

    @unittest.skipIf(SANITIZED, "the other test runs all but what prints")
    def test_text_without_gnuplot(self):
        environment = {**os.environ, "PATH": self.path("nowhere")}
        done = run("demo", *FAST, cwd=self.directory, env=environment)
        text = done.stdout.decode()
        self.assertEqual((done.returncode, done.stderr), (0, b""), text)
        self.assertIn("gnuplot is not installed", text)
        self.assertNotIn("✗", text)
        for word in ["plain stores", "one digest", "Black-Scholes", "✓", "tali-demo/demo.gp"]:
            self.assertIn(word, text)
        self.assertEqual(os.listdir(self.path("tali-demo")), ["demo.gp"])


if __name__ == "__main__":
    unittest.main()
