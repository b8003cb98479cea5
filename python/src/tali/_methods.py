# SPDX-License-Identifier: Apache-2.0
"""All methods that draw, for generators and sequences."""

from __future__ import annotations

from typing import Any

from tali._continuous import Continuous
from tali._discrete import Discrete
from tali._multivariate import Multivariate
from tali._orders import Orders


class Methods(Continuous, Discrete, Multivariate, Orders):
    """All methods that draw."""

    __slots__ = ()


#: The attributes of an object that draws
HELD = ("_source", "_quick", "_device")


class Place(Methods):
    """Draws from a source: a sequence starting at an index, or several sequences."""

    __slots__ = HELD

    def __init__(self, source: Any, device: int | None = None) -> None:
        self._source, self._quick, self._device = source, source.draw, device
        source.on_host = device is None


def names() -> list[str]:
    """Names of the methods that draw."""
    return sorted(n for n in dir(Methods) if not n.startswith("_"))
