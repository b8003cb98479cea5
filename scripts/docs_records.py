# SPDX-License-Identifier: Apache-2.0
"""Whether each figure of a page has a record, and is what its record says.

A figure is a number with a unit of time, speed, energy or error, a share or a ratio; in a table also a number with
decimals. Its record is named above its block by <!-- from: SOURCE; SOURCE --> or, for all blocks of a section, by
<!-- section from: ... -->; a link to evidence/ in the block, or in the text before a table, is a record too. A SOURCE is

    evidence/NAME.json           a record, with all of its tables; figures are looked up in it
    evidence/NAME.json#TABLE     one table of it; #TABLE.KEY a value in it; #TABLE,key=value the rows that have the value
    data/FILE                    any other file of this repository
    `command`, DATE              what was run by hand, and when
    derived                      computed from what stands there: a theorem, a definition, a count of the source
    quoted: WORK                 from somebody else's publication
    except 1.19, 3.2: why        figures that the file does not hold as such, for example a ratio of two of its figures

A row of a JSON table counts only if it agrees with the names of engines, distributions, types and devices that stand in the
figure's table row and the head of its column, or in its sentence.
"""

import re

import evidence

from docs_page import cells, without_code

NUMBER = r"(?<![\w.^#/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?"
UNIT = (r"(?:%|times\b|[GMT]B/s|GB a second|G(?:num|words)/s|ns\b|[µu]s\b|ms\b|s\b(?! sets)|seconds\b|minutes\b|hours\b|"
        r"core[- ](?:seconds|minutes)\b|W\b|n?J\b|ulp\b|cycles\b|instructions\b|(?:billion|million) (?:numbers|values)\b)")
FIGURE = re.compile(rf"({NUMBER})(?:\s*(?:to|and|\.\.\.|or|/|in)\s*({NUMBER}))?\s*({UNIT})")
CELL = re.compile(rf"^[*~<>≈±+-]*({NUMBER})\s*({UNIT})?\*{{0,2}}(?:\s*\([^)]*\))?$")
DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")


class Trouble(Exception):
    pass


def is_near(text, value):
    """Whether `value` is `text` to the digits that are printed."""
    digits = text.replace(",", "").lower().split("e")
    last = len(digits[0].partition(".")[2])
    unit = 10.0 ** ((int(digits[1]) if len(digits) > 1 else 0) - last)
    return abs(value - float(text.replace(",", ""))) <= 0.5001 * unit


def figures(block):
    """(number, unit, the words that say what it is of) of a block."""
    if block.kind == "table":
        rows = [cells(r) for r in block.text.split("\n")]
        head = rows[0]
        for row in rows[2:]:
            names = " ".join(c for c in row if not CELL.match(c))
            for k, cell in enumerate(row):
                of = f"{head[0]} {names} {head[k] if k < len(head) else ''}"
                text = without_code(cell)
                found = [(m.group(g), m.group(3)) for m in FIGURE.finditer(text) for g in (1, 2) if m.group(g)]
                for part in re.split(r"\s*[/;]\s*", text) if not found else []:
                    m = CELL.match(part.strip())
                    if m and (m[2] or "." in m[1] or "," in m[1]):
                        found.append((m[1], m[2] or ""))
                for number, unit in found:
                    yield number, unit, of
    elif block.kind == "text":
        text = without_code(re.sub(r"\]\([^)]*\)", "]", block.text.replace("\n", " ")))
        for m in FIGURE.finditer(text):
            for g in (1, 2):
                if m.group(g):
                    yield m.group(g), m.group(3), block.text


def values_of_row(row):
    """What a row of `tali bench --json` says, in the units that pages use."""
    out = [v for v in row.values() if isinstance(v, (int, float)) and not isinstance(v, bool)]
    for key in ("ratio_to_ceiling", "predicted_share"):
        if isinstance(row.get(key), (int, float)):
            out.append(100 * row[key])
    rate, seconds, n = row.get("gnum_per_s"), row.get("seconds"), row.get("n")
    if rate:
        out += [1 / rate, 1000 / rate, rate * 1000]  # nanoseconds and picoseconds a number, millions a second
    if seconds:
        out += [seconds * 1e3, seconds * 1e6, seconds * 1e9]
    if isinstance(row.get("seconds_per_number"), float):
        out.append(row["seconds_per_number"] * 1e9)
    if isinstance(row.get("joules_per_number"), float):
        out.append(row["joules_per_number"] * 1e9)
    peer, own = row.get("peer_gb_per_s"), row.get("gb_per_s")
    if peer and rate:
        out.append(peer * rate / own)
    out += [float(x.replace(",", "")) for x in re.findall(NUMBER, str(row.get("variant", "")))]
    return out


