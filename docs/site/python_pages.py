#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages of the Python reference, from the package's docstrings and stubs.

    python docs/site/python_pages.py FOLDER    # by a Python that has tali
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pathlib
import re
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import make_stubs  # noqa: E402

# Page, title, names in tali. Modules that need packages of their own are read and not imported.
CLASSES = [("generator", "tali.Generator", ["Generator"]), ("sequence", "tali.Sequence", ["Sequence"]),
           ("key", "tali.Key", ["Key"]), ("rows", "tali.rows", ["rows", "Rows"]), ("block", "tali.Block", ["Block"]),
           ("package", "The rest of the package",
            ["set_threads", "has_cuda", "cuda_devices", "get_include", "DeviceArray", "BitGenerator"])]
MODULES = ["qmc", "torch", "jax", "dask", "mpi"]


def sections(text: str) -> list[tuple[str, list[str]]]:
    """A docstring in NumPy's format, as its sections; the first has no title."""
    found: list[tuple[str, list[str]]] = [("", [])]
    lines = text.split("\n")
    for k, line in enumerate(lines):
        if k + 1 < len(lines) and line.strip() and re.fullmatch(r"-{3,}", lines[k + 1].strip()):
            found.append((line.strip(), []))
        elif not (re.fullmatch(r"-{3,}", line.strip()) and found[-1][0]):
            found[-1][1].append(line)
    return found


def plain(text: str) -> str:
    """Prose of a docstring as Markdown."""
    parts = re.split(r"(``[^`]+``|`[^`]+`)", text)
    for k, part in enumerate(parts):
        parts[k] = part.replace("``", "`") if k % 2 else re.sub(r"([*_\[\]<])", r"\\\1", part)
    return "".join(parts)


def as_markdown(text: str) -> str:
    parts = []
    for title, lines in sections(text):
        body = "\n".join(lines).strip("\n")
        if title == "Examples":
            parts.append(f"```pycon\n{body}\n```")
        elif title in ("Parameters", "Returns", "Raises", "Attributes", "Yields"):
            items = []
            for line in body.split("\n"):
                if line.startswith(" "):
                    items[-1] += ("" if items[-1].endswith(": ") else " ") + plain(line.strip())
                elif line.strip():
                    name, _, of_type = line.partition(" : ")
                    items.append(f"- `{name.strip()}`" + (f" ({plain(of_type.strip())})" if of_type else "") + ": ")
            parts.append(f"*{title}*\n\n" + "\n".join(items))
        else:
            parts.append((f"*{title}*\n\n" if title else "") + plain(body))
    return "\n\n".join(p for p in parts if p.strip())


def signature_of(name: str, function: Any) -> str:
    try:
        text = str(inspect.signature(function))
    except (TypeError, ValueError):
        return f"{name}(...)"
    text = re.sub(r"(: |-> )'((?:[^'\"]|\"[^\"]*\")*)'", r"\1\2", text)  # annotations are text
    text = re.sub(r": Any(?= =|[,)])| -> (Any|None)$", "", text)
    text = re.sub(r"\(self(, )?", "(", text)
    return f"{name}{text}"


def entry(level: int, name: str, shown: str, text: str) -> str:
    return f"{'#' * level} {plain(name)}\n\n```python\n{shown}\n```\n\n{as_markdown(text)}\n"


def methods(cls: type) -> list[str]:
    names = [n for n in dir(cls) if not n.startswith("_")]
    lines = []
    for name in sorted(names):
        member = inspect.getattr_static(cls, name)
        said = inspect.getdoc(getattr(cls, name)) or ""
        if isinstance(member, property):
            lines.append(entry(3, name, name, said))
        elif said:
            lines.append(entry(3, name, signature_of(name, getattr(cls, name)), said))
    return lines


def class_page(title: str, names: list[str]) -> str:
    tali = importlib.import_module("tali")
    parts = [f"# {title}\n"]
    for name in names:
        member = getattr(tali, name)
        said = inspect.getdoc(member) or ""
        parts.append(entry(2, f"tali.{name}", signature_of(f"tali.{name}", member), said))
        if inspect.isclass(member):
            parts += methods(member)
    return "\n".join(parts)


def arguments(node: ast.FunctionDef) -> str:
    text = ast.unparse(node.args)
    return re.sub(r"^self(, )?", "", re.sub(r": Any(?=[,)]|$)|: Any(?==)", "", text))


def described(node: ast.stmt) -> str:
    """A definition's docstring, also one that a decorator of tali._docs gives it."""
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return ""
    docs = importlib.import_module("tali._docs")
    for decorator in node.decorator_list:
        text = ast.unparse(decorator)
        if text.startswith(("in_place(", "from_keys(")):
            return inspect.cleandoc(eval(text, vars(docs))(make_stubs.function(node)).__doc__)
    return ast.get_docstring(node) or ""


def definitions(name: str, folder: pathlib.Path, source: ast.Module) -> list[ast.stmt]:
    """From a module's stub if its functions are made when it is imported; of a package, what it imports from its own modules."""
    stub = folder / f"{name}.pyi"
    if stub.exists():
        return ast.parse(stub.read_text()).body
    defined: list[ast.stmt] = []
    for node in source.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"tali.{name}."):
            inner = ast.parse((folder.parent / (node.module or "").replace(".", "/")).with_suffix(".py").read_text())
            public = {alias.name for alias in node.names}
            defined += [d for d in inner.body if isinstance(d, (ast.FunctionDef, ast.ClassDef)) and d.name in public]
        else:
            defined.append(node)
    return defined


def module_page(name: str, folder: pathlib.Path) -> str:
    path = folder / name / "__init__.py" if (folder / name).is_dir() else folder / f"{name}.py"
    source = ast.parse(path.read_text())
    parts = [f"# tali.{name}\n", as_markdown(ast.get_docstring(source) or ""), ""]
    for node in definitions(name, folder, source):
        said = described(node)
        if not said or node.name.startswith("_"):
            continue
        shown = f"tali.{name}.{node.name}"
        if isinstance(node, ast.FunctionDef):
            parts.append(entry(2, node.name, f"{shown}({arguments(node)})", said))
            continue
        made = next((f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"), None)
        parts.append(entry(2, node.name, f"{shown}({arguments(made) if made else ''})", said))
        for inner in node.body:
            text = ast.get_docstring(inner) if isinstance(inner, ast.FunctionDef) else None
            if text and not inner.name.startswith("_"):
                parts.append(entry(3, inner.name, f"{inner.name}({arguments(inner)})", text))
    return "\n".join(parts)


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for page, title, names in CLASSES:
        (folder / f"{page}.md").write_text(class_page(title, names))
    source = pathlib.Path(importlib.import_module("tali").__file__ or "").parent
    (folder / "order.txt").write_text("\n".join([f"{p}.md" for p, _, _ in CLASSES] + [f"{m}.md" for m in MODULES]) + "\n")
    for name in MODULES:
        (folder / f"{name}.md").write_text(module_page(name, source))


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
