# SPDX-License-Identifier: Apache-2.0
"""Code that tali.triton and tali.numba share: loads the file of functions that each compiles, and the normal quantile's table."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import types
from typing import Any

import numpy as np

_HERE = os.path.dirname(os.path.abspath(__file__))


def tag_of(text: str) -> int:
    """The 32-bit FNV-1a hash of a text."""
    tag = 0x811C9DC5
    for byte in text.encode():
        tag = (tag ^ byte) * 0x01000193 & 0xFFFFFFFF
    return tag


def elements_for(language: str, names: dict[str, Any]) -> types.ModuleType:
    """Loads _elements.py with a kernel language's definitions of the names that the file leaves undefined."""
    spec = importlib.util.spec_from_file_location(f"tali._elements_{language}", os.path.join(_HERE, "_elements.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names, tag_of=tag_of)
    spec.loader.exec_module(module)
    return module


@functools.cache
def quantile_rows() -> np.ndarray:
    """The rows of the float normal quantile, four words each, from the header that C++ compiles."""
    with open(os.path.join(_HERE, "include", "tali", "math", "normal_quantile_rows.hpp")) as file:
        rows = re.findall(r"\{(0x\w+)u, (0x\w+)u, (0x\w+)u, (0x\w+)u\}", file.read())
    return np.array([[int(word, 16) for word in row] for row in rows], np.uint32)


def missing(error: ImportError, module: str, package: str) -> ImportError:
    """The error for a module whose framework is missing."""
    return ImportError(f"tali.{module} needs the package {package}: pip install {package}", name=error.name)
