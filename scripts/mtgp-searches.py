#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What searches for MTGP parameter sets found and took, from the checkpoints of `tali mtgp search`: Table 3 and Figure 5 of
the MTGP paper, and the distribution of the defect.

    scripts/mtgp-searches.py ck-3217 ck-4423 ck-11213 > searches.json
    scripts/mtgp-searches.py --table searches.json
"""

import argparse
import json
import statistics

from evidence import read as read_record

BINS = 40


def summary(values):
    return {"min": min(values), "mean": statistics.fmean(values), "median": statistics.median(values), "max": max(values)}


def histogram(values):
    """Counts in BINS bins of one width from the least value on; the last one has what lies beyond the 99.5 % quantile too."""
    low, high = min(values), sorted(values)[int(0.995 * (len(values) - 1))]
    width = (high - low) / (BINS - 1)
    counts = [0] * BINS
    for v in values:
        counts[min(BINS - 1, int((v - low) / width))] += 1
    return {"first": low, "width": width, "counts": counts}


def read(name):
    """A checkpoint: a line of what its sets depend on, then candidates, three times in core-seconds and the set."""
    with open(name, encoding="utf-8") as f:
        head, *lines = f.read().splitlines()
    words = head.split()
    if words[0] != "tali-mtgp-checkpoint":
        raise SystemExit(f"{name} is no checkpoint of tali mtgp search")
    facts = dict(zip(words[2::2], (int(w) for w in words[3::2])))
    records = [line.split() for line in lines if line]
    recursion, tempering, verification = ([float(r[k]) for r in records] for k in (1, 2, 3))
    delta = [int(r[4].split(",")[15]) for r in records]
    both = [a + b for a, b in zip(recursion, tempering)]
    return {**facts, "sets": len(records), "candidates": summary([int(r[0]) for r in records]),
            "recursion_s": summary(recursion), "tempering_s": summary(tempering), "both_s": summary(both),
            "verification_s": summary(verification), "delta": summary(delta),
            "recursion_histogram": histogram(recursion), "delta_histogram": histogram(delta)}


def print_table(searches):
    print("| p | sets | recursion: min, mean, max | tempering | both | verification | Δ: min, median, max |")
    print("|---|---|---|---|---|---|---|")
    for s in searches:
        cells = [", ".join(f"{s[k][m]:.3g}" for m in ("min", "mean", "max"))
                 for k in ("recursion_s", "tempering_s", "both_s", "verification_s")]
        delta = s["delta"]
        print(f"| {s['mexp']} | {s['sets']} | {' | '.join(cells)} | {delta['min']}, {delta['median']:.0f}, {delta['max']} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="checkpoints; with --table the JSON that this script printed of them")
    parser.add_argument("--table", action="store_true", help="a Markdown table of times in core-seconds and of defects")
    arguments = parser.parse_args()
    if not arguments.table:
        found = sorted((read(name) for name in arguments.files), key=lambda s: (s["bits"], s["mexp"]))
        print(json.dumps({"schema": 1, "searches": found}, indent=1))
        return
    print_table([s for name in arguments.files for s in read_record(name)["searches"]])


if __name__ == "__main__":
    main()
