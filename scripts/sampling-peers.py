#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times PyTorch's and CuPy's samplers on CUDA device 0: the peers of `tali bench --filter sampling`.

Prints one JSON object a line: {"engine", "distribution", "type", "variant", "n", "seconds", "gnum_per_s"}, the median of
--repeats runs. A library that is not installed is left out with a note on stderr.
"""

import argparse
import json
import statistics
import sys


def torch_cases(n):
    import torch

    device = torch.device("cuda:0")
    f32 = torch.empty(n, device=device)
    f64 = torch.empty(n // 2, dtype=torch.float64, device=device)

    def of(value):
        return torch.full((n,), value, device=device)

    yield "exponential", "f32", "1", n, lambda: f32.exponential_(1)
    yield "cauchy", "f32", "0, 1", n, lambda: f32.cauchy_()
    yield "geometric", "f32", "0.3", n, lambda: f32.geometric_(0.3)
    yield "normal-warp", "f64", "0, 1", n // 2, lambda: f64.normal_()
    for shape in [2.5, 0.3]:
        a = of(shape)
        yield "gamma", "f32", str(shape), n, lambda a=a: torch._standard_gamma(a)
    for mean in [10.0, 1000.0]:
        a = of(mean)
        yield "poisson", "f32", f"{mean:g}", n, lambda a=a: torch.poisson(a)
    count, p = of(100.0), of(0.3)
    yield "binomial", "f32", "100, 0.3", n, lambda: torch.binomial(count, p)
    u8 = torch.empty(n, dtype=torch.uint8, device=device)
    yield "bernoulli", "u8", "0.3", n, lambda: u8.bernoulli_(0.3)


def cupy_cases(n):
    import cupy

    g = cupy.random.default_rng(1)
    yield "exponential", "f32", "1", n, lambda: g.standard_exponential(n, dtype=cupy.float32)
    for shape in [2.5, 0.3]:
        yield "gamma", "f32", str(shape), n, lambda s=shape: g.standard_gamma(s, n, dtype=cupy.float32)
    for kind, dtype in [("f32", cupy.float32), ("f64", cupy.float64)]:
        yield "beta", kind, "2.5, 4", n, lambda t=dtype: g.beta(2.5, 4, n, dtype=t)
        yield "beta", kind, "0.3, 0.7", n, lambda t=dtype: g.beta(0.3, 0.7, n, dtype=t)
    yield "chi-squared", "f64", "3", n, lambda: g.chisquare(3, n)
    yield "f", "f64", "5, 7", n, lambda: g.f(5, 7, n)
    legacy = cupy.random.RandomState(1)
    yield "student-t", "f32", "3", n, lambda: legacy.standard_t(3, n, dtype=cupy.float32)
    yield "student-t", "f64", "3", n, lambda: legacy.standard_t(3, n)
    yield "poisson", "i64", "10", n, lambda: g.poisson(10, n)
    yield "poisson", "i64", "1000", n, lambda: g.poisson(1000, n)
    yield "binomial", "i64", "100, 0.3", n, lambda: g.binomial(100, 0.3, n)


def seconds_of(f, new_event, between):
    begin, end = new_event(), new_event()
    begin.record()
    f()
    end.record()
    end.synchronize()
    return between(begin, end) * 1e-3


def torch_clock():
    import torch

    return lambda f: seconds_of(f, lambda: torch.cuda.Event(enable_timing=True), lambda a, b: a.elapsed_time(b))


def cupy_clock():
    import cupy

    return lambda f: seconds_of(f, cupy.cuda.Event, cupy.cuda.get_elapsed_time)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=1 << 26, help="numbers per call")
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    for engine, cases, clock in [("pytorch", torch_cases, torch_clock), ("cupy", cupy_cases, cupy_clock)]:
        try:
            timed = clock()
            for distribution, kind, variant, n, f in cases(arguments.n):
                try:
                    f()  # warms up
                    seconds = statistics.median(timed(f) for _ in range(arguments.repeats))
                except Exception as e:  # noqa: BLE001 - a peer's own limits are not ours
                    print(f"{engine} {distribution} {variant}: {e}", file=sys.stderr)
                    continue
                row = {"engine": engine, "distribution": distribution, "type": kind, "variant": variant}
                print(json.dumps({**row, "n": n, "seconds": seconds, "gnum_per_s": n / seconds * 1e-9}), flush=True)
        except ImportError as e:
            print(f"without {engine}: {e}", file=sys.stderr)


if __name__ == "__main__":
    main()
