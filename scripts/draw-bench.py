#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the benchmark's pictures from the JSON of `tali bench` with gnuplot.

    scripts/draw-bench.py figure3.json figure4.json bulk.json -o docs/figures

Each file is recognised by the tables in it: pcg32-figure3, pcg32-figure4, and cuda-bulk, of which there are three pictures: of
words and uniform numbers, of normal ones, and of the default engine beside the best of the others.
"""

import argparse
import json
import pathlib
import re
import sys

from gnuplot import draw

COLOURS = ["#0b6e99", "#d1495b", "#8d99ae", "#edae49", "#3d7a4e", "#7b5ea7", "#2b2d42"]


def lines(rows, x, y, out, title, xlabel, ylabel, extra=""):
    """One line a variant, x and y functions of a row; both axes logarithmic to base 2."""
    variants = list(dict.fromkeys(r["variant"] for r in rows))
    curves = {v: sorted((x(r), y(r)) for r in rows if r["variant"] == v) for v in variants}
    data, plots = "", []
    for i, v in enumerate(variants):
        colour = COLOURS[i % len(COLOURS)]
        points = curves[v]
        name = re.sub(r"\^(\d+)", r"^{\1}", v)
        if len(points) == 1:  # no x of its own: a level
            plots.append(f"{points[0][1]} with lines lw 2 dt 2 lc rgb '{colour}' title '{name}'")
            continue
        data += f"$d{i} << EOD\n" + "\n".join(f"{a} {b}" for a, b in points) + "\nEOD\n"
        plots.append(f"$d{i} with linespoints pt 7 ps 0.5 lw 2 lc rgb '{colour}' title '{name}'")
    draw(out, f"""{data}
set title "{title}" textcolor rgb '#222222'
set logscale xy 2
set format x '2^{{%L}}'
set xlabel '{xlabel}' textcolor rgb '#444444'
set ylabel '{ylabel}' textcolor rgb '#444444'
{extra}
plot {", ".join(plots)}
""", height=520)


def figure3(rows, out):
    device = rows[0]["device"]
    lines(rows, lambda r: r["threads"], lambda r: r["seconds"] / r["n"] * 1e12, out,
          f"PCG32, 2^{{30}} numbers: time a number over threads of the launch ({device})", "threads T",
          "picoseconds a number", "set key top right\nset format y '%g'")


def figure4(rows, out):
    device = rows[0]["device"]
    lines(rows, lambda r: r["n"], lambda r: r["seconds"], out,
          f"PCG32: time of a fill over its numbers ({device})", "numbers n", "time", "set key top left\nset format y '%.0s %cs'")


def bars(rows, out, title, names, columns, rotate="set xtics rotate by -25"):
    """Bars by columns of (title, colour) about names; `names` are of (text, values for the columns, 0 if there is none).

    False, and no picture, where there is nothing to draw."""
    names = [n for n in names if max(n[1]) > 0]
    if not names:
        return False
    data = "$d << EOD\nname " + " ".join(f"c{i}" for i in range(len(columns))) + "\n"
    data += "".join(f'"{name}" ' + " ".join(f"{v:.1f}" for v in values) + "\n" for name, values in names) + "EOD\n"
    plots = ", \\\n     ".join(f"{source} lc rgb '{colour}' title '{text}'" for source, (text, colour) in
                              zip(["$d using 2:xtic(1)", *(f"'' using {i + 3}" for i in range(len(columns) - 1))], columns))
    draw(out, f"""{data}
