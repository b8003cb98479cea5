#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark's figures of several runs: the median of each row, and what was lost against older runs.

    scripts/compare-bench.py FOLDER

FOLDER holds new-*.json and, to compare with, baseline-*.json, each what `tali bench --json` prints.
Exit code 0 if no row lost more than 2 %, 1 if one did, 3 if there is nothing to show, or a row of the
baseline is missing.
"""
import argparse
import json
import statistics
import sys
from pathlib import Path

LOSS = 2  # per cent


def rows_of(folder, which):
    """Seconds per number of each row, one figure a run."""
    seconds = {}
    for path in sorted(folder.glob(f"{which}-*.json")):
        for row in json.loads(path.read_text()):
            if not row.get("seconds") or not row.get("n"):
                continue  # a line of a table that is no measurement
            key = tuple(str(row.get(k) or "") for k in ("table", "engine", "distribution", "type", "variant", "n"))
            seconds.setdefault(key, []).append(row["seconds"] / row["n"])
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    new, old = rows_of(given.folder, "new"), rows_of(given.folder, "baseline")
    if not new:
        print("bench: no figures")
        return 3
    lost = []
    print(f"{'row':<70} {'Gnum/s':>9} {'baseline':>9} {'change':>8}   runs")
    for key, figures in new.items():
        median = statistics.median(figures)
        line = f"{' '.join(k for k in key if k):<70} {1e-9 / median:9.2f}"
        if key in old:
            before = statistics.median(old[key])
            change = 100 * (before / median - 1)
            line += f" {1e-9 / before:9.2f} {change:+7.1f}%   {len(figures)}, {len(old[key])}"
            if change < -LOSS:
                lost.append(line)
        else:
            line += f" {'':9} {'':8}   {len(figures)}"
        print(line)
    missing = [key for key in old if key not in new]
    for key in missing:
        print("missing: " + " ".join(k for k in key if k))
    if old:
        print(f"\n{len(lost)} of {len(new)} rows lost more than {LOSS} %")
        print("\n".join(lost))
    return 1 if lost else 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
