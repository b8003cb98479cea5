#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/tali/_examples.py: what the examples in the docstrings print. Run it where the package is installed."""

import pathlib

import tali
from tali._methods import Methods, names


def printed(name: str) -> str:
    """What an interpreter shows."""
    result = eval(f"tali.Generator(seed=42).{name}({getattr(Methods, name).example})", {"tali": tali})
    return "" if result is None else repr(result)


def main() -> None:
    lines = ["# SPDX-License-Identifier: Apache-2.0", '"""What the examples print. Written by make_examples.py."""', "",
             "OUTPUTS: dict[str, str] = {", *(f"    {name!r}: {printed(name)!r}," for name in names()), "}"]
    (pathlib.Path(__file__).parent / "src/tali/_examples.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
