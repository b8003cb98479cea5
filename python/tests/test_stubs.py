# SPDX-License-Identifier: Apache-2.0
"""That the stubs and the package agree, and that type checkers see the methods."""

import ast
import inspect
import os
import pathlib
import shutil
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
theirs: np.random.Generator = g
bits: np.random.BitGenerator = g.bit_generator
integers: list[int] = [1, 2]
table: NDArray[np.float64] = np.zeros((3, 2))
memory: NDArray[np.float32] = np.empty(3, np.float32)
"""
#: Calls, and the types of what they give
TYPES = {
    "tali.__version__": "str",
    "tali.default_rng(1)": "tali.Generator", "tali.default_rng()": "tali.Generator", "tali.default_rng(g)": "tali.Generator",
    "tali.default_rng(np.random.default_rng(1))": "np.random.Generator",
    "tali.default_rng(np.random.PCG64(1))": "np.random.Generator",
    "g.normal()": "float", "g.normal(0, np.float64(2))": "float", "g.normal(size=3)": "NDArray[np.float64]",
    "g.normal([0, 1], 2, (2, 2))": "NDArray[np.float64]", "g.normal([0, 1])": "NDArray[np.float64]",
    "g.normal(table, 1)": "NDArray[np.float64]", "g.uniform(-1, [1, 2])": "NDArray[np.float64]",
    "g.random(dtype=np.float32)": "float", "g.random(3, np.float32)": "NDArray[np.float32]",
    "g.random(size=(3,), dtype=np.dtype(np.float32))": "NDArray[np.float32]", "g.random(dtype='float32')": "float",
    "g.random(3, 'float32')": "Any",
    "g.poisson(2)": "int", "g.poisson(2, 5)": "NDArray[np.int64]", "g.poisson([2, 3])": "NDArray[np.int64]",
    "g.binomial(3, 0.5, 4, dtype=np.int32)": "NDArray[np.int32]",
    "g.integers(5)": "np.int64", "g.integers(5, dtype=int)": "int", "g.integers(2, dtype=bool)": "bool",
    "g.integers(5, dtype=np.int32)": "np.int32", "g.integers(0, [5, 6])": "NDArray[np.int64]",
    "g.integers(0, [5, 6], 2)": "NDArray[np.int64]", "g.integers(0, 6, 2, np.uint8)": "NDArray[np.uint8]",
    "g.standard_normal(out=memory)": "NDArray[np.float32]",
    "g.multinomial(3, [0.5, 0.5], size=4)": "NDArray[np.int64]", "g.dirichlet([1, 2])": "NDArray[np.float64]",
    "g.multivariate_normal([0, 0], np.eye(2))": "NDArray[np.float64]",
    "g.multivariate_hypergeometric([3, 4], 2)": "NDArray[np.int64]",
    "g.choice(5)": "int", "g.choice(np.int64(5), p=[0.2] * 5)": "int", "g.choice(5, 3)": "NDArray[np.int64]",
    "g.choice(2, p=[[0.5, 0.5], [0.1, 0.9]])": "NDArray[np.int64]", "g.choice(table)": "Any",
    "g.choice(table, 2, replace=False)": "NDArray[np.float64]", "g.choice(integers, 2)": "NDArray[Any]",
    "g.choice(['a', 'b'])": "Any",
    "g.permutation(5)": "NDArray[np.int64]", "g.permutation(table)": "NDArray[np.float64]",
    "g.permutation(integers)": "NDArray[Any]", "g.permuted(table, axis=1)": "NDArray[np.float64]",
    "g.permuted(integers, out=table)": "NDArray[np.float64]",
    "g.bytes(5)": "bytes", "s.gamma(2.0, size=3, first=7)": "NDArray[np.float64]", "s.choice(5, first=7)": "int",
    "s.choice(2, p=[[0.5, 0.5]], first=7)": "NDArray[np.int64]",
}
#: Calls that are errors, and a word of the message
WRONG = {"g.normal(size='a')": "normal", "g.gamma('a')": "gamma", "s.normal(size='a')": "normal", "g.normal(size=2.5)": "normal",
         "g.random(2.5)": "random", "g.gama(2)": "gama", "s.normal(0, 1, last=7)": "normal", "s.gamma()": "gamma", "tali.set_threads('a')": "set_threads",
         "x: int = g.save()": "bytes",
         "s.block(4).normal(size=3)": "size", "tali.rows([k]).gama(2)": "gama", "tali.dask.normal(k)": "normal",
         "tali.Key('a')": "Key", "tali.default_rng(1).gama(2)": "gama",
         **{f"g.{call}": call.partition("(")[0] for call in (
             "choice(5, size='a')", "choice(table, 'a')", "choice(5, p='a')", "choice(5, replace='a')", "permutation(5, axis='a')",
             "shuffle(integers, axis='a')", "permuted(table, axis='a')", "dirichlet('a')", "dirichlet([1, 2], size='a')",
             "multinomial('a', [0.5, 0.5])", "multinomial(3, [0.5, 0.5], size='a')", "multivariate_normal([0], [[1]], size='a')",
             "multivariate_hypergeometric([1], 1, size='a')", "integers('a')", "integers(5, size='a')", "integers(5, dtype=5)",
             "standard_normal(dtype=5)", "beta(1, 2, dtype=5)", "bytes('a')", "spawn('a')", "poisson('a')")}}


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_type_checker_sees_the_methods(tmp_path, checker):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM + "".join(f"assert_type({call}, {made})\n" for call, made in TYPES.items()) + "\n".join(WRONG) + "\n")
    if checker == "mypy":
        pytest.importorskip("mypy", reason="mypy is missing")
        command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(tmp_path), str(file)]
    else:
        command = [pyright(), "--pythonpath", sys.executable, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    first = PROGRAM.count("\n") + len(TYPES) + 1
    lines: dict[int, str] = {}
    for line in errors:
        number = int(line.partition(".py:")[2].partition(":")[0])
        lines[number] = lines.get(number, "") + line
    assert sorted(lines) == list(range(first, first + len(WRONG))), done.stdout + done.stderr
    for k, word in enumerate(WRONG.values()):
        assert checker == "pyright" or word in lines[first + k]


def pyright():
    """The program of pyright, or of its fork for which pip fetches nothing more."""
    for name in ("pyright", "basedpyright"):
        if found := shutil.which(name, path=os.pathsep.join((str(pathlib.Path(sys.executable).parent), os.environ.get("PATH", "")))):
            return found
    pytest.skip("pyright is missing")
