# SPDX-License-Identifier: Apache-2.0
"""Examples of C and Fortran in the documentation: compiled, linked with libtali as their users do, and run."""

from __future__ import annotations

import pathlib
import re
import shutil
from typing import Callable

# What fragments of C name without saying what it is. After each of them no call may have failed.
PRELUDE = """#include <stdint.h>
#include <stdio.h>
#include <tali.h>
"""
AFTER = """  if (*tali_last_error() != 0) {
    fprintf(stderr, "%s\\n", tali_last_error());
    return 1;
  }
"""


class Users:
    """Compilers of C and Fortran, and the shared library of a build folder. `run` runs a command, and fails where it does."""

    def __init__(self, root: pathlib.Path, build: pathlib.Path, work: pathlib.Path, run: Callable[..., str]) -> None:
        self.include, self.library, self.work, self.run = root / "include", build / "src" / "c", work, run

    def link(self, compiler: list[str], name: str) -> str:
        """Compiles to a program of this name; what it prints."""
        program = self.work / name
        self.run([*compiler, "-o", str(program), f"-L{self.library}", f"-Wl,-rpath,{self.library}", "-ltali"], cwd=self.work)
        return self.run([str(program)])

    def c(self, text: str, name: str) -> str:
        source = self.work / f"{name}.c"
        source.write_text(text)
        return self.link(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", f"-I{self.include}", str(source)], name)

    def c_fragments(self, fragments: list[tuple[str, int, str, str]]) -> str:
        """(page, line, what is given, text) of each: a function of its own, all called by one program."""
        bodies = [f'static int fragment_{n}(void) {{\n{given}\n#line {line + 1} "{page}"\n{text}\n{AFTER}  return 0;\n}}'
                  for n, (page, line, given, text) in enumerate(fragments)]
        calls = " || ".join(f"fragment_{n}()" for n in range(len(fragments)))
        return self.c("\n".join([PRELUDE, *bodies, f"int main(void) {{ return {calls}; }}"]), "fragments_of_c")

    def fortran(self, text: str, name: str) -> str | None:
        """What a program prints; None where there is no compiler."""
        compiler = shutil.which("gfortran")
        if compiler is None:
            return None
        source, modules = self.work / f"{name}.f90", self.work / f"{name}_modules"
        source.write_text(text)
        modules.mkdir()
        return self.link([compiler, "-fwrapv", "-Wall", f"-J{modules}", str(self.include / "tali.f90"), str(source)], name)


def is_program(text: str) -> bool:
    return re.search(r"^int main", text, re.M) is not None
