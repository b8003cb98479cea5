# SPDX-License-Identifier: Apache-2.0
"""tali shuffle and tali sample: the order against its definition, lines as they are, and what is refused."""

import collections
import os
import resource
import subprocess
import unittest

from command import SANITIZED, TALI, CommandTest, run
from permutation import Permutation

# For seeds 0, 42, 1 and 1: published results stay.
PINNED = {
    "1-10": [9, 1, 3, 10, 7, 5, 4, 6, 2, 8],
    "1-10^15": [334798111686011, 619793448843981, 246321328262335],
    "1-49": [1, 7, 14, 16, 32, 30],
    "dice": [5, 4, 6, 1, 6, 2, 5, 4, 5, 2],
}
WORDS = b"one\ntwo\nthree\nfour\nfive\n"


class ShuffleTest(CommandTest):
    def tali(self, *arguments, **options):
        """What the command writes; it must succeed in silence."""
        done = run(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout

    def integers(self, *arguments):
        return [int(line) for line in self.tali(*arguments).splitlines()]

    def file(self, content, name="lines.txt"):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)


class Ranges(ShuffleTest):
    def test_against_the_definition(self):
        for n in (1, 2, 3, 10, 100, 4096, 4097, 10007):
            for seed, stream in ((0, 0), (42, 7), (2**64 - 1, 2**63)):
                p = Permutation(n, seed, stream)
                got = self.integers("shuffle", "-i", f"0-{n - 1}", "--seed", seed, "--stream", stream)
                self.assertEqual(got, [p(i) for i in range(n)])
                self.assertEqual(sorted(got), list(range(n)))

    def test_large_ones_at_once(self):
        ends = ((1, 10**15), (0, 2**32 - 1), (5, 2**32 + 5), (1, 2**40), (0, 2**64 - 2), (0, 2**64 - 1), (1, 2**64 - 1))
        for low, high in ends:
            p = Permutation(high - low + 1, 1)
            arguments = ("shuffle", "--seed", 1, "--range", f"{low}-{high}", "-n", 20)
            self.assertEqual(self.integers(*arguments), [low + p(i) for i in range(20)], high)
            far = (high - low) // 3
            self.assertEqual(self.integers(*arguments, "--offset", far), [low + p(far + i) for i in range(20)], high)

    def test_pinned(self):
        self.assertEqual(self.integers("shuffle", "-i", "1-10"), PINNED["1-10"])
        self.assertEqual(self.integers("shuffle", "-i", "1-10^15", "-n", 3, "--seed", 42), PINNED["1-10^15"])
        self.assertEqual(self.integers("sample", "-i", "1-49", "-n", 6, "--seed", 1), PINNED["1-49"])
        self.assertEqual(self.integers("sample", "-r", "-i", "1-6", "-n", 10, "--seed", 1), PINNED["dice"])

    def test_numbers_as_people_write_them(self):
        self.assertEqual(self.tali("shuffle", "-i", "0x10-1e2"), self.tali("shuffle", "-i", "16-100"))
        self.assertEqual(self.integers("shuffle", "-i", "7-7"), [7])

    def test_pieces_make_the_whole(self):
        whole = self.tali("shuffle", "-i", "1-20000", "--seed", 3).splitlines()
        self.assertEqual(len(whole), 20000)
        for first, n in ((0, 10), (0, 4096), (1, 4097), (4095, 9000), (19999, 1), (20000, 5), (15000, 9999)):
            piece = self.tali("shuffle", "-i", "1-20000", "--seed", 3, "--offset", first, "-n", n).splitlines()
            self.assertEqual(piece, whole[first : first + n])

    def test_seed_and_stream_name_the_order(self):
        orders = {self.tali("shuffle", "-i", "1-100", "--seed", s, "--stream", t) for s in range(3) for t in range(3)}
        self.assertEqual(len(orders), 9)

    def test_every_order_of_four_comes_up(self):
        counts = collections.Counter(
            self.tali("shuffle", "-i", "1-4", "--stream", t) for t in range(30 if SANITIZED else 300)
        )
        if not SANITIZED:
            self.assertEqual(len(counts), 24)
        self.assertLess(max(counts.values()), 30)  # of 12.5 each


