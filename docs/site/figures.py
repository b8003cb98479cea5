#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the pages from the records in evidence/ and from what `tali` computes: `make docs`.

    docs/site/figures.py --tali build/tali --to build/docs/figures
    docs/site/figures.py --to docs/figures --only cuda-peers       # README's, the one that is kept

The Python needs matplotlib (docs/requirements.txt); floors needs graphviz.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import subprocess
import sys

import figures_normal  # noqa: F401
import pictures
from pictures import COLOURS, PICTURES, ROOT, STYLE, axes, of_tali, picture, plt, read

H200, FIGURES, PAPERS = "evidence/2026-11-28-packed-bits.json", "evidence/2026-11-30-h200-five-papers.json", "evidence/2026-11-26-h200-papers.json"


# ---- bulk fills

def share(rows, engine, distribution, of_type):
    """Per cent of a plain store's speed, 0 where it was not measured."""
    return next((100 * r["ratio_to_ceiling"] for r in rows
                 if (r["engine"], r["distribution"], r["type"]) == (engine, distribution, of_type)), 0)


def bars(title, rows, names, columns, angle=0):
    """Bars by columns of (title, colour) beside names of (text, values for the columns)."""
    names = [n for n in names if max(n[1]) > 0]
    at = axes(f"{title} ({rows[0]['device']})", ylim=(0, 112))
    width = 0.8 / len(columns)
    for k, (text, colour) in enumerate(columns):
        at.bar([i + (k - (len(columns) - 1) / 2) * width for i in range(len(names))], [n[1][k] for n in names], width * 0.95,
               color=colour, label=text)
    at.axhline(100, color="#222222", linestyle="--", linewidth=1)
    at.set_xticks(range(len(names)), [n[0] for n in names], rotation=angle, ha="right" if angle else "center", fontsize=9)
    at.legend(loc="upper right", ncols=len(columns))


def engines_of(rows):
    return sorted(dict.fromkeys(r["engine"] for r in rows), key=lambda e: e.startswith("curand"))


BULK = "$2^{30}$ numbers into device memory: per cent of a plain store's speed"


@picture
def cuda_bulk():
    rows = read(f"{H200}#cuda-bulk")
    names = [(e, [share(rows, e, *kind) for kind in (("bits", "u32"), ("uniform", "f32"), ("uniform", "f64"))]) for e in engines_of(rows)]
    bars(BULK, rows, names, [("u32", COLOURS[0]), ("uniform f32", COLOURS[3]), ("uniform f64", COLOURS[1])], angle=40)


@picture
def cuda_normals():
    rows = read(f"{H200}#cuda-bulk")
    names = [(e if e.startswith("curand") else f"{e} {way}", [share(rows, e, way, t) for t in ("f32", "f64")])
             for way in ("normal", "normal-warp", "normal-icdf") for e in engines_of(rows)
             if e in ("philox4x32", "philox4x32-7", "pcg32", "mtgp32", "mtgp64") or e.startswith("curand")]
    bars(BULK, rows, sorted(names, key=lambda n: n[0].startswith("curand")), [("f32", COLOURS[3]), ("f64", COLOURS[1])], angle=40)


@picture
def cuda_peers():
    """The default engine and distributions, each beside the best of cuRAND."""
    rows = read(f"{H200}#cuda-bulk")
    names = []
    for distribution, of_type in (("bits", "u32"), *((d, t) for d in ("uniform", "normal", "lognormal") for t in ("f32", "f64"))):
        best = max((100 * r["ratio_to_ceiling"], r["engine"].partition("-")[2]) for r in rows
                   if r["engine"].startswith("curand") and (r["distribution"], r["type"]) == (distribution, of_type))
        title = "words" if distribution == "bits" else distribution
        names.append((f"{title}\n{of_type}\n({best[1]})", [share(rows, "philox4x32", distribution, of_type), best[0]]))
    bars(BULK, rows, names, [("tali, philox4x32", COLOURS[0]), ("best of cuRAND, named below", COLOURS[5])])


# ---- the PCG32 paper

def variants(rows, across, up, **of_axes):
    """A line a variant; one without an x of its own is a level."""
    at = axes(**of_axes)
    at.set_xscale("log", base=2)
    at.set_yscale("log")
    for k, name in enumerate(dict.fromkeys(r["variant"] for r in rows)):
        mine = sorted((across(r), up(r)) for r in rows if r["variant"] == name)
        text = re.sub(r"2\^(\d+)", r"$2^{\1}$", name)
        if len(mine) == 1:
            at.axhline(mine[0][1], linestyle="--", color=COLOURS[k % len(COLOURS)], label=text)
        else:
            at.plot(*zip(*mine), "o-", markersize=3, color=COLOURS[k % len(COLOURS)], label=text)
    at.legend()


