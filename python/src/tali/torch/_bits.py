# SPDX-License-Identifier: Apache-2.0
"""The words of PyTorch's stateless Philox."""

from __future__ import annotations

from typing import Any

import torch as _torch

from tali import _catalogue as c
from tali import _core
from tali._docs import from_keys
from tali._seeds import ALL_BITS, index_of
from tali._targets import given_target
from tali.torch._values import _words_of


@from_keys("Returns the first n 32-bit words of a key in PyTorch's stateless Philox, whose offset counts 128-bit blocks.",
           ">>> tali.torch.bits(42, 3).tolist() == tali.Sequence(seed=42).fill(\"bits\", size=3, dtype=\"uint32\").tolist()\n"
           "True",
           "tensor of uint32\nThe words.",
           key="(int or tensor of two integers) A seed, or a seed and an offset, as from torch.func._random.key.", n="Number of words.",
           device="(optional) Device of the tensor; None: that of the key.")
def bits(key: Any, n: int, *, device: Any = None) -> _torch.Tensor:
    seed, offset = _words_of(key) if isinstance(key, _torch.Tensor) else (key, 0)
    if device is None and isinstance(key, _torch.Tensor):
        device = key.device
    made = _torch.empty(index_of("n", n), dtype=_torch.uint32, device=device)
    words = _core.Engine("philox4x32", index_of("key", seed), 0)
    target = given_target(made)
    entry = c.ENTRIES["bits", "u32"]
    _core.Source(words, (4 * offset) & ALL_BITS).fill(_core.make(entry.index, ()), target.destination)
    return target.done()
