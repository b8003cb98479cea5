# SPDX-License-Identifier: Apache-2.0
"""What numpy.random.Generator takes, tali.Generator takes: the same shapes and types come back.

Both generators evaluate the same calls, so NumPy itself says what is expected.
"""

import array
import collections
import decimal
import fractions

import numpy as np
import pytest

import tali
from calls import CALLS
from conftest import refused

NAMES = {"np": np, "array": array, "collections": collections, "decimal": decimal, "fractions": fractions}

TAKEN = """
r.random(dtype=None)
r.random(dtype='d')
r.random(2, dtype='f')
r.random(dtype=np.dtype('f4'))
r.random((2,), out=np.empty(2))
r.random(out=np.empty((2, 2)))
r.random(out=np.empty((2, 3), order='F'))
r.random(out=np.empty((4, 4), order='F')[:, :2])
r.random((2, 3), np.float32, np.empty((2, 3), np.float32, 'F'))
r.standard_normal(3, 'f4', np.empty(3, 'f4'))
r.standard_exponential(out=np.empty(3), method='inv')
r.standard_exponential(3, np.float32, 'zig')
r.standard_gamma([1, 2], out=np.empty(2))
r.standard_gamma([1, 2], out=np.empty((3, 2)))
r.standard_gamma(1, out=np.empty((3, 2)))
r.standard_gamma([1, 2], size=(3, 2), out=np.empty((3, 2)))
r.standard_gamma([0, 2], 2, np.float32)
r.integers(3)
r.integers(3, size=4)
r.integers(0, 10)
r.integers(0, 10, dtype=int)
r.integers(0, 10, dtype='int')
r.integers(0, 10, dtype=np.longlong)
r.integers(0, 10, dtype='i')
r.integers(0, 10, dtype='u1')
r.integers(2, dtype=bool)
r.integers(2, dtype=np.bool_)
r.integers(2, dtype=bool, size=3)
r.integers([3.0, 4.0])
r.integers(True)
r.integers(0, [5, 6], dtype=np.int8)
r.integers([0], [5, 6], size=(3, 2), dtype=np.uint16)
r.integers([[0], [-3]], [5, 6], dtype=np.int16, endpoint=True)
r.integers([0, 1], 2, dtype=bool)
r.integers(5, size=0)
r.integers(0, 0, size=0)
r.integers(0, 0, size=(2, 0), dtype='u1')
r.integers([], 5)
r.integers(np.array(5), size=(2,))
r.integers(np.uint8(5), 2**63 - 1, 2)
r.integers(2**63, 2**64, 2, np.uint64)
r.integers([2**63], [2**64], 1, np.uint64)
r.integers(-2**63, 2**63 - 1, endpoint=True)
r.integers(low=1, high=2, size=3, dtype='i8', endpoint=True)
r.normal(fractions.Fraction(1, 2))
r.normal(decimal.Decimal(1), 2)
r.normal(np.ma.array([1, 2], mask=[0, 1]))
r.normal(np.longdouble(1))
r.normal([np.longdouble(1)])
r.normal(10**30)
r.normal(1, 2, None)
r.uniform(1, 1)
r.uniform([0, 1], [1, 1])
r.uniform(fractions.Fraction(1, 2), 2)
r.binomial(10.0, 0.5)
r.binomial([10.0], 0.5)
r.binomial(0, 0.5)
r.binomial(10, 0)
r.binomial(10, 1)
r.binomial([10], [0, 1])
r.binomial(2**40, 0.5)
r.negative_binomial(1.5, 1)
r.geometric(1)
r.geometric([1, 0.5])
r.hypergeometric(0, 0, 0)
r.hypergeometric(5, 0, 3)
r.hypergeometric(0, 5, 3)
r.hypergeometric(5, 5, 10)
r.hypergeometric(5.0, 5, 3)
r.hypergeometric([5, 6], 5, 3)
r.poisson(0)
r.poisson([0, 1])
r.logseries(0)
r.logseries([0, .5])
r.zipf(1.0001)
r.zipf(1e308)
r.vonmises(0, 0)
r.vonmises(10, 1)
r.vonmises(0, 1e12)
r.wald(1e-10, 1)
r.triangular(0, 0, 1)
r.triangular(0, 1, 1)
r.triangular([0, 1], [1, 2], 3)
r.noncentral_chisquare(3, 0)
r.noncentral_chisquare(0.5, 1)
r.noncentral_f(5, 7, 0)
r.noncentral_f(.5, .7, 1)
r.gamma(0)
r.gamma(0, 0)
r.gamma(2, 0)
r.gamma([0, 1], [1, 0])
r.gamma(1e-300)
r.beta(1e-300, 1e-300)
r.weibull(0)
r.weibull([0, 1])
r.power(1e-300)
r.rayleigh(0)
r.rayleigh([0, 1])
r.exponential(0)
r.exponential([0, 1])
r.laplace(0, 0)
r.laplace([1, 2], 0)
r.gumbel(0, 0)
r.gumbel([1, 2], [0, 1])
r.logistic(0, 0)
r.logistic([1, 2], [0, 1])
r.lognormal(0, 0)
r.lognormal([0, 1], [0, 1])
r.standard_t(1e-3)
r.pareto([1, 2], (3, 2))
r.multinomial(10, [.5, .5])
r.multinomial([10, 20], [.5, .5])
r.multinomial([[10], [20]], [.5, .5])
r.multinomial([[10], [20]], [[.5, .5], [.1, .9], [.2, .8]])
r.multinomial(10, [[.5, .5], [.1, .9], [.2, .8]])
r.multinomial(10, [[.5, .5], [.1, .9]], size=(3, 2))
r.multinomial([10, 20], [.5, .5], size=(3, 2))
r.multinomial([10, 20], [.5, .5], size=2)
r.multinomial(0, [.5, .5])
r.multinomial(10, [1.0])
r.multinomial(10, [1, 0])
r.multinomial(10, [.2, .2])
r.multinomial(10, [.9, .9])
r.multinomial(10, [0, 0])
r.multinomial(10, [.5, .5], size=())
r.multinomial(10, [.5, .5], size=(2, 0))
r.multinomial([10, 20], [.5, .5], size=(0, 2))
r.multinomial(10.0, [.5, .5])
r.multinomial([10.0], [.5, .5])
r.multinomial(10, np.float32([.3, .3, .4]))
r.multinomial([], [.5, .5])
r.multivariate_hypergeometric([3, 5, 4], 6)
r.multivariate_hypergeometric([3, 5, 4], 6, size=2, method='count')
r.multivariate_hypergeometric([3, 5, 4], 0)
r.multivariate_hypergeometric([3, 5, 4], 12)
r.multivariate_hypergeometric([], 0)
r.multivariate_hypergeometric([], 0, 2)
r.multivariate_hypergeometric([3], 2)
r.multivariate_hypergeometric([0, 5], 2)
r.multivariate_hypergeometric(np.uint8([3, 5]), 2, size=(2, 2))
r.multivariate_hypergeometric([3, 5], 2, size=())
r.dirichlet([1, 2])
r.dirichlet((1, 2), 3)
r.dirichlet([1, 0])
r.dirichlet([1, 0, 2], (2, 3))
r.dirichlet([0, 0])
r.dirichlet([0.0, 0.05, 0])
r.dirichlet([1])
r.dirichlet([])
r.dirichlet([1, 2], size=(2, 0))
r.multivariate_normal([0, 0], [[1, 0], [0, 1]])
r.multivariate_normal([0], [[1]])
r.multivariate_normal([0, 0], [[1, 0], [0, 1]], size=(2, 3))
r.multivariate_normal([0, 0], np.zeros((2, 2)))
r.multivariate_normal([0, 0], [[1, 0], [0, 1]], method='cholesky')
r.multivariate_normal([0, 0], [[1, 0], [0, 1]], 2, 'ignore', 1e-6, method='eigh')
r.choice(5)
r.choice(5, 0)
r.choice(0, 0)
r.choice([], 0)
r.choice([1, 2, 3])
r.choice([[1, 2], [3, 4]])
r.choice([[1, 2], [3, 4]], axis=1)
r.choice([[1, 2], [3, 4]], axis=-1)
r.choice([[1, 2], [3, 4]], (2, 3))
r.choice([[1, 2], [3, 4]], (2, 3), axis=1)
r.choice(['a', 'b'], 2)
r.choice(range(5), 2)
r.choice(np.array(5))
r.choice(np.uint8(5), 2)
r.choice(True)
r.choice(5, 2, p=[.2] * 5)
r.choice(5, p=[.2] * 5)
r.choice(5, 2, p=np.float32([.2] * 5))
r.choice(5, (2, 2), replace=False)
r.choice(5, (2, 2), replace=False, shuffle=False)
r.choice(5, 2, False, [.2] * 5)
r.choice(5, 2, 0)
r.choice(5, replace=False)
r.choice(5, (), replace=False)
r.choice(5, ())
r.choice([1, 2, 3], ())
r.choice(5, (), p=[.2] * 5)
r.choice([[1, 2], [3, 4]], ())
r.choice([object(), object()])
r.permutation(5)
r.permutation(np.int64(5))
r.permutation(True)
r.permutation([1, 2, 3])
r.permutation((1, 2, 3))
r.permutation(range(3))
r.permutation([[1, 2], [3, 4]], axis=1)
r.permutation([[1, 2], [3, 4]], axis=-1)
r.shuffle([1, 2, 3])
r.shuffle([1, [2], 'c'])
r.shuffle(bytearray(b'abc'))
r.shuffle(np.arange(5)[::2])
r.shuffle(np.arange(6).reshape(2, 3).T)
r.shuffle(np.array([object(), 1], dtype=object))
r.shuffle(np.zeros(3, dtype=[('a', int), ('b', float)]))
r.shuffle(np.ma.array([1, 2, 3]))
r.shuffle(np.arange(6).reshape(2, 3), axis=-1)
r.shuffle(array.array('i', [1, 2, 3]))
r.shuffle(memoryview(bytearray(b'abc')))
r.shuffle(collections.UserList([1, 2, 3]))
r.permuted([1, 2, 3])
r.permuted([[1, 2], [3, 4]], axis=0)
r.permuted([[1, 2], [3, 4]], axis=-1)
r.permuted(np.zeros((2, 0)), axis=1)
r.permuted(np.zeros((0, 2)), axis=1)
r.permuted(np.arange(4.0), out=np.empty(4))
r.permuted(np.arange(4), out=np.empty(4))
r.permuted(np.arange(4).reshape(2, 2).T, axis=1)
r.permuted([], axis=0)
r.bytes(5)
r.bytes(0)
r.bytes(np.int64(5))
r.bytes(5.0)
r.bytes(True)
r.spawn(2)
""".strip().splitlines()

