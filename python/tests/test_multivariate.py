# SPDX-License-Identifier: Apache-2.0
"""Rows of numbers that belong together, and categories."""

import hashlib
import warnings

import numpy as np
import pytest

import tali
from conftest import refused

LINE = np.linspace(0, 1, 100)


def rounded_to_float(cov):
    return cov.astype(np.float32).astype(np.float64)


def smooth(points):
    return np.exp(-(points[:, None] - points) ** 2 / 2 / 0.3**2)


#: Positive semidefinite matrices whose smallest eigenvalues are 0 or rounding.
SEMIDEFINITE = {
    "smooth 50": smooth(np.linspace(0, 1, 50)),
    "smooth 100": smooth(LINE),
    "smooth, of floats": rounded_to_float(smooth(np.linspace(0, 1, 40))),
    "periodic": np.exp(-2 * np.sin(np.pi * (LINE[:, None] - LINE)) ** 2),
    "vander": np.vander(LINE, 30) @ np.vander(LINE, 30).T,
    "scales": np.diag([1e14, 1, 0]),
    "small beside large": np.array([[1e12, 1e12, 0], [1e12, 1e12, 0], [0, 0, 1e-2]]),
    "small first": np.array([[1e-20, 1e-20, 0], [1e-20, 1e-20, 0], [0, 0, 1e20]]),
    "rank 3 of 30": np.vander(np.linspace(-1, 1, 30), 3) @ np.vander(np.linspace(-1, 1, 30), 3).T,
    "Hilbert": 1 / (np.arange(20)[:, None] + np.arange(1.0, 21)),
    "twice the same": np.kron(smooth(np.linspace(0, 1, 20)), np.ones((2, 2))),
}


def factor_of(cov):
    """L of x = L z, from rows x and their z."""
    mean, count = np.zeros(len(cov)), 2 * len(cov) + 10
    z = tali.Generator(seed=1).multivariate_normal(mean, np.eye(len(cov)), count)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = tali.Generator(seed=1).multivariate_normal(mean, cov, count)
    return np.linalg.lstsq(z, x, rcond=None)[0].T


@pytest.mark.parametrize("name", SEMIDEFINITE)
def test_semidefinite_covariance(name):
    cov = SEMIDEFINITE[name]
    scale = np.sqrt(np.diag(cov))
    unit = np.outer(scale, scale) + (np.outer(scale, scale) == 0)
    made = factor_of(cov)
    allowed = 1e-4 if "float" in name else 2e-8
    assert (abs(made @ made.T - cov) / unit).max() < allowed
    assert abs(np.triu(made, 1)).max() <= 1e-8 * scale.max()


@pytest.mark.parametrize("name", SEMIDEFINITE)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_sampled_covariance(name, dtype):
    cov, n = SEMIDEFINITE[name], 4000
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = tali.Generator(seed=1).multivariate_normal(np.zeros(len(cov)), cov, n, dtype=dtype).astype(np.float64)
        theirs = np.random.default_rng(1).multivariate_normal(np.zeros(len(cov)), cov, n)
    variances = np.diag(cov)
    errors = np.sqrt((np.outer(variances, variances) + cov**2) / n) + 1e-300
    assert (abs(x.T @ x / n - cov) < 6 * errors).all()
    if "small" not in name:  # NumPy's factor loses what is below 2^-52 of the largest
        assert (abs(x.T @ x / n - theirs.T @ theirs / n) < 9 * errors + 1e-12 * variances.max()).all()


ROW = np.array([1.0, 2.0, -3.0, 0.5])


@pytest.mark.parametrize("mean, cov, dtype, digest", [
    ([0, 0], [[1, 1], [1, 1]], "f8", "ff127ffa3032cdfb"), ([0, 0], [[1, 1], [1, 1]], "f4", "c085c4d2a5857fb3"),
    ([1, 2, 3], np.diag([4.0, 0, 9]), "f8", "6fca4dfb0fd7d047"), ([0] * 4, np.outer(ROW, ROW), "f8", "9f569bfb590ae682")])
