# SPDX-License-Identifier: Apache-2.0
"""A certificate's pictures as inline SVG; certificate.html has their colours."""

from __future__ import annotations

import html
import math

# As lab/certify/tally.hpp has them.
FAILING, SUSPECT = 1e-10, 1e-4

FREQUENCIES = "frequency, of 16: usually w / 2 pi = 1/8, 1/4 ... 4096"
FOURIER = "frequency / 32, of 2048: half a turn per word"
# {series: (title, axis, number of the first, how many scores these are the strongest of; 0: all are here)}
STICKS = {
    "bits": ("Ones at each bit position, in standard deviations", "bit position, 0 the lowest", 0, 0),
    "weights at lags": ("Correlation of Hamming weights, in standard deviations", "lag", 1, 0),
    "values at lags": ("Correlation of values, in standard deviations", "lag", 1, 0),
    "squares at lags": ("Correlation of squares, in standard deviations", "lag", 1, 0),
    "cells at lags": ("Correlation of cells, in standard deviations", "lag", 1, 0),
    "Walsh spectrum, top bit": ("Walsh spectrum of the top bit: strongest of 32 coefficients", "coefficient / 32", 0, 4096),
    "Walsh spectrum, lowest bit": ("Walsh spectrum of the lowest bit: strongest of 32 coefficients", "coefficient / 32", 0, 4096),
    "Fourier spectrum, top bit": ("Fourier spectrum of the top bit: strongest of 32 frequencies", FOURIER, 0, 2049),
    "Fourier spectrum, lowest bit": ("Fourier spectrum of the lowest bit: strongest of 32 frequencies", FOURIER, 0, 2049),
    "z of moments": ("Moments, in standard deviations of their estimates", "order", 1, 0),
    "z of hermites": ("Hermite polynomials, in standard deviations", "order", 1, 0),
    "energy of 32": ("Sums of 32 squares in 256 cells: residuals", "cell", 0, 0),
    "energy of 64": ("Sums of 64 squares in 256 cells: residuals", "cell", 0, 0),
    "energy of mixing blocks": ("Sums of a mixing block's 64 squares in 256 cells: residuals", "cell", 0, 0),
    "values in mixing blocks": ("Correlation of values in a mixing block, in standard deviations", "places, k xor k'", 1, 0),
    "squares in mixing blocks": ("Correlation of squares in a mixing block, in standard deviations", "places, k xor k'", 1, 0),
    "products of four": ("Products of four values of a mixing block, in standard deviations", "four", 0, 0),
    "cosines": ("Mean of cos(w x) less exp(-w^2/2), in standard deviations", FREQUENCIES, 0, 0),
    "sines": ("Mean of sin(w x), in standard deviations", FREQUENCIES, 0, 0),
}
HEAT_MAPS = {
    "bit pairs within a word": ("Pairs of bits of a word", "bit against bit; full colour from 6 deviations"),
    "bit pairs with the next word": ("Bits of a word and of the next", "bit of the next word"),
    "pairs of top bits": ("Successive words by their top 6 bits", "second word; rows: the first"),
    "pairs of lowest bits": ("Successive words by their lowest 6 bits", "second word; rows: the first"),
    "pairs of cells": ("Successive values in 32 cells each", "second value; rows: the first"),
    "pairs in a block": ("Covariance of places in a block of 32", "place against place"),
    "pairs of squares in a block": ("Covariance of squares in a block of 32", "place against place"),
}
# A heat map is rows of these: whole standard deviations from -6 to 6, and what is beyond.
LEVELS = {letter: k - 6 for k, letter in enumerate("fedcba.123456")} | {"-": -6, "+": 6}


def extremeness(p: float) -> float:
    """The smaller of p and 1 - p: a fit that is too good is no chance either."""
    return min(p, 1 - p)


def verdict_of(p: float) -> str:
    e = extremeness(p)
    return "failed" if e < FAILING else "suspect" if e < SUSPECT else "passed"


def band_of(n: int) -> float:
    """The |z| that the largest of n standard scores stays below with a chance of 99 %."""
    low, high = 0.0, 12.0
    for _ in range(60):
        z = (low + high) / 2
        low, high = (z, high) if (1 - math.erfc(z / math.sqrt(2))) ** n < 0.99 else (low, z)
    return high


