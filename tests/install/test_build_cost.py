# SPDX-License-Identifier: Apache-2.0
"""scripts/build-cost.py fails where an object costs ten seconds more than its record, on a machine of any speed, and where tali has
more than 200 names."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "build-cost.py"
RECORD = {"tali_cpu/a.cpp.o": 2.0, "tali_cpu/b.cpp.o": 4.0, "tali_cpu/c.cpp.o": 6.0, "tali_cpu/d.cpp.o": 8.0, "tali_cpu/e.cpp.o": 10.0}


class Check(unittest.TestCase):
    def check(self, seconds: dict[str, float]) -> tuple[int, list[str]]:
        """The exit code, and the objects that are named."""
        with tempfile.TemporaryDirectory() as folder:
            record, build = pathlib.Path(folder, "record.csv"), pathlib.Path(folder)
            record.write_text("seconds,object\n" + "".join(f"{s},{name}\n" for name, s in RECORD.items()))
            lines = (f"{s},src/CMakeFiles/{name.replace('/', '.dir/', 1)}\n" for name, s in seconds.items())
            (build / "compile-times.txt").write_text("".join(lines))
            run = subprocess.run([sys.executable, SCRIPT, "check", build, "--record", record], capture_output=True, text=True)
        return run.returncode, [name for name in seconds if f": {name} takes" in run.stdout]

    def test_machines_of_any_speed_pass(self) -> None:
        for factor in (0.5, 1.0, 2.2):
            self.assertEqual(self.check({name: s * factor for name, s in RECORD.items()}), (0, []))

    def test_ten_seconds_more_fail(self) -> None:
        for factor in (0.5, 1.0, 2.2):
            grown = {name: s * factor for name, s in RECORD.items()} | {"tali_cpu/b.cpp.o": 14.5 * factor}
            self.assertEqual(self.check(grown), (1, ["tali_cpu/b.cpp.o"]))

    def test_a_new_object_has_a_limit(self) -> None:
        self.assertEqual(self.check(RECORD | {"tali_cpu/new.cpp.o": 19.0}), (0, []))
        self.assertEqual(self.check(RECORD | {"tali_cpu/new.cpp.o": 21.0}), (1, ["tali_cpu/new.cpp.o"]))

    def test_cuda_is_not_compared(self) -> None:
        self.assertEqual(self.check(RECORD | {"tali_cuda/new.cu.o": 60.0}), (0, []))

    def test_one_object_beside_a_warm_cache(self) -> None:
        self.assertEqual(self.check({"tali_cpu/b.cpp.o": 8.0}), (0, []))
        self.assertEqual(self.check({"tali_cpu/b.cpp.o": 29.0}), (1, ["tali_cpu/b.cpp.o"]))


@unittest.skipUnless(shutil.which("doxygen"), "doxygen is not installed")
class Names(unittest.TestCase):
    def names(self, header: str) -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.hpp").write_text(f"namespace tali {{\n{header}\n}}\n")
            run = subprocess.run([sys.executable, SCRIPT, "names", folder], capture_output=True, text=True)
        return run.returncode, run.stdout

    def test_a_name_is_counted_once_and_in_its_namespace(self) -> None:
        header = ("int f(int);\nint f(float);\ntemplate <class T> struct c { int member; struct inner; };\ntemplate <> struct c<int> {};\n"
                  "using a = c<int>;\ninline constexpr int v = 1;\nnamespace detail { int g(); struct d; }")
        self.assertEqual(self.names(header), (0, "build-cost: 4 names in namespace tali; allowed: 200\n"))

    def test_more_than_200_fail_and_are_listed(self) -> None:
        code, said = self.names("\n".join(f"int f{k}();" for k in range(201)))
        self.assertEqual((code, said.split("\n")[0]), (1, "build-cost: 201 names in namespace tali; allowed: 200"))
        self.assertIn(" f200 ", said)


if __name__ == "__main__":
    unittest.main()
