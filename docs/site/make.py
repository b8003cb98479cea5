#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes what the documentation site needs, and the site: `make docs`.

    docs/site/make.py --build build     # the site in build/site, its venv in build/docs-venv
    docs/site/make.py --build build --no-package    # and never build the Python package for it

Exit status 77: doxygen or graphviz is missing; there is no network for what pip must fetch; or no Python has the package.
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def skip(why: str) -> None:
    print(f"SKIPPED: {why}")
    sys.exit(77)


def docs_venv(folder: pathlib.Path) -> str:
    """The Python of a venv that has what docs/requirements.txt names."""
    python = folder / "bin" / "python"
    wanted = (ROOT / "docs/requirements.txt").read_text()
    has = folder / "requirements.txt"
    if python.exists() and has.exists() and has.read_text() == wanted:
        return str(python)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    done = subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r",
                           str(ROOT / "docs/requirements.txt")], capture_output=True, text=True)
    if done.returncode:
        skip("pip cannot install docs/requirements.txt: " + (done.stderr.strip().splitlines() or ["?"])[-1])
    has.write_text(wanted)
    return str(python)


def python_with_tali(build: pathlib.Path, jobs: str, may_build: bool) -> str:
    """A Python that has the package: that of its tests, or one into which it is built now."""
    python = build / "python-venv" / "bin" / "python"

    def has() -> bool:
        return python.exists() and subprocess.run([str(python), "-c", "import tali"], capture_output=True).returncode == 0

    if not has():
        if not may_build:
            skip(f"{python} does not have the package tali")
        wheels = build / "docs" / "wheels"
        shutil.rmtree(wheels, ignore_errors=True)
        done = subprocess.run([sys.executable, str(ROOT / "python/package.py"), "wheel", "--build", str(build), "--to", str(wheels),
                               "--jobs", jobs])
        if done.returncode:
            sys.exit(done.returncode)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check",
                        *map(str, wheels.glob("tali_random-*.whl"))], check=True)
    return str(python)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="the build folder, which has tali")
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--no-package", action="store_true", help="skip where no Python has the package")
    options = parser.parse_args()
    build = options.build.resolve()
    for program in ("doxygen", "dot"):
        if not shutil.which(program):
            skip(f"{program} is missing: scripts/install-deps.sh docs")
    reference = python_with_tali(build, options.jobs, not options.no_package)
    python = docs_venv(build / "docs-venv")
    sys.exit(subprocess.run([python, str(ROOT / "docs/site/build.py"), "--tali", str(build / "tali"), "--python", reference,
                             "--work", str(build / "docs"), "--to", str(build / "site"), "--web", str(build / "web")]).returncode)


if __name__ == "__main__":
    main()
