#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the page that runs tali in the browser: a folder that any web server serves, and that opens as a file too.

    web/build.py --to build/web       # make web

Compiles tali's headers to WebAssembly by clang 16 or later with lld and the C++ library for wasm32-wasi
(scripts/install-deps.sh web). Exit status 77: one of them is missing.
"""

from __future__ import annotations

import argparse
import base64
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCES = ["web/tali_web.cpp", "web/exceptions.cpp", "tests/support/examples.cpp", "src/core/arguments.cpp", "src/core/engine_text.cpp",
           "src/core/error.cpp"]
PAGE = ["index.html", "play.css", "engine.js", "histogram.js", "play.js"]
FLAGS = ["--target=wasm32-wasi", "-std=c++20", "-O2", "-ffp-contract=off", "-fexceptions", "-Wall", "-Wextra", "-Werror",
         "-DTALI_COMPILER_INLINES"]


def skip(why: str) -> None:
    print(f"SKIPPED: {why}")
    sys.exit(77)


def find_compiler() -> tuple[str, list[str], list[str]]:
    """The compiler, and where its headers and libraries for wasm32-wasi are."""
    for version in ("16", "19"):
        compiler = shutil.which(f"clang++-{version}")
        llvm = pathlib.Path("/usr/lib", f"llvm-{version}")
        headers = llvm / "include/wasm32-wasi/c++/v1"
        libraries = llvm / "lib/wasm32-wasi"
        if (compiler and shutil.which(f"wasm-ld-{version}") and headers.exists() and (libraries / "libc++abi.a").exists()
                and pathlib.Path("/usr/lib/wasm32-wasi/libc.a").exists()):
            return compiler, ["-isystem", str(headers), "-isystem", "/usr/include/wasm32-wasi"], [f"-L{libraries}"]
    skip("no clang 16 with lld and the libraries for wasm32-wasi; scripts/install-deps.sh web installs them")
    raise AssertionError


def compile_all(objects: pathlib.Path, jobs: int) -> bytes:
    compiler, headers, libraries = find_compiler()
    launcher = [shutil.which("ccache") or ""]
    environment = dict(os.environ, CCACHE_BASEDIR=str(ROOT), CCACHE_NOHASHDIR="1")
    objects.mkdir(parents=True, exist_ok=True)
    includes = [f"-I{ROOT / folder}" for folder in ("include", "src", "tests")]

    def compile_one(source: str) -> str:
        to = objects / (pathlib.Path(source).stem + ".o")
        command = [*filter(None, launcher), compiler, *FLAGS, *headers, *includes, "-c", str(ROOT / source), "-o", str(to)]
        subprocess.run(command, check=True, env=environment)
        return str(to)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        made = list(pool.map(compile_one, SOURCES))
    wasm = objects / "tali.wasm"
    subprocess.run([compiler, "--target=wasm32-wasi", "-mexec-model=reactor", *made, *libraries, "-Wl,--strip-all",
                    "-Wl,-z,stack-size=1048576", "-o", str(wasm)], check=True)
    return wasm.read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=pathlib.Path, default=ROOT / "build" / "web", help="folder of the page")
    parser.add_argument("--objects", type=pathlib.Path, help="folder of what is compiled (default: TO-objects)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    objects = options.objects or options.to.with_name(options.to.name + "-objects")
    wasm = compile_all(objects, options.jobs)
    digests = (ROOT / "tests/data/digests.txt").read_text()
    options.to.mkdir(parents=True, exist_ok=True)
    for name in PAGE:
        shutil.copy(ROOT / "web" / name, options.to / name)
    licence = "// SPDX-License-Identifier: Apache-2.0\n"
    # Scripts, and not files to fetch: a page that was opened from a disk may not fetch.
    (options.to / "pins.js").write_text(f"{licence}const taliPins = `{digests}`;\n")
    (options.to / "tali.wasm.js").write_text(f'{licence}const taliWasm = "{base64.b64encode(wasm).decode()}";\n')
    print(f"{options.to / 'index.html'}: {len(wasm) / 1e6:.1f} MB of WebAssembly")


if __name__ == "__main__":
    main()
