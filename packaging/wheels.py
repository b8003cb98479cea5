#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheels of Python's package for other machines, one for each interface of Python's: `make wheels`.

    packaging/wheels.py --build build [--pythons python3.12 /opt/python3.14t/bin/python3] [--only cp312-abi3 cp313t]

The Pythons that PATH and pyenv have, or those named, make them: one of 3.12 or later the wheel for all later ones, and 3.10, 3.11 and
those without the GIL their own. auditwheel says which systems take a wheel, and that it has no library beside it; abi3audit that it
keeps to the stable interface. Then it is installed in a venv of its own, where `python -m tali` checks the known answers.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import package  # noqa: E402  python/package.py

KINDS = ["cp312-abi3", "cp310", "cp311", "cp313t", "cp314t"]
MOST_BYTES = 6_000_000


def fail(why: str) -> None:
    sys.exit(f"wheels.py: {why}")


def output(*command: object, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def kind_of(python: str) -> str:
    """Which wheel a Python makes; nothing where it makes none."""
    ask = ("import sys, sysconfig as s, venv, ensurepip; print('cp%d%d' % sys.version_info[:2] + "
           "('t' if s.get_config_var('Py_GIL_DISABLED') else ''))")
    try:
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    tag = done.stdout.strip()
    is_abi3 = tag[2:].isdigit() and int(tag[2:]) >= 312
    return "cp312-abi3" if is_abi3 else tag if tag in KINDS else ""


def pythons(named: list[str]) -> dict[str, str]:
    """The first Python for each kind."""
    found: dict[str, str] = {}
    for python in named or package.known_pythons():
        kind = kind_of(python)
        if kind:
            found.setdefault(kind, python)
    return found


def check(audit: pathlib.Path, wheel: pathlib.Path, to: pathlib.Path) -> pathlib.Path:
    """The wheel under the name of the systems that take it."""
    tools = {**os.environ, "PATH": f"{audit}{os.pathsep}{os.environ['PATH']}"}
    output(audit / "auditwheel", "repair", "--wheel-dir", to, wheel, env=tools)
    repaired = max(to.glob(f"{wheel.name.rpartition('-')[0]}-*.whl"), key=lambda p: p.stat().st_mtime)
    if "manylinux" not in repaired.name:
        fail(f"{repaired.name}: no policy of auditwheel's takes it\n{output(audit / 'auditwheel', 'show', wheel, env=tools)}")
    beside = [name for name in zipfile.ZipFile(repaired).namelist() if ".libs/" in name]
    if beside:
        fail(f"{repaired.name} has libraries beside it: {' '.join(beside)}")
    if repaired.stat().st_size > MOST_BYTES:
        fail(f"{repaired.name} has {repaired.stat().st_size} bytes; expected at most {MOST_BYTES}")
    if "-abi3-" in repaired.name:
        output(audit / "abi3audit", "--strict", repaired)
    return repaired


def tried(python: str, wheel: pathlib.Path, folder: pathlib.Path) -> str:
    """What the installed package says of its known answers."""
    shutil.rmtree(folder, ignore_errors=True)
    output(python, "-m", "venv", folder)
    output(folder / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel)
    return output(folder / "bin" / "python", "-m", "tali", cwd=folder).strip().splitlines()[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="wheels go to its folder wheels")
    parser.add_argument("--pythons", nargs="+", default=[], help="in place of those that are found")
    parser.add_argument("--only", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    options = parser.parse_args()
    build = options.build.resolve()
    to, work = build / "wheels", build / "wheels-work"
    work.mkdir(parents=True, exist_ok=True)
    found = pythons(options.pythons)
    if not set(found) & set(options.only):
        package.skip(f"no Python for {' '.join(options.only)}; name one by --pythons")
    audit = pathlib.Path(package.venv(build / "audit-venv", ["-r", str(ROOT / "packaging" / "requirements.txt")])).parent
    for kind in options.only:
        if kind not in found:
            print(f"{kind}: not made, there is no such Python")
            continue
        raw = work / kind
        shutil.rmtree(raw, ignore_errors=True)
        os.environ["PYTHON"] = found[kind]
        python = package.venv(work / f"venv-{kind}", [*package.TO_BUILD, "pip>=23.1"])
        package.build(python, "wheel", "-w", str(raw), "-C", f"build-dir={work / f'build-{kind}'}", "-C", "cmake.define.TALI_SIMD=avx512",
                      "-C", "cmake.define.TALI_CUDA=OFF", "-C", "cmake.define.TALI_WHEEL=ON", jobs=options.jobs)
        wheel = check(audit, next(raw.glob("*.whl")), to)
        says = tried(found[kind], wheel, work / f"try-{kind}")
        print(f"{kind}: {wheel.relative_to(build.parent)}, {wheel.stat().st_size / 1e6:.1f} MB; {says}", flush=True)


if __name__ == "__main__":
    main()
