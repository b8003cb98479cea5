#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tali's words and uniform numbers in a kernel of Warp, on a CPU or a GPU: those of tali.Sequence. Needs warp-lang."""

import warp as wp

PHILOX = """
    const unsigned long long group = index >> 2;
    unsigned c[4] = {unsigned(group), unsigned(group >> 32), unsigned(stream), unsigned(stream >> 32)};
    unsigned k0 = unsigned(seed), k1 = unsigned(seed >> 32);
    for (int round = 0; round < 10; ++round, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
        const unsigned long long p0 = 0xd2511f53ull * c[0], p1 = 0xcd9e8d57ull * c[2];
        const unsigned c0 = unsigned(p1 >> 32) ^ c[1] ^ k0, c2 = unsigned(p0 >> 32) ^ c[3] ^ k1;
        c[0] = c0; c[1] = unsigned(p1); c[2] = c2; c[3] = unsigned(p0);
    }
    const unsigned place = unsigned(index & 3);
    return place == 0 ? c[0] : place == 1 ? c[1] : place == 2 ? c[2] : c[3];
"""


@wp.func_native(PHILOX)
def word(seed: wp.uint64, stream: wp.uint64, index: wp.uint64) -> wp.uint32:
    """Word `index` of the sequence that a key names."""
    ...


@wp.func
def uniform(seed: wp.uint64, stream: wp.uint64, index: wp.uint64):
    """Element `index` of the uniform numbers in [0, 1)."""
    return wp.float32(word(seed, stream, index) >> wp.uint32(8)) * 5.9604644775390625e-8  # 2^-24: exact


@wp.kernel
def numbers(seed: wp.uint64, stream: wp.uint64, words: wp.array(dtype=wp.uint32), uniforms: wp.array(dtype=wp.float32)):
    i = wp.tid()
    words[i] = word(seed, stream, wp.uint64(i))
    uniforms[i] = uniform(seed, stream, wp.uint64(i))


def values_of_kernel(key, n, device="cpu"):
    """Words and uniform numbers 0 ... n - 1 of a key's sequence."""
    words, uniforms = wp.empty(n, wp.uint32, device=device), wp.empty(n, wp.float32, device=device)
    wp.launch(numbers, n, [wp.uint64(key.seed), wp.uint64(key.stream), words, uniforms], device=device)
    return words.numpy(), uniforms.numpy()


if __name__ == "__main__":
    import numpy as np

    import tali

    key, n = tali.Key(42), 1_000_000
    for device in ["cpu"] + (["cuda"] if wp.is_cuda_available() else []):
        words, uniforms = values_of_kernel(key, n, device)
        sequence = tali.Sequence(seed=key)
        print(device, uniforms[:4], np.array_equal(words, sequence.fill("bits", size=n, dtype="uint32")),
              np.array_equal(uniforms, sequence.random(size=n, dtype="float32")))
