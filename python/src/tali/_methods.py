# SPDX-License-Identifier: Apache-2.0
"""All methods that draw, of generators and of sequences."""

from tali._continuous import Continuous
from tali._discrete import Discrete
from tali._multivariate import Multivariate
from tali._orders import Orders


class Methods(Continuous, Discrete, Multivariate, Orders):
    """All methods that draw."""

    __slots__ = ()


def names() -> list[str]:
    """Names of the methods that draw."""
    return sorted(n for n in dir(Methods) if not n.startswith("_"))
