# SPDX-License-Identifier: Apache-2.0
"""The quick way of a call gives what the long way gives: values, types and positions, and the caller's memory."""

import numpy as np
import pytest

import tali


class Long:
    """A source without its quick ways."""

    def __init__(self, source):
        self._source = source

    def __getattr__(self, name):
        return getattr(self._source, name)

    def draw(self, *_):
        return None

    draw_between = draw_integers = draw_made = order = draw


def generators():
    quick, long = tali.Generator(seed=5), tali.Generator(seed=5)
    long._source = Long(long._source)
    long._quick = long._source.draw
    return quick, long


COLUMN, ROW = np.linspace(1, 2, 5)[:, None], np.linspace(2, 3, 7)
ODD = np.arange(1.0, 41.0)[::2]
CALLS = """
g.random(), g.random(3), g.random((2, 3)), g.random(40), g.random(5000), g.random(())
g.random(dtype=np.float32), g.random(3, 'f4'), g.random(100, np.dtype('f4')), g.random(5000, dtype=np.float32)
g.random(np.int64(4)), g.random((np.int32(2), 3)), g.random(out=np.zeros(9)), g.random(out=np.zeros((2, 3), np.float32), dtype=np.float32)
g.normal(), g.normal(1, 2), g.normal(np.float64(1), np.int64(2)), g.normal(1, 2, 40), g.normal(1, 2, (50, 60)), g.normal(size=7, dtype='f4')
g.normal(3, 4, out=np.zeros(100, np.float32)), g.normal(size=100, method='inversion'), g.normal(method='inversion')
g.normal(ODD, 2), g.normal(COLUMN, ROW), g.normal(ROW, COLUMN, dtype=np.float32), g.normal([1, 2, 3], 1), g.normal(COLUMN, 1, (2, 5, 7))
g.normal(np.arange(3000), 1, out=np.zeros(3000)), g.normal(np.arange(3000, dtype=np.int8), np.float32(2), dtype='f4')
g.normal(dtype='f2'), g.standard_normal(dtype='f2'), g.normal(1, 2, 5, dtype='f2'), g.normal(2, 1, dtype='f2')
g.standard_normal(6, out=np.zeros(6)), g.standard_normal(6000), g.lognormal(1, ROW), g.lognormal(ODD, 1, dtype='f4'), g.lognormal(1, 0.5, 3)
g.exponential(), g.exponential(3, 9), g.exponential(ROW), g.exponential(COLUMN, (5, 2), dtype='f4'), g.standard_exponential(4, 'f4')
g.exponential(np.full(5000, 2.0)), g.exponential([0.0, 1.0]), g.exponential(0.0), g.gamma([0.0, 2.0]), g.normal([1.0, 2.0], 0.0)
g.gamma(2.5), g.gamma(2.5, 3), g.gamma(2.5, size=(3, 30)), g.gamma(COLUMN, ROW), g.gamma(ODD), g.standard_gamma(2.5, dtype='f4')
g.standard_gamma(ROW, dtype=np.float32), g.beta(ROW, COLUMN), g.weibull(ODD), g.weibull(2.0, 40), g.gumbel(1, ROW), g.cauchy(ODD[::2], 1)
g.triangular(0, ROW / 4, 5), g.vonmises(ROW, 2), g.truncated_normal(-1, ROW, 0, 1), g.standard_t(5, 100), g.chisquare(ODD, out=np.zeros(20))
g.poisson(), g.poisson(4.5, 9), g.poisson(ROW), g.poisson(ODD.astype('f4')), g.poisson(3, 9, dtype='u4'), g.poisson(3, 50, dtype='i2')
g.binomial(10, 0.5), g.binomial([10, 20], 0.5), g.binomial(np.arange(5), 0.25, (3, 5)), g.hypergeometric(20, 30, np.arange(8)), g.zipf(ROW)
g.geometric(0.25), g.geometric(np.full(9, 0.5)), g.bernoulli(0.25, 99), g.bernoulli(np.linspace(0, 1, 3000)), g.bernoulli_bits(np.linspace(0, 1, 70))
g.uniform(), g.uniform(-1, 1), g.uniform(-1, 1, 9), g.uniform(-1, 1, (40, 50)), g.uniform(-1, 1, dtype='f4'), g.uniform(0, ROW, dtype='f4')
g.uniform(COLUMN, COLUMN + 1), g.uniform(-ODD, 3), g.uniform([0, 1], 5, (4, 2)), g.uniform(2, 2), g.uniform(0, 1e-310, 5), g.uniform(-1e308, 1e308)
g.uniform(np.zeros(5000), 1, out=np.zeros(5000)), g.uniform(2**53 - 4, 2**53, 500), g.uniform(0, 1, out=np.zeros(3, np.float32))
g.integers(5), g.integers(5, endpoint=True), g.integers(-3, 4), g.integers(0, 2**62, 9), g.integers(-2**63, 2**63 - 1, 99, endpoint=True)
g.integers(5, dtype=int), g.integers(2, dtype=bool), g.integers(5, dtype='i4'), g.integers(250, dtype=np.uint8), g.integers(5, dtype='u8')
g.integers(-3, 4, 9, 'i1'), g.integers(-300, 4, 4000, np.int16), g.integers(0, 2, 99, bool), g.integers(2**32, size=5, dtype='u4'), g.integers(9, size=(3, 4), dtype='u2')
g.integers(0, [5, 6, 7]), g.integers([1, 2, 3], 9, (2, 3)), g.integers(np.arange(3000), 3000), g.integers(0, np.arange(1, 9), dtype='i4'), g.integers([0], [[3], [4]], endpoint=True)
g.integers(0, np.arange(1, 9), dtype='u4'), g.integers(0, [3, 4], dtype='i1'), g.integers(0, 5.0), g.integers(5, out=np.zeros(8, np.int64)), g.integers(5, out=np.zeros(3000, np.int8), dtype='i1')
g.integers(np.int64(3), np.uint8(9)), g.integers(2**63, 2**64 - 1, dtype='u8'), g.integers(0, np.array([2**63], 'u8'), dtype='u8')
g.permutation(1), g.permutation(10), g.permutation(5000), g.permutation(np.arange(9.0)), g.permutation(COLUMN), g.permutation('a b c'.split()), g.permutation([3, 4])
g.permuted(ROW), g.permuted(np.arange(12).reshape(3, 4)), g.permuted(np.arange(12).reshape(3, 4), axis=1), g.permuted(ODD)
g.dirichlet([2, 3, 5]), g.dirichlet([2, 3, 5], 4), g.dirichlet(np.array([2.0, 3.0]), (2, 2)), g.multinomial(10, [0.25, 0.75]), g.multinomial(10, [0.2, 0.3, 0.5], 2000)
g.multivariate_hypergeometric([3, 5, 4], 6), g.multivariate_hypergeometric([3, 5, 4], 6, 1000), g.multivariate_normal([0, 1], [[2, 1], [1, 2]], 5)
g.choice(10), g.choice(10, 5), g.choice(3, 50, p=[0.25, 0.5, 0.25]), g.choice(3, p=[0.25, 0.5, 0.25]), g.direction(3, 4), g.categorical([1, 2], 5)
""".strip().splitlines()


