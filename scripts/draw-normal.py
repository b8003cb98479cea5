#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of docs/normal.md with gnuplot, from the analysis of the untrained and the trained table.

    tali normal analyse --inverse-cdf --json > before.json
    tali normal analyse --dist normal-warp --json > after.json
    scripts/draw-normal.py before.json after.json -o docs/figures
"""

import argparse
import json
import math
import pathlib
import re
import statistics

from gnuplot import block, draw

BEFORE, AFTER = "#d1495b", "#0b6e99"


def compare(out, before, after, style, axes):
    """A curve of the untrained table and one of the trained, y logarithmic."""
    draw(
        out,
        block("before", before)
        + block("after", after)
        + axes
        + "set logscale y\nset format y '10^{%T}'\n"
        + f"plot $before with {style} lc rgb '{BEFORE}' title 'normal quantiles', "
        + f"$after with {style} lc rgb '{AFTER}' title 'trained'\n",
    )


def trained_table(header):
    """The 4096 values of the shipped header, in standard deviations of a normal."""
    text = header.read_text()
    body = text[text.index("values[") :]
    body = body[body.index("{") : body.index("};")]
    values = [int(v) for v in re.findall(r"-?\d+", body)]
    assert len(values) == 4096, len(values)
    return [v / 2**24 for v in values]


def tables(out, header):
    normal = statistics.NormalDist()
    before = [normal.inv_cdf(0.5 + (i + 0.5) / 8192) for i in range(4096)]
    after = sorted(abs(v) for v in trained_table(header))
    scale = before[2048] / after[2048]
    points = [(p, (a * scale - b)) for p, a, b in zip([(i + 0.5) / 4096 for i in range(4096)], after, before)]
    draw(
        out / "normal-tables.svg",
        block("moved", points)
        + "set title 'What training does to the table'\n"
        + "set xlabel 'rank of an entry among the 4,096 magnitudes'\nset xrange [0:1]\n"
        + "set ylabel 'trained entry less normal quantile, in sigma'\nset key off\n"
        + f"plot 0 with lines lc rgb '#888888', $moved using 1:2 with lines lw 2 lc rgb '{AFTER}'\n",
    )


def hermites(out, before, after):
    def points(analysis):
        return [(n, abs(h) / math.sqrt(math.factorial(n))) for n, h, _ in analysis["hermites"] if n % 2 == 0 and n >= 4 and h != 0]

    compare(
        out / "normal-hermites.svg",
        points(before),
        points(after),
        "linespoints pt 7 ps 0.6 lw 2",
        "set title 'Hermite moments of one output; a normal number has zeros'\n"
        "set xlabel 'order'\nset ylabel '|E He_n| / sqrt(n!)'\n",
    )


def density(out, before, after):
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
        points(before),
        points(after),
        "lines lw 2",
        "set title 'Relative error of the density of one output'\n"
        "set xlabel 'x'\nset ylabel '|f(x) / phi(x) - 1|'\n",
    )


def failures(out, before, after):
    compare(
        out / "normal-failures.svg",
        before["outputs_to_fail"]["by_degree"],
        after["outputs_to_fail"]["by_degree"],
        "linespoints pt 7 ps 0.6 lw 2",
        "set title 'Outputs until the worst polynomial test fails at 4 sigma'\n"
        "set xlabel 'degree of the polynomial, at most'\nset ylabel 'outputs'\n"
        "set yrange [1e9:1e40]\n",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("-o", "--out", type=pathlib.Path, default=pathlib.Path("."))
    a = parser.parse_args()
    before, after = (json.loads(p.read_text()) for p in (a.before, a.after))
    header = pathlib.Path(__file__).resolve().parent.parent / "include/tali/distribution/warp_normal_values.hpp"
    tables(a.out, header)
    hermites(a.out, before, after)
    density(a.out, before, after)
    failures(a.out, before, after)


main()
