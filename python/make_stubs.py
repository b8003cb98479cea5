#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/tali/_sequence.pyi: the methods of tali.Sequence, which are made when the package is imported, for type
checkers and editors. Run it where the package is installed; a test compares the file with what this would write."""

import inspect
import pathlib
from typing import Any

from tali import _sequence

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# The types of _sequence.py. Written by make_stubs.py.
from typing import Any

import numpy as np

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


def stub() -> str:
    lines = ["class Sequence:", f'    """{(_sequence.Sequence.__doc__ or "").splitlines()[0]}"""', ""]
    for name, member in vars(_sequence.Sequence).items():
        if isinstance(member, property):
            lines += ["    @property", *lines_of(name, member.fget), ""]
        elif inspect.isfunction(member) and (not name.startswith("_") or name.startswith("__")):
            lines += [*lines_of(name, member), ""]
    return HEAD + "\n".join(lines).rstrip() + "\n"


def main() -> None:
    (pathlib.Path(__file__).parent / "src/tali/_sequence.pyi").write_text(stub())


if __name__ == "__main__":
    main()
