# SPDX-License-Identifier: Apache-2.0
"""scripts/check-docs.py, on small trees of its own: every kind of fault is found, and what is right is not called one."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

import docs_words  # noqa: E402

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-docs.py"
ROWS = {"all": {"distribution": "bits", "device": "gpu", "n": 1e9},
        "columns": ["engine", "type", "gb_per_s", "seconds", "ratio_to_ceiling", "variant"],
        "rows": [[e, t, 4.0 * g, 1 / g, s, v]
                 for e, t, g, s, v in (("pcg32", "u32", 1154.2, 0.985, ""), ("pcg32", "f32", 1200.0, 0.99, ""),
                                       ("philox", "u32", 577.1, 0.4, "hybrid, block 256"), ("philox", "u32", 288.5, 0.3, "hybrid, block 512"))]}
RECORD = {"notes": ["a note of 77 s"], "tables": {"r": ROWS, "d": {"all": {"delta": 538}}, "t": ["a line", "1,234 us of 5"]}}
TALI = """#!/bin/sh
case "$*" in
  --help) echo "tali: gen";;
  "gen --help") echo "  --engine E  --seed S";;
  *--help) exit 1;;
  "gen --seed 1") exit 0;;
  "gen --seed 9") sleep 30;;
  *) echo "no such thing" >&2; exit 2;;
