# SPDX-License-Identifier: Apache-2.0
"""--part I/N and merge: what processes that know nothing of each other do is what one does, to the byte."""

import json
import os
import unittest

from command import CommandTest, run


class Parts(CommandTest):
    def parts(self, count, *command, label="part"):
        names = []
        for i in range(1, count + 1):
            names.append(self.path(f"{label}-{i}"))
            done = run(*command, "--part", f"{i}/{count}", "-o", names[-1])
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""), command)
        return names


class Certificate(Parts):
    CASES = [
        ("--seed", 7),
        ("--dist", "normal", "--dtype", "f64", "--frequency", 2),
        ("--dist", "normal", "--dtype", "f32", "--only", "moments", "--only", "mixing"),
        ("--engine", "pcg32", "--difference", "--only", "bit"),
        ("--engine", "mtgp32:sets=1", "--only", "weights", "--interleave", 2),
        ("--dist", "normal", "--dtype", "bf16"),
    ]

    def test_is_the_same_to_the_byte(self):
        for number, arguments in enumerate(self.CASES):
            command = ("certify", "-n", "2^17", "--device", "cpu", *arguments)
            whole = run(*command, "--json", "-o", self.path("one.json"))
            names = self.parts(3, *command)
            merged = run("certify", "merge", *reversed(names), "--json", "-o", self.path("merged.json"))
            self.assertEqual((merged.returncode, merged.stderr), (whole.returncode, whole.stderr), arguments)
            self.assertEqual(merged.stdout, whole.stdout, arguments)
            if number == 0:
                with open(self.path("one.json"), "rb") as a, open(self.path("merged.json"), "rb") as b:
                    self.assertEqual(a.read(), b.read())

    def test_more_parts_than_chunks(self):
        command = ("certify", "-n", "2^15", "--device", "cpu", "--only", "bit frequency")
        names = self.parts(70, *command)
        merged = run("certify", "merge", *names, "--json")
        self.assertEqual(merged.stdout, run(*command, "--json").stdout)

    def test_of_a_budget(self):
        command = ("certify", "--budget", "10s", "--device", "cpu", "--only", "Hamming")
        names = self.parts(2, *command)
        merged = run("certify", "merge", *names, "-o", self.path("x.json"))
        self.assertEqual(merged.returncode, 0, merged.stderr)
        with open(self.path("x.json"), encoding="utf-8") as f:
            j = json.load(f)
        self.assertEqual((j["budget"], j["n"]), ("10s", 2**26))


class Refusals(Parts):
    COMMAND = ("certify", "-n", "2^15", "--device", "cpu", "--only", "bit frequency")

    def resealed(self, name, stages):
        """A part whose checksum is right and whose stages are others."""
        with open(name, encoding="utf-8") as f:
            part = json.loads(f.readline())
        part["body"] = {"request": part["body"]["request"], **stages}
        text = json.dumps(part, separators=(",", ":")) + "\n"
        checksum = 0xcbf29ce484222325
        for byte in text.encode():
            checksum = (checksum ^ byte) * 0x100000001b3 % 2**64
        with open(self.path("sealed"), "w", encoding="utf-8") as f:
            f.write(f"{text}checksum {checksum:016x}\n")
        return self.path("sealed")

    def test_parts_that_are_missing_doubled_or_foreign(self):
        names = self.parts(4, *self.COMMAND)
        other = self.parts(2, *self.COMMAND, "--seed", 5, label="other")

        def merge(*files):
            return run("certify", "merge", *files, "-o", self.path("x.json"))

        self.assertRefused(merge(names[0], names[3]), "parts 2/4, 3/4 are missing", "all 4 parts of 'tali ")
        self.assertRefused(merge(*names, names[1]), f"part '{names[1]}' is part 2/4, as '{names[1]}' is")
        self.assertRefused(merge(*names[:3], other[0]), f"part '{other[0]}' is part 1/2 of '", "--seed 5",
                           "part I/4 of '", "--seed 0")
        with open(names[2], "rb") as f:
            text = f.read()
        for damaged in (text[:-30], text.replace(b"1", b"2", 1), b"", b"nothing\n"):
            with open(names[2], "wb") as f:
                f.write(damaged)
            self.assertRefused(merge(*names), f"part '{names[2]}' is truncated or altered")
        self.assertRefused(merge(*names[:2], self.path("none")), "cannot read part '", "none'")
        self.parts(4, *self.COMMAND)
        for body in ({}, {"stages": 5}, {"stages": []}, {"stages": [7]}, {"stages": [{}]}, {"stages": [{"name": 3}]},
                     {"stages": [{"name": "bit frequency"}]}, {"stages": [{"name": "bit frequency", "chunks": -1.5, "counts": [], "sums": []}]},
                     {"stages": [{"name": "bit frequency", "chunks": -1, "counts": [], "sums": []}]},
                     {"stages": [{"name": "bit frequency", "chunks": 1, "counts": "many", "sums": []}]},
                     {"stages": [{"name": "bit frequency", "chunks": 1, "counts": [1], "sums": []}]},
                     {"stages": [{"name": "bit frequency", "chunks": 1, "counts": [1e300], "sums": []}]},
                     {"stages": [{"name": "bit frequency", "chunks": 1, "counts": [None], "sums": {}}]}):
            sealed = self.resealed(names[2], body)
            self.assertRefused(merge(*names[:2], sealed, names[3]), "expected ")
        moments = self.parts(1, "normal", "moments", "-n", 5000, "--device", "cpu", label="moments")
        self.assertRefused(merge(*moments), "the parts are of another command")
        self.assertRefused(run("normal", "moments", "merge", *names[:2], *names[3:]), "parts 3/4 are missing")
        self.assertFalse(os.path.exists(self.path("x.json")))

    def test_flags(self):
        out = ("-o", self.path("part"))
        for part in ("0/3", "4/3", "1", "x/3", "1/0", "1/2/3", "1/2000000", "-1/3"):
            self.assertRefused(run(*self.COMMAND, f"--part={part}", *out), f"--part is '{part}'", "I/N")
        self.assertRefused(run(*self.COMMAND, "--part", "1/2"), "--part is 1/2", "with -o FILE")
        self.assertRefused(run(*self.COMMAND, "--part", "1/2", "--json", *out), "--json")
        self.assertRefused(run(*self.COMMAND, "--part", "1/2", "--checkpoint", "c", *out),
                           "--checkpoint is c", "no --mpi and --part with it")
        self.assertRefused(run("normal", "moments", "-n", 5, *out), "-o is '", "with --part")
        self.assertEqual(self.files(), [])


class Moments(Parts):
    def test_are_the_same(self):
        for count, arguments in ((1, ("-n", 4999)), (3, ("-n", 100_001, "--offset", 17, "--seed", 3)),
                                 (5, ("-n", 50_000, "--dtype", "f32", "--dist", "normal-icdf"))):
            command = ("normal", "moments", "--device", "cpu", *arguments)
            one = json.loads(run(*command, "--json").stdout)
            merged = run("normal", "moments", "merge", *self.parts(count, *command), "--json")
            self.assertEqual(merged.stderr, b"")
            many = json.loads(merged.stdout)
            self.assertGreater(many.pop("seconds"), 0)
            one.pop("seconds")
            self.assertEqual(json.dumps(many), json.dumps(one))


if __name__ == "__main__":
    unittest.main()
