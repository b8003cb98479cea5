#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a build costs: processor seconds of each object, the sizes of what it made, and the names in namespace tali.

    scripts/build-cost.py report [BUILD]              prints the totals, the slowest objects, the sizes
    scripts/build-cost.py check [BUILD] [--record F]  fails where an object costs 10 s, and half, more than in the record
    scripts/build-cost.py names [INCLUDE]             fails where namespace tali itself has more than 200 names; lists them
    scripts/build-cost.py record [BUILD] [--record F] puts the build's objects into the record

CMake's -DTALI_COMPILE_TIMES=ON runs each compiler by this script, which then appends a line to the file that the variable
TALI_COMPILE_TIMES names, BUILD/compile-times.txt; a compiler's cache does so for what it has not. Machines differ: all seconds
are divided by the median quotient to the record's before they are compared or recorded. CUDA's objects are recorded but not
compared, since CI compiles them with less optimisation.

The names are those of functions, types, variables and aliases that Doxygen finds in the headers, with comments or without; overloads
and specialisations are one name. Namespaces within tali, and concepts, are not counted.
"""

from __future__ import annotations

import argparse
import collections
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECORD = ROOT / "evidence" / "2026-11-28-build-cost.csv"
MOST_SECONDS, MOST_ADDED = 20.0, 10.0  # of an object, of the record's machine; docs/building.md
MOST_NAMES = 200
FEWEST = 5  # objects of a second or more that tell how fast the machine is


def time_command(log: str, command: list[str]) -> int:
    code = subprocess.run(command).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code == 0 and "-c" in command and "-o" in command:
        made = command[command.index("-o") + 1]
        with open(log, "a") as file:
            file.write(f"{used.ru_utime + used.ru_stime:.2f},{made}\n")
    return code


def name_of(made: str) -> str:
    """`cpu/fill` of `src/CMakeFiles/tali_cpu.dir/cpu/fill.cpp.o`, with the target in front where it says more."""
    parts = pathlib.PurePath(made).parts
    where = next((i for i, part in enumerate(parts) if part.endswith(".dir")), -1)
    return "/".join((parts[where].removesuffix(".dir"), *parts[where + 1:])) if where >= 0 else made


def read(path: pathlib.Path) -> dict[str, float]:
    """Seconds of each object; of several the last."""
    if not path.exists():
        return {}
    rows = (line.split(",", 1) for line in path.read_text().splitlines() if line and not line.startswith(("#", "seconds")))
    return {name_of(made): float(seconds) for seconds, made in rows}


def folder_of(build: pathlib.Path) -> dict[str, float]:
    return read(build / "compile-times.txt")


def report(build: pathlib.Path) -> int:
    seconds = folder_of(build)
    totals: collections.Counter[str] = collections.Counter()
    for name, s in seconds.items():
        totals[name.split("/")[0].rsplit("_", 2)[0] if "kernels" in name else name.split("/")[0]] += s
    print(f"{len(seconds)} objects, {sum(seconds.values()):.0f} s of processor time")
    for name, s in totals.most_common(12):
        print(f"  {s:7.1f} s  {name}")
    print("the slowest:")
    for name, s in sorted(seconds.items(), key=lambda pair: -pair[1])[:6]:
        print(f"  {s:7.1f} s  {name}")
    for name in ("src/libtali.a", "src/libtali_cuda.a", "tali", "tali-lab", "tali-bench"):
        if (build / name).exists():
            print(f"{name}: {(build / name).stat().st_size / 1e6:.1f} MB")
    return 0


def machine_scale(now: dict[str, float], record: dict[str, float]) -> float | None:
    """How many times as long as the record's this machine takes; None where too few objects tell."""
    quotients = [now[name] / record[name] for name in now if record.get(name, 0) >= 1 and not is_cuda(name)]
    return statistics.median(quotients) if len(quotients) >= FEWEST else None


def is_cuda(name: str) -> bool:
    return name.endswith(".cu.o")


def check(build: pathlib.Path, record: pathlib.Path) -> int:
    now, before = folder_of(build), read(record)
    scale = machine_scale(now, before)
    if scale is None:
        # Most came from the cache. No machine of a build is faster than the record's by half.
        scale = 2.0
        print("build-cost: too few objects were compiled to tell this machine's speed; twice the record's time is taken for it")
    wrong = 0
    for name, s in sorted(now.items()):
        if is_cuda(name):
            continue
        # Times of one object differ by a fifth from run to run.
        allowed = max(before[name] + MOST_ADDED, 1.5 * before[name]) if name in before else MOST_SECONDS
        if s / scale > allowed:
            had = f"the record has {before[name]:.1f} s" if name in before else "it is new"
            print(f"build-cost: {name} takes {s / scale:.1f} s of the record's machine; {had}; allowed: {allowed:.1f} s")
            wrong += 1
    print(f"build-cost: {len(now)} objects, this machine takes {scale:.2f} of the record's time")
    return 1 if wrong else 0


def names_of(include: pathlib.Path) -> set[str]:
    """The names of namespace tali itself."""
    settings = (ROOT / "docs/site/Doxyfile").read_text().replace("EXCLUDE_PATTERNS", "# ")
    with tempfile.TemporaryDirectory() as folder:
        more = f"\nINPUT = {include}\nOUTPUT_DIRECTORY = {folder}\nEXTRACT_ALL = YES\nHIDE_UNDOC_MEMBERS = NO\n"
        subprocess.run(["doxygen", "-"], input=settings + more, text=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        space = ET.parse(pathlib.Path(folder, "xml", "namespacetali.xml")).getroot()
    classes = (node.text.split("<")[0].strip() for node in space.iter("innerclass"))
    return {node.text for node in space.iterfind(".//memberdef/name")} | {c.removeprefix("tali::") for c in classes if c.count("::") == 1}


def names(include: pathlib.Path) -> int:
    found = names_of(include)
    print(f"build-cost: {len(found)} names in namespace tali; allowed: {MOST_NAMES}")
    if len(found) > MOST_NAMES:
        print(" ".join(sorted(found)))
    return 1 if len(found) > MOST_NAMES else 0


def write_record(build: pathlib.Path, record: pathlib.Path) -> int:
    now, rows = folder_of(build), read(record)
    scale = machine_scale(now, rows) or 1.0
    rows.update({name: s / scale for name, s in now.items()})
    record.parent.mkdir(exist_ok=True)
    record.write_text("seconds,object\n" + "".join(f"{s:.1f},{name}\n" for name, s in sorted(rows.items())))
    return 0


def main() -> int:
    if (log := os.environ.get("TALI_COMPILE_TIMES")) and len(sys.argv) > 3:
        return time_command(log, sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["report", "check", "record", "names"])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, metavar="BUILD", help="for names: the headers; default: include")
    parser.add_argument("--record", type=pathlib.Path, default=RECORD)
    options = parser.parse_args()
    if options.what == "names":
        return names(options.folder or ROOT / "include")
    build = options.folder or pathlib.Path(os.environ.get("BUILD", "build"))
    if options.what == "report":
        return report(build)
    return (check if options.what == "check" else write_record)(build, options.record)


if __name__ == "__main__":
    sys.exit(main())
