# SPDX-License-Identifier: Apache-2.0
"""A page of the documentation, in blocks: headings, paragraphs, tables, code, each with the marks above it."""

import dataclasses
import re

MARK = re.compile(r"<!--\s*(section from|from|run|words):\s*(.*?)\s*-->", re.S)


@dataclasses.dataclass
class Block:
    kind: str  # heading, text, table, code
    line: int  # of its first line, from 1
    text: str
    language: str = ""  # of code in a fence; "" of indented code
    marks: dict = dataclasses.field(default_factory=dict)  # from, section from, run, words


def slug(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


class Page:
    def __init__(self, path, name=None):
        self.path, self.name = path, name or str(path)
        with open(path, encoding="utf-8") as f:
            self.lines = f.read().split("\n")
        self.blocks = list(self._blocks())
        self._inherit()
        self.anchors = set()
        for b in self.blocks:
            if b.kind == "heading":
                anchor = base = slug(b.text.lstrip("#"))
                k = 0
                while anchor in self.anchors:
                    k += 1
                    anchor = f"{base}-{k}"
                self.anchors.add(anchor)
            self.anchors.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", b.text))

    def _blocks(self):
        marks, at, lines = {}, 0, self.lines
        while at < len(lines):
            begin, line = at, lines[at]
            if not line.strip():
                at += 1
                continue
            if line.startswith("<!--"):
                while at < len(lines) - 1 and "-->" not in lines[at]:
                    at += 1
                at += 1
                for kind, what in MARK.findall("\n".join(lines[begin:at])):
                    marks[kind] = f"{marks[kind]}; {what}" if kind in marks else what
                continue
            kind, language = "text", ""
            if re.match(r"#{1,6} ", line):
                kind, at = "heading", at + 1
            elif line.lstrip().startswith("```"):
                kind, language = "code", line.strip()[3:].strip()
                at += 1
                while at < len(lines) and not lines[at].lstrip().startswith("```"):
                    at += 1
                at += 1
            elif line.startswith("    "):
                kind = "code"
                while at < len(lines) and (lines[at].startswith("    ") or
                                           (not lines[at].strip() and at + 1 < len(lines) and
                                            lines[at + 1].startswith("    "))):
                    at += 1
            elif line.startswith("|"):
                kind = "table"
                while at < len(lines) and lines[at].startswith("|"):
                    at += 1
            else:
                while at < len(lines) and lines[at].strip() and not lines[at].startswith(("|", "<!--", "```", "# ", "## ")):
                    at += 1
                at = max(at, begin + 1)
            text = "\n".join(lines[begin:at])
            if language or (kind == "code" and line.lstrip().startswith("```")):
                text = "\n".join(lines[begin + 1:at - 1])
            yield Block(kind, begin + 1, text, language if kind == "code" else "", marks)
            marks = {}

    def _inherit(self):
        """A section's record is that of all its blocks which have none; a link to a record in the text before a table
        is the table's."""
        section, before = None, None
        for b in self.blocks:
            if b.kind == "heading":
                section, before = b.marks.get("section from"), None
                continue
            section = b.marks.get("section from", section)
            linked = [t.split("#")[0] for t in links(b.text) if re.search(r"(^|/)evidence/.*\.json", t)]
            b.marks["linked"] = linked or (before if b.kind in ("table", "code") and before else [])
            if section and "from" not in b.marks:
                b.marks["from"] = section
            before = linked if b.kind == "text" else None


def links(text):
    """The targets of a text's links and pictures."""
    return re.findall(r"\]\(<?([^)\s>]+)>?\)", without_code(text))


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", text)


def cells(row):
    """A table row's cells; a bar behind a backslash is text."""
    return [c.strip().replace("\0", "|") for c in row.strip().strip("|").replace("\\|", "\0").split("|")]