def step_of(span: float) -> float:
    """A round step of some four in a range."""
    power = 10.0 ** math.floor(math.log10(span / 4))
    return next((s * power for s in (1, 2, 5) if span / (s * power) <= 5), 10 * power)


def ticks(low: float, high: float, step: float):
    v = math.ceil(low / step) * step
    while v <= high + 1e-9 * step:
        yield 0.0 if abs(v) < 1e-9 * step else v
        v += step


def largest(values) -> float:
    return max((abs(v) for v in values if v is not None), default=0)


class Plot:
    """A picture and its frame: pixels (width, height, margins) and the data at the edges."""

    def __init__(self, title, width, height, left, right, top, bottom, x=(0, 1), y=(0, 1)):
        self.title, self.width, self.height = html.escape(title), width, height
        self.out = []
        self.frame(left, right, top, bottom, x, y)

    def frame(self, left, right, top, bottom, x, y):
        self.left, self.right, self.top, self.bottom = left, self.width - right, top, self.height - bottom
        (self.x0, self.x1), (self.y0, self.y1) = x, y

    def x(self, v):
        return self.left + (v - self.x0) / (self.x1 - self.x0) * (self.right - self.left)

    def y(self, v):
        return self.bottom - (v - self.y0) / (self.y1 - self.y0) * (self.bottom - self.top)

    def line(self, kind, x0, y0, x1, y1):
        self.out.append(f'<line class="{kind}" x1="{x0:.2f}" y1="{y0:.2f}" x2="{x1:.2f}" y2="{y1:.2f}"/>')

    def text(self, anchor, x, y, what):
        self.out.append(f'<text text-anchor="{anchor}" x="{x:.2f}" y="{y:.2f}">{html.escape(str(what))}</text>')

    def below(self, x, what):
        self.text("middle", x, self.bottom + 14, what)

    def rect(self, kind, x, y, width, height):
        self.out.append(f'<rect class="{kind}" x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"/>')

    def path(self, kind, d, more=""):
        if d:
            self.out.append(f'<path class="{kind}"{more} d="{d}"/>')

    def curve(self, points):
        self.path("curve", "".join(f'{"L" if k else "M"}{x:.2f} {y:.2f}' for k, (x, y) in enumerate(points)))

    def dot(self, kind, x, y, radius):
        self.out.append(f'<circle class="{kind}" cx="{x:.2f}" cy="{y:.2f}" r="{radius}"/>')

    def y_axis(self):
        for v in ticks(self.y0, self.y1, step_of(self.y1 - self.y0)):
            self.line("grid" if v else "axis", self.left, self.y(v), self.right, self.y(v))
            self.text("end", self.left - 5, self.y(v) + 3.5, f"{v:g}")

    def sticks(self, z, band):
        """Sticks from 0 to each value, and the band."""
        top, bottom = max(self.y(band), self.top), min(self.y(-band), self.bottom)
        self.rect("band", self.left, top, self.right - self.left, bottom - top)
        self.y_axis()
        thickness = min(9, max(1, 0.6 * (self.x(1) - self.x(0))))
        for out in (False, True):
            d = "".join(f"M{self.x(i):.2f} {self.y(0):.2f}V{self.y(min(self.y1, max(self.y0, v))):.2f}"
                        for i, v in enumerate(z) if v is not None and (abs(v) > band) == out)
            self.path("stick out" if out else "stick", d, f' stroke-width="{thickness:.2f}"')

    def __str__(self):
        return (f'<figure><figcaption>{self.title}</figcaption><svg viewBox="0 0 {self.width} {self.height}" role="img" '
                f'aria-label="{self.title}">{"".join(self.out)}</svg></figure>')


def stick_plot(z, title, axis, first, of):
    """Sticks, with the band that all of them keep with a chance of 99 % if they are standard normal."""
    band = band_of(of or len(z))
    most = max(1.15 * band, 1.05 * largest(z))
    plot = Plot(title, 520, 190, 40, 10, 8, 34, (-0.8, len(z) - 0.2), (-most, most))
    plot.sticks(z, band)
    step = max(1, 4 * math.floor(step_of(len(z)) / 4 + 0.5))
    for i in range(len(z)):
        if (i + first) % step == 0 or len(z) <= 16:
            plot.below(plot.x(i), i + first)
    plot.text("middle", (plot.left + plot.right) / 2, plot.height - 4, axis)
    return str(plot)


