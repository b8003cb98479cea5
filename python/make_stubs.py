#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the stubs of what is made when the package is imported, for type checkers and editors: the methods of
tali.Sequence, tali.Block and tali.Rows, and the functions of tali.dask, tali.jax and tali.mpi. Run it where the package is
installed with all of these; a test compares the files with what this would write."""

import importlib
import inspect
import pathlib
from typing import Any

from tali import _blocks, _sequence

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# The types of {}.py. Written by make_stubs.py.
from typing import Any

import numpy as np
{}
'''


def text_of(value: Any) -> str:
    """A default as source text."""
    return f"np.{value.__name__}" if getattr(value, "__module__", "") == "numpy" else repr(value)


def parameter(p: inspect.Parameter) -> str:
    stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
    annotation = "" if p.annotation is p.empty else f": {p.annotation}"
    if p.default is p.empty:
        return stars + p.name + annotation
    return f"{p.name}{annotation}{' = ' if annotation else '='}{text_of(p.default)}"


def lines_of(name: str, function: Any) -> list[str]:
    """One method, in lines of at most 120 characters."""
    signature = inspect.signature(function)
    given: list[str] = []
    star = False
    for p in signature.parameters.values():
        if p.kind is p.KEYWORD_ONLY and not star:
            given.append("*")
            star = True
        given.append(parameter(p))
        if p.kind is p.POSITIONAL_ONLY:
            given = [x for x in given if x != "/"] + ["/"]
    returned = signature.return_annotation
    end = "):" if returned is signature.empty else f") -> {returned}:"
    lines, line = [], f"    def {name}("
    for k, text in enumerate(given):
        text += ", " if k + 1 < len(given) else ""
        if len(line + text + end) > 119:
            lines.append(line.rstrip())
            line = " " * len(f"    def {name}(")
        line += text
    lines.append(line + end)
    summary = (function.__doc__ or "").strip().split("\n")[0]
    if name.startswith("__") or not summary:
        return [*lines[:-1], lines[-1] + " ..."]
    return [*lines, f'        """{summary}"""']


def class_lines(cls: type) -> list[str]:
    lines = [f"class {cls.__name__}:", f'    """{(cls.__doc__ or "").splitlines()[0]}"""', ""]
    for name, member in vars(cls).items():
        if isinstance(member, property):
            lines += ["    @property", *lines_of(name, member.fget), ""]
        elif isinstance(member, classmethod) and not name.startswith("_"):
            lines += ["    @classmethod", *lines_of(name, member.__func__), ""]
        elif inspect.isfunction(member) and (not name.startswith("_") or name.startswith("__")):
            lines += [*lines_of(name, member), ""]
    return lines


def function_lines(function: Any) -> list[str]:
    return [*(line[4:] for line in lines_of(function.__name__, function)), ""]


def stub() -> str:
    """That of _sequence.py."""
    return HEAD.format("_sequence", "\nfrom tali._blocks import Block\n") + \
        "\n".join(class_lines(_sequence.Sequence)).rstrip() + "\n"


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
    for name in ("dask", "jax", "mpi"):
        (package / f"{name}.pyi").write_text(stub_of_engine(importlib.import_module(f"tali.{name}")))


if __name__ == "__main__":
    main()
