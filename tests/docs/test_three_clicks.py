# SPDX-License-Identifier: Apache-2.0
"""What a reader who knows random numbers but not tali looks for is at most three clicks from the first page: each click a link that
the page before has, by its text, and on the last page the answer."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# question: texts of links to follow, from README.md on; what the last page must say
TRACES = {
    "the period of an engine, with its state and jumps": (["engines"], r"^\| name .*\| period \| state \| jump \|$(?:\n.*)*?^\| `mt19937`.*2\^19937 - 1"),
    "what an engine fails": (["what each engine fails"], r"## What each engine fails(?:\n.*)*?\| `mt19937`.*LinearComp"),
    "what normal fails": (["what each engine fails", "what each normal is known to fail"],
                          r"## What each is known to fail(?:\n.*)*?\| the sum of squares of \*\*all\*\* numbers made together \| 6"),
    "the same numbers on two GPUs": (["questions", "how"], r"\| GPUs of one process \| `tali::cuda_all\{\}`"),
    "the same numbers on two GPUs, by the how-to page": (["any number of workers"], r"Divide the indices, not the seed"),
    "the same numbers on two GPUs, by one process and by two": (["two GPUs"], r"## One process, host memory(?:\n.*)*?\n#+ Two processes"),
    "what a word means": (["glossary"], r"\| counter-based \|"),
    "where others are faster": (["the list"], r"## Where others are faster(?:\n.*)*?\| Poisson\(1e5\)"),
    "how to save a generator": (["checkpoints"], r"`?Generator\.load"),
    "which engine to take": (["which engine, which normal, which device"], r"## Which engine"),
    "NumPy's words": (["NumPy"], r"from_numpy"),
    "a package to install": (["installing"], r"apt install"),
    "what stays pinned": (["versions"], r"## What is pinned"),
    "the Gaussian paper's outputs to fail": (["The warp Gaussian"], r"\| quantiles \|.*9\.17e10.*9\.1e10"),
    "the MTGP paper's Table 2": (["MTGP"], r"### Table 2(?:\n.*)*?BigCrush(?:.*\n)*?\| `mtgp32`"),
    "the rejection paper's Table 1": (["Rejection on warps"], r"^\| 32 \| 100 \| 2\.65 \|$"),
    "the Sobol paper's Tables 2 and 3": (["Sobol points on GPUs"], r"^\| dimensions \|.*i7-2600K"),
    "the PCG32 paper's Figure 3": (["PCG32 on GPUs"], r"^\| the listing's kernel.*(?:\n.*)*figures/pcg32-figure3"),
}
MOST = 3
PAPERS = 2  # clicks to a paper's main table


def click(page: pathlib.Path, text: str) -> pathlib.Path:
    """Where the first link of a page with this text leads."""
    for shown, target in re.findall(r"\[([^\]]+)\]\(([^)\s]+)\)", page.read_text()):
        if shown.strip("`") == text:
            return (page.parent / target.partition("#")[0]).resolve() if target.partition("#")[0] else page
    raise AssertionError(f"{page.relative_to(ROOT)} has no link {text!r}")


class ThreeClicks(unittest.TestCase):
    def test_answers_are_three_clicks_away(self):
        for question, (clicks, answer) in TRACES.items():
            with self.subTest(question):
                self.assertLessEqual(len(clicks), PAPERS if "paper's" in question else MOST)
                page = ROOT / "README.md"
                for text in clicks:
                    page = click(page, text)
                self.assertRegex(page.read_text(), re.compile(answer, re.M))

    def test_a_link_that_is_not_there_is_found(self):
        with self.assertRaises(AssertionError):
            click(ROOT / "README.md", "no such link")


if __name__ == "__main__":
    unittest.main()
