# SPDX-License-Identifier: Apache-2.0
"""That the checks of the documentation find what is wrong: examples.py, its tables, and the site's navigation."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "docs" / "site")]

import check_navigation  # noqa: E402
import examples  # noqa: E402
import examples_tables  # noqa: E402
import paper_figures  # noqa: E402


def fence(language, text, output=None):
    return examples.Fence("page.md", 1, language, text, output)


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.checker = examples.Checker(self.work, sys.executable, self.work)

    def fails(self, function, *arguments):
        with self.assertRaises(RuntimeError) as caught:
            function(*arguments)
        return str(caught.exception)

    def test_a_line_of_dots_stands_for_any_lines(self):
        self.assertTrue(examples.same("a\n...\nb\n", "a\nx\ny\nb"))
        self.assertTrue(examples.same("a  \n", "a"))
        self.assertFalse(examples.same("a\n", "a\nb\n"))
        self.assertFalse(examples.same("a.b\n", "axb\n"))

    def test_fences_and_what_they_print(self):
        page = ROOT / "docs" / "tutorials" / "first-numbers.md"
        found = examples.fences_of(page)
        program = next(f for f in found if f.language == "cpp")
        self.assertIn("-0.19023872969918454", program.output)
        self.assertEqual(page.read_text().split("\n")[program.line - 1], "```cpp")

    def test_a_command_that_prints_something_else(self):
        self.checker.shell(fence("console", "$ echo 1\n1\n"), self.work)
        self.assertIn("prints\n1\nand not\n2", self.fails(self.checker.shell, fence("console", "$ echo 1\n2\n"), self.work))

    def test_a_command_that_fails(self):
        self.assertIn("exit status 3", self.fails(self.checker.shell, fence("sh", "true\nexit 3\n"), self.work))

    def test_a_fragment_that_does_not_compile(self):
        self.assertIn("page.md:2", self.fails(self.checker.fragments, [fence("cpp", "tali::no_such_thing x;\n")]))

    def test_c_that_does_not_compile(self):
        self.assertIn("page.md", self.fails(self.checker.c_fragments, [fence("c", "tali_no_such_call(1);\n")]))

    def test_c_is_told_where_its_call_fails(self):
        library = self.work / "src" / "c"
        library.mkdir(parents=True)
        (self.work / "include").mkdir()
        (self.work / "include" / "tali.h").write_text("const char* tali_last_error(void);\n")
        source = self.work / "error.c"
        source.write_text('const char* tali_last_error(void) { return "shape is -1"; }\n')
        examples.run(["cc", "-shared", "-fPIC", "-o", str(library / "libtali.so"), str(source)])
        users = examples.examples_c.Users(self.work, self.work, self.work, examples.run)
        self.assertIn("shape is -1", self.fails(users.c_fragments, [("page.md", 1, "", "int x = 1;\n")]))

    def test_what_no_check_would_see(self):
        page = self.work / "unchecked.md"
        page.write_text("```perl\nx\n```\n\n    int x = 1;\n\n  ```c\n  int y;\n  ```\n\n```cpp\n    int z;\n```\n\n    cc x.c\n")
        with unittest.mock.patch.object(examples, "ROOT", self.work):
            said = examples.unchecked(page)
        self.assertEqual([line.split(":")[1] for line in said], ["1", "5", "7", "9"])

    def test_python(self):
        first = fence("python", "a = 1\n")
        self.checker.page_of_python("page.md", [first, fence("pycon", ">>> a + 1\n2\n")])
        self.assertIn("Expected:", self.fails(self.checker.page_of_python, "page.md", [first, fence("pycon", ">>> a + 1\n3\n")]))
        self.fails(self.checker.page_of_python, "page.md", [fence("python", "b\n")])
        self.assertRaises(SyntaxError, self.checker.page_of_python, "page.md", [fence("py", "a = (\n")])

    def test_no_page_is_no_success(self):
        done = subprocess.run([sys.executable, str(HERE / "examples.py"), str(ROOT / "docs" / "style.md")],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)


TALI = """#!/bin/sh
case "$*" in
  "gen --help") echo "  -n,--count N  --seed S";;
  "bench --help") echo "  --filter TEXT";;
  *--help) exit 1;;
  "gen -n 1") echo '{"rows": [{"x": 1.5}, {"x": 2}], "d": [1, 2]}';;
  *) echo "-n is missing" >&2; exit 2;;
