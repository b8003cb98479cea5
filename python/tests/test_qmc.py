# SPDX-License-Identifier: Apache-2.0
"""Points for SciPy."""

import copy
import pickle

import numpy as np
import pytest

import tali

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
    with pytest.raises(ValueError, match="power of two"):
        s.random_base2(1)


def test_dimensions():
    assert tali.qmc.Sobol(21201, rng=1).random(2).shape == (2, 21201)
    for d in (0, 21202):
        with pytest.raises(ValueError):
            tali.qmc.Sobol(d)
    with pytest.raises(ValueError, match="scramble"):
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
        for n, said in ((-1, f"n is -1; allowed: 0 ... {most}"), (most + 1, f"n is {most + 1}; allowed: 0 ... {most}")):
            for call in (s.fast_forward, s.random):
                with pytest.raises(ValueError, match=said):
                    call(n)
        for call in (s.fast_forward, s.random):
            with pytest.raises(TypeError, match="n is 1.5; allowed: an integer"):
                call(1.5)
        assert s.num_generated == 0
        assert s.fast_forward(np.int64(1)).fast_forward(most - 3).random(2).shape == (2, d)
        for call in (s.fast_forward, s.random):
            with pytest.raises(ValueError, match="n is 1; allowed: 0 ... 0"):
                call(1)
        assert s.num_generated == most and s.fast_forward(0) is s


def test_one_seed():
    with pytest.raises(TypeError, match="seed is 2 beside rng; allowed: one of the two"):
        tali.qmc.Sobol(2, rng=1, seed=2)
    assert np.array_equal(tali.qmc.Sobol(2, seed=2).random(3), tali.qmc.Sobol(2, rng=2).random(3))
