#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Phrases that plain technical English does not have (docs/style.md), each with the reason.

    scripts/docs_words.py FILE...      # lists those of files; exit status 1 if there are any
    scripts/docs_words.py --all        # of every page, source and script of the tree

Looks at the comments and strings of C++, C and JavaScript, at all but the code of Markdown, and at the whole of other files.
The mark "words: quoted" in a comment exempts the lines from it to the next empty line; above a block of Markdown, the block.
"""

import pathlib
import re
import subprocess
import sys

from docs_page import Page, without_code

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = (".hpp", ".h", ".cpp", ".c", ".cuh", ".cu", ".js")
TEXT = (".py", ".pyi", ".sh", ".cmake", ".in", ".f90", ".plan", ".txt", ".yml", ".yaml", ".toml", ".html", ".css", "Makefile", ".ci/run")

# What a thing may be counted by: "a key a sample" is "one key per sample". words: quoted
UNITS = (r"sample|element|thread|rank|row|lane|epoch|number|draw|process|chunk|line|language|subcommand|level|file|type|distribution|engine|"
         r"warp|block|word|multiprocessor|machine|stream|sequence|set|binade|value|call|digit|step|point|batch|bit|byte|group|round|outcome|GPU|language|program|fill")
# (regular expression, reason or what to write)
BANNED = (
    (rf"(?<!on )\b(?:an?|one|two|three) (?!(?:as|for|in|of|that) )[\w-]+ an? (?:{UNITS})\b", "'per': one key per sample"),
    (rf"\b(?:bytes|bits|numbers|outputs|threads|lanes|places|pieces|layers|registers|launches|samples|stores|loads|"
     rf"calls|multiplications|instructions|GB|seconds|Joules) an? (?:{UNITS})\b", "'per': 16 bytes per thread"),
    (r"\bby turns\b", "in turn, alternately, round-robin or interleaved"),
    (r"\b(?:goes|go|going|went) on\b", "continues, advances or follows"),
    (r"\bthat there (?:is|are) not\b", "unknown, or does not exist"),
    (r"\bis no (?:number|name|file|command|engine|distribution|page|value|matter|multiple|power|member|generator|part|float|integer|template|key)\b", "is not a ..., or does not matter"),
    (r"\bare no matter\b", "do not matter"),
    (r"\bof all of them\b", "of all"),
    (r"(?:^|(?<=[.!?:;] )|(?<=\| ))Of (?!course)\w", "a sentence begins with its subject, not with 'Of'"),
    (r"\banew\b", "again, or restarts"),
    (r"\bone behind the other\b", "one after the other, or contiguous"),
    (r"\b(?:of|from|by|with) so many (?!\w+ (?:\w+ )?that\b)", "of this many, of that many, or a name for the number"),
    (r"\bnobody holds\b", "say what is absent"),
    (r"\bwhoever\b", "whichever thread, or in every ..."),
    (r"\bfrom where (?:it|they|he) stands?\b", "from its current position"),
    (r"\bso many times as fast\b", "speed-up"),
    (r"\bwhat everybody\b", "the naive way"),
    (r"\b(?:mend|mends|mended|mending)\b", "fix or repair"),
    (r"\b(?:dear|dearer|dearest)\b", "expensive"),
    (r"\baskew\b", "unaligned"),
    (r"\bin the place of\b", "instead of"),
    (r"\bis (?:an?|the) [\w']+ affair\b|\b\w+'s affair\b", "say whose task it is"),
    (r"\bin earnest\b", "in practice"),
)
# A phrase may be broken over lines; "Of" at the beginning of a sentence has its capital.
COMPILED = [(re.compile(pattern.replace(" ", r"\s"), re.M if pattern.startswith("(?:^|") else re.I), reason) for pattern, reason in BANNED]
# What is blanked in code: all but comments and strings.
SPOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\[^\']*|[^\'\\])\'', re.S)
LEADER = re.compile(r"^[ \t]*(?:/{2,3}<?|/?\*+/?|#:?|!)?[ \t]*", re.M)  # of a line of a comment
ITEM = re.compile(r"^(?:[-*>] |\d+\. )", re.M)


def faults(text):
    """(the phrase, the reason, the line from 0) of each that a text has."""
    text = ITEM.sub(". ", text)
    return [(" ".join(m[0].split()), reason, text.count("\n", 0, m.start())) for pattern, reason in COMPILED for m in pattern.finditer(text)]


def faults_of_block(block):
    """The sentences about a block of a page (docs_page.py)."""
    if block.kind == "code" or block.marks.get("words") == "quoted":
        return []
    text = re.sub(r"<!--.*?-->", "", re.sub(r"\]\([^)\s]*\)", "]", without_code(block.text)), flags=re.S)
    parts = re.split(r"\s*\|\s*", text) if block.kind == "table" else [text]
    return [f"'{phrase}': {reason}" for part in parts for phrase, reason, _ in faults(part)]


def faults_of_file(path):
    """(line, sentence) of each phrase in a file."""
    if path.suffix == ".md":
        return [(block.line, fault) for block in Page(path).blocks for fault in faults_of_block(block)]
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"[^\n]*\bwords: quoted\b.*?(?=\n\s*\n|\Z)", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    if path.suffix in CODE:
        at, spoken = 0, []
        for m in SPOKEN.finditer(text):
            spoken += [re.sub(r"[^\n]+", " ", text[at:m.start()]), m[0]]
            at = m.end()
        text = "".join(spoken)
    return [(line + 1, f"'{phrase}': {reason}") for phrase, reason, line in faults(LEADER.sub("", text))]


def files_of_the_tree():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in listed if name.endswith((".md", *CODE, *TEXT)) and (ROOT / name).is_file()]


def main(arguments):
    every = arguments == ["--all"]
    found = 0
    for path in files_of_the_tree() if every else map(pathlib.Path, arguments):
        for line, fault in faults_of_file(path):
            print(f"{path.relative_to(ROOT) if every else path}:{line}: {fault}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
