#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the Python package beside the C++ library and NumPy.

    python/bench.py [--libtali build/src/c/libtali.so]  # a table: ns per value of arrays, ns per call of single values
    python/bench.py --json                              # one object per line
    python/bench.py gamma beta                          # some methods
    python/bench.py --all                               # NumPy's time over tali's of every method's calls, by size: one thread

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


def calls_of(rng: Any) -> dict[str, tuple[float, Callable[[Any, int], Any]]]:
    """Every way to call a method: the quotient that it must reach, and the call of a generator for a size."""
    f4, i4, i8 = np.float32, np.int32, np.int64
    methods: dict[str, tuple[float, Callable[[Any, int], Any]]] = {
        "integers i8": (1, lambda g, n: g.integers(1, 1000001, n)),
        "integers i4": (1, lambda g, n: g.integers(1, 1000001, n, dtype=i4)),
        "integers bool": (1, lambda g, n: g.integers(0, 2, n, dtype=bool)),
        "uniform": (1, lambda g, n: g.uniform(-1.0, 1.0, n)),
        "normal": (1, lambda g, n: g.normal(10.0, 2.0, n)),
        "normal (n, 1)": (1, lambda g, n: g.normal(size=(n, 1))),
        "choice": (1, lambda g, n: g.choice(100, n)),
        "choice p": (1, lambda g, n: g.choice(3, n, p=[0.2, 0.3, 0.5])),
        "bytes": (1, lambda g, n: g.bytes(n)),
    }
    for name in ("random", "standard_normal", "standard_exponential"):
        methods[f"{name} f8"] = 1, lambda g, n, m=name: getattr(g, m)(n)
        methods[f"{name} f4"] = 1, lambda g, n, m=name: getattr(g, m)(n, dtype=f4)
    methods["standard_gamma f8"] = 1, lambda g, n: g.standard_gamma(2.5, n)
    methods["standard_gamma f4"] = 1, lambda g, n: g.standard_gamma(2.5, n, dtype=f4)
    memory = {n: np.empty(1 << n) for n in range(21)}
    methods["standard_normal out"] = 1, lambda g, n: g.standard_normal(out=memory[n.bit_length() - 1])
    numbers: dict[str, tuple[float, ...]] = {
        "beta": (2.0, 5.0), "binomial": (100, 0.3), "chisquare": (3.0,), "exponential": (2.0,), "f": (5.0, 7.0),
        "gamma": (2.5, 2.0), "geometric": (0.3,), "gumbel": (0.0, 2.0), "hypergeometric": (20, 30, 10), "laplace": (0.0, 2.0),
        "logistic": (0.0, 2.0), "lognormal": (0.0, 0.5), "logseries": (0.6,), "negative_binomial": (5.0, 0.3),
        "noncentral_chisquare": (3.0, 1.5), "noncentral_f": (5.0, 7.0, 1.5), "pareto": (3.0,), "poisson": (10.0,),
        "power": (3.0,), "rayleigh": (2.0,), "standard_cauchy": (), "standard_t": (5.0,), "triangular": (0.0, 1.0, 4.0),
        "vonmises": (0.0, 4.0), "wald": (3.0, 2.0), "weibull": (2.0,), "zipf": (2.5,)}
    for name, given in numbers.items():
        methods[name] = 1, lambda g, n, m=name, p=given: getattr(g, m)(*p, size=n)
    arrays: dict[tuple[str, int], list[Any]] = {}

    def with_arrays(name: str, given: tuple[float, ...]) -> Callable[[Any, int], Any]:
        def call(g: Any, n: int) -> Any:
            if (name, n) not in arrays:
                spread = 1 + 0.01 * rng.random(n)
                arrays[name, n] = [np.full(n, p) if isinstance(p, int) else np.minimum(p * spread, 0.9) if 0 < p < 1 else p * spread
                                   for p in given]
            return getattr(g, name)(*arrays[name, n])
        return call

    for name, given in {**numbers, "normal": (10.0, 2.0), "uniform": (-1.0, 1.0)}.items():
        if given:
            methods[f"{name} arrays"] = 1.5, with_arrays(name, given)
    bounds = {n: rng.integers(5, 1000, 1 << n) for n in range(21)}
    methods["integers i8 arrays"] = 1.5, lambda g, n: g.integers(0, bounds[n.bit_length() - 1])
    methods["integers i4 arrays"] = 1.5, lambda g, n: g.integers(0, bounds[n.bit_length() - 1], dtype=i4)
    methods["integers list"] = 1.5, lambda g, n: g.integers(0, [5, 6, 7], (n, 3))
    for name, (given, *_) in ROWS.items():
        target = 1.5 if name in ("multinomial", "dirichlet") else 1
        methods[f"{name} rows"] = target, lambda g, n, m=name, p=given: getattr(g, m)(*p, size=n)
    integers, floats = ({n: np.arange(1 << n, dtype=t) for n in range(21)} for t in (i8, np.float64))
    methods["permutation"] = 1.2, lambda g, n: g.permutation(n)
    methods["permutation array"] = 1.2, lambda g, n: g.permutation(floats[n.bit_length() - 1])
    methods["shuffle"] = 1.2, lambda g, n: g.shuffle(integers[n.bit_length() - 1])
    lists: dict[int, list[int]] = {}
    methods["shuffle list"] = 1.2, lambda g, n: g.shuffle(lists.setdefault(n, list(range(n))))
    methods["permuted"] = 1.2, lambda g, n: g.permuted(floats[n.bit_length() - 1])
    return methods


