# SPDX-License-Identifier: Apache-2.0
"""What arguments are refused, by an error that names the argument, its value and what is allowed; nothing is drawn then."""

import re
import subprocess
import sys

import numpy as np
import pytest

import tali


def refused(generator, kind, said, call):
    """That the call raises this error, and that the position stays."""
    position = generator.position
    with pytest.raises(kind, match=re.escape(said)):
        call(generator)
    assert generator.position == position


@pytest.mark.parametrize("low, high", [(-3e38, 3e38), (0, 1e300), (-1e300, 0), (1e300, 1e300)])
def test_ranges_that_float32_lacks(g, low, high):
    said = f"low is {float(low)}, high is {float(high)}; allowed: bounds whose distance is a number of float32"
    for call in (lambda g: g.uniform(low, high, dtype="float32"), lambda g: g.uniform(low, high, 4, dtype="float32"),
                 lambda g: g.uniform(low, high, out=np.empty(4, np.float32)),
                 lambda g: g.uniform(low, high, out=np.empty((2, 2), np.float32, "F")),
                 lambda g: g.uniform([0, low], [1, high], dtype="float32"),
                 lambda g: g.uniform([0, low], [1, high], out=np.empty(2, np.float32))):
        refused(g, OverflowError, said, call)
    sequence = tali.Sequence(seed=1)
    for draw in (sequence.uniform, sequence.block(3).uniform):
        with pytest.raises(OverflowError, match=re.escape(said)):
            draw(low, high, dtype="float32")
    if high - low < 1e308:
        assert low <= g.uniform(low, high) <= high


def test_ranges_that_float64_lacks(g):
    said = "low is -1e+308, high is 1e+308; allowed: bounds whose distance is a number of float64"
    for call in (lambda g: g.uniform(-1e308, 1e308), lambda g: g.uniform(-1e308, 1e308, 4),
                 lambda g: g.uniform(-1e308, 1e308, out=np.empty(4)), lambda g: g.uniform([0, -1e308], [1, 1e308])):
        refused(g, OverflowError, said, call)
    refused(g, ValueError, "low is 2.0, high is 1.0; allowed: low <= high", lambda g: g.uniform([0, 2], 1))


def test_ranges_as_wide_as_float32():
    x = tali.Generator(seed=1).uniform(-1.5e38, 1.5e38, 1000, dtype="float32")
    assert x.min() < -1e38 and x.max() > 1e38 and len(np.unique(x)) > 990
    out = np.empty(1000, np.float32)
    assert np.array_equal(tali.Generator(seed=1).uniform(-1.5e38, 1.5e38, out=out), x)


def test_ranges_of_tensors():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    x = torch.zeros(4)
    for key in (1, tali.Generator(seed=1), tali.Key(1)):
        for call in (lambda: tali.torch.uniform_(x, -3e38, 3e38, key=key), lambda: tali.torch.uniform_(x, 0, 1e300, key=key)):
            with pytest.raises(OverflowError, match="allowed: bounds whose distance is a number of float32"):
                call()
    with pytest.raises(OverflowError, match="number of float32"):
        tali.Generator(seed=1).uniform(-3e38, 3e38, out=x)
    with pytest.raises(ValueError, match="low is 2.0, high is 1.0; allowed: low <= high"):
        tali.torch.uniform_(x, 2, 1, key=1)
    assert not x.any()


@pytest.mark.parametrize("dtype", [None, "float32"])
def test_parameters_beside_a_0(g, dtype):
    more = {"dtype": dtype}
    inf, nan = np.inf, np.nan
    for call, name in ((lambda g: g.gamma(0, -1, **more), "scale is -1"), (lambda g: g.gamma(-1, 0, **more), "shape is -1"),
                       (lambda g: g.gamma(0, nan, **more), "scale is nan"), (lambda g: g.gamma(nan, 0, **more), "shape is nan"),
                       (lambda g: g.gamma(0, inf, **more), "scale is inf"), (lambda g: g.gamma(inf, 0, 3, **more), "shape is inf"),
                       (lambda g: g.gamma(np.array(0), -1, **more), "scale is -1"),
                       (lambda g: g.gamma([0], -1, **more), "scale[0] is -1"),
                       (lambda g: g.gamma([-1], 0, **more), "shape[0] is -1"),
                       (lambda g: g.normal(nan, 0, **more), "loc is nan"), (lambda g: g.laplace(inf, 0, **more), "loc is inf"),
                       (lambda g: g.gumbel([nan], 0, **more), "loc[0] is nan")):
        refused(g, ValueError, name, call)
    for call in (lambda: g.gamma(0, 1, **more), lambda: g.gamma(1, 0, **more), lambda: g.gamma(0, 0, **more),
                 lambda: g.gamma(0, 1e-300, **more), lambda: g.gamma(1e300, 0, **more), lambda: g.exponential(0, **more),
                 lambda: g.weibull(0, **more), lambda: g.rayleigh(-0.0, **more), lambda: g.laplace(0, 0, **more)):
        position = g.position
        assert call() == 0 and g.position == position + 1
    assert g.gumbel(2.5, 0, **more) == 2.5 and np.array_equal(g.cauchy(2.5, 0, 3, **more), [2.5] * 3)


