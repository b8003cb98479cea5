# SPDX-License-Identifier: Apache-2.0
"""tali man: the page has everything, and roff reads it without a complaint."""

import re
import shutil
import subprocess
import unittest

from command import CommandTest, info, run


def page():
    done = run("man")
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout


class Manual(CommandTest):
    def test_sections(self):
        headings = re.findall(r"^\.SH (.*)$", page().decode(), re.M)
        self.assertEqual(headings, ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "ENGINES",
                                    "DISTRIBUTIONS", "EXIT STATUS", "SEE ALSO"])  # fmt: skip

    def test_every_command_and_name(self):
        text = page().decode().replace("\\-", "-")
        for command in ("gen", "words", "shuffle", "sample", "info", "tune", "compile", "demo", "bench", "certify", "normal moments",
                        "rejection plan", "man"):  # fmt: skip
            self.assertRegex(text, rf"(?m)^\.SS \\fBtali {command}\\fR")
        for option in ("--interleave-drawn", "--against", "--zero-terminated"):
            self.assertIn(option, text)
        facts = info()
        for kind in ("engines", "distributions", "quasi_engines"):
            for x in facts[kind]:
                self.assertIn(f"\\fB{x['name']}\\fR", text)

    def test_a_heading_comes_once(self):
        gen = page().decode().replace("\\-", "-").split(".SS \\fBtali gen", 1)[1].split(".SS", 1)[0]
        headings = re.findall(r"(?m)^\.PP\n\\fB(.*):\\fR$", gen)
        self.assertEqual(len(headings), 4)
        self.assertEqual(len(set(headings)), 4)

    @unittest.skipIf(shutil.which("groff") is None, "groff is not installed")
    def test_roff_reads_it(self):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"philox4x32", done.stdout)

    @unittest.skipIf(shutil.which("mandoc") is None, "mandoc is not installed")
    def test_mandoc_reads_it(self):
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "error"], input=page(), stdout=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, b""))


if __name__ == "__main__":
    unittest.main()
