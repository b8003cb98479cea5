#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs machine_test and `tali gen` on every machine of the matrix, and prints one line per machine.

    tests/machines/run.py --build build --cross build-machines [--jobs 2] [--all] [--one-a-level] [--turn N] [--only NAME]...
    tests/machines/run.py --cross build-machines --compile [--turn N]   # for other architectures, with nothing run

A machine is "run" (this one, at a SIMD level of its own), "emulated" (qemu-user, valgrind; x86-64 runs the binaries
of --build, other architectures are compiled into --cross first), "run by wine" (Windows, compiled by zig), "compiled"
(macOS, compiled by zig: its programs are inspected) or "not run", with the reason. The exit status is 0
if nothing failed; with --all, if nothing was left out either, but for levels that this processor lacks.
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import windows  # noqa: E402
from crossing import ENVIRONMENT, ROOT, Failure, NotRun, call, cross, need  # noqa: E402
from macho import Compiled  # noqa: E402

# What `tali gen` writes on every machine, as digests of its bytes on a little-endian one.
OUTPUTS = [
    ["--engine", "philox4x32", "--dist", dist, "--dtype", dtype, "--format", form, "-n", "1001"]
    for dist, dtype in [("bits", "u32"), ("bits", "u64"), ("uniform", "f32"), ("normal-warp", "f64"),
                        ("normal", "bf16"), ("uniform-int", "i64")]
    for form in ["raw", "npy", "text"]
    if (dtype, form) != ("bf16", "npy")
]


