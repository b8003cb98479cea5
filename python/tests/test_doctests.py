# SPDX-License-Identifier: Apache-2.0
"""The examples in the docstrings, and that every public name has some."""

import doctest
import importlib
import inspect
import pkgutil
import re
import sys

import numpy as np
import pytest

import tali

MODULES = sorted(m.name for m in pkgutil.iter_modules(tali.__path__) if m.name not in ("_core", "_elements", "mpi"))
MODULES += [f"torch.{m.name}" for m in pkgutil.iter_modules([f"{path}/torch" for path in tali.__path__])]
NEEDS = {"qmc": "scipy", "dask": "dask.array", "jax": "jax", "_jax_fill": "jax", "numba": "numba", "torch": "torch", "triton": "triton"}


def module_of(name):
    """A module of the package; skips where what it needs is missing."""
    package = name.split(".")[0]
    if package in NEEDS:
        pytest.importorskip(NEEDS[package])
    if name == "torch._kernels":
        pytest.importorskip("triton")
    return importlib.import_module(f"tali.{name}" if name else "tali")


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples(name):
    module = module_of(name)
    names = {"np": np, "tali": tali, "torch": sys.modules.get("torch")}
    failed, _ = doctest.testmod(module, extraglobs=names)
    assert failed == 0


def public(owner):
    """The functions, classes and methods that users see, by their names."""
    names = getattr(owner, "__all__", None) or [n for n in vars(owner) if not n.startswith("_")]
    if inspect.isclass(owner) and issubclass(owner, tali.Generator):
        names += [n for n in dir(owner) if not n.startswith("_") and n not in names]
    for name in names:
        member = getattr(owner, name)
        if inspect.isclass(member):
            yield from ((f"{name}.{n}", m) for n, m in public(member))
            yield name, member
        elif callable(member):
            yield name, member


@pytest.mark.parametrize("name", ["", "qmc", "torch"])
def test_every_public_name_has_an_example(name):
    members = dict(public(module_of(name)))
    assert len(members) > (100 if not name else 3)
    assert [n for n, m in members.items() if ">>>" not in (m.__doc__ or "")] == []


@pytest.mark.parametrize("name", ["", "qmc", "torch"])
def test_docstrings_are_in_numpys_format(name):
    sections = ["Parameters", "Attributes", "Returns", "Examples"]
    for full, member in public(module_of(name)):
        text = inspect.getdoc(member)
        headed = re.findall(r"^(\w+)\n-+$", text, re.M)
        assert headed == [s for s in sections if s in headed], full
        if inspect.isfunction(member):
            given = [n for n, p in inspect.signature(member).parameters.items() if n not in ("self", "cls")]
            described = re.findall(r"^\*{0,2}(\w+)(?: : .+)?$", text.partition("Parameters\n----------\n")[2]
                                   .partition("\n\n")[0], re.M)
            assert described == given, full
