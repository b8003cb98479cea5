# SPDX-License-Identifier: Apache-2.0
"""That every method of numpy.random.Generator is here, with its parameters, shapes and errors."""

import inspect
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tali
from calls import CALLS
from conftest import refused

THEIRS = np.random.Generator


def of_numpy():
    return sorted(n for n in dir(THEIRS) if not n.startswith("_"))


def test_every_method_of_numpy_is_here():
    missing = [n for n in of_numpy() if not hasattr(tali.Generator, n)]
    assert missing == []


@pytest.mark.parametrize("name", [n for n in of_numpy() if callable(getattr(THEIRS, n))])
def test_parameters_are_numpys(name):
    try:
        theirs = inspect.signature(getattr(THEIRS, name)).parameters
    except ValueError:
        pytest.skip("this NumPy says no signatures")
    mine = inspect.signature(getattr(tali.Generator, name)).parameters
    assert [n for n in theirs] == [n for n in mine if n in theirs]
    for n, p in theirs.items():
        if p.default is not inspect.Parameter.empty and n not in ("dtype", "endpoint", "method"):
            assert mine[n].default == p.default, n


@pytest.mark.parametrize("name", sorted(CALLS))
def test_shapes_and_types(name, g):
    theirs = np.random.default_rng(1)
    for size in (None, 3, (2, 3), (), (0,), (2, 0)):
        a, b = getattr(g, name)(*CALLS[name], size=size), getattr(theirs, name)(*CALLS[name], size=size)
        assert np.shape(a) == np.shape(b) and isinstance(a, np.ndarray) == isinstance(b, np.ndarray)
        if isinstance(a, np.ndarray):
            assert a.dtype == b.dtype
        else:
            assert type(a) in (int, float)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_one_by_one_is_in_bulk(name):
    one, many = tali.Generator(seed=7), tali.Generator(seed=7)
    method = getattr(one, name)
    single = [method(*CALLS[name]) for _ in range(100)]
    assert single == getattr(many, name)(*CALLS[name], size=100).tolist()
    assert one.position == many.position == 100


@pytest.mark.parametrize("name", sorted(n for n in CALLS if CALLS[n]))
def test_arrays_of_parameters(name):
    arrays, numbers = tali.Generator(seed=7), tali.Generator(seed=7)
    full = [np.full((2, 3), x) for x in CALLS[name]]
    a = getattr(arrays, name)(*full)
    b = getattr(numbers, name)(*CALLS[name], size=(2, 3))
    assert np.array_equal(a, b)
    assert arrays.position == 6
    wide = getattr(arrays, name)(full[0][:, :1], *full[1:], size=(4, 2, 3))
    assert wide.shape == (4, 2, 3)
    with pytest.raises(ValueError):
        getattr(arrays, name)(*full, size=(3, 2))


shapes = st.lists(st.integers(1, 3), max_size=3).map(tuple)


@settings(max_examples=60, deadline=None)
@given(a=shapes, b=shapes, size=st.one_of(st.none(), shapes), name=st.sampled_from(["normal", "gamma", "uniform", "beta"]))
def test_broadcasting_is_numpys(a, b, size, name):
    arguments = (np.ones(a), np.full(b, 2.0))
    theirs = mine = None
    try:
        theirs = np.shape(getattr(np.random.default_rng(1), name)(*arguments, size=size))
    except ValueError:
        pass
    try:
        mine = np.shape(getattr(tali.Generator(seed=1), name)(*arguments, size=size))
    except ValueError:
        pass
    assert mine == theirs


