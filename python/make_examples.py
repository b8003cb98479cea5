#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes src/tali/_examples.py: what the examples in the docstrings print. Run it where the package is installed."""

import pathlib

import tali
from tali._methods import Methods, names


def main() -> None:
    lines = ["# SPDX-License-Identifier: Apache-2.0", '"""What the examples print. Written by make_examples.py."""', "",
             "OUTPUTS: dict[str, str] = {"]
    for name in names():
        example = getattr(getattr(Methods, name), "example", "")
        g = tali.Generator(seed=42)
        if name == "shuffle":
            continue
        try:
            printed = repr(eval(f"g.{name}({example})", {"g": g}))
        except NotImplementedError:
            continue
        lines.append(f"    {name!r}: {printed!r},")
    lines.append("}")
    (pathlib.Path(__file__).parent / "src/tali/_examples.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
