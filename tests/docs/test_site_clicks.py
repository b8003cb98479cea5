# SPDX-License-Identifier: Apache-2.0
"""What a reader who knows random numbers but not tali looks for, found on the built site by clicking: at most three links from
its first page, each of them seen on the page before, and the answer to be seen on the last.

SITE is its folder. Without a site or a Chromium the tests skip themselves. test_three_clicks.py follows more paths, in the sources."""

import json
import os
import pathlib
import unittest

import chromium

SITE = pathlib.Path(os.environ.get("SITE", "build/site")).resolve()
MOST = 3
# question: the texts of the links, from index.html on; what the last page must show
PATHS = {
    "the period of an engine": (["what each engine fails"], r"mt19937\b.*2\^19937 - 1"),
    "what normal fails": (["what each engine fails", "what each normal is known to fail"],
                          r"the sum of squares of all numbers made together"),
    "the same numbers on two GPUs": (["questions", "how"], r"GPUs of one process\s+tali::cuda_all\{\}"),
    "the same numbers on two GPUs, by one process and by two": (["two GPUs"], r"One process, host memory[^]*Two processes"),
    "what a word means": (["glossary"], r"counter-based\s+a word is a function of a counter"),
    "where others are faster": (["the list"], r"Where others are faster[^]*Poisson\(1e5\)"),
}

# Clicks the link of an article with this text, which must be seen; says whether there is one.
CLICK = """(text => {
  const link = [...document.querySelectorAll('article a[href]')].find(a => a.innerText.trim() === text && a.offsetParent);
  if (link) setTimeout(() => link.click());
  return link !== undefined;
})(%s)"""
SHOWS = "new RegExp(%s).test(document.querySelector('article').innerText)"


@unittest.skipUnless((SITE / "index.html").exists(), f"no site in {SITE}")
@unittest.skipUnless(chromium.executable(), "no chromium here")
class Clicks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = chromium.Browser(chromium.executable())
        cls.browser.call("Page.enable")
        cls.browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def follow(self, clicks, answer):
        if len(clicks) > MOST:
            raise AssertionError(f"{len(clicks)} clicks; allowed: {MOST}")
        self.browser.open((SITE / "index.html").as_uri())
        for text in clicks:
            self.browser.events.clear()
            if not self.browser.value(CLICK % json.dumps(text)):
                raise AssertionError(f"{self.browser.value('location.pathname')} shows no link {text!r}")
            self.browser.wait_for("Page.loadEventFired")
        if not self.browser.value(SHOWS % json.dumps(answer)):
            raise AssertionError(f"{self.browser.value('location.pathname')} does not show {answer!r}")

    def test_answers_are_three_clicks_away(self):
        for question, (clicks, answer) in PATHS.items():
            with self.subTest(question):
                self.follow(clicks, answer)

    def test_what_is_not_found_is_a_fault(self):
        clicks, answer = PATHS["the period of an engine"]
        for wrong, why in ((clicks * 4, "4 clicks"), (["no such link"], "no link"), ([], "does not show")):
            with self.assertRaisesRegex(AssertionError, why):
                self.follow(wrong, answer)


if __name__ == "__main__":
    unittest.main()
