# SPDX-License-Identifier: Apache-2.0
"""What all tests of the Python package share."""

import os
import pathlib
import re

import numpy as np
import pytest

import tali
from tali._errors import Words

os.environ.setdefault("TRITON_INTERPRET", "1")  # read when a test first imports Triton
DATA = pathlib.Path(__file__).parents[2] / "tests" / "data"


def fields(error):
    """An error's argument and value, and the names to choose from: "scale[2] is -1", "type is 'f16': float32, float64".

    How sentences are worded is for tests/data/messages.txt.
    """
    index = "".join(f"[{i}]" for i in error.index)
    value = (str(error.value) or "missing") if isinstance(error.value, (Words, np.generic, np.dtype)) else repr(error.value)
    return f"{error.argument}{index} is {value}" + (": " if error.choices else "") + ", ".join(error.choices)


def refused(kind, pattern):
    """That a block raises an error of this kind whose fields begin with the pattern."""
    def has_fields(error):
        assert isinstance(error, (tali.ArgumentError, tali.ArgumentTypeError)), repr(error)
        assert error.expected or error.choices
        assert re.match(pattern, fields(error)), fields(error)
        return True

    return pytest.raises(kind, check=has_fields)


@pytest.fixture
def data():
    """The folder of the known answers that every language reads."""
    return DATA


@pytest.fixture
def g():
    return tali.Generator(seed=42)
