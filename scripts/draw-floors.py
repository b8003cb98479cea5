#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The folders of the source and which includes which, as a graph for graphviz: the picture of docs/architecture.md.

    scripts/draw-floors.py | dot -Tsvg > docs/figures/floors.svg

An arrow goes from a folder to one whose headers it includes; those that follow from others are left out. A dashed arrow runs
upwards: the two folders include one another.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
HEADERS = ("include", "src", "lab", "bench", "tools/tali", "lab/commands")  # where an include may lie
OF_LIBRARY = "include/tali"


def folder_of(path):
    """The room that a file is drawn in: one of the library's, src's or lab's folders, or a whole top folder."""
    parts = path.split("/")
    if parts[0] == "include":
        return "/".join(parts[:3]) if len(parts) > 3 else OF_LIBRARY
    if parts[0] in ("src", "lab"):
        return "/".join(parts[:2]) if len(parts) > 2 else None
    return {"bench": "bench", "python": "python", "tools": "/".join(parts[:2])}.get(parts[0])


def edges():
    listed = subprocess.run(["git", "ls-files", "*.hpp", "*.cpp", "*.cu", "*.cuh", "*.h"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    there = set(listed)
    found = {}
    for path in listed:
        room = folder_of(path)
        if room is None:
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            names = re.findall(r'^\s*#\s*include\s+["<]([^">]+)[">]', f.read(), re.M)
        for name in names:
            near = os.path.normpath(os.path.join(os.path.dirname(path), name))
            at = next((p for p in [near, *(f"{h}/{name}" for h in HEADERS)] if p in there), None)
            other = folder_of(at) if at else None
            if other and other != room:
                found[room, other] = found.get((room, other), 0) + 1
    return found


def reaches(graph, start, end, without):
    seen, todo = set(), [start]
    while todo:
        at = todo.pop()
        for a, b in graph:
            if a == at and b not in seen and (a, b) != without:
                if b == end:
                    return True
                seen.add(b)
                todo.append(b)
    return False


def main():
    found = edges()
    # If two folders include one another, the arrow of fewer includes runs upwards.
    up = {(a, b) for (a, b), n in found.items() if (b, a) in found and (n, a) < (found[b, a], b)}
    down = [e for e in found if e not in up]
    drawn = [e for e in down if not reaches(down, *e, without=e)]
    print('digraph floors {\n  rankdir=TB; node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=11];')
    print('  edge [color="#5b7083", arrowsize=0.7]; bgcolor="white"; ranksep=0.45; nodesep=0.25;')
    for room in sorted({r for e in found for r in e}):
        color = "#dcebf7" if room.startswith("include") else "#e5f3df" if room.startswith("src") else "#f7eedc"
        print(f'  "{room}" [fillcolor="{color}"];')
    for a, b in sorted(drawn):
        print(f'  "{a}" -> "{b}";')
    for a, b in sorted(up):
        print(f'  "{a}" -> "{b}" [style=dashed, constraint=false];')
    print("}")


if __name__ == "__main__":
    sys.exit(main())
