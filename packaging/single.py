#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tali_single.hpp: Philox, PCG32 and the distributions of fixed budget in one header, which needs no library.

    packaging/single.py > tali_single.hpp

It has sequence.hpp and draw.hpp, and the distributions of the catalogue that need neither attempts nor rows.
"""

import pathlib
import re

from release import version_of

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^#include [<"](tali/[^>"]+)[>"].*\n', re.M)
ENGINES = ["tali/engine/pcg32.hpp", "tali/engine/philox4x32.hpp"]


def text_of(header: str) -> str:
    return (ROOT / "include" / header).read_text(encoding="utf-8")


def inlined(header: str, seen: set[str]) -> str:
    """The header with what it includes, as the preprocessor sees it: each header once."""
    if header in seen:
        return ""
    seen.add(header)
    text = text_of(header).replace("#pragma once\n", "").replace("// SPDX-License-Identifier: Apache-2.0\n", "")
    return f"// {header}\n" + INCLUDE.sub(lambda match: inlined(match.group(1), seen), text)


def single() -> str:
    catalogue = [h for h in INCLUDE.findall(text_of("tali/catalogue.hpp")) if h.startswith("tali/distribution/")]
    fixed = [h for h in catalogue if not re.search(r"\btag = |_view\b", text_of(h))]  # as distribution_kind has it: protocol.hpp
    headers = ["tali/sequence.hpp", "tali/distribution/draw.hpp", *ENGINES, *fixed]
    version = version_of(ROOT)
    head = (f"// SPDX-License-Identifier: Apache-2.0\n// tali {version}: philox4x32, pcg32 and distributions of fixed budget. Made by "
            "packaging/single.py;\n// the whole library has more, and fills that are many times faster.\n#pragma once\n")
    seen: set[str] = set()
    return re.sub(r"\n{3,}", "\n\n", "\n".join([head, *(inlined(header, seen) for header in headers)]))


if __name__ == "__main__":
    print(single(), end="")
