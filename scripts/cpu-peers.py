#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Distributions on one thread of the CPU, 2^14 values in the cache, beside Randompack, NumPy, oneMKL and <random>.

    python3 -m venv peers && peers/bin/pip install numpy randompack mkl jax
    peers/bin/python scripts/cpu-peers.py --bench build/tali-bench -o cpu-peers.json
    taskset -c 0 peers/bin/python scripts/cpu-peers.py --words --bench build/tali-bench -o word-peers.json
    taskset -c 0 peers/bin/python scripts/cpu-peers.py --sobol --bench build/tali-bench -o sobol-peers.json

tali and <random> are timed by `tali-bench bench --filter cpu-peers`, the others here, in turn over --rounds rounds; the
median counts. oneMKL runs its fastest generator and method, Randompack its fastest engine, x256++simd, and NumPy SFC64.
A library that is not installed is left out with a note on stderr. Prints tali's rows in nanoseconds per value; the
JSON has the rows of `tali bench`, one for each library. Calls from Python cost the peers about 0.05 ns per value.

With --words: the engines whose words are another library's, beside that library's own making of them, words and uniform
numbers; and oneMKL's SFMT19937, which tali does not have, in rows of its own beside mt19937 and mtgp32. tali fills 16 KiB
at a time (`--filter cpu-cache`). JAX makes 2^20 numbers in a call, because a call of its takes as long as 2^14 numbers, and
it uses every processor that it is given: hence taskset.

