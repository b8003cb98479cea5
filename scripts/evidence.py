#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records of what machines have shown: evidence/NAME.json, a file a run, and evidence/certificates.

    scripts/evidence.py                      # checks their form and size, and that evidence/README.md lists each
    scripts/evidence.py --list               # writes the lists in evidence/README.md
    scripts/evidence.py --rows evidence/NAME.json#TABLE       # rows as `tali bench --json` prints them
    scripts/evidence.py --add evidence/NAME.json --what W --where W --when DATE --commit C [TABLE=]FILE.json...

A record is {what, where, when, commit, notes, tables}. A table of rows has its columns, one list per row, and in "all" what is the
same in every row; a ratio that follows from other columns is left out. Anything else is as it was measured. `tali bench
--against` and the scripts that draw read records.
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "evidence"
MOST, MOST_CERTIFICATE = 4_000_000, 30_000  # bytes of all records, and of a certificate
HEAD = ("what", "where", "when", "commit")
DIGITS = 6
# What a row's other columns say.
DERIVED = {"gnum_per_s": lambda r: r["n"] / r["seconds"] * 1e-9,
           "ratio_to_ceiling": lambda r: r["gb_per_s"] / r["ceiling_gb_per_s"],
           "ratio_to_peer": lambda r: r["gb_per_s"] / r["peer_gb_per_s"]}


def derived(row, key):
    try:
        return DERIVED[key](row)
    except (KeyError, TypeError, ZeroDivisionError):
        return None


def rows_of(table):
    """A table's rows as dictionaries, with what they have in common and what follows."""
    for values in table["rows"]:
        row = {**table.get("all", {}), **dict(zip(table["columns"], values))}
        yield row | {key: value for key in DERIVED if key not in row and (value := derived(row, key)) is not None}


def expanded(table):
    return list(rows_of(table)) if isinstance(table, dict) and "columns" in table else table


def read(name):
    """What `FILE`, `FILE#TABLE` or `FILE#TABLE.KEY.KEY` names: of a record its tables and notes, a table's rows, or a value; of a
    file of `tali bench -o` its rows.

    @raises KeyError, IndexError, TypeError or ValueError where there is no such thing
    """
    path, _, keys = str(name).partition("#")
    file = pathlib.Path(path) if pathlib.Path(path).exists() else ROOT / path
    data = json.loads(file.read_text(encoding="utf-8"))
    if isinstance(data, dict) and "tables" in data:
        tables = data["tables"]
        data = tables if keys else {"notes": data.get("notes", []), **{key: expanded(table) for key, table in tables.items()}}
    for key in filter(None, keys.split(".")):
        data = expanded(data[int(key)] if isinstance(data, list) else data[key])
    return data


def rounded(value):
    if isinstance(value, float):
        value = float(f"{value:.{DIGITS}g}")
        return int(value) if value == int(value) and abs(value) < 2**53 else value
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return [rounded(v) for v in value] if isinstance(value, list) else value


def table_of(rows):
    """Rows as dictionaries in a record's form."""
    names = list(dict.fromkeys(key for row in rows for key in row if key != "schema"))
    for key in set(DERIVED) & set(names):
        if all(row.get(key) is None or (v := derived(row, key)) is not None and abs(v - row[key]) < 1e-4 * abs(v) for row in rows):
            names.remove(key)
    same = {n: rows[0].get(n) for n in names if all(row.get(n) == rows[0].get(n) for row in rows)}
    table = {"all": {n: rounded(v) for n, v in same.items() if v is not None},
             "columns": [n for n in names if n not in same]}
    return table | {"rows": [[rounded(row.get(n)) for n in table["columns"]] for row in rows]}


def text_of(value, indent=0):
    """JSON in which what is short, and each row, has a line."""
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    are_rows = isinstance(value, list) and len(value) > 1 and all(isinstance(v, list) for v in value)
    if isinstance(value, dict) and value and len(line) + indent > 140:
        parts = [f"{json.dumps(k, ensure_ascii=False)}: {text_of(v, indent + 1)}" for k, v in value.items()]
    elif are_rows:
        parts = [json.dumps(v, ensure_ascii=False, separators=(",", ":")) for v in value]
    elif isinstance(value, list) and len(line) + indent > 140 and any(isinstance(v, (dict, list, str)) for v in value):
        parts = [text_of(v, indent + 1) for v in value]
    else:
        return line
    pad = "\n" + " " * (indent + 1)
    return line[0] + pad + f",{pad}".join(parts) + "\n" + " " * indent + line[-1]


def records():
    return sorted(FOLDER.glob("*.json"), key=lambda path: path.stem)


