#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes stubs for type checkers and editors: the methods that draw, with overloads (stub_overloads.py); tali.Sequence, tali.Block
and tali.Rows; and the functions of tali.dask, tali.jax and tali.mpi.

    python/make_stubs.py FOLDER

The build runs it. It reads the package's source and does not import it, so any Python can make the stubs for any machine.
"""

from __future__ import annotations

import ast
import inspect
import pathlib
import sys
from typing import Any

from stub_overloads import IMPORTS, lines_of, overloads_of

PACKAGE = pathlib.Path(__file__).parent / "src/tali"
HEAD = '''# SPDX-License-Identifier: Apache-2.0
# The types of {}.py. Written by make_stubs.py.
from typing import Any

import numpy as np
{}
'''
FUTURE = ast.parse("from __future__ import annotations").body


class _Numpy:
    """Stands for NumPy: its types are defaults of parameters."""

    def __getattr__(self, name: str) -> type:
        return type(name, (), {"__module__": "numpy"})


def source(module: str) -> list[ast.stmt]:
    return ast.parse((PACKAGE / f"{module}.py").read_text()).body


def class_of(body: list[ast.stmt], name: str) -> ast.ClassDef:
    return next(n for n in body if isinstance(n, ast.ClassDef) and n.name == name)


def functions_of(body: list[ast.stmt]) -> list[ast.FunctionDef]:
    return [n for n in body if isinstance(n, ast.FunctionDef) and (not n.name.startswith("_") or n.name.startswith("__"))]


def function(node: ast.FunctionDef) -> Any:
    """A function with a definition's signature and docstring, and no body. A decorator's first argument replaces the docstring."""
    text = [ast.get_docstring(node) or "", *(ast.literal_eval(d.args[0]) for d in node.decorator_list if isinstance(d, ast.Call))][-1]
    node.body, node.decorator_list = [ast.Expr(ast.Constant(text))], []
    names: dict[str, Any] = {"np": _Numpy()}
    exec(compile(ast.fix_missing_locations(ast.Module([*FUTURE, node], [])), node.name, "exec"), names)
    return names[node.name]


def with_parameters(method: Any, change: Any, returns: Any = None) -> Any:
    """The method, with the parameters that change(parameters) returns."""
    signature = inspect.signature(method)
    given = sorted(change(list(signature.parameters.values())), key=lambda p: p.kind)
    method.__signature__ = signature.replace(parameters=given, return_annotation=returns or signature.return_annotation)
    return method


def methods(shaped: bool = False) -> dict[str, Any]:
    """The methods that draw; with `shaped`, only those that have a parameter `size`."""
    modules = ("_continuous", "_discrete", "_integers", "_multivariate", "_orders")
    classes = [n for module in modules for n in source(module) if isinstance(n, ast.ClassDef)]
    all_of_them = {node.name: function(node) for cls in classes for node in functions_of(cls.body)}
    return {name: m for name, m in sorted(all_of_them.items()) if not shaped or "size" in inspect.signature(m).parameters}


def class_lines(cls: ast.ClassDef, more: dict[str, Any] | None = None, lines_with: Any = lines_of) -> list[str]:
    lines = [f"class {cls.name}:", f'    """{(ast.get_docstring(cls) or "").splitlines()[0]}"""', ""]
    for node in functions_of(cls.body):
        decorators = [f"    @{d.id}" for d in node.decorator_list if isinstance(d, ast.Name)]
        lines += [*decorators, *(lines_of if decorators else lines_with)(node.name, function(node)), ""]
    for name, method in (more or {}).items():
        lines += [*lines_with(name, method), ""]
    return lines


def function_lines(made: Any) -> list[str]:
    return [*(line[4:] for line in lines_of(made.__name__, made)), ""]


def stub_of_sequence() -> str:
    first = inspect.Parameter("first", inspect.Parameter.KEYWORD_ONLY, default=0, annotation="int")
    more = {name: with_parameters(m, lambda given: [*given, first]) for name, m in methods().items()}
    lines = class_lines(class_of(source("_sequence"), "Sequence"), more, overloads_of)
    return HEAD.format("_sequence", IMPORTS + "\nfrom tali._blocks import Block\n") + "\n".join(lines).rstrip() + "\n"


def stub_of_methods() -> str:
    body = source("_methods")
    lines = class_lines(class_of(body, "Methods"), methods(), overloads_of)
    lines += ["HELD: tuple[str, ...]", "", *class_lines(class_of(body, "Place"))]
    lines += [line for node in functions_of(body) for line in function_lines(function(node))]
    return HEAD.format("_methods", IMPORTS) + "\n".join(lines).rstrip() + "\n"


def stub_of_blocks() -> str:
    """The stub of _blocks.py, with the names that other modules of the package import."""
    body = source("_blocks")
    of_block = {name: with_parameters(m, lambda given: [p for p in given if p.name != "size"], "Any")
                for name, m in methods(shaped=True).items()}
    lines = ["SHAPED: list[str]", "", *class_lines(class_of(body, "Block"), of_block),
             *class_lines(class_of(body, "Rows"), methods(shaped=True))]
    for node in functions_of(body):
        if node.name in ("rows", "shape_from", "place_of_axis", "documentation"):
            lines += function_lines(function(node))
    return HEAD.format("_blocks", "") + "\n".join(lines).rstrip() + "\n"


def stub_of_engine(module: str) -> str:
    """The stub of a module whose functions _engines.functions makes."""
    body = source(module)
    lines: list[str] = []
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            lines += function_lines(function(node))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and not node.targets[0].id.startswith("_"):
            lines += [f"{node.targets[0].id}: Any", ""]
    call = next(n for n in ast.walk(ast.Module(body, [])) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "functions")
    maker = inspect.signature(function(next(n for n in functions_of(source("_engines")) if n.name == "functions")))
    given = maker.bind(*call.args).arguments
    own = [eval(ast.unparse(entry.elts[0]), {"inspect": inspect}) for entry in given["own"].elts]
    leave = ast.literal_eval(given["leave"]) if "leave" in given else maker.parameters["leave"].default
    first = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY, annotation="Any") for n in ("key", "size")]
    for method in methods(shaped=True).values():
        lines += function_lines(with_parameters(method, lambda given: [*first, *(p for p in given if p.name not in leave), *own], "Any"))
    return HEAD.format(module, "") + "\n".join(lines).rstrip() + "\n"


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    made = {"_sequence": stub_of_sequence(), "_blocks": stub_of_blocks(), "_methods": stub_of_methods(),
            **{module: stub_of_engine(module) for module in ("dask", "jax", "mpi")}}
    for module, text in made.items():
        (folder / f"{module}.pyi").write_text(text)


if __name__ == "__main__":
    main()
