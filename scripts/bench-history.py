#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the table of docs/gallery.md: bulk fills on a GPU over the versions of which there are records.

    scripts/bench-history.py [--device H200]

It takes every docs/results/DATE-DEVICE*/cuda-bulk.json of the device, in the order of their dates. Records from before November 23
call today's `normal` by its old name, `normal-walsh`.
"""

import argparse
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLUMNS = [("u32", "bits", "u32"), ("uniform f32", "uniform", "f32"), ("uniform f64", "uniform", "f64"),
           ("normal f32", "normal", "f32"), ("normal f64", "normal", "f64"),
           ("lognormal f32", "lognormal", "f32"), ("lognormal f64", "lognormal", "f64")]


def share(rows, distribution, of_type):
    """Per cent of a plain store that philox4x32 reaches; a dash where that was not measured."""
    old = any(r["distribution"] == "normal-walsh" for r in rows)
    if distribution == "normal" and not any(r["distribution"] == "normal-warp" for r in rows):
        distribution = "normal-walsh" if old else "none"
    found = [r["ratio_to_ceiling"] for r in rows
             if (r["engine"], r["distribution"], r["type"]) == ("philox4x32", distribution, of_type)]
    return f"{100 * found[0]:.1f}" if found else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="H200", help="a part of the device's name")
    options = parser.parse_args()
    print("| record | " + " | ".join(title for title, _, _ in COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    records = []
    for path in (ROOT / "docs/results").glob("*/cuda-bulk.json"):
        rows = json.loads(path.read_text())
        if any(options.device in r["device"] for r in rows):
            name = path.parent.name
            date = re.match(r"\d{4}-\d{2}-\d{2}", name).group()
            renamed = any(r["distribution"] == "normal-warp" for r in rows)  # within a day these are the later ones
            records.append((date, renamed, name, rows))
    for date, _, name, rows in sorted(records, key=lambda r: r[:3]):
        print(f"| [{date}, {name[len(date) + 1:]}](results/{name}/cuda-bulk.json) | " +
              " | ".join(share(rows, d, t) for _, d, t in COLUMNS) + " |")


if __name__ == "__main__":
    main()
