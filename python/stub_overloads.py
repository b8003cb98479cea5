# SPDX-License-Identifier: Apache-2.0
"""The overloads of the methods that draw, as NumPy's stubs have them: what a call gives, by its size, dtype and out."""

from __future__ import annotations

import inspect
from typing import Any

IMPORTS = """from collections.abc import Sequence as _Several
from typing import SupportsIndex, TypeVar, overload

from numpy._typing import _ArrayLikeFloat_co as _Reals
from numpy._typing import _FloatLike_co as _Real
from numpy.typing import NDArray

_Size = SupportsIndex | _Several[SupportsIndex]
_T = TypeVar("_T", bound=np.generic)
_Out = TypeVar("_Out")
_Bytes = bytes
_Type = type[_T] | np.dtype[_T]
_AnyType = type[Any] | np.dtype[Any] | str
_Whole = int | np.integer[Any]
_Row = _Several[_Real] | np.ndarray[tuple[int], np.dtype[Any]]
"""

#: A method's values where no type is named: of one call for a number, and of an array. All others are floats.
_INTEGERS = ("binomial", "negative_binomial", "geometric", "hypergeometric", "logseries", "poisson", "zipf")
_VALUES = {**{name: ("int", "np.int64") for name in _INTEGERS}, "bernoulli": ("int", "np.uint8"),
           "bernoulli_bits": ("int", "np.uint32"), "integers": ("np.int64", "np.int64")}
#: Rows have no single values
_ROWS = {"dirichlet": "np.float64", "multivariate_normal": "np.float64", "direction": "np.float64",
         "multinomial": "np.int64", "multivariate_hypergeometric": "np.int64"}
_OTHERS = {
    "bytes": ["(self, length: SupportsIndex{}) -> _Bytes"],
    "permutation": ["(self, x: _Whole, axis: SupportsIndex = 0{}) -> NDArray[np.int64]",
                    "(self, x: NDArray[_T], axis: SupportsIndex = 0{}) -> NDArray[_T]",
                    "(self, x: Any, axis: SupportsIndex = 0{}) -> NDArray[Any]"],
    "shuffle": ["(self, x: Any, axis: SupportsIndex = 0{}) -> None"],
    "permuted": ["(self, x: Any, *, axis: SupportsIndex | None = None, out: _Out{}) -> _Out",
                 "(self, x: NDArray[_T], *, axis: SupportsIndex | None = None, out: None = None{}) -> NDArray[_T]",
                 "(self, x: Any, *, axis: SupportsIndex | None = None, out: None = None{}) -> NDArray[Any]"],
    "choice": [f"(self, a: {a}, size: {size}, replace: bool = True, {p}, axis: SupportsIndex = 0, shuffle: bool = True{{}}) -> {made}"
               for a, size, p, made in (("_Whole", "None = None", "p: _Row | None = None", "int"),
                                        ("_Whole", "None = None", "*, p: _Reals", "NDArray[np.int64]"),
                                        ("_Whole", "_Size", "p: _Reals | None = None", "NDArray[np.int64]"),
                                        ("NDArray[_T]", "_Size", "p: _Reals | None = None", "NDArray[_T]"),
                                        ("Any", "_Size", "p: _Reals | None = None", "NDArray[Any]"),
                                        ("Any", "None = None", "p: _Reals | None = None", "Any"))],
    "categorical": ["(self, p: _Row, size: None = None, *, logits: None = None{}) -> int",
                    "(self, p: _Reals, size: None = None, *, logits: None = None{}) -> NDArray[np.int64]",
                    "(self, p: _Reals, size: _Size, *, logits: None = None{}) -> NDArray[np.int64]",
                    "(self, p: None = None, size: _Size | None = None, *, logits: _Reals{}) -> Any"],
}


def _shown(value: Any) -> str:
    """A default as source text."""
    return f"np.{value.__name__}" if getattr(value, "__module__", "") == "numpy" else repr(value)


def _parameter(p: inspect.Parameter) -> str:
    stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
    annotation = "" if p.annotation is p.empty else f": {p.annotation}"
    if p.default is p.empty:
        return stars + p.name + annotation
    return f"{p.name}{annotation}{' = ' if annotation else '='}{_shown(p.default)}"


def lines_of(name: str, function: Any) -> list[str]:
    """One method, in lines of at most 120 characters."""
    signature = inspect.signature(function)
    given: list[str] = []
    star = False
    for p in signature.parameters.values():
        if p.kind is p.KEYWORD_ONLY and not star:
            given.append("*")
            star = True
        given.append(_parameter(p))
        if p.kind is p.POSITIONAL_ONLY:
            given = [x for x in given if x != "/"] + ["/"]
    returned = signature.return_annotation
    end = "):" if returned is signature.empty else f") -> {returned}:"
    lines, line = [], f"    def {name}("
    for k, text in enumerate(given):
        text += ", " if k + 1 < len(given) else ""
        if len(line + text + end) > 119:
            lines.append(line.rstrip())
            line = " " * len(f"    def {name}(")
        line += text
    lines.append(line + end)
    summary = (function.__doc__ or "").strip().split("\n")[0]
    if name.startswith("__") or not summary:
        return [*lines[:-1], lines[-1] + " ..."]
    return [*lines, f'        """{summary}"""']


