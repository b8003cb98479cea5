# SPDX-License-Identifier: Apache-2.0
"""The site that `make docs` builds, as its readers meet it: in a browser, on a phone, in the dark.

SITE is its folder. Without a site or a Chromium the tests that need it skip themselves."""

import functools
import html.parser
import http.server
import json
import os
import pathlib
import re
import threading
import unittest
import urllib.parse

import chromium

SITE = pathlib.Path(os.environ.get("SITE", "build/site")).resolve()
PHONE, DESK = (390, 844), (1280, 900)
# Pages that tali has written itself, whose pictures are made for a screen; the page that runs tali, which has tests of its own;
# and the page for addresses that are not there.
OTHERS = ("certificates/", "play/", "404.html")

# What a page looks like: too wide, pictures without a text, and text that is hard to read.
LOOK = """(() => {
  const rgb = c => (c.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = c => { const [r, g, b] = rgb(c).map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    const a = rgb(c); if (a.length < 4 || a[3] > 0.9) return c; } return 'rgb(255, 255, 255)'; };
  const faint = [];
  for (const e of document.querySelectorAll('article p, article li, article td, article h1, article h2, article pre code')) {
    if (!e.textContent.trim() || !e.offsetParent) continue;
    const a = light(getComputedStyle(e).color), b = light(behind(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4) faint.push(e.tagName + ' ' + ratio.toFixed(1) + ' ' + e.textContent.trim().slice(0, 40));
  }
  return {
    width: document.documentElement.scrollWidth,
    size: parseFloat(getComputedStyle(document.querySelector('article')).fontSize),
    back: light(behind(document.querySelector('article'))), faint: faint.slice(0, 3),
    nameless: [...document.querySelectorAll('article img')].filter(i => !(i.alt || '').trim()).map(i => i.src),
    missing: [...document.querySelectorAll('article img')].filter(i => i.complete && !i.naturalWidth).map(i => i.src),
  };
})()"""


# A page with one fault of each kind.
FAULTY = """<!DOCTYPE html><title>Faulty</title><meta name="viewport" content="width=device-width">
<body style="margin: 0; background: white"><article style="font-size: 9px">
<p style="color: #eee">faint</p><img src="none.png"><div style="width: 900px">wide</div></article>
<script>throw new Error("an error of the page")</script>"""


