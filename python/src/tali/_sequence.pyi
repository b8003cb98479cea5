# SPDX-License-Identifier: Apache-2.0
# The types of _sequence.py. Written by make_stubs.py.
from typing import Any

import numpy as np

from tali._blocks import Block

class Sequence:
    """A sequence of random numbers, as a function of the index."""

    def __init__(self, engine: str = 'philox4x32', seed: Any = None, stream: int = 0, device: str = 'cpu') -> None: ...

    @property
    def engine(self) -> str:
        """The engine's name with its options."""

    @property
    def seed(self) -> int:
        """The seed."""

    @property
    def stream(self) -> int:
        """The number of the stream."""

    @classmethod
    def from_numpy(cls, state: Any, device: str = 'cpu') -> Sequence:
        """The sequence that continues from the position of a NumPy bit generator."""

    def numpy_state(self, first: int = 0) -> dict[str, Any]:
        """The state of a NumPy bit generator that continues this sequence."""

    @classmethod
    def from_jax(cls, key: Any, bits: int = 32, device: str = 'cpu') -> Sequence:
        """The sequence of which element i is element i of jax.random.bits(key, shape), whatever the shape."""

    def jax_key_data(self) -> Any:
        """The data of the key of which jax.random.bits makes this sequence's words."""

    def fill(self, distribution: str, first: int = 0, size: Any = None, dtype: Any = None, out: Any = None,
             **parameters: Any) -> Any:
        """Elements of any distribution of the catalogue, by its name there."""

    def block(self, shape: Any, offset: Any = None, local_shape: Any = None) -> Block:
        """A part of the array that the sequence's elements make in row-major order, whatever the other parts are."""

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def bernoulli(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Ones with probability p, else zeros, of a byte each."""

    def bernoulli_bits(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None,
                       first: int = 0) -> Any:
        """Packed bits: 32 a number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') has them one by one."""

    def beta(self, a: Any, b: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Beta numbers."""

    def binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Binomial numbers: successes among trials."""

    def bytes(self, length: int, *, first: int = 0) -> bytes:
        """Random bytes."""

    def categorical(self, p: Any = None, size: Any = None, *, logits: Any = None, first: int = 0) -> Any:
        """Numbers of categories."""

    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, first: int = 0) -> Any:
        """Cauchy numbers."""

    def chisquare(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Chi-squared numbers."""

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True, *, first: int = 0) -> Any:
        """Takes elements of an array, or of 0 ... a - 1."""

    def direction(self, dimensions: int, size: Any = None, *, dtype: Any = None, out: Any = None,
                  first: int = 0) -> Any:
        """Uniform directions: points of the unit sphere."""

    def dirichlet(self, alpha: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Proportions that add up to 1."""

    def exponential(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
                    first: int = 0) -> Any:
        """Exponential numbers."""

    def f(self, dfnum: Any, dfden: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
          first: int = 0) -> Any:
        """F numbers: quotients of mean squares."""

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
              first: int = 0) -> Any:
        """Gamma numbers."""

    def geometric(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Geometric numbers: trials up to the first success."""

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, first: int = 0) -> Any:
        """Gumbel numbers, of largest values."""

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None, *, dtype: Any = None,
                       out: Any = None, first: int = 0) -> Any:
        """Hypergeometric numbers: good ones in a sample without replacement."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64,
                 endpoint: bool = False, *, out: Any = None, first: int = 0) -> Any:
        """Uniform integers from low to high - 1; of low alone, from 0 to low - 1."""

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                out: Any = None, first: int = 0) -> Any:
        """Laplace numbers."""

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                 out: Any = None, first: int = 0) -> Any:
        """Logistic numbers."""

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, *, dtype: Any = None,
                  out: Any = None, first: int = 0) -> Any:
        """Numbers whose logarithm is normal."""

    def logseries(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Logarithmic series numbers."""

    def multinomial(self, n: Any, pvals: Any, size: Any = None, *, out: Any = None, first: int = 0) -> Any:
        """How often each outcome comes in n experiments."""

    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: Any = None,
                                    method: str = 'marginals', *, out: Any = None, first: int = 0) -> Any:
        """How many of each colour a sample without replacement has."""

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: Any = None, out: Any = None,
                            first: int = 0) -> Any:
        """Normal vectors."""

    def negative_binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
                          first: int = 0) -> Any:
        """Negative binomial numbers: failures before the n-th success."""

    def noncentral_chisquare(self, df: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                             out: Any = None, first: int = 0) -> Any:
        """Noncentral chi-squared numbers."""

    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                     out: Any = None, first: int = 0) -> Any:
        """Noncentral F numbers."""

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, method: str | None = None, first: int = 0) -> Any:
        """Normal numbers."""

    def pareto(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Pareto II (Lomax) numbers, from 0 on, as NumPy has them: the distribution lomax of scale 1."""

    def permutation(self, x: Any, axis: int = 0, *, first: int = 0) -> np.ndarray:
        """A random order of an array along an axis, or of 0 ... x - 1."""

    def permuted(self, x: Any, *, axis: int | None = None, out: np.ndarray | None = None,
                 first: int = 0) -> np.ndarray:
        """Orders the slices of an array along an axis, each in an order of its own."""

    def poisson(self, lam: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Poisson numbers."""

    def power(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Powers: numbers in [0, 1] with density a x^(a - 1)."""

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *, first: int = 0) -> Any:
        """Uniform numbers in [0, 1)."""

    def rayleigh(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
                 first: int = 0) -> Any:
        """Rayleigh numbers."""

    def shuffle(self, x: Any, axis: int = 0, *, first: int = 0) -> None:
        """Puts a sequence into a random order, in place."""

    def standard_cauchy(self, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Cauchy numbers of location 0 and scale 1."""

    def standard_exponential(self, size: Any = None, dtype: Any = np.float64, method: str = 'zig',
                             out: Any = None, *, first: int = 0) -> Any:
        """Exponential numbers of mean 1."""

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                       first: int = 0) -> Any:
        """Gamma numbers of scale 1."""

    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                        method: str | None = None, first: int = 0) -> Any:
        """Normal numbers of mean 0 and standard deviation 1."""

    def standard_t(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Student's t numbers."""

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None, *, dtype: Any = None,
                   out: Any = None, first: int = 0) -> Any:
        """Triangular numbers."""

    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *,
                         dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Normal numbers between two bounds."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, dtype: Any = None,
                out: Any = None, first: int = 0) -> Any:
        """Uniform numbers in [low, high)."""

    def vonmises(self, mu: Any, kappa: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
                 first: int = 0) -> Any:
        """Angles of the von Mises distribution, in [-pi, pi]."""

    def wald(self, mean: Any, scale: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
             first: int = 0) -> Any:
        """Wald numbers, also called inverse Gaussian."""

    def weibull(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Weibull numbers of scale 1."""

    def zipf(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Zipf numbers."""
