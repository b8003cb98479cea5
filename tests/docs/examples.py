#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the examples in the documentation, fence by fence; CONTRIBUTING.md says which fences there are.

    tests/docs/examples.py --build build [--python PYTHON] [--only cpp,c,shell,python,tables] [PAGE...]

PYTHON has the package tali. Without one Python's fences are not run, the script says so, and where nothing else was asked for its exit
status is 77. What else a machine lacks (mpirun, nvcc, gfortran) is said and left out. A fence of another language, and code that stands in no
fence, is an error: it would not be checked. `tables` are the commands in a table's column "command", by examples_tables.py.
"""

from __future__ import annotations

import argparse
import ast
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import examples_c
import examples_tables

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```([\w+-]*)\n(.*?)^```$", re.M | re.S)
GIVEN = re.compile(r"<!-- given:\s*(.*?)\s*-->\n\Z", re.S)
# A command's time. A machine with other work takes longer for what takes ten seconds alone.
SECONDS = 10 * float(os.environ.get("TALI_DOCS_PATIENCE", "1"))
# What is checked here, and what is not: text and markup, commands that take long (scripts/check-docs.py reads those), R's
# examples (tests/r/check.sh runs them) and Julia's.
LANGUAGES = {"cpp", "cuda", "c", "fortran", "python", "pycon", "py", "sh", "console"}
OTHERS = {"", "text", "html", "bash", "r", "julia"}
# A line of C, C++ or CUDA in an indented block; a line that begins a fence where FENCE does not see it.
CODE = re.compile(r"^(?: {4}|\t).*;\s*(?://.*|/\*.*)?$|^ {4,}#include\b")
HIDDEN = re.compile(r"^(?:\s+```|\s*~~~|```.*[^\w+`-])")

# What fragments of C++ name without saying what it is.
PRELUDE = """#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/fill_with.hpp>
#include <tali/tali.hpp>

[[maybe_unused]] static const std::uint64_t k = 3, epoch = 1, rank = 0, threads = 4;
[[maybe_unused]] static float* const device_floats = nullptr;
"""


@dataclasses.dataclass
class Fence:
    page: str
    line: int
    language: str
    text: str
    output: str | None = None  # the text fence right behind it
    given: str = ""  # what a fragment takes for granted, from a comment above it: <!-- given: int n = 5; -->

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"


def fences_of(path: pathlib.Path) -> list[Fence]:
    text = path.read_text()
    found: list[Fence] = []
    end = 0
    for m in FENCE.finditer(text):
        if m.group(1) == "text" and found and not text[end:m.start()].strip():
            found[-1].output = m.group(2)
        else:
            given = GIVEN.search(text, end, m.start())
            found.append(Fence(path.relative_to(ROOT).as_posix(), text.count("\n", 0, m.start()) + 1, m.group(1), m.group(2),
                               given=given.group(1) if given else ""))
        end = m.end()
    return found


def unchecked(path: pathlib.Path) -> list[str]:
    """Sentences about the examples of a page that no check would see."""
    page, text = path.relative_to(ROOT).as_posix(), path.read_text()
    found = [f"{f.where}: fences of {f.language!r} are not checked; allowed: {', '.join(sorted(LANGUAGES | OTHERS - {''}))}"
             for f in fences_of(path) if f.language not in LANGUAGES | OTHERS]
    outside = FENCE.sub(lambda m: "\n" * m.group(0).count("\n"), text).split("\n")
    for n, line in enumerate(outside, 1):
        if HIDDEN.match(line):
            found.append(f"{page}:{n}: a fence begins with ``` at the left margin and the name of its language")
        elif CODE.match(line):
            found.append(f"{page}:{n}: code that stands in no fence is not checked: {line.strip()}")
    return found


def run(command: list[str], **options) -> str:
    """What a command prints; it fails with what it printed on stderr."""
    options.setdefault("timeout", 300)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    if done.returncode:
        raise RuntimeError(f"exit status {done.returncode} of {' '.join(map(str, command))[:200]}\n{done.stderr[-3000:]}")
    return done.stdout


def same(expected: str, got: str) -> bool:
    """Whether the output is the expected one; a line "..." stands for any lines."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ \t]*\n"
                      for line in expected.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, got.rstrip("\n") + "\n") is not None


