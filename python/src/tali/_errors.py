# SPDX-License-Identifier: Apache-2.0
"""Errors with fields. Their messages are built here, with the caller's names for the arguments."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np


class Words(str):
    """A description of a value, "of shape (3,)": printed without quotation marks, unlike a string from the caller. Empty:
    the argument is missing."""


MISSING = Words()


def _shown(value: Any) -> str:
    if isinstance(value, Words):
        return value or "missing"
    return str(value) if isinstance(value, (np.generic, np.dtype)) else repr(value)


class _Fields(Exception):
    argument: str
    value: Any
    expected: str
    choices: tuple[str, ...]
    suggestion: str
    index: tuple[int, ...]

    def __init__(self, argument: str, value: Any, expected: str = "", choices: Sequence[str] = (), suggestion: str = "",
                 index: Sequence[int] = ()) -> None:
        super().__init__(argument, value, expected, tuple(choices), suggestion, tuple(index))
        self.argument, self.value, self.expected = argument, value, expected
        self.choices, self.suggestion, self.index = tuple(choices), suggestion, tuple(index)

    def __str__(self) -> str:
        name = self.argument + "".join(f"[{i}]" for i in self.index)
        listed = ", ".join(self.choices)
        if self.choices and not self.expected:
            missing = isinstance(self.value, Words) and not self.value
            wrong = f"{name} is missing" if missing else f"unknown {name} {_shown(self.value)}"
            if self.suggestion:
                return f"{wrong}; did you mean {self.suggestion!r}? (choose from {listed})"
            return f"{wrong}; choose from {listed}"
        return f"{name} is {_shown(self.value)}; expected {self.expected}" + (f": {listed}" if listed else "")

    def renamed(self, argument: str, value: Any = None, index: Sequence[int] | None = None) -> Any:
        """The same error with the caller's name for the argument, and the caller's value."""
        return type(self)(argument, self.value if value is None else value, self.expected, self.choices, self.suggestion,
                          self.index if index is None else index)

    def with_reason(self, reason: str) -> Any:
        """The same error, with a reason after the expected value."""
        return type(self)(self.argument, self.value, f"{self.expected}; {reason}", self.choices, self.suggestion, self.index)


class ArgumentError(_Fields, ValueError):
    """An argument is outside its documented range. Nothing was written.

    Attributes
    ----------
    argument : str
        The argument's name.
    value : object
        The value as given, or text that describes it; empty text if it is missing.
    expected : str
        What was expected, such as "a finite number above 0"; empty if `choices` lists it.
    choices : tuple of str
        The valid names, if the argument must be one of them; otherwise empty.
    suggestion : str
        The choice that was probably meant; empty if none is similar.
    index : tuple of int
        Index of the element in an array; empty if the argument is not an array.

    Examples
    --------
    >>> try:
    ...     tali.Generator(seed=42).gamma(-1)
    ... except tali.ArgumentError as error:
    ...     print(error.argument, error.value, error.expected, sep=" | ")
    shape | -1 | a finite number above 0
    """


class ArgumentTypeError(_Fields, TypeError):
    """An argument has a type that tali does not accept. It has the attributes of `ArgumentError`.

    Examples
    --------
    >>> try:
    ...     tali.Generator(42)
    ... except tali.ArgumentTypeError as error:
    ...     print(error.argument, error.value, sep=" | ")
    engine | 42
    """
