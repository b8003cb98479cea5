# SPDX-License-Identifier: Apache-2.0
"""What all tests of the Python package share."""

import os
import pathlib
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import tali
from tali._errors import Words
from torch_places import PLACES, device_of

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


def on_ranks(program, ranks, folder):
    """Runs a program in processes that PyTorch connects, with its rank, their number and the file where they meet as arguments. Each
    says "same" at the end."""
    started = [subprocess.Popen([sys.executable, "-c", program, str(rank), str(ranks), str(folder / "store")],
                                env={**os.environ, "OMP_NUM_THREADS": "1"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True) for rank in range(ranks)]
    try:
        said = [one.communicate(timeout=300)[0] for one in started]
    finally:
        for one in started:
            one.kill()
    assert all(text.split()[-1:] == ["same"] for text in said), said


def in_threads(work, threads=8):
    """What work() gives in each of the threads, which begin together."""
    barrier, results, errors = threading.Barrier(threads), [None] * threads, []

    def run(i):
        barrier.wait()
        try:
            results[i] = work()
        except BaseException as error:
            errors.append(error)

    started = [threading.Thread(target=run, args=(i,), name=str(i)) for i in range(threads)]
    for t in started:
        t.start()
    for t in started:
        t.join()
    if errors:
        raise errors[0]
    return results


@pytest.fixture
def data():
    """The folder of the known answers that every language reads."""
    return DATA


@pytest.fixture
def g():
    return tali.Generator(seed=42)


@pytest.fixture(params=PLACES)
def device(request, monkeypatch):
    """A place of tali.torch's keys."""
    return device_of(request.param, monkeypatch)


@pytest.fixture(params=["cpu", "cuda"])
def library(request, monkeypatch):
    """The devices of what the library makes: the interpreter has no part in it."""
    device = device_of(request.param, monkeypatch)
    if device.type == "cuda" and not tali._core.gpu_built():
        pytest.skip("needs a module with CUDA")
    return device
