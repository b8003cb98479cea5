# SPDX-License-Identifier: Apache-2.0
"""That values have the laws of SciPy's distributions, and so NumPy's. Seeds are fixed, so a test passes always or never."""

import numpy as np
import pytest

import tali
from conftest import refused

stats = pytest.importorskip("scipy.stats")
N = 20000

CONTINUOUS = [
    ("random", (), stats.uniform()), ("uniform", (-1, 3), stats.uniform(-1, 4)), ("normal", (1, 2), stats.norm(1, 2)),
    ("standard_normal", (), stats.norm()), ("lognormal", (0.5, 0.7), stats.lognorm(0.7, scale=np.exp(0.5))),
    ("exponential", (3,), stats.expon(scale=3)), ("standard_exponential", (), stats.expon()),
    ("gamma", (2.5, 0.5), stats.gamma(2.5, scale=0.5)), ("gamma", (0.3, 1), stats.gamma(0.3)),
    ("standard_gamma", (1.5,), stats.gamma(1.5)), ("beta", (2, 5), stats.beta(2, 5)), ("chisquare", (3,), stats.chi2(3)),
    ("f", (5, 7), stats.f(5, 7)), ("standard_t", (5,), stats.t(5)), ("standard_cauchy", (), stats.cauchy()),
    ("cauchy", (1, 2), stats.cauchy(1, 2)), ("gumbel", (1, 2), stats.gumbel_r(1, 2)),
    ("laplace", (1, 2), stats.laplace(1, 2)), ("logistic", (1, 2), stats.logistic(1, 2)),
    ("pareto", (3,), stats.lomax(3)), ("rayleigh", (2,), stats.rayleigh(scale=2)),
    ("triangular", (0, 1, 4), stats.triang(0.25, 0, 4)), ("vonmises", (0.5, 4), stats.vonmises(4, loc=0.5)),
    ("weibull", (2,), stats.weibull_min(2)), ("truncated_normal", (0, 3, 1, 2), stats.truncnorm(-0.5, 1, 1, 2)),
    ("power", (3,), stats.powerlaw(3)), ("wald", (3, 2), stats.invgauss(1.5, scale=2)),
    ("noncentral_chisquare", (3, 1.5), stats.ncx2(3, 1.5)), ("noncentral_f", (5, 7, 1.5), stats.ncf(5, 7, 1.5)),
]
DISCRETE = [
    ("poisson", (4.5,), stats.poisson(4.5)), ("binomial", (20, 0.3), stats.binom(20, 0.3)),
    ("negative_binomial", (5, 0.3), stats.nbinom(5, 0.3)), ("geometric", (0.3,), stats.geom(0.3)),
    ("hypergeometric", (20, 30, 10), stats.hypergeom(50, 20, 10)), ("integers", (3, 9), stats.randint(3, 9)),
    ("bernoulli", (0.3,), stats.bernoulli(0.3)), ("logseries", (0.6,), stats.logser(0.6)),
    ("zipf", (2.5,), stats.zipf(2.5)),
]


def draw(name, arguments, seed=11):
    return getattr(tali.Generator(seed=seed), name)(*arguments, size=N)


@pytest.mark.parametrize("name, arguments, law", CONTINUOUS)
def test_continuous(name, arguments, law):
    assert stats.kstest(draw(name, arguments), law.cdf).pvalue > 1e-4


def test_packed_bits():
    """Each of the 32 places has its probability, two neighbours are both 1 as often as chance has it, and ones count as
    binomial numbers do."""
    words = tali.Generator(seed=12).bernoulli_bits([[0.3], [0.0], [1.0], [0.75]], size=(4, N))
    assert words.dtype == np.uint32 and not words[1].any() and (~words[2] == 0).all()
    for p, row in ((0.3, words[0]), (0.75, words[3])):
        bits = np.unpackbits(row.view(np.uint8), bitorder="little").reshape(N, 32)
        assert bits[5, 7] == row[5] >> 7 & 1
        counts = bits.sum(axis=0)
        assert stats.chi2.sf(((counts - N * p) ** 2 / (N * p * (1 - p))).sum(), 32) > 1e-4
        both = (bits[:, :-1] & bits[:, 1:]).sum(axis=0)
        assert stats.chi2.sf(((both - N * p * p) ** 2 / (N * p * p * (1 - p * p))).sum(), 31) > 1e-4
        assert chi_squared(bits.sum(axis=1), stats.binom(32, p)) > 1e-4


