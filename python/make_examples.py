#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/tali/_examples.py: what the examples in the docstrings print. Run it where the package is installed."""

import pathlib

import tali
from tali._methods import Methods, names


def printed(name: str, of: str, more: str) -> str | None:
    """What an interpreter shows; None where the build lacks the distribution."""
    example = getattr(Methods, name).example
    try:
        result = eval(f"{of}.{name}({example}{', ' if example and more else ''}{more})", {"tali": tali})
    except NotImplementedError:
        return None
    return "" if result is None else repr(result)


def table(title: str, of: str, more: str) -> list[str]:
    lines = [f"{title}: dict[str, str] = {{"]
    for name in names():
        text = printed(name, of, more)
        if text is not None:
            lines.append(f"    {name!r}: {text!r},")
    return [*lines, "}"]


def main() -> None:
    lines = ["# SPDX-License-Identifier: Apache-2.0", '"""What the examples print. Written by make_examples.py."""', ""]
    lines += table("OUTPUTS", "tali.Generator(seed=42)", "")
    lines += table("OUTPUTS_OF_SEQUENCES", "tali.Sequence(seed=42)", "first=7")
    (pathlib.Path(__file__).parent / "src/tali/_examples.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