def heat_map(rows, title, axis):
    """A square matrix of standard scores as colours."""
    plot = Plot(title, 330, 330, 32, 10, 8, 34)
    cell = 288 / len(rows)
    plot.rect("paper", 32, 8, 288, 288)
    paths, beyond = {}, ""
    for r, row in enumerate(rows):
        for k, letter in enumerate(row):
            if LEVELS[letter]:
                square = f"M{32 + cell * k:.2f} {8 + cell * r:.2f}h{cell:.2f}v{cell:.2f}h-{cell:.2f}z"
                paths[LEVELS[letter]] = paths.get(LEVELS[letter], "") + square
                beyond += square if letter in "+-" else ""
    for level in sorted(paths):  # a path each colour
        plot.path("cold" if level < 0 else "hot", paths[level], f' fill-opacity="{(abs(level) / 6) ** 1.5:.2f}"')
    plot.path("beyond", beyond)
    for i in range(0, len(rows), len(rows) // 4):
        at = cell * (i + 0.5)
        plot.text("middle", 32 + at, 309, i)
        plot.text("end", 27, 8 + at + 3.5, i)
    plot.text("middle", 176, 325, axis)
    return str(plot)


def histogram(edges, probabilities, residuals, n):
    """Cells of n numbers against their density, and below them the residuals; `edges` are between the cells."""
    if len(edges) < 2:
        return ""
    cells = len(residuals)
    if not isinstance(probabilities, list):  # all the same
        probabilities = [probabilities] * cells
    # The outer cells have no end: they count as wide as their neighbours, and are not drawn.
    ends = [2 * edges[0] - edges[1], *edges, 2 * edges[-1] - edges[-2]]
    widths = [b - a for a, b in zip(ends, ends[1:])]
    inner = range(1, cells - 1)
    shares = [p + (z or 0) * math.sqrt(p * (1 - p) / n) for p, z in zip(probabilities, residuals)]
    heights = {i: shares[i] / widths[i] for i in inner}
    peak = max(max(heights[i], probabilities[i] / widths[i]) for i in inner)
    plot = Plot("Cells of equal probability against the exact density", 520, 270, 44, 10, 8, 96, (ends[0], ends[-1]), (0, 1.08 * peak))
    plot.y_axis()
    floor = plot.y(0)
    plot.path("bars", "".join(f"M{plot.x(ends[i]):.2f} {floor:.2f}V{plot.y(heights[i]):.2f}H{plot.x(ends[i + 1]):.2f}V{floor:.2f}z"
                              for i in inner))
    plot.curve([(plot.x((ends[i] + ends[i + 1]) / 2), plot.y(probabilities[i] / widths[i])) for i in inner])
    for v in ticks(plot.x0, plot.x1, step_of(plot.x1 - plot.x0)):
        plot.line("axis", plot.x(v), floor, plot.x(v), floor + 4)
        plot.text("middle", plot.x(v), floor + 10, f"{v:g}")
    band = band_of(cells)
    most = max(1.2 * band, 1.05 * largest(residuals))
    plot.frame(44, 10, 186, 22, (-0.8, cells - 0.2), (-most, most))
    plot.sticks(residuals, band)
    plot.text("middle", 282, 268, "residuals of the cells, each of the same probability, in standard deviations")
    return str(plot)


def tail_plot(counts, expectations):
    """How many numbers lie beyond 3, 3.25, ... on a logarithmic scale: below on the left, above on the right."""
    bins, decades = len(counts) // 2, math.ceil(math.log10(max(10, *expectations)))
    plot = Plot("Numbers beyond x, on a logarithmic scale", 520, 240, 44, 10, 8, 34, (-7.2, 7.2), (-2, decades))
    for d in range(-2, decades + 1, 2 if decades > 8 else 1):
        plot.line("grid" if d else "axis", plot.left, plot.y(d), plot.right, plot.y(d))
        plot.text("end", plot.left - 5, plot.y(d) + 3.5, f"1e{d}")
    for side, sign in ((0, -1), (1, 1)):
        points = [(sign * (3 + 0.25 * b), counts[side * bins + b], expectations[side * bins + b]) for b in range(bins)]
        plot.curve([(plot.x(x), plot.y(math.log10(e))) for x, _, e in points if e >= 0.01])
        for x, c, e in points:
            if c < 1:
                continue
            spread = 2 * math.sqrt(c)
            plot.line("bar", plot.x(x), plot.y(math.log10(c + spread)), plot.x(x), plot.y(math.log10(max(0.01, c - spread))))
            plot.dot("dot out" if abs(c - e) > 4 * math.sqrt(e) + 4 else "dot", plot.x(x), plot.y(math.log10(c)), 3)
    for x in (*range(-7, -2), *range(3, 8)):
        plot.below(plot.x(x), x)
    plot.text("middle", 282, plot.height - 4, "points: counted, with two standard deviations; line: the normal law")
    return str(plot)


def p_value_strip(p):
    """All p-values on a scale that is logarithmic towards both ends, with the band that the most extreme of them keeps
    with a chance of 95 %."""
    plot = Plot("Every p-value: the middle is 1/2, an end a power of ten", 1080, 132, 16, 16, 8, 34, (-16, 16))

    def place(v):
        """-log10 of the distance from the nearer end, less that of the middle, with a sign."""
        return (-1 if v < 0.5 else 1) * math.log10(0.5 / max(1e-16, extremeness(v)))

    if p:
        edge = place((1 - 0.95 ** (1 / len(p))) / 2)
        plot.rect("band", plot.x(edge), plot.top, plot.x(-edge) - plot.x(edge), plot.bottom - plot.top)
    for e in range(1, 16, 2):
        for sign in (-1, 1):
            x = plot.x(sign * (e - math.log10(2)))
            plot.line("axis" if e == 1 else "grid", x, plot.top, x, plot.bottom)
            plot.below(x, f"1e-{e}" if sign < 0 else f"1 - 1e-{e}")
    for sign in (-1, 1):
        x = plot.x(sign * (10 - math.log10(2)))
        plot.line("limit", x, plot.top, x, plot.bottom)
    for i, v in enumerate(p):  # spread over the height, so that points do not cover each other
        y = plot.top + 6 + i * 0.618033988749895 % 1 * (plot.bottom - plot.top - 12)
        plot.dot({"failed": "dot out", "suspect": "dot odd", "passed": "dot"}[verdict_of(v)],
                 plot.x(min(plot.x1, max(plot.x0, place(v)))), y, 3.2)
    plot.text("middle", 540, plot.height - 4,
              "shaded: where all lie with a chance of 95 %; beyond the red lines a test has failed, amber is suspect")
    return str(plot)


def quantile_plot(p):
    """Sorted p-values against their expectation, with the band of the order statistics."""
    if len(p) < 4:
        return ""
    n = len(p)

    def spread(q):
        return 2.576 * math.sqrt(q * (1 - q) / (n + 2))

    points = [((i + 1) / (n + 1), v - (i + 1) / (n + 1)) for i, v in enumerate(sorted(p))]
    most = 1.1 * max(spread(0.5), *(abs(d) for _, d in points))
    plot = Plot("Sorted p-values less their expectation", 520, 190, 40, 10, 8, 34, (0, 1), (-most, most))
    upper = [(plot.x(i / 60), plot.y(spread(i / 60))) for i in range(61)]
    lower = [(plot.x(i / 60), plot.y(-spread(i / 60))) for i in range(60, -1, -1)]
    plot.path("band", "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in upper + lower) + "z")
    plot.y_axis()
    for q, d in points:
        plot.dot("dot", plot.x(q), plot.y(d), 2.4)
    for q in (0, 0.25, 0.5, 0.75, 1):
        plot.below(plot.x(q), f"{q:g}")
    plot.text("middle", 275, plot.height - 4, "expected; shaded: 99 % of each, were they independent")
    return str(plot)


def of_stage(stage: dict) -> tuple[str, str]:
    """The pictures of a stage: plots, and square ones."""
    series = stage.get("series", {})
    plots = squares = ""
    if "cell edges" in series:
        plots += histogram(*(series[f"cell {what}"] for what in ("edges", "probabilities", "residuals")), stage["elements"])
    if "tail counts" in series:
        plots += tail_plot(series["tail counts"], series["tail expectations"])
    for name, values in series.items():
        if name in STICKS:
            plots += stick_plot(values, *STICKS[name])
        if name in HEAT_MAPS:
            squares += heat_map(values, *HEAT_MAPS[name])
    return plots, squares
