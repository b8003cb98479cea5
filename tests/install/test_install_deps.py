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
        self.program("dpkg-query", 'grep -qx "$4" "$ROOT/installed" && echo installed')
        # As apt-get does: where one package cannot be had, or two exclude each other, none is installed. An update makes
        # those of `later` known.
        self.program("apt-get", """echo "$*" >> "$ROOT/calls"
            if [ "$1" = update ]; then : > "$ROOT/later"; exit 0; fi
            real=yes first= second=
            if [ "$1" = -s ]; then real=; shift; fi
            shift
            for p in "$@"; do
              if grep -qx -e "$p" "$ROOT/unknown" "$ROOT/later"; then echo "E: Unable to locate package $p"; exit 100; fi
              case "$p" in libomp-16-dev) first=yes ;; libomp-19-dev) second=yes ;; esac
            done
            if [ "$first$second" = yesyes ]; then echo "E: you have held broken packages."; exit 100; fi
            [ -n "$real" ] || exit 0
            for p in "$@"; do case "$p" in -*) ;; *) echo "$p" >> "$ROOT/installed" ;; esac; done
            echo "Processing triggers"; echo "Setting up"; echo "Done" """)
        for name in ("installed", "unknown", "later"):
            self.write(name, [])

    def program(self, name, text):
        path = self.tools / name
        path.unlink(missing_ok=True)  # it may be a link to the system's own program
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def write(self, name, lines):
        (self.root / name).write_text("".join(line + "\n" for line in lines))

    def lines(self, name):
        return (self.root / name).read_text().split("\n")[:-1]

    def run_script(self, *purposes):
        return subprocess.run([SCRIPT, *purposes], capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": str(self.tools), "ROOT": str(self.root)})

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
        self.assertEqual(set(self.lines("installed")), {"libclang-rt-16-dev", "codespell", "doxygen", "graphviz", "python3", "python3-venv"})
        self.assertIn("continuing without clang-16 chromium (apt-get could not install them)", done.stderr)

    def test_no_compiler_can_be_had(self):
        self.write("unknown", ["g++"])
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot build without g++: apt-get could not install it", done.stderr)
        self.assertIn("Unable to locate package g++", done.stderr)
        self.assertIn("cmake", self.lines("installed"))

    def test_a_compiler_and_cmake_came_along(self):
        self.write("unknown", ["libfmt-dev"])
        self.program("c++", "")
        self.program("cmake", "")
        done = self.run_script("run")
        self.assertEqual(done.returncode, 0)
        self.assertIn("continuing without libfmt-dev (apt-get could not install it)", done.stderr)

    def test_an_old_list_of_packages(self):
        self.write("later", ["ccache"])
        done = self.run_script("cache")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([call.split()[0] for call in self.lines("calls")], ["install", "update", "install"])

    def test_packages_that_exclude_each_other(self):
        self.program("c++", "")
        self.program("cmake", "")
        done = self.run_script("sanitize", "compilers")
        self.assertEqual(done.returncode, 0)
        self.assertIn("continuing without libomp-19-dev (apt-get could not install it)", done.stderr)
        self.assertLessEqual({"clang-16", "libomp-16-dev", "clang-19"}, set(self.lines("installed")))

    def test_by_sudo(self):
        self.program("id", "echo 1000")
        self.program("sudo", '[ "$1" != -n ] || shift; exec "$@"')
        self.assertEqual(self.run_script("cache").returncode, 0)
        self.assertEqual(self.lines("installed"), ["ccache"])

    def test_sudo_is_refused(self):
        self.program("id", "echo 1000")
        self.program("sudo", 'echo "$*" >> "$ROOT/asked"; exit 1')
        done = self.run_script("build", "test", "lab")
        self.assertEqual(done.returncode, 1)
        self.assertIn(": sudo was refused. As root: apt-get install g++", done.stderr)
        self.assertEqual(len(self.lines("asked")), 3)  # to install, to update, and whether it may at all

    def test_no_room_for_a_log(self):
        self.program("mktemp", "exit 1")
        self.assertEqual(self.run_script("cache").returncode, 0)
        self.assertEqual(self.lines("installed"), ["ccache"])

    def test_dpkg_without_apt(self):
        (self.tools / "apt-get").unlink()
        done = self.run_script("cache")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot build without ccache: there is no apt-get", done.stderr)

    def test_who_is_not_root(self):
        self.program("id", "echo 1000")
        self.write("installed", ["g++", "cmake", "ninja-build", "libcli11-dev", "nlohmann-json3-dev"])
        done = self.run_script("run")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot build without libfmt-dev: you are not root and there is no sudo", done.stderr)
        self.assertFalse((self.root / "calls").exists())

    def test_an_unknown_purpose(self):
        done = self.run_script("bild")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown purpose 'bild'; allowed: run, build", done.stderr)


if __name__ == "__main__":
    unittest.main()
