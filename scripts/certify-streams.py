#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certifies interleaved sequences, as a program with a sequence per thread uses them: neighbouring streams (sets of MTGP),
neighbouring seeds, and seeds and streams that Philox has drawn; 2, 16 and 1,024 of them.

    scripts/certify-streams.py -n 2^26 --csv streams.csv         # a table of the verdicts, as Markdown
    scripts/certify-streams.py -n 2^20 --engines pcg32

A line of the CSV is one run of `tali certify`; lines that are there already are not run again. Exit code 0 whatever the
verdicts, 2 where one was not found.
"""

import argparse
import csv
import io
import json
import os
import subprocess

import battery_pipe
import markdown_table

# One generator each, and how many sets there are of those that have sets.
ENGINES = {"philox4x32": 0, "philox4x32-7": 0, "pcg32": 0, "mtgp32:sets=1": 256, "mtgp64:sets=1": 32,
           "xorwow:threads=1": 0, "hybrid_taus:threads=1": 0, "mt607_per_thread:threads=1": 0,
           "warp_standard:threads=32": 0}
FLAGS = ("--interleave", "--interleave-seeds", "--interleave-drawn")
COLUMNS = ["engine", "flag", "sequences", "n", "verdict", "p-values", "failed", "suspect", "command"]


def cases(engines):
    for engine in engines:
        for flag in FLAGS:
            for k in (2, 16, 1024):
                most = ENGINES[engine] if flag == "--interleave" and ENGINES[engine] else k
                if most >= k or (k == 1024 and most > 16):
                    yield engine, flag, min(k, most)


def short(p):
    return f"1 - {1 - p:.1e}" if p > 0.5 else f"{p:.1e}"


def extremes(stages, verdict):
    """The most extreme p-value of each stage with that verdict."""
    all_of_them = []
    for s in stages:
        if s["status"] == verdict:
            worst = min(s["p_values"], key=lambda p: min(p["p"], 1 - p["p"]))
            all_of_them.append(f"{s['name']}: {worst['name']}, {short(worst['p'])}")
    return "; ".join(all_of_them)


def certify(engine, flag, k, n):
    command = ["certify", "--engine", engine, "--seed", "1", flag, str(k), "-n", n, "--device", "cpu"]
    done = subprocess.run([battery_pipe.tali(), *command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        raise battery_pipe.Trouble(f"tali {' '.join(command)}: {done.stderr.strip()}")
    j = json.loads(done.stdout)
    return dict(zip(COLUMNS, [engine, flag, str(k), str(j["n"]), j["summary"]["verdict"],
                              str(j["summary"]["p_values"]), extremes(j["stages"], "failed"),
                              extremes(j["stages"], "suspect"), "tali " + " ".join(command)]))


def save(path, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    battery_pipe.save(path, text.getvalue())


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("-n", default="2^24", metavar="N", help="words of each run, as tali certify takes them")
    p.add_argument("--engines", nargs="+", default=list(ENGINES), choices=list(ENGINES), metavar="E")
    p.add_argument("--csv", metavar="FILE", help="one line per run; appends to existing lines")
    options = p.parse_args()
    rows = []
    if options.csv and os.path.exists(options.csv):
        with open(options.csv, newline="") as f:
            rows = list(csv.DictReader(f))
    for engine, flag, k in cases(options.engines):
        if any((r["engine"], r["flag"], r["sequences"]) == (engine, flag, str(k)) for r in rows):
            continue
        rows.append(certify(engine, flag, k, options.n))
        if options.csv:
            save(options.csv, rows)
    shown = ["engine", "flag", "sequences", "verdict", "failed", "suspect"]
    markdown_table.table(shown, [[r[c] for c in shown] for r in rows])
    return 0


if __name__ == "__main__":
    battery_pipe.end(main)
