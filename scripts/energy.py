#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joules per number, by the counters of the processors themselves: the Sobol paper's table 4, and words, doubles and normals.

    scripts/energy.py --device cpu --cpu-watts 100 --filter sobol32    # with the Python package tali
    scripts/energy.py --device cuda -o energy.json                     # and PyTorch and nvidia-ml-py

Repeats each fill for some seconds. The GPU's board counts by NVML, the CPU's packages and memory by RAPL, which most systems
let only root read; --cpu-watts states the power of a CPU at work instead. Prints a row per fill, and the totals of table 4.
"""

import argparse
import json
import pathlib
import time

import tali

SHAPES = [(10**p, 10**d) for p in range(1, 8) for d in range(1, 5)]
WORKS = [(engine, d, t, "", 0) for engine in ("philox4x32", "pcg32")
         for d, t in (("bits", "uint32"), ("uniform", "float64"), ("normal-warp", "float32"))]
WORKS += [(f"sobol32:dims={d},points={n},layout=dim-major", "uniform", "float32", f"{n} x {d}", n * d) for n, d in SHAPES]


class Cpu:
    """Its counters: https://docs.kernel.org/power/powercap/powercap.html."""

    most = 1 << 28  # bytes of a fill
    zones = sorted(pathlib.Path("/sys/class/powercap").glob("intel-rapl:*"))

    def __init__(self, watts):
        import numpy

        self.name, self.watts, self.empty, self.finish = "cpu", watts, numpy.empty, lambda: None
        self.zones = [] if watts else [z for z in self.zones if (z / "name").read_text().startswith(("package", "dram"))]
        self.last = [int((z / "energy_uj").read_text()) for z in self.zones]

    def joules(self, seconds):
        before, self.last = self.last, [int((z / "energy_uj").read_text()) for z in self.zones]
        used = [n - b if n >= b else n - b + int((z / "max_energy_range_uj").read_text())
                for n, b, z in zip(self.last, before, self.zones)]
        return self.watts * seconds if self.watts else sum(used) * 1e-6 if used else None


class Gpu:
    most = 1 << 30

    def __init__(self):
        import pynvml
        import torch

        pynvml.nvmlInit()
        self.torch, self.handle = torch, pynvml.nvmlDeviceGetHandleByIndex(0)
        self.read = lambda: pynvml.nvmlDeviceGetTotalEnergyConsumption(self.handle) * 1e-3
        self.name, self.last, self.finish = torch.cuda.get_device_name(0), self.read(), torch.cuda.synchronize

    def empty(self, n, kind):
        return self.torch.empty(n, dtype=getattr(self.torch, kind), device="cuda")

    def joules(self, _):
        before, self.last = self.last, self.read()
        return self.last - before


def measure(device, work, seconds):
    """A row: pieces of the set one after the other, as long as the time allows, after some that are not counted."""
    engine, distribution, kind, shape, n = work
    size = int(kind[-2:]) // 8
    most = device.most // size
    n = n or most
    memory = device.empty(min(n, most), kind)
    sequence = tali.Sequence(engine, seed=0 if shape else 1, device="cpu" if device.name == "cpu" else "cuda")
    for long in (seconds / 4, seconds):
        device.joules(0)
        begin, at, made = time.perf_counter(), 0, 0
        while (used := time.perf_counter() - begin) < long:
            here = min(most, n - at)
            sequence.fill(distribution, first=at, out=memory[:here])
            device.finish()
            at, made = (at + here) % n, made + here
    joules = device.joules(used)
    return {"engine": engine.split(":")[0], "distribution": distribution, "type": kind[0] + kind[-2:], "shape": shape, "device": device.name,
            "n": n, "seconds_per_number": used / made, "joules_per_number": joules / made if joules is not None else None}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--filter", default="", help="a part of an engine's or a distribution's name")
    parser.add_argument("--seconds", type=float, default=2, help="of a row")
    parser.add_argument("--cpu-watts", type=float, help="the CPU's power at work, in place of a counter")
    parser.add_argument("-o", "--output", help="a file for the rows as JSON")
    given = parser.parse_args()
    device = Cpu(given.cpu_watts) if given.device == "cpu" else Gpu()
    rows = []
    for work in WORKS:
        if given.filter in work[0] or given.filter in work[1]:
            rows.append(r := measure(device, work, given.seconds))
            nj = "" if r["joules_per_number"] is None else f"{1e9 * r['joules_per_number']:.5g} nJ"
            print(f"{r['engine']:<12}{r['distribution']:<12}{r['type']:<8}{r['shape']:<18}{1e9 * r['seconds_per_number']:.5f} ns {nj}")
    sets = [r for r in rows if r["shape"]]
    if sets and all(r["joules_per_number"] is not None for r in sets):
        total = {key: sum(r["n"] * r[f"{key}_per_number"] for r in sets) for key in ("seconds", "joules")}
        print(f"table 4, one set of each shape: {total['seconds']:.6f} s, {total['joules']:.5g} J")
    if given.output:
        pathlib.Path(given.output).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
