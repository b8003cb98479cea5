# SPDX-License-Identifier: Apache-2.0
"""What arguments are refused, by an error that names the argument, its value and what is expected; nothing is drawn then."""

import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

import tali
from conftest import fields, refused


def refused_by(generator, kind, said, call):
    """That the call raises this error, whose fields (or NumPy's sentence) begin so, and that the position stays."""
    position = generator.position
    with pytest.raises(kind) as raised:
        call(generator)
    error = raised.value
    is_tali = isinstance(error, (tali.ArgumentError, tali.ArgumentTypeError))
    assert (fields(error) if is_tali else str(error)).startswith(said)
    assert not is_tali or error.expected or error.choices
    assert generator.position == position


@pytest.mark.parametrize("low, high", [(0, 1e300), (-1e300, 0), (1e300, 1e300)])
def test_ranges_that_float32_lacks(g, low, high):
    said = f"low is {float(low)} and high is {float(high)}"
    for call in (lambda g: g.uniform(low, high, dtype="float32"), lambda g: g.uniform(low, high, 4, dtype="float32"),
                 lambda g: g.uniform(low, high, out=np.empty(4, np.float32)),
                 lambda g: g.uniform(low, high, out=np.empty((2, 2), np.float32, "F")),
                 lambda g: g.uniform([0, low], [1, high], dtype="float32"),
                 lambda g: g.uniform([0, low], [1, high], out=np.empty(2, np.float32))):
        refused_by(g, OverflowError, said, call)
    sequence = tali.Sequence(seed=1)
    for draw in (sequence.uniform, sequence.block(3).uniform):
        with pytest.raises(OverflowError, match=re.escape(said)):
            draw(low, high, dtype="float32")
    if high - low < 1e308:
        assert low <= g.uniform(low, high) <= high


def test_ranges_that_float64_lacks(g):
    said = "low is -inf and high is 1.0"
    for call in (lambda g: g.uniform(-np.inf, 1), lambda g: g.uniform(-np.inf, 1, 4),
                 lambda g: g.uniform(-np.inf, 1, out=np.empty(4)), lambda g: g.uniform([0, -np.inf], 1)):
        refused_by(g, OverflowError, said, call)
    refused_by(g, ValueError, "low is 2.0", lambda g: g.uniform([0, 2], 1))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_ranges_between_the_ends_of_a_type(dtype):
    end = np.finfo(dtype).max
    unit = tali.Generator(seed=1).uniform(-0.5, 0.5, 1000, dtype=dtype)
    x = tali.Generator(seed=1).uniform(-end, end, 1000, dtype=dtype)
    assert np.allclose(x / end, 2 * unit, rtol=0, atol=1e-6) and x.min() < -0.9 * end and x.max() > 0.9 * end
    sequence, out = tali.Sequence(seed=1), np.empty((7, 2), dtype)
    whole = sequence.uniform(-end, end, size=7, dtype=dtype)
    for made in (sequence.block(7).uniform(-end, end, dtype=dtype), sequence.block(7).uniform(-end, end, out=out[:, 0]),
                 sequence.uniform([-end] * 7, end, dtype=dtype), sequence.uniform(-end, end, out=np.empty(7, dtype)),
                 [sequence.uniform(-end, end, first=i, dtype=dtype) for i in range(7)]):
        assert np.array_equal(made, whole)
    mixed = tali.Generator(seed=1).uniform([-end, 0], [end, 1], (5, 2), dtype=dtype)
    assert np.array_equal(mixed[:, 0], x[:10:2]) and np.array_equal(mixed[:, 1], tali.Generator(seed=1).uniform(0, 1, 10, dtype=dtype)[1::2])


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
            with pytest.raises(OverflowError, match="expected bounds whose distance is a number of float32"):
                call()
    y = tali.Generator(seed=1).uniform(-3e38, 3e38, out=torch.zeros(4))
    assert np.array_equal(y.numpy(), tali.Generator(seed=1).uniform(-3e38, 3e38, 4, dtype="f4"))
    with refused(ValueError, "low is 2.0"):
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
        refused_by(g, ValueError, name, call)
    for call in (lambda: g.gamma(0, 1, **more), lambda: g.gamma(1, 0, **more), lambda: g.gamma(0, 0, **more),
                 lambda: g.gamma(0, 1e-300, **more), lambda: g.gamma(1e300, 0, **more), lambda: g.exponential(0, **more),
                 lambda: g.weibull(0, **more), lambda: g.rayleigh(0.0, **more), lambda: g.laplace(0, 0, **more)):
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
    refused_by(g(), TypeError, "dtype is 'uint64'", lambda g: g.bernoulli(0.5, dtype="u8"))
    refused_by(g(), TypeError, "dtype is 'float32'", lambda g: g.poisson(3, dtype="f4"))
    refused_by(g(), TypeError, "dtype is 'float16'", lambda g: g.gamma(3, dtype="f16"))
    refused_by(g(), TypeError, "dtype is 'bfloat16'", lambda g: g.gamma(3, dtype="bf16"))


