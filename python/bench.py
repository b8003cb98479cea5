#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the Python package beside the C++ library and NumPy.

    python/bench.py [--libtali build/src/c/libtali.so]  # a table: ns per value of arrays, ns per call of single values
    python/bench.py --json                              # one object per line
    python/bench.py gamma beta                          # some methods

Each figure is a median, and what is compared takes turns, so that a busy machine slows both. The C++ library is called
through its C interface, in this process, with the same memory; without libtali there is no such column.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import pathlib
import statistics
import time
from typing import Any, Callable

import numpy as np

import tali

#: a method's arguments; the distribution's name and parameters in C++; its type
ARRAYS: dict[str, tuple[tuple[Any, ...], str, str]] = {
    "random": ((), "uniform", "f64"),
    "normal": ((), "normal", "f64"),
    "exponential": ((), "exponential", "f64"),
    "gamma": ((2.5,), "gamma:shape=2.5", "f64"),
    "poisson": ((10.0,), "poisson:mean=10", "i64"),
    "binomial": ((100, 0.3), "binomial:n=100,p=0.3", "i64"),
    "integers": ((1, 1000001), "uniform-int:low=1,high=1000000", "i64"),
    "uniform": ((-1.0, 1.0), "", "f64"),
    "beta": ((2.0, 5.0), "beta:a=2,b=5", "f64"),
    "lognormal": ((), "lognormal", "f64"),
    "power": ((3.0,), "power:a=3", "f64"),
    "wald": ((3.0, 2.0), "wald:mean=3,scale=2", "f64"),
    "noncentral_chisquare": ((3.0, 1.5), "noncentral-chi-squared:df=3,nonc=1.5", "f64"),
    "noncentral_f": ((5.0, 7.0, 1.5), "noncentral-f:dfnum=5,dfden=7,nonc=1.5", "f64"),
    "logseries": ((0.6,), "logseries:p=0.6", "i64"),
    "zipf": ((2.5,), "zipf:a=2.5", "i64"),
}
#: the same of rows: an array has a tenth of the rows
ROWS: dict[str, tuple[tuple[Any, ...], str, str, int]] = {
    "dirichlet": (([2, 3, 5],), "dirichlet:shapes=2:3:5", "f64", 3),
    "multivariate_normal": (([0, 1], [[2, 1], [1, 2]]), "", "f64", 2),
    "multinomial": ((10, [0.2, 0.3, 0.5]), "multinomial:n=10,pvals=0.2:0.3:0.5", "i64", 3),
    "multivariate_hypergeometric": (([3, 5, 4], 6), "multivariate-hypergeometric:colors=3:5:4,nsample=6", "i64", 3),
}
C_TYPES = {"f64": 6, "i64": 4}


class Library:
    """Fills by the C interface."""

    def __init__(self, path: pathlib.Path, threads: int) -> None:
        self.c, self.threads = ctypes.CDLL(str(path)), threads
        self.c.tali_last_error.restype = ctypes.c_char_p
        self.engine = ctypes.c_void_p()
        self.checked(self.c.tali_engine_create(ctypes.byref(self.engine), b"philox4x32", ctypes.c_uint64(1),
                                               ctypes.c_uint64(0)))

    def checked(self, status: int) -> None:
        if status != 0:
            raise RuntimeError(self.c.tali_last_error().decode())

    def fill(self, name: str, type_: str, out: np.ndarray, n: int) -> Callable[[], None]:
        d = ctypes.c_void_p()
        self.checked(self.c.tali_distribution_create(ctypes.byref(d), name.encode(), C_TYPES[type_], None, None,
                                                     ctypes.c_size_t(0)))
        to = ctypes.c_void_p(out.ctypes.data)

        def call() -> None:
            self.checked(self.c.tali_fill_cpu(self.engine, d, ctypes.c_uint64(0), ctypes.c_size_t(n), to, self.threads))

        return call


def medians(calls: dict[str, Callable[[], Any]], seconds: float) -> dict[str, float]:
    """Seconds of each call: they take turns until the time is over, five times at least."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    end = time.perf_counter() + seconds * len(calls)
    while time.perf_counter() < end or len(times[next(iter(calls))]) < 5:
        for name, call in calls.items():
            begin = time.perf_counter()
            call()
            times[name].append(time.perf_counter() - begin)
    return {name: statistics.median(t) for name, t in times.items()}


def many(call: Callable[[], Any], n: int = 1000) -> Callable[[], None]:
    def loop() -> None:
        for _ in range(n):
            call()

    return loop


def row(name: str, options: argparse.Namespace, library: Library | None) -> dict[str, Any]:
    """The figures of one method."""
    arguments, in_cpp, type_, width = ROWS[name] if name in ROWS else (*ARRAYS[name], 0)
    n = int(options.n) // (10 if width else 1)
    g, r = tali.Generator(seed=1), np.random.Generator(np.random.Philox(1))
    mine, theirs = getattr(g, name), getattr(r, name)
    out = np.zeros((n, width) if width else n, np.int64 if type_ == "i64" else np.float64)
    calls = {"array": lambda: mine(*arguments, size=n, out=out), "numpy": lambda: theirs(*arguments, size=n // 10)}
    if library is not None and in_cpp:
        calls["cpp"] = library.fill(in_cpp, type_, out, n)
    time_of = medians(calls, options.seconds)
    single = medians({"call": many(lambda: mine(*arguments)), "numpy": many(lambda: theirs(*arguments))}, options.seconds)
    return {"method": name, "n": n, "threads": options.threads, "array_ns": time_of["array"] / n * 1e9,
            **({"cpp_ns": time_of["cpp"] / n * 1e9} if "cpp" in time_of else {}),
            "numpy_ns": time_of["numpy"] / (n // 10) * 1e9, "call_ns": single["call"] * 1e6,
            "numpy_call_ns": single["numpy"] * 1e6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("methods", nargs="*", help="these alone")
    parser.add_argument("-n", type=float, default=1e7, help="values of an array; rows: a tenth of it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    parser.add_argument("--libtali", type=pathlib.Path,
                        default=pathlib.Path(__file__).parents[1] / "build/src/c/libtali.so", help="the C library")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    known = [*ARRAYS, *ROWS]
    if wrong := [m for m in options.methods if m not in known]:
        parser.error(f"methods has {wrong[0]!r}; allowed: {', '.join(known)}")
    library = Library(options.libtali, options.threads) if options.libtali.exists() else None
    tali.set_threads(options.threads)
    if not options.json:
        print(f"arrays of {int(options.n)}, {options.threads} threads, ns a value or row; single values, ns a call")
        print(f"{'':28}{'tali':>8}{'C++':>8}{'tali/C++':>10}{'NumPy':>8}{'NumPy/tali':>11}"
              f"{'call':>9}{'NumPy':>8}{'tali/NumPy':>11}")
    for name in options.methods or known:
        figures = row(name, options, library)
        if options.json:
            print(json.dumps(figures))
            continue
        cpp = figures.get("cpp_ns", float("nan"))
        print(f"{name:28}{figures['array_ns']:8.2f}{cpp:8.2f}{figures['array_ns'] / cpp:10.3f}{figures['numpy_ns']:8.2f}"
              f"{figures['numpy_ns'] / figures['array_ns']:11.1f}{figures['call_ns']:9.0f}{figures['numpy_call_ns']:8.0f}"
              f"{figures['call_ns'] / figures['numpy_call_ns']:11.2f}", flush=True)


if __name__ == "__main__":
    main()