esac
"""


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        tali = self.work / "tali"
        tali.write_text(TALI)
        tali.chmod(0o755)
        self.runner = examples_tables.Runner(self.work, 30, set())

    def cells(self, text):
        page = self.work / "page.md"
        page.write_text(text)
        with unittest.mock.patch.object(examples_tables, "ROOT", self.work):
            return examples_tables.cells_of(page), examples_tables.wrong_states(page)

    def run_cell(self, command, gpu=False, figures=()):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.work))
        with unittest.mock.patch.dict(paper_figures.SHORT, {"tali gen": paper_figures.Short("tali gen -n 1", figures)}):
            self.runner.cell(examples_tables.Cell("page.md", 1, command, gpu), folder)

    def fails(self, *arguments, **how):
        with self.assertRaises(RuntimeError) as caught:
            self.run_cell(*arguments, **how)
        return str(caught.exception)

    def test_cells(self):
        cells, wrong = self.cells("| a | command | state |\n|---|---|---|\n| `tali no` | `tali gen -n 1`; `tali bench` (GPU), `normal` | whole |\n"
                                  "| b | `scripts/x.py` | part |\n")
        self.assertEqual([(c.line, c.command, c.gpu) for c in cells],
                         [(3, "tali gen -n 1", False), (3, "tali bench", True), (4, "scripts/x.py", False)])
        self.assertEqual([w.split(":")[1] for w in wrong], ["4"])
        self.assertEqual(self.cells("| a |\n|---|\n| `tali gen` |\n"), ([], []))

    def test_a_command_is_run_in_its_short_form(self):
        self.assertIn("-n is missing", self.fails("tali gen --seed 1"))
        self.run_cell("tali gen")

    def test_a_command_that_takes_too_long(self):
        self.runner.seconds = 0.2
        with unittest.mock.patch.dict(paper_figures.SHORT, {"tali bench": paper_figures.Short("sleep 60 | cat")}):
            self.assertIn("takes more than 0.2 s", self.fails("tali bench"))

    def test_a_command_for_a_gpu_is_parsed(self):
        self.run_cell("tali gen --seed 1", gpu=True)
        self.assertIn("has no --sede", self.fails("tali gen --sede 1", gpu=True))
        self.assertIn("called no-such-table", self.fails("tali bench --filter no-such-table", gpu=True))
        self.run_cell("tali bench --filter pcg32-figure3", gpu=True)

    def test_figures(self):
        figure = paper_figures.Figure
        self.run_cell("tali gen", figures=(figure("a", "rows.0.x", 1.4, 0.11), figure("b", "d", [1, 2]), figure("c", "rows.#", 2)))
        self.assertEqual(len(self.runner.compared), 4)
        for wrong in (figure("a", "rows.0.x", 1.4, 0.09), figure("b", "d", [1, 3]), figure("c", "d", [1, 2, 3])):
            with self.subTest(wrong):
                self.assertIn(f"{wrong.of}: ", self.fails("tali gen", figures=(wrong,)))

    def test_every_short_form_is_of_a_cell(self):
        pages = [ROOT / "README.md", *(ROOT / "docs" / "papers").glob("*.md")]
        self.assertEqual(set(paper_figures.SHORT) - {cell.command for page in pages for cell in examples_tables.cells_of(page)}, set())


class Papers(unittest.TestCase):
    """README has each paper's page and one command; the pages have one form."""

    def test_readme(self):
        rows = re.findall(r"^\| \[[^]]+\]\((docs/papers/\w+\.md)\) \| `build/tali [^`]+` \|$", (ROOT / "README.md").read_text(), re.M)
        self.assertEqual(sorted(rows), sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs" / "papers").glob("*.md")))
        self.assertEqual(len(rows), 5)

    def test_form(self):
        for page in (ROOT / "docs" / "papers").glob("*.md"):
            with self.subTest(page.name):
                text = page.read_text()
                parts = re.findall(r"^## (.*)$", text, re.M)
                self.assertRegex(parts[0], r"^The main (table|figure)")
                self.assertEqual(parts[1:], ["What tali does differently", "Section by section"])
                self.assertRegex(text.split("## ")[1], r"(?m)^    build/tali ")
                self.assertEqual([head[-1] for _, head, _ in examples_tables.tables(page)], ["state"])
                self.assertEqual(examples_tables.wrong_states(page), [])


class Navigation(unittest.TestCase):
    def test_faults(self):
        faults = check_navigation.faults
        self.assertEqual(faults("  - A: a.md\n", {"a.md"}), [])
        self.assertEqual(faults("  - A: a.md\n  - B: a.md\n", {"a.md"}), ["mkdocs.yml has a.md 2 times"])
        self.assertEqual(faults("  - A: a.md\n", {"a.md", "b.md"}), ["docs/b.md is not in the navigation of mkdocs.yml"])
        self.assertEqual(faults("  - A: a.md\n  - B: \"?b.md\"\n  - C: c.md\n", {"a.md"}),
                         ["mkdocs.yml has c.md, which does not exist"])

    def test_of_this_repository(self):
        done = subprocess.run([sys.executable, str(ROOT / "docs" / "site" / "check_navigation.py")], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