def test_types_that_there_are_not(g):
    for dtype in ("no type", "i3", np.complex64, "longdouble", "U5", 5):
        for call in (lambda g: g.normal(dtype=dtype), lambda g: g.integers(5, dtype=dtype), lambda g: g.fill("bits", 3, dtype)):
            refused_by(g, TypeError, f"dtype is {dtype!r}", call)
    for call in (lambda g: g.normal(dtype=">f8"), lambda g: g.integers(5, dtype=np.dtype(">i4"))):
        refused_by(g, ValueError, "dtype is ", call)
    for dtype, name in (("float32", "float32"), (None, "float64"), ("bfloat16", "bfloat16")):
        refused_by(g, TypeError, f"dtype is {name!r}", lambda g: g.integers(5, dtype=dtype))


def test_types_of_torch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for name in ("int8", "uint8", "int16", "int32", "int64", "bool"):
        x = tali.Generator(seed=1).integers(2, size=9, dtype=getattr(torch, name))
        assert x.dtype == np.dtype(name) and np.array_equal(x, tali.Generator(seed=1).integers(2, size=9, dtype=name))
        memory = torch.zeros(9, dtype=getattr(torch, name))
        tali.Generator(seed=1).integers(2, dtype=memory.dtype, out=memory)
        assert np.array_equal(memory.numpy(), x)
    assert tali.Generator(seed=1).normal(size=2, dtype=torch.float32).dtype == np.float32
    refused_by(tali.Generator(seed=1), TypeError, "dtype is torch.complex64",
            lambda g: g.integers(5, dtype=torch.complex64))


def test_none_for_a_number(g):
    for call, said in ((lambda g: g.uniform(None, 1), "low is None"),
                       (lambda g: g.uniform(0, None), "high is None"),
                       (lambda g: g.uniform(None, 1, 3), "low is None"),
                       (lambda g: g.uniform(None, 1, out=np.empty(3)), "low is None"),
                       (lambda g: g.normal(None, out=np.empty(3)), "loc is None"),
                       (lambda g: g.gamma(None, 1, 3), "shape is None")):
        refused_by(g, TypeError, said, call)


def test_engines_and_threads_that_are_none():
    for engine in (5, None, np.random.PCG64):
        for cls in (tali.Generator, tali.Sequence):
            with refused(TypeError, "engine is .*"):
                cls(engine)
    for n in (1.5, "a", None):
        with refused(TypeError, "n is .*"):
            tali.set_threads(n)
    for n in (-1, 4097):
        with refused(ValueError, f"n is {n}"):
            tali.set_threads(n)
    tali.set_threads(np.int64(0))


def test_states_that_are_none(g):
    state = g.state
    for name, value, kind, said in (("engine", 5, TypeError, "engine is 5"),
                                    ("engine", "xorwow", ValueError, "engine is 'xorwow'"),
                                    ("seed", "a", TypeError, "seed is 'a'"),
                                    ("spawned", 2**65, ValueError, "spawned is 36893488147419103232")):
        with refused(kind, re.escape(said)):
            g.state = {**state, name: value}
        assert g.state == state
    bits = tali.BitGenerator("philox4x32", 1)
    for engine, kind in ((5, TypeError), ("no such", ValueError), ("sobol32:dims=2,scramble=owen", ValueError)):
        before = bits.state
        with refused(kind, "engine"):
            bits.state = {**before, "state": {**before["state"], "engine": engine}}
        assert bits.state == before


