# SPDX-License-Identifier: Apache-2.0
"""The tali command under test: its path comes from the environment variable TALI."""

import functools
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TALI = os.environ.get("TALI") or shutil.which("tali")
if not TALI:
    raise RuntimeError("set TALI to the path of the tali command")

# Whether the command was built with sanitizers, whose own memory and time are not the command's.
SANITIZED = bool(os.environ.get("TALI_SANITIZE"))


def run(*arguments, program=TALI, **options):
    """Runs tali, or a copy of it, and gives the finished process, its output as bytes."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    options.setdefault("timeout", 300)
    return subprocess.run([program, *map(str, arguments)], **options)


def enough_of(cases, step, usual=1):
    """Every usual-th case; under sanitizers, where a process takes its time, every step-th."""
    return cases[::step] if SANITIZED else cases[::usual]


def info():
    return json.loads(run("info", "--json").stdout)


@functools.cache
def commands():
    """Every command of the programs that are built, as 'normal train'."""
    found = set()

    def walk(command, above):
        path = f"{above} {command['name']}".strip()
        found.add(path.removeprefix("tali "))
        for c in command["commands"]:
            walk(c, path)

    for program in (TALI, TALI + "-bench", TALI + "-lab"):
        if os.path.exists(program):
            walk(json.loads(run("--describe", program=program).stdout), "")
    return found


def needs(*parts):
    """Skips a test of commands that were left out, since a library that they need was not there."""
    left_out = [part for part in parts if part not in commands()]
    return unittest.skipIf(left_out, f"built without {' and '.join(left_out)}")


def dies_by(number):
    """In a child: the signal ends it, also where the tests run with it ignored, and leaves no core."""
    signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class CommandTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def path(self, name):
        return os.path.join(self.directory, name)

    def files(self):
        return sorted(os.listdir(self.directory))

    def size(self, name):
        """Of a file, in bytes; 0 where it is gone by now."""
        try:
            return os.path.getsize(self.path(name))
        except FileNotFoundError:
            return 0

    def begin(self, *arguments, **options):
        """A command that has a temporary file, and has written to it."""
        before = set(self.files())
        tali = subprocess.Popen([TALI, *map(str, arguments)], stderr=subprocess.PIPE, **options)
        self.addCleanup(tali.stderr.close)
        self.addCleanup(tali.wait)
        self.addCleanup(tali.kill)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            new = [name for name in self.files() if name not in before]
            if new and self.size(new[0]) > 0:
                return tali
            if tali.poll() is not None:
                return self.fail(f"it has ended: {tali.stderr.read()}")
            time.sleep(0.002)
        return self.fail("nothing was written")

    def gen(self, *arguments, **options):
        """The bytes that gen writes; it must succeed in silence."""
        return self.output_of("gen", *arguments, **options)

    def output_of(self, *arguments, **options):
        """The bytes that a command writes; it must succeed in silence."""
        done = run(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout

    def assertRefused(self, done, *words):
        """Exit code 2 and one line on stderr that holds the words; nothing on stdout."""
        line = done.stderr.decode()
        self.assertEqual(done.returncode, 2, line)
        self.assertFalse(done.stdout)
        self.assertEqual(line.count("\n"), 1, line)
        self.assertTrue(line.startswith("tali: ") and line.endswith("\n"), line)
        for word in words:
            self.assertIn(word, line)
