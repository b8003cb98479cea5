# SPDX-License-Identifier: Apache-2.0
"""Pages of the C++ and C reference, from Doxygen's XML: one page per group of headers, one section per header."""

from __future__ import annotations

import pathlib
import re
import xml.etree.ElementTree as ET

# File of the page, its title, the headers: files under include/, or folders.
PAGES = [
    ("generator", "Generators, sequences, keys",
     ["tali/generator.hpp", "tali/sequence.hpp", "tali/key.hpp", "tali/draws.hpp", "tali/text.hpp"]),
    ("fill", "Fills",
     ["tali/fill.hpp", "tali/filler.hpp", "tali/block.hpp", "tali/parameter_arrays.hpp", "tali/device.hpp",
      "tali/digest.hpp", "tali/error.hpp"]),
    ("engines", "Engines", ["tali/engine/", "tali/direction_numbers.hpp"]),
    ("distributions", "Distributions", ["tali/distribution/"]),
    ("names", "By name", ["tali/any.hpp", "tali/arguments.hpp", "tali/catalogue.hpp"]),
    ("own", "Your own", ["tali/fill_with.hpp", "tali/rejection/"]),
    ("cuda", "GPUs", ["tali/cuda/", "tali/tuning.hpp", "tali/cost_model.hpp"]),
    ("mpi", "MPI", ["tali/mpi/"]),
    ("math", "Elementary functions", ["tali/math/"]),
]
C_PAGES = [("tali", "tali.h", ["tali.h"]), ("curand", "tali/curand.h", ["tali/curand.h"])]

LISTS = {"param": "Parameters", "templateparam": "Template parameters", "exception": "Throws", "retval": "Values"}


def escaped(text: str) -> str:
    """Text as Markdown, but for what stands between backticks, which is code."""
    parts = re.split(r"(`[^`]+`)", re.sub(r"\s+", " ", text))
    for k in range(0, len(parts), 2):
        plain = parts[k].replace("&", "&amp;").replace("<", "&lt;")
        parts[k] = re.sub(r"([\\`*_\[\]|#])", r"\\\1", plain)
    return "".join(parts)


def inline(node: ET.Element) -> str:
    """The text of an element that holds no blocks."""
    text = escaped(node.text or "")
    for child in node:
        if child.tag in BLOCKS:
            text += "\n\n" + block(child) + "\n\n"
        elif child.tag == "computeroutput":
            text += "`" + "".join(child.itertext()) + "`"
        elif child.tag in ("bold", "emphasis"):
            mark = "**" if child.tag == "bold" else "*"
            text += mark + inline(child).strip() + mark
        elif child.tag == "sp":
            text += " "
        elif child.tag == "linebreak":
            text += "  \n"
        else:
            text += inline(child)
        text += escaped(child.tail or "")
    return text


def parameter_list(node: ET.Element) -> str:
    items = []
    for item in node.findall("parameteritem"):
        names = ", ".join("`" + "".join(n.itertext()).strip() + "`" for n in item.iter("parametername"))
        items.append(f"- {names}: " + described(item.find("parameterdescription")).replace("\n", "\n    "))
    return f"*{LISTS[node.get('kind', 'param')]}*\n\n" + "\n".join(items)


def block(node: ET.Element) -> str:
    if node.tag == "itemizedlist":
        return "\n".join("- " + described(i).replace("\n", "\n    ") for i in node.findall("listitem"))
    if node.tag == "orderedlist":
        return "\n".join(f"{k + 1}. " + described(i).replace("\n", "\n    ")
                         for k, i in enumerate(node.findall("listitem")))
    if node.tag in ("verbatim", "preformatted"):
        return "```text\n" + "".join(node.itertext()).strip("\n") + "\n```"
    if node.tag == "parameterlist":
        return parameter_list(node)
    kind = {"return": "Returns", "pre": "Before", "post": "After"}.get(node.get("kind", ""), node.get("kind", "").capitalize())
    return f"*{kind}* " + described(node)


BLOCKS = ("itemizedlist", "orderedlist", "verbatim", "preformatted", "parameterlist", "simplesect")


def described(node: ET.Element | None) -> str:
    """A description as Markdown; empty where there is none."""
    if node is None:
        return ""
    text = "\n\n".join(inline(p).strip() for p in node.findall("para"))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def documentation(node: ET.Element) -> str:
    return "\n\n".join(t for t in (described(node.find("briefdescription")),
                                   described(node.find("detaileddescription"))) if t)


def text_of(node: ET.Element | None) -> str:
    text = re.sub(r"\s+", " ", "".join(node.itertext()) if node is not None else "").strip()
    return re.sub(r"< (.*) >", r"<\1>", text)


def template(node: ET.Element) -> str:
    listed = node.find("templateparamlist")
    if listed is None:
        return ""
    given = []
    for p in listed.findall("param"):
        name, default = text_of(p.find("declname")), text_of(p.find("defval"))
        given.append(text_of(p.find("type")) + (f" {name}" if name else "") + (f" = {default}" if default else ""))
    return f"template <{', '.join(given)}>\n"


