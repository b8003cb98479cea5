# SPDX-License-Identifier: Apache-2.0
"""tali mtgp: search, equidist, verify, bench-search, as a user meets them."""

import functools
import json
import os
import tempfile
import unittest

from command import SANITIZED, CommandTest, needs, run

COLUMNS = "mexp,no,pos,sh1,sh2,tbl1,tbl2,tbl4,tbl8,tmp1,tmp2,tmp4,tmp8,mask,sha1,delta,weight"
SMALL = ("--mexp", 3217, "--beam", 2)


@functools.cache
def three_sets():
    """The file that a search for three sets writes, by one thread: found once for all tests here."""
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "sets.csv")
        done = run("mtgp", "search", *SMALL, "--id", 20, "--count", 3, "--threads", 1, "-o", file)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done.stderr
        with open(file, "rb") as f:
            return f.read()


@needs("mtgp search")
class MtgpTest(CommandTest):
    def catalogue(self):
        """A file of the best two of the three sets, which --keep 2 would write."""
        file = self.path("sets.csv")
        with open(file, "wb") as f:
            f.writelines(three_sets().splitlines(keepends=True)[:3])
        return file

    def altered(self, file, line, column, value):
        """A copy with one field changed; lines count from 1."""
        with open(file) as f:
            lines = f.read().splitlines()
        fields = lines[line - 1].split(",")
        fields[COLUMNS.split(",").index(column)] = str(value)
        lines[line - 1] = ",".join(fields)
        bad = self.path("bad.csv")
        with open(bad, "w") as f:
            f.write("\n".join(lines) + "\n")
        return bad

    def test_search_is_the_same_for_any_threads_and_sorted(self):
        by_three = run("mtgp", "search", *SMALL, "--id", 20, "--count", 3, "--threads", 3)
        self.assertEqual(by_three.stdout, three_sets())
        lines = by_three.stdout.decode().splitlines()
        self.assertEqual(lines[0], COLUMNS)
        sets = [dict(zip(COLUMNS.split(","), line.split(","))) for line in lines[1:]]
        self.assertEqual([s["no"] for s in sets], ["1", "2", "3"])
        deltas = [int(s["delta"]) for s in sets]
        self.assertEqual(deltas, sorted(deltas))
        ids = {(int(s["tbl8"], 16) >> 16) << 16 | (int(s["tbl4"], 16) >> 4) & 0xFFFF for s in sets}
        self.assertEqual(ids, {20, 21, 22})

    def test_keep_leaves_the_worst_out(self):
        done = run("mtgp", "search", *SMALL, "--id", 20, "--count", 3, "--keep", 2)
        self.assertEqual(done.stdout.splitlines(), three_sets().splitlines()[:3])

    def test_checkpoint_goes_on(self):
        file = self.path("checkpoint")
        arguments = ("mtgp", "search", *SMALL, "--id", 20, "--count", 3, "--checkpoint", file)
        whole = run(*arguments)
        self.assertEqual(whole.stdout, three_sets())
        again = run(*arguments)
        self.assertEqual(again.stdout, whole.stdout)
        self.assertIn(b"3 sets exist already", again.stderr)
        self.assertRefused(run(*arguments, "--seed", 5), "--checkpoint", "seed 0", "seed 5")
        with open(file, "rb") as f:
            content = f.read()
        with open(file, "wb") as f:
            f.write(content[:-10])
        self.assertRefused(run(*arguments), "--checkpoint", "truncated or altered")

    def test_time_limit_is_no_error_but_a_finding(self):
        file = self.path("checkpoint")
        done = run("mtgp", "search", "--mexp", 11213, "--id", 1, "--count", 500, "--checkpoint", file,
                   "--time-limit", 0.1, "-o", self.path("sets.csv"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"of 500 sets are done", done.stderr)
        self.assertEqual(self.files(), ["checkpoint"])

    def test_equidist(self):
        file = self.catalogue()
        done = run("mtgp", "equidist", "--set", f"{file}:3217:2", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        with open(file) as f:
            line = dict(zip(COLUMNS.split(","), f.read().splitlines()[2].split(",")))
        self.assertEqual(found["mexp"], 3217)
        self.assertEqual(found["delta"], int(line["delta"]))
        self.assertEqual(found["weight"], int(line["weight"]))
        self.assertEqual(found["sha1"], line["sha1"])
        self.assertEqual([k + d for k, d in zip(found["k"], found["d"])], [3217 // v for v in range(1, 33)])
        self.assertEqual(sum(found["d"]), found["delta"])
        table = run("mtgp", "equidist", "--set", f"{file}:3217:2").stdout.decode().splitlines()
        self.assertEqual(len(table), 34)
        with_ones = self.altered(file, 3, "tmp8", hex(int(line["tmp8"], 16) | 0x1E00))
        expected = json.loads(run("mtgp", "equidist", "--set", f"{with_ones}:3217:2", "--json").stdout)
        of_2009 = json.loads(
            run("mtgp", "equidist", "--set", f"{file}:3217:2", "--as-measured-2009", "--json").stdout)
        for key in ("k", "d", "delta", "low_bits"):
            self.assertEqual(of_2009[key], expected[key])
        self.assertTrue(of_2009["as_measured_2009"])

    def test_verify(self):
        file = self.catalogue()
        done = run("mtgp", "verify", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"2 of 2 sets verified", done.stdout)
        for column, value, words in (
            ("tbl1", "0x12345678", ("reducible",)),
            ("mexp", 3219, ("mexp", "3219", "3217, 4423, 11213")),
            ("pos", 99, ("pos", "99", "2 to 37")),
            ("sha1", "0" * 40, ("sha1", "0" * 40)),
            ("delta", 7, ("delta", "7")),
            ("weight", "12x", ("weight", "12x")),
            ("no", 1, ("no", "line 2")),
        ):
            bad = self.altered(file, 3, column, value)
            with self.subTest(column):
                self.assertRefused(run("mtgp", "verify", bad), bad + ":3 ", *words)
        with open(file) as f:
            lines = f.read().splitlines()
        with open(self.path("bad.csv"), "w") as f:
            f.write("\n".join([*lines, lines[1].rsplit(",", 1)[0]]) + "\n")
        self.assertRefused(run("mtgp", "verify", self.path("bad.csv")), ":4 ", "columns is 16", "17")
        twice = lines[1].split(",")
        twice[1] = "9"
        with open(self.path("bad.csv"), "w") as f:
            f.write("\n".join([*lines, ",".join(twice)]) + "\n")
        self.assertRefused(run("mtgp", "verify", self.path("bad.csv")), ":4 ", "ID", "line 2")

    def test_bench_search(self):
        count = 2 if SANITIZED else 4
        done = run("mtgp", "bench-search", *SMALL, "--id", 20, "--count", count, "--json")
        found = json.loads(done.stdout)
        self.assertEqual(found["samples"], count)
        for what in ("recursion", "tempering", "both", "delta"):
            self.assertLessEqual(found[what]["min"], found[what]["mean"])
            self.assertLessEqual(found[what]["mean"], found[what]["max"])
        self.assertEqual(sum(found["histogram"]["recursion"]), count)

    def test_search_mt607(self):
        outputs = [run("mtgp", "search-mt607", "--count", 6, "--threads", n) for n in (1, 3)]
        self.assertEqual((outputs[0].returncode, outputs[0].stderr), (0, b""))
        self.assertEqual(outputs[0].stdout, outputs[1].stdout)
        lines = outputs[0].stdout.decode().splitlines()
        self.assertEqual(lines[0], "id,a,b,c,delta")
        self.assertEqual([int(line.split(",")[1], 16) & 0xFFFF for line in lines[1:]], list(range(6)))
        self.assertNotEqual(run("mtgp", "search-mt607", "--count", 6, "--seed", 2).stdout, outputs[0].stdout)
        self.assertRefused(run("mtgp", "search-mt607", "--count", 65537), "--count", "65537")

    def test_bad_input(self):
        out = self.path("sets.csv")
        for arguments, words in (
            (("search", "--mexp", 19937, "--id", 1), ("--mexp", "19937", "3217, 4423, 11213, 23209, 44497")),
            (("search", "--mexp", 110503, "--id", 1), ("--mexp", "110503")),
            (("search", *SMALL, "--id", 2**32), ("--id",)),
            (("search", *SMALL, "--id", 2**32 - 1, "--count", 2), ("--count", "2", "1 to 1")),
            (("search", *SMALL, "--id", 1, "--count", 2, "--keep", 3), ("--keep", "3")),
            (("search", *SMALL, "--id", 1, "--word-size", 16), ("--word-size", "16")),
            (("search", *SMALL, "--id", 1, "--time-limit", 5), ("--time-limit",)),
            (("search", *SMALL), ("--id",)),
        ):
            with self.subTest(arguments):
                self.assertRefused(run("mtgp", *arguments, "-o", out), *words)
        for value in ("", "x", "x:1", "x:1:y", f"{out}:3217"):
            with self.subTest(value):
                done = run("mtgp", "equidist", "--set", value)
                self.assertEqual(done.returncode, 2)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
