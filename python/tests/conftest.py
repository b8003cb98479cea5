# SPDX-License-Identifier: Apache-2.0
"""What all tests of the Python package share."""

import os
import pathlib

import pytest

import tali

os.environ.setdefault("TRITON_INTERPRET", "1")  # read when a test first imports Triton
DATA = pathlib.Path(__file__).parents[2] / "tests" / "data"


@pytest.fixture
def data():
    """The folder of the known answers that every language reads."""
    return DATA


@pytest.fixture
def g():
    return tali.Generator(seed=42)
