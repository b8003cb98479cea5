#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that what is a GPU maker's own stays in the device layer.

    scripts/check-device-layer.py             # lists the lines that break a rule; exit status 1 if there are any
    scripts/check-device-layer.py --root DIR  # of another tree

The names of CUDA's and HIP's runtimes and drivers, and launches, are for src/gpu/runtime. PTX and intrinsics are for
include/tali/detail/device.hpp, and device_hip.hpp beside it; the headers of CPU instructions have assembly too. Comments may name anything.
"""

import argparse
import pathlib
import re
import sys

SOURCES = (".hpp", ".cpp", ".cu", ".cuh")

RUNTIME = re.compile(r"\b(?:cuda|hip)[A-Z]\w*|\bcu[A-Z]\w*|\bCU(?:DA_|context|device|result|stream)\w*|<<<|<cuda(?:_runtime\w*)?\.h>")
RUNTIME_HEADER = re.compile(r'"gpu/runtime/runtime_\w+\.hpp"')
# __name( of neither the compilers' nor CUDA's ways to mark functions.
INTRINSIC = re.compile(r"\b__(?!attribute__|builtin_|launch_bounds__|has_|is_|nv_is_)[a-z]\w*(?=\s*\()|\batomic[A-Z]\w*|<cuda_(?!runtime)\w+\.h>")
ASSEMBLY = re.compile(r"\basm\b")

DEVICE_HEADER = pathlib.PurePosixPath("include/tali/detail/device.hpp")
HIP_HEADER = pathlib.PurePosixPath("include/tali/detail/device_hip.hpp")
CPU_ASSEMBLY = {pathlib.PurePosixPath(f"include/tali/{name}") for name in ("detail/processor.hpp", "detail/software_fma.hpp", "math/register_arithmetic.hpp", "simd/gather.hpp")}


def rules_of(path):
    """The expressions that must not be found in a file, each with what to say."""
    if path.parts[:2] == ("src", "gpu") and path.parts[2] != "runtime":
        yield RUNTIME, "belongs to src/gpu/runtime/runtime.hpp"
        yield RUNTIME_HEADER, "is for the device layer's own sources; include gpu/runtime/runtime.hpp"
    if path in (DEVICE_HEADER, HIP_HEADER):
        return
    yield INTRINSIC, f"belongs to {DEVICE_HEADER}"
    if path not in CPU_ASSEMBLY:
        yield ASSEMBLY, f"belongs to {DEVICE_HEADER}"


def faults_of(root, path):
    """Pairs of a line's number and what is wrong with it."""
    for number, line in enumerate((root / path).read_text().split("\n"), 1):
        code = line.split("//")[0]
        for expression, advice in rules_of(path):
            if found := expression.search(code):
                yield number, f"'{found.group().strip()}' {advice}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    files = sorted(p for folder in ("src/gpu", "include/tali") for p in (root / folder).rglob("*") if p.suffix in SOURCES)
    if not files:
        sys.exit(f"check-device-layer.py: {root} has no sources in src/gpu and include/tali")
    faults = 0
    for file in files:
        path = pathlib.PurePosixPath(file.relative_to(root).as_posix())
        for number, what in faults_of(root, path):
            faults += 1
            print(f"{path}:{number}: {what}")
    if faults:
        sys.exit(f"check-device-layer.py: {faults} lines name what belongs to the device layer")


if __name__ == "__main__":
    main()
