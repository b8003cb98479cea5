#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the page of a certificate from the JSON that `tali certify` writes.

    docs/site/certificates.py gamma.json                # gamma.html beside it
    docs/site/certificates.py one.json two.json --to FOLDER

A page is one file with its style and its pictures (certificate.html is the template); it loads nothing from anywhere.
"""

from __future__ import annotations

import argparse
import html
import json
import pathlib
import string
import sys

import certificate_pictures as pictures

TEMPLATE = pathlib.Path(__file__).with_name("certificate.html")
# A stage's place on the page; within a place stages stand in the order in which they ran.
PLACES = ("failed", "suspect", "not run", "passed")
# A p-value beyond this is not due to chance, however many there are, and is marked.
CERTAIN = 1e-15


def grouped(n: int) -> str:
    return f"{n:,}".replace(",", "&#8239;")


def p_text(p: float) -> str:
    if p == 0:
        return "&lt; 1e-300"
    return f"1 - {1 - p:.2g}" if p > 0.9999 else f"{p:.4g}"


def rows_of(values: list[dict]) -> str:
    rows = []
    for v in values:
        verdict = pictures.verdict_of(v["p"])
        said = "" if verdict == "passed" else verdict
        said += " (beyond 1e-15)" if pictures.extremeness(v["p"]) < CERTAIN else ""
        rows.append(f'<tr><td>{html.escape(v["name"])}</td><td class="n">{v["statistic"] or 0:.6g}</td>'
                    f'<td class="n">{p_text(v["p"])}</td><td class="{verdict}">{said}</td></tr>')
    return "".join(rows)


def stage_of(stage: dict) -> str:
    status, values = stage["status"], stage.get("p_values", [])
    out = f'<section><h2>{html.escape(stage["name"])}<span class="pill {status.replace(" ", "-")}">{status}</span>'
    if "elements" in stage:
        out += f'<span class="count">{grouped(stage["elements"])} numbers</span>'
    out += "</h2>"
    if "reason" in stage:
        out += f'<p class="lead">Not run: {html.escape(stage["reason"])}</p>'
    plots, squares = pictures.of_stage(stage)
    out += f'<div class="row">{plots}</div>' if plots else ""
    out += f'<div class="row square">{squares}</div>' if squares else ""
    if values:
        is_open = " open" if len(values) <= 6 or status != "passed" else ""
        out += (f'<details{is_open}><summary>{len(values)} p-value{"s"[:len(values) > 1]}</summary><table><tr><th>of</th>'
                f'<th class="n">statistic</th><th class="n">p</th><th></th></tr>{rows_of(values)}</table></details>')
    return out + "</section>"


def page_of(c: dict) -> str:
    """The page of a certificate."""
    s = c["summary"]
    p = [v["p"] for stage in c["stages"] for v in stage.get("p_values", [])]
    facts = {"engine": c["engine"], "seed": c["seed"], "stream": c["stream"], "distribution": f'{c["distribution"]} {c["type"]}',
             "numbers": c["n"], "device": c["device"], "tali": c["tali"],
             "as extreme a p-value by chance": f'{s["chance_of_most_extreme"]:.2g}'}
    return string.Template(TEMPLATE.read_text()).substitute(
        title=html.escape(c["title"]), verdict=s["verdict"], command=html.escape(c["command"]),
        counts=f'{s["p_values"]} p-values, {s["failed"]} failed, {s["suspect"]} suspect' +
        (f', {s["not_run"]} stages not run' if s["not_run"] else ""),
        facts="".join(f"<span>{k} <b>{grouped(v) if isinstance(v, int) else html.escape(v)}</b></span>" for k, v in facts.items()),
        strip=pictures.p_value_strip(p), quantiles=pictures.quantile_plot(p),
        stages="\n".join(map(stage_of, sorted(c["stages"], key=lambda stage: PLACES.index(stage["status"])))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE.json", help="certificates, as `tali certify -o` writes them")
    parser.add_argument("--to", type=pathlib.Path, metavar="FOLDER", help="where the pages go; default: beside the certificates")
    options = parser.parse_args()
    for file in options.files:
        try:
            page = page_of(json.loads(file.read_text()))
        except (OSError, ValueError, KeyError, TypeError) as e:
            sys.exit(f"certificates.py: {file} is no certificate of 'tali certify -o FILE.json' ({type(e).__name__}: {e})")
        to = (options.to or file.parent) / f"{file.stem}.html"
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(page)


if __name__ == "__main__":
    main()