def leaves(x):
    if isinstance(x, bool):
        return
    if isinstance(x, (int, float)):
        yield x
    elif isinstance(x, str):
        yield from (float(n.replace(",", "")) for n in re.findall(NUMBER, x))
    elif isinstance(x, dict):
        for v in x.values():
            yield from leaves(v)
    elif isinstance(x, list):
        for v in x:
            yield from leaves(v)


def named(words, names):
    """Those of the names that stand in the words as such."""
    return {n for n in names if n and re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", words, re.I)}


def parts(row):
    """A row's variant, such as "10000 x 10000: hybrid, shared, 4 bytes, block 256", in its parts."""
    return set(re.split(r", |: ", str(row.get("variant") or "")))


class Record:
    """A table of a record, or another file."""

    def __init__(self, data):
        self.rows, self.all = [], []
        if isinstance(data, list) and data and isinstance(data[0], dict) and "gb_per_s" in data[0]:
            self.rows = data
        else:
            self.all = list(leaves(data))
            self.all += [k * v for v in self.all if 0 < abs(v) <= 1 for k in (100, 1e9)]

    def holds(self, number, unit, words, is_cell):
        """Whether it has the number; a ratio may be that of two rows, where few rows are named."""
        if any(is_near(number, v) for v in self.all):
            return True
        kept = self.rows
        for key in ("engine", "distribution", "type", "device") if is_cell else ("engine", "distribution"):
            names = named(words, {str(r.get(key)) for r in self.rows})
            if names:
                kept = [r for r in kept if str(r.get(key)) in names or
                        (key == "engine" and (str(r.get("peer")).lower() in names or "curand" in str(r.get("engine"))))]
        if is_cell:  # a variant that the cell's row and column name
            tokens = named(words, {t for r in self.rows for t in parts(r)})
            kept = [r for r in kept if tokens <= parts(r)] or kept
        if any(is_near(number, v) for r in kept for v in values_of_row(r)):
            return True
        rates = [r["gnum_per_s"] for r in kept if r.get("gnum_per_s")]
        return unit in ("times", "") and len(rates) <= 16 and any(is_near(number, a / b) for a in rates for b in rates if a != b)


class Records:
    def __init__(self, root):
        self.root, self.cache = root, {}

    def of(self, name):
        """The records that a source names."""
        if name not in self.cache:
            path, _, choice = name.partition("#")
            at = self.root / path
            if not at.exists():
                raise Trouble(f"record {path} does not exist")
            try:
                self.cache[name] = self.tables(at, choice)
            except (KeyError, IndexError, TypeError, ValueError):
                raise Trouble(f"record {path} has nothing at {choice!r}") from None
        return self.cache[name]

    def tables(self, at, choice):
        if at.is_dir():
            return [r for p in sorted(at.rglob("*")) if p.is_file() for r in self.tables(p, "")]
        if at.suffix != ".json":
            return [Record(at.read_text(encoding="utf-8", errors="replace"))]
        keys, *conditions = choice.split(",")
        data = evidence.read(f"{at}#{keys}")
        for key, _, value in (c.partition("=") for c in conditions):
            data = [row for row in data if value in str(row.get(key))]
        if choice and not data and data != 0:
            raise KeyError(choice)
        return [Record(table) for table in data.values()] if isinstance(data, dict) and not keys else [Record(data)]

    def check(self, page, block):
        """(faults, figures that a file was found to hold) of a block."""
        found = list(figures(block))
        marks = block.marks.get("from", "")
        sources = [s.strip() for s in re.split(r";\s*(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)", marks) if s.strip()]
        files = [(page.path.parent / target).resolve().relative_to(self.root).as_posix()
                 for target in block.marks.get("linked", [])] if not sources else []
        faults, apart, other = [], set(), False
        for s in sources:
            if s.startswith("except "):
                apart.update(re.findall(NUMBER, s[7:].partition(":")[0]))
                if not s.partition(":")[2].strip():
                    faults.append("'except' says no reason")
            elif s == "derived" or s.startswith(("derived:", "quoted: ")):
                other = True
            elif s.startswith("`"):
                other = True
                if not DATE.search(s):
                    faults.append(f"{s} says no date")
            else:
                files.append(s)
        records = []
        for f in files:
            try:
                records += self.of(f)
            except Trouble as e:
                faults.append(str(e))
        if not found:
            return faults, 0
        if not (files or other or apart):
            faults.append("no record of " + ", ".join(f"{n} {u}".strip() for n, u, _ in found[:6]))
            return faults, 0
        held = 0
        for number, unit, words in found:
            if number in apart:
                continue
            if any(r.holds(number, unit, words, block.kind == "table") for r in records):
                held += 1
            elif records and not other:
                faults.append(f"{number} {unit}".strip() + " is not in " + ", ".join(files))
        return faults, held