@pytest.mark.parametrize("calls", CALLS)
def test_both_ways_agree(calls):
    quick, long = generators()
    names = {"np": np, "COLUMN": COLUMN, "ROW": ROW, "ODD": ODD}
    for again in range(2):  # what is kept is there the second time
        first, second = (eval(calls, {**names, "g": g}) for g in (quick, long))
        assert len(first) == len(second)
        for k, (a, b) in enumerate(zip(first, second)):
            assert type(a) is type(b), (k, a, b)
            a, b = np.asarray(a), np.asarray(b)
            assert a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes(), (k, a, b)
        assert quick.position == long.position


SHUFFLED = [lambda: list(range(9)), lambda: ["a", None, 3.5], lambda: np.arange(9), lambda: np.arange(12.0).reshape(4, 3), lambda: [],
            lambda: np.array(["a", "bc", "d"]), lambda: np.array([1, "x", None], object), lambda: np.arange(20)[::2], lambda: bytearray(b"abcde"),
            lambda: np.zeros((3, 0)), lambda: np.arange(9, dtype=np.int16), lambda: [1], lambda: np.arange(5000)]


@pytest.mark.parametrize("made", SHUFFLED)
def test_both_ways_shuffle(made):
    quick, long = generators()
    for _ in range(2):
        a, b = made(), made()
        quick.shuffle(a)
        long.shuffle(b)
        assert np.asarray(a, object).tolist() == np.asarray(b, object).tolist()
        assert quick.position == long.position


