# SPDX-License-Identifier: Apache-2.0
"""Points for SciPy."""

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
