# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs (mkdocs.yml): the README as the first page, generated references and pictures, and links out of docs/.

Pages link files of the repository, such as ../examples/queue.cpp, as they are read in a clone. The site has no clone, so
every such file becomes a page of the site, and every folder a list. A record of evidence/ is a file of the site, and a
certificate the page that docs/site/certificates.py makes of it.
"""

from __future__ import annotations

import os
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".cu": "cpp", ".cuh": "cpp", ".h": "c", ".c": "c", ".py": "python", ".sh": "bash",
             ".patch": "diff", ".json": "json", ".cmake": "cmake", ".f90": "fortran"}
# Pages outside of docs/ that the navigation has.
ROOT_PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md",
              "CHANGELOG.md": "changes.md", "THIRD_PARTY.md": "third-party.md", "evidence/README.md": "evidence.md"}
EVIDENCE, CERTIFICATES = ROOT / "evidence", ROOT / "evidence" / "certificates"
SOURCE = "source/"  # the site's folder for files of the repository


# The page that runs tali in the browser, where `make web` has built it, and the page that leads to it.
WEB = os.environ.get("TALI_DOCS_WEB", "")
BROWSER = """# In your browser

[Open the page](play/index.html): tali's headers as WebAssembly. Choose an engine, a seed, a stream, an index and a distribution.
The numbers have the same bits as everywhere else; the page compares them with the pinned digests.
"""


def generated() -> pathlib.Path:
    """Where docs/site/build.py has put the references."""
    return pathlib.Path(os.environ["TALI_DOCS_GENERATED"])


def on_config(config):
    """Gives the navigation the generated pages: an entry "generated:cpp/" stands for the pages of that folder."""

    def title(path: pathlib.Path) -> str:
        return path.read_text().split("\n", 1)[0].lstrip("# ").replace("\\", "")

    def expand(entry):
        if isinstance(entry, list):
            return [e for part in entry for e in (expand(part) if isinstance(expand(part), list) else [expand(part)])]
        if isinstance(entry, dict):
            return {k: expand(v) for k, v in entry.items()}
        if isinstance(entry, str) and entry.startswith("generated:"):
            folder = entry.removeprefix("generated:")
            order = [line for line in (generated() / folder / "order.txt").read_text().split()]
            return [{title(generated() / folder / f): f"reference/{folder}/{f}"} for f in order]
        return entry

    config.nav = expand(config.nav)
    # An entry without its file is left out: a build can lack what makes a page.
    config.nav = [present(e) for e in config.nav if present(e)]
    return config


def present(entry):
    """The entry without pages that are not there; None if nothing is left."""
    if isinstance(entry, list):
        return [e for e in map(present, entry) if e]
    if isinstance(entry, dict):
        kept = {k: present(v) for k, v in entry.items()}
        return kept if all(kept.values()) else None
    if entry.startswith("?"):
        return entry[1:] if (DOCS / entry[1:]).exists() or (entry[1:] == "browser.md" and WEB) else None
    return entry


def exists_on_site(path: pathlib.Path) -> bool:
    return path.is_file() and path.is_relative_to(DOCS)


def target_of(link: str, base: pathlib.Path) -> pathlib.Path | None:
    """The file or folder of the repository that a link of a page in the folder `base` names; None of another kind of link."""
    if re.match(r"[a-z]+:|/|\{", link):
        return None
    path = pathlib.Path(os.path.normpath(base / link))
    return path if path.exists() and path.is_relative_to(ROOT) else None


def page_of(path: pathlib.Path) -> str:
    """The page on the site that stands for a file or folder of the repository."""
    if exists_on_site(path):
        return path.relative_to(DOCS).as_posix()
    if path.is_relative_to(DOCS):
        inner = path.relative_to(DOCS).as_posix()
        return f"{inner}/{'README' if (path / 'README.md').exists() else 'index'}.md"
    name = path.relative_to(ROOT).as_posix()
    if name in ROOT_PAGES:
        return ROOT_PAGES[name]
    if path.suffix == ".json" and path.is_relative_to(EVIDENCE):
        return f"certificates/{path.stem}.html" if path.parent == CERTIFICATES else name
    return f"{SOURCE}{name}.md" if path.is_file() and path.suffix != ".md" else f"{SOURCE}{name}" + (
        "" if path.is_file() else "/index.md")


def outside_fences(text: str, change) -> str:
    parts = FENCE.split(text)
    return "".join(part if k % 2 else change(part) for k, part in enumerate(parts))


def contents(path: pathlib.Path) -> str:
    """The page of a file, or of a folder of the repository."""
    name = path.relative_to(ROOT).as_posix()
    if path.is_dir():
        entries = sorted(p for p in path.iterdir() if not p.name.startswith((".", "__pycache__")))
        listed = [f"- [{p.name}]({p.name})" if exists_on_site(p) else f"- {p.name}{'/' if p.is_dir() else ''}" for p in entries]
        return f"# {name}\n\n" + "\n".join(listed) + "\n"
    text = path.read_text(errors="replace")
    if path.suffix == ".md":
        return text
    fence = "````" if "```" in text else "```"
    return f"# {name}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n{fence}\n"


def on_files(files, config):
    """Adds the first page, the references, and the pages of what is linked outside of docs/."""
    texts = {page: (ROOT / name, (ROOT / name).read_text()) for name, page in ROOT_PAGES.items()}
    if WEB:
        texts["browser.md"] = (None, BROWSER)
        for path in pathlib.Path(WEB).rglob("*"):
            if path.is_file():
                files.append(File.generated(config, f"play/{path.relative_to(WEB).as_posix()}", abs_src_path=str(path)))
    made = {f"{path.parent.name}/{path.name}": path for kind in ("figures/*.svg", "certificates/*.html") for path in generated().glob(kind)}
    made |= {f"evidence/{path.name}": path for path in EVIDENCE.glob("*.json")}
    for name, path in sorted(made.items()):
        if (DOCS / name).exists():
            continue  # README's picture is kept
        files.append(File.generated(config, name, abs_src_path=str(path)))
    for path in sorted(generated().rglob("*.md")):
        texts["reference/" + path.relative_to(generated()).as_posix()] = (None, path.read_text())
    waiting = [(f.abs_src_path, pathlib.Path(f.abs_src_path).read_text()) for f in files.documentation_pages()]
    waiting += [(str(path), text) for path, text in texts.values() if path]
    while waiting:
        source, text = waiting.pop()
        linked: set[pathlib.Path] = set()

        def note(part: str) -> str:
            for link in LINK.finditer(part):
                linked.add(target_of(link.group(1), pathlib.Path(source).parent))
            return part

        outside_fences(text, note)
        for path in sorted(p for p in linked if p):
            page = page_of(path)
            if page not in texts and page not in made and not (DOCS / page).exists():
                texts[page] = (path, contents(path))
                if path.suffix == ".md":
                    waiting.append((str(path), texts[page][1]))
    for page, (path, text) in texts.items():
        file = File.generated(config, page, content=text)
        file.tali_source = path
        files.append(file)
    return files


def on_page_markdown(markdown, page, config, files):
    """Turns links to the repository into links to their pages."""
    source = getattr(page.file, "tali_source", None)
    if source is None and page.file.abs_src_path is None:
        return markdown  # a generated reference
    base = (source if source and source.is_dir() else (source or pathlib.Path(page.file.abs_src_path)).parent)
    here = posixpath.dirname(page.file.src_uri)

    def change(part: str) -> str:
        def link(found: re.Match) -> str:
            path = target_of(found.group(1), base)
            if path is None:
                return found.group(0)
            return posixpath.relpath(page_of(path), here or ".") + (found.group(2) or "")

        return LINK.sub(link, part)

    return outside_fences(markdown, change)
