#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills in the recipes of package managers: version and digest of a source package, which is laid beside each.

    packaging/recipes.py --source build/dist/tali-0.1.0.tar.gz --to build/dist/recipes
"""

from __future__ import annotations

import argparse
import hashlib
import pathlib
import re
import shutil

HERE = pathlib.Path(__file__).resolve().parent
MANAGERS = ["conan", "conda", "spack", "vcpkg"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True, help="tali-VERSION.tar.gz")
    parser.add_argument("--to", type=pathlib.Path, required=True, help="folder of the recipes; what is there goes")
    options = parser.parse_args()
    version = re.fullmatch(r"tali-([0-9.]+)\.tar\.gz", options.source.name).group(1)
    values = {"@VERSION@": version, "@SHA256@": hashlib.sha256(options.source.read_bytes()).hexdigest()}
    for manager in MANAGERS:
        to = options.to / manager
        shutil.rmtree(to, ignore_errors=True)
        for path in sorted((HERE / manager).rglob("*")):
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            text = path.read_text()
            for name, value in values.items():
                text = text.replace(name, value)
            made = to / path.relative_to(HERE / manager)
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(text)
        shutil.copy(options.source, to)
    print(f"{options.to}: {', '.join(MANAGERS)}")


if __name__ == "__main__":
    main()