class Lines(ShuffleTest):
    def test_the_permutation_of_their_number(self):
        file = self.file(WORDS)
        p = Permutation(5, 9)
        expected = b"".join(WORDS.splitlines(True)[p(i)] for i in range(5))
        self.assertEqual(self.tali("shuffle", "--seed", 9, file), expected)
        with open(file, "rb") as standard_input:  # a file, then a pipe
            self.assertEqual(self.tali("shuffle", "--seed", 9, stdin=standard_input), expected)
        self.assertEqual(self.tali("shuffle", "--seed", 9, "-", input=WORDS), expected)

    def test_what_lines_are(self):
        for content, lines in [
            (b"", []),
            (b"\n", [b""]),
            (b"\n\n", [b"", b""]),
            (b"a", [b"a"]),
            (b"a\nb", [b"a", b"b"]),
            (b"a\r\nb\0c\n\xff\n", [b"a\r", b"b\0c", b"\xff"]),
        ]:
            for got in (self.tali("shuffle", self.file(content)), self.tali("shuffle", input=content)):
                self.assertEqual(sorted(got.split(b"\n")), sorted([*lines, b""]))
                self.assertEqual(got.count(b"\n"), len(lines))

    def test_zero_terminated(self):
        got = self.tali("shuffle", "-z", input=b"a\nb\0c\0d")
        self.assertEqual(sorted(got.split(b"\0")), [b"", b"a\nb", b"c", b"d"])
        self.assertEqual(len(self.tali("shuffle", "-z", "-i", "1-9").split(b"\0")), 10)

    def test_large_and_long_lines(self):
        lines = [b"%d %s" % (i, b"x" * (i * i % 997)) for i in range(20000)] + [b"y" * 3_000_000]
        content = b"\n".join(lines) + b"\n"
        p = Permutation(len(lines), 4)
        expected = [lines[p(i)] for i in range(100)]
        file = self.file(content)
        for got in (self.tali("shuffle", "--seed", 4, file), self.tali("shuffle", "--seed", 4, input=content)):
            self.assertEqual(len(got), len(content))
            self.assertEqual(sorted(got.split(b"\n")), sorted(content.split(b"\n")))
            self.assertEqual(got.split(b"\n")[:100], expected)

    def test_the_rest_of_a_file_that_was_begun(self):
        with open(self.file(WORDS), "rb") as file:
            os.lseek(file.fileno(), 4, os.SEEK_SET)
            self.assertEqual(self.tali("shuffle", stdin=file), self.tali("shuffle", input=WORDS[4:]))

    def test_at_most_so_many(self):
        whole = self.tali("shuffle", input=WORDS)
        for n in (0, 1, 4, 5, 6, 10**18, "inf"):
            taken = 5 if n == "inf" else n
            self.assertEqual(self.tali("shuffle", "-n", n, input=WORDS), b"".join(whole.splitlines(True)[:taken]))
        self.assertEqual(self.tali("shuffle", "-n", 5, input=b""), b"")

    def test_in_place(self):
        file = self.file(WORDS)
        expected = self.tali("shuffle", file)
        self.assertEqual(self.tali("shuffle", file, "-o", file), b"")
        with open(file, "rb") as f:
            self.assertEqual(f.read(), expected)
        self.assertEqual(self.files(), ["lines.txt"])


