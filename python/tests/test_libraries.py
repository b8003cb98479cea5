# SPDX-License-Identifier: Apache-2.0
"""Libraries that ask for NumPy's generator take tali's. Each test skips where its library is missing."""

import numpy as np
import pytest
import scipy.sparse
import scipy.stats

import tali


def rng(seed=42):
    return tali.default_rng(seed)


def test_numpy_takes_it():
    g = rng()
    assert isinstance(g, np.random.Generator) and np.random.default_rng(g) is g is tali.default_rng(g)
    assert rng() == tali.Generator(seed=42) and tali.default_rng(tali.Key(42)).key == tali.Key(42)
    theirs = tali.default_rng(np.random.PCG64(1))
    assert type(theirs) is np.random.Generator and theirs.random() == np.random.Generator(np.random.PCG64(1)).random()


@pytest.mark.parametrize("call", [
    lambda g: np.random.Generator.normal(g, 0, 1),
    lambda g: np.random.Generator.random(g, 3),
    lambda g: np.random.Generator.standard_exponential(g, 3, dtype="f4"),
    lambda g: np.random.Generator.integers(g, 10, size=3),
    lambda g: np.random.Generator.poisson(g, [1.0, 2.0]),
    lambda g: np.random.Generator.multinomial(g, 5, [0.5, 0.5]),
    lambda g: np.random.Generator.dirichlet(g, [1.0, 2.0]),
    lambda g: np.random.Generator.shuffle(g, [1, 2, 3]),
])
def test_numpys_own_methods_refuse_it(call):
    with pytest.raises(TypeError, match="tali.Generator"):
        call(rng())


def test_scipys_distributions():
    for make in (lambda g: scipy.stats.norm.rvs(size=5, random_state=g), lambda g: scipy.stats.norm(0, 1).rvs(5, random_state=g)):
        g = rng()
        assert np.array_equal(make(g), rng().normal(size=5)) and g.position == 5
    assert np.array_equal(scipy.stats.gamma(2.5).rvs(4, random_state=rng()), rng().standard_gamma(2.5, 4))
    assert scipy.stats.multivariate_normal.rvs([0, 0], np.eye(2), size=3, random_state=rng()).shape == (3, 2)
    law = scipy.stats.norm
    law.random_state = g = rng()
    try:
        assert law.rvs() == rng().normal()
    finally:
        law.random_state = None


def test_scipys_resampling():
    data = np.arange(20.0)
    bounds = [scipy.stats.bootstrap((data,), np.mean, n_resamples=200, rng=rng()).confidence_interval for _ in range(2)]
    assert bounds[0] == bounds[1] and bounds[0].low < data.mean() < bounds[0].high
    test = scipy.stats.permutation_test((data, data + 1), lambda x, y: x.mean() - y.mean(), n_resamples=200, rng=rng())
    assert 0 < test.pvalue <= 1
    assert scipy.sparse.random_array((50, 50), density=0.1, rng=rng()).nnz == 250


def test_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": range(100)})
    a, b = (frame.sample(10, random_state=rng()) for _ in range(2))
    assert a.equals(b) and a["x"].nunique() == 10
    assert not a.equals(frame.sample(10, random_state=rng(1)))


def test_networkx():
    networkx = pytest.importorskip("networkx")
    a, b = (networkx.gnp_random_graph(50, 0.2, seed=rng()) for _ in range(2))
    assert sorted(a.edges) == sorted(b.edges) and 150 < a.number_of_edges() < 350


def test_scikit_learn():
    """It takes RandomState alone, which a bit generator makes."""
    model_selection = pytest.importorskip("sklearn.model_selection")
    parts = [model_selection.train_test_split(np.arange(100), random_state=np.random.RandomState(rng().bit_generator))
             for _ in range(2)]
    assert np.array_equal(parts[0][1], parts[1][1]) and len(np.unique(np.concatenate(parts[0]))) == 100


def test_numba():
    """Its compiled methods make NumPy's numbers from the bit generator's words."""
    numba = pytest.importorskip("numba")
    draw = numba.njit(lambda rng: rng.normal(1.0, 2.0))
    g = rng()
    assert draw(g) == np.random.Generator(rng().bit_generator).normal(1.0, 2.0) and g.position == 0


def test_dask():
    array = pytest.importorskip("dask.array")
    values = array.random.default_rng(rng().bit_generator).normal(size=100, chunks=10).compute()
    assert np.array_equal(values, array.random.default_rng(rng().bit_generator).normal(size=100, chunks=10).compute())


