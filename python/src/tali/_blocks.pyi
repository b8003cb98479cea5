# SPDX-License-Identifier: Apache-2.0
# The types of _blocks.py. Written by make_stubs.py.
from typing import Any

import numpy as np

SHAPED: list[str]

class Block:
    """A part of an array of random numbers, such as the part of one process or chunk."""

    def __init__(self, source: Any, device: int | None, shape: Any, offset: Any = None,
                 local_shape: Any = None, threads: int = -1) -> None: ...

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the whole array."""

    @property
    def offset(self) -> tuple[int, ...]:
        """Where the block begins in the array."""

    @property
    def local_shape(self) -> tuple[int, ...]:
        """The shape of the block."""

    def fill(self, distribution: str, dtype: Any = None, out: Any = None, **parameters: Any) -> Any:
        """Makes the block from any distribution, by name."""

    def __repr__(self) -> str: ...

    def bernoulli(self, p: Any = 0.5, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws bytes that are 1 with probability p, else 0."""

    def bernoulli_bits(self, p: Any = 0.5, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws packed bits, 32 per number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') unpacks them."""

    def beta(self, a: Any, b: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a beta distribution."""

    def binomial(self, n: Any, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a binomial distribution: numbers of successes in n trials."""

    def categorical(self, p: Any = None, *, logits: Any = None) -> Any:
        """Draws indices of categories."""

    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Cauchy distribution."""

    def chisquare(self, df: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a chi-squared distribution."""

    def choice(self, a: Any, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True) -> Any:
        """Draws elements of an array, or of 0 ... a - 1."""

    def direction(self, dimensions: int, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws uniform directions: points of the unit sphere."""

    def dirichlet(self, alpha: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Dirichlet distribution: rows of proportions that add up to 1."""

    def exponential(self, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from an exponential distribution."""

    def f(self, dfnum: Any, dfden: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from an F distribution."""

    def gamma(self, shape: Any, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a gamma distribution."""

    def geometric(self, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a geometric distribution: numbers of trials up to the first success."""

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Gumbel distribution."""

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a hypergeometric distribution: numbers of good items in a sample without replacement."""

    def integers(self, low: Any, high: Any = None, dtype: Any = np.int64, endpoint: bool = False, *,
                 out: Any = None) -> Any:
        """Draws uniform integers from low to high - 1, or from 0 to low - 1 if only low is given."""

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Laplace distribution."""

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a logistic distribution."""

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a lognormal distribution."""

    def logseries(self, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a logarithmic series distribution."""

    def multinomial(self, n: Any, pvals: Any, *, out: Any = None) -> Any:
        """Draws from a multinomial distribution: counts of each outcome in n experiments."""

    def multivariate_hypergeometric(self, colors: Any, nsample: Any, method: str = 'marginals', *,
                                    out: Any = None) -> Any:
        """Draws from a multivariate hypergeometric distribution: counts of each colour in a sample without replacement."""

    def multivariate_normal(self, mean: Any, cov: Any, check_valid: str = 'warn', tol: float = 1e-08, *,
                            method: str = 'svd', dtype: Any = None, out: Any = None) -> Any:
        """Draws from a multivariate normal distribution."""

    def negative_binomial(self, n: Any, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a negative binomial distribution: numbers of failures before the n-th success."""

    def noncentral_chisquare(self, df: Any, nonc: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a noncentral chi-squared distribution."""

    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a noncentral F distribution."""

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None,
               method: str | None = None) -> Any:
        """Draws from a normal distribution."""

    def pareto(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Pareto II (Lomax) distribution with scale 1, as in NumPy."""

    def poisson(self, lam: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Poisson distribution."""

    def power(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a power distribution: values in [0, 1] with density a x^(a - 1)."""

    def random(self, dtype: Any = np.float64, out: Any = None) -> Any:
        """Draws uniform numbers in [0, 1)."""

    def rayleigh(self, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Rayleigh distribution."""

    def standard_cauchy(self, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a standard Cauchy distribution."""

    def standard_exponential(self, dtype: Any = np.float64, method: str = 'zig', out: Any = None) -> Any:
        """Draws from an exponential distribution with mean 1."""

    def standard_gamma(self, shape: Any, dtype: Any = np.float64, out: Any = None) -> Any:
        """Draws from a gamma distribution with scale 1."""

    def standard_normal(self, dtype: Any = np.float64, out: Any = None, *, method: str | None = None) -> Any:
        """Draws from a standard normal distribution."""

    def standard_t(self, df: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from Student's t distribution."""

    def triangular(self, left: Any, mode: Any, right: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a triangular distribution."""

    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
                         out: Any = None) -> Any:
        """Draws from a truncated normal distribution."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws uniform numbers in [low, high)."""

    def vonmises(self, mu: Any, kappa: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws angles in [-pi, pi] from a von Mises distribution."""

    def wald(self, mean: Any, scale: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Wald (inverse Gaussian) distribution."""

    def weibull(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Weibull distribution with scale 1."""

    def zipf(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Zipf distribution."""

class Rows:
    """One row of random numbers per key. A row depends only on its key, not on the other rows."""

    def __init__(self, keys: Any, first: int = 0, device: str = 'cpu') -> None: ...

    def __len__(self) -> int: ...

    def fill(self, distribution: str, size: Any = None, dtype: Any = None, out: Any = None, **parameters: Any) -> Any:
        """Makes rows from any distribution, by name."""

    def permutation(self, x: Any, axis: int = 0) -> np.ndarray:
        """Returns a random permutation of an array along an axis, or of 0 ... x - 1, for each key."""

    def bytes(self, length: int) -> list[Any]:
        """Draws random bytes for each key."""

    def __repr__(self) -> str: ...

    def bernoulli(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws bytes that are 1 with probability p, else 0."""

    def bernoulli_bits(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws packed bits, 32 per number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') unpacks them."""

    def beta(self, a: Any, b: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a beta distribution."""

    def binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a binomial distribution: numbers of successes in n trials."""

    def categorical(self, p: Any = None, size: Any = None, *, logits: Any = None) -> Any:
        """Draws indices of categories."""

    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Cauchy distribution."""

    def chisquare(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a chi-squared distribution."""

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True) -> Any:
        """Draws elements of an array, or of 0 ... a - 1."""

    def direction(self, dimensions: int, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws uniform directions: points of the unit sphere."""

    def dirichlet(self, alpha: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Dirichlet distribution: rows of proportions that add up to 1."""

    def exponential(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from an exponential distribution."""

    def f(self, dfnum: Any, dfden: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from an F distribution."""

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a gamma distribution."""

    def geometric(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a geometric distribution: numbers of trials up to the first success."""

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Gumbel distribution."""

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None, *, dtype: Any = None,
                       out: Any = None) -> Any:
        """Draws from a hypergeometric distribution: numbers of good items in a sample without replacement."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64,
                 endpoint: bool = False, *, out: Any = None) -> Any:
        """Draws uniform integers from low to high - 1, or from 0 to low - 1 if only low is given."""

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                out: Any = None) -> Any:
        """Draws from a Laplace distribution."""

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                 out: Any = None) -> Any:
        """Draws from a logistic distribution."""

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, *, dtype: Any = None,
                  out: Any = None) -> Any:
        """Draws from a lognormal distribution."""

    def logseries(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a logarithmic series distribution."""

    def multinomial(self, n: Any, pvals: Any, size: Any = None, *, out: Any = None) -> Any:
        """Draws from a multinomial distribution: counts of each outcome in n experiments."""

    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: Any = None,
                                    method: str = 'marginals', *, out: Any = None) -> Any:
        """Draws from a multivariate hypergeometric distribution: counts of each colour in a sample without replacement."""

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: Any = None, out: Any = None) -> Any:
        """Draws from a multivariate normal distribution."""

    def negative_binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a negative binomial distribution: numbers of failures before the n-th success."""

    def noncentral_chisquare(self, df: Any, nonc: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a noncentral chi-squared distribution."""

    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                     out: Any = None) -> Any:
        """Draws from a noncentral F distribution."""

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, method: str | None = None) -> Any:
        """Draws from a normal distribution."""

    def pareto(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Pareto II (Lomax) distribution with scale 1, as in NumPy."""

    def poisson(self, lam: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Poisson distribution."""

    def power(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a power distribution: values in [0, 1] with density a x^(a - 1)."""

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Draws uniform numbers in [0, 1)."""

    def rayleigh(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Rayleigh distribution."""

    def standard_cauchy(self, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a standard Cauchy distribution."""

    def standard_exponential(self, size: Any = None, dtype: Any = np.float64, method: str = 'zig',
                             out: Any = None) -> Any:
        """Draws from an exponential distribution with mean 1."""

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Draws from a gamma distribution with scale 1."""

    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                        method: str | None = None) -> Any:
        """Draws from a standard normal distribution."""

    def standard_t(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from Student's t distribution."""

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None, *, dtype: Any = None,
                   out: Any = None) -> Any:
        """Draws from a triangular distribution."""

    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *,
                         dtype: Any = None, out: Any = None) -> Any:
        """Draws from a truncated normal distribution."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws uniform numbers in [low, high)."""

    def vonmises(self, mu: Any, kappa: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws angles in [-pi, pi] from a von Mises distribution."""

    def wald(self, mean: Any, scale: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Wald (inverse Gaussian) distribution."""

    def weibull(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Weibull distribution with scale 1."""

    def zipf(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Draws from a Zipf distribution."""

def rows(keys: Any, first: int = 0, device: str = 'cpu') -> Rows:
    """Makes one row of random numbers per key: an object with the methods of tali.Generator, where `size` is the shape of a row."""

def shape_from(name: str, value: Any) -> tuple[int, ...]:
    """A shape whose numbers are below 2**64."""

def place_of_axis(arguments: dict[str, Any]) -> int:
    """Number of dimensions of `a` before those that `choice` makes: its axis, counted from the front."""

def documentation(method: Any, leave: tuple[str, ...] = (), more: tuple[tuple[str, str], ...] = (),
                  returns: str = '', size: str = '', axis: str = '', example: str = '', prints: str = '',
                  own: tuple[str, ...] = ()) -> str:
    """A method's docstring for one call of many ranges."""
