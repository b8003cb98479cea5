#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes completions for bash, zsh and fish, and the manual page, from what the programs say of their own parsers.

    tools/tali/shell_files.py --to build/share build/tali build/tali-bench build/tali-lab

The first program is tali; the others' commands take the place of those by whose names tali starts them. Run by the build.
"""

import argparse
import json
import os
import re
import subprocess
from collections import defaultdict

USUAL_GROUP = "Options"  # the heading that options have unless they are given another


def printed(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Names:
    """What the flags --engine, --dist and --dtype choose among, as `tali info` lists it."""

    def __init__(self, info):
        kinds = ("engines", "grid_engines", "comparators", "quasi_engines")
        self.engines = {e["name"]: e for kind in kinds for e in info[kind]}
        distributions = info["distributions"] + info["vectors"]
        self.distributions = {}
        for d in distributions:
            self.distributions.setdefault(d["name"], d)
        self.words = {"--engine": list(self.engines), "--dist": list(self.distributions),
                      "--dtype": list(dict.fromkeys(d["type"] for d in distributions))}
        # What may stand behind a name and a colon: "shape= scale=" behind "--dist gamma".
        self.parameters = defaultdict(list)
        for flag, all_of_it, key in (("--engine", self.engines, "options"), ("--dist", self.distributions, "parameters")):
            for name, facts in all_of_it.items():
                keys = [part.split("=")[0].strip() + "=" for part in facts[key].split(",") if part]
                if keys:
                    self.parameters[" ".join(keys)].append(f"{flag} {name}")


class Option:
    """An option, or an argument, which has no name. `kind` is what can follow it."""

    def __init__(self, facts, names):
        self.names, self.value, self.summary = facts["names"], facts["value"], facts["summary"]
        self.default, self.group = facts["default"], facts["group"]
        self.is_argument = not self.names
        self.flag = self.names[-1] if self.names else ""
        self.words = facts["choices"] or names.words.get(self.flag, [])
        self.takes_parameters = not facts["choices"] and self.flag in ("--engine", "--dist")
        self.kind = ("nothing" if not self.value else "words" if self.words else
                     "file" if self.value in ("FILE", "PARTS") else "directory" if self.value == "DIR" else "any")


class Command:
    def __init__(self, facts, names, above=""):
        self.name, self.summary, self.footer = facts["name"], facts["summary"], facts["footer"]
        self.path = f"{above} {self.name}".strip()
        self.options = [Option(o, names) for o in facts["options"]]
        self.commands = [Command(c, names, self.path) for c in facts["commands"]]

    def walk(self):
        yield self
        for c in self.commands:
            yield from c.walk()


def escaped(text, letters):
    return re.sub(f"([{re.escape(letters)}])", r"\\\1", text)


def quoted(text):
    """As bash and zsh read it."""
    return "'" + text.replace("'", "'\\''") + "'"


def filled(template, **parts):
    for name, text in parts.items():
        template = template.replace(f"@{name}@", text)
    return template


BASH = r"""# bash completion of tali. Made when tali was built, from its parser.
_tali() {
  local at=tali word i options words names
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    case "$at $word" in
@commands@    esac
  done
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  if [[ $current == = ]]; then # --flag=value comes as three words
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  local value= last k # a colon is a word of its own: --dist gamma:shape=2,sc comes as six
  for ((k = COMP_CWORD; k > 0; --k)); do
    [[ ${COMP_WORDS[k]} == -* ]] && break
    value=${COMP_WORDS[k]}$value
  done
  value=${value#=}
  if [[ $value == *:* ]]; then
    case "${COMP_WORDS[k]} ${value%%:*}" in
@parameters@    esac
    last=${value##*[:,]}
    if [[ -n $words && $last != *=* ]]; then
      [[ $current == : ]] && current=
      compopt -o nospace 2> /dev/null
      COMPREPLY=($(compgen -P "${current%"$last"}" -W "$words" -- "$last"))
    fi
    return
  fi
  case "$at $previous" in
@values@    *)
      case $at in
@own@      esac
      if [[ $current == -* || -z $words$names ]]; then
        words=$options
        names=
      fi
      ;;
  esac
  if [[ -n $names ]]; then
    compopt -o filenames 2> /dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen "$names" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _tali tali
"""


def bash(tali, names):
    def branches(answers, indent):
        """Cases of the same answer share a branch."""
        return "".join(f"{indent}{' | '.join(map(quoted, patterns))})\n{indent}  {answer} ;;\n"
                       for answer, patterns in sorted(answers.items()))

    def answer_to(o):
        if o.kind == "words":
            return "words=" + quoted(" ".join(o.words))
        return {"file": "names=-f", "directory": "names=-d"}.get(o.kind, "return")

    commands, values, own = defaultdict(list), defaultdict(list), defaultdict(list)
    for command in tali.walk():
        if command is not tali:
            commands['at+=" $word"'].append(command.path)
        words, files = [c.name for c in command.commands], ""
        for o in command.options:
            if o.kind != "nothing":
                for name in o.names:
                    values[answer_to(o)].append(f"{command.path} {name}")
            if o.is_argument:
                words += o.words
                files = " names=-f" if o.kind == "file" else files
        options = [name for o in command.options for name in o.names]
        own[f"options={quoted(' '.join(options))} words={quoted(' '.join(words))}{files}"].append(command.path)
    parameters = {"words=" + quoted(words): those for words, those in names.parameters.items()}
    return filled(BASH, commands=branches(commands, " " * 6), parameters=branches(parameters, " " * 6),
                  values=branches(values, " " * 4), own=branches(own, " " * 8))


ZSH = r"""#compdef tali
# zsh completion of tali. Made when tali was built, from its parser.

# _tali_named FLAG NAME...: one of the names, or what may stand behind it: --dist gamma:shape=2,sc
_tali_named() {
  local flag=$1
  shift
  if [[ $PREFIX != *:* ]]; then
    compadd -- "$@"
    return
  fi
  local -a offered
  case "$flag ${PREFIX%%:*}" in
@parameters@  esac
  local last=${PREFIX##*[:,]}
  IPREFIX+=${PREFIX%"$last"}
  PREFIX=$last
  compadd -S '' -- $offered
}

@functions@# Autoloaded, the file is the function's body; sourced, it makes the function known.
if [[ $funcstack[1] == _tali ]]; then
  _tali "$@"
else
  compdef _tali tali
fi
"""

ZSH_COMMAND = r"""@function@() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C -S \
@specifications@    '1: :->command' \
    '*:: :->rest' && return
  case $state in
    command)
      local -a commands=(
@commands@      )
      _describe -t commands command commands
      ;;
    rest)
      case $words[1] in
@branches@      esac
      ;;
  esac
}

