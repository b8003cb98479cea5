#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints key_answers.txt, by Python's integers and not by the library."""

M32, M64 = (1 << 32) - 1, (1 << 64) - 1

HEADER = """\
# Known answers of keys, for every language's test. '#' begins a comment. Seeds and numbers are decimal, everything else
# hexadecimal; a key is its 16 bytes. Behind a line's kind stand
#   seed SEED and the key of the seed
#   fold-in KEY N and the key's child of number N
#   split KEY I and key I of those that the key is split into
#   words KEY and words 0 ... 7 of the sequence of philox4x32 that the key names
#   path SEED A/B/C and the key of the seed after fold_in(A), fold_in(B), split_at(C)
# make_key_answers.py prints this file; it does not use the library."""


def fnv1a(text):
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 0x01000193 & M32
    return h


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & M32, (p0 >> 32) ^ c[3] ^ k[1], p0 & M32]
        k = [(k[0] + 0x9E3779B9) & M32, (k[1] + 0xBB67AE85) & M32]
    return c


def halves(x):
    return [x & M32, x >> 32]


def key_of_block(seed, low, high):
    c = philox(halves(low) + halves(high), halves(seed))
    return c[0] | c[1] << 32, c[2] | c[3] << 32


def of_seed(seed):
    return key_of_block(0, seed, fnv1a("key") | fnv1a("generator") << 32)


def child(key, use, n):
    return key_of_block(key[0], n, key[1] ^ (fnv1a("key") | fnv1a(use) << 32))


def text(key):
    return b"".join(x.to_bytes(8, "little") for x in key).hex()


def words(key, n):
    all_words = []
    for block in range(n // 4):
        all_words += philox(halves(block) + halves(key[1]), halves(key[0]))
    return " ".join(f"{w:08x}" for w in all_words)


def main():
    print(HEADER)
    seeds = [0, 1, 2, 42, 20240501, 1 << 63, M64]
    numbers = [0, 1, 2, 1000, M32, 1 << 32, M64]
    keys = [of_seed(0), of_seed(42), (0, 0), (M64, M64), (1, 2)]
    for seed in seeds:
        print("seed", seed, text(of_seed(seed)))
    for use in ("fold-in", "split"):
        for key in keys:
            for n in numbers:
                print(use, text(key), n, text(child(key, use, n)))
    for key in keys:
        print("words", text(key), words(key, 8))
    for seed, a, b, c in [(0, 0, 0, 0), (7, 3, 12, 5), (M64, M64, 1, M64)]:
        k = child(child(child(of_seed(seed), "fold-in", a), "fold-in", b), "split", c)
        print("path", seed, f"{a}/{b}/{c}", text(k))


main()
