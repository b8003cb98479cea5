# SPDX-License-Identifier: Apache-2.0
"""Which tokens may be chosen: the lowest allowed value of each row, the same on every device.

Sums are integer sums, and the exponential uses products and sums in a fixed order. So neither the order of a reduction
nor a library function affects a token at the threshold.
"""

from __future__ import annotations

from typing import Any

import torch as _torch

_LOG2E, _LN2_HIGH, _LN2_LOW = 1.4426950408889634, 0.6931471803691238, 1.9082149292705877e-10
_INVERSES = [1.0 / f for f in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)]


def _exp(x: _torch.Tensor) -> _torch.Tensor:
    """exp for numbers from -700 to 0 in float64."""
    n = _torch.round(x * _LOG2E)
    r = (x - n * _LN2_HIGH) - n * _LN2_LOW
    total = _torch.ones_like(r)
    for inverse in reversed(_INVERSES):
        total = (total * (r * inverse)) + 1.0
    return total * ((n.to(_torch.int64) + 1023) << 52).view(_torch.float64)


def min_values(values: _torch.Tensor, top_k: Any, top_p: Any, min_p: Any) -> _torch.Tensor:
    """The lowest value that may be chosen in each row. `values` are logits / temperature. Equal values are treated alike.

    Each filter applies to the result of the previous ones: min_p, top_k, top_p.
    """
    ordered = _torch.where(values.isnan(), -_torch.inf, values).sort(-1, descending=True).values
    most = ordered[:, :1]
    weights = _exp(_torch.where(ordered == most, 0.0, (ordered.double() - most.double()).clamp(-700.0, 0.0)))
    weights = _torch.where(ordered == -_torch.inf, 0.0, weights)
    kept = ordered > -_torch.inf
    if min_p is not None:
        kept &= weights >= min_p
    if top_k is not None:
        last = top_k.clamp(1, values.shape[-1]) - 1
        kept &= ordered >= ordered.gather(1, last.expand(len(ordered), 1))
    if top_p is not None:
        mass = _torch.where(kept, weights * 2.0**40, 0.0).to(_torch.int64).cumsum(-1)
        needed = _torch.ceil(mass[:, -1:].double() * top_p).to(_torch.int64)
        before = _torch.cat([_torch.zeros_like(mass[:, :1]), mass[:, :-1]], -1)
        kept &= ((before < needed) | (top_p >= 1)) | (ordered == most)
    rank = kept.sum(-1, keepdim=True) - 1
    return ordered.gather(1, rank.clamp_min(0)).float().squeeze(1)
