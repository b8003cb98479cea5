# SPDX-License-Identifier: Apache-2.0
"""RANDU (IBM, 1968), x = 65539 x mod 2^31, as 32-bit words for ever: a control that batteries must catch."""

import array
import itertools
import sys

MULTIPLIER, MASK, BLOCK = 65539, 2**31 - 1, 1 << 16


def main():
    powers = list(itertools.accumulate(range(BLOCK - 1), lambda x, _: x * MULTIPLIER & MASK, initial=MULTIPLIER))
    x = 1
    try:
        while True:
            words = array.array("I", [(x * m & MASK) << 1 for m in powers])
            sys.stdout.buffer.write(words)
            x = words[-1] >> 1
    except BrokenPipeError:
        sys.stderr.close()


main()
