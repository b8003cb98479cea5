# SPDX-License-Identifier: Apache-2.0
"""Discrete distributions, in place."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali.torch._fill import _draw


def poisson_(tensor: _torch.Tensor, mean: float, *, key: Any) -> _torch.Tensor:
    """Fills a tensor with Poisson numbers, as int64 or uint32; for other types the int64 numbers are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    mean : float
        Mean, at least 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

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
    """Fills a tensor with binomial numbers, as int64 or uint32; for other types the int64 numbers are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    n : int
        Trials, at least 0.
    p : float
        Probability of a success.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

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
    """Fills a tensor with geometric numbers (trials up to the first success), as int64 or uint32; for other types the int64
    numbers are cast.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    p : float
        Probability of a success, above 0.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

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
    """Fills a tensor of any type with ones with probability p, else zeros.

    Parameters
    ----------
    tensor : torch.Tensor
        The tensor to fill.
    p : float, optional
        Probability of a 1.
    key : tali.Key, int, tali.Generator or tensor of two integers
        Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those
        of the Key with that seed. A Generator advances. A tensor is a seed and a stream.

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
