# SPDX-License-Identifier: Apache-2.0
"""Methods for whole numbers."""

from __future__ import annotations

from typing import Any

from tali import _catalogue as c
from tali._docs import doc
from tali._draws import Draws


class Discrete(Draws):
    """Methods for whole numbers."""

    __slots__ = ()

    @doc("Draws from a binomial distribution: numbers of successes in n trials.", "100, 0.3, size=3", "array([27, 27, 25])",
         n="(int or array_like) Number of trials, at least 0.", p="Probability of a success.")
    def binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.BINOMIAL, (n, p), size, dtype, out)

    @doc("Draws from a negative binomial distribution: numbers of failures before the n-th success.", "5, 0.3, size=3",
         "array([29, 13, 18])", n="Number of successes, above 0; need not be whole.", p="Probability of a success, above 0.")
    def negative_binomial(self, n: Any, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.NEGATIVE_BINOMIAL, (n, p), size, dtype, out)

    @doc("Draws from a geometric distribution: numbers of trials up to the first success.", "0.3, size=3",
         "array([3, 3, 2])", p="Probability of a success, above 0.")
    def geometric(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.GEOMETRIC, (p,), size, dtype, out)

    @doc("Draws from a hypergeometric distribution: numbers of good items in a sample without replacement.", "20, 30, 10, size=3",
         "array([4, 6, 2])", ngood="(int or array_like) Number of good items, at least 0.",
         nbad="(int or array_like) Number of bad items, at least 0.",
         nsample="(int or array_like) Size of the sample, at most ngood + nbad.")
    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None, *, dtype: Any = None,
                       out: Any = None) -> Any:
        return self._values(c.HYPERGEOMETRIC, (ngood, nbad, nsample), size, dtype, out)

    @doc("Draws from a logarithmic series distribution.", "0.6, size=3", "array([3, 1, 1])", p="Parameter, 0 <= p < 1.")
    def logseries(self, p: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.LOGSERIES, (p,), size, dtype, out)

    @doc("Draws from a Poisson distribution.", "4.5, size=3", "array([3, 5, 3])", lam="Mean, at least 0.")
    def poisson(self, lam: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.POISSON, (lam,), size, dtype, out)

    @doc("Draws from a Zipf distribution.", "2.5, size=3", "array([1, 1, 2])", a="Exponent, above 1.")
    def zipf(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.ZIPF, (a,), size, dtype, out)

    @doc("Draws bytes that are 1 with probability p, otherwise 0.", "0.3, size=5", "array([0, 1, 0, 0, 1], dtype=uint8)",
         p="Probability of a 1.")
    def bernoulli(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.BERNOULLI, (p,), size, dtype, out)

    @doc("Draws packed bits, 32 per number, each 1 with probability p. numpy.unpackbits(x.view('uint8'), bitorder='little') "
         "unpacks them.", "0.3, size=3", "array([2714255364, 2177896587,   75180424], dtype=uint32)",
         p="Probability of a 1.")
    def bernoulli_bits(self, p: Any = 0.5, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.BERNOULLI_BITS, (p,), size, dtype, out)
