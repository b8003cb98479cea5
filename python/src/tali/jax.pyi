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
    """Draws bytes that are 1 with probability p, else 0."""

def bernoulli_bits(key: Any, size: Any, /, p: Any = 0.5, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws packed bits, 32 per number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') unpacks them."""

def beta(key: Any, size: Any, /, a: Any, b: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a beta distribution."""

def binomial(key: Any, size: Any, /, n: Any, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a binomial distribution: numbers of successes in n trials."""

def categorical(key: Any, size: Any, /, p: Any = None, *, logits: Any = None, sharding: Any = None) -> Any:
    """Draws indices of categories."""

def cauchy(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
           sharding: Any = None) -> Any:
    """Draws from a Cauchy distribution."""

def chisquare(key: Any, size: Any, /, df: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a chi-squared distribution."""

def choice(key: Any, size: Any, /, a: Any, replace: bool = True, p: Any = None, axis: int = 0,
           shuffle: bool = True, *, sharding: Any = None) -> Any:
    """Draws elements of an array, or of 0 ... a - 1."""

def direction(key: Any, size: Any, /, dimensions: int, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws uniform directions: points of the unit sphere."""

def dirichlet(key: Any, size: Any, /, alpha: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Dirichlet distribution: rows of proportions that add up to 1."""

def exponential(key: Any, size: Any, /, scale: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from an exponential distribution."""

def f(key: Any, size: Any, /, dfnum: Any, dfden: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from an F distribution."""

def gamma(key: Any, size: Any, /, shape: Any, scale: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a gamma distribution."""

def geometric(key: Any, size: Any, /, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a geometric distribution: numbers of trials up to the first success."""

def gumbel(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
           sharding: Any = None) -> Any:
    """Draws from a Gumbel distribution."""

def hypergeometric(key: Any, size: Any, /, ngood: Any, nbad: Any, nsample: Any, *, dtype: Any = None,
                   sharding: Any = None) -> Any:
    """Draws from a hypergeometric distribution: numbers of good items in a sample without replacement."""

def integers(key: Any, size: Any, /, low: Any, high: Any = None, dtype: Any = np.int64,
             endpoint: bool = False, *, sharding: Any = None) -> Any:
    """Draws uniform integers from low to high - 1, or from 0 to low - 1 if only low is given."""

def laplace(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
            sharding: Any = None) -> Any:
    """Draws from a Laplace distribution."""

def logistic(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
             sharding: Any = None) -> Any:
    """Draws from a logistic distribution."""

def lognormal(key: Any, size: Any, /, mean: Any = 0.0, sigma: Any = 1.0, *, dtype: Any = None,
              sharding: Any = None) -> Any:
    """Draws from a lognormal distribution."""

def logseries(key: Any, size: Any, /, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a logarithmic series distribution."""

def multinomial(key: Any, size: Any, /, n: Any, pvals: Any, *, sharding: Any = None) -> Any:
    """Draws from a multinomial distribution: counts of each outcome in n experiments."""

def multivariate_hypergeometric(key: Any, size: Any, /, colors: Any, nsample: Any,
                                method: str = 'marginals', *, sharding: Any = None) -> Any:
    """Draws from a multivariate hypergeometric distribution: counts of each colour in a sample without replacement."""

def multivariate_normal(key: Any, size: Any, /, mean: Any, cov: Any, check_valid: str = 'warn',
                        tol: float = 1e-08, *, method: str = 'svd', dtype: Any = None,
                        sharding: Any = None) -> Any:
    """Draws from a multivariate normal distribution."""

def negative_binomial(key: Any, size: Any, /, n: Any, p: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a negative binomial distribution: numbers of failures before the n-th success."""

def noncentral_chisquare(key: Any, size: Any, /, df: Any, nonc: Any, *, dtype: Any = None,
                         sharding: Any = None) -> Any:
    """Draws from a noncentral chi-squared distribution."""

def noncentral_f(key: Any, size: Any, /, dfnum: Any, dfden: Any, nonc: Any, *, dtype: Any = None,
                 sharding: Any = None) -> Any:
    """Draws from a noncentral F distribution."""

def normal(key: Any, size: Any, /, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
           method: str | None = None, sharding: Any = None) -> Any:
    """Draws from a normal distribution."""

def pareto(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Pareto II (Lomax) distribution with scale 1, as in NumPy."""

def poisson(key: Any, size: Any, /, lam: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Poisson distribution."""

def power(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a power distribution: values in [0, 1] with density a x^(a - 1)."""

def random(key: Any, size: Any, /, dtype: Any = np.float64, *, sharding: Any = None) -> Any:
    """Draws uniform numbers in [0, 1)."""

def rayleigh(key: Any, size: Any, /, scale: Any = 1.0, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Rayleigh distribution."""

def standard_cauchy(key: Any, size: Any, /, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a standard Cauchy distribution."""

def standard_exponential(key: Any, size: Any, /, dtype: Any = np.float64, method: str = 'zig', *,
                         sharding: Any = None) -> Any:
    """Draws from an exponential distribution with mean 1."""

def standard_gamma(key: Any, size: Any, /, shape: Any, dtype: Any = np.float64, *, sharding: Any = None) -> Any:
    """Draws from a gamma distribution with scale 1."""

def standard_normal(key: Any, size: Any, /, dtype: Any = np.float64, *, method: str | None = None,
                    sharding: Any = None) -> Any:
    """Draws from a standard normal distribution."""

def standard_t(key: Any, size: Any, /, df: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from Student's t distribution."""

def triangular(key: Any, size: Any, /, left: Any, mode: Any, right: Any, *, dtype: Any = None,
               sharding: Any = None) -> Any:
    """Draws from a triangular distribution."""

def truncated_normal(key: Any, size: Any, /, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, *,
                     dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a truncated normal distribution."""

def uniform(key: Any, size: Any, /, low: Any = 0.0, high: Any = 1.0, *, dtype: Any = None,
            sharding: Any = None) -> Any:
    """Draws uniform numbers in [low, high)."""

def vonmises(key: Any, size: Any, /, mu: Any, kappa: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws angles in [-pi, pi] from a von Mises distribution."""

def wald(key: Any, size: Any, /, mean: Any, scale: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Wald (inverse Gaussian) distribution."""

def weibull(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Weibull distribution with scale 1."""

def zipf(key: Any, size: Any, /, a: Any, *, dtype: Any = None, sharding: Any = None) -> Any:
    """Draws from a Zipf distribution."""
