# SPDX-License-Identifier: Apache-2.0
"""The JSON of every command has its schema number and the keys of docs/json.md."""

import json
import os
import re
import shlex
import unittest

from command import SANITIZED, CommandTest, run
from test_flags import options

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SLOW_UNDER_SANITIZERS = ("tune", "demo", "bench", "certify", "normal analyse", "mtgp")


def table():
    """(command, keys) of the rows of the documentation's table."""
    with open(os.path.join(ROOT, "docs", "json.md"), encoding="utf-8") as f:
        lines = f.read().splitlines()
    rows = [re.match(r"\| `(tali [^`]*)` \| (.*) \|$", line) for line in lines]
    return [(m[1], re.findall(r"`([^`]+)`", m[2])) for m in rows if m]


def missing(value, path):
    """The part of the path that is not there, or nothing. An empty array has every key of its elements."""
    head, _, rest = path.partition(".")
    key, of_elements = (head[:-2], True) if head.endswith("[]") else (head, False)
    if key:
        if not isinstance(value, dict) or key not in value:
            return path
        value = value[key]
    if not rest:
        return None
    if not of_elements:
        return missing(value, rest)
    if not isinstance(value, list):
        return path
    return next((m for m in (missing(x, rest) for x in value) if m), None)


def in_command(documented, command):
    return documented == command or documented.startswith(command + " ")


class Json(CommandTest):
    def test_every_command_has_a_row(self):
        documented = [command for command, _ in table()]
        commands = {path for path, o in options() if o["names"] == ["--json"]}
        self.assertGreater(len(commands), 5)
        for command in commands:
            self.assertTrue(any(in_command(d, command) for d in documented), command)

    def test_outputs(self):
        there = {path for path, o in options() if o["names"] == ["--json"]}
        for command, keys in table():
            if not any(in_command(command, c) for c in there):
                continue  # its program is not built
            words = shlex.split(command)[1:]
            if SANITIZED and any(" ".join(words).startswith(s) for s in SLOW_UNDER_SANITIZERS):
                continue
            with self.subTest(command=command):
                words = [os.path.join(ROOT, w) if w.startswith("data/") else w for w in words]
                if "merge" in words:  # of a part that is all of the work that the row above names
                    own = next(c for c, _ in table() if command.startswith(" ".join(c.split()[:2])) and "merge" not in c)
                    part = run(*shlex.split(own)[1:], "--part", "1/1", "-o", words[-1], cwd=self.directory)
                    self.assertEqual(part.returncode, 0, part.stderr)
                if "identify" in words:
                    self.gen("--engine", "pcg64", "--seed", 7, "-n", 30, "--dist", "uniform", "-o", self.path(words[1]))
                done = run(*words, "--json", cwd=self.directory)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                found = json.loads(done.stdout)
                rows = found if isinstance(found, list) else [found]
                self.assertTrue(rows)
                for row in rows:
                    self.assertEqual(row["schema"], 2)
                    self.assertEqual(next(iter(row)), "schema")
                self.assertEqual([m for m in (missing(found, k) for k in keys) if m], [])

    def test_files_have_it_too(self):
        path = self.path("c.json")
        done = run("certify", "-n", "2^16", "--only", "serial", "--device", "cpu", "--json", "-o", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(path, encoding="utf-8") as f:
            self.assertEqual(json.load(f), json.loads(done.stdout))

    def test_the_check_itself(self):
        value = {"a": [{"b": 1}, {"c": 2}], "d": {"e": None}}
        self.assertIsNone(missing(value, "d.e"))
        self.assertEqual(missing(value, "a[].b"), "b")
        self.assertIsNone(missing({"a": []}, "a[].b"))
        self.assertEqual(missing([{"x": 1}, {}], "[].x"), "x")


if __name__ == "__main__":
    unittest.main()
