#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site: `make docs`.

    docs/site/build.py --tali build/tali --python build/python-venv/bin/python --work build/docs --to build/site

Doxygen reads the headers, the Python reference is read from an installed package, the command line's from its help, pictures
and certificates are made of the records in evidence/, and MkDocs puts all of it around the pages in docs/. Links that lead nowhere stop it.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import command_pages
import doxygen_pages

ROOT = pathlib.Path(__file__).resolve().parents[2]


def order(folder: pathlib.Path, names: list[str]) -> None:
    """Says in which order the navigation has a folder's pages."""
    (folder / "order.txt").write_text("\n".join(f"{n}.md" for n in names) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tali", type=pathlib.Path, required=True, help="the command")
    parser.add_argument("--python", required=True, help="a Python that has the package tali")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for what is generated")
    parser.add_argument("--to", type=pathlib.Path, required=True, help="folder of the site")
    parser.add_argument("--web", type=pathlib.Path, help="folder of the page that runs tali in the browser (make web), if there is one")
    options = parser.parse_args()
    work, to = options.work.resolve(), options.to.resolve()
    made = work / "generated"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)

    doxyfile = (ROOT / "docs/site/Doxyfile").read_text() + f"\nOUTPUT_DIRECTORY = {work}\n"
    subprocess.run(["doxygen", "-"], input=doxyfile, text=True, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    doxygen_pages.write(work / "xml", made)
    order(made / "cpp", [name for name, _, _ in doxygen_pages.PAGES])
    order(made / "c", [name for name, _, _ in doxygen_pages.C_PAGES])

    command_pages.write(options.tali.resolve(), made / "cli")
    subprocess.run([options.python, str(ROOT / "docs/site/python_pages.py"), str(made / "python")], check=True)

    subprocess.run([sys.executable, str(ROOT / "docs/site/figures.py"), "--tali", str(options.tali), "--to", str(made / "figures")], check=True)
    subprocess.run([sys.executable, str(ROOT / "docs/site/certificates.py"), *map(str, (ROOT / "evidence/certificates").glob("*.json")),
                    "--to", str(made / "certificates")], check=True)

    environment = dict(os.environ, TALI_DOCS_GENERATED=str(made), NO_MKDOCS_2_WARNING="1")
    environment["TALI_DOCS_WEB"] = str(options.web.resolve()) if options.web and (options.web / "index.html").exists() else ""
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--site-dir", str(to)],
                          cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit("".join(line for line in done.stdout.splitlines(True) if not line.startswith("INFO")))
    print(f"the site is in {to}; to read it: {sys.executable} -m http.server --directory {to}")


if __name__ == "__main__":
    main()