def quotient(theirs: Callable[[], Any], mine: Callable[[], Any], seconds: float) -> float:
    """The median of NumPy's processor time over tali's; the two take turns."""
    begin = time.thread_time()
    theirs(), mine(), theirs(), mine()
    repeat = max(1, int(2e-4 / max(time.thread_time() - begin, 1e-7)))
    quotients = []
    end = time.thread_time() + seconds
    while len(quotients) < 5 or time.thread_time() < end:
        spent = []
        for call in (theirs, mine):
            begin = time.thread_time()
            for _ in range(repeat):
                call()
            spent.append(time.thread_time() - begin)
        quotients.append(spent[0] / spent[1])
    return statistics.median(quotients)


def all_calls(options: argparse.Namespace) -> int:
    """Prints the table of all calls, and how many cells are below what they must reach."""
    tali.set_threads(1)
    rng, g = np.random.default_rng(1), tali.Generator(seed=1)
    below = cells = 0
    sizes = [1 << k for k in range(0, 21, options.step)]
    if not options.json:
        print("NumPy's time over tali's, one thread, by the size 2^k\n" + " " * 28 +
              "".join(f"{k:7d}" for k in range(0, 21, options.step)))
    for name, (least, call) in calls_of(rng).items():
        if options.methods and name.split(" ")[0] not in options.methods:
            continue
        found = [quotient(lambda: call(rng, n), lambda: call(g, n), options.seconds) for n in sizes]
        below += sum(q < least for q in found)
        cells += len(found)
        if options.json:
            print(json.dumps({"call": name, "least": least, "sizes": sizes, "numpy_over_tali": found}), flush=True)
        else:
            print(f"{name:24}{least:4}" + "".join(f"{q:6.2f}{'*' if q < least else ' '}" for q in found), flush=True)
    if not options.json:
        print(f"{below} of {cells} cells are below (*) what is asked for")
    return below


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("methods", nargs="*", help="these alone")
    parser.add_argument("-n", type=float, default=1e7, help="values of an array; rows: a tenth of it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    parser.add_argument("--libtali", type=pathlib.Path,
                        default=pathlib.Path(__file__).parents[1] / "build/src/c/libtali.so", help="the C library")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--all", action="store_true", help="the table of all calls")
    parser.add_argument("--step", type=int, default=2, help="of the table's sizes 2^k")
    options = parser.parse_args()
    if options.all:
        options.seconds = min(options.seconds, 0.05)
        all_calls(options)
        return
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
