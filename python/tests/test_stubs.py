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


MAKER = str(pathlib.Path(__file__).parents[1] / "make_stubs.py")


def test_the_stub_is_what_the_package_has():
    made = runpy.run_path(MAKER)
    assert (PACKAGE / "_sequence.pyi").read_text() == made["stub"](), "run python/make_stubs.py"
    assert (PACKAGE / "_blocks.pyi").read_text() == made["stub_of_blocks"](), "run python/make_stubs.py"


@pytest.mark.parametrize("name", ["dask", "jax", "mpi"])
def test_the_stubs_of_engines(name):
    program = f"import runpy, tali.{name}; print(runpy.run_path({MAKER!r})['stub_of_engine'](tali.{name}), end='')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    if "ImportError" in done.stderr or "ModuleNotFoundError" in done.stderr or "RuntimeError" in done.stderr:
        pytest.skip(f"tali.{name} lacks what it needs: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    assert (PACKAGE / f"{name}.pyi").read_text() == done.stdout, "run python/make_stubs.py"


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
k: tali.Key = tali.Key(42).fold_in(3)
tali.rows([k, k]).normal(0, 1, size=4)
s.block((4, 5), (1, 1), (2, 3)).normal(0, 1, out=None)
import tali.dask
tali.dask.normal(k, (4, 5), 0, 1, chunks=2)
"""
WRONG = {"g.gama(2)": "gama", "s.normal(0, 1, last=7)": "last", "s.gamma()": "shape", "tali.set_threads('a')": "str",
         "x: int = g.save()": "bytes",
         "s.block(4).normal(size=3)": "size", "tali.rows([k]).gama(2)": "gama", "tali.dask.normal(k)": "normal",
         "tali.Key('a')": "Key"}


def test_a_type_checker_sees_the_methods(tmp_path):
    pytest.importorskip("mypy", reason="mypy is missing")
    file = tmp_path / "program.py"
    file.write_text(PROGRAM + "\n".join(WRONG) + "\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--no-incremental", "--cache-dir", str(tmp_path), str(file)],
                          capture_output=True, text=True, cwd=tmp_path)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert len(errors) == len(WRONG), done.stdout + done.stderr
    first = PROGRAM.count("\n") + 1
    for k, word in enumerate(WRONG.values()):
        assert f":{first + k}:" in errors[k] and word in errors[k]