@picture
def pcg32_figure3():
    rows = read(f"{FIGURES}#pcg32-figure3")
    variants(rows, lambda r: r["threads"], lambda r: r["seconds"] / r["n"] * 1e12, x="threads T", y="picoseconds a number",
             title=f"PCG32, $2^{{30}}$ numbers: time a number over threads of the launch ({rows[0]['device']})")


@picture
def pcg32_figure4():
    rows = read(f"{FIGURES}#pcg32-figure4")
    variants(rows, lambda r: r["n"], lambda r: r["seconds"] * 1e6, x="numbers n", y="microseconds",
             title=f"PCG32: time of a fill over its numbers ({rows[0]['device']})")


# ---- Sobol points

def sobol_lines(column, y):
    at = axes("", "dimensions, $10^4$ vectors", y, xscale="log", yscale="log")
    lines = {}
    for r in read(f"{PAPERS}#sobol-paper") + read(f"{PAPERS}#sobol-cpu"):
        points, dims, rest = re.match(r"(\d+) x (\d+)(.*)", r["variant"]).groups()
        if points == "10000" and (r["type"], r["distribution"]) == ("f32", "uniform") and rest.lstrip(",: ") in ("", "1 thread"):
            where = "one CPU thread" if r["device"] == "cpu" else r["device"]
            lines.setdefault(f"{r['engine']} on {where}", []).append((int(dims), column(r)))
    for name, points in lines.items():
        at.plot(*zip(*sorted(points)), "o-", label=name)
    at.legend()


@picture
def sobol_figure1():
    sobol_lines(lambda r: r["seconds"] * 1e3, "milliseconds")


@picture
def sobol_figure2():
    sobol_lines(lambda r: r["n"] / r["seconds"] * 1e-6, "million numbers a second")


# ---- MTGP

@picture
def mtgp_defects():
    sets = [read(f"evidence/{name}") for name in
            ("2026-11-25-mtgp-catalogues.json#k-3217", "2026-11-25-epyc.json#k-4423", "2026-11-25-epyc.json#k-11213",
             "2026-11-26-mtgp-23209.json#k-23209", "2026-11-26-mtgp-44497.json#k-44497")]
    at = axes("MTGP, the shipped set No. 1 of each exponent: dimension defects", "v, most significant bits", "d(v) = floor(p / v) - k(v)")
    for s in sets:
        at.plot(range(1, len(s["d"]) + 1), s["d"], "o-", markersize=3, label=f"p = {s['mexp']}, delta = {s['delta']}")
    at.set(ylim=(0, None))
    at.legend(loc="upper left")


@picture
def mtgp_searches():
    fig = plt.gcf()
    fig.set_size_inches(8.6, 6.4)
    for at, key, scale, least, most, x in zip(fig.subplots(2, 1), ("delta", "recursion"), (("delta", "median"), ("recursion_s", "mean")), (0.6, 0),
                                              (2.6, 5), ("defect, in medians", "time of the recursion search, in means")):
        for s in read("evidence/2026-11-26-mtgp-44497.json#searches.searches"):
            h = s[f"{key}_histogram"]
            at.stairs([c / s["sets"] for c in h["counts"]],
                      [(h["first"] + k * h["width"]) / s[scale[0]][scale[1]] for k in range(len(h["counts"]) + 1)],
                      label=f"p = {s['mexp']}, {s['sets']} sets", linewidth=1.5)
        at.set(xlim=(least, most), ylim=(0, None), xlabel=x, ylabel="share of the sets")
        at.legend()


# ---- Ridley and Forget (2021)

def sweep(*arguments):
    return of_tali("rejection", "sweep", *arguments)["rows"]


@picture
def rejection_figure2():
    fig = plt.gcf()
    fig.set_size_inches(8.6, 6.4)
    for at, rho in zip(fig.subplots(2, 2).flat, (0.5, 0.1, 0.05, 0.01)):
        shown = [(n, p) for n, p in enumerate(of_tali("rejection", "law", "--rho", rho, "--lanes", 32)["pmf"], 1) if p > 1e-4]
        at.bar(*zip(*shown), 0.7)
        at.set(title=f"rho = {rho}, 32 threads", xlabel="iterations n", ylabel="P(N = n)")


@picture
def rejection_figure3():
    found = of_tali("rejection", "experiment", "--min", 0.02, "--max", 0.98, "--count", 25, "--warps", 20000)
    at = axes(f"{found['rounds']} warps of 32 threads at each rho; all histograms together: p = {found['combined_p']:.2f}",
              "rejection probability rho", "iterations, mean", yscale="log", xlim=(0, 1), ylim=(1, 400))
    at.plot(*zip(*((r["rho"], r["mean"]) for r in sweep("--min", 0.01, "--max", 0.985, "--count", 200))), label="equation (9)")
    at.plot(*zip(*((r["rho"], r["mean"]) for r in found["results"])), "o", markersize=4, label="counted")
    at.legend()