@pytest.mark.parametrize("name, arguments, word", [
    ("normal", (0, -1), "scale"), ("normal", ([0, 0], [1, -1]), "scale"), ("gamma", (-1,), "shape"),
    ("beta", (1, 0), "b"), ("poisson", (-1,), "lam"), ("poisson", ([1, -1],), "lam"), ("binomial", (-1, 0.5), "n"),
    ("binomial", (3, 1.5), "p"), ("chisquare", (0,), "df"), ("exponential", (-1,), "scale"), ("f", (1, 0), "dfden"),
    ("geometric", (0,), "p"), ("gumbel", (0, -1), "scale"), ("hypergeometric", (-1, 2, 1), "ngood"),
    ("hypergeometric", (1, 2, 9), "nsample"), ("laplace", (0, -1), "scale"), ("logistic", (0, -1), "scale"),
    ("lognormal", (0, -1), "sigma"), ("negative_binomial", (0, 0.5), "n"), ("pareto", (0,), "a"),
    ("rayleigh", (-1,), "scale"), ("standard_t", (0,), "df"), ("triangular", (1, 0, 2), "mode"),
    ("vonmises", (0, -1), "kappa"), ("weibull", (-1,), "a"), ("uniform", (2, 1), "low"), ("integers", (5, 5), "low"),
    ("bytes", (-1,), "length"), ("dirichlet", ([1, -1],), "alpha"), ("choice", (3, 4, False), "size"),
    ("truncated_normal", (1, 0), "high"), ("bernoulli", (2,), "p"), ("bernoulli_bits", (2,), "p"),
    ("direction", (0,), "dimensions"),
])
def test_bad_values(name, arguments, word, g):
    with refused(ValueError, rf"{word}\b"):
        getattr(g, name)(*arguments)
    assert g.position == 0


@pytest.mark.parametrize("cls", [tali.Generator, tali.Sequence])
def test_a_seed_has_a_name(cls):
    """NumPy's habit, a seed without its name, is told where it goes."""
    with refused(TypeError, "engine is 42"):
        cls(42)