def test_packed_bits_end():
    """After 2^58 numbers, which have all words of a sequence; a call past them moves nothing."""
    g = tali.Generator(seed=12).at((1 << 58) - 1)
    for p in (0.3, [0.3, 0.4]):
        with refused(ValueError, "first index"):
            g.bernoulli_bits(p, size=2)
        assert g.position == (1 << 58) - 1
    assert g.at(g.position).bernoulli_bits([0.3]) == g.bernoulli_bits(0.3)


def chi_squared(values, law):
    """The p-value of counts, of outcomes that are expected ten times or more and of the others together."""
    outcomes, counts = np.unique(values, return_counts=True)
    expected = law.pmf(outcomes) * values.size
    good = expected >= 10
    observed, wanted = counts[good].astype(float), expected[good]
    rest = values.size - wanted.sum()
    if rest > 5:
        observed, wanted = np.append(observed, counts[~good].sum()), np.append(wanted, rest)
    return stats.chisquare(observed, wanted * observed.sum() / wanted.sum()).pvalue


@pytest.mark.parametrize("name, arguments, law", DISCRETE)
def test_discrete(name, arguments, law):
    assert chi_squared(draw(name, arguments), law) > 1e-4


def test_choice_and_categorical():
    p = [0.1, 0.2, 0.3, 0.4]
    law = stats.rv_discrete(values=(range(4), p))
    assert chi_squared(tali.Generator(seed=1).choice(4, N, p=p), law) > 1e-4
    assert chi_squared(tali.Generator(seed=1).categorical(p, N), law) > 1e-4
    assert chi_squared(tali.Generator(seed=1).categorical(logits=np.log(p), size=N), law) > 1e-4
    rows = tali.Generator(seed=1).categorical(logits=np.tile(np.log(p), (N, 1)))
    assert chi_squared(rows, law) > 1e-4
    assert chi_squared(tali.Generator(seed=1).choice(4, N), stats.randint(0, 4)) > 1e-4


def test_choice_without_replacement():
    p = [0.1, 0.2, 0.3, 0.4]
    g = tali.Generator(seed=5)
    pairs = np.array([g.choice(4, 2, replace=False, p=p) for _ in range(6000)])
    expected = np.array([p[i] * p[j] / (1 - p[i]) if i != j else 0 for i in range(4) for j in range(4)])
    counts = np.bincount(pairs[:, 0] * 4 + pairs[:, 1], minlength=16)
    assert counts[expected == 0].sum() == 0
    assert stats.chisquare(counts[expected > 0], expected[expected > 0] * 6000).pvalue > 1e-4


def test_permutations_are_uniform():
    g = tali.Generator(seed=5)
    rows = g.permuted(np.tile(np.arange(4), (24000, 1)), axis=1)
    counts = np.unique(rows @ [64, 16, 4, 1], return_counts=True)[1]
    assert counts.size == 24 and stats.chisquare(counts).pvalue > 1e-4
    assert g.position == 24000


def test_orders(g):
    x = np.arange(12).reshape(4, 3)
    assert sorted(g.permutation(x)[:, 0]) == [0, 3, 6, 9]
    assert np.array_equal(np.sort(g.permutation(x, axis=1), axis=1), x)
    y = x.copy()
    g.shuffle(y, axis=1)
    assert np.array_equal(np.sort(y, axis=1), x)
    names = list("abcdef")
    g.shuffle(names)
    assert sorted(names) == list("abcdef") and names != list("abcdef")
    z = x.copy()
    assert g.permuted(z, axis=0, out=z) is z and np.array_equal(np.sort(z, axis=0), x)
    assert sorted(g.permutation(10**5)[:10**5]) == list(range(10**5))
    assert len(set(g.choice(10**9, 1000, replace=False).tolist())) == 1000
    assert g.choice(["a", "b"]) in ("a", "b") and g.choice(x, 2, axis=1).shape == (4, 2)
    assert g.permutation(0).size == 0 and g.permutation([]).size == 0


