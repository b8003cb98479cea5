#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of errors in docs/math.md, from tests/data/elementary_errors.txt and the promises in functions.hpp.

    python3 lab/elementary/table.py [--check]

Writes the page; with --check exits with 1 if the page differs from what it would write.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARGUMENTS = {  # the intervals of functions.hpp, in words
    "logarithm": "x > 0, subnormal too",
    "unit_logarithm": "every word",
    "logarithm_1p": "x > -1",
    "exponential": "results from the least subnormal to the largest",
    "exponential_m1": "-50 to the overflow",
    "power": "x > 0, y so that x^y covers all magnitudes",
    "log_gamma": "x > 0",
    "log_factorial": "whole, to 2^24 (f32), 2^53 (f64)",
    "stirling_correction": "whole, to 2^24 (f32), 2^53 (f64)",
    "arccosine": "[-1, 1]",
    "arctangent": "points (x, y), y / x from 2^-30 to 2^30",
    "cosine_of_turns": "\\|x\\| <= 1000 and to 2^20 (f32), 2^49 (f64)",
    "sine_of_turns": "\\|x\\| <= 1000 and to 2^20 (f32), 2^49 (f64)",
    "tangent": "every word",
}
BEGIN, END = "<!-- errors -->\n", "<!-- end -->\n"


def promises():
    """{(function, type): ulp}"""
    text = (ROOT / "lab/elementary/functions.hpp").read_text(encoding="utf-8")
    found = {}
    for name, f32, f64 in re.findall(r"^TALI_ELEMENTARY\((\w+), ([\d.]+), ([\d.]+),", text, re.M):
        found[name, "f32"], found[name, "f64"] = f32, f64
    return found


def table():
    worst = {}
    for line in (ROOT / "tests/data/elementary_errors.txt").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            function, kind, x, y, error, tried, how = line.split()
            worst.setdefault((function, kind), (x, y, float(error), int(tried), how))
    promised = promises()
    rows = ["| function | arguments | promised | largest error, ulp | at | tried |", "|---|---|---|---|---|---|"]
    for function, words in ARGUMENTS.items():
        for kind in ("f32", "f64"):
            x, y, error, tried, how = worst[function, kind]
            at = f"{x}, {y}" if function in ("power", "arctangent") else x
            how = "all" if how == "all" else "search"
            rows.append(f"| `{function}_{kind}` | {words} | {promised[function, kind]} | {error:.3f} | {at} | {tried:,}, {how} |")
    return "\n".join(rows) + "\n"


def main():
    path = ROOT / "docs/math.md"
    page = path.read_text(encoding="utf-8")
    first, last = page.index(BEGIN) + len(BEGIN), page.index(END)
    new = page[:first] + table() + page[last:]
    if "--check" in sys.argv[1:]:
        if new != page:
            sys.exit("docs/math.md differs from the output of lab/elementary/table.py")
    else:
        path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
