#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Values into tensors of a GPU: tali beside PyTorch, CuPy and JAX, as JSON and as a table.

    python/bench_gpu.py [--n 2^28] [--repeats 7] [--json FILE] [--only fills|keys|jax] [--sweep]

`keys` is what device keys make: microseconds by CUDA's events, the share of a copy of the same bytes (for tokens: of a read) timed in
the same run, and PyTorch's microseconds. --sweep times the fused kernels' block sizes too.

`fills` needs CuPy. Gigabytes a second, the median of the repeats; tali, and PyTorch but for gamma, fill memory that is there; CuPy
and PyTorch's gamma make new arrays. `jax`: microseconds of compiled functions.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any, Callable

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
    import cupy

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
    import cupy

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


def by_events(call: Callable[[], Any], repeats: int, many: int = 10) -> float:
    """The median of repeats, each of some calls between two events."""
    for _ in range(3):
        call()
    made = []
    for _ in range(repeats):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(many):
            call()
        end.record()
        end.synchronize()
        made.append(1e3 * start.elapsed_time(end) / many)
    return statistics.median(made)


def of_keys(n: int, repeats: int, sweep: bool) -> list[dict[str, Any]]:
    """What device keys make. The bytes of a copy are those that an operation reads and writes."""
    from tali.torch import _launch

    t, cuda = tali.torch, {"device": "cuda"}
    key = t.key(42, **cuda)
    result: list[dict[str, Any]] = []

    def row(what: str, ours: Callable[[], Any], theirs: Callable[[], Any] | None = None, n_bytes: int = 0, reads: bool = False) -> None:
        made = {"what": what, "tali": by_events(ours, repeats)}
        if theirs is not None:
            made["torch"] = by_events(theirs, repeats)
        if n_bytes:
            memory = torch.empty(n_bytes // 4 if reads else n_bytes // 8, **cuda)
            into = None if reads else torch.empty_like(memory)
            copy = by_events((lambda: memory.amax()) if reads else (lambda: into.copy_(memory)), repeats)  # type: ignore[union-attr]
            made |= {"read" if reads else "copy": copy, "share": copy / made["tali"]}
            del memory, into
        result.append(made)
        print(what, *(f"{k} {v:.1f}" if k != "share" else f"share {100 * v:.0f} %" for k, v in made.items() if k != "what"), sep="  ", flush=True)

    half, wide = torch.zeros(n, dtype=torch.bfloat16, **cuda), torch.zeros(n, **cuda)
    row("dropout, bf16", lambda: t.dropout(half, 0.1, key), lambda: torch.nn.functional.dropout(half, 0.1), 4 * n)
    row("stochastic_round, f32 to bf16", lambda: t.stochastic_round(wide, torch.bfloat16, key), None, 6 * n)
    row("add_, f32 to bf16", lambda: t.add_(half, wide, 0.1, key), None, 8 * n)
    for rounds in (10, 7):
        row(f"add_noise_, bf16, {rounds} rounds", lambda rounds=rounds: t.add_noise_(half, 1e-3, key, rounds=rounds),
            lambda: half.add_(torch.randn_like(half)), 4 * n)
    row("normal, f32", lambda: t.normal(key, n, out=wide), lambda: wide.normal_(), 4 * n)
    row("uniform, f32", lambda: t.uniform(key, n, out=wide), lambda: wide.uniform_(), 4 * n)
    if sweep:
        from tali.torch import _noise

        usual = _noise._TILE
        for tile in ((1024, 4), (1024, 2), (2048, 4), (2048, 8), (4096, 4), (4096, 8), (8192, 8)):
            _noise._TILE = tile
            row(f"add_noise_, bf16, tile {tile}", lambda: t.add_noise_(half, 1e-3, key), None, 4 * n)
        _noise._TILE = usual
    del half, wide
    torch.cuda.empty_cache()

    logits, keys = torch.randn(256, 128256, **cuda) * 3, t.split(key, 256)
    for rounds in (10, 7):
        row(f"sample_logits, 256 x 128,256, {rounds} rounds", lambda rounds=rounds: t.sample_logits(logits, keys, rounds=rounds),
            lambda: torch.multinomial(torch.softmax(logits, -1), 1), 4 * logits.numel(), True)
    if sweep:
        from tali.torch import _best

        usual = _best._SIZES
        for sizes in ((512, 1, 2048), (512, 1, 4096), (512, 1, 8192), (1024, 1, 4096), (1024, 2, 2048), (1024, 2, 4096), (1024, 4, 4096),
                      (2048, 2, 2048), (2048, 4, 2048), (4096, 4, 1024), (4096, 8, 1024)):
            _best._SIZES = sizes
            row(f"sample_logits, {sizes}", lambda: t.sample_logits(logits, keys), None, 4 * logits.numel(), True)
        _best._SIZES = usual
    del logits

    m = 1 << 24
    shape, p = torch.rand(m, **cuda) + 1, torch.rand(m, **cuda)
    if tali._core.gpu_built():
        row("gamma, tensor of shapes, 2^24", lambda: t.gamma(key, m, shape), lambda: torch._standard_gamma(shape))
        row("beta, tensors, 2^24", lambda: t.beta(key, m, shape, shape), lambda: torch.distributions.Beta(shape, shape).sample())
        row("poisson, tensor of means, 2^24", lambda: t.poisson(key, m, shape), lambda: torch.poisson(shape))
        row("binomial, tensor of p, 2^24", lambda: t.binomial(key, m, 20, p), lambda: torch.binomial(torch.full_like(p, 20), p))
        row("gamma(2.5), 2^24", lambda: t.gamma(key, m, 2.5), lambda: torch._standard_gamma(torch.full((1,), 2.5, **cuda).expand(m)))
    row("randperm, 2^20", lambda: t.randperm(key, 1 << 20), lambda: torch.randperm(1 << 20, **cuda))
    row("permuted, 10^6 of 10^12", lambda: t.randperm(key, 10**12, 10**6))
    rows_out, x = torch.empty(256, 4096, **cuda), torch.empty(4096, **cuda)
    row("normal, 256 keys x 4,096", lambda: t.normal(keys, 4096, out=rows_out), lambda: rows_out.normal_())
    row("normal, 4,096", lambda: t.normal(key, 4096, out=x), lambda: x.normal_())
    host, generator, pair = tali.Key(42), tali.Generator(seed=1), torch.tensor([42, 0])
    for form, given in (("Key", host), ("int", 42), ("Generator", generator), ("tensor on the host", pair)):
        row(f"normal_, 4,096, {form}", lambda given=given: t.normal_(x, key=given), lambda: x.normal_())
    row("normal, 4,096, Key", lambda: t.normal(host, 4096, out=x), lambda: x.normal_())
    row("normal, 4,096, a new tensor", lambda: t.normal(key, 4096), lambda: torch.randn(4096, **cuda))
    row("gamma(2.5), 4,096", lambda: t.gamma(key, 4096, 2.5, out=x))
    row("fold_in", lambda: t.fold_in(key, 7))
    row("dropout, 4,096", lambda: t.dropout(x, 0.1, key), lambda: torch.nn.functional.dropout(x, 0.1))
    if tali._core.gpu_built():  # on both sides of _launch.SMALL
        for power in (18, 20, 22, 24, 28):
            big = torch.empty(1 << power, **cuda)
            for small in (0, 1 << 40):
                _launch.SMALL, usual = small, _launch.SMALL
                row(f"normal, 2^{power}, {'the library' if small else 'Triton'}", lambda: t.normal(key, 1 << power, out=big), lambda: big.normal_(), 4 << power)
                _launch.SMALL = usual
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(100):
            t.normal(key, 4096, out=x)
    result.append({"what": "normal, 4,096, in a graph", "tali": by_events(graph.replay, repeats) / 100})
    print("normal, 4,096, in a graph", f"tali {result[-1]['tali']:.2f}", sep="  ")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=count, default=1 << 28)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json")
    parser.add_argument("--only", choices=["fills", "keys", "jax"])
    parser.add_argument("--sweep", action="store_true")
    options = parser.parse_args()
    found: dict[str, Any] = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "n": options.n}
    if options.only in (None, "keys"):
        found["keys"] = of_keys(options.n, options.repeats, options.sweep)
    if options.only in (None, "jax"):
        found["microseconds_under_jit"] = jax_rows(options.repeats)
    if options.only in (None, "fills"):
        import cupy

        all_rows = rows(options.n, options.repeats)
        for row in all_rows:
            print(row["what"], row["type"], *(f"{k}: {v:.0f} GB/s" for k, v in row.items() if isinstance(v, float)), sep="  ")
        small = calls(options.repeats)
        print("a call for 1,000 values", *(f"{k}: {v:.1f} us" for k, v in small.items()), sep="\n  ")
        found |= {"cupy": cupy.__version__, "rows": all_rows, "microseconds_of_a_call_for_1000": small}
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
