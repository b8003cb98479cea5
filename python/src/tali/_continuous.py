# SPDX-License-Identifier: Apache-2.0
"""Methods for real numbers."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tali import _catalogue as c
from tali._docs import doc
from tali._draws import HALVES, Draws, array_of, beside, common_shape, in_halves
from tali._errors import ArgumentError
from tali._on_gpu import OnGpu, is_on_gpu
from tali._position import taken


def _method(method: str | None) -> c.Law:
    if method is None:
        return c.NORMAL
    if method == "inversion":
        return c.INVERSION_NORMAL
    raise ArgumentError("method", method, "None or 'inversion'")


def _distance(low: np.ndarray, high: np.ndarray, type_: str) -> np.ndarray:
    """high - low in the type of the values."""
    dtype = c.DTYPES[type_]
    with np.errstate(over="ignore", invalid="ignore"):
        return high.astype(dtype) - low.astype(dtype)


def check_range(low: np.ndarray, high: np.ndarray, type_: str, wide: bool = False, name: str = "") -> None:
    """Raises an error if bounds of uniform numbers are outside the range of the value type. Unless `wide` is set, this also
    applies to the distance between the bounds."""
    dtype = c.DTYPES[type_]
    distance = _distance(0.5 * low, 0.5 * high, type_) if wide else _distance(low, high, type_)
    inside = np.maximum(np.abs(low), np.abs(high)) <= np.finfo(dtype).max
    allowed_range = f"numbers of {dtype}" if wide else f"bounds whose distance is a number of {name or dtype}"
    for good, overflows in ((np.isfinite(distance) & inside, True), (low <= high, False)):
        if not np.all(good):
            first = np.argmin(good)
            a, b = (np.broadcast_to(x, np.shape(good)).flat[first] for x in (low, high))
            if overflows:
                raise OverflowError(f"low is {a} and high is {b}; expected {allowed_range}")
            raise ArgumentError("low", a, f"at most high ({b})")


def _uniform_array(source: Any, low: np.ndarray, high: np.ndarray, shape: tuple[int, ...], type_: str) -> np.ndarray:
    """A new array with a source's next uniform numbers."""
    made = np.empty(shape, c.DTYPES[type_])
    _fill_uniform(source, low, high, made, shape, type_)
    return made


def _fill_uniform(source: Any, low: np.ndarray, high: np.ndarray, to: Any, shape: tuple[int, ...], type_: str) -> None:
    bounds = [np.ascontiguousarray(np.broadcast_to(b, shape)) if b.ndim else b.reshape(1) for b in (low, high)]
    source.fill_bounds(c.UNIFORM.entry(type_).index, *bounds, to)