def test_exact_semidefinite_numbers_stay(mean, cov, dtype, digest):
    x = tali.Generator(seed=1).multivariate_normal(mean, cov, 50, dtype=dtype)
    assert hashlib.sha256(x.tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize("name, dtype, digest", [
    ("Hilbert", "f8", "225c6141dbc91b05"), ("Hilbert", "f4", "e2ad0ce18e59f009"),
    ("small beside large", "f8", "efe2c18fccc3811b")])
def test_numbers_of_factors_with_pivots_are_the_same_everywhere(name, dtype, digest):
    """The matrices have the same bits on every machine, and so have the numbers."""
    cov = SEMIDEFINITE[name]
    x = tali.Generator(seed=1).multivariate_normal(np.zeros(len(cov)), cov, 50, dtype=dtype)
    assert hashlib.sha256(x.tobytes()).hexdigest()[:16] == digest


def test_a_matrix_that_is_no_covariance(g):
    """It is drawn from as ever, with a warning, and refused where that is asked for."""
    with pytest.warns(RuntimeWarning, match="cov is not symmetric positive semidefinite"):
        x = tali.Generator(seed=1).multivariate_normal([0, 0], [[1, 2], [2, 1]], 50)
    assert hashlib.sha256(x.tobytes()).hexdigest()[:16] == "2b1fbd72078b79eb"
    with refused(ValueError, "cov is not symmetric positive semidefinite"):
        g.multivariate_normal([0, 0], [[1, 2], [2, 1]], check_valid="raise")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        g.multivariate_normal([0] * 50, SEMIDEFINITE["smooth 50"], check_valid="raise")


def test_numbers_of_means(g):
    for n in (0, 1025):
        with refused(ValueError, f"number of elements of mean is {n}"):
            g.multivariate_normal(np.zeros(n), np.eye(n))
    assert g.position == 0


KEYS = tali.Key(42).split(3)


def test_rows_of_parameters_have_no_blocks_and_rows():
    for call in (lambda: tali.rows(KEYS).dirichlet([[1, 2], [3, 4], [5, 6]]),
                 lambda: tali.rows(KEYS).multivariate_normal(np.zeros((3, 2)), np.eye(2)),
                 lambda: tali.rows(KEYS).multinomial([[5], [60]], [0.5, 0.5], size=2),
                 lambda: tali.rows(KEYS).multinomial(5, [[0.5, 0.5]], size=2),
                 lambda: tali.Sequence(seed=1).block((4, 2), (1, 0)).multinomial([5, 60], [0.5, 0.5])):
        with refused(ValueError, "parameter is an array of rows"):
            call()
    rows = tali.rows(KEYS).multinomial(np.int64(5), [0.5, 0.5], size=2)
    assert np.array_equal(rows[1], tali.Sequence(seed=KEYS[1]).multinomial(5, [0.5, 0.5], size=2))


def test_rows_of_parameters():
    shapes = np.array([[1, 2, 3.0], [2, 0, 5], [0, 0, 0], [1, 2, 3], [1, 2, 3]])
    means, matrices = np.arange(6.0).reshape(3, 2), np.array([np.eye(2), [[2, 1], [1, 2]], [[1, 1], [1, 1]]])
    for many, one, parameters in (
            (lambda g, **more: g.dirichlet(shapes, **more), lambda g, *row: g.dirichlet(*row), (shapes,)),
            (lambda g, **more: g.multivariate_normal(means, matrices, **more), lambda g, *row: g.multivariate_normal(*row),
             (means, matrices)),
            (lambda g, **more: g.multivariate_normal([1, 2], matrices, **more), lambda g, row: g.multivariate_normal([1, 2], row), (matrices,)),
            (lambda g, **more: g.multivariate_normal(means, np.eye(2), dtype="f4", **more),
             lambda g, row: g.multivariate_normal(row, np.eye(2), dtype="f4"), (means,))):
        rows = len(parameters[0])
        g = tali.Generator(seed=1)
        expected = np.array([[one(g, *row) for row in zip(*parameters)] for _ in range(2)])
        g = tali.Generator(seed=1)
        made = many(g, size=(2, rows))
        assert np.array_equal(made, expected) and made.dtype == expected.dtype and g.position == 2 * rows
        assert np.array_equal(many(tali.Generator(seed=1)), expected[0])
        out = np.empty_like(expected)
        assert many(tali.Generator(seed=1), out=out, size=(2, rows)) is out and np.array_equal(out, expected)
    g = tali.Generator(seed=1)
    for call, says in ((lambda: g.dirichlet(3), "alpha is 3"), (lambda: g.dirichlet([[1, 2], [1, -1]]), r"alpha\[1\] is -1"),
                       (lambda: g.dirichlet(shapes, size=3), r"size is \(3,\)"), (lambda: g.multivariate_normal(0, [[1]]), "mean is 0"),
                       (lambda: g.multivariate_normal(means, np.eye(3)), "cov is of shape"),
                       (lambda: g.multivariate_normal(means, -matrices, check_valid="raise"), "cov is not symmetric")):
        with refused(ValueError, says):
            call()
    with pytest.raises(ValueError, match="mean and cov have rows"):
        g.multivariate_normal(means, matrices[:2])
    assert g.position == 0 and g.dirichlet(np.ones((0, 3))).shape == (0, 3) and g.dirichlet(np.ones((2, 0))).shape == (2, 0)


@pytest.mark.parametrize("draw, says", [
    (lambda g: g.categorical(logits=[-np.inf, -np.inf]), "logits is -inf in every category"),
    (lambda g: g.categorical(logits=[[-np.inf, -np.inf], [0, 0]]),
     r"logits\[0\] is -inf in every category"),
    (lambda g: g.categorical(logits=[[[0, 0], [0, 1]], [[0, 0], [-np.inf, -np.inf]]]), r"logits\[1, 1\] is -inf in every"),
    (lambda g: g.categorical(logits=[0, np.inf]), "logits is NaN or inf"),
    (lambda g: g.categorical(logits=np.zeros((2, 0))), r"logits is of shape \(2, 0\)"),
    (lambda g: g.categorical(logits=[]), r"logits is of shape \(0,\)"),
    (lambda g: g.categorical(logits=3.0), r"logits is of shape \(\)"),
    (lambda g: g.categorical(logits=[[0.0, 0.0], [0, 0]], size=3), r"size is \(3,\)"),
    (lambda g: g.categorical([0, 0]), "p is 0 everywhere"), (lambda g: g.categorical([1, -1]), r"p\[1\] is -1"),
    (lambda g: g.categorical([]), r"p is of shape \(0,\)"),
    (lambda g: g.categorical([[1, 2]]), r"p is of shape \(1, 2\)"),
    (lambda g: g.dirichlet([np.inf, 1]), r"alpha\[0\] is inf"),
    (lambda g: g.dirichlet([np.nan, 1]), r"alpha\[0\] is nan"),
    (lambda g: g.dirichlet([0, 2, 0, np.inf]), r"alpha\[3\] is inf"),
    (lambda g: g.dirichlet([1, -2]), r"alpha\[1\] is -2.0"),
    (lambda g: g.multivariate_hypergeometric([2**62, 2**62], 5), rf"colors\[0\] is {2**62}"),
    (lambda g: g.multivariate_hypergeometric(np.array([1, 2**63], np.uint64), 1), rf"colors\[1\] is {2**63}"),
    (lambda g: g.multivariate_hypergeometric([3, -1], 1), r"colors\[1\] is -1"),
    (lambda g: g.multivariate_hypergeometric([2**49, 2**49, 2**49], 2**51), "nsample is"),
])
def test_refusals_name_the_argument(draw, says, g):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with refused(ValueError, says):
            draw(g)
    assert g.position == 0


def test_impossible_categories_never_come(g):
    rows = g.categorical(logits=np.tile([[-np.inf, 0.0, -np.inf]], (1000, 1)))
    assert (rows == 1).all() and (g.categorical(logits=[-np.inf, 3, -np.inf], size=100) == 1).all()
    assert g.categorical(logits=np.zeros((0, 3))).shape == (0,)


def test_logits_count_beside_the_largest_of_their_row(g):
    same = np.array([0.0, 0.0, -1.0])
    for shift in (0.0, 1e17, -1e300):
        logits = np.tile(same + shift, (20000, 1)) if shift == 0 else np.full((20000, 2), shift)
        made = tali.Generator(seed=1).categorical(logits=logits)
        assert abs((made == 0).sum() - (made == 1).sum()) < 700
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert g.categorical(logits=[1e308, -1e308]) == 0
        assert g.categorical(logits=[[1e308, -1e308], [-1e308, 1e308]]).tolist() == [0, 1]


def test_a_factor_that_there_is_not(g):
    for check_valid in ("warn", "raise", "ignore"):  # as NumPy's factor by Cholesky
        with pytest.raises(np.linalg.LinAlgError):
            g.multivariate_normal([0, 0], [[1, 2], [2, 1]], method="cholesky", check_valid=check_valid)
    assert g.position == 0 and g.multivariate_normal([0, 0], [[1, 1], [1, 1]], method="cholesky").shape == (2,)


def test_the_last_probability_is_what_the_others_leave(g):
    assert np.array_equal(g.at(0).multinomial(1000, [0.1, 0.2], size=50), g.at(0).multinomial(1000, [0.1, 0.9], size=50))


def test_a_row_of_logits_moves_by_its_categories(g):
    g.categorical(logits=np.zeros((2, 3)))
    assert g.position == 6


class Stopped(BaseException):
    """What Ctrl-C raises where it is heard."""


def test_rows_that_are_put_together_move_nothing_where_they_end(g, monkeypatch):
    from tali import _multivariate

    def stop(*_):
        raise Stopped

    monkeypatch.setattr(_multivariate, "_named", stop)
    with pytest.raises(Stopped):
        g.multinomial(np.arange(100), [0.1] * 10)
    assert g.position == 0
