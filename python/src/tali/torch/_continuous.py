# SPDX-License-Identifier: Apache-2.0
"""Continuous distributions, in place."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali.torch._fill import _draw


def normal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with normal numbers; also float16 and bfloat16.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    mean : float, optional
        Mean.
    std : float, optional
        Standard deviation, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.normal_(x, key=42) is x
    True
    """
    return _draw(tensor, "normal", (mean, std), key)


def uniform_(tensor: _torch.Tensor, low: float = 0.0, high: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with uniform numbers in [low, high). float16 and bfloat16 numbers are the float32 numbers, rounded down.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    low : float, optional
        Lower bound. Bounds are rounded to the tensor's type.
    high : float, optional
        Upper bound, excluded.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.uniform_(x, key=42) is x
    True
    """
    return _draw(tensor, "uniform", (low, high), key)


def lognormal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with lognormal numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    mean : float, optional
        Mean of the logarithm.
    std : float, optional
        Standard deviation of the logarithm, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.lognormal_(x, key=42) is x
    True
    """
    return _draw(tensor, "lognormal", (mean, std), key)


def exponential_(tensor: _torch.Tensor, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with exponential numbers. float16 and bfloat16 numbers are the float32 numbers, rounded to nearest.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    scale : float, optional
        Mean, 1 / lambda.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.exponential_(x, key=42) is x
    True
    """
    return _draw(tensor, "exponential", (scale,), key)


def gamma_(tensor: _torch.Tensor, shape: float, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with gamma numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    shape : float
        Shape, above 0.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.gamma_(x, 2.5, key=42) is x
    True
    """
    return _draw(tensor, "gamma", (shape, scale), key)


def beta_(tensor: _torch.Tensor, a: float, b: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with beta numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    a : float
        First shape, above 0.
    b : float
        Second shape, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.beta_(x, 2, 5, key=42) is x
    True
    """
    return _draw(tensor, "beta", (a, b), key)


def cauchy_(tensor: _torch.Tensor, median: float = 0.0, sigma: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Cauchy numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    median : float, optional
        Median.
    sigma : float, optional
        Half the distance of the quartiles, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.cauchy_(x, key=42) is x
    True
    """
    return _draw(tensor, "cauchy", (median, sigma), key)


def gumbel_(tensor: _torch.Tensor, loc: float = 0.0, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Gumbel numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    loc : float, optional
        Mode.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.gumbel_(x, key=42) is x
    True
    """
    return _draw(tensor, "gumbel", (loc, scale), key)


def laplace_(tensor: _torch.Tensor, loc: float = 0.0, scale: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Laplace numbers.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    loc : float, optional
        Mean.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3)
    >>> tali.torch.laplace_(x, key=42) is x
    True
    """
    return _draw(tensor, "laplace", (loc, scale), key)
