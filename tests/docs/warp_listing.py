# SPDX-License-Identifier: Apache-2.0
"""The listing of "Training a random Gaussian generator", line by line in exact arithmetic, against tali's normal-warp.

    tests/docs/warp_listing.py MU SIGMA    # of 128 numbers, how many differ from the listing's, and by how many units in the last place

The listing folds mu and sigma into its sum, `result = mu; result += a * (sigma * a_scale) ...`, which a GPU computes by fused multiply-adds.
"""

from __future__ import annotations

import math
import pathlib
import re
import subprocess
import sys
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
VALUES = (ROOT / "include/tali/distribution/warp_normal_values.hpp").read_text()
SCALES = [float.fromhex(re.search(rf"{name} = ([-0-9a-fx.p]+);", VALUES)[1])
          for name in ("a_coefficient", "b_coefficient", "c_coefficient", "c_coefficient_low")]
ROWS = [list(map(int, row.split(","))) for row in re.findall(r"^ +\{([-\d,]+)\},$", VALUES, re.M)]


def generated(*flags: str) -> list[str]:
    return subprocess.run(["tali", "gen", "--seed", "1", "-n", "128", "--format", "text", *flags], check=True, stdout=subprocess.PIPE,
                          text=True).stdout.split()


def fma(a: float, b: float, c: float) -> float:
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def int32(x: int) -> int:
    x &= 0xffffffff
    return x - (1 << 32) if x >> 31 else x


def warp(entropy: list[int]) -> list[tuple[int, int, int]]:
    """(a, b, c) of each lane, before the linear combination."""
    a = [ROWS[(e & 4080) >> 4][lane & 15] for lane, e in enumerate(entropy)]
    b = [ROWS[(e >> 16 & 4080) >> 4][lane & 15] for lane, e in enumerate(entropy)]
    c: list[int] = []
    for bit_a, bit_b, distance in ((19, 18, 1), (17, 16, 2), (15, 14, 4), (13, 12, 8), (3, 2, 16), (0, 1, 0)):
        a = [-x if e >> bit_a & 1 else x for e, x in zip(entropy, a)]
        b = [-x if e >> bit_b & 1 else x for e, x in zip(entropy, b)]
        if distance == 8:
            c = [int32(e ^ x & 0xffffffff | 1) for e, x in zip(entropy, b)]
        if distance:
            sums = [x + y for x, y in zip(a, b)]
            a = [x - y for x, y in zip(a, b)]
            b = [sums[lane ^ distance] for lane in range(32)]
    return list(zip(a, b, c))


def main() -> None:
    mu, sigma = map(float, sys.argv[1:3])
    words = list(map(int, generated()))
    numbers = list(map(float, generated("--dist", "normal-warp", "--dtype", "f64", "--param", f"mu={mu}", "--param", f"sigma={sigma}")))
    listing = []
    for block in range(4):  # lane l of block k takes word 4 l + k
        for a, b, c in warp(words[block::4]):
            result = mu
            for x, scale in zip((a, b, c, c), SCALES):
                result = fma(x, sigma * scale, result)
            listing.append(result)
    print(sum(x != y for x, y in zip(numbers, listing)), max(abs(x - y) / math.ulp(y) for x, y in zip(numbers, listing)))


if __name__ == "__main__":
    main()
