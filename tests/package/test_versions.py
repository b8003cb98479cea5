# SPDX-License-Identifier: Apache-2.0
"""One version: what CMakeLists.txt says is what every other file says."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(tali VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
# file: what finds versions of tali in it; the first must be there
NAMED = {
    "CITATION.cff": r"^version: ([0-9.]+)$",
    "docs/installing.md": r"tali-([0-9]+\.[0-9]+\.[0-9]+)",
    "docs/versioning.md": r"tali ([0-9]+\.[0-9]+\.[0-9]+), philox",
    "packaging/recipes.py": r"tali-([0-9]+\.[0-9]+\.[0-9]+)\.tar\.gz",
    "scripts/make-sbom.py": r"tali-([0-9]+\.[0-9]+\.[0-9]+)\.tar\.gz",
}
# These must ask for it instead of having one of their own.
ASKING = {
    "pyproject.toml": 'input = "CMakeLists.txt"',
    "packaging/conan/conanfile.py": 'version = "@VERSION@"',
    "packaging/conda/recipe.yaml": 'version: "@VERSION@"',
    "packaging/spack/package.py": 'version("@VERSION@"',
    "packaging/vcpkg/vcpkg.json": '"version": "@VERSION@"',
}


class Versions(unittest.TestCase):
    def test_files_name_this_version(self):
        for name, pattern in NAMED.items():
            with self.subTest(name):
                found = set(re.findall(pattern, (ROOT / name).read_text(), re.M))
                self.assertEqual(found, {VERSION})

    def test_the_rest_asks_for_it(self):
        for name, text in ASKING.items():
            with self.subTest(name):
                self.assertIn(text, (ROOT / name).read_text())

    def test_the_change_log_begins_with_it(self):
        """Below "Not yet released", where that is."""
        heads = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
        released = [h for h in heads if h != "Not yet released"]
        self.assertRegex(released[0], rf"^{re.escape(VERSION)}, 20\d\d-\d\d-\d\d$")
        self.assertIn(heads.index(released[0]), (0, 1))

    def test_shared_libraries_of_the_packages(self):
        major, minor, _ = VERSION.split(".")
        text = (ROOT / "tests/package/run.py").read_text()
        self.assertEqual(set(re.findall(r"libtali(?:_cuda)?\.so\.([0-9.]+)", text)), {f"{major}.{minor}"})
        self.assertEqual(set(re.findall(r'"libtali(?:-cuda)?([0-9]+)"', text)), {major})


if __name__ == "__main__":
    unittest.main()