esac
"""


class CheckDocs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("docs/site", "evidence", "build", "scripts"):
            (self.root / name).mkdir(parents=True)
        (self.root / "evidence/a.json").write_text(json.dumps(RECORD))
        (self.root / "docs/site/figures.py").write_text("@picture\ndef a_b():\n    pass\n")
        (self.root / "scripts/x.py").write_text('add_argument("--there")')
        (self.root / "Makefile").write_text("test:\n\ttrue\n")
        tali = self.root / "build" / "tali"
        tali.write_text(TALI)
        tali.chmod(0o755)

    def faults(self, text, *flags, patience="1"):
        (self.root / "docs/p.md").write_text(text)
        done = subprocess.run([sys.executable, SCRIPT, "--root", self.root, *flags], capture_output=True, text=True,
                              env={**os.environ, "TALI_DOCS_PATIENCE": patience})
        self.assertEqual(done.stderr, "")
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 1 if len(lines) > 1 else 0, done.stdout)
        self.summary = lines[-1]
        return lines[:-1]

    def one(self, text, *words, flags=(), **how):
        found = self.faults(text, *flags, **how)
        self.assertEqual(len(found), 1, found)
        for w in words:
            self.assertIn(w, found[0])

    def none(self, text, *flags):
        self.assertEqual(self.faults(text, *flags), [])

    def test_links(self):
        self.one("# A\n\n[x](nowhere.md)\n", "docs/p.md:3", "nowhere.md")
        self.one("# A b\n\n[x](#a-c)\n", "#a-c")
        self.none("# A `b`, c\n\n[x](#a-b-c), [y](p.md), [z](https://example.org/nowhere)\n")

    def test_pictures_that_are_drawn_later(self):
        self.none("![A](figures/a-b.svg) ![B](figures/floors.svg)\n")
        self.one("![A](figures/a-c.svg)\n", "figures/a-c.svg leads nowhere")

    def test_paths_and_headers(self):
        self.one("See `scripts/y.py`.\n", "scripts/y.py")
        self.one("See `tali/none.hpp`.\n", "tali/none.hpp")
        self.none("See `scripts/x.py`, `evidence/*.json`.\n")

    def test_commands(self):
        self.one("x\n\n    build/tali gne --seed 1\n", "gne", "not a command")
        self.one("x\n\n    build/tali gen --sede 1 | less\n", "has no --sede")
        self.one("```\nscripts/x.py --here\n```\n", "x.py has no --here")
        self.one("```\nscripts/y.py\n```\n", "y.py does not exist")
        self.one("    make tset\n", "tset")
        self.one("<!-- run: sometimes -->\n    build/tali gen --seed 1\n", "sometimes")
        self.none("```cpp\nbuild/tali gne\n```\n\n    build/tali gen --seed 1   # --nothing\n    scripts/x.py --there -- --more\n    make test A=1\n")

    def test_words(self):
        """Each banned phrase, once."""  # words: quoted
        for text in ("A key a sample.", "They draw by turns.", "It goes on.", "a parameter that there is not", "It is no number.",
                     "the sum of all of them", "It works. Of two the first wins.", "- Of a bank the states stay.", "The buffer begins anew.",
                     "It continues from where it stands.", "so many times as fast", "what everybody writes", "It is mended.", "too dear",
                     "an askew range", "in the place of it", "the kernel's affair", "in earnest", "nobody holds it", "one behind the other",
                     "a row of so many bytes", "whoever asks"):
            with self.subTest(text):
                self.assertEqual(len(docs_words.faults(text)), 1, docs_words.faults(text))

    def test_words_in_their_places(self):
        """Code, quotations and plain words are left alone; a phrase may be broken over two lines."""  # words: quoted
        self.none("One key per sample, the Of operator. Of course. It takes a second a day. 3 sets.\n")
        self.none("`by turns`\n\n```text\nby turns\n```\n\n<!-- words: quoted -->\n| by turns |\n|---|\n| goes on |\n")
        self.one("They draw by\nturns.\n", "docs/p.md:1", "'by turns'", "interleaved")
        self.one("| a | b |\n|---|---|\n| Of x | y |\n", "docs/p.md:1", "begins with its subject")

    def test_words_of_sources(self):
        """Comments and strings of code count, its names do not; a mark exempts the lines behind it."""  # words: quoted
        for name, text, lines in (("a.hpp", "/// They draw by\n/// turns. // Of two.\nint dear = by * turns;\n", [1]),
                                  ("b.cpp", "int a = 1'000;  // it is askew\nsay(\"goes on\");\n", [1, 2]),
                                  ("c.hpp", "// words: quoted\n// by turns\n\n/// - Of a bank\n", [4]),
                                  ("d.py", "x = 1\n# Of a bank\ny = 'by turns'\n", [2, 3]),
                                  ("e.md", "# A\n\n`by turns` goes\non\n", [3])):
            with self.subTest(name):
                (self.root / name).write_text(text)
                self.assertEqual(sorted(line for line, _ in docs_words.faults_of_file(self.root / name)), lines)

    def test_without_a_build_folder(self):
        """What only a build knows is not asked then."""
        shutil.rmtree(self.root / "build")
        self.none("    ctest -R law1\n    cmake --build build --target tali\n    build/tali gen --sed 1\n")
        self.one("    scripts/x.py --here\n", "has no --here")

    def test_commands_are_run(self):
        run = ("--run",)
        self.none("    build/tali gen --seed 1\n", *run)
        self.assertIn("1 commands run, 0 not", self.summary)
        self.one("    build/tali gen --seed 2\n", "ends with 2 instead of 0", "no such thing", flags=run)
        self.one("    build/tali gen --seed 9\n", "more than 10 s", flags=run, patience="0.05")
        self.one("<!-- run: exit 2 -->\n    build/tali gen --seed 1\n", "ends with 0 instead of 2", flags=run)
        self.none("<!-- run: long 2; exit 2 3 -->\n    build/tali gen --seed 1\n    build/tali gen --seed 9\n    build/tali gen --seed 2\n", *run)
        self.assertIn("2 commands run, 1 not", self.summary)

    def test_a_figure_needs_a_record(self):
        self.one("It makes 4,617 GB/s.\n", "no record of 4,617 GB/s")
        self.one("| a | b |\n|---|---|\n| x | 1.25 |\n", "no record of 1.25")
        self.none("It has 32 lanes, 16 KiB and seed 42.\n\n| a | b |\n|---|---|\n| x | 12 |\n")
        self.none("It makes 4,617 GB/s ([record](../evidence/a.json#r)), and there [77 s](../evidence/a.json).\n")
        for source in ("derived", "quoted: a paper", "`tali gen`, 2026-11-25"):
            self.none(f"<!-- from: {source} -->\nIt takes 1 s.\n")
        self.one("<!-- from: `tali gen` -->\nIt takes 1 s.\n", "no date")
        self.one("<!-- from: none: `tali gen` -->\nIt takes 1 s.\n", "none: `tali gen`")
        self.none("# A\n<!-- section from: derived -->\n\nIt takes 1 s.\n\nAnd 2 s.\n")
        self.one("# A\n<!-- section from: derived -->\n\nIt takes 1 s.\n\n# B\n\nAnd 2 s.\n", "no record of 2 s")

    def test_a_figure_is_what_its_record_says(self):
        mark = "<!-- from: evidence/a.json#r -->\n"
        table = "| | engine | GB/s | share |\n|---|---|---|---|\n| u32 | `pcg32` | %s | %s |\n"
        self.none(mark + table % ("4,617", "98.5 %"))
        self.one(mark + table % ("4,618", "98.5 %"), "4,618 is not in")
        self.one(mark + table % ("4,800", "98.5 %"), "4,800 is not in")  # that of f32
        self.one(mark + table % ("4,617", "40 %"), "40 % is not in")  # that of philox
        self.none("<!-- from: evidence/a.json#r; except 4,618: a sum -->\n" + table % ("4,618", "98.5 %"))
        self.one("<!-- from: evidence/a.json#r; except 4,618 -->\n" + table % ("4,618", "98.5 %"), "no reason")
        variants = "| u32 | block 256 | block 512 |\n|---|---|---|\n| `philox`, `hybrid` | %s %% | %s %% |\n"
        self.none(mark + variants % (40, 30))
        self.assertEqual(len(self.faults(mark + variants % (30, 40))), 2)
        self.none("<!-- from: evidence/a.json#d.all.delta -->\nIt is 538 times so.\n")
        self.one("<!-- from: evidence/a.json#d.all.alpha -->\nIt is 538 times so.\n", "nothing at 'd.all.alpha'")
        self.one("<!-- from: evidence/no.json; derived -->\nIt is 538 times so.\n", "no.json does not exist")
        self.none("<!-- from: evidence/a.json -->\nIt is 538 times so, 77 s long, 1,234 us in one part.\n")
        self.one("<!-- from: evidence/a.json#t -->\nIt is 538 times so.\n", "538 times is not in")
        self.none("<!-- from: evidence/a.json#r,variant=block 512 -->\nIt makes 288.5 million numbers.\n")
        self.one("<!-- from: evidence/a.json#r,variant=block 9 -->\nIt takes 1 s.\n", "nothing at 'r,variant=block 9'")


if __name__ == "__main__":
    unittest.main()
