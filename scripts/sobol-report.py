#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the tables of docs/sobol.md from the JSON of `tali bench`, or of records.

    for t in sobol sobol-paper sobol-strategies sobol-threshold sobol-cpu; do
      build/tali bench --filter $t --json > $t.json; done
    scripts/sobol-report.py sobol*.json > sobol.md
    scripts/sobol-report.py evidence/2026-11-26-h200-papers.json#sobol-paper
"""

import argparse
import re

from evidence import read
from markdown_table import table


def shape_of(row):
    """(points, dimensions) and what follows them in the variant."""
    points, dims, rest = re.match(r"(\d+) x (\d+)(.*)", row["variant"]).groups()
    return int(points), int(dims), rest.lstrip(",: ")


def ceilings(rows):
    """Large sets: share of the store ceiling, and times cuRAND."""
    print("## Large sets\n")
    lines = []
    for r in rows:
        if r["engine"].startswith("curand"):
            continue
        points, dims, rest = shape_of(r)
        peer = next((f"{r['peer_gb_per_s']:,.0f}, {100 * r['peer_gb_per_s'] / r['ceiling_gb_per_s']:.0f} %"
                     for _ in [0] if r["peer"]), "none")
        lines.append([f"{points:,} x {dims:,}", rest or "dim-major", f"`{r['engine']}` {r['distribution']} {r['type']}",
                      f"{r['gb_per_s']:,.0f}", f"{100 * r['ratio_to_ceiling']:.1f} %", peer,
                      f"{r['ratio_to_peer']:.2f}" if r["peer"] else ""])  # fmt: skip
    table(["points x dimensions", "layout", "numbers", "GB/s", "of the ceiling", "cuRAND", "times it"], lines)


def paper(rows, cpu_rows):
    """Tables 2 and 3, with the CPU's columns where sobol-cpu was measured, and every other shape against cuRAND."""
    of = {}
    for r in rows:
        points, dims, _ = shape_of(r)
        of[(r["engine"], r["type"], points, dims)] = r
    on_cpu = {}
    for r in cpu_rows:
        points, dims, rest = shape_of(r)
        if r["distribution"] == "uniform" and r["type"] == "f32" and points == 10000 and rest == "1 thread":
            on_cpu[(r["engine"], dims)] = r
    gpu = rows[0]["device"]

    def figures_of(row):
        return [f"{1e3 * row['seconds']:.6f}", f"{row['n'] / row['seconds'] * 1e-6:,.0f}"] if row else ["", ""]

    print(f"## The paper's tables 2 and 3: 10^4 vectors, float, {gpu}\n")
    head = ["dimensions", "ms", "million numbers/s", "cuRAND: ms", "million numbers/s"]
    if on_cpu:
        head += ["sequential CPU: ms", "million numbers/s", "the GPU's speed-up", "tali, one CPU thread: ms", "million numbers/s",
                 "the GPU's speed-up"]  # fmt: skip
    lines = []
    for dims in [10, 100, 1000, 10000]:
        ours = of.get(("sobol32", "f32", 10000, dims))
        if not ours:
            continue
        line = [f"{dims:,}", *figures_of(ours), *figures_of(of.get(("curand-sobol32", "f32", 10000, dims)))]
        for engine in ["sequential-sobol32", "sobol32"] if on_cpu else []:
            theirs = on_cpu.get((engine, dims))
            line += [*figures_of(theirs), f"{theirs['seconds'] / ours['seconds']:,.0f}" if theirs else ""]
        lines.append(line)
    table(head, lines)
    print("## Every shape of the paper: times cuRAND's speed (u32; f32)\n")
    lines, slower = [], 0
    for points in sorted({k[2] for k in of}):
        line = [f"{points:,}"]
        for dims in [10, 100, 1000, 10000]:
            cell = []
            for dtype in ["u32", "f32"]:
                r = of.get(("sobol32", dtype, points, dims))
                if r and r["peer"]:
                    cell.append(f"{r['ratio_to_peer']:.2f}")
                    slower += r["ratio_to_peer"] < 1
            line.append("; ".join(cell) or "does not fit")
        lines.append(line)
    table(["vectors", "10 dimensions", "100", "1,000", "10,000"], lines)
    print(f"Slower than cuRAND: {slower} of the cells.\n")


def strategies(rows):
    """One table a shape: strategy by block size, percent of the ceiling."""
    shapes = sorted({shape_of(r)[:2] for r in rows})
    for shape in shapes:
        of, blocks = {}, set()
        for r in rows:
            points, dims, rest = shape_of(r)
            if (points, dims) != shape:
                continue
            name, block = re.match(r"(.*), block (\d+)$", rest).groups()
            name = name.removeprefix("point-major: ")
            of[(name, int(block))] = r
            blocks.add(int(block))
        print(f"## Strategies, u32, {shape[0]:,} x {shape[1]:,}: percent of the store ceiling by threads per block\n")
        names = list(dict.fromkeys(name for name, _ in of))
        table(["how", *map(str, sorted(blocks))],
              [[n, *(f"{100 * of[n, b]['ratio_to_ceiling']:.1f}" for b in sorted(blocks))] for n in names])  # fmt: skip


def threshold(rows):
    print("## The paper's table 1: from how many dimensions the GPU is faster\n")
    lines = []
    for r in rows:
        if r["engine"] != "threshold":
            continue
        vectors, rest = r["variant"].split(" vectors: ")
        wanted = "host memory" if rest.endswith("host") else "each its own memory"
        first = re.search(r"from (\d+)", rest)
        # Files from before there was a model have no prediction.
        predicted = (r["predicted_dimensions"] or "never") if "predicted_dimensions" in r else ""
        lines.append([f"{int(vectors):,}", wanted, f"{int(first[1]):,}" if first else "never (of those measured)",
                      f"{predicted:,}" if isinstance(predicted, int) else predicted])  # fmt: skip
    table(["vectors", "wanted in", "dimensions", "predicted"], lines)


def cpu(rows):
    print("## CPU\n")
    table(["points x dimensions", "numbers", "how", "Gnum/s", "GB/s", "of a plain store"],
          [[f"{p:,} x {d:,}", f"`{r['engine']}` {r['distribution']} {r['type']}", rest, f"{r['gnum_per_s']:.2f}",
            f"{r['gb_per_s']:.1f}", f"{100 * r['ratio_to_ceiling']:.0f} %"]
           for r in rows for p, d, rest in [shape_of(r)]])  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", nargs="+", metavar="FILE.json[#TABLE]")
    options = parser.parse_args()
    by_table = {}
    for path in options.json:
        for row in read(path):
            by_table.setdefault(row["table"], []).append(row)
    on_cpu = by_table.get("sobol-cpu", [])
    for name, show in [("sobol", ceilings), ("sobol-paper", lambda rows: paper(rows, on_cpu)), ("sobol-strategies", strategies),
                       ("sobol-threshold", threshold), ("sobol-cpu", cpu)]:  # fmt: skip
        if name in by_table:
            show(by_table[name])


if __name__ == "__main__":
    main()