def test_what_is_shuffled_stays_whose_it_is():
    """Items are moved: their counts of references are what they were."""
    import sys

    items = [object() for _ in range(50)]
    counts = [sys.getrefcount(x) for x in items]
    g = tali.Generator(seed=1)
    listed, array = list(items), np.array(items)
    for _ in range(10):
        g.shuffle(listed)
        g.shuffle(array)
    assert set(listed) == set(items) == set(array.tolist())
    del listed, array
    assert [sys.getrefcount(x) for x in items] == counts


@pytest.mark.parametrize("call", ["g.gamma(-1)", "g.normal(0, -0.0)", "g.normal([0, 1], [1, -1])", "g.uniform(2, 1)", "g.integers(5, 5)",
                                  "g.integers([1, 5], 5)", "g.exponential(-1, out=x)", "g.normal(size=-1)", "g.integers(5, out=x)",
                                  "g.random(out=x, dtype='f4')", "g.random(3, out=x)", "g.poisson([1, -1])", "g.uniform([0, 2], 1)",
                                  "g.normal(np.zeros(3), 1, (2, 2))", "g.normal(np.zeros(3), 1, out=x)", "g.permuted(5)",
                                  "g.shuffle((1, 2))", "g.permutation(-1)", "g.random(size=True)", "g.gamma([1.0, np.nan])"])
def test_a_refused_call_draws_and_writes_nothing(call):
    g, x = tali.Generator(seed=1), np.full(5, 7.0)
    g.random(3)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        eval(call, {"g": g, "x": x, "np": np})
    assert g.position == 3
    assert (x == 7).all()


@pytest.mark.parametrize("low, high", [(0, [5, 6, 7]), ([[-1], [1]] * 1500, [5, 600, 7]), (np.arange(3, dtype=np.int8), np.full((3000, 1), 2**40)),
                                       (np.arange(18000).reshape(3, 6000)[:, ::2].T, 2**60),
                                       (np.zeros((30, 1, 3), np.int32), np.arange(1, 101, dtype=np.uint8)[:, None])])
def test_bounds_of_integers_are_broadcast_by_pieces(low, high):
    """More values than a piece has, and rows that a piece ends in."""
    shape = np.broadcast_shapes((3000, 3) if np.ndim(low) < 3 else (30, 100, 3), np.shape(low), np.shape(high))
    g, h = tali.default_rng(1), tali.default_rng(1)
    full = [np.ascontiguousarray(np.broadcast_to(x, shape), dtype=np.int64) for x in (low, high)]
    assert np.array_equal(g.integers(low, high, shape), h.integers(*full))
    assert g.position == h.position == full[0].size
    full[1][(-1,) * len(shape)] = full[0][(-1,) * len(shape)]
    for least in (0, np.iinfo(np.int64).min):
        full[1][(-1,) * len(shape)] = min(full[0][(-1,) * len(shape)], least)
        with pytest.raises(ValueError, match="expected low < high"):
            g.integers(*full)
    assert g.position == full[0].size
