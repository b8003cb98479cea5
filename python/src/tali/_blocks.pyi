# SPDX-License-Identifier: Apache-2.0
# The types of _blocks.py. Written by make_stubs.py.
from typing import Any

import numpy as np

SHAPED: list[str]

class Block:
    """A part of an array of random numbers, as one of many processes or chunks has it."""

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
        """The block of any distribution of the catalogue, by its name there."""

    def __repr__(self) -> str: ...

    def bernoulli(self, p: Any = 0.5, *, dtype: Any = None, out: Any = None) -> Any:
        """Ones with probability p, else zeros, of a byte each."""

    def bernoulli_bits(self, p: Any = 0.5, *, dtype: Any = None, out: Any = None) -> Any:
        """Packed bits: 32 a number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') has them one by one."""

    def beta(self, a: Any, b: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Beta numbers."""

    def binomial(self, n: Any, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Binomial numbers: successes among trials."""

    def categorical(self, p: Any = None, *, logits: Any = None) -> Any:
        """Numbers of categories."""

    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Cauchy numbers."""

    def chisquare(self, df: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Chi-squared numbers."""

    def choice(self, a: Any, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True) -> Any:
        """Takes elements of an array, or of 0 ... a - 1."""

    def direction(self, dimensions: int, *, dtype: Any = None, out: Any = None) -> Any:
        """Uniform directions: points of the unit sphere."""

    def dirichlet(self, alpha: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Proportions that add up to 1."""

    def exponential(self, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Exponential numbers."""

    def f(self, dfnum: Any, dfden: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """F numbers: quotients of mean squares."""

    def gamma(self, shape: Any, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Gamma numbers."""

    def geometric(self, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Geometric numbers: trials up to the first success."""

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Gumbel numbers, of largest values."""

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Hypergeometric numbers: good ones in a sample without replacement."""

    def integers(self, low: Any, high: Any = None, dtype: Any = np.int64, endpoint: bool = False, *,
                 out: Any = None) -> Any:
        """Uniform integers from low to high - 1; of low alone, from 0 to low - 1."""

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Laplace numbers."""

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Logistic numbers."""

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Numbers whose logarithm is normal."""

    def logseries(self, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Logarithmic series numbers."""

    def multinomial(self, n: Any, pvals: Any, *, out: Any = None) -> Any:
        """How often each outcome comes in n experiments."""

    def multivariate_hypergeometric(self, colors: Any, nsample: Any, method: str = 'marginals', *,
                                    out: Any = None) -> Any:
        """How many of each colour a sample without replacement has."""

    def multivariate_normal(self, mean: Any, cov: Any, check_valid: str = 'warn', tol: float = 1e-08, *,
                            method: str = 'svd', dtype: Any = None, out: Any = None) -> Any:
        """Normal vectors."""

    def negative_binomial(self, n: Any, p: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Negative binomial numbers: failures before the n-th success."""

    def noncentral_chisquare(self, df: Any, nonc: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Noncentral chi-squared numbers."""

    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Noncentral F numbers."""

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None, out: Any = None,
               method: str | None = None) -> Any:
        """Normal numbers."""

    def pareto(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Pareto II (Lomax) numbers, from 0 on, as NumPy has them: the distribution lomax of scale 1."""

    def poisson(self, lam: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Poisson numbers."""

    def power(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Powers: numbers in [0, 1] with density a x^(a - 1)."""

    def random(self, dtype: Any = np.float64, out: Any = None) -> Any:
        """Uniform numbers in [0, 1)."""

    def rayleigh(self, scale: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Rayleigh numbers."""

    def standard_cauchy(self, *, dtype: Any = None, out: Any = None) -> Any:
        """Cauchy numbers of location 0 and scale 1."""

    def standard_exponential(self, dtype: Any = np.float64, method: str = 'zig', out: Any = None) -> Any:
        """Exponential numbers of mean 1."""

    def standard_gamma(self, shape: Any, dtype: Any = np.float64, out: Any = None) -> Any:
        """Gamma numbers of scale 1."""

    def standard_normal(self, dtype: Any = np.float64, out: Any = None, *, method: str | None = None) -> Any:
        """Normal numbers of mean 0 and standard deviation 1."""

    def standard_t(self, df: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Student's t numbers."""

    def triangular(self, left: Any, mode: Any, right: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Triangular numbers."""

    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, *, dtype: Any = None,
                         out: Any = None) -> Any:
        """Normal numbers between two bounds."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, *, dtype: Any = None, out: Any = None) -> Any:
        """Uniform numbers in [low, high)."""

    def vonmises(self, mu: Any, kappa: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Angles of the von Mises distribution, in [-pi, pi]."""

    def wald(self, mean: Any, scale: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Wald numbers, also called inverse Gaussian."""

    def weibull(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Weibull numbers of scale 1."""

    def zipf(self, a: Any, *, dtype: Any = None, out: Any = None) -> Any:
        """Zipf numbers."""

class Rows:
    """A row of random numbers for every key. A row depends on its key alone, whatever other rows there are."""

    def __init__(self, keys: Any, first: int = 0, device: str = 'cpu') -> None: ...

    def __len__(self) -> int: ...

    def fill(self, distribution: str, size: Any = None, dtype: Any = None, out: Any = None, **parameters: Any) -> Any:
        """Rows of any distribution of the catalogue, by its name there."""

    def permutation(self, x: Any, axis: int = 0) -> np.ndarray:
        """A random order of an array along an axis, or of 0 ... x - 1, for every key."""

    def bytes(self, length: int) -> list[Any]:
        """Random bytes for every key."""

    def __repr__(self) -> str: ...

    def bernoulli(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Ones with probability p, else zeros, of a byte each."""

    def bernoulli_bits(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Packed bits: 32 a number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') has them one by one."""

    def beta(self, a: Any, b: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Beta numbers."""

    def binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Binomial numbers: successes among trials."""

    def categorical(self, p: Any = None, size: Any = None, *, logits: Any = None) -> Any:
        """Numbers of categories."""

    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Cauchy numbers."""

    def chisquare(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Chi-squared numbers."""

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True) -> Any:
        """Takes elements of an array, or of 0 ... a - 1."""

    def direction(self, dimensions: int, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Uniform directions: points of the unit sphere."""

    def dirichlet(self, alpha: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Proportions that add up to 1."""

    def exponential(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Exponential numbers."""

    def f(self, dfnum: Any, dfden: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """F numbers: quotients of mean squares."""

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Gamma numbers."""

    def geometric(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Geometric numbers: trials up to the first success."""

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Gumbel numbers, of largest values."""

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None, *, dtype: Any = None,
                       out: Any = None) -> Any:
        """Hypergeometric numbers: good ones in a sample without replacement."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64,
                 endpoint: bool = False, *, out: Any = None) -> Any:
        """Uniform integers from low to high - 1; of low alone, from 0 to low - 1."""

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                out: Any = None) -> Any:
        """Laplace numbers."""

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                 out: Any = None) -> Any:
        """Logistic numbers."""

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, *, dtype: Any = None,
                  out: Any = None) -> Any:
        """Numbers whose logarithm is normal."""

    def logseries(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Logarithmic series numbers."""

    def multinomial(self, n: Any, pvals: Any, size: Any = None, *, out: Any = None) -> Any:
        """How often each outcome comes in n experiments."""

    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: Any = None,
                                    method: str = 'marginals', *, out: Any = None) -> Any:
        """How many of each colour a sample without replacement has."""

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: Any = None, out: Any = None) -> Any:
        """Normal vectors."""

    def negative_binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Negative binomial numbers: failures before the n-th success."""

    def noncentral_chisquare(self, df: Any, nonc: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Noncentral chi-squared numbers."""

    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                     out: Any = None) -> Any:
        """Noncentral F numbers."""

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, method: str | None = None) -> Any:
        """Normal numbers."""

    def pareto(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Pareto II (Lomax) numbers, from 0 on, as NumPy has them: the distribution lomax of scale 1."""

    def poisson(self, lam: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Poisson numbers."""

    def power(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Powers: numbers in [0, 1] with density a x^(a - 1)."""

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Uniform numbers in [0, 1)."""

    def rayleigh(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Rayleigh numbers."""

    def standard_cauchy(self, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Cauchy numbers of location 0 and scale 1."""

    def standard_exponential(self, size: Any = None, dtype: Any = np.float64, method: str = 'zig',
                             out: Any = None) -> Any:
        """Exponential numbers of mean 1."""

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Gamma numbers of scale 1."""

    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                        method: str | None = None) -> Any:
        """Normal numbers of mean 0 and standard deviation 1."""

    def standard_t(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Student's t numbers."""

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None, *, dtype: Any = None,
                   out: Any = None) -> Any:
        """Triangular numbers."""

    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *,
                         dtype: Any = None, out: Any = None) -> Any:
        """Normal numbers between two bounds."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Uniform numbers in [low, high)."""

    def vonmises(self, mu: Any, kappa: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Angles of the von Mises distribution, in [-pi, pi]."""

    def wald(self, mean: Any, scale: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Wald numbers, also called inverse Gaussian."""

    def weibull(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Weibull numbers of scale 1."""

    def zipf(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        """Zipf numbers."""

def rows(keys: Any, first: int = 0, device: str = 'cpu') -> Rows:
    """A row of random numbers for every key: the methods of tali.Generator, where `size` is the shape of a row."""

def shape_from(name: str, value: Any) -> tuple[int, ...]:
    """A shape whose numbers are below 2**64."""

def place_of_axis(arguments: dict[str, Any]) -> int:
    """How many dimensions of what `choice` takes from come before those that it makes: its axis, counted from the front."""

def documentation(method: Any, leave: tuple[str, ...] = (), more: tuple[tuple[str, str], ...] = (),
                  returns: str = '', size: str = '', axis: str = '', example: str = '', prints: str = '',
                  own: tuple[str, ...] = ()) -> str:
    """A method's docstring for one call of many ranges."""