def test_the_last_children(g):
    g.state = {**g.state, "spawned": 2**64 - 1}
    refused_by(g, ValueError, "n_children is 2", lambda g: g.spawn(2))
    (child,) = g.spawn(1)
    key = g.key.split_at(2**64 - 1)
    assert (child.seed, child.stream) == (key.seed, key.stream)
    refused_by(g, ValueError, "n_children is 1", lambda g: g.spawn(1))
    assert g.spawn(0) == [] and g.state["spawned"] == 2**64
    for other in (tali.Generator(seed=1), g.at(0)):
        other.state = g.state
        assert other == g and other.spawn(0) == []


def test_fills_by_name_that_are_none(g):
    for name in (5, None, b"normal"):
        for call in (lambda g: g.fill(name), lambda g: g.fill(name, out=np.empty(3))):
            refused_by(g, TypeError, f"distribution is {name!r}", call)
        with refused(TypeError, "distribution is "):
            tali.Sequence(seed=1).fill(name)
    refused_by(g, ValueError, "distribution is 'no such'", lambda g: g.fill("no such"))


def test_bounds_that_are_no_integers(g):
    for bound, value in ((np.inf, "inf"), (np.nan, "nan"), (3.5, "3.5"), (-np.inf, "-inf")):
        for call in (lambda g: g.integers(0, [1, bound]), lambda g: g.integers(0, np.float32([1, bound])),
                     lambda g: g.integers(0, np.array([2**70, bound], object)), lambda g: g.integers(0, bound)):
            refused_by(g, TypeError, f"high is {value}", call)
        refused_by(g, TypeError, f"low is {value}", lambda g: g.integers([[bound]], 9))
    for bound in ("5", None, b"5"):
        refused_by(g, TypeError, f"high is {bound!r}",
                lambda g: g.integers(0, np.array([2**70, bound], object)))
    assert g.integers(np.array([0.0, 2**62]), np.array([1, 2**62 + 1], object)).tolist() == [0, 2**62]


def test_memory_of_another_shape(g):
    for call, out, shape in ((lambda g, out: g.normal([1, 2], out=out), (3,), (2,)),
                             (lambda g, out: g.normal(0, [[1], [2]], out=out), (3, 2), (2, 1)),
                             (lambda g, out: g.uniform([1, 2], 3, out=out), (3,), (2,)),
                             (lambda g, out: g.normal(0, 1, 2, out=out), (3,), (2,))):
        refused_by(g, ValueError, f"out is of shape {out}",
                lambda g: call(g, np.empty(out)))
    refused_by(g, ValueError, "out is of shape (3,)",
            lambda g: g.integers([1, 2], out=np.empty(3, np.int64)))
    assert g.normal([1, 2], out=np.empty((3, 2))).shape == (3, 2)


def test_shapes_that_do_not_broadcast(g):
    for call, names in ((lambda g: g.normal([1, 2], [1, 2, 3]), "loc, scale"), (lambda g: g.uniform([1, 2], [3, 4, 5]), "low, high"),
                        (lambda g: g.integers([1, 2], [3, 4, 5]), "low, high")):
        refused_by(g, ValueError, f"{names} have the shapes (2,), (3,), which do not broadcast", call)


def test_saved_that_is_none():
    for saved in ("x", 5, None, [1, 2]):
        with pytest.raises(TypeError, match=re.escape(f"saved is {saved!r}")):
            tali.Generator.load(saved)
    with refused(ValueError, "saved generator is 5 bytes"):
        tali.Generator.load(bytes(5))
    g = tali.Generator(seed=3)
    for saved in (g.save(), bytearray(g.save()), memoryview(g.save()), np.frombuffer(g.save(), np.uint8)):
        assert tali.Generator.load(saved) == g


@pytest.mark.parametrize("device", ["cuda:\u00b2", "cuda:-1", "cuda:x", "cuda:1:2", "cuda:99999999999", "tpu", "", None, 0])
def test_devices_that_there_are_not(device):
    for made in (lambda: tali.Generator(seed=1, device=device), lambda: tali.Sequence(seed=1, device=device)):
        with pytest.raises(ValueError, match=re.escape(f"device is {device!r}")):
            made()