"""


def zsh(tali, names):
    def function_of(command):
        return "_" + command.path.replace(" ", "_")

    def message_of(o):
        """The message for what completes a value, and how."""
        if o.takes_parameters:  # the space keeps _arguments from adding words of its own to the call
            action = f" _tali_named {o.flag} {' '.join(o.words)}"
        else:
            action = {"words": f"({' '.join(o.words)})", "file": "_files", "directory": "_files -/"}.get(o.kind, "")
        return f":{escaped(o.value, chr(92) + ':')}:{action}"

    def specification_of(o):
        """One line for _arguments a name, all of them exclusive."""
        if o.is_argument:
            return f"    {quoted(message_of(o))} \\\n"
        exclusive = f"({' '.join(o.names)})" if len(o.names) > 1 else ""
        summary = escaped(o.summary, "\\[]")
        lines = ""
        for name in o.names:
            glue = "" if o.kind == "nothing" else "=" if name.startswith("--") else "+"
            message = "" if o.kind == "nothing" else message_of(o)
            lines += f"    {quoted(f'{exclusive}{name}{glue}[{summary}]{message}')} \\\n"
        return lines

    functions = ""
    for command in tali.walk():
        specifications = "".join(map(specification_of, command.options))
        if not command.commands:
            functions += f"{function_of(command)}() {{\n  _arguments -S \\\n{specifications}    && return\n}}\n\n"
            continue
        functions += filled(
            ZSH_COMMAND, function=function_of(command), specifications=specifications,
            commands="".join(f"        {quoted(c.name + ':' + escaped(c.summary, chr(92) + ':'))}\n" for c in command.commands),
            branches="".join(f"        {quoted(c.name)}) {function_of(c)} ;;\n" for c in command.commands))
    parameters = "".join(f"    {' | '.join(map(quoted, those))}) offered=({words}) ;;\n"
                         for words, those in sorted(names.parameters.items()))
    return filled(ZSH, parameters=parameters, functions=functions)


FISH = r"""# fish completion of tali. Made when tali was built, from its parser.
function __tali_at --description 'Whether the command line stands at this command'
    set -l at tali
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$at $word"
            case@paths@
                set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
function __tali_parameters --description 'The value with one parameter more behind its colon: gamma:shape=2,scale='
    set -l value (commandline -ct | string replace -r '^--[^=]*=' '')
    string match -q '*:*' -- $value; or return
    set -l words
    switch "$argv "(string replace -r ':.*' '' -- $value)
@parameters@    end
    set -l before (string replace -r '[^:,]*$' '' -- $value)
    for word in $words
        echo $before$word
    end