set title "{title} ({rows[0]['device']})" textcolor rgb '#222222'
set style data histogram
set style histogram clustered gap 1
set style fill solid noborder
set boxwidth 0.9
set yrange [0:112]
set ytics 20
{rotate}
set rmargin 9
set key top right horizontal
set arrow from graph 0, first 100 to graph 1, first 100 nohead lc rgb '#222222' dt 2
plot {plots}
""", height=520)
    return True


def share(rows, engine, distribution, of_type):
    """Percent of the ceiling, 0 where it was not measured."""
    return next((100 * r["ratio_to_ceiling"] for r in rows
                 if (r["engine"], r["distribution"], r["type"]) == (engine, distribution, of_type)), 0)


def peers_last(rows):
    return sorted(dict.fromkeys(r["engine"] for r in rows), key=lambda e: e.startswith("curand"))


def bulk(rows, out):
    kinds = [("bits", "u32"), ("uniform", "f32"), ("uniform", "f64")]
    names = [(e, [share(rows, e, *k) for k in kinds]) for e in peers_last(rows)]
    return bars(rows, out, "2^{30} numbers into device memory: percent of a plain store's speed", names,
                [("u32", COLOURS[0]), ("uniform f32", COLOURS[3]), ("uniform f64", COLOURS[1])])


def normals(rows, out):
    """Each engine by each way to normal numbers that it has been measured with."""
    ways = ["normal", "normal-warp", "normal-icdf"]
    names = [(e if e.startswith("curand") else f"{e} {w}", [share(rows, e, w, t) for t in ("f32", "f64")])
             for w in ways for e in peers_last(rows)]
    return bars(rows, out, "2^{30} normal numbers into device memory: percent of a plain store's speed",
                sorted(names, key=lambda n: n[0].startswith("curand")), [("f32", COLOURS[3]), ("f64", COLOURS[1])])


def best_peer(rows, distribution, of_type):
    """The fastest engine of another library: its percent of the ceiling, and its name."""
    found = [(100 * r["ratio_to_ceiling"], r["engine"].partition("-")[2]) for r in rows
             if r["engine"].startswith("curand") and (r["distribution"], r["type"]) == (distribution, of_type)]
    return max(found, default=(0, ""))


def peers(rows, out):
    """The default engine and the default distributions, each beside the best peer."""
    kinds = [("words u32", "bits", "u32"), ("uniform f32", "uniform", "f32"), ("uniform f64", "uniform", "f64"),
             ("normal f32", "normal", "f32"), ("normal f64", "normal", "f64"),
             ("lognormal f32", "lognormal", "f32"), ("lognormal f64", "lognormal", "f64")]
    if not share(rows, "philox4x32", "normal", "f32") or not share(rows, "philox4x32", "normal-warp", "f32"):
        return False  # a record from before the default normal had its name
    names = []
    for title, distribution, of_type in kinds:
        percent, name = best_peer(rows, distribution, of_type)
        names.append((title.replace(" ", "\\n") + f"\\n({name})", [share(rows, "philox4x32", distribution, of_type), percent]))
    return bars(rows, out, "2^{30} numbers into device memory: percent of a plain store's speed", names,
                [("tali, philox4x32", COLOURS[0]), ("best of cuRAND, named below", COLOURS[2])], rotate="set xtics norotate\nset xrange [0.4:7.6]\nset bmargin 4.5")


PICTURES = [("pcg32-figure3", "pcg32-figure3.svg", figure3), ("pcg32-figure4", "pcg32-figure4.svg", figure4),
            ("cuda-bulk", "cuda-bulk.svg", bulk), ("cuda-bulk", "cuda-normals.svg", normals),
            ("cuda-bulk", "cuda-peers.svg", peers)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", dest="folder", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--only", choices=[name for _, name, _ in PICTURES], help="of a file's pictures this one")
    options = parser.parse_args()
    drawn = 0
    for path in options.json:
        rows = json.loads(path.read_text())
        for table, name, picture in PICTURES:
            mine = [r for r in rows if r["table"] == table]
            if mine and options.only in (None, name):
                drawn += picture(mine, options.folder / name) is not False
    if not drawn:
        sys.exit("draw-bench.py: no file holds what is drawn of " + ", ".join(sorted({t for t, _, _ in PICTURES})))


if __name__ == "__main__":
    main()
