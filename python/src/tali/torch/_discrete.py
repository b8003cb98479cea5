# SPDX-License-Identifier: Apache-2.0
"""Distributions of whole numbers, in place."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali.torch._fill import _draw


def poisson_(tensor: _torch.Tensor, mean: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Poisson numbers: of int64 or uint32, or of another type, to which those of int64 are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    mean : float
        Mean, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.int64)
    >>> tali.torch.poisson_(x, 4.5, key=42) is x
    True
    """
    return _draw(tensor, "poisson", (mean,), key)


def binomial_(tensor: _torch.Tensor, n: int, p: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with binomial numbers: of int64 or uint32, or of another type, to which those of int64 are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    n : int
        Trials, at least 0.
    p : float
        Probability of a success.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.int64)
    >>> tali.torch.binomial_(x, 10, 0.3, key=42) is x
    True
    """
    return _draw(tensor, "binomial", (n, p), key)


def geometric_(tensor: _torch.Tensor, p: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with geometric numbers, trials up to the first success: of int64 or uint32, or of another type, to
    which those of int64 are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    p : float
        Probability of a success, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.int64)
    >>> tali.torch.geometric_(x, 0.3, key=42) is x
    True
    """
    return _draw(tensor, "geometric", (p,), key)


def bernoulli_(tensor: _torch.Tensor, p: float = 0.5, *, key: Any) -> _torch.Tensor:
    """Fills a tensor of any type with ones, of probability p, and zeros.

    Parameters
    ----------
    tensor : torch.Tensor
        It is filled in place.
    p : float, optional
        Probability of a 1.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Which values. A Key names a sequence. An integer is the seed of a tali.Generator: other values than of the Key that
        is made of it. A Generator moves on. A tensor is a seed and a stream.

    Returns
    -------
    torch.Tensor
        The tensor.

    Examples
    --------
    >>> x = torch.zeros(3, dtype=torch.uint8)
    >>> tali.torch.bernoulli_(x, key=42) is x
    True
    """
    return _draw(tensor, "bernoulli", (p,), key)
