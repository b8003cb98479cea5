#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every page of docs/ stands in the navigation of mkdocs.yml, once, and that every page there is there.

    docs/site/check_navigation.py
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Pages that docs/site/hooks.py makes of files of the repository's root.
MADE = {"index.md", "contributing.md", "changes.md", "security.md", "third-party.md", "evidence.md"}


def faults(navigation: str, pages: set[str]) -> list[str]:
    """Sentences about what is wrong with the navigation, given the pages that there are."""
    named = re.findall(r": \"?(\??[\w/.-]+\.md)\"?$", navigation, re.M)
    found = [f"mkdocs.yml has {name} {named.count(name)} times" for name in sorted(set(named)) if named.count(name) > 1]
    for name in sorted(set(named)):
        if not name.startswith(("?", "reference/")) and name not in pages | MADE:
            found.append(f"mkdocs.yml has {name}, which does not exist")
    known = {name.lstrip("?") for name in named}
    found += [f"docs/{page} is not in the navigation of mkdocs.yml" for page in sorted(pages - known)
              if not page.startswith("site/")]
    return found


def main() -> None:
    docs = ROOT / "docs"
    pages = {p.relative_to(docs).as_posix() for p in docs.rglob("*.md")}
    found = faults((ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2], pages)
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
