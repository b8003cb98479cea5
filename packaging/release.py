#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a release of the version that CMakeLists.txt names, from a clean checkout of its commit. CONTRIBUTING.md, "A release".

    packaging/release.py --check                 # what must be so before: takes a second
    packaging/release.py --key KEYID             # checks, makes packages and wheels, and signs: the tag, SHA256SUMS
    packaging/release.py --collect-only --key '' # of what is in build already, without signatures

build/release then has every file that is to be uploaded, SHA256SUMS, and notes.md, the version's part of CHANGELOG.md. What needs an
account is printed at the end: nothing is uploaded or pushed.
"""

from __future__ import annotations

import argparse
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILES = ["dist/source/*", "dist/archives/*", "dist/debian/*.deb", "dist/python/*.tar.gz", "dist/recipes/*/*", "wheels/tali_random*.whl", "wheels/wheels.json"]

TODO = """Left to do, with accounts:
 1. git push origin v{version}
 2. upload build/release to the page of the tag, with notes.md as its text
 3. twine upload build/release/tali_random*
 4. conda-forge: a pull request with recipe.yaml, whose source is the uploaded tali-{version}.tar.gz
 5. Conan Center, vcpkg and Spack: a pull request each, with the recipe of build/dist/recipes
 6. CRAN or r-universe: what `R CMD build r` makes; Julia's registry: the folder julia
 7. open "Not yet released" in CHANGELOG.md, and raise the version in CMakeLists.txt"""


def git(root: pathlib.Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout.strip()


def version_of(root: pathlib.Path) -> str:
    return re.search(r"project\(tali VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


def notes(root: pathlib.Path) -> str:
    """The version's part of the change log."""
    version = version_of(root)
    parts = re.split(r"^## ", (root / "CHANGELOG.md").read_text(), flags=re.M)[1:]
    found = [p.partition("\n")[2].strip() for p in parts if p.startswith(f"{version}, ")]
    return found[0] + "\n" if found else ""


def troubles(root: pathlib.Path) -> list[str]:
    """What is not as a release must have it, a sentence each."""
    version, found = version_of(root), []
    if changed := git(root, "status", "--porcelain"):
        found.append(f"the checkout has changes: {changed.splitlines()[0].strip()}; expected none")
    if f"v{version}" in git(root, "tag").split():
        found.append(f"the tag v{version} exists; expected a version without a tag in CMakeLists.txt")
    head = re.search(r"^## (.*)$", (root / "CHANGELOG.md").read_text(), re.M).group(1)
    if not re.fullmatch(rf"{re.escape(version)}, 20\d\d-\d\d-\d\d", head):
        found.append(f"CHANGELOG.md begins with '{head}'; expected '{version}, ' and the date")
    if not notes(root):
        found.append(f"CHANGELOG.md says nothing of {version}")
    named = re.search(r"^version: (.*)$", (root / "CITATION.cff").read_text(), re.M).group(1)
    if named != version:
        found.append(f"CITATION.cff names version {named}; expected {version}")
    return found


def collect(build: pathlib.Path, to: pathlib.Path, text: str) -> list[pathlib.Path]:
    """Copies what is to be uploaded, and writes its digests."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    for pattern in FILES:
        for path in sorted(build.glob(pattern)):
            if path.is_file():
                name = f"{path.parent.name}-{path.name}" if path.parts[-3] == "recipes" else path.name
                if path.parts[-3] != "recipes" or not path.name.startswith("tali-"):  # the source, which lies beside each
                    shutil.copy(path, to / name)
    (to / "notes.md").write_text(text)
    files = sorted(to.iterdir())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (to / "SHA256SUMS").write_text("".join(sums))
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="check, and make nothing")
    parser.add_argument("--collect-only", action="store_true", help="take packages and wheels that are in the build folder; no tag")
    parser.add_argument("--key", help="key of GnuPG that signs; empty: no signatures")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the checkout")
    parser.add_argument("--build", type=pathlib.Path, help="its build folder")
    options = parser.parse_args()
    root, build = options.root.resolve(), (options.build or options.root / "build").resolve()
    if options.key is None and not options.check:
        parser.error("--key is missing; expected a key, or '' for none")
    if found := [] if options.collect_only else troubles(root):
        sys.exit("\n".join(f"release.py: {trouble}" for trouble in found))
    if options.check:
        return
    version = version_of(root)
    if not options.collect_only:
        for target in ("test", "dist", "wheels"):
            subprocess.run(["make", "-C", str(root), target, f"BUILD={build}"], check=True)
        git(root, "tag", *(["-s", "-u", options.key] if options.key else ["-a"]), "-m", f"tali {version}", f"v{version}")
    files = collect(build, build / "release", notes(root))
    if options.key:
        subprocess.run(["gpg", "--local-user", options.key, "--armor", "--detach-sign", str(build / "release/SHA256SUMS")], check=True)
    for path in files:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.name}")
    print(TODO.format(version=version))


if __name__ == "__main__":
    main()
