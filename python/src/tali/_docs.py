# SPDX-License-Identifier: Apache-2.0
"""Builds docstrings in NumPy's format from the methods' own texts and the texts here, which they share."""

from __future__ import annotations

import inspect
from typing import Any, Callable, TypeVar

from tali import _catalogue as c
from tali._examples import OUTPUTS, OUTPUTS_OF_SEQUENCES

F = TypeVar("F", bound=Callable[..., Any])

#: Methods whose distribution a build may lack: examples are shown only if they run.
MAY_LACK = {"wald": c.WALD, "power": c.POWER, "zipf": c.ZIPF, "logseries": c.LOGSERIES,
            "noncentral_chisquare": c.NONCENTRAL_CHI_SQUARED, "noncentral_f": c.NONCENTRAL_F,
            "multinomial": c.MULTINOMIAL, "multivariate_hypergeometric": c.MULTIVARIATE_HYPERGEOMETRIC}

SHARED = {
    "size": ("int or tuple of ints, optional", "Shape of the result. None: the shape that the parameters broadcast "
             "to, or a single number."),
    "dtype": ("dtype, optional", "Type of the values. Strings are NumPy's, except that \"f16\" and \"bf16\" are 16-bit floats."),
    "out": ("array, optional", "Memory to fill: a NumPy array, or an object with ``__dlpack__``."),
    "method": ("str, optional", "\"inversion\" uses quantiles of uniform numbers; None uses the fastest method."),
    "axis": ("int, optional", "The axis of the array."),
}


def _examples(name: str, example: str, call: str, outputs: dict[str, str]) -> list[str]:
    """The section of examples; empty if this build lacks the distribution."""
    needed = MAY_LACK.get(name)
    if name not in outputs or needed is not None and needed.name not in c.NAMES:
        return []
    return ["", "Examples", "--------", f">>> {call}", outputs[name]]


def of_sequence(name: str, method: Callable[..., Any]) -> str:
    """The docstring of a sequence's method, made from that of the generator's method."""
    text = (method.__doc__ or "").partition("\nExamples\n")[0].rstrip()
    head, mark, returned = text.partition("\n\nReturns\n")
    if "\nParameters\n" not in head:
        head += "\n\nParameters\n----------"
    example: str = method.example  # type: ignore[attr-defined]
    call = f"tali.Sequence(seed=42).{name}({example}{', ' if example else ''}first=7)"
    lines = [head, "first : int, optional", "    Index of the first value."]
    if mark:
        lines += ["", "Returns", returned]
    return "\n".join([*lines, *_examples(name, example, call, OUTPUTS_OF_SEQUENCES)]) + "\n"


def doc(summary: str, example: str = "", *, returns: str = "float, int or array\nThe values; `out` if it is given.",
        **parameters: str) -> Callable[[F], F]:
    """Gives a method its docstring.

    The example is the call's arguments; its output is in _examples.py, which make_examples.py writes. `returns` is the
    result's type and description, separated by a line break; empty if there is no result.
    """

    def give(method: F) -> F:
        lines = [summary, ""]
        names = [n for n in inspect.signature(method).parameters if n != "self"]
        if names:
            lines += ["Parameters", "----------"]
        for name in names:
            kind, text = SHARED.get(name, ("float or array_like", ""))
            text = parameters.get(name, text)
            if text.startswith("("):
                kind, _, text = text[1:].partition(") ")
            lines += [f"{name} : {kind}", f"    {text}"]
        if returns:
            kind, _, text = returns.partition("\n")
            lines += ["", "Returns", "-------", kind, f"    {text}"]
        lines += _examples(method.__name__, example, f"tali.Generator(seed=42).{method.__name__}({example})", OUTPUTS)
        method.__doc__ = "\n".join(lines) + "\n"
        method.example = example  # type: ignore[attr-defined]
        return method

    return give
