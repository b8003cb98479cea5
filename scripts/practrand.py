#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs PractRand's RNG_test on what tali writes, keeps its log, and reports the verdict.

    scripts/practrand.py --length 128GB --log words.log --json words.json -- gen --engine pcg32 --seed 1
    scripts/practrand.py --length 8GB -- words --engine philox4x32 --interleave 1024
    scripts/practrand.py --length 8GB -- words --dist normal --as-uniform
    scripts/practrand.py --length 1GB -- normal tail --threshold 4

What follows -- is a command of tali. Exit code 0: nothing found, 1: a test has failed, 2: nothing was found out.
PractRand calls a result FAIL where its p-value, corrected for the number of tests, is beyond all doubt; what it calls
suspicious is reported, and decides nothing.
"""

import argparse
import json
import re

import battery_pipe

LENGTH = re.compile(r"length= (\d+(?:\.\d+)?) (\w+) \(2\^([\d.]+) bytes\), time= ([\d.]+(?:e\+?\d+)?) seconds")
ANOMALY = re.compile(r"^  (\S+)\s+R=\s*(\S+)\s+p\s*=\s*(.+?)\s{2,}(.+?)\s*$")
COUNT = re.compile(r"no anomalies in (\d+) test result|\.\.\.and (\d+) test result")
SIZE = re.compile(r"^\d+(KB|MB|GB|TB)$")


class Report:
    """What the printed lines say, length by length."""

    def __init__(self):
        self.version = self.tests = None
        self.lengths = []

    def read(self, line):
        if line.startswith("RNG_test using PractRand version"):
            self.version = line.split()[-1]
        elif line.startswith("test set"):
            self.tests = line.strip()
        elif m := LENGTH.search(line):
            self.lengths.append({"bytes": round(2 ** float(m[3])), "seconds": float(m[4]), "anomalies": []})
        elif self.lengths and (m := ANOMALY.match(line)) and m[1] != "Test":
            evaluation = m[4].split("  ")[0].rstrip("! ").strip()
            self.lengths[-1]["anomalies"].append(
                {"test": m[1], "raw": m[2], "p": m[3].strip(), "evaluation": evaluation})
        elif self.lengths and (m := COUNT.search(line)):
            self.lengths[-1]["others"] = int(m[1] or m[2])

    def worst(self, word):
        return any(a["evaluation"].lower().endswith(word) for n in self.lengths for a in n["anomalies"])

    def verdict(self):
        return "fail" if self.worst("fail") else "suspect" if self.worst("suspicious") else "pass"


def run(options):
    if not SIZE.match(options.length):
        raise battery_pipe.Trouble(f"--length is '{options.length}'; allowed: such as 64MB, 8GB, 1TB")
    if options.first and not SIZE.match(options.first):
        raise battery_pipe.Trouble(f"--first is '{options.first}'; allowed: such as 64MB, 8GB, 1TB")
    source = battery_pipe.producer(options.command)
    battery = [battery_pipe.find(options.rng_test, "--rng-test", "PractRand's RNG_test is built from its source"),
               f"stdin{options.width}", "-tlmax", options.length, "-tf", str(options.folding),
               "-te", str(options.expanded), "-multithreaded" if options.threads else "-singlethreaded"]
    if options.first:
        battery += ["-tlmin", options.first]
    report, log = Report(), [f"{battery_pipe.text_of(source)} | {battery_pipe.text_of(battery)}\n"]
    try:
        for line in battery_pipe.piped(source, battery):
            report.read(line)
            log.append(line)
            if not options.quiet:
                print(line, end="", flush=True)
    finally:
        if options.log:
            battery_pipe.save(options.log, "".join(log))
    if not report.lengths:
        raise battery_pipe.Trouble("RNG_test gave no result: the source ended, or is shorter than the first length")
    verdict = report.verdict()
    if verdict != "fail" and report.lengths[-1]["bytes"] < wanted_bytes(options.length):
        raise battery_pipe.Trouble(f"the source ended after {report.lengths[-1]['bytes']} bytes")
    if options.json:
        battery_pipe.save(options.json, json.dumps({
            "battery": f"PractRand {report.version}", "tests": report.tests, "command": log[0].strip(),
            "bytes": report.lengths[-1]["bytes"], "seconds": report.lengths[-1]["seconds"],
            "verdict": verdict, "lengths": report.lengths}, indent=1) + "\n")
    print(f"verdict: {verdict} at {report.lengths[-1]['bytes'] / 2**30:g} GiB")
    return 1 if verdict == "fail" else 0


def wanted_bytes(length):
    """PractRand's GB are 2^30 bytes; lengths between powers of two are tested, too."""
    return int(length[:-2]) << {"KB": 10, "MB": 20, "GB": 30, "TB": 40}[length[-2:]]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--length", default="1GB", help="how much to test (default: %(default)s)")
    p.add_argument("--first", metavar="LENGTH", help="the first length that is reported")
    p.add_argument("--width", type=int, choices=(8, 16, 32, 64), default=32, help="bits of a number")
    p.add_argument("--folding", type=int, choices=(0, 1, 2), default=1, help="-tf of RNG_test")
    p.add_argument("--expanded", type=int, choices=(0, 1, 10), default=0, help="-te of RNG_test")
    p.add_argument("--threads", action="store_true", help="let RNG_test use several")
    p.add_argument("--rng-test", default="RNG_test", metavar="FILE", help="PractRand's executable")
    p.add_argument("--log", metavar="FILE", help="keep what RNG_test prints")
    p.add_argument("--json", metavar="FILE", help="the verdict and every anomaly")
    p.add_argument("--quiet", action="store_true", help="print the verdict alone")
    p.add_argument("command", nargs="+", metavar="COMMAND", help="after --: words, gen or normal tail, and flags")
    return run(p.parse_args())


if __name__ == "__main__":
    battery_pipe.end(main)