class Samples(ShuffleTest):
    def test_without_replacement_it_is_the_head_of_the_shuffle(self):
        for arguments in (("-i", "1-1000"), (self.file(WORDS * 10),)):
            for n in (0, 1, 20, 50):
                self.assertEqual(self.tali("sample", *arguments, "-n", n), self.tali("shuffle", *arguments, "-n", n))

    def test_more_than_there_are_is_all(self):  # as shuf has it
        for n in (5, 6, 2**64 - 1):
            self.assertEqual(self.tali("sample", "-n", n, input=WORDS), self.tali("shuffle", input=WORDS))
            self.assertEqual(self.tali("sample", "-n", n, "--offset", 1, input=WORDS),
                             self.tali("shuffle", "--offset", 1, input=WORDS))
        self.assertEqual(self.tali("sample", "-n", 8, "-i", "1-7"), self.tali("shuffle", "-i", "1-7"))
        self.assertEqual(self.tali("sample", "-n", 1, input=b""), b"")

    def test_with_replacement_it_is_uniform_int(self):
        for low, high in ((1, 6), (0, 2**40), (0, 2**64 - 1), (3, 3)):
            which = ["--seed", 5, "--stream", 2, "-n", 5000, "--offset", 11]
            expected = self.gen(*which, "--dist", "uniform-int", "--dtype", "u64", "--param", f"low={low}",
                                "--param", f"high={high}", "--format", "text")  # fmt: skip
            got = self.tali("sample", "-r", "-i", f"{low}-{high}", *which)
            self.assertEqual(got, expected)

    def test_lines_with_replacement(self):
        got = self.tali("sample", "--replace", "-n", 1000, input=WORDS).splitlines()
        counts = collections.Counter(got)
        self.assertEqual(set(counts), set(WORDS.splitlines()))
        self.assertTrue(all(130 < c < 270 for c in counts.values()), counts)

    def test_without_end(self):
        command = [TALI, "sample", "-r", "-n", "inf", "-i", "1-6"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tali:
            got = tali.stdout.read(100_000)
            tali.stdout.close()
            self.assertEqual((tali.wait(60), tali.stderr.read()), (0, b""))
        self.assertEqual(got, self.tali("sample", "-r", "-n", 50_000, "-i", "1-6"))


class Outputs(ShuffleTest):
    def test_closed_pipe_is_a_normal_end(self):
        command = [TALI, "shuffle", "-i", "1-2^60"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tali:
            self.assertEqual(len(tali.stdout.read(100_000)), 100_000)
            tali.stdout.close()
            self.assertEqual((tali.wait(60), tali.stderr.read()), (0, b""))

    def test_disk_full(self):
        with open("/dev/full", "wb") as full:
            self.assertRefused(run("shuffle", "-i", "1-10", stdout=full), "standard output", "No space left")
        self.assertRefused(run("shuffle", "-i", "1-10", "-o", "/dev/full"), "-o", "'/dev/full'", "No space left")

    def test_no_half_file(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

        out = self.file(b"before", "out")
        done = run("shuffle", "-i", "1-10^6", "-o", out, preexec_fn=limit)
        self.assertRefused(done, "-o", out, "File too large")
        self.assertEqual(self.files(), ["out"])
        with open(out, "rb") as file:
            self.assertEqual(file.read(), b"before")

    def test_memory_does_not_grow_with_a_range(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (100_000_000, 100_000_000))

        limited = {} if SANITIZED else {"preexec_fn": limit}
        self.tali("shuffle", "-i", "1-10^15", "-n", 10**6, "-o", "/dev/null", **limited)


class Refused(ShuffleTest):
    def test_bad_input(self):
        missing = self.path("missing.txt")
        with_lines = {"input": WORDS}
        for arguments, words in [
            (["-i", ""], ["--range is ''", "LOW-HIGH"]),
            (["-i", "5"], ["--range is '5'", "LOW-HIGH"]),
            (["-i", "6-1"], ["--range is '6-1'"]),
            (["-i", "-5-5"], ["--range is '-5-5'"]),
            (["-i", "1-x"], ["--range is '1-x'"]),
            (["-i", "1-2^64"], ["--range is '1-2^64'", "64-bit"]),
            (["-i", "1-2-3"], ["--range is '1-2-3'"]),
            (["-i", "1-5", missing], ["--range is '1-5'", missing, "not both"]),
            (["-i", "1-5", "-"], ["--range is '1-5'", "'-'"]),
            (["-i", "1-5", "--seed", "x"], ["--seed", "'x'"]),
            (["-i", "1-5", "--stream", "2^64"], ["--stream", "'2^64'"]),
            (["-i", "1-5", "-n", "x"], ["-n", "'x'"]),
            (["-i", "1-5", "-n", ""], ["-n", "''"]),
            (["-i", "1-5", "--offset", "6"], ["--offset is 6", "at most 5", "integers"]),
            (["--offset", "6"], ["--offset is 6", "at most 5", "lines"]),
            (["--seed", "x", missing], ["--seed"]),
            ([missing], ["FILE", missing, "No such file"]),
            ([""], ["cannot read FILE"]),
            ([self.directory], ["FILE", "Is a directory"]),
            (["-o", ""], ["-o is ''"]),
            (["-o", self.path("no/such")], ["-o", "No such file"]),
            (["one", "two"], ["'two'"]),
            (["--sede", "1"], ["did you mean '--seed'"]),
            (["--replace"], ["--replace"]),
        ]:
            with self.subTest(arguments=arguments):
                self.assertRefused(run("shuffle", *arguments, **with_lines), *words)
                self.assertEqual(self.files(), [])

    def test_bad_samples(self):
        for arguments, words in [
            ([], ["-n is missing"]),
            (["-n", "inf"], ["-n is inf", "without --replace"]),
            (["-r", "-n", "2^62", "--offset", "1", "-i", "1-7"], ["--offset + -n", "1 + 4611686018427387904"]),
            (["-r", "-n", "inf", "--offset", "2^63", "-i", "1-7"], ["--offset + -n"]),
        ]:
            for more in ([], ["-o", self.path("out")]):
                with self.subTest(arguments=arguments):
                    self.assertRefused(run("sample", *arguments, *more, input=WORDS), *words)
                    self.assertEqual(self.files(), [])
        self.assertRefused(run("sample", "-r", "-n", 1, input=b""), "-n is 1", "no lines")
        self.assertEqual(self.tali("sample", "-r", "-n", 0, input=b""), b"")


if __name__ == "__main__":
    unittest.main()
