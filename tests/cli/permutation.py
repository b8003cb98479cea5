# SPDX-License-Identifier: Apache-2.0
"""tali's permutation, one element after another, from its definition in permutation.hpp."""

MASK = 2**32 - 1


def tag_of(use):
    """FNV-1a."""
    h = 0x811C9DC5
    for c in use.encode():
        h = (h ^ c) * 0x01000193 & MASK
    return h


def philox4x32(counter, key):
    """Ten rounds."""
    key = [key & MASK, key >> 32]
    for _ in range(10):
        p, q = counter[0] * 0xD2511F53, counter[2] * 0xCD9E8D57
        counter = [(q >> 32) ^ counter[1] ^ key[0], q & MASK, (p >> 32) ^ counter[3] ^ key[1], p & MASK]
        key = [key[0] + 0x9E3779B9 & MASK, key[1] + 0xBB67AE85 & MASK]
    return counter


class Permutation:
    """Of 0 ... n - 1, n at most 2^64."""

    def __init__(self, n, seed=0, stream=0):
        self.last = n - 1
        self.rounds = 48 if self.last < 4096 else 12
        self.right_bits = 0
        while self.right_bits < 32 and self.last >> 2 * self.right_bits + 1:
            self.right_bits += 1
        self.left_size = (self.last >> self.right_bits) + 1
        tags = [tag_of("permutation"), tag_of("samples")]
        low, high = philox4x32([stream & MASK, stream >> 32, *tags], seed)[:2]
        self.keys = []
        for k in range(self.rounds // 2):
            w = philox4x32([0, 0, 0, k], low + (high << 32))
            self.keys += [w[:2], w[2:]]

    def mixed(self, half, k):
        p = (half ^ self.keys[k][0]) * 0xD2511F53
        q = ((p >> 32) ^ (p & MASK) ^ self.keys[k][1]) * 0xCD9E8D57
        return (q >> 32) ^ (q & MASK), q & MASK

    def for_left(self, half, k):
        mixed, more = self.mixed(half, k)
        if self.left_size < 2**20:
            return mixed * self.left_size >> 32
        return (mixed << 32 | more) * self.left_size >> 64  # the 64 bits as a fraction

    def __call__(self, i):
        while True:
            left, right = i >> self.right_bits, i & (1 << self.right_bits) - 1
            for k in range(0, self.rounds, 2):
                left = (left + self.for_left(right, k)) % self.left_size
                right = right + (self.mixed(left, k + 1)[0] >> 32 - self.right_bits) & (1 << self.right_bits) - 1
            i = left << self.right_bits | right
            if i <= self.last:
                return i
