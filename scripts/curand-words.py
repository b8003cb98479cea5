#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the words of a generator of cuRAND's host interface without an end, for batteries of tests. With --host cuRAND
makes them on the CPU, else on a GPU.

    scripts/curand-words.py xorwow --seed 1 | head -c 1G > words
    tali-testu01 --command "scripts/curand-words.py mtgp32 --seed 1" --battery BigCrush

cuRAND is that of the CUDA toolkit: CUDA_HOME names it where the loader doesn't find its libraries.
"""

import argparse
import ctypes
import os
import signal
import sys

# curandRngType and cudaMemcpyKind, as the toolkit's headers number them.
TYPES = {"xorwow": 101, "mrg32k3a": 121, "mtgp32": 141, "mt19937": 142, "philox": 161}
DEVICE_TO_HOST = 2


def library(name, versions):
    home = os.environ.get("CUDA_HOME")
    folders = [os.path.join(home, f, "") for f in ("lib64", "lib")] if home else []
    for path in [f"{folder}{name}.{v}" for folder in [*folders, ""] for v in versions]:
        try:
            return ctypes.CDLL(path)
        except OSError as e:
            said = e
    sys.exit(f"curand-words.py: {name} is not loaded ({said}); allowed: in lib64 or lib of CUDA_HOME, or where the loader looks")


def require(status, what):
    if status != 0:
        sys.exit(f"curand-words.py: {what} failed: status {status}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("generator", choices=TYPES)
    p.add_argument("--seed", type=int, default=0, help="0 ... 2^64 - 1")
    p.add_argument("--words", type=int, default=1 << 24,
                   help="words of a call of the library (default: 2^24); changes none of them")
    p.add_argument("--host", action="store_true", help="on the CPU, without a GPU")
    options = p.parse_args()
    for flag, value, least, most in (("--seed", options.seed, 0, 2**64 - 1), ("--words", options.words, 1, 2**30)):
        if not least <= value <= most:
            p.error(f"{flag} is {value}; allowed: {least} ... {most}")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the reader has had enough

    size = 4 * options.words
    host = bytearray(size)
    to = (ctypes.c_char * size).from_buffer(host)
    curand, generator = library("libcurand.so", (10,)), ctypes.c_void_p()
    if options.host:
        memory, create = to, "curandCreateGeneratorHost"
    else:
        cuda, memory, create = library("libcudart.so", (13, 12, 11)), ctypes.c_void_p(), "curandCreateGenerator"
        require(cuda.cudaMalloc(ctypes.byref(memory), ctypes.c_size_t(size)), "cudaMalloc, for which --host has no need,")
    require(getattr(curand, create)(ctypes.byref(generator), TYPES[options.generator]), create)
    require(curand.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong(options.seed)),
            "curandSetPseudoRandomGeneratorSeed")
    while True:
        require(curand.curandGenerate(generator, memory, ctypes.c_size_t(options.words)), "curandGenerate")
        if not options.host:
            require(cuda.cudaMemcpy(to, memory, ctypes.c_size_t(size), DEVICE_TO_HOST), "cudaMemcpy")
        try:
            sys.stdout.buffer.write(host)
        except OSError as e:
            sys.exit(f"curand-words.py: standard output: {e.strerror}")


if __name__ == "__main__":
    main()
