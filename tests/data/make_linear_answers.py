#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the lines of known_answers.txt for mrg32k3a, xorwow-curand, xoshiro256++ and the Mersenne Twisters.

An independent path: Python's integers; matrices over GF(2) where the library has polynomials; and the
characteristic polynomial of a Mersenne Twister by Matsumoto and Nishimura's formula, where the library finds
it from the outputs.
"""

MASK32, MASK64 = (1 << 32) - 1, (1 << 64) - 1


def matrix_of(step, bits):
    """The images of the unit vectors under a map that is linear over GF(2)."""
    return [step(1 << k) for k in range(bits)]


def apply(matrix, x):
    out = 0
    while x:
        low = x & -x
        out ^= matrix[low.bit_length() - 1]
        x ^= low
    return out


def power_applied(matrix, log2, n, x):
    """2^log2 n steps of x."""
    for _ in range(log2):
        matrix = [apply(matrix, row) for row in matrix]
    while n:
        if n & 1:
            x = apply(matrix, x)
        n >>= 1
        if n:
            matrix = [apply(matrix, row) for row in matrix]
    return x


def fields(x, count, width):
    return [(x >> (width * k)) & ((1 << width) - 1) for k in range(count)]


def joined(words, width):
    return sum(w << (width * k) for k, w in enumerate(words))


# xorwow

def xorwow_step(x):
    v = fields(x, 5, 32)
    t = v[0] ^ (v[0] >> 2)
    return joined(v[1:] + [(v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & MASK32], 32)


XORWOW = matrix_of(xorwow_step, 160)


def xorwow_words(seed, stream, index, count):
    t0 = 1099087573 * ((seed & MASK32) ^ 0xAAD26B49) & MASK32
    t1 = 2591861531 * ((seed >> 32) ^ 0xF7DCEFDD) & MASK32
    x = joined([(123456789 + t0) & MASK32, 362436069 ^ t0, (521288629 + t1) & MASK32, 88675123 ^ t1,
                (5783321 + t0) & MASK32], 32)
    d = (6615241 + t1 + t0 + 362437 * index) & MASK32
    x = power_applied(XORWOW, 67, stream, x) if stream else x
    x = power_applied(XORWOW, 0, index, x)
    out = []
    for _ in range(count):
        x = xorwow_step(x)
        d = (d + 362437) & MASK32
        out.append((fields(x, 5, 32)[4] + d) & MASK32)
    return out


# xoshiro256++

def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & MASK64


def xoshiro_step(x):
    s = fields(x, 4, 64)
    t = (s[1] << 17) & MASK64
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotl(s[3], 45)
    return joined(s, 64)


XOSHIRO = matrix_of(xoshiro_step, 256)


def xoshiro_words(seed, stream, index, count):
    s = []
    for _ in range(4):
        seed = (seed + 0x9E3779B97F4A7C15) & MASK64
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK64
        s.append(z ^ (z >> 31))
    start = power_applied(XOSHIRO, 192, stream, joined(s, 64)) if stream else joined(s, 64)
    out = []
    for i in range(index, index + count):
        lane, step = i // 2 % 8, i // 16
        x = power_applied(XOSHIRO, 128, lane, start) if lane else start
        s = fields(power_applied(XOSHIRO, 0, step, x), 4, 64)
        number = (rotl((s[0] + s[3]) & MASK64, 23) + s[0]) & MASK64
        out.append(number >> 32 if i % 2 else number & MASK32)
    return out


# MRG32k3a

M1, M2 = 4294967087, 4294944443
A1 = [[0, 1, 0], [0, 0, 1], [-810728, 1403580, 0]]
A2 = [[0, 1, 0], [0, 0, 1], [-1370589, 0, 527612]]


def product(a, b, m):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) % m for j in range(len(b[0]))] for i in range(3)]


def mrg_jump(a, n, x, m):
    x = [[w] for w in x]
    while n:
        if n & 1:
            x = product(a, x, m)
        a = product(a, a, m)
        n >>= 1
    return [w[0] for w in x]


def mrg_words(seed, stream, index, count):
    x1, x2 = [12345] * 3, [12345] * 3
    if seed:
        low, high = (seed & MASK32) ^ 0x55555555, (seed >> 32) ^ 0xAAAAAAAA
        x1 = [12345 * w % M1 for w in (low, high, low)]
        x2 = [12345 * w % M2 for w in (high, low, high)]
    n = (stream << 76) + index
    x1, x2 = mrg_jump(A1, n, x1, M1), mrg_jump(A2, n, x2, M2)
    out = []
    for _ in range(count):
        x1 = [x1[1], x1[2], (1403580 * x1[1] - 810728 * x1[0]) % M1]
        x2 = [x2[1], x2[2], (527612 * x2[2] - 1370589 * x2[0]) % M2]
        z = (x1[2] - x2[2]) % M1 or M1
        out.append(min(int(float(z) * 1.000000048662), MASK32))
    return out


# Mersenne Twisters

class Twister:
    def __init__(self, w, n, m, r, a, temper, f, init, factors):
        self.w, self.n, self.m, self.r, self.a, self.temper = w, n, m, r, a, temper
        self.f, self.init, self.factors, self.mask = f, init, factors, (1 << w) - 1
        self.p = n * w - r
        self.terms = self.characteristic()

    def characteristic(self):
        def times(x, y):
            out = 0
            for e in exponents(y):
                out ^= x << e
            return out

        def power(x, k):
            out = 1
            for _ in range(k):
                out = times(out, x)
            return out

        t1 = (1 << self.n) | (1 << self.m)
        t2 = (1 << (self.n - 1)) | (1 << (self.m - 1))
        w, r = self.w, self.r
        poly = times(power(t1, w - r), power(t2, r))
        for i in range(w):
            if (self.a >> i) & 1 == 0:
                continue
            if i < r:
                poly ^= times(power(t1, w - r), power(t2, r - 1 - i))
            else:
                poly ^= power(t1, w - 1 - i)
        assert poly.bit_length() == self.p + 1
        return exponents(poly)

    def seeded(self, seeds):
        x = [19650218 if isinstance(seeds, list) else seeds]
        for i in range(1, self.n):
            x.append((self.f * (x[-1] ^ (x[-1] >> (self.w - 2))) + i) & self.mask)
        if not isinstance(seeds, list):
            return x
        i, j = 1, 0
        for k in range(max(self.n, len(seeds)) + self.n - 1):
            first = k < max(self.n, len(seeds))
            mixed = x[i] ^ ((x[i - 1] ^ (x[i - 1] >> (self.w - 2))) * self.factors[0 if first else 1])
            x[i] = (mixed + (seeds[j] + j if first else -i)) & self.mask
            i, j = i + 1, (j + 1) % len(seeds)
            if i >= self.n:
                x[0], i = x[-1], 1
        x[0] = 1 << (self.w - 1)
        return x

    def next(self, x, i):
        low = (1 << self.r) - 1
        y = (x[i] & ~low) | (x[i + 1] & low)
        return x[i + self.m] ^ (y >> 1) ^ (self.a if y & 1 else 0)

    def power_of_x(self, n):
        a = 1
        for digit in bin(n)[2:]:
            a = int(bin(a)[2:], 4)  # squaring puts zeros between the binary digits
            if digit == "1":
                a <<= 1
            while a >> self.p:
                high = a >> self.p
                for e in self.terms:
                    a ^= high << e
        return a

    def outputs(self, seeds, index, count):
        x = self.seeded(seeds)
        if index > 100000:
            # Outputs from n on: x_1 ... follow the polynomial, x_0's low bits do not.
            jump = index - 100
            g = self.power_of_x(jump)
            while len(x) < self.n + self.p + 2:
                x.append(self.next(x, len(x) - self.n))
            state = [0] * self.n
            for k in exponents(g):
                for j in range(self.n):
                    state[j] ^= x[1 + k + j]
            x, index = state, 99
        while len(x) < self.n + index + count:
            x.append(self.next(x, len(x) - self.n))
        return [self.temper(w) for w in x[self.n + index:self.n + index + count]]


def exponents(x):
    return [k for k, digit in enumerate(reversed(bin(x)[2:])) if digit == "1"]


def temper32(x):
    x ^= x >> 11
    x ^= (x << 7) & 0x9D2C5680
    x ^= (x << 15) & 0xEFC60000
    return x ^ (x >> 18)


def temper64(x):
    x ^= (x >> 29) & 0x5555555555555555
    x ^= (x << 17) & 0x71D67FFFEDA60000
    x ^= (x << 37) & 0xFFF7EEE000000000
    return x ^ (x >> 43)


MT32 = Twister(32, 624, 397, 31, 0x9908B0DF, temper32, 1812433253, 19650218, (1664525, 1566083941))
MT64 = Twister(64, 312, 156, 31, 0xB5026F5AA96619E9, temper64, 6364136223846793005, 19650218,
               (3935559000370003845, 2862933555777941757))


def mt32_words(seed, stream, index, count):
    seeds = seed if stream == 0 and seed <= MASK32 else [
        seed & MASK32, seed >> 32, stream & MASK32, stream >> 32]
    return MT32.outputs(seeds, index, count)


def mt64_words(seed, stream, index, count):
    numbers = MT64.outputs(seed if stream == 0 else [seed, stream], index // 2, count // 2 + 1)
    halves = [h for x in numbers for h in (x & MASK32, x >> 32)]
    return halves[index % 2:index % 2 + count]


ENGINES = [("mrg32k3a", mrg_words, (1 << 51) - 1), ("xorwow-curand", xorwow_words, MASK64),
           ("xoshiro256++", xoshiro_words, MASK64), ("mt19937", mt32_words, MASK64),
           ("mt19937-64", mt64_words, MASK64)]
for engine, words, max_stream in ENGINES:
    for seed, stream in [(42, 0), (0, 0), (MASK64, max_stream), (20240501, 7)]:
        for index in [0, 1001, 2**32 - 3, 2**62 + 12345, 2**64 - 6]:
            if engine == "xoshiro256++" and stream and index > 1001 and stream != 7:
                continue
            values = " ".join(f"{w:08x}" for w in words(seed, stream, index, 6))
            print(f"sequence {engine} {seed} {stream} {index} {values}")
