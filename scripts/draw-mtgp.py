#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws MTGP's dimension defects d(v) against v with gnuplot, from the JSON of `tali mtgp equidist`.

    for p in 3217 4423 11213; do
      build/tali mtgp equidist --set data/mtgp/mtgp32-$p.csv:$p:1 --json > k-$p.json; done
    scripts/draw-mtgp.py k-*.json -o docs/figures/mtgp-defects.svg --table
"""

import argparse
import json

from gnuplot import COLOURS, draw


def draw_defects(sets, out):
    data, plots = "", []
    for i, s in enumerate(sets):
        points = "\n".join(f"{v} {d}" for v, d in enumerate(s["d"], 1))
        data += f"$d{i} << EOD\n{points}\nEOD\n"
        title = f"p = {s['mexp']}, delta = {s['delta']}"
        plots.append(f"$d{i} with linespoints pt 7 ps 0.5 lw 2 lc rgb '{COLOURS[i % len(COLOURS)]}' title '{title}'")
    script = f"""{data}
set key top left
set title "MTGP, the shipped set No. 1 of each exponent: dimension defects" textcolor rgb '#222222'
set xlabel 'v, most significant bits' textcolor rgb '#444444'
set ylabel 'd(v) = floor(p / v) - k(v)' textcolor rgb '#444444'
set xrange [1:{max(len(s["d"]) for s in sets)}]
set yrange [0:*]
plot {", ".join(plots)}
"""
    draw(out, script, height=520)


def print_table(sets):
    """k(v) with d(v) in brackets where it is not 0, as Markdown."""
    print("| v | " + " | ".join(f"p = {s['mexp']}" for s in sets) + " |")
    print("|---|" + "---|" * len(sets))
    for v in range(max(len(s["k"]) for s in sets)):
        cells = []
        for s in sets:
            k, d = (s["k"][v], s["d"][v]) if v < len(s["k"]) else ("", 0)
            cells.append(f"{k} ({d})" if d else f"{k}")
        print(f"| {v + 1} | " + " | ".join(cells) + " |")
    print("| Δ | " + " | ".join(str(s["delta"]) for s in sets) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="JSON of tali mtgp equidist, one set each")
    parser.add_argument("-o", "--out", help="SVG")
    parser.add_argument("--table", action="store_true", help="print k(v) and d(v) as a Markdown table")
    arguments = parser.parse_args()
    sets = []
    for name in arguments.files:
        with open(name, encoding="utf-8") as f:
            sets.append(json.load(f))
    sets.sort(key=lambda s: s["mexp"])
    if arguments.out:
        draw_defects(sets, arguments.out)
    if arguments.table:
        print_table(sets)


if __name__ == "__main__":
    main()
