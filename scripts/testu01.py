#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tali-testu01: SmallCrush, Crush and BigCrush of TestU01 on a sequence of tali or of another program.

Each test runs in separate processes, on the words of `tali words` or of --command from the first one. Journals keep finished tests:
one line of JSON for the battery and the sequence, and one per test. The exit code is 1 if a test failed or was not run."""

import argparse
import concurrent.futures
import contextlib
import glob
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time

from testu01_report import report_of, table_of

BUILD = os.path.dirname(os.path.abspath(sys.argv[0]))
TESTS = {"SmallCrush": 10, "Crush": 96, "BigCrush": 106}
# Approximate seconds of BigCrush's tests on one 3 GHz core.
BIG_CRUSH = [int(s) for s in """52 53 112 114 139 143 142 145 141 144 140 143 184 79 128 90 93 147 147 175 187 125 84 121 138 38 45 39 47 50 57 57 57 57 81
    81 82 56 134 40 73 57 134 212 220 124 107 81 91 87 59 75 21 22 16 16 70 70 32 41 41 32 41 41 72 56 56 103 105 69 54 25 89 33 33 43 42 37 36 93 93 52 53
    33 31 79 79 109 109 41 42 53 50 198 79 81 59 60 65 66 57 57 127 111 128 111""".split()]


class Refusal(Exception):
    pass


def expected_seconds(battery, test):
    return BIG_CRUSH[test - 1] if battery == "BigCrush" else 20 if battery == "Crush" else 2


def tests_of(where, text, battery):
    """all, or numbers and ranges: 7,8,70:71"""
    most, chosen = TESTS[battery], set()
    try:
        for part in (f"1:{most}" if text == "all" else text).split(","):
            low, _, high = part.partition(":")
            chosen |= set(range(int(low), int(high or low) + 1)) or {0}
    except ValueError:
        chosen = {0}
    if min(chosen) < 1 or max(chosen) > most:
        raise Refusal(f"{where} is '{text}'; expected all, or numbers from 1 to {most} such as 7,8,70:71")
    return chosen


def sequence_flags(parser):
    """Adds the flags of `tali words` for one sequence, in the order in which the sequence's name has them."""
    add = parser.add_argument
    add("--engine", metavar="E", help="engine; philox4x32 without it")
    for flag, text in (("--seed", "seed"), ("--stream", "stream"), ("--offset", "index of the first word")):
        add(flag, metavar="N", help=f"{text}; 0 without it")
    add("--dist", metavar="NAME", help="bits, or normal numbers with --as-uniform")
    add("--as-uniform", action="store_true", help="map normal numbers to words by their distribution function")
    for flag in ("--interleave", "--interleave-seeds", "--interleave-drawn", "--concatenate"):
        add(flag, metavar="N", help="as of tali words")
    add("--command", metavar="TEXT", help="a shell command whose endless output of 4-byte words is tested instead of tali's")
    add("--difference", action="store_true", help="differences of successive words, modulo 2^32")
    add("--bits", metavar="LO:HI", help="only these bits of every word (1 is the most significant)")
    add("--reverse", action="store_true", help="reverse the order of bits in every word")


