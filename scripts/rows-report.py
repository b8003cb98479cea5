#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/keys.md: what rows and blocks reach of the speed of one range, on a GPU and on the CPU.

    scripts/rows-report.py cuda-rows.json cpu-rows.json      # of tali bench --filter cuda-rows|cpu-rows --json
    scripts/rows-report.py evidence/2026-11-25-h100.json#rows evidence/2026-11-24-h100-rows.json#cpu-rows
"""

import sys

from evidence import read
from markdown_table import table

WAYS = {"block, rows of 256": "block, rows of 256", "block, rows of 4096": "block, rows of 4,096",
        "keys, rows of 256": "keys, rows of 256", "keys, rows of 4096": "keys, rows of 4,096",
        "keys, rows of 65536": "keys, rows of 65,536"}


def shares(path):
    """Speed by that of the range, of every (engine, distribution, type, way)."""
    found, base = {}, None
    for r in read(path):
        if r["variant"] == "one range":
            base = r["gb_per_s"]
        found[r["engine"], r["distribution"], r["type"], r["variant"]] = r["gb_per_s"] / base
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    gpu, cpu = map(shares, sys.argv[1:])
    names = dict.fromkeys(key[:3] for key in gpu)
    lines = []
    for engine, distribution, kind in names:
        cells = [f"{gpu[k]:.2f} / {cpu[k]:.2f}" if (k := (engine, distribution, kind, way)) in gpu else "" for way in WAYS]
        lines.append([f"`{distribution}` {kind}, `{engine}`", *cells])
    table(["GPU / CPU", *WAYS.values()], lines)


if __name__ == "__main__":
    main()