class Continuous(Draws):
    """Methods for real numbers."""

    __slots__ = ()

    @doc("Draws uniform numbers in [0, 1).", "size=3", "array([0.44123502, 0.5480991 , 0.718726  ])")
    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        return self._values(c.UNIFORM, (), size, dtype, out)

    @doc("Draws uniform numbers in [low, high).", "-1, 1, size=3", "array([-0.11752997,  0.0961982 ,  0.437452  ])",
         low="Lower bound. Bounds are rounded to the type of the values: for float32, 16777217 becomes 16777216.",
         high="Upper bound, excluded.")
    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        made = self._source.draw_between(c.UNIFORM.index, low, high, size, dtype, out)
        if made is not None:
            return made
        if is_on_gpu(low) or is_on_gpu(high):
            return self._uniform_on_gpu(low, high, size, dtype, out)
        low, high = (array_of(n, x).astype(np.float64) for n, x in (("low", low), ("high", high)))
        shape, type_ = common_shape(("low", "high"), (low, high)), self._type(c.UNIFORM, dtype, out)
        if type_ in HALVES:
            low, high = (in_halves(x, type_) for x in (low, high))
            check_range(low, high, "f32", name=c.name_of(type_))
            return self._draw_half(shape, size, type_, out, True,
                                   lambda place, full: _uniform_array(place._source, low, high, full, "f32"))
        c.UNIFORM.entry(type_)  # raises for unknown types
        check_range(low, high, type_, wide=True)
        target = self._target(shape or None, size, type_, out)
        wide = ~np.isfinite(_distance(low, high, type_))
        if wide.any():  # draws between half the bounds, then doubles
            half = np.where(wide, 0.5, 1.0)
            with taken(self._source, prod(target.shape)) as first:
                made = _uniform_array(self._source.at(first), low * half, high * half, target.shape, type_)
                self._write(target, (made / half).astype(made.dtype))
        else:
            _fill_uniform(self._source, low, high, target.destination, target.shape, type_)
        return self._done(target, size is None and out is None and not shape)

    def _uniform_on_gpu(self, low: Any, high: Any, size: Any, dtype: Any, out: Any) -> Any:
        """Uniform numbers between bounds that are on a GPU."""
        named = [("low", low), ("high", high)]
        gpu, entry = OnGpu(named), c.UNIFORM.entry(self._type(c.UNIFORM, dtype, out))
        bounds = [gpu.array(name, value, c.DTYPES["f64"]) for name, value in named]
        target = self._target_on_gpu(gpu, common_shape(("low", "high"), bounds), size, entry.type, out)
        full = [gpu.full(b, target.shape) for b in bounds]
        a, b = (gpu.array("low", x, c.DTYPES[entry.type]) for x in full)
        if not bool((((b - a) - (b - a) == 0) & (a <= b)).all()):
            check_range(*(gpu.on_host(x) for x in full), entry.type)  # raises an error with the index
        with beside(gpu, target):
            self._source.fill_bounds(entry.index, *(gpu.view(x) for x in full), target.destination)
        return self._done(target, False)

    @doc("Draws from a normal distribution.", "10, 2, size=3", "array([ 9.4093641 , 10.40636023,  8.65335294])",
         loc="Mean.", scale="Standard deviation, at least 0.")
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None,
               method: str | None = None) -> Any:
        return self._values(_method(method), (loc, scale), size, dtype, out)

    @doc("Draws from a standard normal distribution.", "size=3", "array([-0.29531795,  0.20318011, -0.67332353])")
    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None, *,
                        method: str | None = None) -> Any:
        return self._values(_method(method), (0.0, 1.0), size, dtype, out)

    @doc("Draws from a lognormal distribution.", "0, 0.5, size=3", "array([1.04293422, 1.71616255, 0.93292644])",
         mean="Mean of the logarithm.", sigma="Standard deviation of the logarithm, at least 0.")
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None, *, dtype: Any = None,
                  out: Any = None) -> Any:
        return self._values(c.LOGNORMAL, (mean, sigma), size, dtype, out)

    @doc("Draws from an exponential distribution.", "3, size=3", "array([6.12215513, 2.22253331, 1.6530952 ])",
         scale="Mean, at least 0.")
    def exponential(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.EXPONENTIAL, (scale,), size, dtype, out)

    @doc("Draws from an exponential distribution with mean 1.", "size=3", "array([2.04071838, 0.74084444, 0.55103173])",
         method="(str, optional) \"zig\" or \"inv\", as in NumPy; both use tali's inversion.")
    def standard_exponential(self, size: Any = None, dtype: Any = np.float64, method: str = "zig",
                             out: Any = None) -> Any:
        if method not in ("zig", "inv", "inversion"):
            raise ArgumentError("method", method, choices=("zig", "inv"))
        return self._values(c.EXPONENTIAL, (1.0,), size, dtype, out)

    @doc("Draws from a gamma distribution.", "2.5, size=3", "array([2.72224565, 0.89304998, 1.02276834])",
         shape="Shape, at least 0.", scale="Scale, at least 0.")
    def gamma(self, shape: Any, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.GAMMA, (shape, scale), size, dtype, out)

    @doc("Draws from a gamma distribution with scale 1.", "2.5, size=3", "array([2.72224565, 0.89304998, 1.02276834])",
         shape="Shape, at least 0.")
    def standard_gamma(self, shape: Any, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        return self._values(c.GAMMA, (shape, 1.0), size, dtype, out)

    @doc("Draws from a beta distribution.", "2, 5, size=3", "array([0.24048439, 0.37800349, 0.18543963])",
         a="First shape, above 0.", b="Second shape, above 0.")
    def beta(self, a: Any, b: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.BETA, (a, b), size, dtype, out)

    @doc("Draws from a chi-squared distribution.", "3, size=3", "array([2.68135404, 1.61357475, 4.09025666])",
         df="Degrees of freedom, above 0.")
    def chisquare(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.CHI_SQUARED, (df,), size, dtype, out)

    @doc("Draws from an F distribution.", "5, 7, size=3", "array([1.08107174, 3.52159362, 2.76135648])",
         dfnum="Degrees of freedom of the numerator, above 0.", dfden="Degrees of freedom of the denominator, above 0.")
    def f(self, dfnum: Any, dfden: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.FISHER_F, (dfnum, dfden), size, dtype, out)

    @doc("Draws from a noncentral chi-squared distribution.", "3, 1.5, size=3",
         "array([12.25587145,  1.11572626,  4.87082949])", df="Degrees of freedom, above 0.",
         nonc="Noncentrality, at least 0.")
    def noncentral_chisquare(self, df: Any, nonc: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.NONCENTRAL_CHI_SQUARED, (df, nonc), size, dtype, out)

    @doc("Draws from a noncentral F distribution.", "5, 7, 1.5, size=3", "array([0.5178241 , 0.82225416, 0.83879715])",
         dfnum="Degrees of freedom of the numerator, above 0.",
         dfden="Degrees of freedom of the denominator, above 0.", nonc="Noncentrality, at least 0.")
    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Any = None, *, dtype: Any = None,
                     out: Any = None) -> Any:
        return self._values(c.NONCENTRAL_F, (dfnum, dfden, nonc), size, dtype, out)

    @doc("Draws from Student's t distribution.", "5, size=3", "array([ 0.0035196 , -0.36193997,  0.54601308])",
         df="Degrees of freedom, above 0.")
    def standard_t(self, df: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.STUDENT_T, (df,), size, dtype, out)

    @doc("Draws from a standard Cauchy distribution.", "size=3", "array([-16.82235425,  14.70089298,  -0.38024477])")
    def standard_cauchy(self, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.CAUCHY, (0.0, 1.0), size, dtype, out)

    @doc("Draws from a Cauchy distribution.", "1, 2, size=3", "array([-32.6447085 ,  30.40178596,   0.23951046])",
         loc="Median.", scale="Half the distance between the quartiles, at least 0.")
    def cauchy(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.CAUCHY, (loc, scale), size, dtype, out)

    @doc("Draws from a Gumbel distribution.", "0, 2, size=3", "array([3.41653978, 2.48517387, 1.48396166])",
         loc="Mode.", scale="Scale, at least 0.")
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.GUMBEL, (loc, scale), size, dtype, out)

    @doc("Draws from a Laplace distribution.", "0, 2, size=3", "array([-0.16800771, -4.11311451,  1.13424328])",
         loc="Mean.", scale="Scale, at least 0.")
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.LAPLACE, (loc, scale), size, dtype, out)

    @doc("Draws from a logistic distribution.", "0, 2, size=3", "array([-2.87173427, -0.95255628, -3.28985297])",
         loc="Mean.", scale="Scale, at least 0.")
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *, dtype: Any = None,
                 out: Any = None) -> Any:
        return self._values(c.LOGISTIC, (loc, scale), size, dtype, out)

    @doc("Draws from a Pareto II (Lomax) distribution with scale 1, as in NumPy.", "3, size=3",
         "array([0.1672584 , 0.10057481, 3.83473189])", a="Shape, above 0.")
    def pareto(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.LOMAX, (a, 1.0), size, dtype, out)

    @doc("Draws from a power distribution: values in [0, 1] with density a x^(a - 1).", "3, size=3",
         "array([0.94657756, 0.98440639, 0.61039007])", a="Exponent, above 0.")
    def power(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.POWER, (a,), size, dtype, out)

    @doc("Draws from a Rayleigh distribution.", "2, size=3", "array([2.00793968, 1.9219791 , 1.99647129])",
         scale="Mode, at least 0.")
    def rayleigh(self, scale: Any = 1.0, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.RAYLEIGH, (scale,), size, dtype, out)

    @doc("Draws from a triangular distribution.", "0, 1, 4, size=3", "array([2.42484709, 1.73909201, 0.74140911])",
         left="Lower limit.", mode="Location of the peak.", right="Upper limit.")
    def triangular(self, left: Any, mode: Any, right: Any, size: Any = None, *, dtype: Any = None,
                   out: Any = None) -> Any:
        return self._values(c.TRIANGULAR, (left, mode, right), size, dtype, out)

    @doc("Draws from a truncated normal distribution.", "0, 3, size=3", "array([0.56034796, 1.92796533, 2.39390609])",
         low="Lower bound, or -inf.", high="Upper bound, or inf.",
         loc="Mean of the normal distribution before truncation.", scale="Standard deviation before truncation, at least 0.")
    def truncated_normal(self, low: Any, high: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None, *,
                         dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.TRUNCATED_NORMAL, (loc, scale, low, high), size, dtype, out)

    @doc("Draws angles in [-pi, pi] from a von Mises distribution.", "0, 4, size=3",
         "array([-0.28910167, -0.0296651 , -0.80731481])", mu="Mode.", kappa="Concentration, at least 0.")
    def vonmises(self, mu: Any, kappa: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.VON_MISES, (mu, kappa), size, dtype, out)

    @doc("Draws from a Wald (inverse Gaussian) distribution.", "3, 2, size=3",
         "array([0.85602774, 0.25426485, 1.97591129])", mean="Mean, above 0.", scale="Scale, above 0.")
    def wald(self, mean: Any, scale: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.WALD, (mean, scale), size, dtype, out)

    @doc("Draws from a Weibull distribution with scale 1.", "2, size=3", "array([0.84593376, 1.39234906, 0.21111901])",
         a="Shape, at least 0.")
    def weibull(self, a: Any, size: Any = None, *, dtype: Any = None, out: Any = None) -> Any:
        return self._values(c.WEIBULL, (a, 1.0), size, dtype, out)
