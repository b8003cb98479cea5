# SPDX-License-Identifier: Apache-2.0
"""The programs that 'tali' starts for some of its commands."""
import os
import shutil
import tempfile
import unittest

from command import TALI, CommandTest, run


class Programs(CommandTest):
    def test_help_lists_them(self):
        text = run("--help").stdout.decode()
        for name in ("gen", "words", "info", "tune", "compile", "demo", "bench", "certify", "normal", "mtgp", "rejection"):
            self.assertRegex(text, rf"(?m)^\s+{name}\b")

    def test_alone_they_print_their_help(self):
        for program in (TALI, TALI + "-bench", TALI + "-lab"):
            bare, asked = run(program=program), run("--help", program=program)
            self.assertEqual((bare.returncode, bare.stderr), (0, b""))
            self.assertIn(b"Usage: tali", bare.stdout)
            self.assertEqual(bare.stdout, asked.stdout)

    def test_options_of_gen_stand_in_groups(self):
        groups = {}
        for line in run("gen", "--help").stdout.decode().splitlines():
            if line.endswith(":") and not line.startswith(" "):
                heading = groups.setdefault(line[:-1], [])
            elif line.startswith("  -"):
                heading.append(line.split()[0])
        self.assertEqual(groups["Options"], ["-h,--help"])
        self.assertEqual(len(groups), 5)
        self.assertIn("--engine", groups["Numbers"])
        self.assertIn("--simd", groups["Speed, which changes no value"])

    def test_help_of_one_is_its_own(self):
        self.assertIn("--filter", run("bench", "--help").stdout.decode())
        self.assertIn("law", run("rejection", "--help").stdout.decode())

    def test_a_missing_one_is_named_with_the_option_that_builds_it(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = os.path.join(folder, "tali")
            shutil.copy(TALI, alone)
            for command, program, option in (
                (("bench",), "tali-bench", "TALI_BENCH"),
                (("certify",), "tali-lab", "TALI_LAB"),
                (("gen", "-n", 5, "--mpi"), "tali-mpi", "TALI_MPI"),
            ):
                r = run(*command, program=alone)
                self.assertEqual(r.returncode, 2)
                self.assertEqual(r.stdout, b"")
                text = r.stderr.decode()
                self.assertEqual(text.count("\n"), 1, text)
                self.assertIn(program, text)
                self.assertIn(f"-D{option}=ON", text)

    def test_found_beside_tali_wherever_it_was_called_from(self):
        with tempfile.TemporaryDirectory() as folder:
            link = os.path.join(folder, "tali")
            os.symlink(TALI, link)
            r = run("rejection", "law", "--rho", "0.5", "--lanes", "4", "--json", program=link, cwd=folder)
            self.assertEqual(r.returncode, 0, r.stderr)

    def test_refusals(self):
        for arguments, words in [
            (["mtgp", "--foo"], ["unknown tali mtgp option '--foo'", "--help, search"]),
            (["rejection", "plan"], ["--rho is missing", "chance that an attempt is rejected"]),
            (["rejection", "plan", "--rho", "2"], ["--rho is 2", "from 0 to below 1"]),
            (["rejection", "plan", "--rho", "0.5", "--warp", "5"], ["unknown --warp '5'", "4, 8, 16, 32, 64, 128"]),
            (["bench", "--filter", "nothing-matches"], ["--filter is 'nothing-matches'", "an engine's"]),
            (["bench", "--filter", "cpu-moved", "-o", "-"], ["-o is '-'", "the name of a file"]),
            (["bench", "--threads", "-1"], ["--threads is '-1'", "0 to 4096"]),
            (["bench", "--repeats", "0"], ["--repeats is 0", "1 to 1000"]),
            (["bench", "--device", "tpu"], ["unknown --device 'tpu'", "all, cpu, cuda"]),
            (["mtgp", "verify", "/nope"], ["cannot read FILE '/nope'"]),
            (["mtgp", "search", "--mexp", "3217", "--id", "1", "--time-limit", "1"], ["--time-limit is 1", "with --checkpoint"]),
            (["mtgp", "search", "--mexp", "3217", "--id", "1", "--time-limit", "nan", "--checkpoint", "x"],
             ["--time-limit is nan", "a number above 0"]),
            (["mtgp", "search", "--mexp", "3217", "--id", "1", "--checkpoint", "/nope/x"],
             ["cannot write --checkpoint '/nope/x'"]),
            (["identify", "/nope", "--engine", "pcg32", "--stream", "2^63"], ["--stream is 2^63", "0 to 9223372036854775807 with --engine pcg32"]),
        ]:
            with self.subTest(arguments=arguments):
                self.assertRefused(run(*arguments), *words)

    def test_did_you_mean(self):
        for arguments, meant in [
            (["rejection", "lwa"], "law"),
            (["bench", "--device", "gpu"], "cuda"),
        ]:
            with self.subTest(arguments=arguments):
                self.assertRefused(run(*arguments), f"; did you mean '{meant}'?", "choose from ")


if __name__ == "__main__":
    unittest.main()
