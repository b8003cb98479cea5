#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes every package of a build folder, in its folder dist: `make dist`.

The source package, its bill of materials, tali_single.hpp, recipes for package managers, Debian's packages, an archive of what is
installed, for this system and for each that tests/machines/run.py has compiled tali for in --cross, and Python's two, whose making is left out
where there is no Python of 3.10 or later or pip has no network.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile

import single
from release import version_of

ROOT = pathlib.Path(__file__).resolve().parents[1]


def run(*command: object, **options: object) -> int:
    return subprocess.run([str(c) for c in command], **options).returncode


def need(*command: object, **options: object) -> None:
    if run(*command, **options) != 0:
        sys.exit(f"dist.py: failed: {' '.join(map(str, command))}")


def write_source(to: pathlib.Path) -> pathlib.Path:
    """The source package, of the last commit: it builds without git, and the same commit gives the same bytes."""
    version = version_of(ROOT)
    to.mkdir(parents=True, exist_ok=True)
    made = to / f"tali-{version}.tar.gz"
    need("git", "-C", ROOT, "-c", "tar.tar.gz.command=gzip -cn", "archive", f"--prefix=tali-{version}/", "-o", made, "HEAD")
    return made


def write_archive(build: pathlib.Path, system: str, to: pathlib.Path) -> pathlib.Path:
    """What a build folder installs: headers, libraries with their files for CMake and pkg-config, and programs."""
    version = version_of(ROOT)
    name = f"tali-{version}-{system}"
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, tarfile.open(to / f"{name}.tar.gz", "w:gz") as tar:
        need("cmake", "--install", build, "--prefix", f"{folder}/{name}", stdout=subprocess.DEVNULL)
        tar.add(f"{folder}/{name}", name)
    return to / f"{name}.tar.gz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="build folder, with `all-packages` built")
    parser.add_argument("--cross", type=pathlib.Path, default=ROOT / "build-machines", help="build folder for other systems")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    options = parser.parse_args()
    build = options.build.resolve()
    dist = build / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    python = [sys.executable, "-B"]
    source = write_source(dist / "source")
    need(*python, ROOT / "scripts/make-sbom.py", "--source", source)
    need(*python, ROOT / "packaging/recipes.py", "--source", source, "--to", dist / "recipes")
    (dist / "source" / "tali_single.hpp").write_text(single.single())
    write_archive(build, f"{platform.machine()}-{platform.system().lower()}", dist / "archives")
    for installed in sorted(options.cross.glob("*/tali/cmake_install.cmake")):
        write_archive(installed.parent, installed.parts[-3], dist / "archives")
    if shutil.which("dpkg-deb"):
        need("cpack", "-G", "DEB", "-B", dist / "debian", cwd=build, stdout=subprocess.DEVNULL)
        shutil.rmtree(dist / "debian" / "_CPack_Packages", ignore_errors=True)
    else:
        print("dist.py: there is no dpkg-deb, and so there are no Debian packages")
    made = run(*python, ROOT / "python/package.py", "dist", "--build", build, "--to", dist / "python", "--jobs", options.jobs)
    if made == 77:
        print("dist.py: Python's packages are left out")
    elif made != 0:
        sys.exit("dist.py: Python's packages cannot be made")
    for path in sorted(p for p in dist.rglob("*") if p.is_file()):
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.relative_to(build.parent)}")


if __name__ == "__main__":
    main()