#: What NumPy takes and tali refuses, on purpose, and why: docs/python.md.
REFUSED = {
    "r.integers(3.5)": "bounds with fractions, which NumPy cuts off",
    "r.integers([3.5, 4.5])": "the same",
    "r.integers('5')": "text for a number",
    "r.normal(['1'])": "the same",
    "r.binomial(10.5, 0.5)": "a count with a fraction, which NumPy cuts off",
    "r.multinomial(10.5, [.5, .5])": "the same",
    "r.normal(np.inf)": "parameters that are not finite",
    "r.normal(0, np.nan)": "the same",
    "r.gamma(np.inf)": "the same",
    "r.exponential(np.inf)": "the same",
    "r.zipf(np.inf)": "the same",
    "r.vonmises(np.inf, 1)": "the same",
    "r.dirichlet([np.inf, 2])": "the same",
    "r.binomial(2**62, 0.5)": "counts above 2^50",
    "r.poisson(1e18)": "the same",
    "r.permutation(-1)": "a negative length",
    "r.bytes(-1)": "the same",
}

#: What both refuse, with errors of the same kind.
WRONG = """
r.random(size=2.0)
r.random(size=True)
r.random(size='2')
r.random(size=-1)
r.random(2, out=np.empty((1, 2)))
r.random(dtype='>f8')
r.random(dtype=int)
r.random(out=np.empty(3, 'f4'))
r.random(out=np.empty(6)[::2])
r.standard_gamma([[1, 2]] * 3, out=np.empty(2))
r.standard_gamma(2, dtype=np.float32, out=np.empty(2))
r.integers(0, 10, dtype='>i4')
r.integers(0, 10, dtype=None)
r.integers(0, 300, dtype='u1')
r.integers([1, 2], 2, dtype=bool)
r.integers(5, 5)
r.integers(-1, 5, dtype='u8')
r.normal('1')
r.normal(None)
r.normal([1, 2], [])
r.normal(np.array([1, 2], dtype=object))
r.normal([1, 2], 1, 3)
r.negative_binomial(0, 0.5)
r.geometric(0)
r.zipf(1)
r.triangular(0, 0, 0)
r.triangular(1, 0, 2)
r.uniform(2, 1)
r.multinomial(10, [])
r.multinomial(10, .5)
r.multinomial(-1, [.5, .5])
r.multinomial([1, -1], [.5, .5])
r.multinomial(10, [.9, .9, .1])
r.multinomial([10, 20], [.5, .5], size=(2, 3))
r.multinomial(10, [[.5, .5], [.1, .9]], size=3)
r.multivariate_hypergeometric([3.0, 5], 2)
r.multivariate_hypergeometric([[3, 5]], 2)
r.multivariate_hypergeometric([3, 5], 9)
r.dirichlet([-1, 2])
r.multivariate_normal([0j, 0], [[1, 0], [0, 1]])
r.multivariate_normal([0, 0], [[1]])
r.choice(5.0)
r.choice('abc')
r.choice({'a': 1})
r.choice(0)
r.choice(5, 6, False)
r.choice(5, p=[.2, .2, .2, .2, .1])
r.choice(5, p=[.5, .5])
r.permutation([[1, 2], [3, 4]], axis=2)
r.shuffle((1, 2, 3))
r.shuffle('abc')
r.shuffle(np.array(3))
r.shuffle(np.arange(6).reshape(2, 3), axis=2)
r.shuffle([1, 2, 3], axis=1)
r.permuted(5)
r.permuted('abc')
r.permuted([[1, 2], [3, 4]], axis=2)
r.permuted(np.arange(4.0), out=np.empty(4, int))
r.permuted(np.arange(4), axis=0, out=np.empty((2, 2), int))
r.bytes('a')
""".strip().splitlines()

