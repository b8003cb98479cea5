# SPDX-License-Identifier: Apache-2.0
"""Runs commands, and compiles for other machines."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Failure(Exception):
    """A machine that gave something else than it must."""


class NotRun(Exception):
    """A machine that is not there."""


# Threads that wait without spinning: an emulated one that spins takes the processor from the one it waits for.
ENVIRONMENT = {**os.environ, "OMP_WAIT_POLICY": "passive", "WINEDEBUG": "-all"}


def call(command, limit=1200, **options):
    """What a command prints, which must end well within `limit` seconds."""
    words = [str(c) for c in command]
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=limit, **{"env": ENVIRONMENT, **options})
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(words)}: not done after {limit} s") from None
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        end = "\n".join(text.splitlines()[-40:])
        raise Failure(f"{' '.join(words)}: exit status {done.returncode}\n{end}")
    return text


def need(program, what=None):
    if shutil.which(program) is None:
        raise NotRun(f"{what or program} is missing")
    return program


ZIG = "ziglang==0.17.1"


def zig(options):
    """The program zig, from PATH or from a Python package in a virtual environment next to the builds."""
    if found := shutil.which("zig"):
        return found
    python = options.cross / "zig/bin/python"
    try:
        if not python.exists():
            call([sys.executable, "-m", "venv", options.cross / "zig"])
        call([python, "-m", "pip", "install", "-q", ZIG])
    except Failure as trouble:
        raise NotRun(f"zig is missing: {trouble}") from None
    return call([python, "-c", "import ziglang; print(ziglang.__path__[0])"]).strip() + "/zig"


def cross(toolchain, *configuration, targets=("machine_test", "machine_gen")):
    """Compiles the tests, or other targets, with a file of cmake/toolchains, and returns their folder."""
    def compiled(options):
        by_zig = "by zig" in (ROOT / f"cmake/toolchains/{toolchain}.cmake").read_text()
        program = [f"-DTALI_ZIG={zig(options)}", "-DTALI_CCACHE=OFF"] if by_zig else []
        if not by_zig:
            need(f"{toolchain}-g++")
        if not pathlib.Path("/usr/src/googletest/googletest/src/gtest-all.cc").exists():
            raise NotRun("googletest's source in /usr/src/googletest is missing")
        folder = options.cross / toolchain
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        first = [] if (folder / "CMakeCache.txt").exists() else [
            *generator, *program, f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/{toolchain}.cmake"]
        call(["cmake", "-S", ROOT / "tests/machines", "-B", folder, *configuration, *first])
        jobs = max(options.jobs // 2, 1)  # beside another architecture, or machines that are emulated
        # By itself it may have what others leave of a processor.
        call(["cmake", "--build", folder, "-j", jobs, "--target", *targets],
             limit=7200 if options.compile else 1200)
        return folder
    return compiled


def package_report(python, home):
    """What `python -m tali` says of the package in a folder, by the command of a Python that may look at no environment variables."""
    run = f"import sys, runpy; sys.path.insert(0, {str(home)!r}); sys.argv[1:] = ['--json']; runpy.run_module('tali', run_name='__main__')"
    said = call([*python, "-c", run], limit=7200, cwd=home)
    return json.loads(said[said.index("{"):said.rindex("}") + 1])
