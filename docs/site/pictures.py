# SPDX-License-Identifier: Apache-2.0
"""What the pictures of figures.py share."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from evidence import read  # noqa: E402, F401

COLOURS = ["#0b6e99", "#d1495b", "#3d7a4e", "#edae49", "#7b5ea7", "#8d99ae", "#2b2d42"]
STYLE = {"axes.prop_cycle": matplotlib.cycler(color=COLOURS), "axes.spines.top": False, "axes.spines.right": False,
         "axes.grid": True, "axes.axisbelow": True, "axes.grid.axis": "y", "grid.color": "#e3e3e3", "axes.edgecolor": "#666666", "font.size": 11,
         "axes.titlesize": 12, "legend.frameon": False, "svg.fonttype": "none", "svg.hashsalt": "tali", "figure.figsize": (8.6, 4.8),
         "figure.constrained_layout.use": True, "text.color": "#222222", "axes.labelcolor": "#444444"}

tali = ROOT / "build" / "tali"
PICTURES = {}


def picture(function):
    """Each function draws into the current figure; its name is the picture's."""
    PICTURES[function.__name__.replace("_", "-")] = function
    return function


def axes(title="", x="", y="", **limits):
    """The picture's only axes."""
    at = plt.gca()
    at.set(title=title, xlabel=x, ylabel=y, **limits)
    return at


def of_tali(*arguments):
    return json.loads(subprocess.run([tali, *map(str, arguments), "--json"], check=True, stdout=subprocess.PIPE).stdout)