def declaration(member: ET.Element) -> str:
    """What a program writes to have the member, without its class."""
    kind, name, of_type = member.get("kind"), text_of(member.find("name")), text_of(member.find("type"))
    if kind == "enum":
        # The values' own comments are the documentation.
        values = []
        for v in member.findall("enumvalue"):
            said = text_of(v.find("briefdescription")) or text_of(v.find("detaileddescription"))
            values.append(f"  {text_of(v.find('name'))} {text_of(v.find('initializer'))},".replace(" ,", ",") +
                          (f"  // {said}" if said else ""))
        return f"enum {name if not name.startswith('@') else ''}".rstrip() + " {\n" + "\n".join(values) + "\n};"
    if kind == "typedef":
        text = text_of(member.find("definition"))
        return re.sub(r"\busing [\w:<>, ]*::(\w+) =\s*", r"using \1 = ", text) + ";"
    if kind == "define":
        return f"#define {name} {text_of(member.find('initializer'))}".rstrip()
    arguments = re.sub(r"\s+", " ", text_of(member.find("argsstring")))
    text = f"{of_type} {name}{arguments}".strip()
    text = re.sub(r"< ([^<>]*) >", r"<\1>", text)
    if kind == "variable":
        initial = text_of(member.find("initializer"))
        text = f"{'static ' if member.get('static') == 'yes' else ''}{text}" + (f" {initial}" if len(initial) < 60 else "")
    elif member.get("static") == "yes" and "static" not in of_type:
        text = "static " + text
    return template(member) + text.rstrip() + ";"


def member_text(member: ET.Element) -> str:
    said = documentation(member)
    if member.get("prot", "public") != "public":
        return ""
    if member.get("kind") == "enum":
        if not said and not any(documentation(v) for v in member.findall("enumvalue")):
            return ""
    elif not said:
        return ""
    return f"```cpp\n{declaration(member)}\n```\n\n{said}\n"


class Reference:
    """The parsed XML, by header."""

    def __init__(self, xml: pathlib.Path) -> None:
        self.compounds: dict[str, list[ET.Element]] = {}
        self.members: dict[str, list[ET.Element]] = {}
        for entry in ET.parse(xml / "index.xml").getroot().findall("compound"):
            compound = ET.parse(xml / f"{entry.get('refid')}.xml").getroot().find("compounddef")
            if compound is None or "detail" in text_of(compound.find("compoundname")):
                continue
            if compound.get("kind") in ("class", "struct", "concept"):
                self.compounds.setdefault(self.header(compound), []).append(compound)
            elif compound.get("kind") in ("namespace", "file"):
                for member in compound.iter("memberdef"):
                    self.members.setdefault(self.header(member), []).append(member)

    @staticmethod
    def header(node: ET.Element) -> str:
        place = node.find("location")
        return (place.get("file") or "").partition("include/")[2] if place is not None else ""

    @staticmethod
    def line(node: ET.Element) -> int:
        place = node.find("location")
        return int(place.get("line") or 0) if place is not None else 0

    def compound_text(self, node: ET.Element) -> str:
        said, name = documentation(node), text_of(node.find("compoundname"))
        short = name.removeprefix("tali::")
        if not said or node.get("prot", "public") != "public":
            return ""
        lines = [f"### {short} {{ data-toc-label=\"{short}\" }}\n"]
        if node.get("kind") == "concept":
            lines += [f"```cpp\n{text_of(node.find('initializer'))}\n```\n", said + "\n"]
        else:
            lines += [f"```cpp\n{template(node)}{node.get('kind')} {name};\n```\n", said + "\n"]
        members = sorted(node.iter("memberdef"), key=self.line)
        return "\n".join([*lines, *filter(None, map(member_text, members))])

    def header_text(self, header: str, heading: bool) -> str:
        parts: list[tuple[int, str]] = []
        for node in self.compounds.get(header, []):
            parts.append((self.line(node), self.compound_text(node)))
        seen = set()
        for member in self.members.get(header, []):
            if member.get("id") in seen:
                continue
            seen.add(member.get("id"))
            text = member_text(member)
            name = text_of(member.find("name"))
            first = name not in seen and not name.startswith("@")
            seen.add(name)
            title = f"### {escaped(name)} {{ data-toc-label=\"{name}\" }}\n\n" if heading and first else ""
            parts.append((self.line(member), title + text if text else ""))
        body = "\n".join(text for _, text in sorted(parts, key=lambda p: p[0]) if text)
        return f"## {header}\n\n    #include <{header}>\n\n{body}\n" if body else ""

    def headers(self, listed: list[str]) -> list[str]:
        known = sorted(set(self.compounds) | set(self.members))
        return [h for name in listed for h in known if h == name or (name.endswith("/") and h.startswith(name))]


def write(xml: pathlib.Path, to: pathlib.Path) -> None:
    """Writes the pages of the XML into `to`/cpp and `to`/c."""
    reference = Reference(xml)
    for folder, pages, note in (
            ("cpp", PAGES, "Everything is in namespace `tali`. `tali/tali.hpp` includes all that needs no CUDA compiler."),
            ("c", C_PAGES, "[tali from C and Fortran](../../c.md) begins with a program.")):
        (to / folder).mkdir(parents=True, exist_ok=True)
        for name, title, listed in pages:
            sections = [reference.header_text(h, folder == "cpp") for h in reference.headers(listed)]
            if not any(sections):
                raise SystemExit(f"doxygen_pages.py: nothing is documented of {', '.join(listed)}")
            (to / folder / f"{name}.md").write_text(f"# {title}\n\n{note}\n\n" + "\n".join(filter(None, sections)))
