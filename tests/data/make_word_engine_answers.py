#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the 'sequence' lines of known_answers.txt for philox4x64, threefry and pcg64.

An independent path: NumPy's own generators, and Threefry by the letter of the paper in Python's integers.
"""

import numpy

MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1
INDICES = [0, 1001, 2**32 - 3, 2**34 - 2, 2**62 + 12345]


def words_of(numbers):
    return [half for x in map(int, numbers) for half in (x & MASK32, x >> 32)]


def philox4x64(seed, stream, index, count):
    block = index // 8
    counter = (block + (stream << 128) - 1) % 2**256  # NumPy counts before it makes a block
    words = words_of(numpy.random.Philox(key=seed, counter=counter).random_raw(4 * (count // 8 + 2)))
    return words[index % 8:][:count]


def pcg(kind):
    def words(seed, stream, index, count):
        source = numpy.random.SeedSequence(seed)
        if stream:
            source = numpy.random.SeedSequence(seed, spawn_key=(stream - 1,))
        generator = kind(source)
        generator.advance(index // 2)
        return words_of(generator.random_raw(count // 2 + 1))[index % 2:][:count]
    return words


def threefry2x32(key, x):
    turns = [13, 15, 26, 6, 17, 29, 16, 24]
    keys = [*key, 0x1BD11BDA ^ key[0] ^ key[1]]
    x = [(a + k) & MASK32 for a, k in zip(x, keys)]
    for r in range(20):
        x[0] = (x[0] + x[1]) & MASK32
        x[1] = ((x[1] << turns[r % 8] | x[1] >> (32 - turns[r % 8])) & MASK32) ^ x[0]
        if r % 4 == 3:
            s = r // 4 + 1
            x = [(x[0] + keys[s % 3]) & MASK32, (x[1] + keys[(s + 1) % 3] + s) & MASK32]
    return x


def threefry4x64(key, x):
    turns = [(14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)]
    keys = [*key, 0x1BD11BDAA9FC1A22 ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = [(a + k) & MASK64 for a, k in zip(x, keys)]
    for r in range(20):
        partner = (1, 3) if r % 2 == 0 else (3, 1)
        for i, j, n in [(0, partner[0], turns[r % 8][0]), (2, partner[1], turns[r % 8][1])]:
            x[i] = (x[i] + x[j]) & MASK64
            x[j] = ((x[j] << n | x[j] >> (64 - n)) & MASK64) ^ x[i]
        if r % 4 == 3:
            s = r // 4 + 1
            x = [(x[i] + keys[(s + i) % 5] + (s if i == 3 else 0)) & MASK64 for i in range(4)]
    return x


def halves(x, high_first):
    return [x >> 32, x & MASK32] if high_first else [x & MASK32, x >> 32]


def threefry2(order):
    def words(seed, stream, index, count):
        key = halves(seed, order != "random123")
        if stream:
            key = threefry2x32(key, halves(stream, order != "random123"))
        size = 1 if order == "jax" else 2
        out = []
        for i in range(index, index + count):
            x = threefry2x32(key, halves(i // size, order != "random123"))
            out.append(x[0] ^ x[1] if order == "jax" else x[i % 2] if order == "random123" else x[1 - i % 2])
        return out
    return words


def threefry4(seed, stream, index, count):
    return [words_of(threefry4x64([seed, 0, 0, 0], [i // 8, 0, stream, 0]))[i % 8] for i in range(index, index + count)]


def line(engine, words, seed, stream, index):
    values = " ".join(f"{w:08x}" for w in words(seed, stream, index, 9))
    print(f"sequence {engine} {seed} {stream} {index} {values}")


for name, words in [("philox4x64", philox4x64), ("pcg64", pcg(numpy.random.PCG64)), ("pcg64-dxsm", pcg(numpy.random.PCG64DXSM)),
                    ("threefry2x32", threefry2("random123")), ("threefry2x32-jax", threefry2("jax")),
                    ("threefry2x32-jax64", threefry2("jax64")), ("threefry4x64", threefry4)]:
    for seed, stream in [(42, 54), (0, 0), (MASK64, MASK64), (20240501, 7)]:
        for index in INDICES:
            line(name, words, seed, stream, index)
