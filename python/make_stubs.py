#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the stubs for type checkers and editors: the methods that draw, by what they are given (stub_overloads.py); those of
tali.Sequence, tali.Block and tali.Rows; and the functions of tali.dask, tali.jax and tali.mpi. Run it where the package is
installed with all of these; a test compares the files with what this would write."""

import importlib
import inspect
import pathlib
import sys
from typing import Any

from tali import _blocks, _methods, _sequence

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from stub_overloads import IMPORTS, lines_of, overloads_of  # noqa: E402

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# The types of {}.py. Written by make_stubs.py.
from typing import Any

import numpy as np
{}
'''


def class_lines(cls: type, overloaded: bool = False) -> list[str]:
    lines = [f"class {cls.__name__}:", f'    """{(cls.__doc__ or "").splitlines()[0]}"""', ""]
    for name, member in vars(cls).items():
        if isinstance(member, property):
            lines += ["    @property", *lines_of(name, member.fget), ""]
        elif isinstance(member, classmethod) and not name.startswith("_"):
            lines += ["    @classmethod", *lines_of(name, member.__func__), ""]
        elif inspect.isfunction(member) and (not name.startswith("_") or name.startswith("__")):
            lines += [*(overloads_of(name, member) if overloaded else lines_of(name, member)), ""]
    return lines


def function_lines(function: Any) -> list[str]:
    return [*(line[4:] for line in lines_of(function.__name__, function)), ""]


def stub() -> str:
    """That of _sequence.py."""
    return HEAD.format("_sequence", IMPORTS + "\nfrom tali._blocks import Block\n") + \
        "\n".join(class_lines(_sequence.Sequence, True)).rstrip() + "\n"


def stub_of_methods() -> str:
    """That of _methods.py."""
    lines = ["class Methods:", f'    """{_methods.Methods.__doc__}"""', ""]
    for name in _methods.names():
        lines += [*overloads_of(name, getattr(_methods.Methods, name)), ""]
    lines += ["HELD: tuple[str, ...]", "", *class_lines(_methods.Place), *function_lines(_methods.names)]
    return HEAD.format("_methods", IMPORTS) + "\n".join(lines).rstrip() + "\n"


def stub_of_blocks() -> str:
    """That of _blocks.py, with what other modules of the package take from it."""
    lines = ["SHAPED: list[str]", ""]
    for member in (_blocks.Block, _blocks.Rows):
        lines += class_lines(member)
    for member in (_blocks.rows, _blocks.shape_from, _blocks.place_of_axis, _blocks.documentation):
        lines += function_lines(member)
    return HEAD.format("_blocks", "") + "\n".join(lines).rstrip() + "\n"


def stub_of_engine(module: Any) -> str:
    """That of a module whose functions _engines.functions makes."""
    lines: list[str] = []
    for name in module.__all__:
        member = getattr(module, name)
        lines += function_lines(member) if inspect.isfunction(member) else [f"{name}: Any", ""]
    return HEAD.format(module.__name__.rpartition(".")[2], "") + "\n".join(lines).rstrip() + "\n"


def main() -> None:
    package = pathlib.Path(__file__).parent / "src/tali"
    (package / "_sequence.pyi").write_text(stub())
    (package / "_blocks.pyi").write_text(stub_of_blocks())
    (package / "_methods.pyi").write_text(stub_of_methods())
    for name in ("dask", "jax", "mpi"):
        (package / f"{name}.pyi").write_text(stub_of_engine(importlib.import_module(f"tali.{name}")))


if __name__ == "__main__":
    main()
