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
        """Returns the sequence that continues from the position of a NumPy bit generator."""

    def numpy_state(self, first: int = 0) -> dict[str, Any]:
        """Returns the state of a NumPy bit generator that continues this sequence."""

    @classmethod
    def from_jax(cls, key: Any, bits: int = 32, device: str = 'cpu') -> Sequence:
        """Returns the sequence whose element i is element i of jax.random.bits(key, shape), for every shape."""

    def jax_key_data(self) -> Any:
        """Returns the data of the key for which jax.random.bits gives this sequence's words."""

    def fill(self, distribution: str, first: int = 0, size: Any = None, dtype: Any = None, out: Any = None,
             **parameters: Any) -> Any:
        """Returns elements of any distribution, by name."""

    def block(self, shape: Any, offset: Any = None, local_shape: Any = None) -> Block:
        """Returns a part of the row-major array of the sequence's elements, independent of the other parts."""

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __eq__(self, other: object) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def bernoulli(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws bytes that are 1 with probability p, else 0."""

    def bernoulli_bits(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None,
                       first: int = 0) -> Any:
        """Draws packed bits, 32 per number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') unpacks them."""

    def beta(self, a: Any, b: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a beta distribution."""

    def binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a binomial distribution: numbers of successes in n trials."""

    def bytes(self, length: int, *, first: int = 0) -> bytes:
        """Draws random bytes."""

    def categorical(self, p: Any = None, size: Any = None, *, logits: Any = None, first: int = 0) -> Any:
        """Draws indices of categories."""

    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, first: int = 0) -> Any:
        """Draws from a Cauchy distribution."""

    def chisquare(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a chi-squared distribution."""

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0,
               shuffle: bool = True, *, first: int = 0) -> Any:
        """Draws elements of an array, or of 0 ... a - 1."""

    def direction(self, dimensions: int, size: Any = None, *, dtype: Any = None, out: Any = None,
                  first: int = 0) -> Any:
        """Draws uniform directions: points of the unit sphere."""

    def dirichlet(self, alpha: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a Dirichlet distribution: rows of proportions that add up to 1."""

    def exponential(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
                    first: int = 0) -> Any:
        """Draws from an exponential distribution."""

    def f(self, dfnum: Any, dfden: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
          first: int = 0) -> Any:
        """Draws from an F distribution."""

    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
              first: int = 0) -> Any:
        """Draws from a gamma distribution."""

    def geometric(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a geometric distribution: numbers of trials up to the first success."""

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, first: int = 0) -> Any:
        """Draws from a Gumbel distribution."""

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None, *, dtype: Any = None,
                       out: Any = None, first: int = 0) -> Any:
        """Draws from a hypergeometric distribution: numbers of good items in a sample without replacement."""

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64,
                 endpoint: bool = False, *, out: Any = None, first: int = 0) -> Any:
        """Draws uniform integers from low to high - 1, or from 0 to low - 1 if only low is given."""

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                out: Any = None, first: int = 0) -> Any:
        """Draws from a Laplace distribution."""

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                 out: Any = None, first: int = 0) -> Any:
        """Draws from a logistic distribution."""

    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, *, dtype: Any = None,
                  out: Any = None, first: int = 0) -> Any:
        """Draws from a lognormal distribution."""

    def logseries(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a logarithmic series distribution."""

    def multinomial(self, n: Any, pvals: Any, size: Any = None, *, out: Any = None, first: int = 0) -> Any:
        """Draws from a multinomial distribution: counts of each outcome in n experiments."""

    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: Any = None,
                                    method: str = 'marginals', *, out: Any = None, first: int = 0) -> Any:
        """Draws from a multivariate hypergeometric distribution: counts of each colour in a sample without replacement."""

    def multivariate_normal(self, mean: Any, cov: Any, size: Any = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: Any = None, out: Any = None,
                            first: int = 0) -> Any:
        """Draws from a multivariate normal distribution."""

    def negative_binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
                          first: int = 0) -> Any:
        """Draws from a negative binomial distribution: numbers of failures before the n-th success."""

    def noncentral_chisquare(self, df: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                             out: Any = None, first: int = 0) -> Any:
        """Draws from a noncentral chi-squared distribution."""

    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                     out: Any = None, first: int = 0) -> Any:
        """Draws from a noncentral F distribution."""

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
               out: Any = None, method: str | None = None, first: int = 0) -> Any:
        """Draws from a normal distribution."""

    def pareto(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a Pareto II (Lomax) distribution with scale 1, as in NumPy."""

    def permutation(self, x: Any, axis: int = 0, *, first: int = 0) -> np.ndarray:
        """Returns a random permutation of an array along an axis, or of 0 ... x - 1."""

    def permuted(self, x: Any, *, axis: int | None = None, out: np.ndarray | None = None,
                 first: int = 0) -> np.ndarray:
        """Shuffles each slice of an array along an axis independently."""

    def poisson(self, lam: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a Poisson distribution."""

    def power(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a power distribution: values in [0, 1] with density a x^(a - 1)."""

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *, first: int = 0) -> Any:
        """Draws uniform numbers in [0, 1)."""

    def rayleigh(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
                 first: int = 0) -> Any:
        """Draws from a Rayleigh distribution."""

    def shuffle(self, x: Any, axis: int = 0, *, first: int = 0) -> None:
        """Shuffles a sequence in place."""

    def standard_cauchy(self, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a standard Cauchy distribution."""

    def standard_exponential(self, size: Any = None, dtype: Any = np.float64, method: str = 'zig',
                             out: Any = None, *, first: int = 0) -> Any:
        """Draws from an exponential distribution with mean 1."""

    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                       first: int = 0) -> Any:
        """Draws from a gamma distribution with scale 1."""

    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                        method: str | None = None, first: int = 0) -> Any:
        """Draws from a standard normal distribution."""

    def standard_t(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from Student's t distribution."""

    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None, *, dtype: Any = None,
                   out: Any = None, first: int = 0) -> Any:
        """Draws from a triangular distribution."""

    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *,
                         dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a truncated normal distribution."""

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, dtype: Any = None,
                out: Any = None, first: int = 0) -> Any:
        """Draws uniform numbers in [low, high)."""

    def vonmises(self, mu: Any, kappa: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
                 first: int = 0) -> Any:
        """Draws angles in [-pi, pi] from a von Mises distribution."""

    def wald(self, mean: Any, scale: Any, size: Any = None, *, dtype: Any = None, out: Any = None,
             first: int = 0) -> Any:
        """Draws from a Wald (inverse Gaussian) distribution."""

    def weibull(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a Weibull distribution with scale 1."""

    def zipf(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None, first: int = 0) -> Any:
        """Draws from a Zipf distribution."""
