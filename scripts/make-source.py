#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the source package: tali-VERSION.tar.gz, of the files that belong to the tree, in one folder.

    scripts/make-source.py --to build/dist

It builds without git. The same files give the same bytes: times are SOURCE_DATE_EPOCH, or that of the last commit, or zero.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import io
import os
import pathlib
import re
import subprocess
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def files_of(root: pathlib.Path) -> list[pathlib.Path]:
    """What belongs to the tree: check-spdx.py knows how to list it."""
    spec = importlib.util.spec_from_file_location("check_spdx", ROOT / "scripts" / "check-spdx.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.files_of(root)


def version_of(root: pathlib.Path) -> str:
    return re.search(r"project\(tali VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


def source_files(root: pathlib.Path) -> list[pathlib.Path]:
    return [path for path in files_of(root) if path.parts[0] == ".clang-format" or not path.parts[0].startswith(".")]


def time_of(root: pathlib.Path) -> int:
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "-C", str(root), "log", "-1", "--format=%ct"], capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else 0


def write(root: pathlib.Path, to: pathlib.Path) -> pathlib.Path:
    name = f"tali-{version_of(root)}"
    made = to / f"{name}.tar.gz"
    to.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in source_files(root):
            info = tar.gettarinfo(str(root / path), f"{name}/{path.as_posix()}")
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mtime = time_of(root)
            info.mode = 0o755 if info.mode & 0o100 else 0o644
            with open(root / path, "rb") as content:
                tar.addfile(info, content)
    with open(made, "wb") as out, gzip.GzipFile(filename="", fileobj=out, mode="wb", mtime=0) as zipped:
        zipped.write(packed.getvalue())
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=pathlib.Path, default=ROOT / "build" / "dist", help="folder of the package")
    options = parser.parse_args()
    made = write(ROOT, options.to)
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
