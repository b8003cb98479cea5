# SPDX-License-Identifier: Apache-2.0
"""Docstrings in NumPy's format, put together: a method says what is its own, and what all share stands here."""

from __future__ import annotations

import inspect
from typing import Any, Callable, TypeVar

from tali import _catalogue as c
from tali._examples import OUTPUTS

F = TypeVar("F", bound=Callable[..., Any])

#: Methods whose distribution a build may lack: their examples are shown where they run.
MAY_LACK = {"wald": c.WALD, "power": c.POWER, "zipf": c.ZIPF, "logseries": c.LOGSERIES,
            "noncentral_chisquare": c.NONCENTRAL_CHI_SQUARED, "noncentral_f": c.NONCENTRAL_F,
            "multinomial": c.MULTINOMIAL, "multivariate_hypergeometric": c.MULTIVARIATE_HYPERGEOMETRIC}

SHARED = {
    "size": ("int or tuple of ints, optional", "Shape of the result. None: the shape that the parameters broadcast "
             "to, or a single number."),
    "dtype": ("dtype, optional", "Type of the values."),
    "out": ("array, optional", "Memory to fill: a NumPy array, or anything with ``__dlpack__``."),
    "method": ("str, optional", "\"inversion\" takes the quantile of a uniform number; None the fastest way."),
    "axis": ("int, optional", "The axis along which the array is taken."),
}


def doc(summary: str, example: str = "", **parameters: str) -> Callable[[F], F]:
    """Gives a method its docstring.

    The example is the call's arguments; what it prints stands in _examples.py, which make_examples.py writes.
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
        output = OUTPUTS.get(method.__name__)
        needed = MAY_LACK.get(method.__name__)
        if output is not None and (needed is None or needed.name in c.NAMES):
            lines += ["", "Examples", "--------", f">>> tali.Generator(seed=42).{method.__name__}({example})", output]
        method.__doc__ = "\n".join(lines) + "\n"
        method.example = example  # type: ignore[attr-defined]
        return method

    return give