SIZES = [None, 3, np.int8(2), (2, 3), [2, 3], np.array([2, 3]), (np.int64(2),), (), [], 0, (2, 0), range(1, 3)]
FORMS = {"float32": np.float32, "float16 array": lambda x: np.full(2, x, np.float16), "0-d": np.array, "list": lambda x: [x, x],
         "column": lambda x: np.full((3, 1), x), "empty": lambda x: np.full((0,), x), "row of rows": lambda x: [[x] * 4],
         "strided": lambda x: np.full(8, x)[::2], "Fortran": lambda x: np.full((2, 3), x, order="F")}


def generators():
    return np.random.default_rng(1), tali.Generator(seed=1)


def kind(x):
    """What the caller sees of a result."""
    if isinstance(x, np.ndarray):
        return "array", x.shape, x.dtype
    return (type(x), len(x)) if isinstance(x, (list, bytes)) else type(x)


def evaluated(call, generator):
    result = eval(call, {**NAMES, "r": generator})
    return ["generators"] * len(result) if ".spawn(" in call else result


@pytest.mark.parametrize("call", TAKEN)
def test_takes_what_numpy_takes(call):
    theirs, mine = generators()
    assert kind(evaluated(call, mine)) == kind(evaluated(call, theirs))


@pytest.mark.parametrize("call", REFUSED)
def test_refuses_what_the_documentation_says(call):
    theirs, mine = generators()
    evaluated(call, theirs)
    with pytest.raises((ValueError, TypeError)):
        evaluated(call, mine)
    assert mine.position == 0


