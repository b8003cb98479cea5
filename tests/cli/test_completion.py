# SPDX-License-Identifier: Apache-2.0
"""tali completion: the scripts, and what the shells that are here make of them."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from command import TALI, CommandTest, info, run

# Sources a script, stands at the end of the words and prints what the script completes.
BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMPREPLY=(stale)
_tali
((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
exit 0
"""

# The same of fish, which prints a description behind each word.
FISH = 'source $argv[1]; complete -C"$argv[2]"'

# Calls the function that zsh's completion calls for a value, and prints what it offers: the beginning that stays, and a word.
ZSH = """
compdef() { : }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; for word; do print -r -- "$IPREFIX|$word"; done }
source $1
IPREFIX= PREFIX=$2
shift 2
_tali_named "$@"
exit 0
"""


def script_of(shell):
    done = run("completion", shell)
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout.decode()


class CompletionTest(CommandTest):
    shell = None

    def setUp(self):
        super().setUp()
        if self.shell and shutil.which(self.shell) is None:
            self.skipTest(f"{self.shell} is not installed")
        if self.shell:
            with open(self.path("script"), "w") as file:
                file.write(script_of(self.shell))

    def asked(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
                              cwd=self.directory)  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout


class Scripts(CompletionTest):
    def test_each_names_every_command_option_and_value(self):
        facts = info()
        words = ["gen", "shuffle", "certify", "checkpoint", "zero-terminated", "point-major", "bf16"]
        for kind in ("engines", "distributions", "quasi_engines", "comparators"):
            words += [x["name"] for x in facts[kind]]
        for shell in ("bash", "zsh", "fish"):
            script = script_of(shell)
            for word in words:
                self.assertIn(word, script)

    def test_other_shells_are_refused(self):
        self.assertRefused(run("completion", "tcsh"), "unknown SHELL 'tcsh'", "bash, zsh, fish")
        self.assertRefused(run("completion", "fihs"), "did you mean 'fish'?")
        self.assertRefused(run("completion"), "SHELL is missing", "bash, zsh, fish")

    def test_where_the_files_lie(self):
        """Beside the program, as a build leaves them, or where an installation has them; else they are asked for in vain."""
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "bin"))
            alone = os.path.join(folder, "bin", "tali")
            shutil.copy(TALI, alone)
            self.assertRefused(run("completion", "bash", program=alone), "share/tali.bash", "make build")
            for place, script in (("bash-completion/completions/tali", "bash"), ("zsh/site-functions/_tali", "zsh"),
                                  ("fish/vendor_completions.d/tali.fish", "fish")):  # fmt: skip
                os.makedirs(os.path.join(folder, "share", os.path.dirname(place)))
                with open(os.path.join(folder, "share", place), "w") as file:
                    file.write(f"# of {script}")
                self.assertEqual(run("completion", script, program=alone).stdout.decode(), f"# of {script}")

    def test_without_the_other_programs(self):
        maker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "tali", "shell_files.py")
        subprocess.run([sys.executable, maker, "--to", self.path("share"), TALI], check=True)
        with open(self.path("share/tali.bash")) as file:
            alone = file.read()
        self.assertIn("'tali bench'", alone)
        self.assertNotIn("--against", alone)
        self.assertIn("--against", script_of("bash"))


