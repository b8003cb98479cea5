# SPDX-License-Identifier: Apache-2.0
# The types of _sequence.py. Written by make_stubs.py.
from typing import Any

import numpy as np
from collections.abc import Sequence as _Several
from typing import SupportsIndex, TypeVar, overload

from numpy._typing import _ArrayLikeFloat_co as _Reals
from numpy._typing import _FloatLike_co as _Real
from numpy.typing import NDArray

_Size = SupportsIndex | _Several[SupportsIndex]
_T = TypeVar("_T", bound=np.generic)
_Out = TypeVar("_Out")
_Bytes = bytes
_Type = type[_T] | np.dtype[_T]

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

    @overload
    def bernoulli(self, p: _Real = 0.5, size: None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> int:
        """Draws bytes that are 1 with probability p, else 0."""
    @overload
    def bernoulli(self, p: _Reals = 0.5, *, size: _Size, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.uint8]: ...
    @overload
    def bernoulli(self, p: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.uint8]: ...
    @overload
    def bernoulli(self, p: _Reals = 0.5, *, size: _Size, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def bernoulli(self, p: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def bernoulli(self, p: _Reals = 0.5, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                  first: int = 0) -> _Out: ...
    @overload
    def bernoulli(self, p: _Reals = 0.5, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> Any: ...

    @overload
    def bernoulli_bits(self, p: _Real = 0.5, size: None = None, *, dtype: Any = ..., out: None = None,
                       first: int = 0) -> int:
        """Draws packed bits, 32 per number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') unpacks them."""
    @overload
    def bernoulli_bits(self, p: _Reals = 0.5, *, size: _Size, dtype: None = None, out: None = None,
                       first: int = 0) -> NDArray[np.uint32]: ...
    @overload
    def bernoulli_bits(self, p: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                       first: int = 0) -> NDArray[np.uint32]: ...
    @overload
    def bernoulli_bits(self, p: _Reals = 0.5, *, size: _Size, dtype: _Type[_T], out: None = None,
                       first: int = 0) -> NDArray[_T]: ...
    @overload
    def bernoulli_bits(self, p: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                       first: int = 0) -> NDArray[_T]: ...
    @overload
    def bernoulli_bits(self, p: _Reals = 0.5, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                       first: int = 0) -> _Out: ...
    @overload
    def bernoulli_bits(self, p: _Reals = 0.5, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                       first: int = 0) -> Any: ...

    @overload
    def beta(self, a: _Real, b: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
             first: int = 0) -> float:
        """Draws from a beta distribution."""
    @overload
    def beta(self, a: _Reals, b: _Reals, size: _Size, *, dtype: None = None, out: None = None,
             first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def beta(self, a: _Reals, b: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
             first: int = 0) -> NDArray[_T]: ...
    @overload
    def beta(self, a: _Reals, b: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
             first: int = 0) -> _Out: ...
    @overload
    def beta(self, a: _Reals, b: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
             first: int = 0) -> Any: ...

    @overload
    def binomial(self, n: _Real, p: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> int:
        """Draws from a binomial distribution: numbers of successes in n trials."""
    @overload
    def binomial(self, n: _Reals, p: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                 first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def binomial(self, n: _Reals, p: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def binomial(self, n: _Reals, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                 first: int = 0) -> _Out: ...
    @overload
    def binomial(self, n: _Reals, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> Any: ...

    def bytes(self, length: SupportsIndex, *, first: int = 0) -> _Bytes:
        """Draws random bytes."""

    @overload
    def categorical(self, p: _Reals, size: None = None, *, logits: None = None, first: int = 0) -> int:
        """Draws indices of categories."""
    @overload
    def categorical(self, p: _Reals, size: _Size, *, logits: None = None, first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def categorical(self, p: None = None, size: _Size | None = None, *, logits: _Reals, first: int = 0) -> Any: ...

    @overload
    def cauchy(self, loc: _Real = 0.0, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
               first: int = 0) -> float:
        """Draws from a Cauchy distribution."""
    @overload
    def cauchy(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
               first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def cauchy(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
               first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def cauchy(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
               first: int = 0) -> NDArray[_T]: ...
    @overload
    def cauchy(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
               first: int = 0) -> NDArray[_T]: ...
    @overload
    def cauchy(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
               first: int = 0) -> _Out: ...
    @overload
    def cauchy(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
               out: None = None, first: int = 0) -> Any: ...

    @overload
    def chisquare(self, df: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> float:
        """Draws from a chi-squared distribution."""
    @overload
    def chisquare(self, df: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def chisquare(self, df: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def chisquare(self, df: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                  first: int = 0) -> _Out: ...
    @overload
    def chisquare(self, df: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> Any: ...

    @overload
    def choice(self, a: int, size: None = None, replace: bool = True, p: _Reals | None = None, axis: int = 0,
               shuffle: bool = True, *, first: int = 0) -> int:
        """Draws elements of an array, or of 0 ... a - 1."""
    @overload
    def choice(self, a: int, size: _Size, replace: bool = True, p: _Reals | None = None, axis: int = 0,
               shuffle: bool = True, *, first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def choice(self, a: NDArray[_T], size: _Size, replace: bool = True, p: _Reals | None = None, axis: int = 0,
               shuffle: bool = True, *, first: int = 0) -> NDArray[_T]: ...
    @overload
    def choice(self, a: Any, size: _Size | None = None, replace: bool = True, p: _Reals | None = None, axis: int = 0,
               shuffle: bool = True, *, first: int = 0) -> Any: ...

    @overload
    def direction(self, dimensions: int, size: _Size | None = None, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.float64]:
        """Draws uniform directions: points of the unit sphere."""
    @overload
    def direction(self, dimensions: int, size: _Size | None = None, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def direction(self, dimensions: int, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                  first: int = 0) -> _Out: ...
    @overload
    def direction(self, dimensions: int, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> Any: ...

    @overload
    def dirichlet(self, alpha: Any, size: _Size | None = None, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.float64]:
        """Draws from a Dirichlet distribution: rows of proportions that add up to 1."""
    @overload
    def dirichlet(self, alpha: Any, size: _Size | None = None, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def dirichlet(self, alpha: Any, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                  first: int = 0) -> _Out: ...
    @overload
    def dirichlet(self, alpha: Any, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> Any: ...

    @overload
    def exponential(self, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
                    first: int = 0) -> float:
        """Draws from an exponential distribution."""
    @overload
    def exponential(self, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                    first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def exponential(self, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                    first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def exponential(self, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                    first: int = 0) -> NDArray[_T]: ...
    @overload
    def exponential(self, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                    first: int = 0) -> NDArray[_T]: ...
    @overload
    def exponential(self, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                    first: int = 0) -> _Out: ...
    @overload
    def exponential(self, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                    first: int = 0) -> Any: ...

    @overload
    def f(self, dfnum: _Real, dfden: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
          first: int = 0) -> float:
        """Draws from an F distribution."""
    @overload
    def f(self, dfnum: _Reals, dfden: _Reals, size: _Size, *, dtype: None = None, out: None = None,
          first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def f(self, dfnum: _Reals, dfden: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
          first: int = 0) -> NDArray[_T]: ...
    @overload
    def f(self, dfnum: _Reals, dfden: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
          first: int = 0) -> _Out: ...
    @overload
    def f(self, dfnum: _Reals, dfden: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
          first: int = 0) -> Any: ...

    @overload
    def gamma(self, shape: _Real, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
              first: int = 0) -> float:
        """Draws from a gamma distribution."""
    @overload
    def gamma(self, shape: _Reals, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
              first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def gamma(self, shape: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
              first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def gamma(self, shape: _Reals, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
              first: int = 0) -> NDArray[_T]: ...
    @overload
    def gamma(self, shape: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
              first: int = 0) -> NDArray[_T]: ...
    @overload
    def gamma(self, shape: _Reals, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
              first: int = 0) -> _Out: ...
    @overload
    def gamma(self, shape: _Reals, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
              out: None = None, first: int = 0) -> Any: ...

    @overload
    def geometric(self, p: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> int:
        """Draws from a geometric distribution: numbers of trials up to the first success."""
    @overload
    def geometric(self, p: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def geometric(self, p: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def geometric(self, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                  first: int = 0) -> _Out: ...
    @overload
    def geometric(self, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> Any: ...

    @overload
    def gumbel(self, loc: _Real = 0.0, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
               first: int = 0) -> float:
        """Draws from a Gumbel distribution."""
    @overload
    def gumbel(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
               first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def gumbel(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
               first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def gumbel(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
               first: int = 0) -> NDArray[_T]: ...
    @overload
    def gumbel(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
               first: int = 0) -> NDArray[_T]: ...
    @overload
    def gumbel(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
               first: int = 0) -> _Out: ...
    @overload
    def gumbel(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
               out: None = None, first: int = 0) -> Any: ...

    @overload
    def hypergeometric(self, ngood: _Real, nbad: _Real, nsample: _Real, size: None = None, *, dtype: Any = ...,
                       out: None = None, first: int = 0) -> int:
        """Draws from a hypergeometric distribution: numbers of good items in a sample without replacement."""
    @overload
    def hypergeometric(self, ngood: _Reals, nbad: _Reals, nsample: _Reals, size: _Size, *, dtype: None = None,
                       out: None = None, first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def hypergeometric(self, ngood: _Reals, nbad: _Reals, nsample: _Reals, size: _Size, *, dtype: _Type[_T],
                       out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def hypergeometric(self, ngood: _Reals, nbad: _Reals, nsample: _Reals, size: _Size | None = None, *,
                       dtype: Any = ..., out: _Out, first: int = 0) -> _Out: ...
    @overload
    def hypergeometric(self, ngood: _Reals, nbad: _Reals, nsample: _Reals, size: _Size | None = None, *,
                       dtype: Any = ..., out: None = None, first: int = 0) -> Any: ...

    @overload
    def integers(self, low: _Real, high: _Real | None = None, size: None = None, dtype: type[np.int64] = ...,
                 endpoint: bool = False, *, out: None = None, first: int = 0) -> np.int64:
        """Draws uniform integers from low to high - 1, or from 0 to low - 1 if only low is given."""
    @overload
    def integers(self, low: _Real, high: _Real | None = None, size: None = None, *, dtype: type[int],
                 endpoint: bool = False, out: None = None, first: int = 0) -> int: ...
    @overload
    def integers(self, low: _Real, high: _Real | None = None, size: None = None, *, dtype: type[bool],
                 endpoint: bool = False, out: None = None, first: int = 0) -> bool: ...
    @overload
    def integers(self, low: _Real, high: _Real | None = None, size: None = None, *, dtype: _Type[_T],
                 endpoint: bool = False, out: None = None, first: int = 0) -> _T: ...
    @overload
    def integers(self, low: _Reals, high: _Reals | None = None, *, size: _Size, dtype: type[np.int64] = ...,
                 endpoint: bool = False, out: None = None, first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def integers(self, low: _Reals, high: _Reals | None, size: _Size, dtype: type[np.int64] = ...,
                 endpoint: bool = False, *, out: None = None, first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def integers(self, low: _Reals, high: _Reals | None = None, *, size: _Size, dtype: _Type[_T],
                 endpoint: bool = False, out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def integers(self, low: _Reals, high: _Reals | None, size: _Size, dtype: _Type[_T], endpoint: bool = False, *,
                 out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def integers(self, low: _Reals, high: _Reals | None = None, size: _Size | None = None, dtype: Any = ...,
                 endpoint: bool = False, *, out: _Out, first: int = 0) -> _Out: ...
    @overload
    def integers(self, low: _Reals, high: _Reals | None = None, size: _Size | None = None, dtype: Any = ...,
                 endpoint: bool = False, *, out: None = None, first: int = 0) -> Any: ...

    @overload
    def laplace(self, loc: _Real = 0.0, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
                first: int = 0) -> float:
        """Draws from a Laplace distribution."""
    @overload
    def laplace(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def laplace(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def laplace(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def laplace(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def laplace(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                out: _Out, first: int = 0) -> _Out: ...
    @overload
    def laplace(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                out: None = None, first: int = 0) -> Any: ...

    @overload
    def logistic(self, loc: _Real = 0.0, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> float:
        """Draws from a logistic distribution."""
    @overload
    def logistic(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                 first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def logistic(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                 first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def logistic(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def logistic(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def logistic(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                 out: _Out, first: int = 0) -> _Out: ...
    @overload
    def logistic(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                 out: None = None, first: int = 0) -> Any: ...

    @overload
    def lognormal(self, mean: _Real = 0.0, sigma: _Real = 1.0, size: None = None, *, dtype: Any = ...,
                  out: None = None, first: int = 0) -> float:
        """Draws from a lognormal distribution."""
    @overload
    def lognormal(self, mean: _Reals = 0.0, sigma: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def lognormal(self, mean: _Reals, sigma: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def lognormal(self, mean: _Reals = 0.0, sigma: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def lognormal(self, mean: _Reals, sigma: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def lognormal(self, mean: _Reals = 0.0, sigma: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                  out: _Out, first: int = 0) -> _Out: ...
    @overload
    def lognormal(self, mean: _Reals = 0.0, sigma: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                  out: None = None, first: int = 0) -> Any: ...

    @overload
    def logseries(self, p: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> int:
        """Draws from a logarithmic series distribution."""
    @overload
    def logseries(self, p: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                  first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def logseries(self, p: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                  first: int = 0) -> NDArray[_T]: ...
    @overload
    def logseries(self, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                  first: int = 0) -> _Out: ...
    @overload
    def logseries(self, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                  first: int = 0) -> Any: ...

    @overload
    def multinomial(self, n: Any, pvals: Any, size: _Size | None = None, *, out: None = None,
                    first: int = 0) -> NDArray[np.int64]:
        """Draws from a multinomial distribution: counts of each outcome in n experiments."""
    @overload
    def multinomial(self, n: Any, pvals: Any, size: _Size | None = None, *, out: _Out, first: int = 0) -> _Out: ...

    @overload
    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: _Size | None = None,
                                    method: str = 'marginals', *, out: None = None,
                                    first: int = 0) -> NDArray[np.int64]:
        """Draws from a multivariate hypergeometric distribution: counts of each colour in a sample without replacement."""
    @overload
    def multivariate_hypergeometric(self, colors: Any, nsample: Any, size: _Size | None = None,
                                    method: str = 'marginals', *, out: _Out, first: int = 0) -> _Out: ...

    @overload
    def multivariate_normal(self, mean: Any, cov: Any, size: _Size | None = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: None = None, out: None = None,
                            first: int = 0) -> NDArray[np.float64]:
        """Draws from a multivariate normal distribution."""
    @overload
    def multivariate_normal(self, mean: Any, cov: Any, size: _Size | None = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: _Type[_T], out: None = None,
                            first: int = 0) -> NDArray[_T]: ...
    @overload
    def multivariate_normal(self, mean: Any, cov: Any, size: _Size | None = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: Any = ..., out: _Out,
                            first: int = 0) -> _Out: ...
    @overload
    def multivariate_normal(self, mean: Any, cov: Any, size: _Size | None = None, check_valid: str = 'warn',
                            tol: float = 1e-08, *, method: str = 'svd', dtype: Any = ..., out: None = None,
                            first: int = 0) -> Any: ...

    @overload
    def negative_binomial(self, n: _Real, p: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
                          first: int = 0) -> int:
        """Draws from a negative binomial distribution: numbers of failures before the n-th success."""
    @overload
    def negative_binomial(self, n: _Reals, p: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                          first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def negative_binomial(self, n: _Reals, p: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                          first: int = 0) -> NDArray[_T]: ...
    @overload
    def negative_binomial(self, n: _Reals, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                          first: int = 0) -> _Out: ...
    @overload
    def negative_binomial(self, n: _Reals, p: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                          first: int = 0) -> Any: ...

    @overload
    def noncentral_chisquare(self, df: _Real, nonc: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
                             first: int = 0) -> float:
        """Draws from a noncentral chi-squared distribution."""
    @overload
    def noncentral_chisquare(self, df: _Reals, nonc: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                             first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def noncentral_chisquare(self, df: _Reals, nonc: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                             first: int = 0) -> NDArray[_T]: ...
    @overload
    def noncentral_chisquare(self, df: _Reals, nonc: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                             first: int = 0) -> _Out: ...
    @overload
    def noncentral_chisquare(self, df: _Reals, nonc: _Reals, size: _Size | None = None, *, dtype: Any = ...,
                             out: None = None, first: int = 0) -> Any: ...

    @overload
    def noncentral_f(self, dfnum: _Real, dfden: _Real, nonc: _Real, size: None = None, *, dtype: Any = ...,
                     out: None = None, first: int = 0) -> float:
        """Draws from a noncentral F distribution."""
    @overload
    def noncentral_f(self, dfnum: _Reals, dfden: _Reals, nonc: _Reals, size: _Size, *, dtype: None = None,
                     out: None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def noncentral_f(self, dfnum: _Reals, dfden: _Reals, nonc: _Reals, size: _Size, *, dtype: _Type[_T],
                     out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def noncentral_f(self, dfnum: _Reals, dfden: _Reals, nonc: _Reals, size: _Size | None = None, *, dtype: Any = ...,
                     out: _Out, first: int = 0) -> _Out: ...
    @overload
    def noncentral_f(self, dfnum: _Reals, dfden: _Reals, nonc: _Reals, size: _Size | None = None, *, dtype: Any = ...,
                     out: None = None, first: int = 0) -> Any: ...

    @overload
    def normal(self, loc: _Real = 0.0, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
               method: str | None = None, first: int = 0) -> float:
        """Draws from a normal distribution."""
    @overload
    def normal(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
               method: str | None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def normal(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
               method: str | None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def normal(self, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
               method: str | None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def normal(self, loc: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
               method: str | None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def normal(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
               method: str | None = None, first: int = 0) -> _Out: ...
    @overload
    def normal(self, loc: _Reals = 0.0, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
               out: None = None, method: str | None = None, first: int = 0) -> Any: ...

    @overload
    def pareto(self, a: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> float:
        """Draws from a Pareto II (Lomax) distribution with scale 1, as in NumPy."""
    @overload
    def pareto(self, a: _Reals, size: _Size, *, dtype: None = None, out: None = None,
               first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def pareto(self, a: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
               first: int = 0) -> NDArray[_T]: ...
    @overload
    def pareto(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
               first: int = 0) -> _Out: ...
    @overload
    def pareto(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
               first: int = 0) -> Any: ...

    @overload
    def permutation(self, x: SupportsIndex, axis: SupportsIndex = 0, *, first: int = 0) -> NDArray[np.int64]:
        """Returns a random permutation of an array along an axis, or of 0 ... x - 1."""
    @overload
    def permutation(self, x: NDArray[_T], axis: SupportsIndex = 0, *, first: int = 0) -> NDArray[_T]: ...
    @overload
    def permutation(self, x: Any, axis: SupportsIndex = 0, *, first: int = 0) -> NDArray[Any]: ...

    @overload
    def permuted(self, x: Any, *, axis: SupportsIndex | None = None, out: _Out, first: int = 0) -> _Out:
        """Shuffles each slice of an array along an axis independently."""
    @overload
    def permuted(self, x: NDArray[_T], *, axis: SupportsIndex | None = None, out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def permuted(self, x: Any, *, axis: SupportsIndex | None = None, out: None = None,
                 first: int = 0) -> NDArray[Any]: ...

    @overload
    def poisson(self, lam: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
                first: int = 0) -> int:
        """Draws from a Poisson distribution."""
    @overload
    def poisson(self, lam: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def poisson(self, lam: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def poisson(self, lam: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def poisson(self, lam: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def poisson(self, lam: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                first: int = 0) -> _Out: ...
    @overload
    def poisson(self, lam: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                first: int = 0) -> Any: ...

    @overload
    def power(self, a: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> float:
        """Draws from a power distribution: values in [0, 1] with density a x^(a - 1)."""
    @overload
    def power(self, a: _Reals, size: _Size, *, dtype: None = None, out: None = None,
              first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def power(self, a: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def power(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out, first: int = 0) -> _Out: ...
    @overload
    def power(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
              first: int = 0) -> Any: ...

    @overload
    def random(self, size: None = None, dtype: Any = ..., out: None = None, *, first: int = 0) -> float:
        """Draws uniform numbers in [0, 1)."""
    @overload
    def random(self, size: _Size, dtype: type[np.float64] = ..., out: None = None, *,
               first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def random(self, size: _Size, dtype: _Type[_T], out: None = None, *, first: int = 0) -> NDArray[_T]: ...
    @overload
    def random(self, size: _Size | None = None, dtype: Any = ..., *, out: _Out, first: int = 0) -> _Out: ...
    @overload
    def random(self, size: _Size | None = None, dtype: Any = ..., out: None = None, *, first: int = 0) -> Any: ...

    @overload
    def rayleigh(self, scale: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> float:
        """Draws from a Rayleigh distribution."""
    @overload
    def rayleigh(self, scale: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                 first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def rayleigh(self, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                 first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def rayleigh(self, scale: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def rayleigh(self, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def rayleigh(self, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                 first: int = 0) -> _Out: ...
    @overload
    def rayleigh(self, scale: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> Any: ...

    def shuffle(self, x: Any, axis: SupportsIndex = 0, *, first: int = 0) -> None:
        """Shuffles a sequence in place."""

    @overload
    def standard_cauchy(self, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> float:
        """Draws from a standard Cauchy distribution."""
    @overload
    def standard_cauchy(self, size: _Size, *, dtype: None = None, out: None = None,
                        first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def standard_cauchy(self, size: _Size, *, dtype: _Type[_T], out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def standard_cauchy(self, size: _Size | None = None, *, dtype: Any = ..., out: _Out, first: int = 0) -> _Out: ...
    @overload
    def standard_cauchy(self, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                        first: int = 0) -> Any: ...

    @overload
    def standard_exponential(self, size: None = None, dtype: Any = ..., method: str = 'zig', out: None = None, *,
                             first: int = 0) -> float:
        """Draws from an exponential distribution with mean 1."""
    @overload
    def standard_exponential(self, size: _Size, dtype: type[np.float64] = ..., method: str = 'zig', out: None = None,
                             *, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def standard_exponential(self, size: _Size, dtype: _Type[_T], method: str = 'zig', out: None = None, *,
                             first: int = 0) -> NDArray[_T]: ...
    @overload
    def standard_exponential(self, size: _Size | None = None, dtype: Any = ..., method: str = 'zig', *, out: _Out,
                             first: int = 0) -> _Out: ...
    @overload
    def standard_exponential(self, size: _Size | None = None, dtype: Any = ..., method: str = 'zig', out: None = None,
                             *, first: int = 0) -> Any: ...

    @overload
    def standard_gamma(self, shape: _Real, size: None = None, dtype: Any = ..., out: None = None, *,
                       first: int = 0) -> float:
        """Draws from a gamma distribution with scale 1."""
    @overload
    def standard_gamma(self, shape: _Reals, size: _Size, dtype: type[np.float64] = ..., out: None = None, *,
                       first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def standard_gamma(self, shape: _Reals, size: _Size, dtype: _Type[_T], out: None = None, *,
                       first: int = 0) -> NDArray[_T]: ...
    @overload
    def standard_gamma(self, shape: _Reals, size: _Size | None = None, dtype: Any = ..., *, out: _Out,
                       first: int = 0) -> _Out: ...
    @overload
    def standard_gamma(self, shape: _Reals, size: _Size | None = None, dtype: Any = ..., out: None = None, *,
                       first: int = 0) -> Any: ...

    @overload
    def standard_normal(self, size: None = None, dtype: Any = ..., out: None = None, *, method: str | None = None,
                        first: int = 0) -> float:
        """Draws from a standard normal distribution."""
    @overload
    def standard_normal(self, size: _Size, dtype: type[np.float64] = ..., out: None = None, *,
                        method: str | None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def standard_normal(self, size: _Size, dtype: _Type[_T], out: None = None, *, method: str | None = None,
                        first: int = 0) -> NDArray[_T]: ...
    @overload
    def standard_normal(self, size: _Size | None = None, dtype: Any = ..., *, out: _Out, method: str | None = None,
                        first: int = 0) -> _Out: ...
    @overload
    def standard_normal(self, size: _Size | None = None, dtype: Any = ..., out: None = None, *,
                        method: str | None = None, first: int = 0) -> Any: ...

    @overload
    def standard_t(self, df: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
                   first: int = 0) -> float:
        """Draws from Student's t distribution."""
    @overload
    def standard_t(self, df: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                   first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def standard_t(self, df: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                   first: int = 0) -> NDArray[_T]: ...
    @overload
    def standard_t(self, df: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                   first: int = 0) -> _Out: ...
    @overload
    def standard_t(self, df: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                   first: int = 0) -> Any: ...

    @overload
    def triangular(self, left: _Real, mode: _Real, right: _Real, size: None = None, *, dtype: Any = ...,
                   out: None = None, first: int = 0) -> float:
        """Draws from a triangular distribution."""
    @overload
    def triangular(self, left: _Reals, mode: _Reals, right: _Reals, size: _Size, *, dtype: None = None,
                   out: None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def triangular(self, left: _Reals, mode: _Reals, right: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                   first: int = 0) -> NDArray[_T]: ...
    @overload
    def triangular(self, left: _Reals, mode: _Reals, right: _Reals, size: _Size | None = None, *, dtype: Any = ...,
                   out: _Out, first: int = 0) -> _Out: ...
    @overload
    def triangular(self, left: _Reals, mode: _Reals, right: _Reals, size: _Size | None = None, *, dtype: Any = ...,
                   out: None = None, first: int = 0) -> Any: ...

    @overload
    def truncated_normal(self, low: _Real, high: _Real, loc: _Real = 0.0, scale: _Real = 1.0, size: None = None, *,
                         dtype: Any = ..., out: None = None, first: int = 0) -> float:
        """Draws from a truncated normal distribution."""
    @overload
    def truncated_normal(self, low: _Reals, high: _Reals, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size,
                         dtype: None = None, out: None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def truncated_normal(self, low: _Reals, high: _Reals, loc: _Reals, scale: _Reals, size: _Size, *,
                         dtype: None = None, out: None = None, first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def truncated_normal(self, low: _Reals, high: _Reals, loc: _Reals = 0.0, scale: _Reals = 1.0, *, size: _Size,
                         dtype: _Type[_T], out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def truncated_normal(self, low: _Reals, high: _Reals, loc: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T],
                         out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def truncated_normal(self, low: _Reals, high: _Reals, loc: _Reals = 0.0, scale: _Reals = 1.0,
                         size: _Size | None = None, *, dtype: Any = ..., out: _Out, first: int = 0) -> _Out: ...
    @overload
    def truncated_normal(self, low: _Reals, high: _Reals, loc: _Reals = 0.0, scale: _Reals = 1.0,
                         size: _Size | None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> Any: ...

    @overload
    def uniform(self, low: _Real = 0.0, high: _Real = 1.0, size: None = None, *, dtype: Any = ..., out: None = None,
                first: int = 0) -> float:
        """Draws uniform numbers in [low, high)."""
    @overload
    def uniform(self, low: _Reals = 0.0, high: _Reals = 1.0, *, size: _Size, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def uniform(self, low: _Reals, high: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def uniform(self, low: _Reals = 0.0, high: _Reals = 1.0, *, size: _Size, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def uniform(self, low: _Reals, high: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def uniform(self, low: _Reals = 0.0, high: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                first: int = 0) -> _Out: ...
    @overload
    def uniform(self, low: _Reals = 0.0, high: _Reals = 1.0, size: _Size | None = None, *, dtype: Any = ...,
                out: None = None, first: int = 0) -> Any: ...

    @overload
    def vonmises(self, mu: _Real, kappa: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> float:
        """Draws angles in [-pi, pi] from a von Mises distribution."""
    @overload
    def vonmises(self, mu: _Reals, kappa: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                 first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def vonmises(self, mu: _Reals, kappa: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                 first: int = 0) -> NDArray[_T]: ...
    @overload
    def vonmises(self, mu: _Reals, kappa: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                 first: int = 0) -> _Out: ...
    @overload
    def vonmises(self, mu: _Reals, kappa: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                 first: int = 0) -> Any: ...

    @overload
    def wald(self, mean: _Real, scale: _Real, size: None = None, *, dtype: Any = ..., out: None = None,
             first: int = 0) -> float:
        """Draws from a Wald (inverse Gaussian) distribution."""
    @overload
    def wald(self, mean: _Reals, scale: _Reals, size: _Size, *, dtype: None = None, out: None = None,
             first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def wald(self, mean: _Reals, scale: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
             first: int = 0) -> NDArray[_T]: ...
    @overload
    def wald(self, mean: _Reals, scale: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
             first: int = 0) -> _Out: ...
    @overload
    def wald(self, mean: _Reals, scale: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
             first: int = 0) -> Any: ...

    @overload
    def weibull(self, a: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> float:
        """Draws from a Weibull distribution with scale 1."""
    @overload
    def weibull(self, a: _Reals, size: _Size, *, dtype: None = None, out: None = None,
                first: int = 0) -> NDArray[np.float64]: ...
    @overload
    def weibull(self, a: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None,
                first: int = 0) -> NDArray[_T]: ...
    @overload
    def weibull(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out,
                first: int = 0) -> _Out: ...
    @overload
    def weibull(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
                first: int = 0) -> Any: ...

    @overload
    def zipf(self, a: _Real, size: None = None, *, dtype: Any = ..., out: None = None, first: int = 0) -> int:
        """Draws from a Zipf distribution."""
    @overload
    def zipf(self, a: _Reals, size: _Size, *, dtype: None = None, out: None = None,
             first: int = 0) -> NDArray[np.int64]: ...
    @overload
    def zipf(self, a: _Reals, size: _Size, *, dtype: _Type[_T], out: None = None, first: int = 0) -> NDArray[_T]: ...
    @overload
    def zipf(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: _Out, first: int = 0) -> _Out: ...
    @overload
    def zipf(self, a: _Reals, size: _Size | None = None, *, dtype: Any = ..., out: None = None,
             first: int = 0) -> Any: ...
