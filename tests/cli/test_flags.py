# SPDX-License-Identifier: Apache-2.0
"""One meaning a flag: what docs/cli.md says of flags that several commands have holds for every one of them."""

import json
import os
import re
import subprocess
import unittest

from command import TALI, needs

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "..", "docs", "cli.md")
# The benchmark measures on all devices unless told otherwise: it has no device to choose.
EXCEPTIONS = {("tali bench", "--device"): "all|cpu|cuda"}
# What is the same wherever it is not given.
NO_DEFAULT = {("tali identify", "--engine")}  # where it limits what is tried
DEFAULTS = {"--seed": "0", "--stream": "0", "--offset": "0", "--engine": "philox4x32", "--threads": ""}


def options():
    """(command, option) of every parser of the programs that are there."""
    found = []

    def walk(command, above):
        path = f"{above} {command['name']}".strip()
        found.extend((path, o) for o in command["options"] if o["names"])
        for c in command["commands"]:
            walk(c, path)

    for program in ("tali", "tali-bench", "tali-lab"):
        path = os.path.join(os.path.dirname(TALI), program)
        if os.path.exists(path):
            done = subprocess.run([path, "--describe"], stdout=subprocess.PIPE, check=True, timeout=60)
            walk(json.loads(done.stdout), "")
    return found


def table():
    """Flag: (value, words of the help), of the table in the documentation."""
    with open(DOCS, encoding="utf-8") as f:
        text = f.read().split("## Flags that several commands have", 1)[1]
    rows = {}
    for line in text.splitlines():
        cells = [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) != 3 or not cells[0].startswith("`-"):
            continue
        for flag in re.findall(r"`(-[^`]*)`", cells[0]):
            rows[flag] = (cells[1].strip("`"), cells[2].strip('"'))
    return rows


class Flags(unittest.TestCase):
    def setUp(self):
        self.by_name = {}
        for path, o in options():
            for name in o["names"]:
                self.by_name.setdefault(name, []).append((path, o))
        self.table = table()

    def test_shared_flags_mean_what_the_table_says(self):
        for name, uses in self.by_name.items():
            if len(uses) < 2 or name in ("-h", "--help"):
                continue
            self.assertIn(name, self.table, [path for path, _ in uses])
            value, words = self.table[name]
            for path, o in uses:
                with self.subTest(command=path, flag=name):
                    self.assertEqual(o["value"], EXCEPTIONS.get((path, name), value))
                    self.assertIn(words, o["summary"])

    def test_shared_flags_have_one_spelling(self):
        for name, uses in self.by_name.items():
            with self.subTest(flag=name):
                self.assertEqual(len({tuple(o["names"]) for _, o in uses}), 1, [path for path, _ in uses])

    def test_defaults(self):
        for flag, value in DEFAULTS.items():
            for path, o in self.by_name[flag]:
                self.assertEqual(o["default"], "" if (path, flag) in NO_DEFAULT else value, (path, flag))

    @needs("normal train", "mtgp search", "identify")
    def test_the_table_has_no_other_flags(self):
        self.assertEqual({f for f in self.table if len(self.by_name.get(f, [])) < 2}, set())


if __name__ == "__main__":
    unittest.main()