def compare(expected: str | None, got: str) -> None:
    if expected is not None and not same(expected, got):
        raise RuntimeError(f"prints\n{got.rstrip()}\nand not\n{expected.rstrip()}")


class Checker:
    def __init__(self, build: pathlib.Path, python: str | None, work: pathlib.Path) -> None:
        self.build, self.python, self.work = build, python, work
        cache = shutil.which("ccache")
        self.cxx = os.environ.get("CXX", "c++")
        self.options = ["-std=c++20", "-O1", "-Wno-psabi", f"-I{ROOT / 'include'}"]
        self.compiler = [*([cache] if cache else []), self.cxx, *self.options]
        self.notes: set[str] = set()
        self.users = examples_c.Users(ROOT, build, work, run)

    # ---- C and Fortran ----

    def c_program(self, fence: Fence) -> None:
        compare(fence.output, self.users.c(fence.text, re.sub(r"\W", "_", fence.where)))

    def c_fragments(self, fences: list[Fence]) -> None:
        self.users.c_fragments([(f.page, f.line, f.given, f.text) for f in fences])

    def fortran_program(self, fence: Fence) -> None:
        printed = self.users.fortran(fence.text, re.sub(r"\W", "_", fence.where))
        if printed is None:
            self.notes.add("no gfortran here: examples of Fortran are left out")
        else:
            compare(fence.output, printed)

    # ---- C++ ----

    def program(self, fence: Fence) -> None:
        name = re.sub(r"\W", "_", fence.where)
        source, to = self.work / f"{name}.cpp", self.work / name
        source.write_text(fence.text)
        library = str(self.build / "src" / "libtali.a")
        environment = dict(os.environ)
        compiler = self.compiler
        if "mpi.h" in fence.text:
            if not shutil.which("mpirun") or not shutil.which("mpicxx"):
                self.notes.add("no MPI here: its example is left out")
                return
            environment["OMPI_CXX"] = self.cxx
            compiler = ["mpicxx", *self.options]
        run([*compiler, str(source), library, "-o", str(to)], env=environment)
        if "mpi.h" in fence.text:
            for ranks in ("1", "3"):
                compare(fence.output, run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", ranks, str(to)],
                                          env=dict(environment, OMP_NUM_THREADS="1")))
        else:
            compare(fence.output, run([str(to)]))

    def fragments(self, fences: list[Fence]) -> None:
        """All fragments in one file, those of MPI in another, each in a function, behind what they include."""
        mpi = [f for f in fences if "mpi::" in f.text]
        if mpi and not shutil.which("mpicxx"):
            self.notes.add("no MPI here: its fragments are left out")
        elif mpi:
            self.compile_fragments(mpi, "mpi_fragments", ["mpicxx", *self.options])
        self.compile_fragments([f for f in fences if f not in mpi], "fragments", self.compiler)

    def compile_fragments(self, fences: list[Fence], name: str, compiler: list[str]) -> None:
        included, bodies = [], []
        for n, fence in enumerate(fences):
            included += [line for line in fence.text.split("\n") if line.startswith("#include") and "cuda_runtime" not in line]
            runtime = "cuda_runtime" in fence.text
            if runtime and not self.cuda_include():
                self.notes.add("no CUDA toolkit here: an example is left out")
                continue
            if runtime:
                included.append("#include <cuda_runtime.h>")
            lines = fence.text.rstrip("\n").split("\n")
            text = "\n".join("" if line.startswith("#include") else line for line in lines)
            at = f'#line {fence.line + 1} "{fence.page}"\n'
            at = f"{fence.given}\n{at}" if fence.given else at
            outside = re.search(r"^(template|struct|void|class)\b", text, re.M)
            bodies.append(f"namespace fragment_{n} {{\n{at}{text}\n}}" if outside else
                          f"[[maybe_unused]] static void fragment_{n}() {{\n{at}{text}\n}}")
        source = self.work / f"{name}.cpp"
        source.write_text("\n".join([*dict.fromkeys(included), PRELUDE, *bodies]))
        extra = [f"-I{self.cuda_include()}"] if self.cuda_include() else []
        run([*compiler, *extra, "-fsyntax-only", "-Wall", "-Wno-unused", str(source)], env=dict(os.environ, OMPI_CXX=self.cxx))

    @staticmethod
    def cuda_include() -> str | None:
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        folder = pathlib.Path(nvcc).resolve().parents[1] / "include"
        return str(folder) if (folder / "cuda_runtime.h").exists() else None

    def kernels(self, fences: list[Fence]) -> None:
        nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
        if not nvcc:
            self.notes.add("no nvcc here: kernels are left out")
            return
        source = self.work / "kernels.cu"
        parts = []
        for n, fence in enumerate(fences):
            included = "\n".join(line for line in fence.text.split("\n") if line.startswith("#include"))
            text = "\n".join("" if line.startswith("#include") else line for line in fence.text.split("\n"))
            text = f'#line {fence.line + 1} "{fence.page}"\n{text}'
            given = f"{fence.given}\n"
            if "__shared__" in text and "__global__" not in text:  # a part of a kernel, whose arguments are given
                text = f"[[maybe_unused]] __global__ void kernel({fence.given}) {{\n{text}\n}}"
                given = ""
            elif "__global__" not in text:  # what launches something
                text = f"[[maybe_unused]] static void host() {{\n{text}\n}}"
            parts.append(f"{included}\nnamespace fragment_{n} {{\n{given}{text}\n}}")
        source.write_text("\n".join(["#include <tali/tali.hpp>", *parts]))
        run([nvcc, "-std=c++20", "-arch=sm_90", f"-I{ROOT / 'include'}", "-ptx", "-o", str(self.work / "kernels.ptx"), str(source)])

    # ---- the shell ----

    def shell(self, fence: Fence, folder: pathlib.Path) -> None:
        lines = fence.text.replace("\\\n", " ").split("\n")
        if fence.language == "sh":
            steps = [(line, None) for line in lines if line.strip() and not line.startswith("#")]
        else:
            steps = []
            for line in lines:
                if line.startswith("$ "):
                    steps.append((line[2:], ""))
                elif steps:
                    steps[-1] = (steps[-1][0], steps[-1][1] + line + "\n")
        for command, expected in steps:
            compare(expected.rstrip("\n") + "\n" if expected else None,
                    run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, timeout=SECONDS))

    # ---- Python ----

    def page_of_python(self, page: str, fences: list[Fence]) -> None:
        """The Python of a page, as one program: its fences share their names."""
        for fence in fences:
            if fence.language == "py":
                ast.parse(fence.text)
        parts = ["import doctest, sys", "space = {}"]
        for fence in fences:
            if fence.language == "python":
                if fence.given:
                    parts.append(f"exec(compile({fence.given!r}, {fence.where!r}, 'exec'), space)")
                parts.append(f"exec(compile({fence.text!r}, {fence.where!r}, 'exec'), space)")
            elif fence.language == "pycon":
                parts.append(f"test = doctest.DocTestParser().get_doctest({fence.text!r}, space, {fence.where!r}, {fence.page!r}, "
                             f"{fence.line})\n"
                             "runner = doctest.DocTestRunner(verbose=False)\n"
                             "failed = runner.run(test, out=sys.stderr.write, clear_globs=False).failed\n"
                             "space = test.globs\n"
                             "if failed: sys.exit(1)")
        if len(parts) > 2:
            if self.python is None:
                self.notes.add("no Python with tali here: Python's examples are not run")
            else:
                run([self.python, "-c", "\n".join(parts)], cwd=self.work)


