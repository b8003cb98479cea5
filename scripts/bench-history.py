#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a table of bulk fills on a GPU over the versions of which there are records.

    scripts/bench-history.py [--device H200]

It takes the table cuda-bulk of every record of the device in evidence/, in the order of their dates.
"""

import argparse

import evidence

COLUMNS = [("u32", "bits", "u32"), ("uniform f32", "uniform", "f32"), ("uniform f64", "uniform", "f64"),
           ("normal f32", "normal", "f32"), ("normal f64", "normal", "f64"),
           ("lognormal f32", "lognormal", "f32"), ("lognormal f64", "lognormal", "f64")]


def share(rows, distribution, of_type):
    """Per cent of a plain store that philox4x32 reaches; empty where that was not measured."""
    found = [r["ratio_to_ceiling"] for r in rows
             if (r["engine"], r["distribution"], r["type"]) == ("philox4x32", distribution, of_type)]
    return f"{100 * found[0]:.1f}" if found else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="H200", help="a part of the device's name")
    options = parser.parse_args()
    print("| record | " + " | ".join(title for title, _, _ in COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for path in evidence.records():
        rows = evidence.read(path).get("cuda-bulk", [])
        if any(options.device in r["device"] for r in rows):
            date, name = path.stem[:10], path.stem[11:]
            print(f"| [{date}, {name}](../evidence/{path.name}#cuda-bulk) | " + " | ".join(share(rows, d, t) for _, d, t in COLUMNS) + " |")


if __name__ == "__main__":
    main()
