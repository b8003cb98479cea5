# SPDX-License-Identifier: Apache-2.0
"""Pages of the command line's reference: what every command's --help says."""

from __future__ import annotations

import pathlib
import re
import subprocess


def help_of(tali: pathlib.Path, command: list[str]) -> str:
    """The help of a command; empty where its program was not built."""
    done = subprocess.run([str(tali), *command, "--help"], capture_output=True, text=True, timeout=60)
    return done.stdout.strip("\n") if done.returncode == 0 else ""


def commands_of(text: str) -> list[str]:
    """The commands that a help lists."""
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.M)
    return re.findall(r"^  (\S+)", listed.group(1), re.M) if listed else []


def section(tali: pathlib.Path, command: list[str], level: int) -> str:
    text = help_of(tali, command)
    title = " ".join(["tali", *command])
    said = text or f"tali was built without the program of `{title}`."
    lines = [f"{'#' * level} {title}\n", f"```text\n{text}\n```\n" if text else said + "\n"]
    return "\n".join(lines + [section(tali, [*command, c], level + 1) for c in commands_of(text)])


def write(tali: pathlib.Path, to: pathlib.Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    text = help_of(tali, [])
    if not text:
        raise SystemExit(f"command_pages.py: {tali} --help fails")
    parts = ["# Every command\n", "As `tali COMMAND --help` prints it. [The command line](../../cli.md) says it in order.\n",
             f"```text\n{text}\n```\n"]
    (to / "commands.md").write_text("\n".join(parts + [section(tali, [c], 2) for c in commands_of(text)]))
