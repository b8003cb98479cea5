# SPDX-License-Identifier: Apache-2.0
"""That the stubs and the package agree, and that a type checker sees the methods."""

import ast
import inspect
import pathlib
import runpy
import subprocess
import sys

import pytest

import tali
from tali import _core

PACKAGE = pathlib.Path(tali.__file__).parent


def test_the_stub_is_what_the_package_has():
    made = runpy.run_path(str(pathlib.Path(__file__).parents[1] / "make_stubs.py"))["stub"]()
    assert (PACKAGE / "_sequence.pyi").read_text() == made, "run python/make_stubs.py"


def test_the_stub_has_every_method():
    (cls,) = (n for n in ast.parse((PACKAGE / "_sequence.pyi").read_text()).body if isinstance(n, ast.ClassDef))
    functions = {n.name: n for n in cls.body if isinstance(n, ast.FunctionDef)}
    assert [n for n in dir(tali.Sequence) if not n.startswith("_") and n not in functions] == []
    for name, member in inspect.getmembers(tali.Sequence, inspect.isfunction):
        if not name.startswith("_"):
            given = functions[name].args
            names = [a.arg for a in given.args + given.kwonlyargs + ([given.kwarg] if given.kwarg else [])]
            assert sorted(names) == sorted(inspect.signature(member).parameters), name


def test_the_stub_of_the_extension_has_every_name():
    names = {n.name for n in ast.parse((PACKAGE / "_core.pyi").read_text()).body
             if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    assert [n for n in dir(_core) if not n.startswith("_") and n not in names] == []
    assert (PACKAGE / "py.typed").exists()


PROGRAM = """
import tali
g = tali.Generator(seed=1)
s = tali.Sequence(seed=1)
g.normal(0, 1, size=3, out=None)
s.normal(0, 1, 3, first=7)
children: list[tali.Generator] = g.spawn(2)
"""
WRONG = {"g.gama(2)": "gama", "s.normal(0, 1, last=7)": "last", "s.gamma()": "shape", "tali.set_threads('a')": "str",
         "x: int = g.save()": "bytes"}


def test_a_type_checker_sees_the_methods(tmp_path):
    pytest.importorskip("mypy", reason="mypy is missing")
    file = tmp_path / "program.py"
    file.write_text(PROGRAM + "\n".join(WRONG) + "\n")
    config = tmp_path / "mypy.ini"  # NumPy's own types take long to read, and no signature has them
    config.write_text("[mypy]\n[mypy-numpy.*]\nfollow_imports = skip\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--no-incremental", "--config-file", str(config), str(file)],
                          capture_output=True, text=True, cwd=tmp_path)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(errors) == len(WRONG), done.stdout + done.stderr
    first = PROGRAM.count("\n") + 1
    for k, word in enumerate(WRONG.values()):
        assert f":{first + k}:" in errors[k] and word in errors[k]
