#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shared libraries export the functions that the headers declare, each with its version, and nothing else.

Usage: symbols.py TALI_H CURAND_H LIBTALI [LIBTALI_CUDA]
"""
import re
import subprocess
import sys


def declared(header):
    """Names of functions that a header declares, at the beginnings of lines, and does not define."""
    text = re.sub(r"/\*.*?\*/", "", open(header).read(), flags=re.S)
    return set(re.findall(r"^(?!static|typedef)[a-z][\w *]*[ *](tali_\w+)\([^;{]*\);", text, flags=re.M))


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return {line.split()[-1] for line in lines if " A " not in line}


def check(library, expected):
    found = exported(library)
    for name in sorted(expected - found):
        print(f"{library}: {name} is declared and not exported")
    for name in sorted(found - expected):
        print(f"{library}: {name} is exported and not declared")
    return found == expected and len(found) > 0


def main():
    tali, curand, *libraries = sys.argv[1:]
    in_tali = declared(tali)
    of_cuda = {name for name in in_tali if "cuda" in name} | declared(curand)
    later = {name: "TALI_0.2" for name in ("tali_distribution_default", "tali_last_expected", "tali_last_value")}
    good = check(libraries[0], {f"{name}@@{later.get(name, 'TALI_0.1')}" for name in in_tali - of_cuda} |
                 {"tali_private_failed@@TALI_PRIVATE"})
    if len(libraries) > 1:
        good = check(libraries[1], {name + "@@TALI_0.1" for name in of_cuda}) and good
    sys.exit(0 if good else 1)


main()