class _Call:
    """A signature that is put together."""

    def __init__(self, method: Any) -> None:
        self.method, self.parameters = method, inspect.signature(method).parameters

    def of(self, numbers: str, size: str, dtype: str, out: str, returns: str, placed: bool = False) -> str:
        """The overload with these annotations and defaults. An empty one leaves the parameter out. A required parameter
        behind one with a default is given by name; none has a default that stands before a size that is `placed`."""
        made: list[str] = []
        star = optional = False
        before_size = placed
        for name, p in self.parameters.items():
            text = {"self": "self", "size": size, "dtype": dtype, "out": out}.get(name)
            if text is None:
                text = str(p.annotation) if p.annotation != "Any" else numbers + (" | None" if p.default is None else "")
                text += "" if p.default is p.empty or before_size else f" = {_shown(p.default)}"
            before_size = before_size and name != "size"
            if not text:
                continue
            required = "=" not in text and name != "self"
            if not star and (p.kind is p.KEYWORD_ONLY or (required and optional)):
                made.append("*")
                star = True
            optional = optional or "=" in text
            made.append(text if name == "self" else f"{name}: {text}")
        return f"({', '.join(made)}) -> {returns}"

    @property
    def may_be_short(self) -> bool:
        """Whether a parameter in front of the size has a default, so that the size is given by name or by place."""
        names = list(self.parameters)
        return any(p.default is not p.empty for p in list(self.parameters.values())[1:names.index("size")])


def _of_values(name: str, method: Any) -> list[str]:
    call = _Call(method)
    has_dtype, has_out = "dtype" in call.parameters, "out" in call.parameters
    number, element = _VALUES.get(name, ("float", "np.float64"))
    default = "type[np.int64]" if name == "integers" else "type[np.float64]"
    plain = call.parameters["dtype"].default if has_dtype else None
    unnamed = "None = None" if plain is None else f"{default} = ..."
    no_out = "None = None" if has_out else ""
    several = [("_Reals", "_Size", False)] + ([("_Reals", "_Size", True)] if call.may_be_short else [])
    found = []
    if name in _ROWS:
        element = _ROWS[name]
        found.append(call.of("_Reals", "_Size | None = None", unnamed if has_dtype else "", no_out, f"NDArray[{element}]"))
    else:
        if name == "integers":
            found += [call.of("_Real", "None = None", f"type[{t}]", no_out, t) for t in ("bool", "int")]
            found.append(call.of("_Real", "None = None", "_Type[_T]", no_out, "_T"))
            found.insert(0, call.of("_Real", "None = None", unnamed, no_out, number))
        else:
            found.append(call.of("_Real", "None = None", "_AnyType | None = ...", no_out, number))
        for numbers, size, placed in several:
            found.append(call.of(numbers, size, unnamed, no_out, f"NDArray[{element}]", placed))
    if has_dtype:
        for numbers, size, placed in several if name not in _ROWS else [("_Reals", "_Size | None = None", False)]:
            found.append(call.of(numbers, size, "_Type[_T]", no_out, "NDArray[_T]", placed))
    any_type = "_AnyType | None = ..." if has_dtype else ""
    if has_out:
        found.append(call.of("_Reals", "_Size | None = None", any_type, "_Out", "_Out"))
    if name not in _ROWS and any(p.annotation == "Any" for n, p in call.parameters.items() if n not in ("size", "dtype", "out")):
        found.append(call.of("_Reals", "None = None", unnamed if has_dtype else "", no_out, f"NDArray[{element}]"))
    if name not in _ROWS or has_dtype:
        found.append(call.of("_Reals", "_Size | None = None", any_type, no_out, "Any"))
    return found


def overloads_of(name: str, function: Any) -> list[str]:
    """A method's lines in a stub. What does not draw has one."""
    signature = inspect.signature(function)
    if name not in _OTHERS and ("size" not in signature.parameters or name.startswith("_") or name == "fill"):
        return lines_of(name, function)
    first = "first" in signature.parameters
    if name in _OTHERS:
        found = [text.format("@") for text in _OTHERS[name]]
        found = [text.replace("@", "" if not first else (", first: int = 0" if "*" in text else ", *, first: int = 0"))
                 for text in found]
    else:
        found = _of_values(name, function)
    lines: list[str] = []
    for k, text in enumerate(found):
        lines += ["    @overload"] if len(found) > 1 else []
        summary = f'        """{(function.__doc__ or "").splitlines()[0]}"""' if k == 0 else ""
        lines += _wrapped(f"    def {name}{text}:" + ("" if summary else " ..."), len(name) + 9)
        lines += [summary] if summary else []
    return lines


def _wrapped(text: str, indent: int) -> list[str]:
    """A line in pieces of at most 119 characters."""
    lines, line = [], ""
    for word in text.split(", "):
        more = f"{line}, {word}" if line.strip() else line + word
        if len(more) > 118:
            lines.append(line + ",")
            more = " " * indent + word
        line = more
    return [*lines, line]