@pytest.mark.parametrize("call", WRONG)
def test_refuses_what_numpy_refuses(call):
    theirs, mine = generators()
    with pytest.raises(Exception) as expected:
        evaluated(call, theirs)
    kinds = (ValueError, TypeError) if expected.type in (ValueError, TypeError) else expected.type
    with pytest.raises(kinds):
        evaluated(call, mine)


def test_every_method_is_called():
    calls = "\n".join(TAKEN)
    methods = [n for n in dir(np.random.Generator) if not n.startswith("_") and callable(getattr(np.random.Generator, n))]
    assert [n for n in methods if f"r.{n}(" not in calls and n not in CALLS] == []


@pytest.mark.parametrize("name", sorted(CALLS))
def test_sizes(name):
    theirs, mine = generators()
    for size in SIZES:
        expected = kind(getattr(theirs, name)(*CALLS[name], size=size))
        assert kind(getattr(mine, name)(*CALLS[name], size=size)) == expected, size


@pytest.mark.parametrize("name", sorted(n for n in CALLS if CALLS[n]))
def test_forms_of_parameters(name):
    theirs, mine = generators()
    taken = 0
    for k in range(len(CALLS[name])):
        for form, made in FORMS.items():
            for size in (None, (3, 2), (3, 4)):
                arguments = list(CALLS[name])
                arguments[k] = made(arguments[k])
                try:
                    expected = kind(getattr(theirs, name)(*arguments, size=size))
                except (ValueError, TypeError):  # a shape that does not broadcast; halves for a count
                    continue
                assert kind(getattr(mine, name)(*arguments, size=size)) == expected, (k, form, size)
                taken += 1
    assert taken > 12 * len(CALLS[name])