With --sobol: Sobol's points, point after point, beside SciPy's in f64 and PyTorch's in f32 (`--filter sobol-cpu`).
"""

import argparse
import contextlib
import ctypes
import functools
import glob
import json
import os
import statistics
import subprocess
import sys
import time

N = 1 << 14
CACHE_BYTES = 1 << 14  # of a fill of the table cpu-cache
PASSES = 20
SHAPES = [(2**26, 1), (2**26 // 100, 100), (2**26 // 10000, 10000), (10000, 10), (10000, 100), (10000, 1000)]


# What the libraries call for a distribution and a type: Randompack, NumPy (of which some fill no memory that is given), and oneMKL: its
# function, as many methods, and the parameters, of which it takes int as int.
ROWS = [
    ("uniform", "f64", lambda g, to: g.unif(out=to), lambda g, to: g.random(out=to), ("vdRngUniform", 1, 0.0, 1.0)),
    ("uniform", "f32", lambda g, to: g.unif(out=to), lambda g, to: g.random(out=to, dtype="f4"), ("vsRngUniform", 1, 0.0, 1.0)),
    ("uniform-int:low=1,high=1000000", "i64", lambda g, to: g.int(1, 1000000, out=to), lambda g, _: g.integers(1, 1000001, N),
     ("viRngUniform", 1, 1, 1000001)),  # of 32 bits: it has no others
    ("unbiased-int:low=1,high=1000000", "i64", lambda g, to: g.int(1, 1000000, out=to), None, None),
    ("normal", "f64", lambda g, to: g.normal(out=to), lambda g, to: g.standard_normal(out=to), ("vdRngGaussian", 3, 0.0, 1.0)),
    ("normal", "f32", lambda g, to: g.normal(out=to), lambda g, to: g.standard_normal(out=to, dtype="f4"), ("vsRngGaussian", 3, 0.0, 1.0)),
    ("lognormal", "f64", lambda g, to: g.lognormal(out=to), lambda g, _: g.lognormal(size=N), ("vdRngLognormal", 2, 0.0, 1.0, 0.0, 1.0)),
    ("lognormal", "f32", lambda g, to: g.lognormal(out=to), None, ("vsRngLognormal", 2, 0.0, 1.0, 0.0, 1.0)),
    ("exponential", "f64", lambda g, to: g.exp(out=to), lambda g, to: g.standard_exponential(out=to), ("vdRngExponential", 1, 0.0, 1.0)),
    ("exponential", "f32", lambda g, to: g.exp(out=to), lambda g, to: g.standard_exponential(out=to, dtype="f4"),
     ("vsRngExponential", 1, 0.0, 1.0)),
    ("gamma:shape=2.5", "f64", lambda g, to: g.gamma(shape=2.5, out=to), lambda g, to: g.standard_gamma(2.5, out=to),
     ("vdRngGamma", 1, 2.5, 0.0, 1.0)),
    ("gamma:shape=2.5", "f32", lambda g, to: g.gamma(shape=2.5, out=to), lambda g, to: g.standard_gamma(2.5, out=to, dtype="f4"),
     ("vsRngGamma", 1, 2.5, 0.0, 1.0)),
    ("gamma:shape=0.3", "f64", lambda g, to: g.gamma(shape=0.3, out=to), lambda g, to: g.standard_gamma(0.3, out=to),
     ("vdRngGamma", 1, 0.3, 0.0, 1.0)),
    ("chi-squared:df=5", "f64", lambda g, to: g.chi2(nu=5, out=to), lambda g, _: g.chisquare(5, N), ("vdRngChiSquare", 1, 5)),
    ("beta:a=2,b=5", "f64", lambda g, to: g.beta(a=2, b=5, out=to), lambda g, _: g.beta(2, 5, N), ("vdRngBeta", 1, 2.0, 5.0, 0.0, 1.0)),
    ("student-t:df=5", "f64", lambda g, to: g.t(nu=5, out=to), lambda g, _: g.standard_t(5, N), None),
    ("f:dfn=5,dfd=7", "f64", lambda g, to: g.f(nu1=5, nu2=7, out=to), lambda g, _: g.f(5, 7, N), None),
    ("weibull:shape=2", "f64", lambda g, to: g.weibull(shape=2, out=to), lambda g, _: g.weibull(2, N), ("vdRngWeibull", 1, 2.0, 0.0, 1.0)),
    ("gumbel", "f64", lambda g, to: g.gumbel(out=to), lambda g, _: g.gumbel(size=N), ("vdRngGumbel", 1, 0.0, 1.0)),
    ("pareto:shape=3", "f64", lambda g, to: g.pareto(xm=1, alpha=3, out=to), lambda g, _: g.pareto(3, N), None),
    ("cauchy", "f64", None, lambda g, _: g.standard_cauchy(N), ("vdRngCauchy", 1, 0.0, 1.0)),
    ("poisson:mean=10", "i64", None, lambda g, _: g.poisson(10, N), ("viRngPoisson", 2, 10.0)),
    ("binomial:n=100,p=0.3", "i64", None, lambda g, _: g.binomial(100, 0.3, N), ("viRngBinomial", 1, 100, 0.3)),
    ("negative-binomial:n=3,p=0.3", "i64", None, lambda g, _: g.negative_binomial(3, 0.3, N), None),
    ("hypergeometric:good=60,bad=40,draws=30", "i64", None, lambda g, _: g.hypergeometric(60, 40, 30, N), None),
    ("von-mises:kappa=4", "f64", None, lambda g, _: g.vonmises(0, 4, N), None),
    ("geometric:p=0.3", "i64", None, lambda g, _: g.geometric(0.3, N), None),
    ("bernoulli-bits:p=0.3", "u32", None, lambda g, _: packed(g.random(32 * N, dtype="f4") < 0.3), None),
]


def packed(bits):
    import numpy

    return numpy.packbits(bits)


def fills_of(g, column):
    """The fills of Randompack's or NumPy's generator, whose calls are this column of ROWS."""
    import numpy

    memory = {kind: numpy.zeros(N, kind[0] + str(int(kind[1:]) // 8)) for kind in ("f64", "f32", "i64", "u32")}
    return {row[:2]: lambda call=row[column], to=memory[row[1]]: call(g, to) for row in ROWS if row[column]}


def randompack_fills():
    import randompack

    return fills_of(randompack.Rng("x256++simd"), 2)


def numpy_fills():
    import numpy

    return fills_of(numpy.random.Generator(numpy.random.SFC64(1)), 3)


@functools.cache
def load_mkl():
    found = sorted(glob.glob(os.path.join(sys.prefix, "lib", "libmkl_rt.so*")))
    mkl = ctypes.CDLL(found[0] if found else "libmkl_rt.so.2")
    mkl.MKL_Set_Interface_Layer(0)
    mkl.MKL_Set_Threading_Layer(1)
    return mkl


def mkl_fills():
    """Lists of candidates, of which the fastest counts: every fast generator with every method of a distribution."""
    mkl, streams = load_mkl(), []
    for generator in (4, 13, 15, 16):  # MCG59, SFMT19937, ARS5, PHILOX4X32X10
        with contextlib.suppress(OSError):
            streams.append(mkl_stream(generator))
    memory = {kind: (real * N)() for kind, real in (("vd", ctypes.c_double), ("vs", ctypes.c_float), ("vi", ctypes.c_int))}

    def fills(name, methods, *parameters):
        real = ctypes.c_float if name[:2] == "vs" else ctypes.c_double
        given = [ctypes.c_int(p) if isinstance(p, int) else real(p) for p in parameters]
        call, to = getattr(mkl, name), memory[name[:2]]
        return [lambda s=s, m=m: call(m, s, N, to, *given) for s in streams for m in range(methods)]

    return {row[:2]: fills(*row[4]) for row in ROWS if row[4]}


def numpy_words():
    """NumPy's bit generators by themselves, and the uniform numbers that a Generator makes of them."""
    import numpy

    f64, i64, fills = numpy.zeros(N, "f8"), numpy.zeros(N, "i8"), {}
    for engine, make in (("philox4x64", numpy.random.Philox), ("pcg64", numpy.random.PCG64),
                         ("pcg64-dxsm", numpy.random.PCG64DXSM), ("mt19937", numpy.random.MT19937)):
        source = make(1)
        words = "u32" if engine == "mt19937" else "u64"
        fills[engine, "bits", words] = lambda b=source: b.random_raw(N)
        fills[engine, "uniform", "f64"] = lambda g=numpy.random.Generator(source): g.random(out=f64)
    return fills