@pytest.mark.parametrize("size", [10**19, 2**63, (2**40, 2**40), (0, 2**70), (2**60, 2)])
def test_sizes_that_no_memory_has(g, size):
    shape = size if isinstance(size, tuple) else (size,)
    for call in (lambda g: g.normal(size=size), lambda g: g.random(size), lambda g: g.uniform(0, 1, size),
                 lambda g: g.integers(5, size=size), lambda g: g.poisson(3, size), lambda g: g.fill("normal", size),
                 lambda g: g.normal(0, 1, size, dtype="float32"),
                 lambda g: g.bit_generator.random_raw(size)):
        refused_by(g, ValueError, f"size is {shape}", call)


def test_what_the_documentation_says_of_bytes_and_children():
    g = tali.Generator(seed=1)
    assert len(g.bytes(9)) == 9 and g.position == 2 and len(g.bytes(0)) == 0 and g.position == 2
    refused_by(g, ValueError, f"length is {2**63}", lambda g: g.bytes(2**63))
    children = g.spawn(2)
    assert g.at(10**6).spawn(2) == children and not set(c.key for c in g.spawn(2)) & set(c.key for c in children)


def test_names_in_errors_are_numpys(g):
    for call, said in ((lambda g: g.hypergeometric(10, 5, 16), "nsample is 16"),
                       (lambda g: g.hypergeometric([10], 5, 16), "nsample[0] is 16")):
        refused_by(g, ValueError, said, call)


def test_messages_name_the_parameter_and_its_value(g):
    big, nan = 10**400, float("nan")
    refused_by(g, ValueError, "loc is an integer above all numbers", lambda g: g.normal(big))
    refused_by(g, ValueError, "scale is an integer above all numbers", lambda g: g.normal(0, big))
    refused_by(g, ValueError, "shape is an integer above all numbers", lambda g: g.gamma(big, np.ones(3)))
    refused_by(g, ValueError, "a is an integer above all numbers", lambda g: g.pareto(10**5000))
    refused_by(g, ValueError, f"ngood is {2**62 - 1}", lambda g: g.hypergeometric(2**62 - 1, 5, 5))
    refused_by(g, ValueError, f"ngood[0] is {2**62 - 1}", lambda g: g.hypergeometric([2**62 - 1], 5, 5))
    refused_by(g, ValueError, f"n is {2**60 + 1}", lambda g: g.binomial(2**60 + 1, 0.5))
    refused_by(g, TypeError, "low is None", lambda g: g.integers(None))
    refused_by(g, TypeError, "low is 1.5", lambda g: g.integers(1.5))
    refused_by(g, ValueError, "low is above the highest value", lambda g: g.integers(-5))
    refused_by(g, ValueError, "low is out of bounds for int8", lambda g: g.integers(1000, dtype="int8"))
    refused_by(g, ValueError, "high is out of bounds for int8", lambda g: g.integers(0, 1000, dtype="int8"))
    refused_by(g, ValueError, "kappa is nan", lambda g: g.vonmises(0, nan))
    refused_by(g, ValueError, "nonc is nan", lambda g: g.noncentral_chisquare(3, nan))
    refused_by(g, ValueError, "loc is inf", lambda g: g.normal([1e39, 0], dtype="f4"))
    refused_by(g, ValueError, "scale[0] is inf", lambda g: g.exponential([1e39, 1], dtype="f4"))
    refused_by(g, ValueError, "sigma is inf", lambda g: g.lognormal(0, [1e39, 1], dtype="f4"))
    refused_by(g, ValueError, "low is [1, 2, 3]", lambda g: g.fill("uniform-int", 5, low=[1, 2, 3], high=9))


@pytest.mark.parametrize("call", [
    lambda g, zero: g.normal(0, zero), lambda g, zero: g.normal(0, zero, 3), lambda g, zero: g.normal(0, zero, 300),
    lambda g, zero: g.normal(0, zero, out=np.empty(3)), lambda g, zero: g.normal(0, [1, zero]), lambda g, zero: g.lognormal(0, zero),
    lambda g, zero: g.normal(0, zero, 3, dtype="f4"), lambda g, zero: g.normal(0, zero, method="inversion"),
    lambda g, zero: g.exponential(zero), lambda g, zero: g.exponential([zero]), lambda g, zero: g.gamma(zero),
    lambda g, zero: g.gamma(2, zero), lambda g, zero: g.standard_gamma(zero, 3), lambda g, zero: g.gumbel(0, zero),
    lambda g, zero: g.laplace(0, zero), lambda g, zero: g.logistic(0, [zero]), lambda g, zero: g.cauchy(0, zero),
    lambda g, zero: g.rayleigh(zero, 3), lambda g, zero: g.weibull(zero), lambda g, zero: g.truncated_normal(0, 1, 0, zero),
    lambda g, zero: g.normal([0, 1], [1, zero], dtype="f4"), lambda g, zero: g.vonmises(0, zero), lambda g, zero: g.vonmises([0], zero),
    lambda g, zero: g.noncentral_chisquare(2, zero, 3), lambda g, zero: g.noncentral_chisquare(2, [zero], dtype="f4"),
    lambda g, zero: g.noncentral_f(2, 3, zero, 300)])