@picture
def rejection_figure4():
    at = axes("1 less the integral of equation (11)", "rejection probability rho", "", yscale="log", xlim=(0, 1), ylim=(1e-18, 1))
    for t in (1, 2, 4, 8, 16, 32):
        rows = sweep("--min", 0.001, "--max", 0.999, "--count", 200, "--lanes", t)
        at.plot([r["rho"] for r in rows], [max(r["normalisation_deficit"], 1e-300) for r in rows], label=f"t = {t}")
    at.legend()


def means(least, most, top):
    at = axes("Mean iterations: exact; dashed: equation (13); dotted: equation (16)", "rejection probability rho", "iterations, mean",
              xlim=(least, most), ylim=(1, top))
    for t, colour in zip((1, 4, 16, 32), COLOURS):
        rows = sweep("--min", least, "--max", most, "--count", 200, "--lanes", t)
        for key, style in (("mean", "-"), ("equation_13", "--"), ("equation_16", ":")):
            at.plot([r["rho"] for r in rows], [r[key] for r in rows], style, color=colour, label=f"t = {t}" if key == "mean" else None)
    at.legend(loc="upper left")


@picture
def rejection_figure5():
    means(0.0005, 0.95, 60)


@picture
def rejection_figure6():
    means(0.0005, 0.1, 3)


def with_ends(at):
    """Where the best group changes at width 32."""
    for region in of_tali("rejection", "table", "--warp", 32)["regions"][:-1]:
        at.axvline(region["to"], color="#aaaaaa", linestyle="--", linewidth=0.8)
    at.legend(loc="lower left" if at.get_yscale() == "log" else "upper left")


@picture
def rejection_figure7():
    at = axes("Samples an iteration of a warp of 32 threads", "rejection probability rho", "samples an iteration", yscale="log", xlim=(0, 1), ylim=(0.05, 40))
    rows = sweep("--min", 0, "--max", 0.99, "--count", 200, "--warp", 32)
    for g in (1, 2, 4, 8, 16, 32):
        at.plot([r["rho"] for r in rows], [r["samples_per_iteration"][str(g)] for r in rows], label=f"{g} thread{'s'[:g > 1]} per sample")
    with_ends(at)


def measured_gains():
    """The best group's gain at each rho, by the words of an attempt."""
    best = {}
    for r in read("evidence/2026-11-30-h200-five-papers.json#sampling-groups"):
        words, rho, gain = re.match(r"(\d+ words), rho ([\d.]+), .*: ([\d.]+), law", r["variant"]).groups()
        of = best.setdefault(words, {})
        of[float(rho)] = max(of.get(float(rho), 0), float(gain))
    return best


@picture
def rejection_figure8():
    at = axes("Gain of the best group over one thread per sample; dashed: where it changes at width 32", "rejection probability rho",
              "times as many samples", xlim=(0, 1))
    for w in (4, 8, 16, 32, 64, 128):
        rows = sweep("--min", 0, "--max", 0.999, "--count", 200, "--warp", w)
        at.plot([r["rho"] for r in rows], [r["speedup"] for r in rows], label=f"width {w}", linewidth=2.5 if w == 32 else 1.3)
    for k, (words, best) in enumerate(measured_gains().items()):
        at.plot(*zip(*sorted(best.items())), "s^o"[k], markersize=5, color=COLOURS[-1 - k], label=f"{words}, measured")
    at.set(ylim=(1, None))
    with_ends(at)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tali", type=pathlib.Path, default=pictures.tali, help="the command, for the pictures of what it computes")
    parser.add_argument("--to", type=pathlib.Path, required=True, help="folder of the pictures")
    parser.add_argument("--only", nargs="+", choices=[*PICTURES, "floors"], default=[*PICTURES, "floors"], metavar="NAME")
    options = parser.parse_args()
    pictures.tali = options.tali.resolve()
    options.to.mkdir(parents=True, exist_ok=True)
    for name in options.only:
        to = options.to / f"{name}.svg"
        if name == "floors":
            graph = subprocess.run([sys.executable, ROOT / "scripts/draw-floors.py"], check=True, stdout=subprocess.PIPE).stdout
            to.write_bytes(subprocess.run(["dot", "-Tsvg"], input=graph, check=True, stdout=subprocess.PIPE).stdout)
            continue
        with plt.rc_context(STYLE):
            PICTURES[name]()
            plt.savefig(to, metadata={"Date": None}, facecolor="white")
            plt.close("all")


if __name__ == "__main__":
    main()
