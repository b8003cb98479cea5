# SPDX-License-Identifier: Apache-2.0
"""One version: what CMakeLists.txt says is what every other file says; and a release has it."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import release  # noqa: E402
VERSION = re.search(r"project\(tali VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
# file: what finds versions of tali in it; the first must be there
NAMED = {
    "CITATION.cff": r"^version: ([0-9.]+)$",
    "docs/installing.md": r"tali-([0-9]+\.[0-9]+\.[0-9]+)",
    "julia/Project.toml": r'^version = "([0-9.]+)"$',
    "r/DESCRIPTION": r"^Version: ([0-9.]+)$",
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


class Release(unittest.TestCase):
    """packaging/release.py on a checkout of three files."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("CMakeLists.txt", "project(tali VERSION 1.2.3 LANGUAGES CXX)\n")
        self.write("CHANGELOG.md", "# Changes\n\n## 1.2.3, 2027-01-02\n\n- New things.\n\n## 1.2.2, 2027-01-01\n\n- Old ones.\n")
        self.write("CITATION.cff", "version: 1.2.3\n")
        self.write(".gitignore", "/build/\n")
        release.git(self.root, "init", "-q")
        self.commit()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self):
        release.git(self.root, "add", ".")
        release.git(self.root, "-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "-qm", "all")

    def test_what_is_ready(self):
        self.assertEqual(release.troubles(self.root), [])
        self.assertEqual(release.notes(self.root), "- New things.\n")

    def test_what_is_not_ready_is_said_in_a_sentence_each(self):
        release.git(self.root, "tag", "v1.2.3")
        self.write("CHANGELOG.md", "# Changes\n\n## Not yet released\n\n- New things.\n")
        self.write("CITATION.cff", "version: 1.2.2\n")
        said = release.troubles(self.root)
        for sentence, part in zip(said, ["has changes: M C", "the tag v1.2.3 exists", "begins with 'Not yet released'", "says nothing of 1.2.3", "names version 1.2.2"]):
            self.assertIn(part, sentence)
        self.assertEqual(len(said), 5)
        done = subprocess.run([sys.executable, "-B", ROOT / "packaging/release.py", "--check", "--root", self.root], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (1, "", 5))

    def test_what_is_collected(self):
        for name in ("dist/source/tali-1.2.3.tar.gz", "dist/recipes/spack/package.py", "dist/recipes/spack/tali-1.2.3.tar.gz", "wheels/tali_random-1.2.3-x.whl", "wheels/tali_random_cuda13-1.2.3-x.whl"):
            self.write("build/" + name, name)
        done = subprocess.run([sys.executable, "-B", ROOT / "packaging/release.py", "--collect-only", "--key", "", "--root", self.root],
                              capture_output=True, text=True, check=True)
        made = self.root / "build/release"
        sums = dict(line.split()[::-1] for line in (made / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sorted(sums), ["notes.md", "spack-package.py", "tali-1.2.3.tar.gz", "tali_random-1.2.3-x.whl",
                                        "tali_random_cuda13-1.2.3-x.whl"])
        for name, digest in sums.items():
            self.assertEqual(digest, hashlib.sha256((made / name).read_bytes()).hexdigest())
        self.assertIn("git push origin v1.2.3", done.stdout)

    @unittest.skipUnless(shutil.which("gpg"), "gpg is not installed")
    def test_what_is_signed(self):
        """The whole script, with a key for this once and packages that make makes at once."""
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        environment = {**os.environ, "GNUPGHOME": home.name, "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.invalid"}

        def run(*command):
            return subprocess.run([str(c) for c in command], env=environment, capture_output=True, text=True, check=True)

        run("gpg", "--batch", "--passphrase", "", "--quick-gen-key", "a <a@example.invalid>", "ed25519", "sign", "never")
        self.addCleanup(subprocess.run, ["gpgconf", "--kill", "all"], env=environment, check=False)
        self.write("Makefile", "test dist wheels:\n\tmkdir -p build/dist/source\n\techo $@ > build/dist/source/$@\n")
        self.commit()
        release_py = [sys.executable, "-B", ROOT / "packaging/release.py", "--root", self.root, "--key", "a@example.invalid"]
        run(*release_py)
        made = self.root / "build/release"
        self.assertEqual(sorted(path.name for path in made.iterdir()), ["SHA256SUMS", "SHA256SUMS.asc", "dist", "notes.md", "test", "wheels"])
        run("gpg", "--verify", made / "SHA256SUMS.asc", made / "SHA256SUMS")
        run("git", "-C", self.root, "tag", "--verify", "v1.2.3")
        (made / "notes.md").write_text("another text")
        self.assertNotEqual(subprocess.run(["sha256sum", "--check", "--status", "SHA256SUMS"], cwd=made, check=False).returncode, 0)
        again = subprocess.run([str(c) for c in release_py], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1)
        self.assertIn("the tag v1.2.3 exists", again.stderr)


if __name__ == "__main__":
    unittest.main()
