# SPDX-License-Identifier: Apache-2.0
"""The elements of a sequence as functions of key and index, for kernel languages that compile Python.

This file is written in Triton's language. tali.triton and tali.numba load it (_kernels.py), and each defines the following names:

    jit            compiles a function                    tl.cast(x, t)        x as another type
    constant(x)    a number of this module                tl.cast(x, t, bitcast=True)   its bits as another type
    u32, u64, i32  types of words and integers            tl.where(c, a, b)    a if c, otherwise b
    f32, f64       types of floats                        tl.fma(a, b, c)      a b + c, rounded once
    tag_of(text)   as in key.hpp                  tl.umulhi(a, b)      upper half of a product of u64
    row(table, i)  words of a row of the quantile table       tl.static_range(n)   0 ... n - 1, unrolled
    any_of(c)      whether any condition of a block is true

Whether a compiler fuses products and sums does not matter: every product is either exact or not part of a sum. The C++ is in
include/tali: engine/philox4x32.hpp, key.hpp, distribution/, math/.
"""

# ruff: noqa: F821
FACTOR0, FACTOR1 = constant(0xD2511F53), constant(0xCD9E8D57)
BUMP0, BUMP1 = constant(0x9E3779B9), constant(0xBB67AE85)
KEY_TAG, FOLD_IN_TAG, SPLIT_TAG = constant(tag_of("key")), constant(tag_of("fold-in")), constant(tag_of("split"))
ALL, SIGN, INFINITY = constant(0xFFFFFFFF), constant(0x80000000), constant(0x7F800000)
NONE, ONE = constant(0), constant(1)


@jit
def block(low, high, stream, seed, rounds: tl.constexpr):
    """The philox4x32 bijection: the four words of counter {low, high, stream} under the key seed. All arguments have 64 bits."""
    c0 = tl.cast(low, u32)
    c1 = tl.cast(high, u32)
    c2 = tl.cast(stream, u32)
    c3 = tl.cast(stream >> 32, u32)
    for r in tl.static_range(rounds):
        p0 = tl.cast(c0, u64) * FACTOR0
        p1 = tl.cast(c2, u64) * FACTOR1
        bump = tl.cast(r, u64)
        c0 = tl.cast(p1 >> 32, u32) ^ c1 ^ tl.cast(seed + bump * BUMP0, u32)
        c2 = tl.cast(p0 >> 32, u32) ^ c3 ^ tl.cast((seed >> 32) + bump * BUMP1, u32)
        c1 = tl.cast(p1, u32)
        c3 = tl.cast(p0, u32)
    return c0, c1, c2, c3


@jit
def four_words(seed, stream, group, rounds: tl.constexpr):
    """Words 4 group ... 4 group + 3 of a sequence."""
    return block(group, group >> 32, tl.cast(stream, u64), tl.cast(seed, u64), rounds)


@jit
def join(low, upper):
    return tl.cast(low, u64) | (tl.cast(upper, u64) << 32)


@jit
def child(seed, stream, number, tag):
    """The child key for a number, as seed and stream."""
    use = KEY_TAG | (tl.cast(tag, u64) << 32)
    c0, c1, c2, c3 = block(number, number >> 32, tl.cast(stream, u64) ^ use, tl.cast(seed, u64), 10)
    return join(c0, c1), join(c2, c3)


@jit
def word(seed, stream, at, rounds: tl.constexpr):
    """Word `at` of a sequence."""
    w0, w1, w2, w3 = four_words(seed, stream, at >> 2, rounds)
    place = tl.cast(at, u32)
    odd = (place & 1) != 0
    return tl.where((place & 2) != 0, tl.where(odd, w3, w2), tl.where(odd, w1, w0))


@jit
def two_words(seed, stream, at, rounds: tl.constexpr):
    """Words 2 at and 2 at + 1 of a sequence, as one 64-bit number."""
    w0, w1, w2, w3 = four_words(seed, stream, (at << 1) >> 2, rounds)
    odd = (tl.cast(at, u32) & 1) != 0
    return join(tl.where(odd, w2, w0), tl.where(odd, w3, w1))


E24, E53, E64, E45 = constant(2.0**-24), constant(2.0**-53), constant(2.0**64), constant(2.0**45)


@jit
def uniform_of(w):
    return tl.cast(tl.cast(w >> 8, u32), f32) * tl.cast(E24, f32)  # exact


@jit
def uniform64_of(w):
    return tl.cast(w >> 11, f64) * tl.cast(E53, f64)  # exact