def jax_words():
    import jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    key, many = jax.random.key(1), 1 << 20
    made = {("threefry2x32-jax", "bits", "u32"): lambda k: jax.random.bits(k, (many,), "uint32"),
            ("threefry2x32-jax64", "bits", "u64"): lambda k: jax.random.bits(k, (many,), "uint64"),
            ("threefry2x32-jax", "uniform", "f32"): lambda k: jax.random.uniform(k, (many,), "float32"),
            ("threefry2x32-jax64", "uniform", "f64"): lambda k: jax.random.uniform(k, (many,), "float64")}
    return {row: (lambda f=jax.jit(make): f(key).block_until_ready(), many) for row, make in made.items()}


def mkl_words():
    return {("mrg32k3a", "uniform", "f64"): mkl_uniform(3), ("mt19937", "uniform", "f64"): mkl_uniform(8),
            ("philox4x32", "uniform", "f64"): mkl_uniform(16),
            ("mt19937", "bits", "u32"): mkl_bits(8), ("philox4x32", "bits", "u32"): mkl_bits(16),
            ("mkl-sfmt19937", "bits", "u32"): mkl_bits(13), ("mkl-sfmt19937", "uniform", "f64"): mkl_uniform(13)}


def mkl_stream(generator):
    stream = ctypes.c_void_p()
    if load_mkl().vslNewStream(ctypes.byref(stream), generator << 20, 1) != 0:
        raise OSError(f"oneMKL has no generator {generator}")
    return stream


def mkl_uniform(generator):
    stream, doubles = mkl_stream(generator), (ctypes.c_double * N)()
    return lambda: load_mkl().vdRngUniform(0, stream, N, doubles, ctypes.c_double(0), ctypes.c_double(1))


