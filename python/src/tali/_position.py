# SPDX-License-Identifier: Apache-2.0
"""The position where what was drawn does not reach the caller."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator


@contextmanager
def taken_back(source: Any, first: int, count: int) -> Iterator[None]:
    """Gives back the positions first ... first + count - 1 where an exception or Ctrl-C ends the block, as the extension
    module does within a fill. A source that another thread has moved since stays: its range must not be drawn again."""
    try:
        yield
    except BaseException:
        source.give_back(first, count)
        raise


@contextmanager
def taken(source: Any, count: int) -> Iterator[int]:
    """Takes the next positions, the first of which it gives, for values that are made elsewhere; taken back as above."""
    first = source.discard(count)
    with taken_back(source, first, count):
        yield first