def gen(prefix, binary, arguments):
    """Exit status, bytes and messages of `tali gen`."""
    command = [*prefix, str(binary), "gen", "--seed", "7", "--threads", "2", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def check_outputs(prefix, binary, expected):
    for arguments, digest in zip(OUTPUTS, expected):
        status, output, messages = gen(prefix, binary, arguments)
        if status != 0 or hashlib.sha256(output).hexdigest() != digest:
            raise Failure(f"tali gen {' '.join(arguments)}: not the bytes of tests/machines/outputs.txt: exit status "
                          f"{status}, {len(output)} bytes, {output[:16].hex()}..., {messages}")


def check_refusal(prefix, binary, level):
    """A level that the machine lacks: exit status 2, nothing written, one line that names the flag and the level."""
    status, output, messages = gen(prefix, binary, ["-n", "10", "--simd", level])
    lines = [line for line in messages.splitlines() if not line.startswith("qemu-x86_64: warning: TCG")]
    if status != 2 or output or len(lines) != 1 or "--simd" not in lines[0] or level not in lines[0]:
        raise Failure(f"tali gen --simd {level}: exit status {status}, {len(output)} bytes, {messages}; "
                      "allowed: 2, none, one line that names --simd and the level")


def pinned_outputs():
    lines = (ROOT / "tests/machines/outputs.txt").read_text().splitlines()
    pinned = dict(line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
    return [pinned[" ".join(arguments)] for arguments in OUTPUTS]


class Machine:
    """A way to run a binary: a command before it, the level that is tested, the machine's best one."""

    def __init__(self, name, kind, prefix, folder, level=None, best=None, filter=None):
        self.name, self.kind, self.prefix = name, kind, prefix
        self.level, self.best, self.filter = level, best, filter
        self.test, self.gen = (next(iter(sorted(folder.glob(f"{name}.exe"))), folder / name) for name in ("machine_test", "machine_gen"))

    def check(self):
        test = [*self.prefix, self.test, "--gtest_brief=1"]
        if self.filter:
            test.append(f"--gtest_filter={self.filter}")
        if self.level:
            test += ["--level", self.level]
        if self.best:
            test += ["--best", self.best]
        text = call(test)
        passed = re.search(r"\[  PASSED  \] (\d+) tests?\.", text)
        if not passed or int(passed.group(1)) == 0:
            raise Failure(f"no test ran:\n{text}")
        check_outputs(self.prefix, self.gen, pinned_outputs())
        if self.best != "avx512":
            check_refusal(self.prefix, self.gen, "avx512")
        return f"{passed.group(1)} tests"


def native_levels(folder):
    """The levels of the library in this build that this processor has, ascending."""
    return call([folder / "machine_test", "--levels"]).split()


def native_machine(level):
    def prepare(options):
        folder = options.build / "tests/machines"
        levels = native_levels(folder)
        if level not in levels:
            raise NotRun(f"this processor or build has no {level}")
        return Machine(f"native {level}", "run", [], folder, level, levels[-1])
    return prepare


def emulated_x86(model, best):
    def prepare(options):
        if platform.machine() != "x86_64":
            raise NotRun("this machine is no x86-64")
        need("qemu-x86_64", "qemu-user")
        folder = options.build / "tests/machines"
        # What an emulator is for is an instruction that the model lacks. The same code makes the digests, which take
        # three quarters of its time, on this processor, where that is among the machines of this run.
        digests_elsewhere = (options.one_a_level and f"native {best}" in options.machines
                             and best in native_levels(folder))
        return Machine(model, "emulated", ["qemu-x86_64", "-cpu", model], folder, best, best,
                       "-Machine.Digests*" if digests_elsewhere else None)
    prepare.tests = "x86_64", best
    return prepare


def valgrind(options):
    if platform.machine() != "x86_64":
        raise NotRun("this machine is no x86-64")
    need("valgrind")
    if "avx2" not in native_levels(options.build / "tests/machines"):
        raise NotRun("this processor has no avx2, and valgrind has what the processor has")
    return Machine("valgrind", "emulated", ["valgrind", "--tool=none", "-q"], options.build / "tests/machines", "avx2",
                   "avx2")


valgrind.tests = "x86_64", "avx2"


def emulated(architecture, best, *configuration):
    def prepare(options):
        emulator = need(f"qemu-{architecture}", "qemu-user")
        folder = prepare.compiled(options)
        if architecture == "aarch64":
            check_neon(folder / "tali/src/libtali.a")
        return Machine(architecture, "emulated", [emulator], folder, best, best)
    prepare.tests = architecture, best
    prepare.compiled = cross(f"{architecture}-linux-gnu", *configuration)
    return prepare


class Windows(Machine):
    """Beside what every machine runs: the command's tests and the Python package."""

    def __init__(self, options, folder):
        super().__init__("Windows", "run by wine", [need("wine")], folder, "avx2", "avx2")
        self.options, self.folder = options, folder

    def check(self):
        return f"{super().check()}, {windows.command_tests(self.folder)} of the command, {windows.package_tests(self.options, self.folder)}"


def on_windows(options):
    need("wine")
    return Windows(options, windows.compiled(options))


on_windows.tests = "Windows", "avx2"
on_windows.compiled = windows.compiled


def macos(architecture):
    def prepare(options):
        return Compiled(prepare.compiled(options) / "tali/tali", architecture)
    prepare.tests = "macOS", architecture
    prepare.compiled = cross(f"{architecture}-macos", "-DTALI_SIMD=avx2", "-DTALI_TOOLS=ON", "-DTALI_INSTALL=ON", targets=("tali", "tali_c"))
    return prepare


def check_neon(library):
    """The hardware's fused multiply-add in the kernels, and no function that does it by other operations."""
    objdump = need("aarch64-linux-gnu-objdump", "binutils-aarch64-linux-gnu")
    text = call([objdump, "-d", "--no-show-raw-insn", library])
    fused = {name: len(re.findall(rf"\t{name}\t", text)) for name in ("fmla", "fmadd")}
    if fused["fmla"] < 1000 or fused["fmadd"] < 100:
        raise Failure(f"{library} has {fused} instructions; allowed: at least 1000 fmla and 100 fmadd")
    software = sorted({line.split()[-1] for line in call([objdump, "-t", library]).splitlines()
                       if re.search(r"(software|outlined|integer|emulated)_fma|\bfmaf?$", line)})
    if software:
        raise Failure(f"{library} has functions for a multiply-add without the instruction: {', '.join(software)}")


def check_gathers(options):
    """No AVX2 gather has its indices in register 4, which QEMU 7.2 takes for none (like its issue 2474)."""
    if platform.machine() != "x86_64":
        raise NotRun("this machine is no x86-64")
    library = options.build / "src/libtali.a"
    gathers = re.findall(r"\tv\w*gather\w+ +(%[xy]mm\d+,\([^)]*\),%[xy]mm\d+)\n",
                         call([need("objdump", "binutils"), "-d", "--no-show-raw-insn", library]))
    if len(gathers) < 10:
        raise Failure(f"{library} has {len(gathers)} AVX2 gathers; allowed: at least 10")
    wrong = [operands for operands in gathers if re.search(r",%[xy]mm4,", operands)]
    if wrong:
        raise Failure(f"{len(wrong)} of {len(gathers)} gathers of {library} have indices in register 4: {wrong[0]}")
    return f"{len(gathers)} gathers"


# The SIMD levels that the library has on this architecture.
LEVELS = {"x86_64": ["baseline", "avx2", "avx512"], "aarch64": ["neon"]}

MACHINES = {
    **{f"native {level}": native_machine(level) for level in LEVELS.get(platform.machine(), ["baseline"])},
    "qemu64": emulated_x86("qemu64", "baseline"),
    "Nehalem": emulated_x86("Nehalem", "baseline"),
    "Haswell": emulated_x86("Haswell", "avx2"),
    "EPYC-Rome": emulated_x86("EPYC-Rome", "avx2"),
    "valgrind": valgrind,
    "aarch64": emulated("aarch64", "neon"),
    # Its values are what matters: compiled with few optimisations, in half the time.
    "s390x": emulated("s390x", "baseline", "-DCMAKE_BUILD_TYPE=Plain", "-DCMAKE_CXX_FLAGS=-O1"),
    "Windows": on_windows,
    "macOS arm64": macos("aarch64"),
    "macOS x86-64": macos("x86_64"),
}


# Compiled by zig, which comes from PyPI: with --only alone.
BY_HAND = {"Windows", "macOS arm64", "macOS x86-64"}


def judge(name, prepare, options):
    """A line's status, kind and words."""
    begin = time.monotonic()
    try:
        if prepare is check_gathers:
            kind, what = "run", check_gathers(options)
        else:
            machine = prepare(options)
            prepared = time.monotonic() - begin
            kind, what = machine.kind, machine.check()
            if prepared > 1:
                what += f", {prepared:.0f} s to compile"
        return "ok", f"{name}: {kind} ({what}, {time.monotonic() - begin:.0f} s)"
    except NotRun as reason:
        return "not run", f"{name}: not run: {reason}"
    except Failure as trouble:
        return "failed", f"{name}: FAILED: {trouble}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="this machine's build folder (build)")
    parser.add_argument("--cross", type=pathlib.Path, required=True, help="where other architectures are built")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--all", action="store_true", help="what is missing counts as a failure")
    parser.add_argument("--one-a-level", action="store_true", help="of the emulated machines, one an architecture and level, without "
                                                                     "the digests of a level that this processor runs too")
    parser.add_argument("--turn", type=int, help="one of the other architectures in turn, instead of all")
    parser.add_argument("--only", action="append", choices=[*MACHINES, "gathers"], help="this machine alone")
    parser.add_argument("--compile", action="store_true", help="compile for other architectures, one after the other, and end")
    parser.add_argument("--print-outputs", action="store_true", help="print what outputs.txt pins, from --build")
    options = parser.parse_args()
    options.build, options.cross = options.build.resolve(), options.cross.resolve()

    if options.print_outputs:
        for arguments in OUTPUTS:
            _, output, _ = gen([], options.build / "tests/machines/machine_gen", arguments)
            print(" ".join(arguments), hashlib.sha256(output).hexdigest())
        return 0

    crossed = [name for name, prepare in MACHINES.items() if hasattr(prepare, "compiled") and name not in BY_HAND]
    turned_away = set() if options.turn is None else set(crossed) - {crossed[options.turn % len(crossed)]}
    machines = {name: prepare for name, prepare in MACHINES.items()
                if name in (options.only or set(MACHINES) - turned_away - BY_HAND)}

    if options.compile:
        options.jobs, failed = 1, []
        for prepare in machines.values():
            if hasattr(prepare, "compiled"):
                try:
                    prepare.compiled(options)
                except (Failure, NotRun) as reason:
                    failed.append(reason)
                    print(reason, flush=True)
        return 1 if failed else 0

    every = {"gathers": check_gathers, **machines}
    first_to_test = {getattr(prepare, "tests", name): name for name, prepare in reversed(every.items())}
    wanted = options.only or (first_to_test.values() if options.one_a_level else every)
    work = {name: prepare for name, prepare in every.items() if name in wanted}
    options.machines = work.keys()
    statuses = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        # Those that compile first, as they take longest.
        order = sorted(work, key=lambda name: not hasattr(work[name], "compiled"))
        futures = {pool.submit(judge, name, work[name], options): name for name in order}
        for future in concurrent.futures.as_completed(futures):
            status, line = future.result()
            statuses[futures[future]] = status
            print(line, flush=True)
    failed = [name for name, status in statuses.items() if status == "failed"]
    absent = [name for name, status in statuses.items() if status == "not run"]
    missing = [name for name in absent if not name.startswith("native")]  # a processor is as it is
    print(f"{len(statuses) - len(failed) - len(absent)} passed, {len(failed)} failed, {len(absent)} not run"
          + (f": {', '.join(absent)}" if absent else ""))
    return 1 if failed or (options.all and missing) else 0


if __name__ == "__main__":
    sys.exit(main())