def mkl_bits(generator):
    stream, words = mkl_stream(generator), (ctypes.c_uint32 * N)()
    return lambda: load_mkl().viRngUniformBits32(0, stream, N, words)


def randompack_words():
    import numpy
    import randompack

    f64, i64, fills = numpy.zeros(N, "f8"), numpy.zeros(N, "i8"), {}
    for engine, theirs in (("xoshiro256++", "x256++simd"), ("philox4x64", "philox"), ("pcg64-dxsm", "pcg64")):
        g = randompack.Rng(theirs)
        fills[engine, "uniform", "f64"] = lambda g=g: g.unif(out=f64)
        fills[engine, "bits", "u64"] = lambda g=g: g.int(out=i64)
    return fills


def seconds_of(fill, values):
    begin = time.perf_counter()
    for _ in range(PASSES):
        fill()
    return (time.perf_counter() - begin) / PASSES / values


def peers(makers):
    """(library, row, fills, values per fill) of what is installed; a row is a distribution and a type, with --words an engine before them."""
    for name, make in makers:
        try:
            all_of_it = make()
        except (ImportError, OSError) as e:
            print(f"cpu-peers: without {name}: {e}", file=sys.stderr)
            continue
        for row, fill in all_of_it.items():
            fill, values = fill if isinstance(fill, tuple) else (fill, N)
            yield name, row, fill if isinstance(fill, list) else [fill], values


def sobol_fills():
    """Points of SciPy in f64 and of PyTorch in f32, from the beginning in every call."""
    def scipys():
        from scipy.stats import qmc

        engines = {shape: qmc.Sobol(shape[1], scramble=False, bits=32) for shape in SHAPES}
        return {("f64", *shape): lambda e=e, n=shape[0]: qmc.Sobol.random(e.reset(), n) for shape, e in engines.items()}

    def pytorchs():
        import torch

        torch.set_num_threads(1)
        engines = {s: (torch.quasirandom.SobolEngine(s[1]), torch.empty(*s)) for s in SHAPES}
        return {("f32", *s): lambda e=e, n=s[0], out=out: e.reset().draw(n, out=out) for s, (e, out) in engines.items()}

    return peers((("scipy", scipys), ("pytorch", pytorchs)))