def jobs(checker: Checker, fences: list[Fence], kinds: set[str], work: pathlib.Path):
    """(name, function) of what can be done side by side."""
    if "cpp" in kinds:
        cpp = [f for f in fences if f.language == "cpp"]
        for fence in (f for f in cpp if examples_c.is_program(f.text)):
            yield fence.where, lambda fence=fence: checker.program(fence)
        rest = [f for f in cpp if not examples_c.is_program(f.text)]
        if rest:
            yield f"{len(rest)} fragments of C++", lambda rest=rest: checker.fragments(rest)
        kernels = [f for f in fences if f.language == "cuda"]
        if kernels:
            yield f"{len(kernels)} kernels", lambda: checker.kernels(kernels)
    if "c" in kinds:
        c = [f for f in fences if f.language == "c"]
        for fence in (f for f in c if examples_c.is_program(f.text)):
            yield fence.where, lambda fence=fence: checker.c_program(fence)
        rest = [f for f in c if not examples_c.is_program(f.text)]
        if rest:
            yield f"{len(rest)} fragments of C", lambda rest=rest: checker.c_fragments(rest)
        for fence in (f for f in fences if f.language == "fortran"):
            yield fence.where, lambda fence=fence: checker.fortran_program(fence)
    for page in sorted({f.page for f in fences}):
        mine = [f for f in fences if f.page == page]
        if "python" in kinds and any(f.language in ("python", "pycon", "py") for f in mine):
            yield f"{page}, Python", lambda page=page, mine=mine: checker.page_of_python(page, mine)
        for fence in mine:
            if "shell" in kinds and fence.language in ("sh", "console"):
                folder = work / re.sub(r"\W", "_", fence.where)
                folder.mkdir()
                (folder / "build").symlink_to(checker.build)
                yield fence.where, lambda fence=fence, folder=folder: checker.shell(fence, folder)


