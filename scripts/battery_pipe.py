# SPDX-License-Identifier: Apache-2.0
"""A sequence of tali piped into a battery of tests, for the scripts that drive batteries."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile


class Trouble(Exception):
    """Nothing was found out, and why: one line."""


def refuse(text):
    """Ends the script: nothing was found out, exit code 2."""
    print(f"{os.path.basename(sys.argv[0])}: {text}", file=sys.stderr)
    sys.exit(2)


def end(main):
    """Runs a script's main and ends with what it returns, or with its trouble."""
    try:
        sys.exit(main())
    except Trouble as e:
        refuse(e)


def tali():
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "tali")
    path = os.environ.get("TALI") or (here if os.path.exists(here) else shutil.which("tali"))
    if not path or not os.path.exists(path):
        raise Trouble(f"tali is '{path or here}', which is not there; allowed: a built tali, named by TALI")
    return os.path.normpath(path)


def producer(words):
    """The command that writes the words: words, gen or normal tail of tali, without an end."""
    if not words or words[0] not in ("gen", "words", "normal"):
        raise Trouble(f"the command of tali is '{' '.join(words)}'; allowed: words FLAGS, gen FLAGS or normal tail FLAGS")
    if "-n" in words:
        raise Trouble("-n is given to tali; allowed: without, the battery takes what it needs")
    return [tali(), *words, "-n", "inf"]


def text_of(command):
    """The command without the place of the executable on this machine."""
    return " ".join([os.path.basename(command[0]), *command[1:]])


def find(program, flag, where_from):
    path = shutil.which(program)
    if path is None:
        raise Trouble(f"{flag} is '{program}', which is not there; {where_from}")
    return path


def piped(source, battery):
    """The lines that the battery prints when it reads what the source writes, as they come.

    Raises Trouble after the last of them if either ended as it should not: then the lines are no result.
    """
    with tempfile.TemporaryFile() as complaints:
        writer = subprocess.Popen(source, stdout=subprocess.PIPE, stderr=complaints)
        try:
            reader = subprocess.Popen(battery, stdin=writer.stdout, stdout=subprocess.PIPE, text=True)
        except OSError as e:
            writer.kill()
            raise Trouble(f"{battery[0]} cannot be started: {e.strerror}") from None
        writer.stdout.close()  # or the writer would never learn that the reader has ended
        try:
            yield from reader.stdout
            status = reader.wait()
        finally:
            for process in (reader, writer):
                if process.poll() is None and (process is reader or not finished(process)):
                    process.kill()
            reader.wait()
            writer.wait()
        complaints.seek(0)
        said = complaints.read().decode(errors="replace").strip().split("\n")[0]
        # The reader ends first, and the pipe's end is the writer's: 0, or SIGPIPE.
        if writer.returncode not in (0, -signal.SIGPIPE):
            raise Trouble(f"{text_of(source)} ended with {writer.returncode}: {said or 'no message'}")
        if status != 0:
            raise Trouble(f"{text_of(battery)} ended with {status}")


def finished(process):
    try:
        process.wait(timeout=20)
        return True
    except subprocess.TimeoutExpired:
        return False


def save(path, text):
    """Under the name only when it is whole."""
    try:
        with open(path + ".part", "w") as f:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
        os.replace(path + ".part", path)
    except OSError as e:
        raise Trouble(f"{path} cannot be written: {e.strerror}") from None
