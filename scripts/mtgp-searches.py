#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What searches for MTGP parameter sets found and took, from the checkpoints of `tali mtgp search`: Table 3 and Figure 5 of
the MTGP paper, and the distribution of the defect.

    scripts/mtgp-searches.py ck-3217 ck-4423 ck-11213 > searches.json
    scripts/mtgp-searches.py --draw searches.json -o docs/figures/mtgp-searches.svg --table
"""

import argparse
import json
import statistics

from gnuplot import COLOURS, block, draw

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


def curve(name, h, total):
    return block(name, [(h["first"] + (k + 0.5) * h["width"], c / total) for k, c in enumerate(h["counts"])])


def draw_searches(searches, out):
    data, by_delta, by_time = "", [], []
    for i, s in enumerate(searches):
        data += curve(f"d{i}", s["delta_histogram"], s["sets"]) + curve(f"t{i}", s["recursion_histogram"], s["sets"])
        look = f"with histeps lw 2 lc rgb '{COLOURS[i % len(COLOURS)]}' title 'p = {s['mexp']}, {s['sets']} sets'"
        by_delta.append(f"$d{i} using ($1 / {s['delta']['median']}):2 {look}")
        by_time.append(f"$t{i} using ($1 / {s['recursion_s']['mean']}):2 {look}")
    draw(out, f"""{data}
set multiplot layout 2,1
set yrange [0:*]
set ylabel 'share of the sets' textcolor rgb '#444444'
set xrange [0.6:2.6]
set xlabel 'defect, in medians' textcolor rgb '#444444'
plot {", ".join(by_delta)}
set xrange [0:5]
set xlabel 'time of the recursion search, in means' textcolor rgb '#444444'
plot {", ".join(by_time)}
unset multiplot
""", height=640)


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
    parser.add_argument("files", nargs="+", help="checkpoints; with --draw the JSON that this script printed of them")
    parser.add_argument("--draw", action="store_true", help="draw or print what was summarised before")
    parser.add_argument("-o", "--out", help="SVG")
    parser.add_argument("--table", action="store_true", help="a Markdown table of times in core-seconds and of defects")
    arguments = parser.parse_args()
    if not arguments.draw:
        found = sorted((read(name) for name in arguments.files), key=lambda s: (s["bits"], s["mexp"]))
        print(json.dumps({"schema": 1, "searches": found}, indent=1))
        return
    searches = []
    for name in arguments.files:
        with open(name, encoding="utf-8") as f:
            searches += json.load(f)["searches"]
    if arguments.out:
        draw_searches(searches, arguments.out)
    if arguments.table:
        print_table(searches)


if __name__ == "__main__":
    main()
