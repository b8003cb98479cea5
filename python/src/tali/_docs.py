# SPDX-License-Identifier: Apache-2.0
"""Builds docstrings in NumPy's format from the functions' own texts and the texts here, which they share."""

from __future__ import annotations

import inspect
import re
from typing import Any, Callable, Iterable, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

SHARED = {
    "size": ("int or tuple of ints, optional", "Shape of the result. None: the shape that the parameters broadcast "
             "to, or a single number."),
    "dtype": ("dtype, optional", "Type of the values. Strings are NumPy's, except that \"f16\" and \"bf16\" are 16-bit floats."),
    "out": ("array, optional", "Memory to fill: a NumPy array, or an object with ``__dlpack__``."),
    "method": ("str, optional", "\"inversion\" uses quantiles of uniform numbers; None uses the fastest method."),
    "axis": ("int, optional", "The axis of the array."),
}
#: Parameters of methods that make values of any distribution, and of others
COMMON = {
    "distribution": ("str", "Name of the distribution, such as \"gamma\" or \"normal-icdf\"; `tali info` lists them."),
    "first": ("int, optional", "Index of the first element."),
    "size": ("int or tuple of ints, optional", "Shape of the result; for vector distributions, without the row's dimension."),
    "dtype": ("dtype, optional", "Type of the values."),
    "out": ("array, optional", "Memory to fill."),
    "parameters": ("", "The distribution's parameters, by the catalogue's names: numbers or lists of them."),
    "device": ("str, optional", "As for tali.Generator."),
}
#: The key of a fused operation
KEY_PER_ROW = "One key, or one per row: keys with the shape (*rows, 2) for x with the shape (*rows, ...)."
#: Parameters of the functions of tali.torch that fill a tensor, and of those that take device keys
IN_PLACE = {
    "tensor": ("torch.Tensor", "The tensor to fill."),
    "key": ("tali.Key, int, tali.Generator or tensor of two integers",
            "Selects the values. A Key selects a sequence. An integer is the seed of a tali.Generator, whose values differ from those\n"
            "    of the Key with that seed. A Generator advances. A tensor is a seed and a stream."),
}
FROM_KEYS = {
    "key": ("tensor of int64 or tali.Key", "Keys, with the shape (..., 2)."),
    **dict.fromkeys(("shape", "size"), ("int or tuple of int", "Shape of a row. The result has one row per key.")),
    "dtype": ("torch.dtype, optional", ""),
    "out": ("torch.Tensor, optional", "Memory to fill."),
    "offset": ("int, optional", "Index of a row's first element."),
    "rounds": ("int, optional", "10 or 7 rounds of Philox: the engines philox4x32 and philox4x32-7."),
}


def text_of(summary: str, entries: Iterable[tuple[str, str, str]], returns: str, example: str) -> str:
    """Builds a docstring. Each entry is a parameter: its name, kind and text."""
    lines = [summary, ""]
    for name, kind, text in entries:
        lines += [] if len(lines) > 2 else ["Parameters", "----------"]
        lines += [f"{name} : {kind}" if kind else name, f"    {text}"]
    if returns:
        kind, _, text = returns.partition("\n")
        lines += ["", "Returns", "-------", kind, f"    {text}"]
    if example:
        lines += ["", "Examples", "--------", example]
    return "\n".join(lines) + "\n"


def of_sequence(method: Any) -> str:
    """Builds the docstring of a Sequence method from that of the Generator method."""
    summary, entries, returns = method.described
    name, given = method.__name__, f"{method.example}{', ' if method.example else ''}"
    later = f"s.{name}({given}first=7)"
    among = later
    if "size=" in given:
        among = re.sub(r"size=(\d)", lambda size: f"size={int(size[1]) + 7}", f"s.{name}({method.example})[7:]")
    return text_of(summary, [*entries, ("first", "int, optional", "Index of the first value.")], returns,
                   f">>> s = tali.Sequence(seed=42)\n>>> np.array_equal({later}, {among})\nTrue")


def _describe(function: Any, summary: str, shared: dict[str, tuple[str, str]], parameters: dict[str, str], returns: str,
              example: str, kind_of_others: str = "") -> Any:
    """Adds the docstring to a function, and returns the function. A text "(kind) text" includes the parameter's kind. Otherwise
    the kind comes from `shared`, from `kind_of_others`, or from the annotation."""
    signature = function.__signature__ = inspect.signature(function)  # cached, because it is slow to compute and often needed
    entries = []
    for p in signature.parameters.values():
        if p.name not in ("self", "cls"):
            optional = "" if p.default is p.empty else ", optional"
            kind, text = shared.get(p.name, (kind_of_others or f"{p.annotation}{optional}", ""))
            text = parameters.get(p.name, text)
            if text.startswith("("):
                kind, _, text = text[1:].partition(") ")
            entries.append((p.name if p.kind is not p.VAR_KEYWORD else f"**{p.name}", kind, text))
    function.described = summary, entries, returns
    function.__doc__ = text_of(summary, entries, returns, example)
    return function


def doc(summary: str, example: str, prints: str, *, returns: str = "float, int or array\nThe values; `out` if it is given.",
        **parameters: str) -> Callable[[F], F]:
    """Adds the docstring to a method.

    The example is the call's arguments. `returns` is the result's type and description, separated by a line break; empty if there
    is no result.
    """

    def give(method: F) -> F:
        method.example = example  # type: ignore[attr-defined]
        shown = f">>> tali.Generator(seed=42).{method.__name__}({example})\n{prints}"
        return _describe(method, summary, SHARED, parameters, returns, shown, "float or array_like")

    return give


def described(summary: str, example: str, returns: str, **parameters: str) -> Callable[[F], F]:
    """Adds the docstring to a function or a method."""
    return lambda method: _describe(method, summary, COMMON, parameters, returns, example)


def in_place(summary: str, example: str = "", zeros: str = "3", **parameters: str) -> Callable[[F], F]:
    """Adds the docstring to a function that fills a tensor. The example is the distribution's parameters in the call; `zeros` is
    the tensor's shape and type."""
    shown = f">>> x = torch.zeros({zeros})\n>>> tali.torch.{{}}(x, {example}{', ' if example else ''}key=42) is x\nTrue"
    return lambda function: _describe(function, summary, IN_PLACE, parameters, "torch.Tensor\nThe tensor.", shown.format(function.__name__))


def from_keys(summary: str, example: str, values: str, **parameters: str) -> Callable[[F], F]:
    """Adds the docstring to a function of device keys. `values` is the name of what the tensor contains, or the result's type and
    description, separated by a line break."""
    returns = values if "\n" in values else f"torch.Tensor\nThe {values}, on the key's device."
    return lambda function: _describe(function, summary, FROM_KEYS, parameters, returns, example)
