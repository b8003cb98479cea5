#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints generator_answers.txt but for its last part, whose values only the library can make.

An independent path: Python's integers and exact fractions.
"""

import math
import struct
from fractions import Fraction

M32, M64 = (1 << 32) - 1, (1 << 64) - 1

HEADER = """\
# Known answers of generators, for every language's test. '#' begins a comment. Seeds, streams and positions are decimal,
# parameters "-" where there are none, everything else hexadecimal. Behind a line's kind stand
#   tag NAME TYPE and the tag of a distribution: FNV-1a of "NAME TYPE"
#   substream SEED STREAM NAME TYPE, and the seed and the stream of the sequence that the distribution draws from
#   child SEED STREAM split|fold-in X, and the seed and the stream of the child
#   saved SEED STREAM POSITION and the generator's 32 bytes; its text is "tali-generator 1 philox4x32 SEED STREAM POSITION"
#   values SEED STREAM POSITION NAME TYPE PARAMETERS and the bits of the values drawn one after the other from there
#   between SEED STREAM POSITION LOW HIGH and the bits of uniform(LOW, HIGH); the bounds are bits of doubles too
# The first part comes from make_generator_answers.py, which does not use the library."""

TYPES = {
    "bits": "u32 u64",
    "uniform": "f32 f64", "uniform-open-close": "f32 f64", "uniform-open-open": "f32 f64",
    "uniform-close1-open2": "f32 f64", "uniform-as": "f32 f64", "uniform-as-u64": "f32", "uniform-as-u32": "f64",
    "uniform-int": "i32 u32 i64 u64",
    "bernoulli": "u8", "bernoulli-bits": "u32",
    "normal-icdf": "f32 f64", "normal": "f32 f64 bf16 f16", "normal-warp": "f32 f64", "normal-warp-coarse": "f64",
    "lognormal": "f32 f64", "exponential": "f32 f64", "weibull": "f32 f64", "gumbel": "f32 f64",
    "logistic": "f32 f64", "laplace": "f32 f64", "cauchy": "f32 f64", "pareto": "f32 f64", "lomax": "f32 f64", "rayleigh": "f32 f64",
    "triangular": "f32 f64", "student-t": "f32 f64", "geometric": "u32 i64",
    "gamma": "f32 f64", "chi-squared": "f32 f64", "beta": "f32 f64", "f": "f32 f64",
    "poisson": "u32 i64", "binomial": "u32 i64", "von-mises": "f32 f64", "truncated-normal": "f32 f64",
    "unbiased-int": "i32 u32 i64 u64",
    "negative-binomial": "u32 i64", "hypergeometric": "u32 i64",
    "poisson-icdf": "u32 i64", "binomial-icdf": "u32 i64",
    "power": "f32 f64", "wald": "f32 f64", "logseries": "u32 i64", "zipf": "u32 i64",
    "noncentral-chi-squared": "f32 f64", "noncentral-f": "f32 f64",
}

KEYS = [(0, 0), (1, 2), (M64, M64), (20240501, 7)]


def fnv1a(data):
    h = 0x811C9DC5
    for byte in data:
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


def substream(seed, stream, text):
    return key_of_block(seed, stream, fnv1a(text.encode()) | fnv1a(b"generator") << 32)


def child(seed, stream, use, x):
    return key_of_block(seed, x, stream ^ (fnv1a(b"key") | fnv1a(use.encode()) << 32))


def saved(seed, stream, position):
    begin, state = b"tgn\x01", struct.pack("<QQQ", seed, stream, position)
    return begin + struct.pack("<I", fnv1a(begin + state)) + state