def test_integers(g):
    for dtype in (bool, "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        least, most = (0, 1) if dtype is bool else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        values = g.integers(least, most, 1000, dtype=dtype, endpoint=True)
        assert values.dtype == np.dtype(dtype) and len(set(values.tolist())) > 1
        with refused(ValueError, "high"):
            g.integers(0, int(most) + 2, dtype=dtype)
    assert set(g.integers(3, size=100).tolist()) == {0, 1, 2}
    assert (g.integers([1, 10], [5, 20], size=(100, 2)) < [5, 20]).all()
    assert g.integers(0, 1 << 64, dtype=np.uint64) >= 0
    assert np.array_equal(g.at(7).integers([0, 0], 10), g.at(7).integers(0, 10, size=2))


def test_rows(g):
    d = g.dirichlet([2, 3, 5], 5000)
    assert np.allclose(d.sum(axis=1), 1) and np.allclose(d.mean(axis=0), [0.2, 0.3, 0.5], atol=0.01)
    x = g.multivariate_normal([1, -1], [[2, 1], [1, 3]], 20000)
    assert np.allclose(np.cov(x.T), [[2, 1], [1, 3]], atol=0.1) and np.allclose(x.mean(axis=0), [1, -1], atol=0.05)
    flat = g.multivariate_normal([0, 0], [[1, 1], [1, 1]], 100)
    assert np.allclose(flat[:, 0], flat[:, 1])
    with refused(ValueError, "cov"):
        g.multivariate_normal([0, 0], [[1, 2], [2, 1]], check_valid="raise")
    with pytest.warns(RuntimeWarning):
        g.multivariate_normal([0, 0], [[1, 2], [2, 1]])
    assert np.allclose(np.linalg.norm(g.direction(5, 100), axis=1), 1)
    assert g.dirichlet([1, 1]).shape == (2,) and g.direction(3, (2, 2)).shape == (2, 2, 3)
    assert len(g.bytes(13)) == 13 and g.bytes(0) == b""


def test_counts(g):
    x = g.multinomial(10, [0.2, 0.3, 0.5], 5000)
    assert (x.sum(axis=1) == 10).all() and np.allclose(x.mean(axis=0), [2, 3, 5], atol=0.1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("a", [0.1, 3.0, 1e5, 1e8, 1e17, 1e30])
def test_pareto_has_all_digits_next_to_0(a, dtype):
    x = tali.Generator(seed=1).pareto(a, N, dtype=dtype)
    assert len(np.unique(x)) > 0.99 * N and (x > 0).all()
    below = stats.expon.cdf(np.log1p(x.astype(np.float64)) * a)
    assert stats.kstest(below, "uniform").pvalue > 1e-4
    key = tali.Key(1)
    whole = tali.Sequence(seed=key).pareto(a, size=12, dtype=dtype)
    for part in (tali.rows([key]).pareto(a, size=12, dtype=dtype)[0], tali.Sequence(seed=key).block(12).pareto(a, dtype=dtype),
                 tali.Sequence(seed=key).pareto(np.full(12, a), dtype=dtype),
                 np.array([tali.Sequence(seed=key).pareto(a, first=i, dtype=dtype) for i in range(12)])):
        assert np.array_equal(part, whole) and (part > 0).all()
    out = np.zeros((12, 2), dtype)
    tali.Sequence(seed=key).block(12).pareto(a, out=out[:, 0])
    assert np.array_equal(out[:, 0], whole)


@pytest.mark.parametrize("low, high", [(2**24 - 4, 2**24), (-2**24, 4 - 2**24), (2**24 - 3, 2**24 + 4)])
def test_uniform_numbers_between_few_numbers(low, high):
    for draw in (lambda g, n: g.uniform(low, high, n, dtype="f4"), lambda g, n: g.uniform(np.full(n, low), high, dtype="f4"),
                 lambda g, n: g.uniform(low, high, out=np.empty(n, np.float32))):
        x = draw(tali.Generator(seed=1), N).astype(np.float64)
        values, counts = np.unique(x, return_counts=True)
        ends = np.append(values, high)
        assert values[0] == low and (np.diff(ends) > 0).all()
        share = np.diff(ends) / (high - low)
        assert stats.chisquare(counts, share * N).pvalue > 1e-4
    top = float(2**53)
    for draw in (lambda g: [g.uniform(top - 3, top) for _ in range(3000)], lambda g: g.uniform(top - 3, top, 3000),
                 lambda g: np.concatenate([g.uniform(top - 3, top, 5) for _ in range(600)])):
        values, counts = np.unique(draw(tali.Generator(seed=1)), return_counts=True)
        assert values.tolist() == [top - 3, top - 2, top - 1] and stats.chisquare(counts).pvalue > 1e-4
