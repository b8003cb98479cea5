# SPDX-License-Identifier: Apache-2.0
"""Where tali gen writes: pipes, devices, files that are whole or not there, signals, memory, progress."""

import functools
import os
import pty
import resource
import signal
import stat
import subprocess
import threading
import time
import unittest

from command import SANITIZED, TALI, CommandTest, dies_by, run


class Pipes(CommandTest):
    def test_closed_pipe_is_a_normal_end(self):
        for arguments in [["-n", "inf"], ["-n", "2^40"], ["-n", "inf", "--format", "text"],
                          ["-n", "2^40", "--format", "npy"], ["-n", "inf", "--threads", "1"]]:  # fmt: skip
            with subprocess.Popen(
                [TALI, "gen", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            ) as tali:
                self.assertEqual(len(tali.stdout.read(100_000)), 100_000)
                tali.stdout.close()
                self.assertEqual(tali.wait(60), 0, arguments)
                self.assertEqual(tali.stderr.read(), b"")

    def test_head(self):
        done = subprocess.run(
            f"{{ '{TALI}' gen --engine pcg32 -n inf; echo $? >&2; }} | head -c 1000003",
            shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
        self.assertEqual(done.stderr, b"0\n")
        self.assertEqual(done.stdout, self.gen("--engine", "pcg32", "-n", 250001)[:1000003])

    def test_printed_text_into_a_closed_pipe(self):
        for command in ["info --json", "--help"]:
            done = subprocess.run(
                f"{{ sleep 0.2; '{TALI}' {command}; echo $? >&2; }} | true",
                shell=True, stderr=subprocess.PIPE, timeout=60,
            )  # fmt: skip
            self.assertEqual(done.stderr, b"0\n")

    def test_named_pipe_stays_one(self):
        fifo = self.path("fifo")
        os.mkfifo(fifo)
        got = []

        def read():
            with open(fifo, "rb") as file:
                got.append(file.read())

        reader = threading.Thread(target=read)
        reader.start()
        self.gen("-n", 1_000_000, "-o", fifo)
        reader.join(60)
        self.assertEqual(got[0], self.gen("-n", 1_000_000))
        self.assertTrue(stat.S_ISFIFO(os.stat(fifo).st_mode))
        self.assertEqual(self.files(), ["fifo"])

    def test_slow_reader_gets_every_byte(self):
        with subprocess.Popen([TALI, "gen", "-n", "3000000"], stdout=subprocess.PIPE) as tali:
            got = b""
            while piece := tali.stdout.read(700_001):
                time.sleep(0.02)
                got += piece
        self.assertEqual(got, self.gen("-n", 3000000))


class Faults(CommandTest):
    def test_disk_full(self):
        for arguments in [["gen", "-n", 5], ["gen", "-n", 10**7], ["gen", "-n", 5, "--format", "npy"],
                          ["gen", "-n", 5, "--format", "text"], ["info"], ["info", "--json"], ["--help"]]:  # fmt: skip
            with open("/dev/full", "wb") as full:
                self.assertRefused(run(*arguments, stdout=full), "standard output", "No space left")
        for n in [5, 10**7]:
            self.assertRefused(run("gen", "-n", n, "-o", "/dev/full"), "-o", "'/dev/full'", "No space left")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_file_size_limit_in_mid_write(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (5_000_000, 5_000_000))

        path = self.path("values.bin")
        with open(path, "wb") as file:
            file.write(b"before")
        done = run("gen", "-n", 10**7, "-o", path, preexec_fn=limit)
        self.assertRefused(done, "-o", path, "File too large")
        self.assertEqual(self.files(), ["values.bin"])
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"before")

    def test_unwritable_output(self):
        for path, reason in [
            (self.path("no/such/directory"), "No such file"),
            (self.directory, "Is a directory"),
            (self.path("x" * 300), "File name too long"),
            ("/dev/null/x", "Not a directory"),
        ]:
            self.assertRefused(run("gen", "-n", 5, "-o", path), "-o", path, reason)
        self.assertEqual(self.files(), [])

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_permissions(self):
        path = self.path("read-only")
        with open(path, "wb"):
            pass
        os.chmod(path, 0o444)
        self.assertRefused(run("gen", "-n", 5, "-o", path), "-o", path, "Permission denied")
        os.chmod(self.directory, 0o555)
        self.addCleanup(os.chmod, self.directory, 0o755)
        self.assertRefused(run("gen", "-n", 5, "-o", self.path("new")), "-o", "Permission denied")

    def test_standard_output_closed(self):
        done = run("gen", "-n", 5, stdout=None, preexec_fn=lambda: os.close(1))
        self.assertRefused(done, "standard output", "Bad file descriptor")
        self.gen("-n", 5, "-o", self.path("out"), stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(os.path.getsize(self.path("out")), 20)


class Suffixes(CommandTest):
    """Without --format the name of the file says what is in it."""

    def written(self, name, *arguments):
        self.assertEqual(self.gen("-n", 10, "-o", self.path(name), *arguments), b"")
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_the_suffix_names_the_format(self):
        for name, form in [("x.npy", "npy"), ("x.txt", "text"), ("x.bin", "raw"), ("npy", "raw"), ("x.npy.gz", "raw")]:
            self.assertEqual(self.written(name), self.gen("-n", 10, "--format", form), name)

    def test_format_has_the_last_word(self):
        for name in ["x.npy", "x.txt", "x.bin"]:
            for form in ["raw", "npy", "text"]:
                self.assertEqual(self.written(name, "--format", form), self.gen("-n", 10, "--format", form))

    def test_an_array_has_an_end(self):
        self.assertRefused(run("gen", "-n", "inf", "-o", self.path("x.npy")), "-n is inf", "npy")
        self.assertEqual(self.files(), [])


class Files(CommandTest):
    def test_replaces_what_was_there(self):
        path = self.path("values.bin")
        for n in [100_000, 10]:
            self.gen("-n", n, "-o", path)
            self.assertEqual(os.path.getsize(path), 4 * n)
        self.assertEqual(self.files(), ["values.bin"])

    def test_mode_and_links_stay(self):
        path, link = self.path("values.bin"), self.path("link")
        with open(path, "wb"):
            pass
        os.chmod(path, 0o640)
        os.symlink("values.bin", link)
        self.gen("-n", 10, "-o", link)
        self.assertTrue(os.path.islink(link))
        self.assertEqual(os.path.getsize(path), 40)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o640)

    def test_new_files_follow_the_umask(self):
        self.gen("-n", 10, "-o", self.path("new"), preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(stat.S_IMODE(os.stat(self.path("new")).st_mode), 0o640)

    def test_a_dash_is_standard_output(self):
        self.assertEqual(self.gen("-n", 10, "-o", "-", cwd=self.directory), self.gen("-n", 10))
        self.assertEqual(self.files(), [])

    def test_relative_names(self):
        self.gen("-n", 10, "-o", "relative", cwd=self.directory)
        self.assertEqual(self.files(), ["relative"])

    def interrupt(self, number):
        """Kills a gen that is writing; gives its exit status."""
        tali = self.begin("gen", "-n", "2^31", "-o", self.path("values.bin"), preexec_fn=functools.partial(dies_by, number))
        tali.send_signal(number)
        return tali.wait(60)

    def test_interrupted(self):
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
            self.assertEqual(self.interrupt(number), -number)
            self.assertEqual(self.files(), [])

    def test_interrupted_over_an_old_file(self):
        with open(self.path("values.bin"), "wb") as file:
            file.write(b"before")
        self.assertEqual(self.interrupt(signal.SIGINT), -signal.SIGINT)
        self.assertEqual(self.files(), ["values.bin"])
        with open(self.path("values.bin"), "rb") as file:
            self.assertEqual(file.read(), b"before")


class Resources(CommandTest):
    @unittest.skipUnless(os.path.exists("/proc/self/status"), "no /proc here")
    def test_memory_is_bounded(self):
        for arguments in [[], ["--format", "text"]]:
            with subprocess.Popen(
                [TALI, "gen", "-n", "inf", "--threads", "4", "-o", "/dev/null", *arguments]
            ) as tali:
                time.sleep(1.5)  # some GB
                with open(f"/proc/{tali.pid}/status", encoding="ascii") as file:
                    peak = next(line.split() for line in file if line.startswith("VmHWM"))
                tali.kill()
            self.assertEqual(peak[2], "kB")
            # A sanitizer's own memory grows with the program.
            self.assertLess(int(peak[1]), 600_000 if SANITIZED else 300_000)

    def gen_seen_by_a_person(self, *arguments):
        """A gen whose stderr is a terminal, and that terminal."""
        reader, writer = pty.openpty()
        self.addCleanup(os.close, reader)
        tali = subprocess.Popen([TALI, "gen", *arguments], stdout=subprocess.DEVNULL, stderr=writer)
        os.close(writer)
        self.addCleanup(tali.wait)
        self.addCleanup(tali.kill)
        return tali, reader

    def test_progress_of_long_work(self):
        for n, mark in [("inf", b"B/s"), ("2^50", b"s left")]:
            tali, terminal = self.gen_seen_by_a_person("-n", n)
            shown = b""
            while mark not in shown:  # the test's time limit ends this if nothing ever comes
                shown += os.read(terminal, 1000)
            tali.kill()

    def test_no_progress_of_short_work(self):
        tali, terminal = self.gen_seen_by_a_person("-n", "1000")
        self.assertEqual(tali.wait(60), 0)
        try:
            shown = os.read(terminal, 1000)
        except OSError:  # how Linux says that the other side is gone
            shown = b""
        self.assertEqual(shown, b"")


if __name__ == "__main__":
    unittest.main()
