# SPDX-License-Identifier: Apache-2.0
"""The examples in the docstrings."""

import doctest
import importlib
import pkgutil

import numpy as np
import pytest

import tali

MODULES = sorted(m.name for m in pkgutil.iter_modules(tali.__path__) if m.name not in ("_core", "mpi", "torch"))
NEEDS = {"qmc": "scipy", "dask": "dask.array", "jax": "jax"}


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples(name):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    module = importlib.import_module(f"tali.{name}" if name else "tali")
    names = {"np": np, "tali": tali}
    failed, _ = doctest.testmod(module, extraglobs=names)
    assert failed == 0


def test_there_are_examples():
    from tali._methods import Methods, names

    drawn = [n for n in names() if ">>>" in (getattr(Methods, n).__doc__ or "")]
    assert len(drawn) > 35
