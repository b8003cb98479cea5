#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the Python package beside NumPy.

    python/bench.py                        # a table: ns a value of arrays, ns a call of single values
    python/bench.py --json                 # one object a line
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any, Callable

import numpy as np

import tali

ARRAYS: dict[str, tuple[tuple[Any, ...], str, str, dict[str, float]]] = {
    "random": ((), "uniform", "f64", {}),
    "normal": ((), "normal", "f64", {}),
    "exponential": ((), "exponential", "f64", {}),
    "gamma": ((2.5,), "gamma", "f64", {"shape": 2.5}),
    "poisson": ((10.0,), "poisson", "i64", {"mean": 10.0}),
    "binomial": ((100, 0.3), "binomial", "i64", {"n": 100, "p": 0.3}),
    "integers": ((1, 1000001), "uniform-int", "i64", {}),
    "uniform": ((-1.0, 1.0), "", "", {}),
    "beta": ((2.0, 5.0), "beta", "f64", {}),
    "lognormal": ((), "lognormal", "f64", {}),
}


def best(call: Callable[[], Any], seconds: float) -> float:
    """The shortest time of a call."""
    shortest = float("inf")
    end = time.perf_counter() + seconds
    while True:
        begin = time.perf_counter()
        call()
        now = time.perf_counter()
        shortest = min(shortest, now - begin)
        if now > end:
            return shortest


def loop(call: Callable[[], Any], seconds: float, n: int = 2000) -> float:
    """The time of one call among many."""

    def many() -> None:
        for _ in range(n):
            call()

    return best(many, seconds) / n


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=float, default=1e7, help="values of an array")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    n = int(options.n)
    tali.set_threads(options.threads)
    if not options.json:
        print(f"arrays of {n}, {options.threads} threads, ns a value; single values, ns a call")
        print(f"{'':12}{'tali':>8}{'core':>8}{'tali/core':>10}{'NumPy':>8}{'NumPy/tali':>11}"
              f"{'call':>9}{'NumPy':>8}{'tali/NumPy':>11}")
    for name, (arguments, core_name, type_, _) in ARRAYS.items():
        g, r = tali.Generator(seed=1), np.random.Generator(np.random.Philox(1))
        mine, theirs = getattr(g, name), getattr(r, name)
        out = np.empty(n, np.int64 if type_ == "i64" else np.float64)
        row: dict[str, Any] = {"method": name, "n": n, "threads": options.threads}
        row["array_ns"] = best(lambda: mine(*arguments, size=n, out=out), options.seconds) / n * 1e9
        if core_name:
            # The extension module's fill alone: the C++ fill, called once.
            from tali import _catalogue, _core

            entry = _catalogue.ENTRIES[core_name, type_]
            numbers = (1, 1000000) if core_name == "uniform-int" else tuple(arguments) or (0.0, 1.0)[:entry.parameters]
            numbers = (1.0,) if core_name == "exponential" else (*numbers, 1.0) if core_name == "gamma" else numbers
            d = _core.make(entry.index, numbers)
            source = _core.Source("philox4x32", 1, 0, 0)
            row["core_ns"] = best(lambda: source.fill(d, out), options.seconds) / n * 1e9
        row["numpy_ns"] = best(lambda: theirs(*arguments, size=n // 10), options.seconds) / (n // 10) * 1e9
        row["call_ns"] = loop(lambda: mine(*arguments), options.seconds) * 1e9
        row["numpy_call_ns"] = loop(lambda: theirs(*arguments), options.seconds) * 1e9
        if options.json:
            print(json.dumps(row))
            continue
        core = row.get("core_ns", float("nan"))
        print(f"{name:12}{row['array_ns']:8.2f}{core:8.2f}{row['array_ns'] / core:10.3f}{row['numpy_ns']:8.2f}"
              f"{row['numpy_ns'] / row['array_ns']:11.1f}{row['call_ns']:9.0f}{row['numpy_call_ns']:8.0f}"
              f"{row['call_ns'] / row['numpy_call_ns']:11.2f}")


if __name__ == "__main__":
    main()
