# SPDX-License-Identifier: Apache-2.0
"""Where tests of tali.torch's keys run: on the CPU by the library, on the CPU by Triton's interpreter, and on a GPU."""

import os

import numpy as np
import pytest

import tali

ENGINES = {10: "philox4x32", 7: "philox4x32-7"}
PLACES = ["cpu", "interpreter", "cuda"]


def device_of(place, monkeypatch):
    """The device of a place; skips where it is missing."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    import tali.torch._launch as launch

    interprets = os.environ.get("TRITON_INTERPRET") == "1"
    if place != "cpu":
        triton = pytest.importorskip("triton", reason="Triton is not installed")
        if place == "cuda" and (interprets or not torch.cuda.is_available()):
            pytest.skip("needs a GPU, and TRITON_INTERPRET=0")
        if place == "interpreter" and not interprets:
            pytest.skip("needs TRITON_INTERPRET=1")
        if place == "interpreter" and tuple(int(n) for n in triton.__version__.split(".")[:2]) < (3, 9):
            pytest.skip(f"the interpreter of Triton {triton.__version__} rounds an fma twice; 3.9 does not")
    monkeypatch.setattr(launch, "interpreted", place == "interpreter")
    return torch.device("cuda", torch.cuda.current_device()) if place == "cuda" else torch.device("cpu")


def words_of(key):
    return [w - 2**64 if w >= 2**63 else w for w in (key.seed, key.stream)]


def sequence(key, rounds=10):
    return tali.Sequence(ENGINES[rounds], seed=key)


def same(tensor, array):
    """That a tensor has an array's bits."""
    got = tensor.cpu().contiguous()
    if got.element_size() != array.itemsize:
        raise AssertionError(f"{got.dtype} is not {array.dtype}")
    import torch

    bits = {1: (torch.uint8, "u1"), 2: (torch.int16, "i2"), 4: (torch.int32, "i4"), 8: (torch.int64, "i8")}[array.itemsize]
    assert np.array_equal(got.view(bits[0]).numpy().ravel(), np.ascontiguousarray(array).view(bits[1]).ravel())
