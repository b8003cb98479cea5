#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Values into tensors of a GPU: tali beside PyTorch, CuPy and JAX, as JSON and as a table.

    python/bench_gpu.py [--n 2^28] [--repeats 7] [--json FILE]

Gigabytes a second, the median of the repeats; tali, and PyTorch but for gamma, fill memory that is there; CuPy, JAX
and PyTorch's gamma make new arrays.
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


def rate(fill: Callable[[], Any], wait: Callable[[], Any], n_bytes: int, repeats: int) -> float:
    """Gigabytes a second."""
    for _ in range(2):
        fill()
    wait()
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(10):
            fill()
        wait()
        seconds.append((time.perf_counter() - start) / 10)
    return n_bytes / statistics.median(seconds) / 1e9


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
    return result + jax_rows(n, repeats)


def jax_rows(n: int, repeats: int) -> list[dict[str, Any]]:
    try:
        import jax
    except ImportError:
        return []
    key = jax.random.key(1)
    made = {"random": jax.random.uniform, "normal": jax.random.normal, "exponential": jax.random.exponential}
    result = []
    for what, draw in made.items():
        compiled = jax.jit(lambda k, draw=draw: draw(k, (n,), "float32"))
        result.append({"what": what, "type": "f32", "jax": rate(lambda: compiled(key).block_until_ready(), lambda: None,
                                                                4 * n, repeats)})
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
    return {name: 1e-3 / rate(lambda fill=fill: [fill() for _ in range(100)], torch.cuda.synchronize, 100, repeats)
            for name, fill in fills.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=count, default=1 << 28)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json")
    options = parser.parse_args()
    all_rows = rows(options.n, options.repeats)
    for row in all_rows:
        print(row["what"], row["type"], *(f"{k}: {v:.0f} GB/s" for k, v in row.items() if isinstance(v, float)), sep="  ")
    small = calls(options.repeats)
    print("a call for 1,000 values", *(f"{k}: {v:.1f} us" for k, v in small.items()), sep="\n  ")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "cupy": cupy.__version__,
                       "n": options.n, "rows": all_rows, "microseconds_of_a_call_for_1000": small}, file, indent=1)


if __name__ == "__main__":
    main()