FIRST_ROW, IN_ROW, BITS_OF_1, ALL_BUT_LAST = constant(127 << 4), constant(0x7FFFF), constant(0x3F800000), constant(0xFFFFFFFE)
MIDDLE = constant(-1.0 - 0.5 / 16)  # subtracted from 1 + the fraction in the row


@jit
def normal_of(k, table):
    """The normal quantile at (k + 1/2) 2^-32 (math/normal_quantile.hpp)."""
    upper = tl.where((k & SIGN) != NONE, ALL, NONE)
    low = tl.cast(tl.cast(k << 1, u32) ^ upper | ONE, u32)  # 2^33 t; t is the distance from the nearer of 0 and 1
    t = tl.cast(low, f32)
    x = tl.cast(tl.cast(low ^ ALL_BUT_LAST, u32), f32)  # 2^33 (1/2 - t)
    bits = tl.cast(t, u32, bitcast=True)
    c0, c1, c2, c3, c0_low = row(table, (bits >> 19) - FIRST_ROW)
    f = tl.cast(tl.cast((bits & IN_ROW) | BITS_OF_1, u32), f32, bitcast=True) + tl.cast(MIDDLE, f32)  # exact
    bend = tl.fma(tl.fma(tl.fma(c3, f, c2), f, c1), f, c0_low)
    z = tl.cast(tl.fma(x, c0, x * bend), u32, bitcast=True)
    return tl.cast(tl.cast(z | ((k ^ ALL) & SIGN), u32), f32, bitcast=True)


# log(1 + f) / f as a function of 4 f, and log 2 (math/logarithm.hpp)
S0, S1, S2 = (constant(float.fromhex(x)) for x in ("0x1p-2", "-0x1.fffecp-6", "0x1.55a382p-8"))
S3, S4, S5 = (constant(float.fromhex(x)) for x in ("-0x1.f3144cp-11", "0x1.0df4d4p-12", "0x1.721512p-15"))
S6, S7, S8 = (constant(float.fromhex(x)) for x in ("0x1.3549a6p-14", "0x1.a390cap-16", "0x1.6a0adp-18"))
LOG2_BITS = constant(float.fromhex("0x1.62e43p-1") * 2.0**-23)
LOG2_128 = constant(float.fromhex("-0x1.62e43p-1") * 128)
BITS_OF_2 = constant(0x40000000)
ZERO, TWO, MINUS_4, MINUS_1 = constant(0.0), constant(2.0), constant(-4.0), constant(-1.0)


@jit
def unit_logarithm(wrapped):
    """Computes log u from 4 u, or from 4 (u - 1) if u is above 1/2."""
    upper = wrapped < ZERO
    i = tl.cast(tl.where(upper, TWO, wrapped), u32, bitcast=True)
    exponent = tl.cast(i & INFINITY, u32)
    line = tl.fma(tl.cast(exponent, f32), LOG2_BITS, LOG2_128)
    excess = tl.cast(tl.cast(i - exponent + BITS_OF_2, u32), f32, bitcast=True) + MINUS_4
    x = tl.where(upper, wrapped, excess)
    s = tl.fma(x, S8, S7)
    s = tl.fma(x, s, S6)
    s = tl.fma(x, s, S5)
    s = tl.fma(x, s, S4)
    s = tl.fma(x, s, S3)
    s = tl.fma(x, s, S2)
    s = tl.fma(x, s, S1)
    s = tl.fma(x, s, S0)
    return tl.fma(x, s, line)


# (log(1 + f) - f) / f^2 (math/logarithm.hpp)
B0, B1, B2, B3 = (constant(float.fromhex(x)) for x in ("-0x1.fffffap-2", "0x1.5556fp-2", "-0x1.0004a8p-2", "0x1.98d3ap-3"))
B4, B5, B6, B7 = (constant(float.fromhex(x)) for x in ("-0x1.535c2cp-3", "0x1.317caap-3", "-0x1.250594p-3", "0x1.65f0ap-4"))

ROOT_HALF, EXPONENT = constant(0x3F3504F3), constant(0xFF800000)


@jit
def logarithm(x):
    """Computes log x for a normal floating-point number x above 0."""
    i = tl.cast(x, u32, bitcast=True)
    step = tl.cast((i - ROOT_HALF) & EXPONENT, u32)
    f = tl.cast(tl.cast(i - step, u32), f32, bitcast=True) + MINUS_1
    b = tl.fma(f, B7, B6)
    b = tl.fma(f, b, B5)
    b = tl.fma(f, b, B4)
    b = tl.fma(f, b, B3)
    b = tl.fma(f, b, B2)
    b = tl.fma(f, b, B1)
    b = tl.fma(f, b, B0)
    return tl.fma(signed(step), LOG2_BITS, tl.fma(f * f, b, f))


