# SPDX-License-Identifier: Apache-2.0
"""Each call that may fail fails, one after the other, in each command: then the command either did what it
should, or it ends with exit code 2 and one line, leaves nothing behind, and the old file is as it was."""

import os
import pathlib
import re
import signal
import tempfile
import unittest

from faults import Faulty, chosen, commands, in_parallel, run

# NVRTC, which info asks for its version, ends a process that lacks memory.
os.environ["TALI_NVRTC"] = "none"

LINES = b"one\ntwo\nthree\nfour\nfive\n"
CATALOGUE = str(pathlib.Path(__file__).resolve().parents[2] / "data" / "mtgp" / "mtgp32-3217.csv")
GEN = ("gen", "--device", "cpu")
GAPS = ("certify", "-n", "2^15", "--device", "cpu", "--only", "gaps")
# Files that commands read, and what makes them.
READ = {
    "NUMBERS": (*GEN, "--engine", "pcg32", "--seed", "3", "-n", "300", "--format", "npy"),
    "PART-1": (*GAPS, "--part", "1/2"),
    "PART-2": (*GAPS, "--part", "2/2"),
    "TABLE": ("normal", "train", "--rounds", "1", "--iterations", "1", "--variants", "8", "--passes", "1", "--swaps", "10"),
}
# What each command writes, to OUT or to standard output.
COMMANDS = {
    "gen": (*GEN, "-n", "1000", "-o", "OUT"),
    "gen, text": (*GEN, "-n", "100", "--format", "text", "--dist", "normal", "-o", "OUT"),
    "gen, array": (*GEN, "-n", "1000", "--format", "npy", "--dist", "gamma", "-o", "OUT"),
    "gen, threads": (*GEN, "-n", "3000000", "--threads", "3", "-o", "OUT"),
    "gen, bank": (*GEN, "-n", "2000000", "--engine", "mtgp32:mexp=3217,sets=4", "--threads", "3", "-o", "OUT"),
    "gen, points": (*GEN, "-n", "100", "--engine", "sobol32", "--dims", "3", "-o", "OUT"),
    "shuffle": ("shuffle", "LINES", "-o", "OUT"),
    "sample": ("sample", "LINES", "-n", "2", "-o", "OUT"),
    "info": ("info", "--json"),
    "completion": ("completion", "bash"),
    "man": ("man",),
    "rejection": ("rejection", "plan", "--rho", "0.5", "--json"),
    "rejection law": ("rejection", "law", "--rho", "0.5", "--json"),
    "rejection sweep": ("rejection", "sweep", "-n", "5"),
    "rejection table": ("rejection", "table", "--to", "0.5"),
    "certify": (*GAPS, "--checkpoint", "CHECKPOINT", "--json"),
    "certify, file": (*GAPS, "-o", "OUT.json"),
    "certify, part": (*GAPS, "--part", "1/2", "-o", "OUT"),
    "certify, merge": ("certify", "merge", "PART-1", "PART-2", "-o", "OUT.json"),
    "words": ("words", "-n", "1000", "--difference"),
    "identify": ("identify", "NUMBERS", "--engine", "pcg32", "--seeds", "0:8", "--most-index", "4", "--json"),
    "mtgp search": ("mtgp", "search", "--mexp", "3217", "--id", "1", "--threads", "1", "--checkpoint", "CHECKPOINT", "-o", "OUT"),
    "mtgp verify": ("mtgp", "verify", CATALOGUE, "--sample", "1", "--threads", "1"),
    "mtgp equidist": ("mtgp", "equidist", "--set", f"{CATALOGUE}:3217:1", "--json"),
    "normal tail": ("normal", "tail", "-n", "2^14", "--device", "cpu", "--threshold", "3", "-o", "OUT"),
    "normal emit": ("normal", "emit", "--table", "TABLE", "-o", "OUT"),
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


def is_built(words):
    """Whether the library that the command needs was there."""
    return words[0] in commands() and (words[0] not in ("mtgp", "normal") or " ".join(words[:2]) in commands())


def setUpModule():
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    for table in (READ, COMMANDS, THREADED):
        for name, words in list(table.items()):
            if not is_built(words):
                print(f"{name}: not tried, this build is without '{' '.join(words[:2])}'")
                del table[name]
    for name, command in READ.items():
        READ[name] = os.path.join(folder.name, name)
        done = run(*command, "-o", READ[name])
        assert done.returncode == 0, (command, done.stderr)


def may_know_less(command, call):
    """Info says what it could not read of the machine."""
    return (command, call) == ("info", "open")


class Calls(unittest.TestCase):
    def directory(self, out):
        directory = tempfile.TemporaryDirectory()
        with open(os.path.join(directory.name, "lines"), "wb") as file:
            file.write(LINES)
        with open(os.path.join(directory.name, out), "wb") as file:
            file.write(b"before")
        return directory

    def outcome(self, command, call, n, **options):
        """How many such calls there were, and what was wrong, if anything."""
        words = {**COMMANDS, **THREADED}[command]
        out = next((w for w in words if w.startswith("OUT")), "OUT")
        names = {out: out.lower(), "LINES": "lines", "CHECKPOINT": "checkpoint"}
        with self.directory(names[out]) as directory:
            arguments = [os.path.join(directory, names[w]) if w in names else READ.get(w, w) for w in words]
            faulty = Faulty(call, n, *arguments, **options)
            with open(os.path.join(directory, names[out]), "rb") as file:
                content = file.read()
            files = set(os.listdir(directory)) - {"lines", names[out], "checkpoint"}
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

    def check(self, call, most, more=()):
        tried = 0
        for command in (*COMMANDS, *more):
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
        self.check("thread", 16, THREADED)


if __name__ == "__main__":
    unittest.main()
