#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures tali's Sobol points on one thread of the CPU beside those of SciPy and PyTorch, whichever of the two
are installed: f32 or f64 numbers, point after point, the same shapes. Prints a Markdown table.

    python3 scripts/compare-sobol.py build/tali
"""

import json
import os
import statistics
import subprocess
import sys
import time

for variable in ["OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"]:
    os.environ[variable] = "1"

SHAPES = [(2**26, 1), (2**26 // 100, 100), (2**26 // 10000, 10000), (10000, 10), (10000, 100), (10000, 1000)]


def median_seconds(work, n):
    """Of one call; small shapes are called more often."""
    calls = max(1, 1_000_000 // n)
    work()
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - begin) / calls)
    return statistics.median(times)


def scipys():
    from scipy.stats import qmc

    def rate(points, dims):
        def work():
            qmc.Sobol.random(engines[dims].reset(), points)

        engines = {dims: qmc.Sobol(dims, scramble=False, bits=32)}
        return points * dims / median_seconds(work, points * dims) * 1e-9

    return "SciPy", "f64", rate


def pytorchs():
    import torch

    torch.set_num_threads(1)

    def rate(points, dims):
        engine = torch.quasirandom.SobolEngine(dims)
        out = torch.empty(points, dims)

        def work():
            engine.reset()
            engine.draw(points, out=out)

        return points * dims / median_seconds(work, points * dims) * 1e-9

    return "PyTorch", "f32", rate


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = json.loads(
        subprocess.run([sys.argv[1], "bench", "--filter", "sobol-cpu", "--threads", "1", "--json"],
                       check=True, stdout=subprocess.PIPE).stdout  # fmt: skip
    )
    rates = {
        (r["type"], r["variant"]): r["gnum_per_s"]
        for r in rows
        if r["engine"] == "sobol32" and r["distribution"] == "uniform"
    }
    print("| points x dimensions | peer | its Gnum/s | tali's | times |")
    print("|---|---|---|---|---|")
    for make in [scipys, pytorchs]:
        try:
            name, dtype, rate = make()
        except ImportError as missing:
            print(f"compare-sobol.py: left out: {missing}", file=sys.stderr)
            continue
        for points, dims in SHAPES:
            theirs = rate(points, dims)
            ours = rates[(dtype, f"{points} x {dims}, point-major, 1 thread")]
            print(f"| {points:,} x {dims:,} | {name} {dtype} | {theirs:.3f} | {ours:.2f} | {ours / theirs:.1f} |",
                  flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
