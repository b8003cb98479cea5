#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Phrases that plain technical English does not have (docs/style.md), each with the reason.

    scripts/docs_words.py FILE...      # a file's lines, whatever its language; exit status 1 if a phrase is found

scripts/check-docs.py applies the list to the pages: to headings, text and tables, but not to code and code spans. <!-- words: quoted -->
above a block exempts it.
"""

import pathlib
import re
import sys

from docs_page import without_code

# What a thing may be counted by: "a key a sample" is "one key per sample".
UNITS = (r"sample|element|thread|rank|row|lane|epoch|number|draw|process|chunk|line|language|subcommand|level|file|type|distribution|engine|"
         r"warp|block|word|multiprocessor|machine|stream|sequence|set|binade")
# (regular expression, reason or what to write)
BANNED = (
    (rf"\b(?:an?|one|two|three) [\w-]+ an? (?:{UNITS})\b", "'per': one key per sample"),
    (r"\bby turns\b", "in turn, alternately, round-robin or interleaved"),
    (r"\b(?:goes|go|going|went) on\b", "continues, advances or follows"),
    (r"\bthat there (?:is|are) not\b", "unknown, or does not exist"),
    (r"\bis no (?:number|name|file|command|engine|distribution|page|value|matter)\b", "is not a ..., or does not matter"),
    (r"\bare no matter\b", "do not matter"),
    (r"\bof all of them\b", "of all"),
    (r"(?:^|(?<=[.!?:;] )|(?<=\| ))Of (?!course)\w", "a sentence begins with its subject, not with 'Of'"),
    (r"\b(?:begins?|began|made|makes?|rebuilt|computes?) (?:\w+ )?anew\b", "again, or restarts"),
    (r"\bfrom where (?:it|they|he) stands?\b", "from its current position"),
    (r"\bso many times as fast\b", "speed-up"),
    (r"\bwhat everybody\b", "the naive way"),
    (r"\b(?:mend|mends|mended|mending)\b", "fix or repair"),
    (r"\b(?:dear|dearer|dearest)\b", "expensive"),
    (r"\baskew\b", "unaligned"),
    (r"\bin the place of\b", "instead of"),
    (r"\bis (?:an?|the) [\w']+ affair\b|\b\w+'s affair\b", "say whose task it is"),
    (r"\bin earnest\b", "in practice"),
    (r"\bnobody holds\b", "say what is absent"),
)
COMPILED = [(re.compile(pattern, re.I if not pattern.startswith("(?:^|") else 0), reason) for pattern, reason in BANNED]


def faults(text):
    """(the phrase, the reason) of each that a text has; its lines are taken as one."""
    text = re.sub(r"\s*\n\s*(?:[-*] |> |\d+\. )", " . ", "\n" + text).strip("\n").replace("\n", " ")
    return [(m[0].strip(), reason) for pattern, reason in COMPILED for m in pattern.finditer(text)]


def faults_of_block(block):
    """The sentences about a block of a page (docs_page.py)."""
    if block.kind == "code" or block.marks.get("words") == "quoted":
        return []
    text = re.sub(r"<!--.*?-->", "", re.sub(r"\]\([^)\s]*\)", "]", without_code(block.text)), flags=re.S)
    parts = re.split(r"\s*\|\s*", text) if block.kind == "table" else [text]
    return [f"'{phrase}': {reason}" for part in parts for phrase, reason in faults(part)]


def main():
    found = 0
    for name in sys.argv[1:]:
        for number, line in enumerate(pathlib.Path(name).read_text(encoding="utf-8").split("\n"), 1):
            for phrase, reason in faults(re.sub(r"^\s*(?:///?<?|#|\*)\s?", "", line)):
                print(f"{name}:{number}: '{phrase}': {reason}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
