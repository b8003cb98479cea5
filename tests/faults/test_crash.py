# SPDX-License-Identifier: Apache-2.0
"""The machine crashes before each write, synchronisation, truncation and renaming, and what was not
synchronised is lost, zero, or half there: the old file or the whole new one has the name, and a later run
completes what was begun, to the same bytes."""

import os
import unittest

from faults import ALL, CRASHED, CommandTest, Faulty, chosen, in_parallel, needs, run

DROPS = ("cut", "zero", "half")


def content(path):
    with open(path, "rb") as file:
        return file.read()


class Crashes(CommandTest):
    def events(self, *arguments):
        """How many times a run can crash."""
        faulty = Faulty("crash", 0, *arguments)
        self.assertEqual((faulty.done.returncode, faulty.done.stderr), (0, b""))
        return faulty.calls

    def check_each(self, f, cases):
        problems = [p for p in in_parallel(f, cases) if p]
        self.assertEqual(problems, [])
        print(f"{len(cases)} crashes")

    def test_an_old_file_stays_or_the_new_one_is_whole(self):
        path = self.path("whole")
        for arguments in [("gen", "--device", "cpu", "-n", "1000000"), ("shuffle", "-i", "1-3000")]:
            events = self.events(*arguments, "-o", path)
            whole = content(path)

            def crashed(case):
                k, n, drop = case
                here = self.path(f"{arguments[0]}-{k}")
                os.mkdir(here)
                out = os.path.join(here, "x")
                with open(out, "wb") as file:
                    file.write(b"before")
                first = Faulty("crash", n, *arguments, "-o", out, drop=drop)
                if first.done.returncode != CRASHED:
                    return f"{case}: no crash"
                if content(out) not in (b"before", whole):
                    return f"{case}: neither file"
                again = run(*arguments, "-o", out)
                if again.returncode != 0 or content(out) != whole or os.listdir(here) != ["x"]:
                    return f"{case}: {again.stderr} {os.listdir(here)}"
                return None

            cases = [(n, drop) for drop in DROPS for n in chosen(events, 16)]
            self.check_each(crashed, [(k, *case) for k, case in enumerate(cases)])

    def test_a_certificate_goes_on(self):
        arguments = ("certify", "-n", "2^15", "--device", "cpu", "--only", "gaps", "--json", "--checkpoint")
        path = self.path("checkpoint")
        events = self.events(*arguments, path)
        whole = run(*arguments, path).stdout

        def crashed(case):
            k, n, drop = case
            here = self.path(f"{k}")
            first = Faulty("crash", n, *arguments, here, drop=drop)
            if first.done.returncode != CRASHED:
                return f"{case}: no crash"
            again = run(*arguments, here)
            if again.returncode != 0 or again.stdout != whole:
                return f"{case}: exit {again.returncode} {again.stderr}"
            return None

        cases = [(n, drop) for drop in DROPS for n in chosen(events, 60 if ALL else 8)]
        self.check_each(crashed, [(k, *case) for k, case in enumerate(cases)])

    @needs("mtgp search")
    def test_a_search_goes_on(self):
        arguments = ("mtgp", "search", "--mexp", "3217", "--id", "1", "-n", "2", "--threads", "1")
        path = self.path("whole")
        events = self.events(*arguments, "--checkpoint", self.path("checkpoint"), "-o", path)
        whole = content(path)

        def crashed(case):
            k, n, drop = case
            here = self.path(f"{k}")
            command = (*arguments, "--checkpoint", here, "-o", here + ".csv")
            first = Faulty("crash", n, *command, drop=drop)
            if first.done.returncode != CRASHED:
                return f"{case}: no crash"
            if os.path.exists(here + ".csv") and content(here + ".csv") != whole:
                return f"{case}: half a catalogue"
            again = run(*command)
            if again.returncode != 0 or content(here + ".csv") != whole:
                return f"{case}: exit {again.returncode} {again.stderr}"
            return None

        cases = [(n, drop) for drop in DROPS for n in chosen(events, 60 if ALL else 8)]
        self.check_each(crashed, [(k, *case) for k, case in enumerate(cases)])


if __name__ == "__main__":
    unittest.main()
