# SPDX-License-Identifier: Apache-2.0
"""The commands in table cells: those of a column "command", in the order of the page. Used by examples.py.

A command marked (GPU), or one that a machine may be unable to run, is parsed only: its programs, flags, tests and tables must exist. Others
run, in paper_figures.py's short form if the printed one takes long, and their output is compared with the figures there.
"""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import docs_commands  # noqa: E402
import docs_page  # noqa: E402

import paper_figures  # noqa: E402

SPAN = re.compile(r"`([^`]+)`(\s*\(GPU\))?")
STATES = re.compile(r"whole|otherwise|part: \S.*")


@dataclasses.dataclass
class Cell:
    page: str
    line: int
    command: str
    gpu: bool

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}: {self.command}"


def tables(path: pathlib.Path):
    """(line of the first row, head, rows) of each table that has a column "command"."""
    for block in docs_page.Page(path).blocks:
        if block.kind == "table":
            head, _, *rows = [docs_page.cells(row) for row in block.text.split("\n")]
            if "command" in head:
                yield block.line + 2, head, rows


def cells_of(path: pathlib.Path) -> list[Cell]:
    page = path.relative_to(ROOT).as_posix()
    return [Cell(page, line + k, re.sub("^build/(?=tali)", "", command), bool(gpu))
            for line, head, rows in tables(path) for k, row in enumerate(rows)
            for command, gpu in SPAN.findall(row[head.index("command")]) if docs_commands.PROGRAMS.match(command)]


def wrong_states(path: pathlib.Path) -> list[str]:
    """Sentences about states that are not honest in form: whole, otherwise, or part with what is missing."""
    page = path.relative_to(ROOT).as_posix()
    return [f"{page}:{line + k}: the state is {row[-1]!r}; allowed: whole, otherwise, 'part: ' and what is missing"
            for line, head, rows in tables(path) if head[-1] == "state" for k, row in enumerate(rows) if not STATES.fullmatch(row[-1])]


def at(value, path: str):
    """The part of a JSON value at a path such as rows.0.name; # is the number of a list's values."""
    for key in path.split("."):
        value = len(value) if key == "#" else value[int(key)] if isinstance(value, list) else value[key]
    return value


def differences(printed: str, figures, compared=None) -> list[str]:
    """Sentences about the figures that are not what they should be, each within its tolerance; `compared` gets a line for each."""
    found = []
    for figure in figures:
        value = at(json.loads(printed), figure.path) if figure.path else printed.split()
        pairs = list(zip(value, figure.expected)) if isinstance(figure.expected, list) else [(value, figure.expected)]
        if isinstance(figure.expected, list) and len(value) != len(figure.expected):
            found.append(f"{figure.of}: {len(value)} values instead of {len(figure.expected)}")
        for got, expected in pairs:
            said = f"{figure.of}: {got}, the paper {expected}, within {figure.within}"
            if compared is not None:
                compared.append(said)
            if abs(float(got) - expected) > figure.within:
                found.append(said)
    return found


class Runner:
    """Parses and runs cells with the programs of a build."""

    def __init__(self, build: pathlib.Path, seconds: float, notes: set[str]) -> None:
        self.build, self.seconds, self.notes = build, seconds, notes
        self.known = docs_commands.Commands(ROOT, build)
        self.compared: list[str] = []
        self.bench = "\n".join(p.read_text() for p in (ROOT / "bench").rglob("*.[chu]*") if p.is_file())

    def parse(self, command: str) -> list[str]:
        faults = []
        for words in docs_commands.programs(command):
            faults += self.known.check_program(words)
            for flag, table in zip(words, words[1:]):
                if flag == "--filter" and f'"{table}"' not in self.bench:
                    faults.append(f"no table or engine of the benchmark is called {table}")
        return faults

    def has(self, command: str) -> bool:
        for words in docs_commands.programs(command):
            if not (self.build / words[0].removeprefix("build/")).exists() and not shutil.which(words[0]) and not (ROOT / words[0]).exists():
                self.notes.add(f"{words[0]} is not in this build: its commands in tables are not run")
                return False
        return True

    def cell(self, cell: Cell, folder: pathlib.Path) -> None:
        faults = self.parse(cell.command)
        short = paper_figures.SHORT.get(cell.command, paper_figures.Short(cell.command))
        if not faults and not cell.gpu and short.command:
            faults = self.parse(short.command)
            if not faults and self.has(short.command):
                for name in ("data", "scripts", "lab", "tests"):
                    os.symlink(ROOT / name, folder / name)
                os.symlink(self.build, folder / "build")
                faults = self.run(short, folder)
        if faults:
            raise RuntimeError("; ".join(faults))

    def run(self, short, folder: pathlib.Path) -> list[str]:
        path = f"{self.build}{os.pathsep}{os.environ['PATH']}"
        with subprocess.Popen(["bash", "-euo", "pipefail", "-c", short.command], cwd=folder, env=dict(os.environ, PATH=path),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as process:
            try:
                printed, said = process.communicate(timeout=self.seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.communicate()
                return [f"'{short.command}' takes more than {self.seconds:g} s"]
        if process.returncode:
            return [f"'{short.command}' ends with {process.returncode}: {said[-500:]}"]
        return differences(printed, short.figures, self.compared)
