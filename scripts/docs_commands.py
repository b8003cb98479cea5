# SPDX-License-Identifier: Apache-2.0
"""The commands of a page: programs, flags and targets that there are, and those of under ten seconds run.

A command is a line of a code block without a language (or of sh, bash or console) that begins with one of tali's programs, a
script of the repository, make, cmake, ninja or ctest. Fences of sh and console are not run here: tests/docs/examples.py runs them,
and compares what they print. Above its block <!-- run: KIND; ... --> says what is not to be run, and KIND is

    long            takes more than ten seconds, or writes more than a few hundred megabytes
    gpu             needs a GPU
    needs WHAT      needs what a machine may lack
    exit N          ends with N and not with 0

each with the lines it is of behind it, counted from 1, or without, for the whole block: <!-- run: long 2, 3; gpu 5 -->.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

SECONDS = 10
PROGRAMS = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:build/\S+|tali(?:-lab|-bench|-mtgp|-testu01|-mpi)?|scripts/\S+|lab/\S+|tests/\S+|"
                      r"python3|make|ninja|ctest|cmake|for)(?= |$)")
LANGUAGES = ("", "sh", "bash", "console")
RUN_BY_EXAMPLES = ("sh", "console")
FLAG = re.compile(r"^--?[A-Za-z][\w-]*")
KIND = re.compile(r"^(long|gpu|needs [^\d,][^,]*?|exit \d+)((?:\s+|,\s*)[\d, ]+)?$")


def commands(block):
    """(number of the line in the block, the command), continued lines and loops as one."""
    lines, at = [line.strip() for line in block.text.split("\n")], 0
    while at < len(lines):
        begin, text = at, lines[at]
        while (text.endswith("\\") or (text.startswith("for ") and "done" not in text)) and at + 1 < len(lines):
            at += 1
            text = (text[:-1] if text.endswith("\\") else text + "\n") + lines[at]
        at += 1
        if PROGRAMS.match(text):
            yield begin + 1, text


def marks_of(block):
    """{line, or 0 for all: what is said of it}"""
    found, faults = {}, []
    for part in filter(None, (p.strip() for p in block.marks.get("run", "").split(";"))):
        m = KIND.match(part)
        if not m:
            faults.append(f"<!-- run: {part} --> is none of long, gpu, needs WHAT and exit N")
            continue
        for line in map(int, re.findall(r"\d+", m[2] or "") or [0]):
            found[line] = m[1]
    return found, faults


def words_of(segment):
    lexer = shlex.shlex(segment, posix=True, punctuation_chars="|;&<>")
    lexer.whitespace_split, lexer.commenters = True, "#"
    return list(lexer)


def programs(command):
    """The words of each program in a line, without variables that are set before it."""
    current, out = [], []
    for word in [*words_of(command.replace("\n", " ; ")), ";"]:
        if word in ("|", ";", "&&", "||", "&", "do", "done", "then", "fi"):
            if current:
                out.append(current)
            current = []
        elif current or not re.match(r"^[A-Z_]+=", word):
            current.append(word)
    return out


class Commands:
    def __init__(self, root, build):
        self.root, self.build = pathlib.Path(root), pathlib.Path(build)
        self.helps, self.tests, self.targets = {}, None, None

    def help_of(self, program, subcommands):
        key = (program, *subcommands)
        if key not in self.helps:
            at = self.build / program
            if not at.exists():
                self.helps[key] = None
            else:
                done = subprocess.run([at, *subcommands, "--help"], capture_output=True, text=True, cwd=self.root)
                self.helps[key] = done.stdout if done.returncode == 0 else ""
        return self.helps[key]

    def names(self, what):
        """Names of tests or targets of the build; none where there is no build."""
        if not self.build.is_dir():
            return set()
        if what == "tests":
            if self.tests is None:
                done = subprocess.run(["ctest", "-N"], cwd=self.build, capture_output=True, text=True)
                self.tests = set(re.findall(r"Test +#\d+: (\S+)", done.stdout))
            return self.tests
        if self.targets is None:
            done = subprocess.run(["cmake", "--build", str(self.build), "--target", "help"], capture_output=True, text=True)
            self.targets = {w.strip(":.") for w in done.stdout.split()}
        return self.targets

    def check_program(self, words):
        program, rest = words[0], words[1:]
        name = program.removeprefix("build/")
        if re.match(r"^tali(-lab|-bench|-mtgp|-testu01|-mpi)?$", name):
            subcommands = []
            for w in rest:
                if not re.match(r"^[a-z][a-z0-9-]*$", w) or len(subcommands) == 2:
                    break
                if subcommands and not self.help_of(name, (*subcommands, w)):
                    break
                subcommands.append(w)
            text = self.help_of(name, tuple(subcommands))
            if text is None:
                return  # a program that this build does not have
            if not text:
                yield f"'{name} {' '.join(subcommands)}' is not a command"
                return
            for w in rest:
                m = FLAG.match(w)
                if m and not re.search(rf"(?<![\w-]){re.escape(m[0])}(?![\w-])", text):
                    yield f"'{name} {' '.join(subcommands)}' has no {m[0]}"
        elif "/" in program and not program.startswith("build/"):
            yield from self.check_script(program, rest)
        elif program == "python3" and rest and "/" in rest[0] and not rest[0].startswith(("-", "/")):
            yield from self.check_script(rest[0], rest[1:])
        elif program == "make":
            makefile = (self.root / "Makefile").read_text(encoding="utf-8")
            for w in rest:
                if "=" not in w and not w.startswith("-") and not re.search(rf"^{re.escape(w)}:", makefile, re.M):
                    yield f"the Makefile has no {w}"
        elif program == "ctest" and self.names("tests"):
            for w in (w for f, w in zip(rest, rest[1:]) if f in ("-R", "--tests-regex")):
                for part in w.split("|"):
                    if not any(re.search(part, t) for t in self.names("tests")):
                        yield f"no test is called {part}"
        elif program in ("ninja", "cmake") or program.startswith("build/"):
            wanted = [program] if program.startswith("build/") else [
                w for f, w in zip(["", *rest], rest) if not w.startswith("-") and
                (f == "--target" or (program == "ninja" and f not in ("-C", "-j")))]
            for w in wanted:
                known = self.names("targets")
                if known and w.removeprefix("build/") not in known and w.split("/")[-1] not in known:
                    yield f"the build has no {w}"

    def check_script(self, path, rest):
        if not (self.root / path).exists():
            yield f"{path} does not exist"
            return
        text = (self.root / path).read_text(encoding="utf-8")
        for w in rest:
            if w == "--":
                return
            m = re.match(r"^--[a-z][\w-]*", w)
            if m and m[0] not in text:
                yield f"{path} has no {m[0]}"

    def check(self, block):
        """Faults of a block's programs, flags and targets."""
        _, faults = marks_of(block)
        for _, command in commands(block):
            try:
                for words in programs(command):
                    faults += self.check_program(words)
            except ValueError as e:
                faults.append(f"{command}: {e}")
        return faults

    def check_spans(self, text):
        """Faults of the commands of tali that stand in a text's code spans; "..." and words in capitals may be anything."""
        for span in re.findall(r"`((?:build/)?tali [a-z][^`\n]*)`", text):
            try:
                for words in programs(span.replace("\\|", "|")):
                    yield from self.check_program(words)
            except ValueError as e:
                yield f"{span}: {e}"

    def runnable(self, command):
        """Whether a command is one of tali's own that reads no file of the user's and needs no other program."""
        first = command.split()[0]
        return (first in ("build/tali", "for") and "--device cuda" not in command and "-n inf" not in command and
                all(p[0] in ("build/tali", "for") or (self.root / p[0]).exists() or
                    (p[0].startswith("build/") and (self.build / p[0][6:]).exists()) or
                    (not p[0].startswith("build/") and shutil.which(p[0]))
                    for p in programs(command)))

    def run(self, page):
        """(faults with their lines, how many commands have been run, how many not) of a page, in its order."""
        faults, ran, left = [], 0, 0
        with tempfile.TemporaryDirectory(prefix="tali-docs-") as folder:
            for name in ("README.md", "data", "scripts", "docs", "lab", "tests", "examples"):
                os.symlink(self.root / name, pathlib.Path(folder) / name)
            os.symlink(self.build.resolve(), pathlib.Path(folder) / "build")
            for block in page.blocks:
                if block.kind != "code" or block.language not in LANGUAGES or block.language in RUN_BY_EXAMPLES:
                    continue
                marks, _ = marks_of(block)
                for line, command in commands(block):
                    mark = marks.get(line, marks.get(0, ""))
                    if (mark and not mark.startswith("exit")) or not self.runnable(command):
                        left += 1
                        continue
                    ran += 1
                    expected = int(mark[5:]) if mark else 0
                    # Beside other tests a command may find a file in use or no memory left: what fails twice is wrong.
                    first = self.run_one(command, folder, expected)
                    wrong = first and self.run_one(command, folder, expected)
                    if wrong:
                        faults.append((block.line, f"{command.splitlines()[0]}: {wrong}"))
                    elif first:
                        print(f"line {block.line}: the second time it ran: {command.splitlines()[0]}: {first}")
        return faults, ran, left

    def run_one(self, command, folder, expected):
        with subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True) as process:
            try:
                _, err = process.communicate(timeout=SECONDS * float(os.environ.get("TALI_DOCS_PATIENCE", "1")))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.communicate()
                return f"takes more than {SECONDS} s; mark it <!-- run: long -->"
        if process.returncode == expected:
            return None
        words = err.decode(errors="replace").strip().split("\n")[-1]
        return f"ends with {process.returncode} instead of {expected}: {words}"
