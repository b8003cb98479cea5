#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests this machine, and prints a report to send: digests, known answers and rates, as JSON.

    scripts/try-here.py [--build build-here]

The first run builds tests/machines and the command line: CMake, a C++ compiler, GoogleTest's source (-DTALI_GTEST_SOURCE),
CLI11, fmt and nlohmann-json are needed. Then it takes a minute. The checks are those of tests/machines/run.py, at each SIMD
level of the machine. The exit status is 1 if one of them fails.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import platform
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def machines():
    """tests/machines/run.py as a module."""
    spec = importlib.util.spec_from_file_location("machines", ROOT / "tests/machines/run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-here", help="where it is built (build-here)")
    parser.add_argument("--cmake", action="append", default=[], metavar="FLAG", help="a flag for CMake, as in --cmake=-DNAME=VALUE")
    parser.add_argument("--runner", help="a program that runs the others, as wine")
    options = parser.parse_args()
    run, build = machines(), options.build.resolve()
    prefix = [options.runner] if options.runner else []
    suffix = ".exe" if options.runner == "wine" or os.name == "nt" else ""
    test, tali = build / f"machine_test{suffix}", build / f"tali/tali{suffix}"
    if not (test.exists() and tali.exists()):
        for command in (["cmake", "-S", ROOT / "tests/machines", "-B", build, "-DTALI_TOOLS=ON", *options.cmake],
                        ["cmake", "--build", build, "-j", str(os.cpu_count() or 1), "--target", "machine_test", "machine_gen", "tali"]):
            subprocess.run(command, check=True, stdout=sys.stderr)
    levels, checked, failed = run.call([*prefix, test, "--levels"]).split(), {}, {}
    for level in levels:
        try:
            checked[level] = run.Machine(level, "run", prefix, build, level, levels[-1]).check()
        except run.Failure as failure:
            failed[level] = str(failure)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    demo = json.loads(subprocess.run([*prefix, tali, "demo", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    info = json.loads(subprocess.run([*prefix, tali, "info", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    print(json.dumps({"schema": 1, "commit": commit, "system": platform.platform(), "runner": options.runner,
                      "machine": platform.machine(), "compiler": info["compiler"], "cpu": info["cpu"], "checked": checked,
                      "failed": failed, "throughput": demo["throughput"]}, indent=2))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
