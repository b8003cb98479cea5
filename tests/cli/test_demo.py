# SPDX-License-Identifier: Apache-2.0
"""tali demo: what it claims, checked."""

import json
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


class Demo(CommandTest):
    def test_json(self):
        done = run("demo", "--json", *FAST)
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

    def check_digests(self, sequences):
        """The digests are those of what gen writes."""
        for s in sequences:
            names = ["--engine", s["engine"], "--dist", s["distribution"], "--dtype", s["type"]]
            place = ["--seed", 42, "--stream", 54, "--offset", s["first"], "-n", s["n"]]
            kind = "<u8" if s["type"].endswith("64") else "<u4"
            words = numpy.frombuffer(self.gen(*names, *place), dtype=kind)
            self.assertEqual(f"{digest(s['first'], words):016x}", s["digests"][0]["digest"])

    @unittest.skipIf(SANITIZED, "the other test runs all but what prints")
    def test_text(self):
        done = run("demo", *FAST)
        text = done.stdout.decode()
        self.assertEqual((done.returncode, done.stderr), (0, b""), text)
        self.assertNotIn("✗", text)
        for word in ["plain stores", "one digest", "✓"]:
            self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main()
