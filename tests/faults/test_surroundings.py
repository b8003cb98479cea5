# SPDX-License-Identifier: Apache-2.0
"""What is around a command: closed and full standard files, signals, other writers, file systems that are
full or may not be written to, and what a killed process has left."""

import functools
import itertools
import os
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from faults import SHIM, TALI, CommandTest, dies_by, run

GEN = ("gen", "--device", "cpu")


class Surroundings(CommandTest):
    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def temporaries(self):
        return [name for name in self.files() if name.startswith(".tali-")]


class StandardFiles(Surroundings):
    def test_closed_ones_are_not_written_to(self):
        expected = self.gen("-n", 1000)
        for closed in itertools.chain.from_iterable(itertools.combinations((0, 1, 2), k) for k in (1, 2, 3)):
            def close(closed=closed):
                for descriptor in closed:
                    os.close(descriptor)

            path = self.path("out")
            done = run(*GEN, "-n", 1000, "-o", path, preexec_fn=close)
            self.assertEqual((done.returncode, self.content("out")), (0, expected), closed)
            done = run(*GEN, "-n", "x", "-o", path, preexec_fn=close)
            self.assertEqual((done.returncode, self.content("out")), (2, expected), closed)
            self.assertEqual(done.stderr == b"", 2 in closed)
            done = run(*GEN, "-n", 1000, preexec_fn=close)
            self.assertEqual(done.returncode, 2 if 1 in closed else 0, closed)
            done = run("shuffle", "-i", "1-9", preexec_fn=close)
            self.assertEqual(done.returncode, 2 if 1 in closed else 0, closed)
            with open(self.path("out"), "rb") as lines:
                done = run("shuffle", preexec_fn=close, stdin=lines)
            self.assertEqual(done.returncode, 2 if 0 in closed or 1 in closed else 0, (closed, done.stderr))
        self.assertEqual(self.files(), ["out"])

    def test_refusals_with_a_full_stderr(self):
        for arguments in [(*GEN, "-n", "x"), ("nonsense",), (), ("certify", "-n", "x"), ("mtgp", "x")]:
            with open("/dev/full", "wb") as full:
                done = run(*arguments, stderr=full)
            self.assertEqual(done.returncode, 2 if arguments else 0, arguments)


class Signals(Surroundings):
    LONG = (*GEN, "-n", "2^31")

    def test_leave_nothing(self):
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]:
            self.write("out", b"before")
            tali = self.begin(*self.LONG, "-o", self.path("out"),
                              preexec_fn=functools.partial(dies_by, number))
            tali.send_signal(number)
            self.assertEqual(tali.wait(60), -number)
            self.assertEqual(self.files(), ["out"], number)
            self.assertEqual(self.content("out"), b"before")

    def test_that_were_ignored_stay_ignored(self):
        tali = self.begin(*self.LONG, "-o", self.path("out"),
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        tali.send_signal(signal.SIGHUP)
        time.sleep(0.05)
        self.assertIsNone(tali.poll())
        tali.terminate()
        self.assertEqual(tali.wait(60), -signal.SIGTERM)

    def test_what_kill_left_is_swept(self):
        tali = self.begin(*self.LONG, "-o", self.path("out"))
        tali.kill()
        tali.wait(60)
        self.assertEqual(len(self.temporaries()), 1)
        # Not tali's: another form of name, a folder, a link.
        os.mkdir(self.path(".tali-12-0.tmp"))
        self.write(".tali-12.tmp", b"x")
        self.write(".tali-0-1.tmp", b"x")
        self.write("aim", b"x")
        os.symlink("aim", self.path(".tali-13-0.tmp"))
        before = set(self.files()) - set(self.temporaries())
        others = {".tali-12-0.tmp", ".tali-12.tmp", ".tali-0-1.tmp", ".tali-13-0.tmp"}
        self.gen("-n", 10, "-o", self.path("other"))
        self.assertEqual(set(self.files()), before | others | {"other"})


class OtherWriters(Surroundings):
    def test_a_living_one_is_not_swept(self):
        tali = self.begin(*Signals.LONG, "-o", self.path("out"))
        self.gen("-n", 10, "-o", self.path("other"))
        self.assertEqual(len(self.temporaries()), 1)
        tali.terminate()
        tali.wait(60)
        self.assertEqual(self.files(), ["other"])

    def test_one_that_is_about_to_name_its_file_is_not_swept(self):
        settings = {"LD_PRELOAD": SHIM, "FAULTS_CALL": "pause", "FAULTS_N": "1"}
        slow = self.begin(*GEN, "-n", 1000, "-o", self.path("slow"), env={**os.environ, **settings})
        time.sleep(0.3)  # it waits four seconds before it renames
        self.assertEqual(len(self.temporaries()), 1)
        self.gen("-n", 10, "-o", self.path("other"))
        self.assertEqual(slow.wait(60), 0, slow.stderr.read())
        self.assertEqual(self.content("slow"), self.gen("-n", 1000))
        self.assertEqual(self.files(), ["other", "slow"])

    def test_of_one_file(self):
        expected = {self.gen("-n", 300_000, "--seed", seed) for seed in range(4)}
        for _ in range(5):
            writers = [subprocess.Popen([TALI, *GEN, "-n", "300000", "--seed", str(seed), "-o", self.path("out")])
                       for seed in range(4)]
            self.assertEqual([w.wait(60) for w in writers], [0] * 4)
            self.assertIn(self.content("out"), expected)
            self.assertEqual(self.files(), ["out"])


class FileSystems(Surroundings):
    def mounted(self, options):
        """A small file system of its own, or one of the machine's where that may not be made."""
        place = tempfile.mkdtemp(prefix="tali-faults-")
        self.addCleanup(os.rmdir, place)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], check=False,
                          stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("file systems may not be mounted here")
        self.addCleanup(subprocess.run, ["umount", place], check=True)
        return place

    def test_full(self):
        place = self.mounted("size=1m")
        for arguments in [("-n", "2^20"), ("-n", "2^20", "--format", "text")]:
            self.assertRefused(run(*GEN, *arguments, "-o", os.path.join(place, "out")), "-o")
        self.assertEqual(os.listdir(place), [])

    def test_full_by_a_limit(self):
        self.write("out", b"before")
        for arguments in [(), ("--format", "text"), ("--format", "npy")]:
            done = run(*GEN, "-n", "2^20", *arguments, "-o", self.path("out"),
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
            self.assertRefused(done, "-o", "File too large")
            self.assertEqual((self.files(), self.content("out")), (["out"], b"before"))

    def test_read_only(self):
        place = self.mounted("ro")
        self.assertRefused(run(*GEN, "-n", 5, "-o", os.path.join(place, "out")), "Read-only file system")

    def test_a_link_to_a_file_that_is_not_there_stays_one(self):
        os.mkdir(self.path("there"))
        os.symlink("there/file", self.path("link"))
        os.symlink(self.path("link"), self.path("link-to-link"))
        expected = self.gen("-n", 7)
        self.gen("-n", 7, "-o", self.path("link-to-link"))
        self.assertTrue(os.path.islink(self.path("link")) and os.path.islink(self.path("link-to-link")))
        self.assertEqual(self.content("there/file"), expected)
        self.assertEqual(os.listdir(self.path("there")), ["file"])

    def test_links_in_a_circle_are_refused(self):
        os.symlink("b", self.path("a"))
        os.symlink("a", self.path("b"))
        self.assertRefused(run(*GEN, "-n", 7, "-o", self.path("a")), "-o", "symbolic links")


if __name__ == "__main__":
    unittest.main()
