# SPDX-License-Identifier: Apache-2.0
"""Continuous distributions, in place."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali.torch._fill import _draw


def normal_(tensor: _torch.Tensor, mean: float = 0.0, std: float = 1.0, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with normal numbers; float16 and bfloat16 too.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    mean : float, optional
        Mean.
    std : float, optional
        Standard deviation, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
    """Fills a tensor with uniform numbers in [low, high). Those of float16 and bfloat16 are float32's, rounded down.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    low : float, optional
        Lower bound. Bounds are rounded to the tensor's type.
    high : float, optional
        Upper bound, not reached.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
    """Fills a tensor with numbers whose logarithm is normal.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    mean : float, optional
        Mean of the logarithm.
    std : float, optional
        Standard deviation of the logarithm, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
    """Fills a tensor with exponential numbers. Those of float16 and bfloat16 are float32's, rounded to the nearest.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    scale : float, optional
        Mean, which is 1 / lambda.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
        It is filled in place.
    shape : float
        Shape, above 0.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
        It is filled in place.
    a : float
        First shape, above 0.
    b : float
        Second shape, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
        It is filled in place.
    median : float, optional
        Median.
    sigma : float, optional
        Half the distance of the quartiles, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
    """Fills a tensor with Gumbel numbers, of largest values.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    loc : float, optional
        Mode.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
        It is filled in place.
    loc : float, optional
        Mean.
    scale : float, optional
        Scale, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

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
