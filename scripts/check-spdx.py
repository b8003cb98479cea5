#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every source file says its licence in its first line (behind a #!), and can add the line.

    scripts/check-spdx.py             # lists the files that lack it; exit status 1 if there are any
    scripts/check-spdx.py --fix       # adds it to them
    scripts/check-spdx.py --root DIR  # of another tree

Files are those that git tracks or would track; where there is no git, all but hidden folders and build folders.
"""

import argparse
import pathlib
import subprocess
import sys

IDENTIFIER = "SPDX-License-Identifier: Apache-2.0"
COMMENTS = {
    "//": (".hpp", ".cpp", ".cu", ".cuh", ".h", ".c"),
    "#": (".py", ".cmake", ".cmake.in", ".sh", "CMakeLists.txt"),
}


def files_of(root):
    """Relative paths of what belongs to the tree, sorted."""
    try:
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                capture_output=True, check=True).stdout
        paths = {pathlib.Path(name.decode()) for name in listed.split(b"\0") if name}
    except (OSError, subprocess.CalledProcessError):
        paths = {path.relative_to(root) for path in root.rglob("*")}
    return sorted(p for p in paths if (root / p).is_file() and not (root / p).is_symlink() and
                  not p.parts[0].startswith("build"))


def comment_of(path, first):
    """What begins a comment in the file, or None if the file is no source; `first` is its first line."""
    for comment, ends in COMMENTS.items():
        if path.name.endswith(ends):
            return comment
    if path.suffix == "" and first.startswith("#!") and any(word in first for word in ("sh", "python")):
        return "#"
    return None


def expected_line(comment, lines):
    """The line that must be there, and its index."""
    return f"{comment} {IDENTIFIER}", 1 if lines and lines[0].startswith("#!") else 0


def lacks(root, path):
    """None, or the file's text with the line added."""
    try:
        text = (root / path).read_bytes().decode()
    except UnicodeDecodeError:
        return None  # data, whatever it is called
    lines = text.split("\n")
    comment = comment_of(path, lines[0])
    if comment is None:
        return None
    line, index = expected_line(comment, lines)
    if index < len(lines) and lines[index].rstrip("\r") == line:
        return None
    return "\n".join(lines[:index] + [line] + lines[index:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true", help="add the line where it is missing")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    missing = 0
    for path in files_of(options.root):
        fixed = lacks(options.root, path)
        if fixed is None:
            continue
        missing += 1
        if options.fix:
            (options.root / path).write_bytes(fixed.encode())
        else:
            print(f"{path} does not say '{IDENTIFIER}' in its first line")
    if missing and options.fix:
        print(f"check-spdx.py: added the line to {missing} files")
    elif missing:
        sys.exit(f"check-spdx.py: {missing} files lack the line; scripts/check-spdx.py --fix adds it")


if __name__ == "__main__":
    main()
