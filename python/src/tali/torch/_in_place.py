# SPDX-License-Identifier: Apache-2.0
"""Functions that fill a tensor in place. Each has the name and the parameters of its distribution."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali._docs import in_place
from tali.torch._fill import _draw


@in_place("Fills a tensor with normal numbers; also float16 and bfloat16.", mean="Mean.", std="Standard deviation, at least 0.")
def normal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "normal", (mean, std), key)


@in_place("Fills a tensor with uniform numbers in [low, high). float16 and bfloat16 numbers are the float32 numbers, rounded down.",
          low="Lower bound. Bounds are rounded to the tensor's type.", high="Upper bound, excluded.")
def uniform_(tensor: _torch.Tensor, low: float = 0.0, high: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "uniform", (low, high), key)


@in_place("Fills a tensor with lognormal numbers.", mean="Mean of the logarithm.", std="Standard deviation of the logarithm, at least 0.")
def lognormal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "lognormal", (mean, std), key)


@in_place("Fills a tensor with exponential numbers. float16 and bfloat16 numbers are the float32 numbers, rounded to nearest.",
          scale="Mean, 1 / lambda.")
def exponential_(tensor: _torch.Tensor, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "exponential", (scale,), key)


@in_place("Fills a tensor with gamma numbers.", "2.5", shape="Shape, above 0.", scale="Scale, above 0.")
def gamma_(tensor: _torch.Tensor, shape: float, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "gamma", (shape, scale), key)


@in_place("Fills a tensor with beta numbers.", "2, 5", a="First shape, above 0.", b="Second shape, above 0.")
def beta_(tensor: _torch.Tensor, a: float, b: float, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "beta", (a, b), key)


@in_place("Fills a tensor with Cauchy numbers.", median="Median.", sigma="Half the distance of the quartiles, above 0.")
def cauchy_(tensor: _torch.Tensor, median: float = 0.0, sigma: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "cauchy", (median, sigma), key)


@in_place("Fills a tensor with Gumbel numbers.", loc="Mode.", scale="Scale, above 0.")
def gumbel_(tensor: _torch.Tensor, loc: float = 0.0, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "gumbel", (loc, scale), key)


@in_place("Fills a tensor with Laplace numbers.", loc="Mean.", scale="Scale, above 0.")
def laplace_(tensor: _torch.Tensor, loc: float = 0.0, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "laplace", (loc, scale), key)


@in_place("Fills a tensor with Poisson numbers, as int64 or uint32; for other types the int64 numbers are cast.", "4.5",
          "3, dtype=torch.int64", mean="Mean, at least 0.")
def poisson_(tensor: _torch.Tensor, mean: float, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "poisson", (mean,), key)


@in_place("Fills a tensor with binomial numbers, as int64 or uint32; for other types the int64 numbers are cast.", "10, 0.3",
          "3, dtype=torch.int64", n="Trials, at least 0.", p="Probability of a success.")
def binomial_(tensor: _torch.Tensor, n: int, p: float, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "binomial", (n, p), key)


@in_place("Fills a tensor with geometric numbers (trials up to the first success), as int64 or uint32; for other types the int64\n"
          "numbers are cast.", "0.3", "3, dtype=torch.int64", p="Probability of a success, above 0.")
def geometric_(tensor: _torch.Tensor, p: float, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "geometric", (p,), key)


@in_place("Fills a tensor of any type with ones with probability p, else zeros.", "", "3, dtype=torch.uint8", p="Probability of a 1.")
def bernoulli_(tensor: _torch.Tensor, p: float = 0.5, *, key: Any) -> _torch.Tensor:
    return _draw(tensor, "bernoulli", (p,), key)
