# SPDX-License-Identifier: Apache-2.0
"""scripts/install-deps.sh on a system of stand-ins for apt-get and dpkg-query, which lacks some packages."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "install-deps.sh"


class InstallDeps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.tools = self.root / "tools"
        self.tools.mkdir()
        for name in ("sh", "env", "grep", "tail", "rm", "mktemp"):
            (self.tools / name).symlink_to(shutil.which(name))
        self.program("id", "echo 0")
        self.program("dpkg-query", f'grep -qx "$4" {self.root}/installed && echo installed')
        # As apt-get does: where one package cannot be had, none is installed.
        self.program("apt-get", f"""echo "$*" >> {self.root}/calls
            [ "$1" = install ] || exit 0
            shift
            for p in "$@"; do ! grep -qx -e "$p" {self.root}/unknown || {{ echo "E: Unable to locate package $p"; exit 100; }}; done
            for p in "$@"; do case "$p" in -*) ;; *) echo "$p" >> {self.root}/installed ;; esac; done""")
        self.write("installed", [])
        self.write("unknown", [])

    def program(self, name, text):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def write(self, name, lines):
        (self.root / name).write_text("".join(line + "\n" for line in lines))

    def lines(self, name):
        return (self.root / name).read_text().split("\n")[:-1]

    def run_script(self, *purposes):
        return subprocess.run([SCRIPT, *purposes], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": str(self.tools)})

    def test_all_at_once_and_each_once(self):
        done = self.run_script("run", "build", "fuzz")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        installed = self.lines("installed")
        self.assertEqual(len(installed), len(set(installed)))
        self.assertLessEqual({"cmake", "libssl-dev", "clang-16"}, set(installed))
        self.assertEqual(len(self.lines("calls")), 1)

    def test_nothing_is_missing(self):
        self.write("installed", ["ccache"])
        done = self.run_script("cache")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertFalse((self.root / "calls").exists())

    def test_what_can_be_had_is_installed(self):
        for name in ("cmake", "c++"):
            self.program(name, "")
        self.write("unknown", ["clang-16", "chromium"])
        done = self.run_script("fuzz", "docs")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(set(self.lines("installed")), {"libclang-rt-16-dev", "doxygen", "python3", "python3-venv"})
        self.assertIn("going on without clang-16 chromium (apt-get could not install them)", done.stderr)

    def test_no_compiler_can_be_had(self):
        self.write("unknown", ["g++"])
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot build without g++: apt-get could not install it", done.stderr)
        self.assertIn("Unable to locate package g++", done.stderr)
        self.assertIn("cmake", self.lines("installed"))

    def test_a_compiler_and_cmake_came_along(self):
        self.write("unknown", ["gnuplot-nox"])
        self.program("c++", "")
        self.program("cmake", "")
        done = self.run_script("run")
        self.assertEqual(done.returncode, 0)
        self.assertIn("going on without gnuplot-nox (apt-get could not install it)", done.stderr)

    def test_who_is_not_root(self):
        self.program("id", "echo 1000")
        self.write("installed", ["g++", "cmake", "ninja-build", "libcli11-dev", "libfmt-dev", "nlohmann-json3-dev"])
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot build without gnuplot-nox: you are not root and there is no sudo", done.stderr)
        self.assertFalse((self.root / "calls").exists())

    def test_an_unknown_purpose(self):
        done = self.run_script("bild")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown purpose 'bild'; allowed: run, build", done.stderr)


if __name__ == "__main__":
    unittest.main()
