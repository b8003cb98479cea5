# SPDX-License-Identifier: Apache-2.0
"""The source package, its bill of materials, and the recipes that `make dist` fills in."""

import ast
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import dist  # noqa: E402


def run(*command):
    return subprocess.run([sys.executable, "-B", *map(str, command)], capture_output=True, text=True, check=True).stdout


class Source(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.to = pathlib.Path(cls.folder.name)
        cls.source = dist.write_source(cls.to)
        run(ROOT / "scripts/make-sbom.py", "--source", cls.source)
        cls.bill = json.loads(next(cls.to.glob("*.spdx.json")).read_text())
        run(ROOT / "packaging/recipes.py", "--source", cls.source, "--to", cls.to / "recipes")
        with tarfile.open(cls.source) as tar:
            cls.members = {m.name.split("/", 1)[1]: m for m in tar.getmembers() if m.isfile()}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_what_is_needed_is_there(self):
        for name in ("CMakeLists.txt", "Makefile", "LICENSE", "THIRD_PARTY.md", "include/tali/tali.hpp", "pyproject.toml",
                     "data/new-joe-kuo-6.packed", "tests/data/digests.txt", "scripts/install-deps.sh"):
            self.assertIn(name, self.members)
        self.assertTrue(self.members["scripts/install-deps.sh"].mode & 0o100)
        self.assertEqual({m.name.split("/")[0] for m in self.members.values()}, {self.source.name[: -len(".tar.gz")]})

    def test_what_is_made_stays_out(self):
        self.assertFalse([n for n in self.members if n.startswith(("build", ".git", ".ci"))])

    def test_the_same_files_give_the_same_bytes(self):
        self.assertEqual(self.source.read_bytes(), dist.write_source(self.to / "again").read_bytes())

    def test_who_makes_it_is_one_name(self):
        name = re.search(r'^authors = \[\{name = "(.+)"\}\]$', (ROOT / "pyproject.toml").read_text(), re.M).group(1)
        self.assertEqual(next(p for p in self.bill["packages"] if p["name"] == "tali")["supplier"], f"Organization: {name}")
        self.assertIn(f'author = "{name}"', (self.to / "recipes/conan/conanfile.py").read_text())
        self.assertIn(f'"{name} <developers@tali.invalid>"', (ROOT / "cmake/package.cmake").read_text())

    def test_the_bill_is_of_the_package(self):
        self.assertEqual(self.bill["spdxVersion"], "SPDX-2.3")
        files = {f["fileName"][2:]: f for f in self.bill["files"]}
        self.assertEqual(set(files), set(self.members))
        with tarfile.open(self.source) as tar:
            content = tar.extractfile(self.members["include/tali/tali.hpp"]).read()
        self.assertIn({"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()},
                      files["include/tali/tali.hpp"]["checksums"])
        self.assertEqual(files["include/tali/tali.hpp"]["licenseInfoInFiles"], ["Apache-2.0"])
        self.assertEqual(files["data/new-joe-kuo-6.packed"]["licenseConcluded"], "BSD-3-Clause")
        names = {p["name"] for p in self.bill["packages"]}
        self.assertLessEqual({"tali", "new-joe-kuo-6", "random123-known-answers", "CLI11", "fmt", "GoogleTest", "CUDA toolkit"}, names)
        known = {e["SPDXID"] for e in self.bill["packages"] + self.bill["files"]} | {"SPDXRef-DOCUMENT"}
        for relation in self.bill["relationships"]:
            self.assertLessEqual({relation["spdxElementId"], relation["relatedSpdxElement"]}, known)
        self.assertEqual(len(known), len(self.bill["packages"]) + len(self.bill["files"]) + 1)

    def test_recipes_are_filled_in(self):
        folder = self.to / "recipes"
        digest = hashlib.sha256(self.source.read_bytes()).hexdigest()
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix != ".gz":
                self.assertIsNone(re.search(r"@[A-Z0-9]+@", path.read_text()), path)
        for path in ("conan/conanfile.py", "conan/test_package/conanfile.py", "spack/package.py"):
            ast.parse((folder / path).read_text())
        port = json.loads((folder / "vcpkg/vcpkg.json").read_text())
        self.assertEqual(f"tali-{port['version']}.tar.gz", self.source.name)
        self.assertIn(digest, (folder / "spack/package.py").read_text())
        self.assertIn(digest, (folder / "conda/recipe.yaml").read_text())

    def test_what_the_port_of_vcpkg_does(self):
        """CMake runs it, with functions that print their arguments in place of vcpkg's."""
        folder = self.to / "recipes/vcpkg"
        port = json.loads((folder / "vcpkg.json").read_text())
        steps = ["extract_source_archive", "check_features", "cmake_configure", "cmake_install", "cmake_config_fixup", "fixup_pkgconfig",
                 "copy_tools", "install_copyright"]
        stubs = "".join(f'function(vcpkg_{s})\nmessage("{s} ${{ARGN}}")\nendfunction()\n' for s in steps)
        before = f'cmake_minimum_required(VERSION 3.22)\nset(FEATURES {" ".join(port["features"])})\nset(CURRENT_PACKAGES_DIR "{self.to}/port")\n'
        (folder / "stubs.cmake").write_text(f'{before}{stubs}include("{folder}/portfile.cmake")\n')
        done = subprocess.run(["cmake", "-P", folder / "stubs.cmake"], capture_output=True, text=True, check=True)
        said = dict(line.split(" ", 1) if " " in line else (line, "") for line in done.stderr.strip().splitlines())
        self.assertEqual(list(said), steps)
        self.assertTrue((folder / f"tali-{port['version']}.tar.gz").exists())
        self.assertIn(f"tali-{port['version']}.tar.gz", said["extract_source_archive"])
        self.assertLessEqual(set(port["features"]), set(said["check_features"].split(";")))

    def test_options_of_the_recipes_are_cmake_s(self):
        """Each TALI_ that a recipe names is an option, or a variable, of the build."""
        texts = [p.read_text() for p in [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake")]]
        known = set(re.findall(r"(?:option|set|tali_option)\((TALI_[A-Z_]+)", "".join(texts)))
        for path in (self.to / "recipes").rglob("*"):
            if path.is_file() and path.suffix != ".gz":
                self.assertLessEqual(set(re.findall(r"\bTALI_[A-Z_]+\b", path.read_text())), known, path)


if __name__ == "__main__":
    unittest.main()