E30, E31, MINUS_E30, MINUS_E31 = constant(2.0**-30), constant(2.0**-31), constant(-(2.0**-30)), constant(-(2.0**-31))


@jit
def signed(w):
    return tl.cast(tl.cast(w, i32, bitcast=True), f32)


@jit
def exponential_of(w, scale):
    log_rest = unit_logarithm(tl.fma(signed(w), MINUS_E30, MINUS_E31))  # log(1 - u) with u = (w + 1/2) 2^-32
    return tl.fma(log_rest, scale * MINUS_1, ZERO)  # a plain product could be fused with a sum of the caller


@jit
def gumbel_of(w, location, scale):
    log_u = unit_logarithm(tl.fma(signed(w), E30, E31))
    return tl.fma(scale * MINUS_1, logarithm(log_u * MINUS_1), location)


@jit
def bernoulli_of(w, p):
    """Whether 64 bits are below p 2^64. p has the type f64."""
    sure = p >= 1
    return tl.where(sure, w == w, w < tl.cast(tl.where(sure, p - p, p) * tl.cast(E64, f64), u64))


@jit
def integer32_of(w, low, high):
    """low + floor((high - low) w / 2^64), as u32. high - low is 1 ... 2^32."""
    s = tl.cast(high, u64) - tl.cast(low, u64)
    return tl.cast(((w >> 32) * s + (((w & ALL) * s) >> 32)) >> 32, u32) + tl.cast(low, u32)


@jit
def integer64_of(w, v, low, high):
    """The same with 128 bits w + 2^64 v, as u64; if high equals low, all 2^64 integers."""
    s = tl.cast(high, u64) - tl.cast(low, u64)
    lower = v * s
    total = lower + tl.umulhi(w, s)
    scaled = tl.umulhi(v, s) + tl.cast(total < lower, u64)
    return tl.where(s < ONE, v, scaled) + tl.cast(low, u64)


SAMPLES_TAG, PERMUTATION_TAG = constant(tag_of("samples")), constant(tag_of("permutation"))
TWO_WORDS_FROM = constant(1 << 20)


@jit
def sample_key(seed, stream, tag):
    """The key of the words of a distribution's samples (rejection/words.hpp)."""
    use = tl.cast(tag, u64) | (tl.cast(SAMPLES_TAG, u64) << 32)
    c0, c1, c2, c3 = block(stream, stream >> 32, use, tl.cast(seed, u64), 10)
    return join(c0, c1)


@jit
def mixed(half, before, between):
    """32 bits that depend on all bits of a half, and 32 more bits. All numbers are below 2^32, in 64 bits."""
    p = (half ^ tl.cast(before, u64)) * FACTOR0
    q = ((((p >> 32) ^ p) & ALL) ^ tl.cast(between, u64)) * FACTOR1
    return ((q >> 32) ^ q) & ALL, q & ALL


@jit
def permuted_once(i, last, right_bits, pairs, key, number):
    """All rounds of a permutation, applied once (distribution/permutation.hpp). Pairs of rounds share a block of round keys."""
    size = (last >> right_bits) + ONE
    mask = (tl.cast(ONE, u64) << right_bits) - ONE
    left = i >> right_bits
    right = i & mask
    for b in range(pairs):
        w0, w1, w2, w3 = block(number, number >> 32, tl.cast(b, u64) << 32, key, 10)
        m, more = mixed(right, w0, w1)
        left = left + ((m * size + tl.where(size >= TWO_WORDS_FROM, (more * size) >> 32, NONE)) >> 32)
        left = tl.where(left >= size, left - size, left)
        m, more = mixed(left, w2, w3)
        right = (right + ((m << right_bits) >> 32)) & mask
    return (left << right_bits) | right


@jit
def permuted(i, last, right_bits, pairs, key, number):
    """Element i of a permutation of 0 ... last."""
    i = permuted_once(i, last, right_bits, pairs, key, number)
    while any_of(i > last):
        i = tl.where(i > last, permuted_once(i, last, right_bits, pairs, key, number), i)
    return i


UPPER_HALF, QUIET, MAGNITUDE = constant(0xFFFF0000), constant(0x00400000), constant(0x7FFFFFFF)
LEAST_HALF, MOST_HALF, BITS_OF_HALF = constant(0x38800000), constant(0x477FE000), constant(0xFFFFE000)


