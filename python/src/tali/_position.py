# SPDX-License-Identifier: Apache-2.0
"""Restores the position if drawn values do not reach the caller."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator


@contextmanager
def taken_back(source: Any, first: int, count: int) -> Iterator[None]:
    """Gives the positions first ... first + count - 1 back if an exception or Ctrl-C ends the block, as the extension module
    does within a fill. If another thread has moved the source since, it is not moved back, so that no range is drawn twice."""
    try:
        yield
    except BaseException:
        source.give_back(first, count)
        raise


@contextmanager
def taken(source: Any, count: int) -> Iterator[int]:
    """Takes the next positions for values that are made elsewhere, and returns the first one. They are given back as above."""
    first = source.discard(count)
    with taken_back(source, first, count):
        yield first
