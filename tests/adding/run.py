#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Applies the patches of docs/adding.md to a copy of the source, builds it, and looks for what they add.

The library, the command line and the lab are built, lightly optimised: it is about whether they have the engine and the
distributions, and not about speed. With nvcc some of the kernels that are new are compiled for one GPU.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

PATCHES = ["engine.patch", "fixed.patch", "rejection.patch"]
ENGINE, DISTRIBUTIONS = "squares32", ["log-uniform", "semicircle"]
COPIED = ["bench", "cmake", "data", "docs/adding", "include", "lab", "scripts", "src", "tests", "tools"]


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def copy_source(source, to):
    """A copy whose unchanged files keep their times, so that a second run builds what changed alone."""
    for name in COPIED:
        shutil.copytree(source / name, to / name, dirs_exist_ok=True)
    for file in source.iterdir():
        if file.is_file():
            shutil.copy2(file, to / file.name)


def apply(source, to, git):
    outside = {**os.environ, "GIT_CEILING_DIRECTORIES": str(to.parent)}
    for patch in PATCHES:
        run(git, "apply", "--whitespace=error", source / "docs" / "adding" / patch, cwd=to, env=outside)


def expect(condition, what):
    if not condition:
        sys.exit(f"not found: {what}")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("source", type=pathlib.Path)
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--git", default="git")
    p.add_argument("--cmake", default="cmake")
    p.add_argument("--compiler", default="c++")
    p.add_argument("--nvcc", help="also compile kernels, by this compiler")
    a = p.parse_args()

    copy, build = a.folder / "source", a.folder / "build"
    if copy.exists():
        shutil.rmtree(copy)
    copy.mkdir(parents=True)
    copy_source(a.source, copy)
    apply(a.source, copy, a.git)
    run(a.cmake, "-S", copy, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={a.compiler}", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -DTALI_COMPILER_INLINES", "-DTALI_CUDA=OFF", "-DTALI_MPI=OFF",
        "-DTALI_LAB=ON", "-DTALI_BENCH=OFF", "-DTALI_TESTS=ON",
        "-DTALI_SIMD=baseline",  # which has all that the other levels have
        "-DCMAKE_DISABLE_FIND_PACKAGE_dlib=ON")  # training normals does not use the catalogue
    tests = ["alone_tests", "fill_tests"]
    if a.nvcc:
        run(a.nvcc, "-std=c++20", "-O1", "-Xcicc=-O1", "-Xptxas=-O0", "--fmad=false", "-arch=sm_90", "-I", copy / "include",
            "-I", copy / "src", "-c", copy / "tests" / "adding" / "kernels.cu", "-o", build / "kernels.o")
    run(a.cmake, "--build", build, "--target", "tali", "tali-lab", "make_digests", *tests)

    # Each patch has the digests of its own; those of the engine with the distributions are added as the page says.
    pinned = copy / "tests" / "data" / "digests.txt"
    digests = run(build / "tests" / "make_digests")
    lost = set(pinned.read_text().splitlines()) - set(digests.splitlines())
    if lost:
        sys.exit("digests changed:\n" + "\n".join(sorted(lost)))
    pinned.write_text(digests)
    for test in tests:
        # The tables of boundaries ask for a row of every distribution, which the examples leave to their author. The others
        # are of rows and permutations, which no example adds, and of digests, which are above.
        run(build / "tests" / test, "--gtest_filter=-*Boundary*:Vectors.*:Permutation.*:Structures.*:Digests.*")
    tali = build / "tali"
    info = json.loads(run(tali, "info", "--json"))
    expect(ENGINE in json.dumps(info["engines"]), f"{ENGINE} in tali info")
    for name in DISTRIBUTIONS:
        expect(name in json.dumps(info["distributions"]), f"{name} in tali info")
    run(tali, "gen", "--engine", ENGINE, "-n", 5, "--format", "text")
    for name in DISTRIBUTIONS:
        engine = ENGINE if name == "log-uniform" else "philox4x32"
        values = run(tali, "gen", "--engine", engine, "--dist", name, "--dtype", "f64", "-n", 5, "--format", "text")
        expect(len(values.split()) == 5, f"five numbers of {name}")
        page = json.loads(run(tali, "certify", "--engine", engine, "--dist", name, "--dtype", "f64", "-n", "2^22", "--json"))
        expect(page["summary"]["verdict"] == "passed" and page["summary"]["p_values"] > 0, f"a verdict on {name}")
    print("the worked examples are in tali info, gen, certify and the digests")


if __name__ == "__main__":
    main()
