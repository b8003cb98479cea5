# SPDX-License-Identifier: Apache-2.0
"""That the stubs and the package agree, and that type checkers see the methods."""

import ast
import inspect
import pathlib
import subprocess
import sys

import pytest

import tali
from tali import _core

PACKAGE = pathlib.Path(tali.__file__).parent


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
from typing import Any

from typing_extensions import assert_type
import numpy as np
import tali
from numpy.typing import NDArray
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
assert_type(tali.__version__, str)
assert_type(g.normal(), float)
assert_type(g.normal(0, np.float64(2)), float)
assert_type(g.normal(size=3), NDArray[np.float64])
assert_type(g.normal([0, 1], 2, (2, 2)), NDArray[np.float64])
assert_type(g.random(dtype=np.float32), float)
assert_type(g.random(3, np.float32), NDArray[np.float32])
assert_type(g.random(size=(3,), dtype=np.dtype(np.float32)), NDArray[np.float32])
assert_type(g.poisson(2), int)
assert_type(g.poisson(2, 5), NDArray[np.int64])
assert_type(g.integers(5), np.int64)
assert_type(g.integers(5, dtype=int), int)
assert_type(g.integers(5, dtype=np.int32), np.int32)
assert_type(g.integers(0, [5, 6], 2), NDArray[np.int64])
assert_type(g.integers(0, 6, 2, np.uint8), NDArray[np.uint8])
memory: NDArray[np.float32] = np.empty(3, np.float32)
assert_type(g.standard_normal(out=memory), NDArray[np.float32])
assert_type(g.multinomial(3, [0.5, 0.5], size=4), NDArray[np.int64])
assert_type(g.dirichlet([1, 2]), NDArray[np.float64])
assert_type(g.choice(5, 3), NDArray[np.int64])
assert_type(g.permutation(5), NDArray[np.int64])
assert_type(g.bytes(5), bytes)
assert_type(s.gamma(2.0, size=3, first=7), NDArray[np.float64])
"""
WRONG = {"g.normal(size='a')": "normal", "g.gamma('a')": "gamma", "s.normal(size='a')": "normal",
         "g.random(2.5)": "random", "g.gama(2)": "gama", "s.normal(0, 1, last=7)": "normal", "s.gamma()": "gamma", "tali.set_threads('a')": "str",
         "x: int = g.save()": "bytes",
         "s.block(4).normal(size=3)": "size", "tali.rows([k]).gama(2)": "gama", "tali.dask.normal(k)": "normal",
         "tali.Key('a')": "Key"}


def test_a_type_checker_sees_the_methods(tmp_path):
    pytest.importorskip("mypy", reason="mypy is missing")
    file = tmp_path / "program.py"
    file.write_text(PROGRAM + "\n".join(WRONG) + "\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(tmp_path), str(file)],
                          capture_output=True, text=True, cwd=tmp_path)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    first = PROGRAM.count("\n") + 1
    lines = {int(line.split(":")[1]): line for line in errors}
    assert sorted(lines) == list(range(first, first + len(WRONG))), done.stdout + done.stderr
    for k, word in enumerate(WRONG.values()):
        assert word in lines[first + k]
