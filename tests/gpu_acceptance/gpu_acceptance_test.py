# SPDX-License-Identifier: Apache-2.0
"""scripts/gpu-acceptance.sh with stand-ins for nvidia-smi, compute-sanitizer, tali and test programs."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SCRIPT = sys.argv.pop(1)


class GpuAcceptance(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.folder, self.tools, self.out = (self.root / name for name in ("folder", "tools", "out"))
        self.program(self.tools / "nvidia-smi", "echo 'name, driver'")
        self.program(self.tools / "compute-sanitizer", "echo '========= ERROR SUMMARY: 0 errors'")
        self.program(self.folder / "deep" / "good_test", "echo '[  PASSED  ] 3 tests.'")
        for name in ("cuda_kernels_test", "cuda_structures_test", "cuda_half_test", "mtgp_cuda_test",
                     "distribution_tests", "law_fuzz_cuda_test"):
            self.program(self.folder / name, "echo '[  PASSED  ] 1 test.'")
        self.tali(self.folder / "tali", {"normal": 1.0, "gamma": 2.0})

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(0o755)

    def tali(self, path, seconds):
        rows = [{"table": "cuda-bulk", "engine": "philox4x32", "distribution": name, "type": "f32", "variant": "",
                 "n": 1000000000, "seconds": s} for name, s in seconds.items()]
        self.program(path, f"echo '{json.dumps(rows)}'")

    def run_script(self, *arguments):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}"}
        done = subprocess.run([SCRIPT, "--filter", "cuda-bulk", "--rounds", "3", *arguments], text=True,
                              capture_output=True, env=environment, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def run_all(self, *options, steps=()):
        return self.run_script(*options, str(self.folder), str(self.out), *steps)

    def test_all_is_well(self):
        self.tali(self.root / "old" / "tali", {"normal": 1.0, "gamma": 2.0})
        code, said = self.run_all("--baseline", str(self.root / "old" / "tali"))
        self.assertEqual(code, 0, said)
        self.assertIn("7 of 7 programs passed", said)
        self.assertIn("0 of 2 rows lost", said)
        self.assertEqual(len(list(self.out.glob("new-*.json"))), 3)
        self.assertEqual(len(list(self.out.glob("baseline-*.json"))), 3)

    def test_a_row_that_lost_is_named(self):
        self.tali(self.root / "old" / "tali", {"normal": 0.97, "gamma": 1.97})
        code, said = self.run_all("--baseline", str(self.root / "old" / "tali"), steps=["bench"])
        self.assertEqual(code, 1, said)
        lost = said[said.index("1 of 2 rows lost"):]
        self.assertIn("normal", lost)
        self.assertNotIn("gamma", lost)

    def test_a_row_that_is_missing_is_no_success(self):
        self.tali(self.root / "old" / "tali", {"normal": 1.0, "gamma": 2.0, "beta": 1.0})
        code, said = self.run_all("--baseline", str(self.root / "old" / "tali"), steps=["bench"])
        self.assertEqual(code, 3, said)
        self.assertIn("missing: cuda-bulk philox4x32 beta", said)

    def test_a_failed_test_is_kept(self):
        self.program(self.folder / "bad_test", "echo '[  FAILED  ] 1 test'; exit 1")
        code, said = self.run_all(steps=["tests"])
        self.assertEqual(code, 1, said)
        self.assertIn("bad_test: exit 1", said)
        self.assertTrue((self.out / "logs" / "bad_test.txt").exists())

    def test_a_found_error_fails(self):
        self.program(self.tools / "compute-sanitizer", "echo '========= ERROR SUMMARY: 2 errors'; exit 9")
        code, said = self.run_all(steps=["sanitize"])
        self.assertEqual(code, 1, said)
        self.assertIn("2 errors", said)

    def test_a_program_that_is_not_there_is_said(self):
        (self.folder / "cuda_half_test").unlink()
        code, said = self.run_all(steps=["sanitize"])
        self.assertEqual(code, 3, said)
        self.assertIn("not run: there is no cuda_half_test", said)

    def test_the_limit_holds(self):
        self.program(self.folder / "slow_test", "sleep 50")
        begin = time.monotonic()
        code, said = self.run_all("--limit", "5", steps=["tests"])
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(code, 3, said)
        self.assertIn("slow_test: exit 124", said)

    def test_bad_arguments_are_refused(self):
        for arguments in (["--limit", "0"], ["--limit", "ten"], ["--fast"], ["--baseline", "/none"]):
            code, said = self.run_all(*arguments)
            self.assertEqual(code, 2, said)
            self.assertIn(arguments[0], said)
        code, said = self.run_all(steps=["everything"])
        self.assertEqual(code, 2, said)
        self.assertIn("everything", said)

    @unittest.skipIf(shutil.which("git") is None, "git is not installed")
    def test_programs_that_no_run_has_seen_are_listed(self):
        checkout = self.root / "checkout"

        def git(*arguments):
            return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x", *arguments], cwd=checkout, check=True,
                                  capture_output=True, text=True).stdout.strip()

        def unseen(*arguments):
            done = subprocess.run([checkout / "scripts" / "gpu-acceptance.sh", *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            return sorted(line.split("(")[1].split(")")[0] for line in done.stdout.splitlines()[:-1])

        files = {"tests/CMakeLists.txt": "tali_test(a_test LABELS cpu cuda\n  SOURCES cuda/a.cu)\ntali_test(b_test LABELS cuda SOURCES b.cpp)\n"
                                         "tali_test(c_test LABELS cpu SOURCES c.cpp)\n",
                 "tests/cuda/a.cu": "", "tests/b.cpp": "", "tests/c.cpp": "", "src/gpu/x.cu": "", "evidence/gpu-tests.txt": "# heading\n"}
        for name, text in files.items():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            (checkout / name).write_text(text)
        self.program(checkout / "scripts" / "gpu-acceptance.sh", "")
        (checkout / "scripts" / "gpu-acceptance.sh").write_text(Path(SCRIPT).read_text())
        git("init", "-q")
        git("add", ".")
        git("commit", "-qm", "one")
        self.assertEqual(unseen("unseen"), ["a_test", "b_test"])
        self.out.mkdir()
        (self.out / "tests.txt").write_text("a_test: exit 0; 1 test;\nb_test: exit 1; 1 test;\nc_test: exit 0; 1 test;\n")
        unseen("seen", str(self.out), "HEAD")
        self.assertEqual(unseen("unseen"), ["b_test"])
        (self.out / "tests.txt").write_text("b_test: exit 0; 1 test;\n")
        unseen("seen", str(self.out), "HEAD")
        self.assertEqual(unseen("unseen"), [])
        (checkout / "tests/cuda/a.cu").write_text("// another")
        self.assertEqual(unseen("unseen"), ["a_test"])
        (checkout / "src/gpu/x.cu").write_text("// another")
        self.assertEqual(unseen("unseen"), ["a_test", "b_test"])


if __name__ == "__main__":
    unittest.main()
