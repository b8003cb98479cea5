# SPDX-License-Identifier: Apache-2.0
"""Prints what this installation of tali supports, and whether it reproduces the known answers and digests on this machine.

    python -m tali [--json]

Exit status 1: one of them is not reproduced. If the project does not have such a machine, send it the JSON.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from typing import Any

import numpy as np

import tali
from tali import _core
from tali._answers import answers, fingerprint


def _rate(make: Any, out: np.ndarray) -> float:
    """Gigabytes per second, in the best of several runs."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        make(out)
        best = min(best, time.perf_counter() - begin)
    return round(out.nbytes / best / 1e9, 3)


def report() -> dict[str, Any]:
    """Everything that is printed."""
    results = list(answers())
    digest, digests, wrong_digests = fingerprint()
    g, out = tali.Generator(seed=42), np.empty(1 << 22)
    levels = _core.simd_levels()
    return {
        "schema": 1, "tali": tali.__version__, "python": platform.python_version(), "free_threaded": not _has_gil(),
        "numpy": np.__version__, "system": platform.platform(), "machine": platform.machine(), "simd_levels": levels,
        "simd_level": levels[-1], "threads": _core.get_threads() or _core.default_threads(), "cuda_build": tali.has_cuda(),
        "gpus": _core.gpu_names(), "answers": len(results), "answers_failed": [line for line, holds in results if not holds],
        "digests": digests, "digests_failed": wrong_digests, "digest": digest,
        "gb_per_s": {"store": _rate(lambda x: x.fill(1), out), "uniform f64": _rate(lambda x: g.random(out=x), out),
                     "normal f64": _rate(lambda x: g.standard_normal(out=x), out)}}


def _has_gil() -> bool:
    return getattr(sys, "_is_gil_enabled", lambda: True)()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tali", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="as JSON, with rates")
    options = parser.parse_args()
    found = report()
    failed = found["answers_failed"] + found["digests_failed"]
    if options.json:
        print(json.dumps(found, indent=2))
        return bool(failed)
    gpus = ", ".join(found["gpus"]) or ("none" if found["cuda_build"] else "none; this build has no CUDA")
    print(f"tali {found['tali']}, Python {found['python']}{' without the GIL' if found['free_threaded'] else ''}, NumPy {found['numpy']}")
    print(f"CPU: {found['simd_level']}, {found['threads']} threads")
    print(f"GPUs: {gpus}")
    for name, rate in found["gb_per_s"].items():
        print(f"{name}: {rate:.2f} GB/s")
    for line in failed:
        print(f"wrong: {line}")
    what = f"{found['answers']} known answers and {found['digests']} digests"
    print(f"{len(failed)} of {what} do not hold on this machine" if failed else f"all {what} hold on this machine")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
