#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the page of web/, opens it as a file in headless Chromium, plays with it, and compares the digests that the
browser makes with the pinned ones: once as wide as a phone and once as a desktop in the dark.

    tests/web/run.py --work build/tests/web [--all]     # --all: every pinned range, else those below 20,000 numbers

Exit status 77: the compiler for WebAssembly or Chromium is missing (scripts/install-deps.sh web).
"""

from __future__ import annotations

import argparse
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def check_sources(page: pathlib.Path) -> None:
    """Nothing of the page may come from elsewhere."""
    for path in page.iterdir():
        if path.name in ("tali.wasm.js", "pins.js"):
            continue
        found = re.findall(r"(?:src|href)=\"(?!data:)([^\"]*//[^\"]*)\"|url\(|@import|\bfetch\(|\bimport\(", path.read_text())
        if found:
            sys.exit(f"{path.name} loads from elsewhere: {found}")


def visit(browser: str, page: pathlib.Path, profile: pathlib.Path, *flags: str) -> int:
    """The number of ranges that were the same."""
    done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                           f"--user-data-dir={profile}", "--virtual-time-budget=3600000", *flags, "--dump-dom", page.as_uri()],
                          capture_output=True, text=True, timeout=1200)
    root = re.search(r"<html[^>]*>", done.stdout)
    attributes = dict(re.findall(r'data-(\w+)="([^"]*)"', root.group(0) if root else ""))
    if "problems" not in attributes:
        sys.exit(f"the page did not come to an end: {done.stdout[:500]}\n{done.stderr[-2000:]}")
    problems = json.loads(html.unescape(attributes["problems"]))
    if problems:
        sys.exit("\n".join(problems))
    return int(attributes["right"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for the page and what is compiled")
    parser.add_argument("--all", action="store_true", help="every pinned range")
    options = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print("SKIPPED: Chromium is not installed; scripts/install-deps.sh web installs it")
        sys.exit(77)
    work = options.work.resolve()
    page = work / "page"
    built = subprocess.run([sys.executable, "-B", ROOT / "web" / "build.py", "--to", page, "--objects", work / "objects"])
    if built.returncode != 0:
        sys.exit(built.returncode)
    check_sources(page)
    text = (page / "index.html").read_text()
    shutil.copy(HERE / "page_test.js", page)
    check = "all" if options.all else "short"
    text = text.replace('<html lang="en">', f'<html lang="en" data-check="{check}">')
    (page / "test.html").write_text(text.replace("</body>", '<script src="page_test.js"></script>\n</body>'))
    for name, flags in (("phone", ["--window-size=360,800"]), ("desktop, dark", ["--window-size=1280,900", "--blink-settings=preferredColorScheme=0"])):
        shutil.rmtree(work / "profile", ignore_errors=True)
        right = visit(browser, page / "test.html", work / "profile", *flags)
        print(f"{name}: {right} pinned ranges have the same bits")


if __name__ == "__main__":
    main()