def test_rows_of_multinomial_are_single_rows():
    p = np.random.default_rng(1).dirichlet(np.ones(20), (3, 1))
    n = np.array([5, 5, 1000, 0])
    rows = tali.Generator(seed=7).multinomial(n, p)
    assert rows.shape == (3, 4, 20) and (rows.sum(axis=-1) == n).all()
    g = tali.Generator(seed=7)
    for i in range(3):
        for j in range(4):
            assert np.array_equal(g.multinomial(n[j], p[i, 0]), rows[i, j])
    assert g.position == 12
    out = np.empty((3, 4, 20), np.int64)
    assert g.at(0).multinomial(n, p, out=out) is out and np.array_equal(out, rows)


def test_shapes_of_0_of_dirichlet():
    rows = tali.Generator(seed=7).dirichlet([2, 0, 5], 4)
    assert np.array_equal(rows[:, [0, 2]], tali.Generator(seed=7).dirichlet([2, 5], 4)) and (rows[:, 1] == 0).all()
    out = np.ones((4, 3), np.float32)
    assert tali.Generator(seed=7).dirichlet([0, 0, 0], out=out) is out and not out.any()


@pytest.mark.parametrize("dtype", ["bool", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_integers_into_memory(dtype):
    high = 2 if dtype == "bool" else 100
    expected = tali.Generator(seed=7).integers(0, high, (5, 6), dtype)
    assert expected.dtype == np.dtype(dtype)
    for order in "CF":
        out = np.zeros((5, 6), dtype, order)
        assert tali.Generator(seed=7).integers(0, high, dtype=dtype, out=out) is out and np.array_equal(out, expected)
    arrays = tali.Generator(seed=7).integers(np.zeros((5, 6), int), high, dtype=dtype)
    assert np.array_equal(arrays, expected)
    for wrong in ("i2" if dtype != "i2" else "i4", "u1" if dtype == "bool" else "bool"):
        with refused(TypeError, f"out is of type {np.dtype(wrong)}"):
            tali.Generator(seed=7).integers(0, high, dtype=dtype, out=np.empty(3, wrong))


def test_memory_in_fortrans_order():
    expected = tali.Generator(seed=7).normal(size=(3, 4))
    out = np.empty((3, 4), order="F")
    assert tali.Generator(seed=7).normal(out=out) is out and np.array_equal(out, expected)
    assert np.array_equal(tali.Generator(seed=7).laplace(0, [[1], [0], [2]], out=out),
                          tali.Generator(seed=7).laplace(0, [[1] * 4, [0] * 4, [2] * 4]))
