#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tests of the Python package, with a module that a build has made: nothing is compiled or installed.

    python/tests/run.py --module build/python/_core.abi3.so --build build [pytest's arguments]

The package is a folder of links: its Python files, the module and the headers. Packages that the tests need are in the venv
build/python-venv. Without them and without network to get them the exit status is 77: skipped.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "python"))
import package  # noqa: E402


def loads(python: str, module: pathlib.Path) -> bool:
    """Whether this Python takes a module of that name."""
    ask = "import importlib.machinery as m; print(*m.EXTENSION_SUFFIXES)"
    done = subprocess.run([python, "-c", ask], capture_output=True, text=True, timeout=60)
    return any(module.name == "_core" + suffix for suffix in done.stdout.split())


def has_all(python: str) -> bool:
    """Whether the venv is there and has the packages: pip takes seconds to find that, and a network."""
    try:
        ask = [python, "-c", "import hypothesis, numpy, pytest, scipy"]
        return subprocess.run(ask, capture_output=True, timeout=60).returncode == 0
    except OSError:
        return False


def link(source: pathlib.Path, name: pathlib.Path) -> None:
    name.parent.mkdir(parents=True, exist_ok=True)
    name.symlink_to(source)


def linked_package(module: pathlib.Path, folder: pathlib.Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for source in sorted((ROOT / "python" / "src" / "tali").iterdir()):
        if not source.name.startswith(("__pycache__", "_core")):
            link(source, folder / "tali" / source.name)
    link(module, folder / "tali" / module.name)
    for stub in module.parent.glob("*.pyi"):
        link(stub, folder / "tali" / stub.name)
    link(ROOT / "include", folder / "tali" / "include")
    link(ROOT / "tests" / "data", folder / "tali" / "answers")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--tests", nargs="+", default=["."], help="files, from this folder on")
    options, arguments = parser.parse_known_args()
    build = options.build.resolve()
    python = str(build / "python-venv" / "bin" / "python")
    if not has_all(python):
        python = package.venv(build / "python-venv", ["-r", str(HERE / "requirements.txt")])
    if not loads(python, options.module):
        package.skip(f"{python} does not load {options.module.name}; name the Python that it was built for in PYTHON")
    folder = build / "python-tests"
    linked_package(options.module.resolve(), folder)
    done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, *options.tests], cwd=HERE,
                          env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"})
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
