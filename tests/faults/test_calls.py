# SPDX-License-Identifier: Apache-2.0
"""Each call that may fail fails, one after the other, in each command: then the command either did what it
should, or it ends with exit code 2 and one line, leaves nothing behind, and the old file is as it was."""

import os
import re
import signal
import tempfile
import unittest

from faults import Faulty, chosen, in_parallel

LINES = b"one\ntwo\nthree\nfour\nfive\n"
GEN = ("gen", "--device", "cpu")
# What each command writes, to OUT or to standard output.
COMMANDS = {
    "gen": (*GEN, "-n", "1000", "-o", "OUT"),
    "gen, text": (*GEN, "-n", "100", "--format", "text", "--dist", "normal", "-o", "OUT"),
    "gen, array": (*GEN, "-n", "1000", "--format", "npy", "--dist", "gamma", "-o", "OUT"),
    "gen, threads": (*GEN, "-n", "3000000", "--threads", "3", "-o", "OUT"),
    "gen, bank": (*GEN, "-n", "2000000", "--engine", "mtgp32:mexp=3217,sets=4", "--threads", "3", "-o", "OUT"),
    "gen, points": (*GEN, "-n", "100", "--engine", "sobol32", "--dims", "3", "-o", "OUT"),
    "gen, parts": (*GEN, "-n", "3000000", "--dist", "uniform", "--dtype", "f64", "-o", "OUT", "--resume"),
    "shuffle": ("shuffle", "LINES", "-o", "OUT"),
    "sample": ("sample", "LINES", "-n", "2", "-o", "OUT"),
    "info": ("info", "--json"),
    "completion": ("completion", "bash"),
    "man": ("man",),
    "rejection": ("rejection", "plan", "--rho", "0.5", "--json"),
    "certify": ("certify", "-n", "2^15", "--device", "cpu", "--only", "gaps", "--checkpoint", "CHECKPOINT", "--json"),
}
# Commands whose work is shared among threads, besides: only threads that are not started are tried with them.
THREADED = {
    "normal": ("normal", "moments", "-n", "2^17", "--device", "cpu", "--json"),
    "experiment": ("rejection", "experiment", "--min", "0.5", "--max", "0.6", "-n", "2", "--warps", "4096", "--device", "cpu",
                   "--json"),
}
# What a command can do without: memory for more threads, a file that it only looks for, the synchronisation
# of a directory, closing what was read.
HARMLESS = {"open", "close", "malloc", "thread", "short", "fsync"}
# The C library itself ends a process that has no memory for a thread's own variables, or to end a thread.
ENDS_OF_GLIBC = ("Fatal glibc error: failed to register TLS destructor", "must be installed for unwinding to work")


def untimed(output):
    """Output without how long it took."""
    return re.sub(rb'"seconds": ?[^,\n]*', b"", output)


def may_know_less(command, call):
    """Info says what it could not read of the machine. Completions and the manual leave out a program that
    could not describe itself, as one that is not there; it is under the shim too."""
    return (command, call) == ("info", "open") or (command in ("completion", "man") and call == "malloc")


class Calls(unittest.TestCase):
    def directory(self):
        directory = tempfile.TemporaryDirectory()
        with open(os.path.join(directory.name, "lines"), "wb") as file:
            file.write(LINES)
        with open(os.path.join(directory.name, "out"), "wb") as file:
            file.write(b"before")
        return directory

    def arguments(self, command, directory):
        names = {"OUT": "out", "LINES": "lines", "CHECKPOINT": "checkpoint"}
        return [os.path.join(directory, names[a]) if a in names else a for a in {**COMMANDS, **THREADED}[command]]

    def outcome(self, command, call, n, **options):
        """How many such calls there were, and what was wrong, if anything."""
        with self.directory() as directory:
            faulty = Faulty(call, n, *self.arguments(command, directory), **options)
            with open(os.path.join(directory, "out"), "rb") as file:
                content = file.read()
            files = set(os.listdir(directory)) - {"lines", "out", "checkpoint"}
            if "--resume" in COMMANDS.get(command, ()):
                files -= {"out.part", "out.part.of"}
        return faulty, content, files

    def complaint(self, command, call, n, whole, **options):
        faulty, content, files = self.outcome(command, call, n, **options)
        done = faulty.done
        said = done.stderr.decode(errors="replace")
        problems = []
        if files:
            problems.append(f"left {sorted(files)}")
        if done.returncode == 0:
            if content != whole[0] or (untimed(done.stdout) != whole[1] and not may_know_less(command, call)):
                problems.append("exit code 0 and something else was written")
            if faulty.hit and call not in HARMLESS:
                problems.append("exit code 0 although the call failed")
        elif done.returncode == 2:
            silent = call == "write" and options.get("everything_after")
            one_line = said.startswith("tali: ") and said.count("\n") == 1 and said.endswith("\n")
            if not one_line and not (silent and not said):
                problems.append("no single line")
            if content != b"before":
                problems.append("the old file is another")
        elif done.returncode == -signal.SIGABRT and call == "malloc" and any(end in said for end in ENDS_OF_GLIBC):
            if content != b"before":
                problems.append("the old file is another")
        else:
            problems.append("neither 0 nor 2")
        if not problems:
            return None
        return f"{command}: {call} {n} {options}: exit {done.returncode}, {'; '.join(problems)}: {said!r}"

    def check(self, call, most, commands=tuple(COMMANDS)):
        tried = 0
        for command in commands:
            first, content, files = self.outcome(command, call, 0)
            self.assertEqual((first.done.returncode, first.done.stderr, files), (0, b"", set()), command)
            whole = (content, untimed(first.done.stdout))
            cases = [(n, False) for n in chosen(first.calls, most)]
            cases += [(n, True) for n in chosen(first.calls, max(most // 4, 4))]
            complaints = in_parallel(
                lambda case: self.complaint(command, call, case[0], whole, everything_after=case[1]), cases)
            self.assertEqual([c for c in complaints if c], [])
            tried += len(cases)
        print(f"{call}: {tried} failures")
        self.assertGreater(tried, 0)

    def test_malloc(self):
        self.check("malloc", 24)

    def test_open(self):
        self.check("open", 16)

    def test_write(self):
        self.check("write", 16)

    def test_short_write(self):
        self.check("short", 16)

    def test_fsync(self):
        self.check("fsync", 16)

    def test_close(self):
        self.check("close", 16)

    def test_rename(self):
        self.check("rename", 16)

    def test_thread_creation(self):
        self.check("thread", 16, (*COMMANDS, *THREADED))


if __name__ == "__main__":
    unittest.main()