def words(key, first, n):
    return [philox(halves(i // 4) + halves(key[1]), halves(key[0]))[i % 4] for i in range(first, first + n)]


def number(w):
    return sum(x << 32 * i for i, x in enumerate(w))


def float_bits(x, code):
    return struct.pack(">" + code, x).hex()


def value(name, kind, p, w):
    """The bits of the value that words w make."""
    bits = 32 * len(w)
    if name == "bits":
        return f"{number(w):0{bits // 4}x}"
    if name == "bernoulli":
        return "01" if number(w) < int(p["p"] * 2**64) else "00"
    if name == "bernoulli-bits":
        u = [sum((word >> b & 1) << 63 - k for k, word in enumerate(w)) for b in range(32)]
        return f"{sum((x < int(p['p'] * 2**64)) << b for b, x in enumerate(u)):08x}"
    if name == "uniform-int":
        x = p["low"] + ((p["high"] - p["low"] + 1) * number(w) >> bits)
        return f"{x % (1 << bits // 2):0{bits // 8}x}"
    digits, code = (24, "f") if kind == "f32" else (53, "d")
    k = number(w) >> (bits - digits)
    exact = {"uniform": Fraction(k, 2**digits),
             "uniform-open-close": Fraction(k + 1, 2**digits),
             "uniform-open-open": Fraction(k | 1, 2**digits),
             "uniform-close1-open2": 1 + Fraction(k >> 1, 2**(digits - 1))}[name]
    return float_bits(float(exact), code)


WORDS = {"u8": 2, "u32": 1, "u64": 2, "f32": 1, "f64": 2}
CASES = [("bits", "u32", {}), ("bits", "u64", {})]
CASES += [(name, kind, {}) for name in ("uniform", "uniform-open-close", "uniform-open-open", "uniform-close1-open2")
          for kind in ("f32", "f64")]
CASES += [("uniform-int", "i32", {"low": -1000, "high": 1234567}), ("uniform-int", "u32", {"low": 1, "high": 6}),
          ("uniform-int", "i64", {"low": 1, "high": 6}), ("uniform-int", "i64", {"low": -(1 << 62), "high": (1 << 62) + 7}),
          ("uniform-int", "u64", {"low": 0, "high": M64}), ("bernoulli", "u8", {"p": Fraction(3, 8)}),
          ("bernoulli-bits", "u32", {"p": Fraction(3, 8)}), ("bernoulli-bits", "u32", {"p": Fraction(0.3)})]


def values(seed, stream, position, name, kind, p, n):
    w = {"uniform-int": {"u32": 2, "i32": 2, "u64": 4, "i64": 4}, "bernoulli-bits": {"u32": 64}}.get(name, WORDS)[kind]
    taken = words(substream(seed, stream, f"{name} {kind}"), w * position, w * n)
    return [value(name, kind, p, taken[w * i:w * i + w]) for i in range(n)]


def between(seed, stream, position, low, high, n):
    out = []
    for u in values(seed, stream, position, "uniform", "f64", {}, n):
        u = Fraction(struct.unpack(">d", bytes.fromhex(u))[0])
        exact = Fraction(high - low) * u + Fraction(low)
        x = float(exact)
        if (high - low) * 2**41 <= abs(high) and Fraction(x) > exact:  # few numbers lie between the bounds: rounded down
            x = math.nextafter(x, -math.inf)
        out.append(float_bits(x if x < high else math.nextafter(high, low), "d"))
    return out


def main():
    print(HEADER)
    for name, kinds in TYPES.items():
        for kind in kinds.split():
            print(f"tag {name} {kind} {fnv1a(f'{name} {kind}'.encode()):08x}")
    for seed, stream in KEYS:
        for name in ("bits u64", "uniform f64", "normal f64", "exponential f64", "uniform-int i64", "bernoulli u8", "gamma f32"):
            s, t = substream(seed, stream, name)
            print(f"substream {seed} {stream} {name} {s:016x} {t:016x}")
        for use in ("split", "fold-in"):
            for x in (0, 1, 1 << 40, M64):
                s, t = child(seed, stream, use, x)
                print(f"child {seed} {stream} {use} {x} {s:016x} {t:016x}")
        for position in (0, 1234567890123, 1 << 62):
            print(f"saved {seed} {stream} {position} {saved(seed, stream, position).hex()}")
    for seed, stream in KEYS[1:3]:
        for position in (0, (1 << 33) + 5, (1 << 62) - 6):
            for name, kind, p in CASES:
                shown = ",".join(f"{key}={float(x) if key == 'p' else x}" for key, x in p.items()) or "-"
                at = min(position, (1 << 58) - 6) if name == "bernoulli-bits" else position
                print(f"values {seed} {stream} {at} {name} {kind} {shown} "
                      + " ".join(values(seed, stream, at, name, kind, p, 6)))
            for low, high in ((-1.0, 1.0), (1e15, 1e15 + 1), (0.1, 0.3)):
                print(f"between {seed} {stream} {position} {float_bits(low, 'd')} {float_bits(high, 'd')} "
                      + " ".join(between(seed, stream, position, low, high, 6)))


if __name__ == "__main__":
    main()
