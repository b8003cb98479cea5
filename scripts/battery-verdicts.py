#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verdicts like those of table 2 of the MTGP paper, from what TestU01 finds by tali-testu01.

    scripts/battery-verdicts.py --directory DIR --run --jobs 16      # the tests themselves: hours of one core; resumes
    scripts/battery-verdicts.py --directory DIR                      # tables of what DIR holds, as Markdown
    scripts/battery-verdicts.py --directory DIR --record bench/verdicts.csv

DIR holds the journals that tali-testu01 --plan lab/battery/plans/verdicts.plan leaves. The verdicts are the paper's:
"pass", "pass but for F2-linearity" (MatrixRank and LinearComp alone fail), "reject" (another test fails). Each but "reject", which one
test decides, says how many of a battery's tests it rests on, unless that is all of BigCrush.
"""

import argparse
import csv
import io
import json
import os
import shutil
import subprocess
import sys

import testu01
from testu01_report import p_text

HERE = os.path.dirname(os.path.abspath(__file__))
PLAN = os.path.join(HERE, "..", "lab", "battery", "plans", "verdicts.plan")
LINEAR = ("MatrixRank", "LinearComp")
TESTS = testu01.TESTS


def named(test):
    return f"{test['number']} {test['statistic']}"


def verdict_of(failed, run):
    """@param failed  tests of all batteries that the sequence has been through
    @param run     how many different tests of each battery have been run, by the battery's name"""
    if any(not t["statistic"].startswith(LINEAR) for t in failed):
        return "reject"
    verdict = "pass but for F2-linearity" if failed else "pass"
    if run.get("BigCrush", 0) >= TESTS["BigCrush"]:
        return verdict
    return f"{verdict} in " + " and ".join(f"{n} of {TESTS[b]} tests of {b}" for b, n in run.items())


def row_of(name, result):
    tests = {t["number"] for t in result["tests"]}
    return {"sequence": name, "flags": result["sequence"], "battery": result["battery"], "tests": len(tests),
            "statistics": result["statistics"], "not run": len(result["not_run"]),
            "verdict": verdict_of(result["failed"], {result["battery"]: len(tests)}),
            "failed": "; ".join(f"{named(t)}: {p_text(t['p'])}" for t in result["failed"]),
            "suspect": "; ".join(f"{named(t)}: {p_text(t['p'])}" for t in result["suspect"])}


def refuse(text):
    print(f"battery-verdicts.py: {text}", file=sys.stderr)
    sys.exit(2)


def program(options):
    return shutil.which(options.testu01) or refuse(f"--testu01 is '{options.testu01}', which is not there: docs/batteries.md")


def rows_of(options):
    command = [program(options), "--plan", options.plan, "--directory", options.directory]
    if options.run:
        run = subprocess.run([*command, "--jobs", str(options.jobs), "--deadline", str(options.deadline)],
                             stdout=subprocess.DEVNULL)
        if run.returncode == 2:
            refuse("tali-testu01 could not run the plan")
    done = subprocess.run([*command, "--only-report", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode == 2:
        refuse(done.stderr.strip())
    results = json.loads(done.stdout)
    pairs = list(zip(testu01.read_plan(options.plan)[0], results))
    assert all(entry.battery == result["battery"] for entry, result in pairs)
    return [(row_of(entry.name, result), result) for entry, result in pairs if result["tests"]]


def tables(rows):
    for battery in ("BigCrush", "Crush", "SmallCrush"):
        lines = []
        for row, _ in rows:
            if row["battery"] == battery:
                left = f" ({row['not run']} not run)" if row["not run"] else ""
                lines.append([row["sequence"], f"{row['tests']}{left}", str(row["statistics"]), row["verdict"],
                              row["failed"], row["suspect"]])
        if lines:
            head = ["sequence", "tests", "p-values", "verdict", "fail", "suspect"]
            print(f"### {battery}\n")
            for line in (head, ["---"] * len(head), *lines):
                print("| " + " | ".join(line) + " |")
            print()


def record(path, rows, where):
    """Our own verdicts on single generators take the place of published ones, which stay beside them."""
    fields = ["engine", "verdict", "source", "published", "published source"]
    with open(path, newline="") as f:
        lines = list(csv.DictReader(f))
    for line in lines:
        if "published" not in line:
            line["published"], line["published source"] = line["verdict"], line["source"]
    for row, _ in rows:  # sequences that are called like their engine are single generators
        name = row["sequence"]
        if name == row["flags"].split()[1].split(":")[0] and all(name != line["engine"] for line in lines):
            lines.append({**dict.fromkeys(fields, ""), "engine": name})
    for line in lines:
        mine = [row for row in rows if row[0]["sequence"] == line["engine"] and row[0]["battery"] != "SmallCrush"]
        if mine:
            line["verdict"] = verdict_of([t for _, result in mine for t in result["failed"]],
                                         {row["battery"]: row["tests"] for row, _ in mine})
            line["source"] = "; ".join(f"{row['battery']}: {row['tests']} tests" for row, _ in mine) + f"; {where}"
    text = io.StringIO()
    csv.DictWriter(text, fields, lineterminator="\n").writeheader()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([line[f] for f in fields] for line in lines if line["verdict"])
    with open(path, "w", newline="") as f:
        f.write(text.getvalue())


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--directory", required=True, metavar="DIR", help="where the journals are")
    p.add_argument("--plan", default=PLAN, metavar="FILE", help="default: lab/battery/plans/verdicts.plan")
    p.add_argument("--testu01", default=os.path.join(HERE, "..", "build", "tali-testu01"), metavar="FILE")
    p.add_argument("--run", action="store_true", help="run what has not been run")
    p.add_argument("--jobs", type=int, default=0, help="processes at a time; 0: one a core")
    p.add_argument("--deadline", type=int, default=0, help="seconds; 0: none")
    p.add_argument("--record", metavar="FILE", help="enter the verdicts into bench/verdicts.csv")
    p.add_argument("--where", default="evidence", help="what --record calls the record of the results")
    options = p.parse_args()
    try:
        rows = rows_of(options)
        if options.record:
            record(options.record, rows, options.where)
        tables(rows)
    except OSError as e:
        refuse(f"{e.filename}: {e.strerror}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
