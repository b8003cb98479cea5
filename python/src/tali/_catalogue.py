# SPDX-License-Identifier: Apache-2.0
"""The catalogue as the package uses it, and the distributions of NumPy's methods."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tali import _core
from tali._errors import ArgumentError, ArgumentTypeError


class Entry(NamedTuple):
    """A distribution with one value type."""

    index: int
    name: str
    type: str
    parameter_names: tuple[str, ...]
    kind: str
    parameters: int
    library_arrays: bool
    arrays_f32: bool
    other_arrays: bool
    tag: int


ENTRIES = {
    (name, type_): Entry(i, name, type_, tuple(p for p in names.split(", ") if p), *rest)
    for i, (name, type_, names, *rest) in enumerate(_core.distributions())
}

DTYPES = {"f64": np.dtype(np.float64), "f32": np.dtype(np.float32), "i64": np.dtype(np.int64),
          "i32": np.dtype(np.int32), "u64": np.dtype(np.uint64), "u32": np.dtype(np.uint32),
          "u8": np.dtype(np.uint8), "f16": np.dtype(np.float16), "i8": np.dtype(np.int8), "i16": np.dtype(np.int16),
          "u16": np.dtype(np.uint16), "bool": np.dtype(np.bool_)}
TYPES = {dtype: name for name, dtype in DTYPES.items()}
#: DLPack's code and number of bits for each type
DLPACK = {"f64": (2, 64), "f32": (2, 32), "f16": (2, 16), "bf16": (4, 16), "i64": (0, 64), "i32": (0, 32),
          "u64": (1, 64), "u32": (1, 32), "u8": (1, 8), "i8": (0, 8), "i16": (0, 16), "u16": (1, 16), "bool": (6, 8)}
ITEM_BYTES = {name: bits // 8 for name, (_, bits) in DLPACK.items()}


_types_of_known: dict[object, str] = {}


def type_of(dtype: object) -> str:
    """The catalogue's name for a dtype, including "bfloat16" from ml_dtypes or a framework.

    Strings have NumPy's meaning: "u8" has eight bytes. Other strings are the catalogue's names, and "f16" is the 16-bit float,
    because NumPy's 128-bit float is never drawn.
    """
    try:
        known = _types_of_known.get(dtype)
    except TypeError:  # it cannot be a dict key
        return _find_type(dtype)
    if known is None:
        known = _types_of_known[dtype] = _find_type(dtype)
    return known


def _find_type(dtype: object) -> str:
    text = str(dtype)
    if text in ITEM_BYTES and text not in ("u8", "i8"):
        return text
    if "bfloat16" in text:
        return "bf16"
    try:
        found = np.dtype(text[6:] if text.startswith("torch.") else dtype)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        found = None
    if found is not None and not found.isnative:
        raise ArgumentError("dtype", dtype, "a type in this machine's byte order")
    try:
        return TYPES[found]  # type: ignore[index]
    except KeyError:
        raise ArgumentTypeError("dtype", dtype, choices=(*map(str, TYPES), "bfloat16")) from None


def name_of(type_: str) -> str:
    """NumPy's name for a type of the catalogue."""
    return "bfloat16" if type_ == "bf16" else DTYPES[type_].name


@dataclass(frozen=True)
class Law:
    """A method's distribution from the catalogue, with NumPy's names for its parameters."""

    name: str
    parameters: tuple[str, ...] = ()
    default: str = "f64"
    #: parameter number -> the constant value if that parameter is 0: another parameter's number, or None for the value 0
    zero: dict[int, int | None] = field(default_factory=dict)
    #: numbers of the parameters that bound that value
    limits: tuple[int, int] | None = None
    #: index of the entry for the default type
    index: int = 0
    #: numbers of the parameters that must be at least 0, and not -0, which NumPy rejects
    scales: tuple[int, ...] = ()

    def entry(self, type_: str | None = None) -> Entry:
        """The catalogue's entry for a type."""
        found = ENTRIES.get((self.name, type_ or self.default))
        if found is not None:
            return found
        types = tuple(name_of(t) for n, t in ENTRIES if n == self.name)
        raise ArgumentTypeError("dtype", name_of(type_ or self.default), f"a type of {self.name}", types)


def law(name: str, *parameters: str, default: str = "f64", zero: dict[int, int | None] | None = None,
        limits: tuple[int, int] | None = None, scales: tuple[int, ...] = ()) -> Law:
    """The law for a distribution of the catalogue."""
    return Law(name, parameters, default, zero or {}, limits, ENTRIES[name, default].index, scales or tuple(zero or ()))


BITS64 = law("bits", default="u64")
UNIFORM = law("uniform")
NORMAL = law("normal", "loc", "scale", scales=(1,))
INVERSION_NORMAL = law("normal-icdf", "loc", "scale", scales=(1,))
LOGNORMAL = law("lognormal", "mean", "sigma", scales=(1,))
EXPONENTIAL = law("exponential", "scale", zero={0: None})
WEIBULL = law("weibull", "a", "scale", zero={0: None})
GUMBEL = law("gumbel", "loc", "scale", zero={1: 0})
LOGISTIC = law("logistic", "loc", "scale", zero={1: 0})
LAPLACE = law("laplace", "loc", "scale", zero={1: 0})
CAUCHY = law("cauchy", "loc", "scale", zero={1: 0})
LOMAX = law("lomax", "a", "scale")
RAYLEIGH = law("rayleigh", "scale", zero={0: None})
TRIANGULAR = law("triangular", "left", "mode", "right")
STUDENT_T = law("student-t", "df")
GEOMETRIC = law("geometric", "p", default="i64")
GAMMA = law("gamma", "shape", "scale", zero={0: None, 1: None})
CHI_SQUARED = law("chi-squared", "df")
BETA = law("beta", "a", "b")
FISHER_F = law("f", "dfnum", "dfden")
POISSON = law("poisson", "lam", default="i64")
BINOMIAL = law("binomial", "n", "p", default="i64")
VON_MISES = law("von-mises", "mu", "kappa", scales=(1,))
TRUNCATED_NORMAL = law("truncated-normal", "loc", "scale", "low", "high", zero={1: 0}, limits=(2, 3))
NEGATIVE_BINOMIAL = law("negative-binomial", "n", "p", default="i64")
HYPERGEOMETRIC = law("hypergeometric", "ngood", "nbad", "nsample", default="i64")
BERNOULLI = law("bernoulli", "p", default="u8")
BERNOULLI_BITS = law("bernoulli-bits", "p", default="u32")
DIRECTION = law("direction", "dimensions")
DIRICHLET = law("dirichlet", "alpha")
MULTIVARIATE_NORMAL = law("multivariate-normal", "mean", "cov")
POWER = law("power", "a")
WALD = law("wald", "mean", "scale")
ZIPF = law("zipf", "a", default="i64")
LOGSERIES = law("logseries", "p", default="i64")
NONCENTRAL_CHI_SQUARED = law("noncentral-chi-squared", "df", "nonc", scales=(1,))
NONCENTRAL_F = law("noncentral-f", "dfnum", "dfden", "nonc", scales=(2,))
MULTINOMIAL = law("multinomial", "n", "pvals", default="i64")
MULTIVARIATE_HYPERGEOMETRIC = law("multivariate-hypergeometric", "colors", "nsample", default="i64")