def test_a_star_imports_what_needs_no_other_package():
    code = """
import importlib.abc, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ("torch", "scipy", "jax", "dask", "mpi4py"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
from tali import *
print(Generator(seed=42).position, has_cuda() in (True, False))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "0 True\n", done.stderr


def test_bounds_above_int64_beside_an_array(g):
    for low, high in ((np.array([0, 2**63], "u8"), 2**64), (np.array([0, 2**63], "u8"), np.array(2**64, object)),
                      (0, np.array([2**63, 2**64], object)), ([0, 2**63], [2**64])):
        x = g.integers(low, high, dtype="uint64")
        assert x.shape == (2,) and x.dtype == np.uint64 and (x >= np.asarray(low, np.uint64)).all()
    x = tali.Generator(seed=1).integers(np.array([0, 2**63], "u8"), 2**64, dtype="uint64")
    ends = tali.Generator(seed=1).integers(np.array([0, 2**63], "u8"), 2**64 - 1, dtype="uint64", endpoint=True)
    assert np.array_equal(x, ends)
    assert x[1] == tali.Generator(seed=1).at(1).integers(2**63, 2**64, dtype="uint64")


def test_text_of_types_means_what_numpy_means():
    def g():
        return tali.Generator(seed=1)

    for text in ("u8", "i8", "u4", "i4", "u1", "i1", "u2", "i2", "b1", "?", "int", "B"):
        assert g().integers(0, 2, 3, text).dtype == np.dtype(text)
    for text in ("f4", "f8", "f", "d", "single", "float"):
        assert g().normal(size=3, dtype=text).dtype == np.dtype(text) == g().random(3, dtype=text).dtype
    for text in ("f2", "f16", "half"):
        assert g().normal(size=3, dtype=text).dtype == np.float16
    assert g().poisson(3, 3, dtype="i8").dtype == np.int64 and g().poisson(3, 3, dtype="u4").dtype == np.uint32
    assert g().bernoulli(0.5, 3, dtype="u1").dtype == np.uint8
    assert g().fill("bits", 3, "u8").dtype == tali.Sequence(seed=1).fill("bits", size=3, dtype="u8").dtype == np.uint64
    for text, dtype in (("f32", np.float32), ("f64", np.float64)):  # the catalogue's, where NumPy has no such text
        assert g().normal(size=3, dtype=text).dtype == dtype
    assert g().poisson(3, 3, dtype="u32").dtype == np.uint32 and g().poisson(3, 3, dtype="i64").dtype == np.int64
    assert g().integers(5, size=3, dtype="i16").dtype == np.int16
    refused(g(), TypeError, "dtype is uint64; allowed for bernoulli: uint8", lambda g: g.bernoulli(0.5, dtype="u8"))
    refused(g(), TypeError, "dtype is int8; allowed for poisson: uint32, int64", lambda g: g.poisson(3, dtype="i1"))
    refused(g(), TypeError, "dtype is float16; allowed for gamma: float32, float64", lambda g: g.gamma(3, dtype="f16"))
    refused(g(), TypeError, "dtype is bfloat16; allowed for gamma: float32, float64", lambda g: g.gamma(3, dtype="bf16"))


def test_types_that_there_are_not(g):
    for dtype in ("no type", "i3", np.complex64, "longdouble", "U5", ">f8", 5):
        for call in (lambda g: g.normal(dtype=dtype), lambda g: g.integers(5, dtype=dtype), lambda g: g.fill("bits", 3, dtype)):
            refused(g, TypeError, f"dtype is {dtype!r}; allowed: ", call)
    for dtype, name in (("float32", "float32"), (None, "float64"), ("bfloat16", "bfloat16")):
        refused(g, TypeError, f"dtype is {name}; allowed: bool, int8, ", lambda g: g.integers(5, dtype=dtype))


def test_types_of_torch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for name in ("int8", "uint8", "int16", "int32", "int64", "bool"):
        x = tali.Generator(seed=1).integers(2, size=9, dtype=getattr(torch, name))
        assert x.dtype == np.dtype(name) and np.array_equal(x, tali.Generator(seed=1).integers(2, size=9, dtype=name))
        memory = torch.zeros(9, dtype=getattr(torch, name))
        tali.Generator(seed=1).integers(2, dtype=memory.dtype, out=memory)
        assert np.array_equal(memory.numpy(), x)
    assert tali.Generator(seed=1).normal(size=2, dtype=torch.float32).dtype == np.float32
    refused(tali.Generator(seed=1), TypeError, "dtype is torch.complex64; allowed: ",
            lambda g: g.integers(5, dtype=torch.complex64))
