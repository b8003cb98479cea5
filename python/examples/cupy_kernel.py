#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tali in a kernel that CuPy compiles when it runs: the numbers are those of tali.Sequence. Needs CuPy and a GPU."""

SOURCE = r"""
#include <tali/distribution/normal_icdf.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/sequence.hpp>

extern "C" __global__ void numbers(unsigned long long seed, double* out, unsigned long long n) {
  const tali::philox4x32 sequence(seed, 0);
  const tali::normal_icdf<double> normal;
  const unsigned long long i = blockIdx.x * 256ull + threadIdx.x;
  if (i < n) out[i] = tali::value(sequence, normal, i);
}
"""


def values_of_kernel(seed, n):
    """Elements 0 ... n - 1 of the standard normal numbers, by inversion, of a sequence."""
    import cupy

    import tali

    options = ("--std=c++20", "--fmad=false", "-I" + tali.get_include())
    module = cupy.RawModule(code=SOURCE, options=options)
    out = cupy.empty(n, cupy.float64)
    module.get_function("numbers")(((n + 255) // 256,), (256,), (cupy.uint64(seed), out, cupy.uint64(n)))
    return out


if __name__ == "__main__":
    import numpy as np

    import tali

    got = values_of_kernel(42, 1_000_000).get()
    print(got[:4], np.array_equal(got, tali.Sequence(seed=42).normal(size=1_000_000, method="inversion")))
