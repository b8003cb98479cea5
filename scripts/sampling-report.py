#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the tables of docs/sampling.md from the JSON of `tali bench` and the lines of sampling-peers.py.

    build/tali bench --filter sampling -o sampling.json
    build/tali bench --filter sampling-groups -o sampling-groups.json
    build/tali bench --filter sampling-cpu -o sampling-cpu.json
    scripts/sampling-peers.py -n 268435456 > peers.jsonl
    scripts/sampling-report.py --bench sampling.json --peers peers.jsonl --groups sampling-groups.json --cpu sampling-cpu.json
"""

import argparse
import json
import re

from evidence import read
from markdown_table import table


def name_of(row):
    return f"{row['distribution']}({row['variant']}) {row['type']}"


def like(row):
    return row["distribution"], row["variant"]


def bulk(rows, peers):
    """Each distribution by both Philox and, of fixed budget, PCG32, beside the best of its peers."""
    print("## In bulk, Gnum/s\n")
    ours, others = {}, {}
    for r in rows:
        if r["engine"].startswith("curand"):
            peers = peers + [{**r, "engine": r["engine"]}]
        else:
            ours.setdefault((like(r), r["type"]), {})[r["engine"]] = r
    for p in peers:
        others.setdefault(like(p), []).append(p)
    lines = []
    for (what, kind), engines in ours.items():
        r = engines["philox4x32"]
        # A peer without the type stands in with a longer one.
        all_types = others.get(what, [])
        same = [p for p in all_types if p["type"] == kind] or [p for p in all_types if p["type"][1:] > kind[1:]]
        best = {}
        for p in same:
            library = p["engine"].split("-")[0]
            if library not in best or p["gnum_per_s"] > best[library]["gnum_per_s"]:
                best[library] = p
        beside = ", ".join(f"{name} {p['type']} {p['gnum_per_s']:.1f}: {r['gnum_per_s'] / p['gnum_per_s']:.2f} x"
                           for name, p in best.items())
        lines.append([name_of(r), f"{r['gnum_per_s']:.1f}", f"{100 * r['ratio_to_ceiling']:.0f} %",
                      *(f"{engines[e]['gnum_per_s']:.1f}" if e in engines else "" for e in ("philox4x32-7", "pcg32")),
                      beside])
    table(["", "philox4x32", "of the store ceiling", "philox4x32-7", "pcg32", "peers: philox4x32 is"], lines)


def groups(rows):
    """Lanes per sample: measured and by the law."""
    print("## Groups of lanes: speed-up over one lane per sample, measured and by the law\n")
    lines = {}
    for r in rows:
        words, rho, lanes, measured, law = re.match(
            r"(\d+) words, rho ([\d.]+), (\d+) lanes: ([\d.]+), law ([\d.]+)", r["variant"]).groups()
        lines.setdefault((int(words), rho), {})[int(lanes)] = (float(measured), float(law))
    for words in sorted({w for w, _ in lines}):
        print(f"An attempt takes {words} words.\n")
        table(["rho", *(f"{n} lanes" for n in (2, 4, 8, 16, 32)), "the best by the law"],
              [[rho, *(f"{got[n][0]:.2f}, {got[n][1]:.2f}" for n in (2, 4, 8, 16, 32)),
                (lambda n: f"{n} lanes: {100 * (got[n][0] / got[n][1] - 1):+.1f} %")(max(got, key=lambda n: got[n][1]))]
               for (w, rho), got in lines.items() if w == words])


def cpu(rows):
    """One thread, beside NumPy's Generator."""
    print("## One CPU thread, million numbers a second\n")
    numpy, ours, levels = {}, {}, []
    for r in rows:
        if r["engine"] == "numpy":
            numpy[(r["distribution"], r["type"], r["variant"])] = r
        else:
            variant, level = r["variant"].rsplit(", ", 1)
            if level not in levels:
                levels.append(level)
            ours.setdefault((r["distribution"], r["type"], variant), {})[level] = r
    lines = []
    for what, by_level in ours.items():
        peer, best = numpy.get(what), max(r["gnum_per_s"] for r in by_level.values())
        lines.append([f"{what[0]}({what[2]}) {what[1]}", f"{1e3 * peer['gnum_per_s']:.1f}" if peer else "",
                      *(f"{1e3 * by_level[level]['gnum_per_s']:.0f}" for level in levels),
                      f"{best / peer['gnum_per_s']:.1f} x" if peer else ""])
    table(["", "NumPy", *levels, "best, times NumPy"], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench")
    parser.add_argument("--peers")
    parser.add_argument("--groups")
    parser.add_argument("--cpu")
    given = parser.parse_args()

    if given.bench:
        peers = []
        if given.peers:
            peers = read(given.peers) if "#" in given.peers else [json.loads(line) for line in open(given.peers, encoding="utf-8")]
        bulk(read(given.bench), peers)
    if given.groups:
        groups(read(given.groups))
    if given.cpu:
        cpu(read(given.cpu))


if __name__ == "__main__":
    main()
