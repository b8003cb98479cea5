#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the root's pages for users and those of docs/ against the repository.

    scripts/check-docs.py                      # links, files, flags, figures; exit status 1 if something is wrong
    scripts/check-docs.py --run                # and runs the commands of under ten seconds
    scripts/check-docs.py --root DIR --build DIR

- Links lead to existing files and headings; paths in code spans are files of the repository, headers <tali/...>
  those of include/.
- Commands have existing programs, flags, tests and targets, if the build folder has them (docs_commands.py).
- Every figure has a record and agrees with it (docs_records.py).
- No banned phrase is there (docs_words.py, which checks every other file too).
"""

import argparse
import concurrent.futures
import pathlib
import re
import sys

from docs_commands import LANGUAGES, Commands
from docs_page import Page, links
from docs_records import Records
from docs_words import faults_of_block

FOLDERS = ("include", "src", "lab", "bench", "tools", "tests", "examples", "docs", "evidence", "scripts", "cmake", "data", "python",
           "packaging")
PATH = re.compile(rf"^(?:{'|'.join(FOLDERS)})/[\w./*+-]+$")
HEADER = re.compile(r"^<?tali/[\w/]+\.(?:hpp|cuh|h)>?$")


ROOT_PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "THIRD_PARTY.md", "CHANGELOG.md")


def drawn(root):
    """The pictures that docs/site/figures.py draws, and the files beside it."""
    names = [name for file in (root / "docs/site").glob("figures*.py")
             for name in re.findall(r"^@picture\ndef (\w+)", file.read_text(encoding="utf-8"), re.M)]
    return {root / "docs/figures" / f"{name.replace('_', '-')}.svg" for name in [*names, "floors"]}


def pages_of(root):
    docs = root / "docs"
    paths = [root / name for name in ROOT_PAGES]
    paths += sorted(docs.rglob("*.md"))
    return [Page(p, p.relative_to(root).as_posix()) for p in paths if p.exists()]


def check_links(page, block, root, cache):
    for target in links(block.text):
        if re.match(r"^(https?|mailto):", target):
            continue
        path, _, anchor = target.partition("#")
        at = (page.path.parent / path).resolve() if path else page.path
        if not at.exists() and at not in cache["drawn"]:
            yield f"the link {target} leads nowhere"
        elif anchor and at.suffix == ".md":
            if at not in cache:
                cache[at] = Page(at)
            if anchor not in cache[at].anchors:
                yield f"{path or page.name} has no heading #{anchor}"


def check_paths(block, root):
    for span in re.findall(r"`([^`\n]+)`", block.text):
        if PATH.match(span) and not re.search(r"/[A-Z]+(?:-[A-Z]+)*(?:/|$)", span) and not span.endswith((".ck", ".part")):
            found = list(root.glob(span.rstrip("/"))) if "*" in span else [root / span] if (root / span).exists() else []
            if not found:
                yield f"the file {span} does not exist"
        elif HEADER.match(span):
            name = span.strip("<>")
            if not any((root / base / name).exists() for base in ("include", "src/c/include", "src/c")) and \
                    not list(root.glob(f"**/include/{name}")):
                yield f"the header {span} does not exist"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    p.add_argument("--build", type=pathlib.Path, help="default: build in the root")
    p.add_argument("--run", action="store_true", help="run the commands of under ten seconds")
    p.add_argument("--jobs", type=int, default=2, help="pages whose commands run at a time")
    p.add_argument("--only", metavar="PAGE", help="one page, such as docs/sobol.md")
    options = p.parse_args()
    root = options.root.resolve()
    build = (options.build or root / "build").resolve()
    pages = [page for page in pages_of(root) if not options.only or page.name == options.only]
    if not pages:
        sys.exit(f"check-docs: --only {options.only!r} is not a page; expected README.md, docs/NAME.md or docs/FOLDER/NAME.md")
    records, programs, cache = Records(root), Commands(root, build), {"drawn": drawn(root)}
    faults, held = [], 0
    for page in pages:
        for block in page.blocks:
            wrong = faults_of_block(block)
            if block.kind == "code":
                if block.language in LANGUAGES:
                    wrong += programs.check(block)
            else:
                wrong += check_links(page, block, root, cache)
                wrong += check_paths(block, root)
                wrong += programs.check_spans(block.text)
                if block.kind != "heading":
                    more, count = records.check(page, block)
                    wrong += more
                    held += count
            faults += [(page.name, block.line, w) for w in wrong]
    said = f"{len(pages)} pages, {held} figures found in their records"
    if options.run:
        ran = left = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for page, (wrong, n, m) in zip(pages, pool.map(programs.run, pages)):
                faults += [(page.name, line, w) for line, w in wrong]
                ran, left = ran + n, left + m
        said += f", {ran} commands run, {left} not"
    for name, line, what in sorted(faults):
        print(f"{name}:{line}: {what}")
    print(f"check-docs: {said}, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