class Bash(CompletionTest):
    shell = "bash"

    def completed(self, *words):
        return self.asked("bash", "--norc", "-c", BASH, "bash", self.path("script"), *words).split("\n")[:-1]

    def test_sources_cleanly(self):
        said = self.asked("bash", "--norc", "-euc", 'source "$1"; complete -p tali', "bash", self.path("script"))
        self.assertEqual(said, "complete -F _tali tali\n")

    def test_commands(self):
        self.assertEqual(self.completed("tali", "ge"), ["gen"])
        self.assertEqual(self.completed("tali", "s"), ["shuffle", "sample"])
        self.assertEqual(self.completed("tali", "rejection", "la"), ["law"])
        self.assertIn("certify", self.completed("tali", ""))
        self.assertEqual(self.completed("tali", "completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.completed("tali", "nothing-like-it"), [])

    def test_options(self):
        self.assertEqual(self.completed("tali", "gen", "--dis"), ["--dist"])
        self.assertEqual(self.completed("tali", "--vers"), ["--version"])
        self.assertEqual(self.completed("tali", "bench", "--ag"), ["--against"])
        self.assertEqual(self.completed("tali", "rejection", "plan", "--rh"), ["--rho"])
        self.assertIn("--engine", self.completed("tali", "gen", ""))

    def test_values(self):
        normals = self.completed("tali", "gen", "--dist", "norm")
        known = {d["name"] for d in info()["distributions"]}
        self.assertEqual(sorted(normals), sorted(name for name in known if name.startswith("norm")))
        self.assertEqual(self.completed("tali", "gen", "--engine", "sobol3"), ["sobol32"])
        self.assertEqual(self.completed("tali", "gen", "--format", ""), ["raw", "npy", "text", "csv"])
        self.assertEqual(self.completed("tali", "gen", "--device", "c"), ["cpu", "cuda"])
        self.assertEqual(self.completed("tali", "bench", "--device", "a"), ["all"])
        self.assertEqual(self.completed("tali", "gen", "--seed", ""), [])
        self.assertEqual(self.completed("tali", "gen", "--dtype", "bf"), ["bf16"])

    def test_values_behind_an_equals_sign(self):
        self.assertEqual(self.completed("tali", "gen", "--engine", "=", "sobol3"), ["sobol32"])
        self.assertEqual(self.completed("tali", "gen", "--format", "="), ["raw", "npy", "text", "csv"])

    def test_parameters_behind_a_colon(self):
        self.assertEqual(self.completed("tali", "gen", "--dist", "gamma", ":"), ["shape=", "scale="])
        self.assertEqual(self.completed("tali", "gen", "--dist", "gamma", ":", "sc"), ["scale="])
        self.assertEqual(self.completed("tali", "gen", "--dist", "=", "gamma", ":", "sh"), ["shape="])
        # Bash replaces the word after the equals sign by the completion.
        self.assertEqual(self.completed("tali", "gen", "--dist", "gamma", ":", "shape", "=", "2,sc"), ["2,scale="])
        self.assertEqual(self.completed("tali", "gen", "--dist", "gamma", ":", "shape", "=", "2"), [])
        self.assertEqual(self.completed("tali", "words", "--engine", "mtgp32", ":", "se"), ["sets="])
        self.assertEqual(self.completed("tali", "gen", "--dist", "uniform", ":"), [])
        self.assertEqual(self.completed("tali", "gen", "--dist", "gamma", "--dty"), ["--dtype"])

    def test_a_value_is_no_command(self):
        self.assertEqual(self.completed("tali", "gen", "--dist", "normal", "--dty"), ["--dtype"])

    def test_files(self):
        for name in ("a file", "another"):
            open(self.path(name), "w").close()
        os.mkdir(self.path("a folder"))
        self.assertEqual(sorted(self.completed("tali", "shuffle", "a")), ["a file", "a folder", "another"])
        self.assertEqual(sorted(self.completed("tali", "gen", "-o", "an")), ["another"])
        self.assertEqual(self.completed("tali", "shuffle", "--se"), ["--seed"])
        if b"certify" in run("certify", "--help").stdout:
            self.assertEqual(self.completed("tali", "certify", "merge", "an"), ["another"])
            self.assertEqual(self.completed("tali", "normal", "moments", "merge", "an"), ["another"])


class Fish(CompletionTest):
    shell = "fish"

    def completed(self, line):
        shown = self.asked("fish", "--no-config", "-c", FISH, self.path("script"), line)
        return [row.split("\t")[0] for row in shown.splitlines()]

    def test_syntax(self):
        self.asked("fish", "--no-config", "--no-execute", self.path("script"))

    def test_completes(self):
        self.assertEqual(self.completed("tali ge"), ["gen"])
        self.assertEqual(self.completed("tali gen --dis"), ["--dist"])
        self.assertIn("normal", self.completed("tali gen --dist norm"))
        self.assertEqual(self.completed("tali gen --format n"), ["npy"])
        self.assertEqual(self.completed("tali gen --dist normal-warp --dty"), ["--dtype"])
        self.assertEqual(self.completed("tali rejection la"), ["law"])

    def test_parameters_behind_a_colon(self):
        self.assertEqual(sorted(self.completed("tali gen --dist gamma:")), ["gamma:scale=", "gamma:shape="])
        self.assertEqual(self.completed("tali gen --dist gamma:sc"), ["gamma:scale="])
        self.assertEqual(self.completed("tali gen --dist gamma:shape=2,sc"), ["gamma:shape=2,scale="])
        self.assertEqual(self.completed("tali gen --dist gamma:shape=2"), [])
        self.assertEqual(self.completed("tali words --engine mtgp32:se"), ["mtgp32:sets="])
        self.assertEqual(self.completed("tali gen --dist uniform:"), [])
        # Fish replaces the whole word by the completion.
        self.assertEqual(self.completed("tali gen --dist=gamma:sh"), ["--dist=gamma:shape="])


class Zsh(CompletionTest):
    shell = "zsh"

    def test_syntax(self):
        self.asked("zsh", "-f", "-n", self.path("script"))

    def test_sources_cleanly(self):
        self.asked("zsh", "-f", "-c", "autoload -Uz compinit; compinit -D -u; source $1; [[ $_comps[tali] == _tali ]]",
                   "zsh", self.path("script"))

    def named(self, flag, value):
        """What is offered for a value, all of it: zsh itself leaves out what does not begin as the value does."""
        names = [d["name"] for d in info()["distributions"]]
        return self.asked("zsh", "-f", "-c", ZSH, "zsh", self.path("script"), value, flag, *names).split("\n")[:-1]

    def test_parameters_behind_a_colon(self):
        self.assertEqual(self.named("--dist", "gamma:"), ["gamma:|shape=", "gamma:|scale="])
        self.assertEqual(self.named("--dist", "gamma:sc"), ["gamma:|shape=", "gamma:|scale="])
        self.assertEqual(self.named("--dist", "gamma:shape=2,sc"), ["gamma:shape=2,|shape=", "gamma:shape=2,|scale="])
        self.assertEqual(self.named("--dist", "uniform:"), [])
        self.assertIn("|normal-warp", self.named("--dist", "norm"))
        self.assertIn("mtgp32:|sets=", self.named("--engine", "mtgp32:se"))


if __name__ == "__main__":
    unittest.main()
