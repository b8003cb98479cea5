# SPDX-License-Identifier: Apache-2.0
"""Errors as data. The sentence that they print is made here, with the caller's names of the arguments."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np


class Words(str):
    """A description of a value, "of shape (3,)": printed as it is, where a string that was given has quotation marks.
    Empty: the argument is missing."""


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
        """The same about an argument that the caller knows by another name, and gave as another object."""
        return type(self)(argument, self.value if value is None else value, self.expected, self.choices, self.suggestion,
                          self.index if index is None else index)

    def with_reason(self, reason: str) -> Any:
        """The same, with what explains it behind what is expected."""
        return type(self)(self.argument, self.value, f"{self.expected}; {reason}", self.choices, self.suggestion, self.index)


class ArgumentError(_Fields, ValueError):
    """An argument is outside its documented range. Nothing was written.

    Attributes
    ----------
    argument : str
        The argument's name.
    value : object
        What was given, or text that describes it; empty text where it is missing.
    expected : str
        What would be right, "a finite number above 0"; empty where `choices` say it.
    choices : tuple of str
        The names that would be right, of an argument that is one of some; else empty.
    suggestion : str
        The choice that was probably meant; else empty.
    index : tuple of int
        The element of an array; else empty.

    Examples
    --------
    >>> try:
    ...     tali.Generator(seed=42).gamma(-1)
    ... except tali.ArgumentError as error:
    ...     print(error.argument, error.value, error.expected, sep=" | ")
    shape | -1 | a finite number above 0
    """


class ArgumentTypeError(_Fields, TypeError):
    """An argument is of a type that tali does not take. It has the attributes of `ArgumentError`.

    Examples
    --------
    >>> try:
    ...     tali.Generator(42)
    ... except tali.ArgumentTypeError as error:
    ...     print(error.argument, error.value, sep=" | ")
    engine | 42
    """
