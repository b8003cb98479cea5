#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The largest relative errors of the approximations of the mean, from what `tali rejection sweep --json` prints.

    build/tali rejection sweep --min 0.0001 --max 0.9999 --count 9999 --json | scripts/rejection-errors.py
"""

import json
import sys

EDGE = 2 ** (1 / 32) - 1  # where the paper goes from (16) to (13), for 32 lanes
JOIN = 0.085              # where (16) and the harmonic approximation meet


def main():
    rows = json.load(sys.stdin)["rows"]

    def worst(of, low=0.0, high=1.0):
        """In percent, of a function of a row, over the rows with low <= rho <= high."""
        return max((100 * abs(of(r) / r["mean"] - 1), r["rho"]) for r in rows if low <= r["rho"] <= high)

    def equation(key):
        return lambda r: r[key]

    def joined(r):
        return r["equation_16"] if r["rho"] <= JOIN else r["harmonic"]

    found = {
        "equation_16 below the edge": worst(equation("equation_16"), high=EDGE),
        "equation_16 to 0.1": worst(equation("equation_16"), high=0.1),
        "equation_13 from the edge on": worst(equation("equation_13"), low=EDGE),
        "equation_13 from 0.1 on": worst(equation("equation_13"), low=0.1),
        "equation_13 at the largest": worst(equation("equation_13"), low=rows[-1]["rho"]),
        "equation_17": worst(equation("equation_17")),
        "harmonic from 0.1 on": worst(equation("harmonic"), low=0.1),
        "harmonic from 0.5 on": worst(equation("harmonic"), low=0.5),
        "equation_16 to 0.085, then harmonic": worst(joined),
    }
    json.dump({k: {"percent": p, "rho": rho} for k, (p, rho) in found.items()}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