@jit
def rounded_bfloat16_of(x, w):
    """Rounds x to the 16-bit float below or above in magnitude, with probabilities that make the mean equal to x. Uses the upper
    bits of w."""
    i = tl.cast(x, u32, bitcast=True)
    up = (i + (w >> 16)) & UPPER_HALF
    kept = (i & UPPER_HALF) | QUIET  # NaN, and still NaN without a carry
    return tl.cast(tl.cast(tl.where((i & MAGNITUDE) > INFINITY, kept, up), u32), f32, bitcast=True)


@jit
def rounded_float16_of(x, w):
    """The same for float16, as a float."""
    i = tl.cast(x, u32, bitcast=True)
    size = tl.cast(i & MAGNITUDE, u32)
    is_small = size < LEAST_HALF
    usual = tl.cast((size + (w >> 19)) & BITS_OF_HALF, u32)
    # Below 2^-14 float16 numbers are multiples of 2^-24: 21 bits below that are compared.
    scaled = tl.cast(tl.cast(tl.where(is_small, size, NONE), u32), f32, bitcast=True) * E45
    small = tl.cast(tl.cast((tl.cast(scaled, u32) + (w >> 11)) >> 21, u32), f32) * E24
    out = tl.cast(tl.where(is_small, tl.cast(small, u32, bitcast=True), usual), u32)
    out = tl.cast(tl.where(out > MOST_HALF, INFINITY, out), u32)
    out = tl.cast(tl.where(size >= INFINITY, size, out), u32)
    return tl.cast(tl.cast(out | (i & SIGN), u32), f32, bitcast=True)


E37, SIGN8 = constant(2.0**37), constant(0x80)
BITS_OF_2_6 = constant(0x3C800000)
REBIAS_E5, REBIAS_E4 = constant((127 - 15) << 2), constant((127 - 7) << 3)
MOST_E5, INFINITY_E5, MOST_E4, NAN8 = constant(0x7B), constant(0x7C), constant(0x7E), constant(0x7F)


@jit
def rounded_float8_e5m2_of(x, w):
    """The same for 8-bit floats with a 2-bit mantissa: their bits, as u32. The next number above the largest is infinity."""
    i = tl.cast(x, u32, bitcast=True)
    size = tl.cast(i & MAGNITUDE, u32)
    is_small = size < LEAST_HALF
    usual = tl.cast((tl.cast(size + (w >> 11), u32) >> 21) - REBIAS_E5, u32)
    # Below 2^-14 they are multiples of 2^-16: 29 bits below that are compared.
    scaled = tl.cast(tl.cast(tl.where(is_small, size, NONE), u32), f32, bitcast=True) * E45
    out = tl.cast(tl.where(is_small, tl.cast((tl.cast(scaled, u32) + (w >> 3)) >> 29, u32), usual), u32)
    out = tl.cast(tl.where(out > MOST_E5, INFINITY_E5, out), u32)
    out = tl.cast(tl.where(size >= INFINITY, tl.where(size > INFINITY, NAN8, INFINITY_E5), out), u32)
    return tl.cast(out | ((i >> 24) & SIGN8), u32)


@jit
def rounded_float8_e4m3_of(x, w):
    """The same for 8-bit floats with a 3-bit mantissa, which have no infinity: larger finite numbers become the largest."""
    i = tl.cast(x, u32, bitcast=True)
    size = tl.cast(i & MAGNITUDE, u32)
    is_small = size < BITS_OF_2_6
    usual = tl.cast((tl.cast(size + (w >> 12), u32) >> 20) - REBIAS_E4, u32)
    # Below 2^-6 they are multiples of 2^-9: 28 bits below that are compared.
    scaled = tl.cast(tl.cast(tl.where(is_small, size, NONE), u32), f32, bitcast=True) * E37
    out = tl.cast(tl.where(is_small, tl.cast((tl.cast(scaled, u32) + (w >> 4)) >> 28, u32), usual), u32)
    out = tl.cast(tl.where(out > MOST_E4, MOST_E4, out), u32)
    out = tl.cast(tl.where(size >= INFINITY, NAN8, out), u32)
    return tl.cast(out | ((i >> 24) & SIGN8), u32)


E_32, E_64, E_65 = constant(2.0**-32), constant(2.0**-64), constant(2.0**-65)


@jit
def tail_gumbel_of(w, v):
    """The Gumbel number at u = 1 - (2^32 (2^32 - 1 - w) + v + 1/2) 2^-64, for w among the largest 2^12."""
    rest = tl.fma(tl.cast(tl.cast(v, u32), f32), E_64, E_65)
    return logarithm(tl.fma(tl.cast(tl.cast(w ^ ALL, u32), f32), E_32, rest)) * MINUS_1