end
complete -c tali -f
@lines@"""


def fish(tali, names):
    def in_quotes(text):
        return "'" + escaped(text, "\\'") + "'"

    def option_line(condition, o):
        line = f"complete -c tali -n {condition}"
        line += "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in o.names)
        if o.kind == "words":
            words = " ".join(o.words) + (f" (__tali_parameters {o.flag})" if o.takes_parameters else "")
            line += f"{'' if o.is_argument else ' -x'} -a {in_quotes(words)}"
        elif o.kind == "file":
            line += " -F" if o.is_argument else " -r -F"
        elif o.kind == "directory":
            line += " -x -a '(__fish_complete_directories)'"
        elif o.kind == "any" and not o.is_argument:
            line += " -x"
        return f"{line} -d {in_quotes(o.summary)}\n"

    paths, lines = "", ""
    for command in tali.walk():
        if command is not tali:
            paths += " " + in_quotes(command.path)
        condition = in_quotes("__tali_at " + command.path)
        for c in command.commands:
            lines += f"complete -c tali -n {condition} -a {in_quotes(c.name)} -d {in_quotes(c.summary)}\n"
        lines += "".join(option_line(condition, o) for o in command.options)
    parameters = "".join(f"        case {' '.join(map(in_quotes, those))}\n            set words {words}\n"
                         for words, those in sorted(names.parameters.items()))
    return filled(FISH, paths=paths, parameters=parameters, lines=lines)


MANUAL = r""".\" Made when tali was built, from its parser.
.TH TALI 1 "" "@version@" "User Commands"
.SH NAME
tali \- random numbers for GPUs and CPUs
.SH SYNOPSIS
.B tali
.I COMMAND
.RI [ OPTION ]...
.SH DESCRIPTION
@summary@
.SH OPTIONS
@options@.SH COMMANDS
@commands@.SH ENGINES
@engines@.SH DISTRIBUTIONS
@distributions@.SH EXIT STATUS
.TP
0
Success, and a pipe that its reader closed.
.TP
1
A check failed.
.TP
2
Something was refused: one line on standard error names the flag, its value and what is allowed.
.SH SEE ALSO
.BR shuf (1)
"""

ROFF = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga"}


def manual(tali, names, version):
    def roff(text):
        """A minus is a minus, and no line begins with a request."""
        begun = re.sub(r"(?m)^(?=[.'])", "\0", text)
        return "".join(ROFF.get(c, c) for c in begun).replace("\0", "\\&")

    def bold(text):
        return f"\\fB{roff(text)}\\fR"

    def italic(text):
        return f"\\fI{roff(text)}\\fR"

    def entry(term, meaning):
        return f".TP\n{term}\n{meaning}\n"

    def option_entry(o):
        term = " ".join(filter(None, (", ".join(map(bold, o.names)), italic(o.value) if o.value else "")))
        meaning = roff(o.summary)
        if o.is_argument and o.words:
            meaning += ": " + roff(", ".join(o.words))
        return entry(term, meaning + (f" (default: {roff(o.default)})" if o.default else ""))

    def options_of(command):
        """Arguments, then options under the headings of the help. Every command has --help, which goes without saying."""
        text = "".join(option_entry(o) for o in command.options if o.is_argument)
        for group in dict.fromkeys(o.group for o in command.options):
            text += f".PP\n{bold(group + ':')}\n" if group != USUAL_GROUP else ""
            text += "".join(option_entry(o) for o in command.options
                            if o.group == group and not o.is_argument and o.flag != "--help")
        return text

    def section_of(command):
        usage = bold(command.path) + "".join(f" [{italic(o.value)}]" for o in command.options if o.is_argument)
        has_options = len(command.options) > 1  # beside --help
        if has_options or not command.commands:
            usage += f" [{italic('OPTION')}]..."
        if command.commands:
            usage += f" [{italic('COMMAND')}]" if has_options else f" {italic('COMMAND')}"
        footer = "".join(f"{'.br' if i else '.PP'}\n{roff(line)}\n" for i, line in enumerate(command.footer.splitlines()))
        return f".SS {usage}\n{roff(command.summary)}.\n{options_of(command)}{footer}"

    def entries(facts):
        return "".join(entry(bold(f["name"]), roff(f["summary"])) for f in facts.values())

    help_entry = entry(bold("-h") + ", " + bold("--help"), "Of tali and of every command: what it takes.")
    return filled(MANUAL, version=version, summary=roff(tali.summary), options=help_entry + options_of(tali),
                  commands="".join(section_of(c) for c in tali.walk() if c is not tali),
                  engines=entries(names.engines), distributions=entries(names.distributions))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", required=True, help="folder")
    parser.add_argument("program", nargs="+")
    given = parser.parse_args()
    names = Names(json.loads(printed(given.program[0], "info", "--json")))
    facts, *others = (json.loads(printed(program, "--describe")) for program in given.program)
    full = {c["name"]: c for other in others for c in other["commands"]}
    facts["commands"] = [full.get(c["name"], c) for c in facts["commands"]]
    tali, version = Command(facts, names), printed(given.program[0], "--version").strip()
    os.makedirs(given.to, exist_ok=True)
    for name, text in (("tali.bash", bash(tali, names)), ("tali.zsh", zsh(tali, names)), ("tali.fish", fish(tali, names)),
                       ("tali.1", manual(tali, names, version))):
        with open(os.path.join(given.to, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