def test_pymc():
    """It seeds its own generators by a generator's integers, or makes them of the class that the state names in numpy.random."""
    pymc = pytest.importorskip("pymc")
    with pymc.Model() as model:
        mean = pymc.Normal("mean", 0, 1)
        pymc.Normal("y", mean, 1, observed=np.array([0.5, 1.0, 0.2]))
    g = rng()
    draws = pymc.draw(mean, 3, random_seed=g)
    assert np.array_equal(draws, pymc.draw(mean, 3, random_seed=rng())) and g.position == 1
    assert not np.array_equal(draws, pymc.draw(mean, 3, random_seed=g))
    prior = [pymc.sample_prior_predictive(5, model=model, random_seed=rng()).prior["mean"].values for _ in range(2)]
    assert np.array_equal(*prior) and len(np.unique(prior[0])) == 5

    def chains(seed):
        return pymc.sample(20, tune=20, chains=2, cores=1, step=pymc.Metropolis(model=model), model=model, random_seed=rng(seed),
                           progressbar=False, compute_convergence_checks=False).posterior["mean"].values

    assert np.array_equal(chains(42), chains(42)) and not np.array_equal(chains(42), chains(1))
    made = pymc.util.get_random_generator(rng())
    assert np.array_equal(made.normal(size=3), np.random.Generator(rng().bit_generator).normal(size=3))


@pytest.mark.parametrize("name, engine", [("PCG64", "pcg64"), ("PCG64DXSM", "pcg64-dxsm"), ("MT19937", "mt19937"),
                                          ("Philox4x32", "philox4x32"), ("Philox4x32_7", "philox4x32-7"),
                                          ("Xoshiro256PlusPlus", "xoshiro256++"), ("Threefry2x32JAX", "threefry2x32-jax")])
def test_the_class_of_an_engine(name, engine):
    made = getattr(tali, name)(42)
    assert type(made).__name__ == name and made.state == tali.BitGenerator(engine, 42).state
    assert type(made)(42).random_raw() == made.random_raw()


def test_the_classes_of_numpys_engines_make_its_words():
    for name in ("PCG64", "PCG64DXSM"):
        assert np.array_equal(getattr(tali, name)(42).random_raw(5), getattr(np.random, name)(42).random_raw(5))


PROGRAM = """
import numpy as np
from scipy import sparse, stats

rng = np.random.default_rng(42)
# The bootstrap of a mean
data = rng.normal(10, 2, size=200)
means = rng.choice(data, size=(500, data.size)).mean(axis=1)
low, high = np.quantile(means, [0.025, 0.975])
by_scipy = stats.bootstrap((data,), np.mean, n_resamples=500, rng=rng).confidence_interval
# A Markov chain: Metropolis's random walk to a standard normal
x, chain = 0.0, []
for _ in range(4000):
    proposed = x + rng.uniform(-2, 2)
    if np.log(rng.random()) < (x * x - proposed * proposed) / 2:
        x = proposed
    chain.append(x)
# Half of the rows to train a line, half to test it
features = rng.standard_normal((400, 3))
target = features @ [1.0, -2.0, 0.5] + rng.normal(scale=0.1, size=400)
order = rng.permutation(400)
train, test = order[:200], order[200:]
weights, *_ = np.linalg.lstsq(features[train], target[train])
error = np.sqrt(np.mean((features[test] @ weights - target[test]) ** 2))
# A random graph, and a walk on it
edges = sparse.random_array((60, 60), density=0.2, rng=rng).toarray() > 0
node, seen = 0, set()
for _ in range(500):
    near = np.flatnonzero(edges[node])
    node = int(rng.choice(near)) if near.size else int(rng.integers(60))
    seen.add(node)
labels = ["even", "odd"] * 30
rng.shuffle(labels)
# Monte Carlo: pi, and an option's price from two independent streams
points = rng.random((100_000, 2))
pi = 4 * np.mean(np.sum(points**2, axis=1) < 1)
prices = []
for child in rng.spawn(2):
    end = 100 * np.exp(-0.02 + 0.2 * child.standard_normal(100_000))
    prices.append(np.maximum(end - 100, 0).mean())
saved = rng.bit_generator.state
after = rng.random(3)
rng.bit_generator.state = saved
again = rng.random(3)
"""


@pytest.mark.parametrize("make", ["np.random.default_rng", "tali.default_rng"])
def test_a_users_program(make):
    """Of NumPy's generator, and with default_rng replaced and nothing else."""
    made = {"tali": tali}
    exec(PROGRAM.replace("np.random.default_rng", make), made)
    assert isinstance(made["rng"], tali.Generator) == (make == "tali.default_rng")
    low, high, mean = made["low"], made["high"], made["data"].mean()
    assert abs(mean - 10) < 0.7 and low < mean < high and 0.3 < high - low < 0.9
    assert abs(made["by_scipy"].low - low) < 0.1 and abs(made["by_scipy"].high - high) < 0.1
    assert abs(np.mean(made["chain"])) < 0.3 and abs(np.std(made["chain"]) - 1) < 0.2
    assert sorted(made["order"]) == list(range(400)) and 0.08 < made["error"] < 0.12
    assert np.allclose(made["weights"], [1, -2, 0.5], atol=0.03)
    assert made["edges"].sum() == 720 and len(made["seen"]) > 50
    assert sorted(made["labels"]) == ["even"] * 30 + ["odd"] * 30 != made["labels"]
    assert abs(made["pi"] - np.pi) < 0.02
    assert made["prices"][0] != made["prices"][1] and np.allclose(made["prices"], 7.97, atol=0.2)
    assert np.array_equal(made["after"], made["again"])
