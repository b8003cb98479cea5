#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates at the parameters at which each algorithm is weakest (docs/certificates/hardest.txt), as rows of a table.

    scripts/certify-hardest.py build/tali -n 2^24 [--device cpu]
"""

import argparse
import json
import pathlib
import subprocess
import sys

LIST = pathlib.Path(__file__).resolve().parent.parent / "docs" / "certificates" / "hardest.txt"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tali", help="the executable")
    parser.add_argument("-n", default="2^24", help="numbers of each (2^24)")
    parser.add_argument("--device", default="auto", help="as tali takes it (auto)")
    given = parser.parse_args()
    print("| distribution | numbers | p-values | most extreme | verdict |\n|---|---|---|---|---|")
    good = True
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        command = [given.tali, "certify", *line.split(), "-n", given.n, "--device", given.device, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            summary = json.loads(done.stdout)["summary"]
        except (ValueError, KeyError):
            sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
        good = good and summary["verdict"] == "passed"
        print(f"| `{line}` | {given.n} | {summary['p_values']} | {summary['most_extreme']:.2g} | {summary['verdict']} |", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
