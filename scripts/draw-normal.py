#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of docs/normal-warp.md with gnuplot, from the analysis of the untrained and the trained table.

    tali normal analyse --inverse-cdf --json > before.json
    tali normal analyse --dist normal-warp --json > after.json    # the shipped table
    scripts/draw-normal.py before.json after.json -o docs/figures

With a table of `tali normal train --method paper -o table.txt` there is a third curve:

    tali normal analyse --table table.txt --json > paper.json
    scripts/draw-normal.py before.json after.json --paper paper.json table.txt -o docs/figures
"""

import argparse
import json
import math
import pathlib
import re
import statistics

from gnuplot import block, draw

BEFORE, AFTER, PAPER = "#d1495b", "#0b6e99", "#3d7a4e"
PAPERS_METHOD = "trained by the paper's method"


def compare(out, analyses, points, style, axes):
    """A curve of each table, y logarithmic.

    @param analyses  of the untrained table, of the shipped one and, if there is a third, of one that the paper's method trained
    """
    titles = ["normal quantiles", "shipped", PAPERS_METHOD]
    curves = list(zip(["before", "after", "paper"], analyses, [BEFORE, AFTER, PAPER], titles))
    draw(
        out,
        "".join(block(name, points(analysis)) for name, analysis, _, _ in curves)
        + axes
        + "set logscale y\nset format y '10^{%T}'\nplot "
        + ", ".join(f"${name} with {style} lc rgb '{colour}' title \"{title}\"" for name, _, colour, title in curves)
        + "\n",
    )


def trained_table(header):
    """The 4096 values of the shipped header, in standard deviations of a normal."""
    text = header.read_text()
    body = text[text.index("values[") :]
    body = body[body.index("{") : body.index("};")]
    values = [int(v) for v in re.findall(r"-?\d+", body)]
    assert len(values) == 4096, len(values)
    return [v / 2**24 for v in values]


def paper_table(path):
    """The 4096 values of a file of `tali normal train`."""
    values = [int(v) / 2**24 for line in path.read_text().splitlines()[2:] for v in line.split()]
    assert len(values) == 4096, len(values)
    return values


def tables(out, header, paper):
    normal = statistics.NormalDist()
    before = [normal.inv_cdf(0.5 + (i + 0.5) / 8192) for i in range(4096)]

    def moved(table):
        after = sorted(abs(v) for v in table)
        scale = before[2048] / after[2048]
        return [(p, (a * scale - b)) for p, a, b in zip([(i + 0.5) / 4096 for i in range(4096)], after, before)]

    third = f", $paper using 1:2 with lines lw 2 lc rgb '{PAPER}' title \"{PAPERS_METHOD}\"" if paper else ""
    draw(
        out / "normal-tables.svg",
        block("moved", moved(trained_table(header)))
        + (block("paper", moved(paper_table(paper))) if paper else "")
        + "set title 'What training does to the table'\n"
        + "set xlabel 'rank of an entry among the 4,096 magnitudes'\nset xrange [0:1]\n"
        + "set ylabel 'trained entry less normal quantile, in sigma'\n"
        + ("set key top left\n" if paper else "set key off\n")
        + "plot 0 with lines lc rgb '#888888' notitle, "
        + f"$moved using 1:2 with lines lw 2 lc rgb '{AFTER}' title 'shipped'{third}\n",
    )


def hermites(out, analyses):
    def points(analysis):
        return [(n, abs(h) / math.sqrt(math.factorial(n))) for n, h, _ in analysis["hermites"] if n % 2 == 0 and n >= 4 and h != 0]

    compare(
        out / "normal-hermites.svg",
        analyses,
        points,
        "linespoints pt 7 ps 0.6 lw 2",
        "set title 'Hermite moments of one output; a normal number has zeros'\n"
        "set xlabel 'order'\nset ylabel '|E He_n| / sqrt(n!)'\n",
    )


def density(out, analyses):
    """|f / phi - 1| by Gram and Charlier's series, to the orders that the analysis has."""

    def points(analysis):
        h = {n: v for n, v, _ in analysis["hermites"]}
        result = []
        for i in range(-600, 601):
            x = i / 100
            older, now, total = 1.0, x, h[1] * x
            for n in range(2, max(h) + 1):
                older, now = now, x * now - (n - 1) * older
                total += h[n] * now / math.factorial(n)
            result.append((x, max(abs(total), 1e-24)))
        return result

    compare(
        out / "normal-density.svg",
        analyses,
        points,
        "lines lw 2",
        "set title 'Relative error of the density of one output'\n"
        "set xlabel 'x'\nset ylabel '|f(x) / phi(x) - 1|'\nset key center at graph 0.5,0.58\n",
    )


def failures(out, analyses):
    compare(
        out / "normal-failures.svg",
        analyses,
        lambda analysis: analysis["outputs_to_fail"]["by_degree"],
        "linespoints pt 7 ps 0.6 lw 2",
        "set title 'Outputs until the worst polynomial test fails at 4 sigma'\n"
        "set xlabel 'degree of the polynomial, at most'\nset ylabel 'outputs'\n"
        "set yrange [1e9:1e40]\n",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--paper", nargs=2, type=pathlib.Path, metavar=("ANALYSIS", "TABLE"), help="of the paper's method")
    parser.add_argument("-o", "--out", type=pathlib.Path, default=pathlib.Path("."))
    a = parser.parse_args()
    analyses = [json.loads(p.read_text()) for p in [a.before, a.after] + (a.paper or [])[:1]]
    header = pathlib.Path(__file__).resolve().parent.parent / "include/tali/distribution/warp_normal_values.hpp"
    tables(a.out, header, a.paper[1] if a.paper else None)
    hermites(a.out, analyses)
    density(a.out, analyses)
    failures(a.out, analyses)


main()
