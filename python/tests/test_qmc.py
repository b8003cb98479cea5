# SPDX-License-Identifier: Apache-2.0
"""Points for SciPy."""

import copy
import pickle

import numpy as np
import pytest

import tali
from conftest import refused

qmc = pytest.importorskip("scipy.stats.qmc")
integrate = pytest.importorskip("scipy.integrate")


def test_points_are_the_sequences():
    s = tali.qmc.Sobol(5, rng=7)
    points = s.random(10)
    direct = tali.Sequence("sobol64:dims=5,scramble=owen", seed=7).fill("uniform", size=(10, 5))
    assert np.array_equal(points, direct)
    assert np.array_equal(s.reset().fast_forward(4).random(6), points[4:])
    assert isinstance(s, qmc.QMCEngine)


def test_unscrambled_points_are_scipys():
    assert np.array_equal(tali.qmc.Sobol(10, scramble=False).random(64), qmc.Sobol(10, scramble=False).random(64))


def test_base2():
    s = tali.qmc.Sobol(3, rng=1)
    assert s.random_base2(3).shape == (8, 3) and s.random_base2(3).shape == (8, 3)
    with refused(ValueError, "m is 1"):
        s.random_base2(1)


def test_dimensions():
    assert tali.qmc.Sobol(21201, rng=1).random(2).shape == (2, 21201)
    for d in (0, 21202):
        with pytest.raises(ValueError):
            tali.qmc.Sobol(d)
    with refused(ValueError, "scramble is 'faure'"):
        tali.qmc.Sobol(2, scramble="faure")


def test_scipy_takes_them():
    for scramble in ("owen", "shift"):
        s = tali.qmc.Sobol(4, scramble=scramble, rng=np.random.default_rng(1))
        assert qmc.discrepancy(s.random(512)) < 1e-3
    assert tali.qmc.Sobol(2, rng=1).integers(10, n=5).shape == (5, 2)
    found = integrate.qmc_quad(lambda x: np.prod(np.cos(x), axis=0), [0, 0], [1, 1], qrng=tali.qmc.Sobol(2, rng=1))
    assert abs(found.integral - np.sin(1) ** 2) < 1e-5
    normal = qmc.MultivariateNormalQMC([0, 0], engine=tali.qmc.Sobol(2, rng=1)).random(256)
    assert np.allclose(normal.mean(axis=0), 0, atol=0.05)


@pytest.mark.parametrize("more", [{}, {"scramble": "none"}, {"bits": 32, "optimization": "random-cd"}])
def test_copies_and_pickles(more):
    for rng in (7, None, np.random.default_rng(3)):
        s = tali.qmc.Sobol(3, rng=rng, **more)
        s.random(5)
        copies = [copy.deepcopy(s), copy.copy(s), pickle.loads(pickle.dumps(s))]
        following = s.random(4)
        for other in copies:
            assert (other.d, other.bits, other.scramble, other.num_generated) == (3, s.bits, s.scramble, 5)
            if "optimization" not in more:
                assert np.array_equal(other.random(4), following)
                assert np.array_equal(other.reset().random(9)[5:], following)