def test_bad_types(g):
    for call in (lambda: g.normal("a"), lambda: g.normal(size=1.5), lambda: g.normal(dtype="int64"),
                 lambda: g.integers(3.5), lambda: g.integers(3, dtype="float64"), lambda: g.random(dtype=np.int32),
                 lambda: tali.Generator(seed=1.5), lambda: tali.Generator(7), lambda: g.normal(out=[0.0]),
                 lambda: g.normal(1j)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(OverflowError):
        g.uniform(-np.inf, 1.7e308)


@pytest.mark.parametrize("engine", ["pcg64", "pcg32", "xoshiro256++", "threefry2x32"])
def test_every_engine_makes_every_distribution(engine):
    calls = (lambda g, n: g.gamma(2.0, size=n), lambda g, n: g.gamma(0.3, size=n), lambda g, n: g.beta(2, 5, size=n),
             lambda g, n: g.poisson(10, size=n), lambda g, n: g.poisson(1e5, size=n),
             lambda g, n: g.gamma(np.full(n, 2.5)), lambda g, n: g.binomial(100, 0.3, size=n),
             lambda g, n: g.dirichlet([0.5, 1, 2], size=n), lambda g, n: g.multinomial(10, [0.2, 0.8], size=n))
    for call in calls:
        whole, g = call(tali.Generator(engine, seed=1), 3000), tali.Generator(engine, seed=1)
        parts = [call(g, n) for n in (1, 40, 700, 2259)]
        assert np.array_equal(whole, np.concatenate(parts))


def test_scales_of_zero(g):
    assert g.exponential(0) == 0 and g.gamma(2, 0) == 0 and g.gumbel(3, 0) == 3 and g.position == 3
    assert g.laplace([1, 2], [0, 0]).tolist() == [1, 2] and g.normal(2, 0) == 2 and g.weibull(0) == 0
    assert g.exponential([0, 1])[0] == 0 and g.standard_gamma(0, size=2).tolist() == [0, 0]


def test_single_precision(g):
    for name in ("random", "standard_normal", "standard_exponential"):
        assert getattr(g, name)(3, dtype=np.float32).dtype == np.float32
        out = np.zeros(4, np.float32)
        assert getattr(g, name)(dtype=np.float32, out=out) is out and out.any()
    assert g.standard_gamma([1, 2], dtype="float32").dtype == np.float32
    assert g.normal([1.0, 2.0], 1, dtype="float32").dtype == np.float32
    assert g.standard_normal(8, dtype=np.float16).dtype == np.float16


def test_out(g):
    out = np.empty((2, 3))
    assert g.normal(0, [1, 2, 3], out=out) is out
    assert np.array_equal(g.at(0).normal(0, [[1, 2, 3]] * 2), out)
    with refused(ValueError, "out is not contiguous"):
        g.random(out=np.empty((4, 4))[:, ::2])
    read_only = np.empty(3)
    read_only.flags.writeable = False
    with refused(ValueError, "out is read-only"):
        g.random(out=read_only)
    with refused(TypeError, "out is of type float32"):
        g.random(out=np.empty(3, np.float32))
    with refused(ValueError, r"out is of shape \(3,\)"):
        g.random(size=4, out=np.empty(3))


def test_dlpack(g):
    class Lender:  # NumPy's array, but known by its DLPack alone
        def __init__(self, array):
            self.array, self.dtype = array, array.dtype

        def __dlpack__(self, **given):
            return self.array.__dlpack__(**given)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    array = np.zeros((3, 4))
    lender = Lender(array)
    assert g.normal(out=lender) is lender
    assert np.array_equal(array, g.at(0).normal(size=(3, 4)))
    with refused(ValueError, "out is not contiguous"):
        g.normal(out=Lender(np.zeros((4, 4))[:, ::2]))
    g.pareto(3, out=lender)
    assert (array > 0).all()


def test_inversion(g):
    assert np.array_equal(g.normal(1, 2, size=9, method="inversion"), g.at(0).fill("normal-icdf", 9, mu=1, sigma=2))
    with refused(ValueError, "method is 'ziggurat'"):
        g.normal(method="ziggurat")


def test_position(g):
    a = g.normal(size=1000)
    assert np.array_equal(g.at(100).normal(size=900), a[100:])
    g.random(3)
    assert g.position == 1003
    g.position = 5
    assert g.normal() == a[5]
    g.position = 1 << 62
    with refused(ValueError, rf"position \+ count is {1 << 62} \+ 1"):
        g.normal()
    assert g.position == 1 << 62
    with pytest.raises(ValueError):
        g.position = (1 << 62) + 1


def test_sequences_have_the_methods():
    s = tali.Sequence(seed=3)
    for name, arguments in CALLS.items():
        whole = getattr(s, name)(*arguments, size=50)
        assert np.array_equal(getattr(s, name)(*arguments, first=20, size=30), whole[20:])
        assert getattr(s, name)(*arguments, first=49) == whole[49]
    far = s.normal(first=10**12, size=5)
    assert far[4] == s.normal(first=10**12 + 4)


def test_docstrings():
    for cls in (tali.Generator, tali.Sequence, tali.BitGenerator):
        for name in dir(cls):
            if not name.startswith("_") and callable(getattr(cls, name)):
                assert getattr(cls, name).__doc__, name


@pytest.mark.parametrize("name", sorted(CALLS))
def test_small_arrays_are_in_bulk(name):
    whole = getattr(tali.Generator(seed=7), name)(*CALLS[name], size=(60,))
    for n in (1, 8, 9, 32, 33):
        g = tali.Generator(seed=7)
        assert np.array_equal(getattr(g, name)(*CALLS[name], size=n), whole[:n])
        assert np.array_equal(getattr(g, name)(*CALLS[name], size=60 - n), whole[n:])
    with pytest.raises(ValueError):
        getattr(g.at((1 << 62) - 3), name)(*CALLS[name], size=4)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_memory_has_the_values_of_new_arrays(name):
    expected = getattr(tali.Generator(seed=7), name)(*CALLS[name], size=(4, 25))
    out = np.zeros_like(expected)
    g = tali.Generator(seed=7)
    assert getattr(g, name)(*CALLS[name], out=out) is out
    assert np.array_equal(out, expected) and g.position == 100
    matrix = np.zeros_like(expected).view(np.matrix)  # no array's own type: not on the short way
    assert getattr(g.at(0), name)(*CALLS[name], out=matrix) is matrix and np.array_equal(matrix, expected)
    if out.dtype == np.float64 and name not in ("random", "standard_normal", "standard_exponential", "standard_gamma"):
        half = np.zeros((4, 25), np.float32)
        assert np.array_equal(getattr(g.at(0), name)(*CALLS[name], out=half),
                              getattr(g.at(0), name)(*CALLS[name], size=(4, 25), dtype=np.float32))
    with pytest.raises((TypeError, ValueError)):
        getattr(g, name)(*CALLS[name], out=np.zeros(100, "U1"))
    with refused(ValueError, rf"position \+ count is {(1 << 62) - 3} \+ "):
        getattr(g.at((1 << 62) - 3), name)(*CALLS[name], out=out)
    assert g.position == 100
    assert sys.getrefcount(out) == 2


@pytest.mark.parametrize("dtype", ["i4", "i2", "u4", "u2", "i1", "u1", "u8"])
def test_counts_in_smaller_types_are_those_of_int64(g, dtype):
    for name, arguments in (("poisson", (4.5,)), ("binomial", (10, 0.3)), ("geometric", (0.3,)), ("logseries", (0.6,)),
                            ("negative_binomial", (5, 0.3)), ("hypergeometric", (20, 30, 10)), ("zipf", (8.0,)),
                            ("poisson", ([1.0, 2.0, 3.0],))):
        if (name, dtype) != ("zipf", "u4") and dtype != "u4":  # the library has uint32 itself
            size = 3
            whole = getattr(g.at(0), name)(*arguments, size=size)
            made = getattr(g.at(0), name)(*arguments, size=size, dtype=dtype)
            assert made.dtype == np.dtype(dtype) and np.array_equal(made, whole)
            out = np.zeros(3, dtype)
            assert getattr(g.at(0), name)(*arguments, out=out) is out and np.array_equal(out, whole)
            apart = np.zeros((3, 2), dtype)
            s = tali.Sequence(seed=1)
            if np.ndim(arguments[0]) == 0:
                getattr(s.block(3), name)(*arguments, out=apart[:, 1])
                assert np.array_equal(apart[:, 1], getattr(s, name)(*arguments, size=3)) and not apart[:, 0].any()
            h = g.at(0)
            single = getattr(h, name)(*arguments, dtype=dtype)
            assert h.position == np.size(single) and np.array_equal(single, whole[:np.size(single)].reshape(np.shape(single)))


def test_counts_that_do_not_fit(g):
    for call in (lambda: g.poisson(1000, 5, dtype="i1"), lambda: g.geometric(1e-12, dtype="i4"),
                 lambda: g.poisson(1e6, out=np.zeros(3, np.int16))):
        with pytest.raises(OverflowError, match="a value is [0-9]+"):
            call()
    assert g.position == 0


def test_truncated_normal_of_no_deviation(g):
    assert g.truncated_normal(0, 3, 1, 0) == 1 and g.truncated_normal(0, 3, 5, 0) == 3
    assert g.truncated_normal(0, 3, [-1, 1, 5], 0).tolist() == [0, 1, 3] and g.position == 5
    assert g.truncated_normal(0, 3, 1, [0, 1e-3]).round(1).tolist() == [1, 1]
    with refused(ValueError, "high is 0"):
        g.truncated_normal(3, 0, 1, 0)


def test_floats_of_16_bits_are_those_of_32():
    n = 20_000
    for kind in ("f2", "bfloat16"):
        if kind == "bfloat16":
            pytest.importorskip("ml_dtypes")
        for draw, down in ((lambda g, size, dtype: g.random(size, dtype=dtype), True),
                           (lambda g, size, dtype: g.uniform(-1, 2, size, dtype=dtype), True),
                           (lambda g, size, dtype: g.uniform([0.5, -1], 2, (size, 2), dtype=dtype), True),
                           (lambda g, size, dtype: g.exponential(3, size, dtype=dtype), False),
                           (lambda g, size, dtype: g.standard_exponential(size, dtype=dtype), False)):
            g = tali.Generator(seed=1)
            made = draw(g, n, kind)
            wide = draw(tali.Generator(seed=1), n, "f4")
            assert made.itemsize == 2 and g.position == made.size
            values = made.astype(np.float32)
            if down:  # so that the upper bound never comes, and each number is as likely as its distance to the next
                above = np.nextafter(made, made.dtype.type(np.inf)).astype(np.float32)
                assert (values <= wide).all() and (wide < above).all()
            else:
                assert np.array_equal(values, wide.astype(made.dtype).astype(np.float32))
        assert tali.Generator(seed=1).random(10**6, dtype=kind).max() < 1
        assert isinstance(tali.Generator(seed=1).random(dtype=kind), float)
        whole = tali.Sequence(seed=1).random(size=9, dtype=kind)
        parts = [tali.Sequence(seed=1).random(first=3, size=4, dtype=kind), tali.Sequence(seed=1).block(9, 3, 4).random(dtype=kind)]
        assert all(np.array_equal(part, whole[3:7]) for part in parts)
        for bad in ((-1e39, 0), (0, np.inf), (np.nan, 1)):
            with pytest.raises(OverflowError, match="expected bounds whose distance is a number of"):
                tali.Generator(seed=1).uniform(*bad, dtype=kind)
    out = np.empty(n, np.float16)
    assert tali.Generator(seed=1).random(out=out, dtype=np.float16) is out
    assert np.array_equal(out, tali.Generator(seed=1).random(n, dtype="f2"))