class Page(html.parser.HTMLParser):
    """A page's links, and the names that links may have behind a #."""

    def __init__(self, path):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(path.read_text(errors="replace"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.update(given[k] for k in ("id", "name") if given.get(k))
        for key in ("href", "src"):
            if given.get(key):
                self.links.append(given[key])


def pages():
    return sorted(p for p in SITE.rglob("*.html") if not p.relative_to(SITE).as_posix().startswith(OTHERS))


@unittest.skipUnless((SITE / "index.html").exists(), f"no site in {SITE}")
class Links(unittest.TestCase):
    def test_all_lead_somewhere(self):
        parsed = functools.cache(Page)
        dead = []
        for path in pages():
            for link in parsed(path).links:
                parts = urllib.parse.urlsplit(link)
                if parts.scheme or parts.netloc:
                    continue
                to = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
                name = urllib.parse.unquote(parts.fragment)
                if to.is_dir():
                    to = to / "index.html"
                if not to.exists() or not to.is_relative_to(SITE):
                    dead.append(f"{path.relative_to(SITE)}: {link}")
                elif name and to.suffix == ".html" and not name.startswith("__") and name not in parsed(to).names:
                    dead.append(f"{path.relative_to(SITE)}: {link}: no such heading")
        self.assertEqual(dead, [])

    def test_no_markdown_is_left(self):
        left = []
        for path in pages():
            text = re.search(r"(?s)<article.*?</article>", path.read_text())
            plain = re.sub(r"(?s)<(pre|code|script)\b.*?</\1>", "", text.group() if text else "")
            for pattern in (r"\|\s?-{3,}", r"<p>[^<]*\n\s*[-*] \w", r"&lt;!--", r"<p>[^<]*\n\d+\. ", r"```"):
                left += [f"{path.relative_to(SITE)}: {m.group()[-60:]!r}" for m in re.finditer(pattern, plain)]
        self.assertEqual(left, [])

    def test_pages_of_all_kinds(self):
        for page in ("tutorials/monte-carlo", "howto/streams", "explain/law", "choose", "faq", "style", "versioning",
                     "from/numpy", "contributing", "reference/cpp/generator", "reference/c/tali", "reference/python/generator",
                     "reference/cli/commands", "evidence"):
            self.assertTrue((SITE / f"{page}.html").exists(), page)
        self.assertTrue((SITE / "certificates" / "bernoulli.html").exists())
        self.assertTrue((SITE / "figures" / "pcg32-figure3.svg").exists())

    def test_references_say_something(self):
        for page, words in (("cpp/generator", ("fold_in", "argument_error")), ("c/tali", ("tali_fill_cpu", "TALI_INVALID_ARGUMENT")),
                            ("python/generator", ("gamma", "Shape, at least 0")), ("cli/commands", ("--dist", "tali certify")),
                            ("cpp/distributions", ("Gamma numbers: density",)), ("python/torch", ("gamma_",))):
            text = (SITE / f"reference/{page}.html").read_text()
            for word in words:
                self.assertIn(word, text, page)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site; of the index of its search, if that is said, one entry alone."""

    index = True

    def do_GET(self):
        if self.path == "/faulty.html":
            self.answer("text/html", FAULTY)
        elif not self.index and self.path.endswith("search_index.json"):
            whole = json.loads((SITE / "search" / "search_index.json").read_text())
            self.answer("application/json", json.dumps(dict(whole, docs=whole["docs"][:1])))
        else:
            super().do_GET()

    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments):
        pass


@unittest.skipUnless((SITE / "index.html").exists(), f"no site in {SITE}")
@unittest.skipUnless(chromium.executable(), "no chromium here")
class InBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.handler = Handler
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE)))
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.address = f"http://127.0.0.1:{cls.server.server_address[1]}/"
        cls.browser = chromium.Browser(chromium.executable())
        for domain in ("Page", "Runtime", "Log", "Network"):
            cls.browser.call(f"{domain}.enable")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.shutdown()
        cls.server.server_close()

    def look(self, size, scheme):
        """Says what the window is like; a scheme that the site has kept is forgotten."""
        self.browser.open("about:blank")
        self.browser.call("Storage.clearDataForOrigin", origin=self.address.rstrip("/"), storageTypes="local_storage")
        self.browser.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                          mobile=size == PHONE)
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def faults(self, page):
        """What the browser says against a page that it has opened."""
        found = []
        for event in self.browser.events:
            said = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(said["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif event.get("method") == "Log.entryAdded" and said["entry"]["level"] == "error":
                found.append(said["entry"]["text"] + " " + said["entry"].get("url", ""))
            elif event.get("method") == "Network.responseReceived" and said["response"]["status"] >= 400:
                found.append(f"{said['response']['status']} for {said['response']['url']}")
            elif event.get("method") == "Network.requestWillBeSent":
                url = said["request"]["url"]
                if not url.startswith((self.address, "data:", "blob:", "about:")):
                    found.append(f"asks {url}, which is not the site's")
        return [f"{page}: {fault}" for fault in found]

    def found(self, every, size, scheme):
        """What is wrong with pages."""
        self.look(size, scheme)
        # Every page would read the megabyte that the search reads, which has a test of its own.
        self.handler.index = False
        self.addCleanup(setattr, self.handler, "index", True)
        found = []
        for path in every:
            page = path.relative_to(SITE).as_posix()
            self.browser.open(self.address + page)
            look = self.browser.value(LOOK)
            found += self.faults(page)
            found += [f"{page}: the picture {p} has no text" for p in look["nameless"]]
            found += [f"{page}: the picture {p} does not load" for p in look["missing"]]
            found += [f"{page}: hard to read, {f}" for f in look["faint"]]
            if look["width"] > size[0] + 1:  # a phone's own innerWidth grows with what is too wide
                found.append(f"{page}: {look['width']} pixels wide in a window of {size[0]}")
            if look["size"] < 14:
                found.append(f"{page}: text of {look['size']} pixels")
            if (look["back"] < 0.2) != (scheme == "dark"):
                found.append(f"{page}: not {scheme}")
        return found

    def test_every_page_on_a_phone_in_the_dark(self):
        self.assertEqual(self.found(pages(), PHONE, "dark"), [])

    def test_pages_on_a_desk_in_the_light(self):
        some = [SITE / f"{p}.html" for p in ("index", "papers/mtgp", "performance", "reference/cpp/fill")]
        self.assertEqual(self.found(some, DESK, "light"), [])

    def test_faults_are_found(self):
        found = "\n".join(self.found([SITE / "faulty.html"], PHONE, "dark"))
        for fault in ("none.png has no text", "none.png does not load", "hard to read, P 1.2 faint", "900 pixels wide", "not dark",
                      "text of 9 pixels", "404 for", "an error of the page"):
            self.assertIn(fault, found)

    def test_search(self):
        self.look(DESK, "light")
        self.browser.open(self.address + "index.html")
        found = self.browser.value("""new Promise((done, failed) => {
          const query = document.querySelector('[data-md-component=search-query]');
          query.focus(); query.value = 'rejection'; query.dispatchEvent(new Event('input', {bubbles: true}));
          query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
          let tries = 0;
          const look = () => {
            const links = [...document.querySelectorAll('.md-search-result__link')].map(a => a.href);
            if (links.length) done(links); else if (++tries > 500) failed(new Error('nothing found')); else setTimeout(look, 100);
          };
          look();
        })""")
        self.assertTrue(any("rejection" in link or "sampling" in link for link in found), found)


if __name__ == "__main__":
    unittest.main()
