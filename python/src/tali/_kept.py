# SPDX-License-Identifier: Apache-2.0
"""A cache of recent distributions, by the arguments of the call. Making one from lists costs much more than a few values."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

#: Maximum number of parameters of a cached distribution. Distributions with more are made again for each call.
KEPT_NUMBERS = 1024
_made: dict[Any, Any] = {}


def key_of(*given: Any) -> Any:
    """A key for numbers, names and short lists of numbers, with their types; None for other arguments."""
    key: list[Any] = []
    for x in given:
        if type(x) is list and len(x) <= KEPT_NUMBERS:
            x = *map(type, x), *x
        elif type(x) is np.ndarray and x.nbytes <= 8 * KEPT_NUMBERS and not x.dtype.hasobject:
            x = x.shape, x.dtype, x.tobytes()
        elif type(x) not in (int, float, str, type(None)):
            return None
        key.append((type(x), x))
    return tuple(key)


def of_late(key: Any) -> Any:
    """The cached distribution for a key, or None."""
    try:
        return None if key is None else _made.get(key)
    except TypeError:  # a list inside a list is not hashable
        return None


def keep(key: Any, distribution: Any) -> None:
    """Caches the distribution for a call's arguments, if they have a key."""
    if key is None:
        return
    if len(_made) >= 64:
        _made.clear()
    try:
        _made[key] = distribution
    except TypeError:
        pass


def kept(make: Callable[..., Any]) -> Callable[..., Any]:
    """Caches the results of a function that makes distributions from numbers and the bytes of an array, the last argument."""
    def get(*given: Any) -> Any:
        key = (make, *given) if len(given[-1]) <= 8 * KEPT_NUMBERS else None
        made = of_late(key)
        if made is None:
            made = make(*given)
            keep(key, made)
        return made

    return get
