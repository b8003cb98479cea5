#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Values into tensors of a GPU: tali beside PyTorch, CuPy and JAX, as JSON and as a table.

    python/bench_gpu.py [--n 2^28] [--repeats 7] [--json FILE]

Gigabytes a second, the median of the repeats; tali, and PyTorch but for gamma, fill memory that is there; CuPy and
PyTorch's gamma make new arrays. Then microseconds of compiled functions of JAX, and of small calls.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any, Callable

import cupy
import torch

import tali
import tali.torch


def count(text: str) -> int:
    base, _, power = text.partition("^")
    return int(base) ** int(power) if power else int(float(text))


def microseconds(call: Callable[[], Any], wait: Callable[[], Any], repeats: int, calls: int = 10) -> float:
    """The median of the repeats, each of several calls and one wait."""
    for _ in range(2):
        call()
    wait()
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        wait()
        seconds.append((time.perf_counter() - start) / calls)
    return 1e6 * statistics.median(seconds)


def rate(fill: Callable[[], Any], wait: Callable[[], Any], n_bytes: int, repeats: int) -> float:
    """Gigabytes a second."""
    return 1e-3 * n_bytes / microseconds(fill, wait, repeats)


def rows(n: int, repeats: int) -> list[dict[str, Any]]:
    g = tali.Generator(seed=1)
    theirs = cupy.random.default_rng(1)
    types = {"f32": (torch.float32, cupy.float32), "f64": (torch.float64, cupy.float64)}
    torch_fills = {"random": torch.Tensor.uniform_, "normal": torch.Tensor.normal_, "exponential": torch.Tensor.exponential_}
    result = []

    def theirs_pareto(n: int, of_cupy: Any) -> Any:
        return cupy.random.pareto(3, n, dtype=of_cupy)

    for type_, (of_torch, of_cupy) in types.items():
        tensor = torch.empty(n, dtype=of_torch, device="cuda")
        array = cupy.empty(n, of_cupy)
        n_bytes = tensor.numel() * tensor.element_size()

        def timed(fill: Callable[[], Any]) -> float:
            return rate(fill, torch.cuda.synchronize, n_bytes, repeats)

        result.append({"what": "store", "type": type_, "torch.fill_": timed(lambda: tensor.fill_(1))})
        for what, own in torch_fills.items():
            method = getattr(g, what)
            row = {"what": what, "type": type_, "tali, torch": timed(lambda: method(out=tensor)),
                   "tali, cupy": timed(lambda: method(out=array)), "torch": timed(lambda: own(tensor))}
            name = {"random": "random", "normal": "standard_normal", "exponential": "standard_exponential"}[what]
            row["cupy"] = timed(lambda: getattr(theirs, name)(n, dtype=of_cupy))
            result.append(row)
        result.append({"what": "uniform(-1, 1)", "type": type_, "tali, torch": timed(lambda: g.uniform(-1, 1, out=tensor)),
                       "tali, cupy": timed(lambda: g.uniform(-1, 1, out=array)),
                       "torch": timed(lambda: tensor.uniform_(-1, 1))})
        result.append({"what": "pareto(3)", "type": type_, "tali, torch": timed(lambda: g.pareto(3, out=tensor)),
                       "cupy": timed(lambda: theirs_pareto(n, of_cupy))})
        row = {"what": "gamma(2.5)", "type": type_, "tali, torch": timed(lambda: g.gamma(2.5, out=tensor)),
               "torch": timed(lambda: torch._standard_gamma(torch.full((1,), 2.5, device="cuda", dtype=of_torch).expand(n)))}
        result.append(row)
        del tensor, array
        torch.cuda.empty_cache()
        cupy.get_default_memory_pool().free_all_blocks()
    return result


def jax_rows(repeats: int, sizes: tuple[int, ...] = (10**3, 10**5, 10**7, 10**8)) -> list[dict[str, Any]]:
    """Microseconds of a call under jit: tali.jax beside jax.random with JAX's two generators."""
    try:
        import jax

        import tali.jax
    except ImportError:
        return []
    drawn: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "normal": (lambda k, n: jax.random.normal(k, n), lambda k, n: tali.jax.normal(k, n, dtype="float32")),
        "gamma(2.5)": (lambda k, n: jax.random.gamma(k, 2.5, n), lambda k, n: tali.jax.gamma(k, n, 2.5, dtype="float32")),
        "poisson(10)": (lambda k, n: jax.random.poisson(k, 10, n), lambda k, n: tali.jax.poisson(k, n, 10)),
        "binomial(100, 0.3)": (lambda k, n: jax.random.binomial(k, 100, 0.3, n), lambda k, n: tali.jax.binomial(k, n, 100, 0.3))}
    keys = {"tali": tali.jax.key(1), "threefry": jax.random.key(1, impl="threefry2x32"), "rbg": jax.random.key(1, impl="rbg")}
    result = []
    for what, (theirs, ours) in drawn.items():
        for n in sizes:
            row: dict[str, Any] = {"what": what, "n": n}
            for name, key in keys.items():
                compiled = jax.jit(lambda k, draw=ours if name == "tali" else theirs, n=n: draw(k, (n,)))
                last = [key]

                def call() -> None:
                    last[0] = compiled(key)

                def wait() -> None:
                    last[0].block_until_ready()

                if name == "rbg" and what != "normal":  # 0.1 s for 1,000 values of gamma; no Poisson
                    continue
                row[name] = microseconds(call, wait, repeats, 2 if n == 10**8 else 20)
            print("jit", what, n, *(f"{k}: {v:.1f} us" for k, v in row.items() if isinstance(v, float)), sep="  ", flush=True)
            result.append(row)
    return result


def calls(repeats: int) -> dict[str, float]:
    """Microseconds of a call that fills 1,000 values; and of tali's part on the host, by a tensor of one value there."""
    g = tali.Generator(seed=1)
    tensor, array = torch.empty(1000, device="cuda"), cupy.empty(1000, cupy.float32)
    here = torch.empty(1)
    fills: dict[str, Callable[[], Any]] = {
        "tali": lambda: g.normal(out=tensor), "torch": lambda: tensor.normal_(),
        "tali uniform(-1, 1)": lambda: g.uniform(-1, 1, out=tensor), "torch uniform(-1, 1)": lambda: tensor.uniform_(-1, 1),
        "tali gamma(2.5)": lambda: g.gamma(2.5, out=tensor), "tali.torch.normal_": lambda: tali.torch.normal_(tensor, key=g),
        "tali into CuPy": lambda: g.normal(out=array), "tali, one value on the CPU": lambda: g.normal(out=here),
    }
    return {name: microseconds(fill, torch.cuda.synchronize, repeats, 1000) for name, fill in fills.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=count, default=1 << 28)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json")
    options = parser.parse_args()
    all_rows = rows(options.n, options.repeats)
    for row in all_rows:
        print(row["what"], row["type"], *(f"{k}: {v:.0f} GB/s" for k, v in row.items() if isinstance(v, float)), sep="  ")
    under_jit = jax_rows(options.repeats)
    small = calls(options.repeats)
    print("a call for 1,000 values", *(f"{k}: {v:.1f} us" for k, v in small.items()), sep="\n  ")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "cupy": cupy.__version__,
                       "n": options.n, "rows": all_rows, "microseconds_under_jit": under_jit,
                       "microseconds_of_a_call_for_1000": small}, file, indent=1)


if __name__ == "__main__":
    main()
