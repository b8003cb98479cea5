# SPDX-License-Identifier: Apache-2.0
"""The pictures of normal numbers: Goucher's tables, and the sum of twelve."""

from __future__ import annotations

import math
import re
import statistics

from pictures import COLOURS, ROOT, axes, picture, plt, read

NORMALS = {"normal quantiles": "evidence/2026-11-25-epyc.json#analyse-inverse-cdf", "shipped": "evidence/2026-11-25-epyc.json#analyse-normal-warp",
           "trained by the paper's method": "evidence/2026-11-26-normal-paper.json#analyse"}
NORMAL_COLOURS = [COLOURS[1], COLOURS[0], COLOURS[2]]


def of_normals(points, style, **of_axes):
    """A curve of each table, y logarithmic."""
    at = axes(yscale="log", **of_axes)
    for (name, source), colour in zip(NORMALS.items(), NORMAL_COLOURS):
        at.plot(*zip(*points(read(source))), style, color=colour, label=name, markersize=4)
    at.legend()


def shipped_table():
    """The 4,096 magnitudes in sigma: value i of row r is at 16 i + r."""
    text = (ROOT / "include/tali/distribution/warp_normal_values.hpp").read_text()
    body = text[text.index("values["):]
    return [abs(int(v)) / 2**24 for v in re.findall(r"-?\d+", body[body.index("{"):body.index("};")])]


@picture
def normal_rows():
    """The post's picture of the sixteen rows, before and after."""
    quantiles = [statistics.NormalDist().inv_cdf(0.5 + (i + 0.5) / 8192) for i in range(4096)]
    table = shipped_table()
    before = [quantiles[r::16] for r in range(16)]
    after = [sorted(table[r::16]) for r in range(16)]
    fig = plt.gcf()
    for at, rows, title in zip(fig.subplots(1, 2, sharey=True), (before, after), ("normal quantiles", "the shipped table")):
        for row in rows:
            at.plot([(i + 0.5) / 256 for i in range(0, 256, 3)], row[::3], linewidth=0.8)
        at.set(title=title, xlabel="rank of an entry in its row", xlim=(0, 1))
    fig.axes[0].set(ylabel="magnitude, in sigma", ylim=(0, None))


@picture
def normal_twelve():
    """The density of the sum of twelve uniform numbers less 6, by Irwin and Hall, beside the normal's."""
    fig = plt.gcf()
    x = [i / 50 for i in range(-299, 300)]
    sums = [sum((-1) ** k * math.comb(12, k) * (v + 6 - k) ** 11 for k in range(int(v + 6) + 1)) / math.factorial(11) if v <= 0 else 0 for v in x]
    sums = [max(s, t) for s, t in zip(sums, reversed(sums))]
    for at, scale in zip(fig.subplots(1, 2), ("linear", "log")):
        at.plot(x, [statistics.NormalDist().pdf(v) for v in x], label="normal")
        at.plot(x, sums, "--", label="sum of twelve, less 6")
        at.set(xlabel="x", yscale=scale, ylim=(1e-9, None) if scale == "log" else (0, None))
    fig.axes[0].set(ylabel="density")
    fig.axes[0].legend(loc="upper left", fontsize=9)


@picture
def normal_tables():
    at = axes("What training does to the table", "rank of an entry among the 4,096 magnitudes", "trained entry less normal quantile, in sigma", xlim=(0, 1))
    shipped = sorted(shipped_table())[::8]
    paper = read("evidence/2026-11-26-normal-paper.json#magnitudes.values")
    quantiles = [statistics.NormalDist().inv_cdf(0.5 + (8 * i + 0.5) / 8192) for i in range(512)]
    for name, table, colour in zip(list(NORMALS)[1:], (shipped, paper), NORMAL_COLOURS[1:]):
        scale = quantiles[256] / table[256]
        at.plot([(8 * i + 0.5) / 4096 for i in range(512)], [scale * v - q for v, q in zip(table, quantiles)], color=colour, label=name)
    at.axhline(0, color="#888888", linewidth=0.8)
    at.legend(loc="upper left")


@picture
def normal_hermites():
    of_normals(lambda a: [(n, abs(h) / math.sqrt(math.factorial(n))) for n, h, _ in a["hermites"] if n % 2 == 0 and n >= 4 and h], "o-",
               title="Hermite moments of one output; a normal number has zeros", x="order", y="|E He_n| / sqrt(n!)")


@picture
def normal_density():
    """|f / phi - 1| by Gram and Charlier's series, to the orders that the analysis has."""

    def points(analysis):
        h = {n: v for n, v, _ in analysis["hermites"]}
        for i in range(-600, 601, 3):
            x = i / 100
            older, now, total = 1.0, x, h[1] * x
            for n in range(2, max(h) + 1):
                older, now = now, x * now - (n - 1) * older
                total += h[n] * now / math.factorial(n)
            yield x, max(abs(total), 1e-24)

    of_normals(points, "-", title="Relative error of the density of one output", x="x", y="|f(x) / phi(x) - 1|")


@picture
def normal_failures():
    of_normals(lambda a: a["outputs_to_fail"]["by_degree"], "o-", title="Outputs until the worst polynomial test fails at 4 sigma",
               x="degree of the polynomial, at most", y="outputs", ylim=(1e9, 1e40))
