# SPDX-License-Identifier: Apache-2.0
"""The pages that docs/site/certificates.py makes of certificates, and the certificates in evidence/."""

import copy
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "evidence" / "certificates"
sys.path.insert(0, str(ROOT / "docs" / "site"))

import certificate_pictures  # noqa: E402
import certificates  # noqa: E402

# One of words, one of numbers of 64 bits with all stages, and those that are not passed: each shape that pages have.
SHAPES = ("words-mrg32k3a", "normal-f64-2-44", "poisson-10-u32", "bernoulli", "words-warp_standard", "normal-pcg32-f32")


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


class Page(html.parser.HTMLParser):
    """Whether tags are closed, and what the page would load."""

    OPEN = {"meta", "rect", "line", "path", "circle"}  # need no end tag, or end themselves

    def __init__(self, text):
        super().__init__()
        self.stack, self.loaded, self.count = [], [], {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in self.OPEN:
            self.stack.append(tag)
        self.handle_attributes(tag, attributes)

    def handle_attributes(self, tag, attributes):
        """A parser makes the best of quotes that are amiss: the text itself must be names and quoted values."""
        self.loaded += [v for k, v in attributes if k in ("src", "href", "data", "xlink:href")]
        text = self.get_starttag_text()
        if tag != "details":  # whose "open" has no value
            assert re.fullmatch(r'<[\w]+( [\w-]+="[^"<>]*")*/?>', text), text

    def handle_startendtag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        self.handle_attributes(tag, attributes)

    def handle_endtag(self, tag):
        if tag not in self.OPEN:
            assert self.stack and self.stack.pop() == tag, tag


class Pages(unittest.TestCase):
    def check(self, certificate, pictures):
        text = certificates.page_of(certificate)
        page = Page(text)
        self.assertEqual(page.stack, [])
        self.assertEqual(page.loaded, [])
        for loads in ("<script", "@import", "url("):
            self.assertNotIn(loads, text)
        self.assertEqual(page.count["svg"], pictures)
        self.assertNotRegex(re.sub(r"<style>.*?</style>", "", text, flags=re.S), r"\b(nan|inf|None)\b")
        return text

    def test_of_each_shape(self):
        for name, pictures in zip(SHAPES, (12, 20, 5, 4, 10, 16)):
            with self.subTest(name):
                c = read(name)
                text = self.check(c, pictures)
                self.assertIn(html.escape(c["command"]), text)
                self.assertIn(f'{c["summary"]["p_values"]} p-values', text)
                self.assertEqual(text.count("<tr><td>"), c["summary"]["p_values"])

    def test_a_title_with_a_quote_is_escaped_in_text_and_attribute(self):
        text = self.check(read("normal-f64-2-44"), 20)
        self.assertEqual(text.count("a mixing block&#x27;s 64 squares in 256 cells: residuals"), 2)
        c = read("bernoulli")
        c["title"] = c["command"] = c["stages"][0]["name"] = '<b>"&\'</b>'
        self.assertEqual(self.check(c, 4).count("&lt;b&gt;&quot;&amp;&#x27;&lt;/b&gt;"), 4)

    def test_failures_first_then_what_is_suspect_each_with_its_colour(self):
        c = read("words-warp_standard")
        c["stages"][0]["status"], c["stages"][0]["p_values"][0]["p"] = "suspect", 5e-5
        c["stages"].append({"name": "another", "status": "not run", "reason": "too few numbers"})
        text = certificates.page_of(c)
        shown = re.findall(r'<h2>([^<]*)<span class="pill ([\w-]+)">([\w ]+)</span>', text)
        self.assertTrue(all(colour == status.replace(" ", "-") for _, colour, status in shown))
        order = [certificates.PLACES.index(status) for _, _, status in shown]
        self.assertEqual(order, sorted(order))
        self.assertEqual(set(order), {0, 1, 2, 3})
        of_place = [[name for name, _, status in shown if status == place] for place in certificates.PLACES]
        self.assertEqual(of_place, [[s["name"] for s in c["stages"] if s["status"] == place] for place in certificates.PLACES])
        strip = text[text.index("Every p-value"):]
        strip = strip[:strip.index("</svg>")]
        self.assertEqual(strip.count('class="dot out"'), c["summary"]["failed"])
        self.assertEqual(strip.count('class="dot odd"'), 1)
        certain = sum(min(p["p"], 1 - p["p"]) < 1e-15 for s in c["stages"] for p in s.get("p_values", []))
        self.assertGreater(certain, 0)
        self.assertEqual(text.count('<td class="failed">failed (beyond 1e-15)</td>'), certain)
        colours = dict(re.findall(r"\.(suspect|failed)\{color:([^}]*)\}", text))
        self.assertEqual(len(set(colours.values())), 2, colours)

    def test_a_score_beyond_the_colours_has_a_frame_and_one_beyond_the_band_another_colour(self):
        rows = ["." * 32 for _ in range(32)]
        calm = certificate_pictures.heat_map(rows, "a", "b")
        self.assertNotIn("beyond", calm)
        rows[3] = "+" + "." * 30 + "-"
        hot = certificate_pictures.heat_map(rows, "a", "b")
        for kind in ("cold", "hot", "beyond"):
            self.assertEqual(hot.count(f'class="{kind}"'), 1)
        sticks = certificate_pictures.stick_plot([0.1, None, -1.0, 9.0], "a", "b", 0, 0)
        self.assertEqual((sticks.count('class="stick"'), sticks.count('class="stick out"')), (1, 1))
        self.assertEqual(sticks.count("M"), 3)

    def test_no_p_values_at_all(self):
        c = copy.deepcopy(read("bernoulli"))
        for s in c["stages"]:
            s.pop("p_values"), s.pop("series")
            s.update(status="not run", reason="why")
        self.check(c, 1)


class Command(unittest.TestCase):
    def run_with(self, *arguments):
        return subprocess.run([sys.executable, ROOT / "docs/site/certificates.py", *map(str, arguments)], capture_output=True, text=True)

    def test_writes_the_page_beside_the_file_or_elsewhere(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.json"
            file.write_text((FOLDER / "bernoulli.json").read_text())
            self.assertEqual(self.run_with(file).returncode, 0)
            self.assertEqual(self.run_with(file, "--to", f"{folder}/pages").returncode, 0)
            page = file.with_suffix(".html").read_text()
            self.assertEqual(page, (pathlib.Path(folder) / "pages/a.html").read_text())
            self.assertEqual(page, certificates.page_of(json.loads(file.read_text())))

    def test_refuses_what_is_no_certificate(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.json"
            for content in ("[]", "{}", "no", '{"stages": [], "summary": {}}'):
                file.write_text(content)
                done = self.run_with(file)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn("a.json", done.stderr)
            self.assertEqual(self.run_with(pathlib.Path(folder) / "none.json").returncode, 1)


class Kept(unittest.TestCase):
    """Certificates that are kept."""

    def test_are_small_and_say_what_their_p_values_say(self):
        files = sorted(FOLDER.glob("*.json"))
        self.assertGreater(len(files), 100)
        for file in files:
            with self.subTest(file.name):
                self.assertLessEqual(file.stat().st_size, 30_000)
                c = json.loads(file.read_text())
                self.assertLessEqual({"when", "where", "commit"}, set(c["made"]))
                found = [certificate_pictures.verdict_of(p["p"]) for s in c["stages"] for p in s["p_values"]]
                s = c["summary"]
                self.assertEqual((len(found), found.count("failed"), found.count("suspect")), (s["p_values"], s["failed"], s["suspect"]))
                self.assertEqual(s["verdict"], "failed" if s["failed"] else "suspect" if s["suspect"] else "passed")


if __name__ == "__main__":
    unittest.main()
