# SPDX-License-Identifier: Apache-2.0
"""Fills from any distribution, by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from tali import _catalogue as c
from tali import _core
from tali._errors import ArgumentError, ArgumentTypeError, Words
from tali._targets import given_target, new_target, shape_of


class Named:
    """Caches the last distribution, so that consecutive fills construct it once."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, Any] = (None, None)  # key and distribution in one tuple, because threads share it

    def fill(self, source: Any, device: int | None, distribution: str, size: Any, dtype: Any, out: Any,
             parameters: dict[str, Any]) -> Any:
        """Draws the source's next elements."""
        if not isinstance(distribution, str):
            raise ArgumentTypeError("distribution", distribution, "the name of a distribution")
        bare = distribution.split(":")[0]
        types = [t for n, t in c.ENTRIES if n == bare]
        target = given_target(out) if out is not None else None
        if target is not None:
            type_ = target.type
        elif dtype is not None:
            type_ = c.type_of(dtype)
        else:
            type_ = next((t for t in ("f64", "i64", "u32", "u8") if t in types), types[0] if types else "f64")
        texts = {k: v if isinstance(v, str) else ":".join(repr(x) for x in np.ravel(v).tolist())
                 for k, v in parameters.items()}
        key = (distribution, type_, tuple(texts.items()))
        last, made = self._last
        if last != key:
            try:
                made = _core.named(distribution, type_, texts)
            except ArgumentError as error:  # its value is a list in the joined form above
                given = parameters.get(error.argument)
                if given is None or isinstance(given, str):
                    raise
                raise error.renamed(error.argument, np.ravel(given)[error.index[0]] if error.index else given) from None
            self._last = key, made
        row = (made.row_size,) if c.ENTRIES[bare, type_].kind == "vector" else ()
        if target is None:
            target = new_target((() if size is None else shape_of(size)) + row, type_, device)
        elif size is not None and target.shape not in (shape_of(size), shape_of(size) + row):
            raise ArgumentError("out", Words(f"of shape {target.shape}"), f"{shape_of(size) + row}, the shape of size")
        if row and target.shape[-1:] != row:
            raise ArgumentError("out", Words(f"of shape {target.shape}"), f"rows of {row[0]} values")
        source.fill(made, target.destination)
        if size is None and out is None and device is None and not row:
            return target.result.item()
        return target.done()
