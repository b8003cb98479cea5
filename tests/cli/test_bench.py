# SPDX-License-Identifier: Apache-2.0
"""tali bench --against: a run beside an earlier one's JSON."""
import json
import os
import tempfile
import time
import unittest

from command import run

BENCH = ("bench", "--filter", "cpu-moved", "--repeats", "1", "--device", "cpu")


class Against(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.before = os.path.join(cls.folder.name, "before.json")
        cls.rows = json.loads(run(*BENCH, "--json", "-o", cls.before).stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def stored(self, text):
        """A file with this text, or with these rows."""
        path = os.path.join(self.folder.name, "edited.json")
        with open(path, "w") as f:
            f.write(text if isinstance(text, str) else json.dumps(text))
        return path

    def scaled(self, by):
        return self.stored([dict(r, gb_per_s=r["gb_per_s"] * by) for r in self.rows])

    def test_rows_without_an_earlier_run_have_no_ratio(self):
        self.assertEqual({r["before_gb_per_s"] for r in self.rows}, {None})
        self.assertEqual({r["ratio_to_before"] for r in self.rows}, {None})

    def test_lost_rows_are_marked_and_the_exit_code_is_1(self):
        done = run(*BENCH, "--against", self.scaled(1e6))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count(b", SLOWER"), len(self.rows))
        self.assertIn(b"%d rows lost more than 3 %%" % len(self.rows), done.stderr)

    def test_gained_rows_are_not(self):
        done = run(*BENCH, "--against", self.scaled(1e-6), "--json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        for now, before in zip(json.loads(done.stdout), self.rows):
            self.assertAlmostEqual(now["before_gb_per_s"] / (before["gb_per_s"] * 1e-6), 1)
            self.assertAlmostEqual(now["ratio_to_before"], now["gb_per_s"] / now["before_gb_per_s"])

    def test_a_run_of_other_rows_is_a_finding(self):
        others = self.stored([dict(r, variant="another") for r in self.rows])
        done = run(*BENCH, "--against", others)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"0 of %d rows are also in" % len(self.rows), done.stderr)

    def test_a_record_is_a_run(self):
        shared = {key: self.rows[0][key] for key in ("device", "table")}
        columns = ["engine", "distribution", "type", "variant", "n", "gb_per_s"]
        table = {"all": shared, "columns": columns, "rows": [[r[c] for c in columns] for r in self.rows]}
        record = {"what": "a test", "tables": {"text": ["words"], "others": {"columns": ["p"], "rows": [[0.5]]}, "cpu-moved": table}}
        done = run(*BENCH, "--against", self.stored(record), "--json")
        for now, before in zip(json.loads(done.stdout), self.rows):
            self.assertEqual(now["before_gb_per_s"], before["gb_per_s"])

    def test_files_that_are_no_run_are_refused(self):
        table = {"columns": ["gb_per_s", "n"], "rows": [[1]]}
        for text in ("", "{}", "[1]", "[{}]", {"tables": {"a": table}}, {"tables": {"a": dict(table, all=3)}}, [dict(self.rows[0], gb_per_s=0)], [dict(self.rows[0], n="2")]):
            done = run(*BENCH, "--against", self.stored(text))
            self.assertEqual((done.returncode, done.stdout), (2, b""), text)
            self.assertIn(b"--against is '", done.stderr)
            self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertEqual(run(*BENCH, "--against", "/nowhere.json").returncode, 2)

    def test_a_file_that_cannot_be_written_is_refused_before_the_work(self):
        start = time.monotonic()
        done = run("bench", "--device", "cpu", "-o", os.path.join(self.folder.name, "no", "x"), timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"cannot write -o '", done.stderr)
        self.assertLess(time.monotonic() - start, 30)


class Losing(unittest.TestCase):
    def test_rows_in_which_a_peer_wins(self):
        done = run("bench", "--filter", "cpu-single", "--repeats", "1", "--device", "cpu", "--losing", "--json")
        rows = json.loads(done.stdout)  # a value() is slower than <random>'s
        self.assertTrue(rows)
        for r in rows:
            self.assertIsNotNone(r["peer"])
            self.assertLess(r["ratio_to_peer"], 0.995)


if __name__ == "__main__":
    unittest.main()
