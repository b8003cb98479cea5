#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian packages as their users meet them: makes them of a build folder, unpacks them into an empty folder, builds
the README's programs against what lies there by find_package and by pkg-config, and runs them and `tali`.

    tests/package/run.py --build build --work build/tests/package/run [--lintian]

Exit status 77: dpkg-deb or cpack is missing (scripts/install-deps.sh packages).
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = {
    "libtali0": ["lib/libtali.so.0.1"],
    "libtali-dev": ["include/tali/tali.hpp", "include/tali.h", "lib/libtali.a", "lib/libtali.so",
                    "lib/cmake/tali/taliConfig.cmake", "lib/pkgconfig/tali.pc"],
    "tali-tools": ["bin/tali", "share/man/man1/tali.1.gz"],
    "libtali-cuda0": ["lib/libtali_cuda.so.0.1"],
    "libtali-cuda-dev": ["lib/libtali_cuda.a", "lib/cmake/tali/taliCudaTargets.cmake", "lib/pkgconfig/tali-cuda.pc"],
}


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def make(build: pathlib.Path, to: pathlib.Path) -> list[pathlib.Path]:
    """Packages, packed fast."""
    run("cpack", "-G", "DEB", "-B", to, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", cwd=build)
    return sorted(to.glob("*.deb"))


def check_content(debs: list[pathlib.Path], prefix: pathlib.Path) -> None:
    """Unpacks each, and looks for what it must have."""
    names = {run("dpkg-deb", "-f", deb, "Package").strip(): deb for deb in debs}
    for needed in ("libtali0", "libtali-dev"):
        if needed not in names:
            sys.exit(f"there is no package {needed}: {sorted(names)}")
    prefix.mkdir(parents=True)
    for name, deb in names.items():
        alone = prefix.parent / "alone" / name
        alone.mkdir(parents=True)
        run("dpkg-deb", "-x", deb, alone)
        run("dpkg-deb", "-x", deb, prefix)
        for file in [*EXPECTED[name], f"share/doc/{name}/copyright", f"share/doc/{name}/changelog.Debian.gz"]:
            if not (alone / "usr" / file).exists() and not (alone / "usr" / file).is_symlink():
                sys.exit(f"{name} has no usr/{file}")


def use(prefix: pathlib.Path, work: pathlib.Path) -> None:
    usr = prefix / "usr"
    program_environment = dict(os.environ, LD_LIBRARY_PATH=str(usr / "lib"))
    # CMake's way. CUDA's toolkit is hidden: these programs need none.
    run("cmake", "-S", HERE / "consumer", "-B", work / "consumer", f"-DCMAKE_PREFIX_PATH={usr}", "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON")
    run("cmake", "--build", work / "consumer")
    by_cmake = run(work / "consumer/readme")
    in_c = run(work / "consumer/readme_c", env=program_environment)
    # pkg-config's way.
    flags = {}
    for package in ("tali", "tali-c"):
        environment = dict(os.environ, PKG_CONFIG_LIBDIR=str(usr / "lib/pkgconfig"))
        flags[package] = run("pkg-config", "--cflags", "--libs", package, env=environment).split()
    run(os.environ.get("CXX", "c++"), "-std=c++20", "-O1", HERE / "consumer/readme.cpp", "-o", work / "by_pc", *flags["tali"])
    run(os.environ.get("CC", "cc"), "-std=c11", HERE / "consumer/readme.c", "-o", work / "by_pc_c", *flags["tali-c"])
    answers = {by_cmake, in_c, run(work / "by_pc"), run(work / "by_pc_c", env=program_environment)}
    command = usr / "bin/tali"
    if command.exists():
        answers.add(run(command, "gen", "--engine", "philox4x32", "--seed", "2024", "--stream", "7", "-n", "3", "--dist", "uniform",
                        "--dtype", "f64", "--format", "text"))
        run(command, "info")
        run(command, "--version")
    if len(answers) != 1:
        sys.exit(f"the programs differ: {answers}")
    print("the same three numbers by all of them:", ", ".join(answers.pop().split()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder in which everything is built")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder that is emptied and used")
    parser.add_argument("--lintian", action="store_true", help="ask lintian, and fail on its errors")
    options = parser.parse_args()
    for program in ("cpack", "dpkg-deb", "pkg-config"):
        if shutil.which(program) is None:
            print(f"SKIPPED: {program} is not installed; scripts/install-deps.sh packages installs it")
            sys.exit(77)
    work = options.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    debs = make(options.build.resolve(), work / "debs")
    check_content(debs, work / "prefix")
    use(work / "prefix", work)
    if options.lintian:
        if shutil.which("lintian") is None:
            print("lintian is not installed: it was not asked")
        else:
            print(run("lintian", "--allow-root", "--fail-on", "error", *debs))
    print("packages:", ", ".join(f"{deb.name} ({deb.stat().st_size / 1e6:.1f} MB)" for deb in debs))


if __name__ == "__main__":
    main()
