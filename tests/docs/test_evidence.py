# SPDX-License-Identifier: Apache-2.0
"""scripts/evidence.py: records in their compact form and back, what is wrong with one, and those of this repository."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "evidence.py"
sys.path.insert(0, str(SCRIPT.parent))

import evidence  # noqa: E402

ROWS = [{"schema": 1, "engine": e, "device": "gpu", "n": 1000, "seconds": s, "gnum_per_s": 1000 / s * 1e-9, "gb_per_s": 4000 / s * 1e-9,
         "ceiling_gb_per_s": 5000.25, "ratio_to_ceiling": 4000 / s * 1e-9 / 5000.25, "peer": p, "note": None}
        for e, s, p in (("a", 1.23456789e-6, None), ("b", 2.5e-6, "c"))]


class Tables(unittest.TestCase):
    def test_what_repeats_and_what_follows_is_left_out_and_comes_back(self):
        table = evidence.table_of(ROWS)
        self.assertEqual(table["all"], {"device": "gpu", "n": 1000, "ceiling_gb_per_s": 5000.25})
        self.assertEqual(table["columns"], ["engine", "seconds", "gb_per_s", "peer"])
        for row, again in zip(ROWS, evidence.rows_of(table)):
            for key in ("engine", "device", "n", "peer"):
                self.assertEqual(again[key], row[key])
            for key in ("seconds", "gnum_per_s", "gb_per_s", "ratio_to_ceiling"):
                self.assertAlmostEqual(again[key] / row[key], 1, places=5)

    def test_a_ratio_that_does_not_follow_stays(self):
        rows = [dict(r, ratio_to_ceiling=0.5) for r in ROWS]
        self.assertEqual({r["ratio_to_ceiling"] for r in evidence.rows_of(evidence.table_of(rows))}, {0.5})

    def test_a_row_has_a_line(self):
        record = {"what": "w", "tables": {"t": evidence.table_of(ROWS * 2), "lines": ["x" * 90, "y" * 90]}}
        text = evidence.text_of(record)
        self.assertEqual(json.loads(text), record)
        self.assertEqual(sum(line.lstrip().startswith('["') and '"b"' in line for line in text.split("\n")), 2)
        self.assertLessEqual(max(map(len, text.split("\n"))), 141)


class Repository(unittest.TestCase):
    """A folder of records."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "certificates").mkdir()
        self.write(tables={"t": evidence.table_of(ROWS)})
        (self.folder / "README.md").write_text("# E\n\n<!-- list of records -->\n\n<!-- list of certificates -->\n")
        patch = mock.patch.object(evidence, "FOLDER", self.folder)
        patch.start()
        self.addCleanup(patch.stop)
        self.relist()

    def write(self, name="2026-11-28-gpu", **fields):
        self.record = {"what": "w", "where": "gpu", "when": "2026-11-28", "commit": "abc", **fields}
        (self.folder / f"{name}.json").write_text(evidence.text_of(self.record) + "\n")

    def relist(self):
        readme = self.folder / "README.md"
        readme.write_text(evidence.index(readme.read_text()))

    def one(self, *words):
        found = list(evidence.faults())
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def test_right_ones(self):
        self.assertEqual(list(evidence.faults()), [])
        self.assertIn("| [2026-11-28-gpu](2026-11-28-gpu.json) | w | gpu | 2026-11-28 | abc |", (self.folder / "README.md").read_text())

    def test_faults(self):
        self.write(tables={"t": {"columns": ["a", "b"], "rows": [[1, 2], [1]]}})
        self.one("a row of t has 1 values for 2 columns")
        self.write(tables={"t": {"columns": ["a", "b"], "rows": [[1, 2], [1, 3]]}})
        self.one("t repeats a in each row")
        self.write(tables={})
        (self.folder / "2026-11-28-gpu.json").write_text(json.dumps(self.record))
        self.one("not in the form")
        (self.folder / "2026-11-28-gpu.json").write_text('{"what": "w"}')
        with mock.patch.object(evidence, "index", lambda text: text):
            self.one("does not have where, when, commit, tables")

    def test_lists_and_sizes(self):
        self.write(tables={}, what="another")
        self.one("does not list")
        self.relist()
        self.assertEqual(list(evidence.faults()), [])
        with mock.patch.object(evidence, "MOST", 100):
            self.one("bytes; allowed: 100")

    def test_what_a_name_reads(self):
        path = self.folder / "2026-11-28-gpu.json"
        self.write(tables={"t": evidence.table_of(ROWS), "d": {"k": [5, 6]}}, notes=["n"])
        self.assertEqual(set(evidence.read(path)), {"notes", "t", "d"})
        self.assertEqual([r["engine"] for r in evidence.read(f"{path}#t")], ["a", "b"])
        self.assertEqual(evidence.read(f"{path}#d.k.1"), 6)
        self.assertRaises(KeyError, evidence.read, f"{path}#none")
        plain = self.folder / "bench.json"
        plain.write_text(json.dumps(ROWS))
        self.assertEqual(evidence.read(plain), ROWS)


class Command(unittest.TestCase):
    def test_rows_of_a_record(self):
        done = subprocess.run([sys.executable, SCRIPT, "--rows", "evidence/2026-11-28-packed-bits.json#cuda-bulk"], capture_output=True,
                              text=True, check=True)
        self.assertGreater(len(json.loads(done.stdout)), 100)
        self.assertIn("ratio_to_ceiling", json.loads(done.stdout)[0])

    def test_add_says_what_it_needs(self):
        done = subprocess.run([sys.executable, SCRIPT, "--add", "x.json", "--what", "w"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--where, --when, --commit", done.stderr)

    def test_of_this_repository(self):
        done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