def test_a_scale_has_no_sign(g, call):
    with refused(ValueError, r"^(scale|sigma|shape|a|kappa|nonc) is -0\.0"):
        call(g, -0.0)
    assert g.position == 0
    call(g, 0.0)
    call(g, np.float64(0))


def test_lists_of_what_are_no_numbers(g):
    for call, name in ((lambda: g.dirichlet("a"), "alpha"), (lambda: g.dirichlet([None, 1]), "alpha"),
                       (lambda: g.multivariate_normal([0], [["x"]]), "cov"), (lambda: g.multivariate_normal([None], [[1]]), "mean"),
                       (lambda: g.multinomial(5, ["a", "b"]), "pvals"), (lambda: g.categorical([1j, 1]), "p"),
                       (lambda: g.categorical(logits=["a"]), "logits"), (lambda: g.choice(3, p=["a", "b", "c"]), "p")):
        with refused(TypeError, f"{name} is of type "):
            call()
    for tol in ("a", None, [1]):
        with refused(TypeError, "tol is "):
            g.multivariate_normal([0], [[1]], tol=tol)
    with refused(TypeError, "seed is True"):
        tali.Generator(seed=np.True_)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with refused(ValueError, r"shape\[0\] is inf"):
            g.gamma([1e39], dtype="f4")
    assert g.position == 0


def test_a_flag_is_no_number():
    for make in (lambda: tali.Key.of(True, 0), lambda: tali.Key(1).fold_in(True), lambda: tali.Key(1).split(True),
                 lambda: tali.Generator(seed=1).spawn(True), lambda: tali.Generator(seed=1).at(False),
                 lambda: tali.Generator(seed=1, stream=True), lambda: tali.Sequence(seed=1).normal(first=True)):
        with refused(TypeError, r"\w+ is (True|False)"):
            make()


VALID = {"beta": (2, 5), "binomial": (10, 0.3), "chisquare": (3,), "exponential": (2,), "f": (5, 7), "gamma": (2.5, 2), "geometric": (0.3,),
         "gumbel": (0, 2), "hypergeometric": (20, 30, 10), "laplace": (0, 2), "logistic": (0, 2), "lognormal": (0, 0.5), "logseries": (0.6,),
         "negative_binomial": (5, 0.3), "noncentral_chisquare": (3, 1.5), "noncentral_f": (5, 7, 1.5), "normal": (0, 1), "pareto": (3,),
         "poisson": (10,), "power": (3,), "rayleigh": (2,), "standard_gamma": (2,), "standard_t": (5,), "triangular": (0, 1, 4),
         "uniform": (0, 1), "vonmises": (0, 4), "wald": (3, 2), "weibull": (2,), "zipf": (2.5,)}


@pytest.mark.parametrize("name, k", [(name, k) for name, given in VALID.items() for k in range(len(given))])
def test_nan_and_zeros_follow_one_rule_in_every_form(name, k):
    """A number, one of NumPy's, an array without dimensions, of one, of two and of many elements, and a size: the same error or none."""
    for value in (np.nan, np.inf, -np.inf, 0.0, -0.0):
        found = set()
        for form in (value, np.float64(value), np.array(value), [value], np.array([value, value]), np.full(3000, value), None):
            given = list(VALID[name])
            given[k] = value if form is None else form
            try:
                made = getattr(tali.Generator(seed=1), name)(*given, **({"size": 5} if form is None else {}))
                assert not np.isnan(made).any()
                found.add("a value")
            except (ValueError, OverflowError) as error:
                found.add(type(error).__name__)
        assert len(found) == 1, (value, found)
        assert not np.isnan(value) or found != {"a value"}