def test_points_that_there_are_not():
    for d, bits, most in ((2, 64, 2**63), (3, 64, 2**64 // 3), (2, 32, 2**32), (21201, 32, 2**32)):
        s = tali.qmc.Sobol(d, rng=1, bits=bits)
        for n, said in ((-1, f"n is -1"), (most + 1, f"n is {most + 1}")):
            for call in (s.fast_forward, s.random):
                with refused(ValueError, said):
                    call(n)
        for call in (s.fast_forward, s.random):
            with refused(TypeError, "n is 1.5"):
                call(1.5)
        assert s.num_generated == 0
        assert s.fast_forward(np.int64(1)).fast_forward(most - 3).random(2).shape == (2, d)
        for call in (s.fast_forward, s.random):
            with refused(ValueError, "n is 1"):
                call(1)
        assert s.num_generated == most and s.fast_forward(0) is s


def test_qmc_quad_of_points_without_scrambling():
    # SciPy scrambles the replicates in that case: of equal ones the standard error would be 0.
    found = integrate.qmc_quad(lambda x: np.prod(np.exp(x), axis=0), [0, 0], [1, 1], n_points=64,
                               qrng=tali.qmc.Sobol(2, scramble="none", rng=1))
    exact = (np.e - 1) ** 2
    assert 0 < found.standard_error < 0.1 and abs(found.integral - exact) < 8 * found.standard_error


@pytest.mark.parametrize("integer", [np.int64, np.int32, np.uint64, np.uint8])
def test_numpys_integers(integer):
    s = tali.qmc.Sobol(integer(2), rng=integer(1), bits=integer(64))
    expected = tali.qmc.Sobol(2, rng=1).random(16)
    assert type(s.d) is int and np.array_equal(s.random(integer(4)), expected[:4])
    assert np.array_equal(s.random_base2(integer(2)), expected[4:8])
    far = tali.qmc.Sobol(integer(2), rng=1).fast_forward(integer(3))
    assert np.array_equal(far.random(integer(2)), expected[3:5])
    assert tali.qmc.Sobol(2, rng=1).fast_forward(2**62).fast_forward(np.int64(2**62 - 1)).random(np.int64(1)).shape == (1, 2)


def test_arguments_that_are_none():
    for make, said in ((lambda: tali.qmc.Sobol(2.5), "d is 2.5"),
                       (lambda: tali.qmc.Sobol(2, scramble=["owen"]), "scramble is \\['owen'\\]"),
                       (lambda: tali.qmc.Sobol(2, scramble=1), "scramble is 1"),
                       (lambda: tali.qmc.Sobol(2, bits="64"), "bits is '64'"),
                       (lambda: tali.qmc.Sobol(2).random_base2(-1), "m is -1"),
                       (lambda: tali.qmc.Sobol(2).random_base2(1.5), "m is 1.5")):
        with refused((TypeError, ValueError), said):
            make()


def test_seeds_of_every_kind_that_scipy_takes():
    theirs = np.random.Generator(tali.BitGenerator("pcg32", 3))
    for make in (lambda: tali.qmc.Sobol(3, seed=np.random.RandomState(5)),
                 lambda: tali.qmc.Sobol(3, rng=np.random.Generator(tali.BitGenerator("philox4x32", 5)))):
        assert np.array_equal(make().random(8), make().random(8))
    for engine in (tali.qmc.Sobol(2, rng=theirs), qmc.Sobol(2, rng=theirs), qmc.Halton(2, rng=theirs),
                   qmc.LatinHypercube(2, rng=theirs, optimization="random-cd")):
        points = engine.random(16)
        assert points.shape == (16, 2) and points.min() >= 0 and points.max() < 1
    found = integrate.qmc_quad(lambda x: np.prod(x, axis=0), [0, 0], [1, 1], qrng=qmc.Sobol(2, rng=theirs))
    assert abs(found.integral - 0.25) < 0.01


def test_one_seed():
    with refused(TypeError, "seed is 2 beside rng"):
        tali.qmc.Sobol(2, rng=1, seed=2)
    assert np.array_equal(tali.qmc.Sobol(2, seed=2).random(3), tali.qmc.Sobol(2, rng=2).random(3))


def test_a_generator_of_talis_is_a_seed():
    made = [tali.qmc.Sobol(2, rng=tali.Generator(seed=s)).random(4) for s in (1, 1, 2)]
    assert np.array_equal(made[0], made[1]) and not np.array_equal(made[0], made[2])
    g = tali.Generator(seed=1)
    tali.qmc.Sobol(2, rng=g)
    assert g.position == 1


@pytest.mark.parametrize("rng", [True, np.True_, 1.5, "a", -1, np.int64(-1)])
def test_what_is_no_seed(rng):
    with refused(TypeError, "^rng is "):
        tali.qmc.Sobol(2, rng=rng)
    with refused(ValueError, r"d is -1"):
        tali.qmc.Sobol(-1)