def certificates():
    return sorted((FOLDER / "certificates").glob("*.json"))


def list_of_records():
    yield "| record | what | where | when | commit |"
    yield "|---|---|---|---|---|"
    for path in records():
        r = json.loads(path.read_text(encoding="utf-8"))
        yield f"| [{path.stem}]({path.name}) | " + " | ".join(str(r[key]) for key in HEAD) + " |"


def list_of_certificates():
    yield "| certificate | numbers | verdict | seconds | where | when | commit |"
    yield "|---|---|---|---|---|---|---|"
    for path in certificates():
        c = json.loads(path.read_text(encoding="utf-8"))
        s, made, n = c["summary"], c["made"], c["n"]
        verdict = s["verdict"] if s["verdict"] == "passed" else f"**{s['verdict']}**"
        power = n.bit_length() - 1
        yield (f"| [{path.stem}](certificates/{path.name}) | {f'2^{power}' if n == 2**power else n} | {verdict}, {s['p_values']} p-values | "
               f"{made.get('seconds', '')} | {made['where']} | {made['when']} | {made['commit']} |")


def index(text):
    """evidence/README.md with its lists made again, each after its mark."""
    for mark, lines in (("records", list_of_records), ("certificates", list_of_certificates)):
        text = re.sub(rf"(<!-- list of {mark} -->\n)(?:\|.*\n)*", lambda m: m[1] + "\n".join(lines()) + "\n", text)
    return text


def faults():
    """Sentences about what is wrong with the records."""
    for path in records():
        r = json.loads(path.read_text(encoding="utf-8"))
        missing = [key for key in (*HEAD, "tables") if key not in r]
        if missing:
            yield f"{path.name} does not have {', '.join(missing)}"
            continue
        if not re.match(rf"{r['when']}-[\w-]+$", path.stem):
            yield f"{path.name} is of {r['when']}"
        if path.read_text(encoding="utf-8") != text_of(r) + "\n":
            yield f"{path.name} is not in the form that scripts/evidence.py writes"
        for name, table in r["tables"].items():
            if not isinstance(table, dict) or "columns" not in table:
                continue
            lengths = {len(row) for row in table["rows"]} - {len(table["columns"])}
            if lengths:
                yield f"{path.name}: a row of {name} has {lengths.pop()} values for {len(table['columns'])} columns"
                continue
            same = [c for k, c in enumerate(table["columns"]) if len(table["rows"]) > 1 and
                    all(row[k] == table["rows"][0][k] for row in table["rows"])]
            if same:
                yield f"{path.name}: {name} repeats {', '.join(same)} in each row"
    for path in certificates():
        if path.stat().st_size > MOST_CERTIFICATE:
            yield f"certificates/{path.name} has more than {MOST_CERTIFICATE} bytes"
    size = sum(p.stat().st_size for p in FOLDER.rglob("*") if p.is_file())
    if size > MOST:
        yield f"evidence/ has {size} bytes; allowed: {MOST}"
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    if readme != index(readme):
        yield "evidence/README.md does not list what is there: scripts/evidence.py --list"


def add(options):
    tables = {}
    for given in options.files:
        name, _, file = given.rpartition("=")
        data = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        if isinstance(data, list) and data and all(isinstance(r, dict) for r in data):
            data = table_of(data)
        tables[name or pathlib.Path(file).stem] = data
    record = {key: getattr(options, key) for key in HEAD} | {"tables": tables}
    options.add.write_text(text_of(record) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="write the lists of evidence/README.md")
    parser.add_argument("--rows", metavar="FILE#TABLE", help="print a table's rows")
    parser.add_argument("--add", type=pathlib.Path, metavar="FILE", help="write a record of files that `tali bench -o` has written")
    for key in HEAD:
        parser.add_argument(f"--{key}")
    parser.add_argument("files", nargs="*", metavar="[TABLE=]FILE.json")
    options = parser.parse_args()
    if options.rows:
        print(json.dumps(read(options.rows), indent=1))
        return
    if options.add:
        missing = [f"--{key}" for key in HEAD if not getattr(options, key)]
        if missing or not options.files:
            sys.exit(f"evidence.py: --add needs {', '.join(missing or ['files'])}")
        add(options)
    if options.list or options.add:
        path = FOLDER / "README.md"
        path.write_text(index(path.read_text(encoding="utf-8")), encoding="utf-8")
    found = list(faults())
    if found:
        sys.exit("\n".join(found))
    print(f"evidence.py: {len(records())} records, {len(certificates())} certificates")


if __name__ == "__main__":
    main()