class Sequence:
    """A sequence, from its flags."""

    def __init__(self, where, flags):
        given = vars(flags)
        self.reverse = flags.reverse
        self.command = flags.command
        own = [k for k in ("engine", "seed", "stream", "offset", "dist", "as_uniform", "interleave", "interleave_seeds", "interleave_drawn",
                           "concatenate", "difference", "bits") if given[k]]
        if flags.command is not None:
            if own or not flags.command.strip() or "'" in flags.command:
                raise Refusal(f"{where}--command is '{flags.command}'; expected a shell command without a ', and no flags of tali's sequences")
            self.name = f"--command '{flags.command}'" + " --reverse" * self.reverse
            return
        if bool(flags.as_uniform) != (given["dist"] or "bits").startswith("normal"):
            raise Refusal(f"{where}--dist is '{flags.dist or 'bits'}'; expected bits, or normal numbers with --as-uniform")
        words = ["--engine", flags.engine or "philox4x32", "--seed", flags.seed or "0", "--stream", flags.stream or "0"]
        if flags.as_uniform:
            words += ["--dist", flags.dist, "--as-uniform"]
        for key in ("offset", "interleave", "interleave_seeds", "interleave_drawn", "concatenate"):
            if given[key]:
                words += ["--" + key.replace("_", "-"), given[key]]
        words += ["--difference"] * flags.difference + (["--bits", flags.bits] if flags.bits else [])
        self.name = " ".join(words) + " --reverse" * self.reverse
        self.command = shlex.join([os.path.join(BUILD, "tali"), "words", *words, "--threads", "1", "--device", "cpu", "-n", "inf"])
        self.trial = shlex.split(self.command)[:-1] + ["0"]

    def check(self, where):
        """Reports wrong flags before the work begins, by a run that makes no words."""
        done = None if "--command" in self.name else subprocess.run(self.trial, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done is not None and done.returncode != 0:
            raise Refusal(where + done.stderr.strip().removeprefix("tali: ").removeprefix("error: "))


class Entry:
    """A battery, or some of its tests, on one sequence."""

    def __init__(self, name, battery, sequence):
        self.name, self.battery, self.sequence, self.tests, self.found = name, battery, sequence, set(), {}

    def read(self, path):
        with open(path) as file:
            text = file.read()
        whole = text[:text.rfind("\n") + 1]  # a crash may have truncated the last line
        lines = whole.splitlines()
        try:
            head = json.loads(lines[0]) if lines else None
            if head and (head["battery"], head["sequence"]) != (self.battery, self.sequence.name):
                raise Refusal(f"{path} is about {head['battery']} of '{head['sequence']}'; expected a file about {self.battery} of '{self.sequence.name}', or a new one")
            for line in map(json.loads, lines[1:]):
                self.found[line["test"]] = {**line, "statistics": [(s["name"], math.nan if s["p"] is None else s["p"]) for s in line["statistics"]]}
        except (ValueError, KeyError, TypeError) as e:
            raise Refusal(f"{path} is not a journal of a battery: {e}") from e
        if whole != text:
            os.truncate(path, len(whole.encode()))
        return bool(lines)

    def journal(self, path):
        """Reads the file if it exists, otherwise begins it."""
        self.path = path
        if path and not (os.path.exists(path) and self.read(path)):
            self.append({"battery": self.battery, "sequence": self.sequence.name})

    def append(self, record):
        if self.path:
            with open(self.path, "a") as file:
                file.write(json.dumps(record) + "\n")
                file.flush()
                os.fsync(file.fileno())

    def add(self, test, found):
        self.found[test] = found
        if "reason" not in found:
            numbers = [{"name": n, "p": None if math.isnan(p) else p} for n, p in found["statistics"]]
            self.append({"test": test, "seconds": found["seconds"], "statistics": numbers})


def alternatives(line):
    """Expands a line with {a|b} and {c|d} to one with a and c, and one with b and d."""
    groups = re.findall(r"\{([^{}]*\|[^{}]*)\}", line)
    if len({len(g.split("|")) for g in groups}) > 1:
        raise ValueError("braces have as many alternatives as the others of the line")
    for k in range(len(groups[0].split("|")) if groups else 1):
        yield re.sub(r"\{([^{}]*\|[^{}]*)\}", lambda g: g.group(1).split("|")[k], line)


def read_plan(path):
    """Reads lines NAME BATTERY TESTS FLAGS...: returns the entries, and (entry, tests) per line, in the order in which they are run."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    sequence_flags(parser)
    entries, turns = {}, []
    try:
        with open(path) as file:
            lines = file.read().splitlines()
    except OSError as e:
        raise Refusal(f"cannot read '{path}': {e.strerror}") from e
    each = []
    for number, line in enumerate(lines, 1):
        where = f"{path}, line {number}"
        try:
            each += [(where, shlex.split(one, comments=True)) for one in alternatives(line)]
        except ValueError as e:
            raise Refusal(f"{where} is '{line}': {e}") from e
    for where, words in each:
        if not words:
            continue
        line = shlex.join(words)
        try:
            name, battery, tests, *flags = words
            given, unknown = parser.parse_known_args(flags)
        except (ValueError, argparse.ArgumentError) as e:
            raise Refusal(f"{where} is '{line}': {e}; expected NAME BATTERY TESTS FLAGS...") from e
        if battery not in TESTS or "/" in name or unknown:
            raise Refusal(f"{where} is '{line}'; expected a name without /, one of {', '.join(TESTS)}, tests, and flags of a sequence")
        sequence = Sequence(where + ": ", given)
        entry = entries.setdefault((name, battery), Entry(name, battery, sequence))
        if entry.sequence.name != sequence.name:
            raise Refusal(f"{where}: the sequence of {name} is '{sequence.name}'; expected '{entry.sequence.name}', as where it was named first")
        chosen = tests_of(where + ": tests", tests, battery)
        entry.tests |= chosen
        turns.append((entry, chosen))
    return list(entries.values()), turns


def work_of(turns, part):
    """Yields each (entry, test) of this part once; within a line, the longest tests come first. Each test goes to the part with the least work."""
    index, count = part
    seconds, seen = [0.0] * count, set()
    for entry, tests in turns:
        for test in sorted(tests, key=lambda t: (-expected_seconds(entry.battery, t), t)):
            if (id(entry), test) in seen:
                continue
            seen.add((id(entry), test))
            least = seconds.index(min(seconds))
            seconds[least] += expected_seconds(entry.battery, test)
            if least + 1 == index:
                yield entry, test


def run_test(entry, test, seconds_left, runner, running):
    """Returns the test's p-values, or the reason why there are none."""
    begin = time.monotonic()
    # The command is on a separate line, so that a comment at its end does not extend to the pipe.
    shell = f"{{ {entry.sequence.command}\n}} | exec {shlex.quote(runner)} {entry.battery} {test}" + " --reverse" * entry.sequence.reverse
    with subprocess.Popen(["/bin/sh", "-c", shell], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as process:
        running.add(process.pid)
        try:
            out, err = process.communicate(timeout=None if math.isinf(seconds_left) else max(seconds_left, 0))
            reason = None if process.returncode == 0 and out else err.strip().replace("\n", " ") or f"ended without a result, exit code {process.returncode}"
        except subprocess.TimeoutExpired:
            reason = f"not finished after {time.monotonic() - begin:.0f} s"
        running.discard(process.pid)
        end_group(process.pid)  # also ends what the command left running
    found = {"seconds": time.monotonic() - begin, "statistics": []}
    if reason:
        return {**found, "reason": reason}
    found["statistics"] = [(name, float(p)) for p, _, name in (line.partition(" ") for line in out.splitlines())]
    return found


def end_group(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def run_all(work, jobs, limit, deadline, runner):
    """Runs `jobs` tests at a time, and reports each result on stderr."""
    begin, running = time.monotonic(), set()

    def one(entry, test):
        left = deadline - (time.monotonic() - begin) if deadline else math.inf
        if expected_seconds(entry.battery, test) > left:
            return {"seconds": 0, "statistics": [], "reason": "the time was up"}
        return run_test(entry, test, min(left, limit or math.inf), runner, running)

    pool = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        begun = {pool.submit(one, *item): item for item in work}
        for k, done in enumerate(concurrent.futures.as_completed(begun), 1):
            (entry, test), found = begun[done], done.result()
            entry.add(test, found)
            said = found.get("reason") or f"p = {found['statistics'][0][1]:.4g}"
            print(f"{k}/{len(work)} {entry.name} {entry.battery} test {test}: {said} ({found['seconds']:.1f} s)", file=sys.stderr, flush=True)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list(running):  # only after an interruption
            end_group(process)


def part_of(text):
    index, _, count = text.partition("/")
    if not (index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count) <= 10**6):
        raise Refusal(f"--part is '{text}'; expected I/N with 1 <= I <= N <= 10^6")
    return int(index), int(count)


def main(arguments, runner=os.path.join(BUILD, "testu01-run")):
    parser = argparse.ArgumentParser(prog="tali-testu01", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--battery", metavar="NAME", help="SmallCrush (without it), Crush or BigCrush")
    add("--tests", metavar="LIST", help="all, or numbers and ranges: 7,8,70:71")
    add("--journal", metavar="FILE", help="keep finished tests in this file, and skip them in later runs")
    sequence_flags(parser)
    what = [a.dest for a in parser._actions[1:]]
    add("--plan", metavar="FILE", help="many sequences: lines of NAME BATTERY TESTS FLAGS..., first things first; {a|b} stands for two lines")
    add("--directory", metavar="DIR", help="of a plan: the journals, NAME.BATTERY.jsonl, and of parts NAME.BATTERY.I-of-N.jsonl")
    add("--part", metavar="I/N", default="1/1", help="only part I of N, of a plan; --only-report puts the parts of a directory together")
    add("--jobs", type=int, default=0, metavar="N", help="tests at a time; 0: one per core")
    add("--limit", type=float, default=0, metavar="SECONDS", help="end a test that takes longer; 0: never")
    add("--deadline", type=float, default=0, metavar="SECONDS", help="end everything then, and begin nothing that is not expected to end by then; 0: never")
    add("--only-report", action="store_true", help="run nothing, report the journals' results")
    add("--json", action="store_true", help="write JSON")
    add("-o", "--output", metavar="FILE", help="file; without it standard output")
    f = parser.parse_args(arguments)
    if not 0 <= f.jobs <= 4096:
        raise Refusal(f"--jobs is {f.jobs}; expected 1 to 4096, or 0 for one per core")
    part = part_of(f.part)
    if f.plan:
        given = [k for k in what if getattr(f, k)]
        if given:
            raise Refusal(f"--{given[0].replace('_', '-')} is given; expected no --plan with it, whose lines say it")
        if not f.directory:
            raise Refusal("--directory is missing; expected the directory for the results of a plan")
        entries, turns = read_plan(f.plan)
    else:
        if f.directory or part[1] > 1:
            raise Refusal("--directory or --part is given; expected --plan with it")
        battery = f.battery or "SmallCrush"
        if battery not in TESTS:
            raise Refusal(f"unknown --battery '{battery}'; expected one of {', '.join(TESTS)}")
        entries = [Entry("", battery, Sequence("", f))]
        entries[0].tests = tests_of("--tests", f.tests or "all", battery)
        turns = [(entries[0], entries[0].tests)]
    for entry in entries:
        entry.sequence.check(f"{entry.name}: " if f.plan else "")
    if f.plan:
        os.makedirs(f.directory, exist_ok=True)
    suffix = "" if part[1] == 1 else f".{part[0]}-of-{part[1]}"
    for entry in entries:
        base = os.path.join(f.directory, f"{entry.name}.{entry.battery}") if f.plan else None
        if f.plan and f.only_report:
            for path in glob.glob(glob.escape(base) + ".jsonl") + sorted(glob.glob(glob.escape(base) + ".*-of-*.jsonl")):
                entry.read(path)
        else:
            entry.journal(base + suffix + ".jsonl" if f.plan else f.journal)
    mine = list(work_of(turns, part))
    if part[1] > 1:
        for entry in entries:
            entry.tests = {test for e, test in mine if e is entry}
    if not f.only_report:
        run_all([(e, t) for e, t in mine if t not in e.found], f.jobs or os.cpu_count() or 1, f.limit, f.deadline, runner)
    results = [report_of(entry) for entry in entries]
    if f.json:
        text = json.dumps(results if f.plan else results[0], indent=1) + "\n"
    else:
        text = "\n".join(map(table_of, results))
    if f.output and f.output != "-":
        with open(f.output + ".partial", "w") as file:
            file.write(text)
        os.replace(f.output + ".partial", f.output)
    else:
        sys.stdout.write(text)
    return 1 if any(r["failed"] or r["not_run"] for r in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Refusal, OSError) as error:
        print(f"tali-testu01: {error}", file=sys.stderr)
        sys.exit(2)
