#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws Figures 2 to 8 of Ridley and Forget (2021) with gnuplot, from the JSON of `tali rejection`.

    scripts/draw-rejection.py build/tali -o docs/figures
"""

import argparse
import json
import pathlib
import subprocess

from gnuplot import COLOURS, block, draw

THREADS = [1, 4, 16, 32]  # curves of Figures 4 to 6


class Drawing:
    def __init__(self, tali, out, rounds):
        self.tali, self.out, self.rounds = tali, out, rounds

    def report(self, *arguments):
        command = [self.tali, "rejection", *map(str, arguments), "--json"]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

    def draw(self, name, script, width=860, height=480):
        draw(self.out / f"rejection-{name}.svg", script, width, height)

    def figure2(self):
        """Probabilities of a warp's iterations."""
        script = "set multiplot layout 2,2\nset key off\nset style fill solid 0.9\nset boxwidth 0.7\n"
        script += "set xlabel 'iterations n'\nset ylabel 'P(N = n)'\n"
        for i, rho in enumerate((0.5, 0.1, 0.05, 0.01)):
            pmf = self.report("law", "--rho", rho, "--lanes", 32)["pmf"]
            shown = [(n, p) for n, p in enumerate(pmf, 1) if p > 1e-4]
            script += block(f"p{i}", shown) + f"set title 'rho = {rho}, 32 threads'\n"
            script += f"set xrange [0.4:{shown[-1][0] + 0.6}]\nset yrange [0:*]\nset xtics 1,{1 if len(shown) < 10 else 2}\n"
            script += f"plot $p{i} with boxes lc rgb '{COLOURS[0]}'\n"
        self.draw("figure2", script, height=640)

    def figure3(self):
        """Appendix A's experiment against the law."""
        found = self.report("experiment", "--min", 0.02, "--max", 0.98, "--count", 25, "--warps", self.rounds)
        rows = self.report("sweep", "--min", 0.01, "--max", 0.985, "--count", 400)["rows"]
        self.draw(
            "figure3",
            block("law", [(r["rho"], r["mean"]) for r in rows])
            + block("found", [(r["rho"], r["mean"]) for r in found["results"]])
            + f"set title '{found['rounds']} warps of 32 threads at each rho; all histograms together: p = {found['combined_p']:.2f}'\n"
            + "set key top left\nset xlabel 'rejection probability rho'\nset ylabel 'iterations, mean'\nset logscale y\n"
            + "set xrange [0:1]\nset yrange [1:400]\n"
            + f"plot $law with lines lw 2 lc rgb '{COLOURS[0]}' title 'equation (9)', "
            + f"$found with points pt 7 ps 0.6 lc rgb '{COLOURS[1]}' title 'counted'\n",
        )

    def figure4(self):
        """What (11) misses of its normalisation."""
        data, plots = "", []
        for i, t in enumerate((1, 2, 4, 8, 16, 32)):
            rows = self.report("sweep", "--min", 0.001, "--max", 0.999, "--count", 300, "--lanes", t)["rows"]
            data += block(f"t{t}", [(r["rho"], max(r["normalisation_deficit"], 1e-300)) for r in rows])
            plots.append(f"$t{t} with lines lw 2 lc rgb '{COLOURS[i]}' title 't = {t}'")
        self.draw(
            "figure4",
            data
            + "set title '1 less the integral of equation (11)'\nset key outside right\n"
            + "set xlabel 'rejection probability rho'\nset logscale y\nset format y '10^{%T}'\n"
            + f"set xrange [0:1]\nset yrange [1e-18:1]\nplot {', '.join(plots)}\n",
        )

    def means(self, name, least, most, top):
        data, plots = "", []
        for i, t in enumerate(THREADS):
            rows = self.report("sweep", "--min", least, "--max", most, "--count", 400, "--lanes", t)["rows"]
            data += block(
                f"t{t}", [(r["rho"], r["mean"], r["equation_13"], r["equation_16"], r["harmonic"]) for r in rows])
            colour = f"lc rgb '{COLOURS[i]}'"
            plots += [
                f"$t{t} using 1:2 with lines lw 2 {colour} title 't = {t}'",
                f"$t{t} using 1:3 with lines dt 2 {colour} notitle",
                f"$t{t} using 1:4 with lines dt 3 lw 2 {colour} notitle",
            ]
        self.draw(
            name,
            data
            + "set title 'Mean iterations: exact; dashed: equation (13); dotted: equation (16)'\nset key top left\n"
            + "set xlabel 'rejection probability rho'\nset ylabel 'iterations, mean'\n"
            + f"set xrange [{least:g}:{most:g}]\nset yrange [1:{top:g}]\nplot {', '.join(plots)}\n",
        )

    def figure5(self):
        self.means("figure5", 0.0005, 0.95, 60)

    def figure6(self):
        self.means("figure6", 0.0005, 0.1, 3)

    def plans(self):
        """Figures 7 and 8: samples an iteration of each group, and the gain of the best."""
        rows = self.report("sweep", "--min", 0, "--max", 0.99, "--count", 400, "--warp", 32)["rows"]
        ends = [r["to"] for r in self.report("table", "--warp", 32)["regions"][:-1]]
        lines = "".join(f"set arrow from {e}, graph 0 to {e}, graph 1 nohead dt 2 lc rgb '#aaaaaa'\n" for e in ends)
        axes = lines + "set xlabel 'rejection probability rho'\nset xrange [0:1]\n"
        data, plots = "", []
        for i, g in enumerate((1, 2, 4, 8, 16, 32)):
            data += block(f"g{g}", [(r["rho"], r["samples_per_iteration"][str(g)]) for r in rows])
            title = f"{g} thread{'' if g == 1 else 's'} a sample"
            plots.append(f"$g{g} with lines lw 2 lc rgb '{COLOURS[i]}' title '{title}'")
        self.draw(
            "figure7",
            data
            + axes
            + "set title 'Samples an iteration of a warp of 32 threads'\nset ylabel 'samples an iteration'\n"
            + f"set logscale y\nset yrange [0.05:40]\nset key bottom left\nplot {', '.join(plots)}\n",
        )
        data, plots = "", []
        for i, w in enumerate((4, 8, 16, 32, 64, 128)):
            own = self.report("sweep", "--min", 0, "--max", 0.999, "--count", 400, "--warp", w)["rows"]
            data += block(f"w{w}", [(r["rho"], r["speedup"]) for r in own])
            style = "lw 3" if w == 32 else "lw 1.5"
            plots.append(f"$w{w} with lines {style} lc rgb '{COLOURS[i]}' title 'width {w}'")
        self.draw(
            "figure8",
            data
            + axes
            + "set title 'Gain of the best group over one thread a sample; dashed: where it changes at width 32'\n"
            + f"set ylabel 'times as many samples'\nset yrange [1:*]\nset key top left\nplot {', '.join(plots)}\n",
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tali", help="the command")
    parser.add_argument("-o", "--out", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--rounds", type=int, default=20000, help="warps a rejection probability of Figure 3")
    a = parser.parse_args()
    drawing = Drawing(a.tali, a.out, a.rounds)
    drawing.figure2()
    drawing.figure3()
    drawing.figure4()
    drawing.figure5()
    drawing.figure6()
    drawing.plans()


main()
