# SPDX-License-Identifier: Apache-2.0
"""What the scripts that draw have in common: the look of a picture, and the call of gnuplot."""

import subprocess
import sys

COLOURS = ["#0b6e99", "#d1495b", "#3d7a4e", "#edae49", "#7b5ea7", "#8d99ae"]


def block(name, points):
    """Numbers as gnuplot's data block $name."""
    return f"${name} << end\n" + "\n".join(" ".join(f"{v:.17g}" for v in p) for p in points) + "\nend\n"


def draw(out, script, width=860, height=480):
    """Runs the script for the SVG `out`, and says so on stderr."""
    style = f"""
set terminal svg size {width},{height} dynamic font 'Helvetica,14' background '#ffffff'
set border 3 lc rgb '#666666'
set tics nomirror textcolor rgb '#444444'
set grid ytics lc rgb '#e3e3e3'
set key textcolor rgb '#444444' samplen 2
set output '{out}'
"""
    subprocess.run(["gnuplot"], input=style + script, text=True, check=True)
    print(out, file=sys.stderr)
