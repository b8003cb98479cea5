#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the 'sequence' lines of known_answers.txt that lie too far on for stepping.

An independent path: Python's integers, and for pcg32 the closed form of the geometric sum,
(M^n - 1) / (M - 1) with M^n taken modulo (M - 1) 2^64, instead of Brown's doubling.
"""

MASK64 = (1 << 64) - 1
M = 6364136223846793005


def pcg32_words(seed, stream, index, count):
    inc = (2 * stream + 1) & MASK64
    state = ((inc + seed) * M + inc) & MASK64
    out = []
    for i in range(index, index + count):
        power = pow(M, i, (M - 1) << 64)
        s = (state * power + inc * ((power - 1) // (M - 1))) & MASK64
        xorshifted = (((s >> 18) ^ s) >> 27) & 0xFFFFFFFF
        turn = s >> 59
        out.append(((xorshifted >> turn) | (xorshifted << (32 - turn))) & 0xFFFFFFFF)
    return out


def philox_words(rounds, seed, stream, index, count):
    out = []
    for i in range(index, index + count):
        group = i // 4
        c = [group & 0xFFFFFFFF, group >> 32, stream & 0xFFFFFFFF, stream >> 32]
        k = [seed & 0xFFFFFFFF, seed >> 32]
        for _ in range(rounds):
            p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & 0xFFFFFFFF, (p0 >> 32) ^ c[3] ^ k[1], p0 & 0xFFFFFFFF]
            k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
        out.append(c[i % 4])
    return out


def line(engine, words, seed, stream, index):
    values = " ".join(f"{w:08x}" for w in words(seed, stream, index, 6))
    print(f"sequence {engine} {seed} {stream} {index} {values}")


for name in [(42, 54), (0, 0), (MASK64, (1 << 63) - 1), (20240501, 7)]:
    for index in [0, 1000, 2**32 - 3, 2**34 - 2, 2**62 + 12345, 2**64 - 6]:
        line("pcg32", pcg32_words, *name, index)
for rounds, engine in [(10, "philox4x32"), (7, "philox4x32-7")]:
    for name in [(42, 54), (0, 0), (MASK64, MASK64), (20240501, 7)]:
        for index in [0, 1001, 2**32 - 3, 2**34 - 2, 2**62 + 12346, 2**64 - 6]:
            line(engine, lambda *a, r=rounds: philox_words(r, *a), *name, index)
