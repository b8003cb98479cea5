#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints sobol_answers.txt from SciPy's Sobol engine (SciPy 1.17.1 was used).

    python3 make_sobol_answers.py > sobol_answers.txt

Lines:
    coordinate BITS DIMENSION POINT HEX      a coordinate as a fraction of 2^BITS; dimension and point from 0
    directions BITS DIGEST                   of all direction numbers, dimension by dimension
    points BITS DIMENSIONS POINTS DIGEST     of the first points, point by point

Digests are those of tali/digest.hpp.
"""

import numpy
from scipy.stats import qmc

DIMENSIONS = 21201


def digest(words):
    """The sum of the mixed elements."""
    u64 = numpy.uint64
    bits = words.ravel().astype(u64)
    total = 0
    with numpy.errstate(over="ignore"):
        for begin in range(0, bits.size, 1 << 20):
            x = bits[begin : begin + (1 << 20)]
            index = numpy.arange(begin, begin + x.size, dtype=u64)
            x = x ^ (index * u64(0x9E3779B97F4A7C15) + u64(0x632BE59BD9B4E019))
            x = (x ^ (x >> u64(33))) * u64(0xFF51AFD7ED558CCD)
            x = (x ^ (x >> u64(33))) * u64(0xC4CEB9FE1A85EC53)
            total += int((x ^ (x >> u64(33))).sum(dtype=u64))
    return f"{total % 2**64:016x}"


def engine(bits, dimensions):
    return qmc.Sobol(dimensions, scramble=False, bits=bits)


def words(x, bits):
    """Doubles back to the integers behind them; SciPy's doubles hold 32 bits exactly."""
    return (x * 2.0**bits).astype(numpy.uint64)


def main():
    print("# From make_sobol_answers.py.")
    for dimensions, points, chosen in [
        (20, [0, 1, 2, 3, 4, 5, 1000, 65535, 1234567], [0, 1, 2, 3, 9, 19]),
        (DIMENSIONS, [1, 1000, 4097], [99, 999, 9999, 15000, 20000, 21199, 21200]),
    ]:
        for point in points:
            e = engine(32, dimensions)
            if point:
                e.fast_forward(point)
            x = words(e.random(1)[0], 32)
            for d in chosen:
                print("coordinate", 32, d, point, f"{int(x[d]):08x}")
    for bits in [32, 64]:
        print("directions", bits, digest(engine(bits, DIMENSIONS)._sv))
    print("points", 32, DIMENSIONS, 256, digest(words(engine(32, DIMENSIONS).random(256), 32)))


if __name__ == "__main__":
    main()
