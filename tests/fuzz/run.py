#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs libFuzzer on every target, for the same time each. Inputs that reach new code stay in BUILD/fuzz/NAME, and what
ends a target is kept there as crash-*, with the command that runs it again."""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent


def fuzz(program, seconds, folder, seed):
    name = program.name.removeprefix("fuzz_")
    found = folder / name
    found.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([program, f"-max_total_time={seconds}", f"-seed={seed}", "-rss_limit_mb=4096", "-timeout=120",
                           "-print_final_stats=1", f"-artifact_prefix={found}/", found, HERE / "corpus" / name],
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    text = done.stdout.decode(errors="replace")
    (folder / f"{name}.log").write_text(text, encoding="utf-8")
    units = re.search(r"number_of_executed_units: (\d+)", text)
    print(f"{name}: {units[1] if units else '?'} inputs in {seconds} s, seed {seed}: "
          + ("nothing found" if done.returncode == 0 else f"exit code {done.returncode}, see {folder / name}.log"))
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default="build")
    parser.add_argument("--seconds", type=int, default=60, help="in all")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    programs = sorted(p for p in (options.build / "tests" / "fuzz").glob("fuzz_*")
                      if p.is_file() and p.name != "fuzz_corpora")
    if not programs:
        print("no fuzz targets were built; scripts/install-deps.sh fuzz installs libFuzzer", file=sys.stderr)
        return 1
    each = max(1, options.seconds * options.jobs // len(programs))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as threads:
        good = list(threads.map(lambda p: fuzz(p, each, options.build / "fuzz", options.seed), programs))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