def cells(runner: examples_tables.Runner, pages: list[pathlib.Path], work: pathlib.Path):
    """(name, function) of each command in a table; a command is run once, whichever cells have it."""
    found = [cell for page in pages for cell in examples_tables.cells_of(page)]
    for n, cell in enumerate({(cell.command, cell.gpu): cell for cell in found}.values()):
        folder = work / f"cell{n}"
        folder.mkdir()
        yield cell.where, lambda cell=cell, folder=folder: runner.cell(cell, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--python", help="a Python with tali (default: that of the build's venv)")
    parser.add_argument("--only", default="cpp,c,shell,python")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    python = options.python or str(build / "python-venv" / "bin" / "python")
    known = subprocess.run([python, "-c", "import tali"], capture_output=True).returncode == 0 if shutil.which(python) else False
    docs = ROOT / "docs"
    pages = [p.resolve() for p in options.pages] or [ROOT / "README.md", *sorted(docs.rglob("*.md"))]
    fences = [f for p in pages for f in fences_of(p)]
    faults = [fault for p in pages for fault in unchecked(p)]
    if "tables" in options.only.split(","):
        faults += [fault for p in pages for fault in examples_tables.wrong_states(p)]
    for fault in faults:
        print(fault, file=sys.stderr)
    failed, done = len(faults), 0
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        checker = Checker(build, python if known else None, work)
        runner = examples_tables.Runner(build, 10 * SECONDS, checker.notes)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            kinds = set(options.only.split(","))
            waiting = {pool.submit(job): name for name, job in jobs(checker, fences, kinds, work)}
            if "tables" in kinds:
                waiting |= {pool.submit(job): name for name, job in cells(runner, pages, work)}
            for future in concurrent.futures.as_completed(waiting):
                done += 1
                error = future.exception()
                if error is not None:
                    failed += 1
                    print(f"{waiting[future]}: {error}", file=sys.stderr)
    for line in sorted(runner.compared):
        print(line)
    for note in sorted(checker.notes):
        print(note)
    print(f"{done} examples, {failed} failed")
    if options.only == "python" and not known and not failed:
        sys.exit(77)
    sys.exit(1 if failed or not done else 0)


if __name__ == "__main__":
    main()