def bench_rows(given, table, *flags):
    done = subprocess.run([given.bench, "bench", "--filter", table, "--device", "cpu", "--repeats", "3", "--json", *flags],
                          check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def measure(given, table, library):
    """Seconds per value by (engine, distribution, type, level or library), the median of the rounds."""
    found = {}
    for _ in range(given.rounds):
        for row in bench_rows(given, table):
            level = "" if row["engine"].startswith("std") else row["variant"].removesuffix(", 1 thread")
            key = (row["engine"], row["distribution"], row["type"], level)
            found.setdefault(key, []).append(row["seconds"] / row["n"])
        for name, row, fills, values in library:
            best = min(min(seconds_of(f, values) for _ in range(3)) for f in fills)
            found.setdefault((name, *row, "") if len(row) == 2 else (*row, name), []).append(best)
    return {key: statistics.median(figures) for key, figures in found.items()}


DISTRIBUTION_PEERS = (("randompack", randompack_fills), ("numpy-sfc64", numpy_fills), ("mkl", mkl_fills))
WORD_PEERS = (("numpy", numpy_words), ("jax", jax_words), ("randompack", randompack_words), ("mkl", mkl_words))
STANDARD = {"std-mt19937": "mt19937", "std-mt19937_64": "mt19937-64"}
ALONE = ("mtgp32:sets=1", "mkl-sfmt19937")  # which the MTGP paper compares; the words of neither are another library's
LEVELS = ("baseline", "avx2", "avx512")
PEERS = ("randompack", "numpy-sfc64", "mkl", "std-mt19937_64")


def row_of(table, key, variant, seconds, values, peers=None):
    """A row of `tali bench`; seconds, also those of the peers, are those of a value."""
    engine, distribution, kind = key
    peer = min(peers, key=peers.get) if peers else None
    return {"engine": engine, "distribution": distribution, "type": kind, "device": "cpu", "n": values,
            "gb_per_s": int(kind[1:]) // 8 / seconds * 1e-9, "gnum_per_s": 1e-9 / seconds, "seconds": seconds * values,
            "variant": variant, "table": table, "peer": peer, "peer_seconds": peers[peer] * values if peer else None,
            "ratio_to_peer": peers[peer] / seconds if peer else None}


def distribution_rows(given):
    found = measure(given, "cpu-peers", list(peers(DISTRIBUTION_PEERS)))
    for (engine, distribution, kind, level), seconds in found.items():
        there = {p: found[p, distribution, kind, ""] for p in PEERS if (p, distribution, kind, "") in found}
        yield row_of("cpu-peers", (engine, distribution, kind), level, seconds, N, None if engine in PEERS else there)


def word_rows(given):
    """Rows for every engine that has a peer, a level each, and of those that stand alone."""
    found = measure(given, "cpu-cache", list(peers(WORD_PEERS)))

    def in_cache(kind):
        """How many numbers of a type tali fills at a time."""
        return CACHE_BYTES // (int(kind[1:]) // 8)

    theirs, alone = {}, []
    for (*key, where), seconds in found.items():
        engine, distribution, kind = key
        if engine in STANDARD:
            theirs.setdefault((STANDARD[engine], distribution, kind), {})["std"] = seconds
        elif where not in LEVELS:
            theirs.setdefault((engine, distribution, kind), {})[where] = seconds
        if engine in ALONE:
            level, values = (where, in_cache(kind)) if where in LEVELS else ("", N)
            alone.append(row_of("word-peers", key, level, seconds, values))
    for key, libraries in theirs.items():
        for level in LEVELS:
            if (*key, level) in found:
                yield row_of("word-peers", key, level, found[(*key, level)], in_cache(key[2]), libraries)
    yield from alone


def sobol_rows(given):
    ours = {(r["type"], r["variant"]): r["seconds"] / r["n"] for r in bench_rows(given, "sobol-cpu", "--threads", "1")
            if r["engine"] == "sobol32" and r["distribution"] == "uniform"}
    for library, (kind, points, dims), (fill,), _ in sobol_fills():
        fill()
        theirs = statistics.median(seconds_of(fill, points * dims) for _ in range(given.rounds))
        seconds = ours[kind, f"{points} x {dims}, point-major, 1 thread"]
        yield row_of("sobol-peers", ("sobol32", "uniform", kind), f"{points} x {dims}", seconds, points * dims, {library: theirs})


def print_rows(rows):
    print("ns per value; the peer's time by tali's is the ratio\n")
    print("| engine | numbers | variant | time | peer | its time | ratio |\n|" + "---|" * 7)
    for r in rows:
        theirs = f"{r['peer']} | {r['peer_seconds'] / r['n'] * 1e9:.2f} | {r['ratio_to_peer']:.2f}" if r["peer"] else " | | "
        print(f"| {r['engine']} | {r['distribution']} {r['type']} | {r['variant']} | {r['seconds'] / r['n'] * 1e9:.2f} | {theirs} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default="build/tali-bench", help="the program tali-bench")
    parser.add_argument("--words", action="store_true", help="engines beside the libraries whose words they make")
    parser.add_argument("--sobol", action="store_true", help="Sobol's points beside SciPy's and PyTorch's")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-o", "--output", help="a file for the rows as JSON")
    given = parser.parse_args()
    rows = list((word_rows if given.words else sobol_rows if given.sobol else distribution_rows)(given))
    print_rows(rows)
    if given.output:
        with open(given.output, "w", encoding="utf-8") as f:
            json.dump(rows, f, indent=1)


if __name__ == "__main__":
    main()
