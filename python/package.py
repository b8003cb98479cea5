#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the Python package's wheel, and tests it.

    python/package.py venv                         # make test: a venv that can build the module; prints its Python
    python/package.py wheel [--to build/wheels]    # make python: of the build folder's objects, where it has some
    python/package.py dist --to build/dist         # make dist: the source package for PyPI too; both checked by twine
    python/package.py test                         # ctest -R python_package: builds, installs into a venv, runs pytest

Takes the Python that PYTHON names, if it is of 3.10 or later; else the first of 3.12 or later, whose wheel serves all later ones, and
else of 3.10 or later, among this one, those on PATH and pyenv's. Exit status 77: there is none, or no network for what pip must fetch.
"""

from __future__ import annotations

import argparse
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TO_BUILD = ["scikit-build-core>=0.10", "nanobind>=2.2"]
TO_CHECK = ["build", "twine"]
TO_TEST = ["-r", str(ROOT / "python" / "tests" / "requirements-others.txt")]


def skip(why: str) -> None:
    print(f"SKIPPED: {why}")
    sys.exit(77)


def new_enough(python: str, minor: int) -> bool:
    ask = f"import sys, venv, ensurepip; sys.exit(sys.version_info < (3, {minor}))"
    try:
        return subprocess.run([python, "-c", ask], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def version(python: str) -> str:
    return subprocess.run([python, "-c", "import sys; print(sys.version_info[:2])"], capture_output=True, text=True, timeout=60).stdout


def named_python() -> str:
    """The Python that PYTHON names, or nothing where that is none that will do."""
    named = os.environ.get("PYTHON", "")
    return named if named and new_enough(named, 10) else ""


def known_pythons() -> list[str]:
    """This Python, and those that PATH and pyenv have; those without the GIL come last."""
    names = [sys.executable, *map(shutil.which, ("python3", "python3.10", "python3.11", "python3.12", "python3.13", "python3.14"))]
    names += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.1[0-9]*/bin/python")))
    names += map(shutil.which, ("python3.13t", "python3.14t"))
    return [name for name in names if name]


def find_python() -> str:
    if named := named_python():
        return named
    for minor in (12, 10):
        for name in known_pythons():
            if new_enough(name, minor):
                return name
    skip("no Python of 3.10 or later with venv; name one in PYTHON")
    raise AssertionError


def venv(folder: pathlib.Path, packages: list[str]) -> str:
    """The Python of a venv that has the packages; one of another version than PYTHON's is replaced."""
    python = folder / "bin" / "python"
    if python.exists() and (named := named_python()) and version(named) != version(str(python)):
        shutil.rmtree(folder)
    if not python.exists():
        subprocess.run([find_python(), "-m", "venv", str(folder)], check=True)
    done = subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages],
                          capture_output=True, text=True)
    if done.returncode != 0:
        skip("pip cannot install " + " ".join(packages) + ": " + (done.stderr.strip().splitlines() or ["?"])[-1])
    return str(python)


def build(python: str, *pip: str, jobs: str) -> None:
    environment = dict(os.environ)
    # What CMake takes by itself; Python's own name for the compiler would miss the cache of the other build folders.
    environment.setdefault("CXX", "c++")
    environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", jobs)
    subprocess.run([python, "-m", "pip", *pip, "--no-deps", "--no-build-isolation", "--disable-pip-version-check",
                    str(ROOT)], check=True, env=environment)


def same_build(folder: pathlib.Path) -> list[str]:
    """What makes pip continue in a build folder that CMake made, with the options that it was made with."""
    try:
        cache = (folder / "CMakeCache.txt").read_text()
    except OSError:
        return []
    kept = dict(re.findall(r"^(TALI_[A-Z_]+|CMAKE_BUILD_TYPE):(?:BOOL|STRING)=(.*)$", cache, re.M))
    kept["TALI_PYTHON"] = "ON"
    return ["-C", f"build-dir={folder}", *(word for name, value in kept.items() for word in ("-C", f"cmake.define.{name}={value}"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["venv", "wheel", "dist", "test"])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="where the venv is made")
    parser.add_argument("--to", type=pathlib.Path, help="folder of the wheel")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    options = parser.parse_args()
    options.build = options.build.resolve()
    folder = options.build / "python-venv"
    if options.what == "venv":
        print(venv(folder, TO_BUILD))
        return
    if options.what == "wheel":
        to = options.to or options.build / "wheels"
        build(venv(folder, TO_BUILD), "wheel", "-w", str(to), *same_build(options.build), jobs=options.jobs)
        print("made", *sorted(str(p) for p in to.glob("tali_random-*.whl")))
        return
    if options.what == "dist":
        to = options.to or options.build / "dist"
        python = venv(folder, TO_BUILD + TO_CHECK)
        subprocess.run([python, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(to), str(ROOT)], check=True)
        build(python, "wheel", "-w", str(to), "-C", "cmake.define.TALI_SIMD=avx512", jobs=options.jobs)  # for all machines
        made = sorted(str(p) for pattern in ("tali_random-*.whl", "tali_random-*.tar.gz") for p in to.glob(pattern))
        subprocess.run([python, "-m", "twine", "check", "--strict", *made], check=True)
        return
    python = venv(folder, TO_BUILD + TO_TEST)
    # The CPU's part alone, in a build folder of its own: the CUDA library takes long to compile, and its tests are C++'s.
    os.environ["CMAKE_ARGS"] = os.environ.get("CMAKE_ARGS", "") + " -DTALI_CUDA=OFF"
    build(python, "install", "--force-reinstall", "-C", "build-dir=build-python-test", jobs=options.jobs)
    tests = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."], cwd=ROOT / "python" / "tests")
    sys.exit(tests.returncode)


if __name__ == "__main__":
    main()
