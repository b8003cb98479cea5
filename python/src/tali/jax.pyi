# SPDX-License-Identifier: Apache-2.0
# The types of jax.py. Written by make_stubs.py.
from typing import Any

import numpy as np

def fold_in(key: Any, number: Any) -> Any:
    """The child of a number, as tali.Key.fold_in gives it."""

def key(seed: Any) -> Any:
    """A key as an array."""

def permutation(key: Any, x: Any, axis: int = 0) -> Any:
    """A random order of an array along an axis, or of 0 ... x - 1: that of ``tali.Sequence(seed=key).permutation``."""

prng: Any

def split(key: Any, n: int = 2) -> Any:
    """Several keys of each, as tali.Key.split gives them."""

def bernoulli(key: Any, size: Any, /, p: Any = 0.5, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Ones with probability p, else zeros, of a byte each."""

def bernoulli_bits(key: Any, size: Any, /, p: Any = 0.5, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Packed bits: 32 a number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') has them one by one."""

def beta(key: Any, size: Any, /, a: Any, b: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Beta numbers."""

def binomial(key: Any, size: Any, /, n: Any, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Binomial numbers: successes among trials."""

def categorical(key: Any, size: Any, /, p: Any = None, *, logits: Any = None, sharding: Any = None) -> Any:
    """Numbers of categories."""

def cauchy(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
           sharding: Any = None) -> Any:
    """Cauchy numbers."""

def chisquare(key: Any, size: Any, /, df: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Chi-squared numbers."""

def choice(key: Any, size: Any, /, a: Any, replace: bool = True, p: Any = None, axis: int = 0,
           shuffle: bool = True, *, sharding: Any = None) -> Any:
    """Takes elements of an array, or of 0 ... a - 1."""

def direction(key: Any, size: Any, /, dimensions: int, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Uniform directions: points of the unit sphere."""

def dirichlet(key: Any, size: Any, /, alpha: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Proportions that add up to 1."""

def exponential(key: Any, size: Any, /, scale: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Exponential numbers."""

def f(key: Any, size: Any, /, dfnum: Any, dfden: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """F numbers: quotients of mean squares."""

def gamma(key: Any, size: Any, /, shape: Any, scale: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Gamma numbers."""

def geometric(key: Any, size: Any, /, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Geometric numbers: trials up to the first success."""

def gumbel(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
           sharding: Any = None) -> Any:
    """Gumbel numbers, of largest values."""

def hypergeometric(key: Any, size: Any, /, ngood: Any, nbad: Any, nsample: Any, *, dtype: Any = None,
                   sharding: Any = None) -> Any:
    """Hypergeometric numbers: good ones in a sample without replacement."""

def integers(key: Any, size: Any, /, low: Any, high: Any = None, dtype: Any = np.int64,
             endpoint: bool = False, *, sharding: Any = None) -> Any:
    """Uniform integers from low to high - 1; of low alone, from 0 to low - 1."""

def laplace(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
            sharding: Any = None) -> Any:
    """Laplace numbers."""

def logistic(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
             sharding: Any = None) -> Any:
    """Logistic numbers."""

def lognormal(key: Any, size: Any, /, mean: Any = 0.0, sigma: Any = 1.0, *, dtype: Any = None,
              sharding: Any = None) -> Any:
    """Numbers whose logarithm is normal."""

def logseries(key: Any, size: Any, /, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Logarithmic series numbers."""

def multinomial(key: Any, size: Any, /, n: Any, pvals: Any, *, sharding: Any = None) -> Any:
    """How often each outcome comes in n experiments."""

def multivariate_hypergeometric(key: Any, size: Any, /, colors: Any, nsample: Any,
                                method: str = 'marginals', *, sharding: Any = None) -> Any:
    """How many of each colour a sample without replacement has."""

def multivariate_normal(key: Any, size: Any, /, mean: Any, cov: Any, check_valid: str = 'warn',
                        tol: float = 1e-08, *, method: str = 'svd', dtype: Any = None,
                        sharding: Any = None) -> Any:
    """Normal vectors."""

def negative_binomial(key: Any, size: Any, /, n: Any, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Negative binomial numbers: failures before the n-th success."""

def noncentral_chisquare(key: Any, size: Any, /, df: Any, nonc: Any, *, dtype: Any = None,
                         sharding: Any = None) -> Any:
    """Noncentral chi-squared numbers."""

def noncentral_f(key: Any, size: Any, /, dfnum: Any, dfden: Any, nonc: Any, *, dtype: Any = None,
                 sharding: Any = None) -> Any:
    """Noncentral F numbers."""

def normal(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
           method: str | None = None, sharding: Any = None) -> Any:
    """Normal numbers."""

def pareto(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Pareto II (Lomax) numbers, from 0 on, as NumPy has them: the distribution lomax of scale 1."""

def poisson(key: Any, size: Any, /, lam: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Poisson numbers."""

def power(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Powers: numbers in [0, 1] with density a x^(a - 1)."""

def random(key: Any, size: Any, /, dtype: Any = np.float64, *, sharding: Any = None) -> Any:
    """Uniform numbers in [0, 1)."""

def rayleigh(key: Any, size: Any, /, scale: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Rayleigh numbers."""

def standard_cauchy(key: Any, size: Any, /, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Cauchy numbers of location 0 and scale 1."""

def standard_exponential(key: Any, size: Any, /, dtype: Any = np.float64, method: str = 'zig', *,
                         sharding: Any = None) -> Any:
    """Exponential numbers of mean 1."""

def standard_gamma(key: Any, size: Any, /, shape: Any, dtype: Any = np.float64, *, sharding: Any = None) -> Any:
    """Gamma numbers of scale 1."""

def standard_normal(key: Any, size: Any, /, dtype: Any = np.float64, *, method: str | None = None,
                    sharding: Any = None) -> Any:
    """Normal numbers of mean 0 and standard deviation 1."""

def standard_t(key: Any, size: Any, /, df: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Student's t numbers."""

def triangular(key: Any, size: Any, /, left: Any, mode: Any, right: Any, *, dtype: Any = None,
               sharding: Any = None) -> Any:
    """Triangular numbers."""

def truncated_normal(key: Any, size: Any, /, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, *,
                     dtype: Any = None, sharding: Any = None) -> Any:
    """Normal numbers between two bounds."""

def uniform(key: Any, size: Any, /, low: Any = 0.0, high: Any = 1.0, *, dtype: Any = None,
            sharding: Any = None) -> Any:
    """Uniform numbers in [low, high)."""

def vonmises(key: Any, size: Any, /, mu: Any, kappa: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Angles of the von Mises distribution, in [-pi, pi]."""

def wald(key: Any, size: Any, /, mean: Any, scale: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Wald numbers, also called inverse Gaussian."""

def weibull(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Weibull numbers of scale 1."""

def zipf(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Zipf numbers."""
