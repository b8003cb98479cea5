#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs dieharder on what tali writes, and reports the verdict.

    scripts/dieharder.py --json words.json -- gen --engine philox4x32 --seed 1       # all tests, an hour or so
    scripts/dieharder.py --tests 0,8,15,100 -- words --engine pcg32 --interleave 2     # some, each from the beginning

What follows -- is a command of tali; --source COMMAND takes another program, for controls. Exit code 0: nothing found,
1: a test has failed, 2: nothing was found out.

A test fails where its p-value, of which dieharder prints eight digits, is 0.00000000 or 1.00000000, so that a run of
some hundred p-values calls a good generator bad once in 10^6 runs: dieharder's own limit of 10^-6 does so once in 10^4. What is
outside 10^-4 ... 1 - 10^-4 is suspect.
"""

import argparse
import json
import shlex

import battery_pipe

FIELDS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues", "assessment")


def results_of(lines):
    """Lines of name|ntuple|tsamples|psamples|p|assessment; others are headings."""
    for line in lines:
        cells = [c.strip() for c in line.split("|")]
        try:
            yield {"name": cells[0], "ntuple": int(cells[1]), "psamples": int(cells[3]), "p": float(cells[4])}
        except (IndexError, ValueError):
            continue


def verdict_of(p):
    if not 5e-9 < p < 1 - 5e-9:
        return "fail"
    return "pass" if 1e-4 <= p <= 1 - 1e-4 else "suspect"


def run(options):
    if options.source:
        if options.command:
            raise battery_pipe.Trouble("--source is given with a command of tali; allowed: one of them")
        source = shlex.split(options.source)
    else:
        source = battery_pipe.producer(options.command)
    program = battery_pipe.find(options.dieharder, "--dieharder", "the Debian package has the same name")
    choices = [["-a"]]
    if options.tests != "all":
        try:
            choices = [["-d", str(int(t))] for t in options.tests.split(",")]
        except ValueError:
            raise battery_pipe.Trouble(
                f"--tests is '{options.tests}'; allowed: all, or numbers that dieharder -l lists, such as 0,8,15") from None
    found = []
    for choice in choices:
        command = [program, "-g", "200", *choice]
        for field in FIELDS:
            command += ["-D", field]
        before = len(found)
        for r in results_of(battery_pipe.piped(source, command)):
            r["verdict"] = verdict_of(r["p"])
            found.append(r)
            print(f"{r['name']:>24} {r['ntuple']:>4}  p = {r['p']:.8f}  {r['verdict']}", flush=True)
        if len(found) == before:
            raise battery_pipe.Trouble(f"dieharder {' '.join(choice)} gave no p-value")
    verdicts = [r["verdict"] for r in found]
    verdict = "fail" if "fail" in verdicts else "suspect" if "suspect" in verdicts else "pass"
    if options.json:
        battery_pipe.save(options.json, json.dumps(
            {"battery": "dieharder", "command": battery_pipe.text_of(source), "verdict": verdict, "tests": found},
            indent=1) + "\n")
    print(f"verdict: {verdict}, {len(found)} p-values: {verdicts.count('fail')} fail, "
          f"{verdicts.count('suspect')} suspect")
    return 1 if verdict == "fail" else 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--tests", default="all", metavar="LIST", help="all, or numbers: 0,8,15")
    p.add_argument("--dieharder", default="dieharder", metavar="FILE", help="the executable")
    p.add_argument("--source", metavar="COMMAND", help="write the words with this instead of tali")
    p.add_argument("--json", metavar="FILE", help="the verdict and every p-value")
    p.add_argument("command", nargs="*", metavar="COMMAND", help="after --: words, gen or normal tail, and flags")
    return run(p.parse_args())


if __name__ == "__main__":
    battery_pipe.end(main)
