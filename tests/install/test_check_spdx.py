# SPDX-License-Identifier: Apache-2.0
"""scripts/check-spdx.py, on a small tree of its own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-spdx.py"
LINE = "SPDX-License-Identifier: Apache-2.0"


class CheckSpdx(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def check(self, *flags):
        return subprocess.run([sys.executable, str(SCRIPT), "--root", str(self.root), *flags], capture_output=True, text=True)

    def test_names_the_files_that_lack_the_line(self):
        self.write("src/with.cpp", f"// {LINE}\nint x;\n")
        self.write("src/without.cpp", "int x;\n")
        self.write("src/late.cpp", f"int x;\n// {LINE}\n")
        self.write("src/other.cpp", "// SPDX-License-Identifier: MIT\n")
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines()],
                         ["src/late.cpp", "src/other.cpp", "src/without.cpp"])
        self.assertIn("3 files lack the line", result.stderr)

    def test_adds_the_line_behind_an_interpreter_and_once(self):
        texts = {"a.hpp": "#pragma once\n", "b.cu": "\n", "c/CMakeLists.txt": "project(c)\n", "d.cmake": "", "run": "#!/bin/sh\n:\n",
                 "e.py": "#!/usr/bin/env python3\nprint()\n", "f.cmake.in": "@PACKAGE_INIT@\n"}
        files = {name: self.write(name, text) for name, text in texts.items()}
        self.assertEqual(self.check("--fix").returncode, 0)
        for name, path in files.items():
            comment = "//" if name.endswith(("hpp", "cu")) else "#"
            first, _, rest = texts[name].partition("\n") if texts[name].startswith("#!") else ("", "", texts[name])
            head = first + "\n" if first else ""
            self.assertEqual(path.read_text(), f"{head}{comment} {LINE}\n{rest}", name)
        fixed = {name: path.read_text() for name, path in files.items()}
        self.assertEqual(self.check().returncode, 0)
        self.assertEqual(self.check("--fix").returncode, 0)
        self.assertEqual({name: path.read_text() for name, path in files.items()}, fixed)

    def test_leaves_data_documents_and_build_folders_alone(self):
        for name in ("data/sets.csv", "README.md", "LICENSE", "build-x/generated.cpp", "lab/plan.plan"):
            self.write(name, "nothing\n")
        result = self.check()
        self.assertEqual((result.returncode, result.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main()
