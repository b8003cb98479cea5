# SPDX-License-Identifier: Apache-2.0
"""The transforms of tali words: interleave, concatenate, difference, bits."""

import struct
import unittest

from command import CommandTest, run

SEQUENCE = ("--engine", "philox4x32", "--seed", 3)


def words(raw):
    return list(struct.unpack(f"<{len(raw) // 4}I", raw))


class Transforms(CommandTest):
    def words(self, *arguments):
        return words(self.output_of("words", *SEQUENCE, *arguments))

    def stream(self, k, n):
        return words(self.gen(*SEQUENCE, "--stream", 5 + k, "-n", n))

    def test_interleave_takes_streams_by_turns(self):
        streams = [self.stream(k, 300000) for k in range(3)]
        expected = [x for turn in zip(*streams) for x in turn]
        got = self.words("--stream", 5, "--interleave", 3, "-n", 700000, "--offset", 1234)
        self.assertEqual(got, expected[1234:701234])

    def test_seeds_and_drawn_ones_by_turns(self):
        def of(engine, *arguments):
            return words(self.output_of("words", "--engine", engine, *arguments))
        got = of("pcg32", "--seed", 5, "--interleave-seeds", 3, "-n", 3000)
        for k in range(3):
            self.assertEqual(got[k::3], of("pcg32", "--seed", 5 + k, "-n", 1000))
        got = of("pcg32", "--seed", 5, "--stream", 7, "--interleave-drawn", 3, "-n", 3000)
        drawn = of("philox4x32", "--seed", 5, "--stream", 7, "-n", 12)
        for k in range(3):
            a, b, c, d = drawn[4 * k:4 * k + 4]
            stream = (c | d << 32) & (2**63 - 1)
            self.assertEqual(got[k::3], of("pcg32", "--seed", a | b << 32, "--stream", stream, "-n", 1000))

    def test_the_last_elements_of_sequences_by_turns(self):
        last = 2**64 - 1

        def of(k, index):
            return words(self.gen(*SEQUENCE, "--stream", k, "--offset", index, "-n", 1))[0]
        for flag, n, block in (("--interleave", 2, 1), ("--interleave", 3, 1), ("--concatenate", 2, 5), ("--concatenate", 3, 1000),
                               ("--concatenate", 65536, 2**48)):  # fmt: skip
            flags = (flag, n if block == 1 else f"{n}:{block}")
            for first in (last, last - 1, last - 7, 0):
                got = self.words(*flags, "--offset", first, "-n", min(8, last - first + 1))
                expected = [of(i // block % n, i // (n * block) * block + i % block) for i in range(first, first + len(got))]
                self.assertEqual(got, expected, (flags, first))
        self.assertEqual(len(self.words("--interleave", 2, "--offset", 18446744073709550000, "-n", "inf")), 1616)
        got = self.words("--interleave", 2, "--difference", "--offset", last - 1, "-n", 1)
        self.assertEqual(got, [(of(1, 2**63 - 1) - of(0, 2**63 - 1)) % 2**32])

    def test_nothing_is_made_of_what_lies_behind_the_end(self):
        end = 2**64
        for flags, all_of_them in ((("--difference",), end - 1), (("--interleave", 2, "--difference"), end - 1),
                                   (("--bits", "1:1"), end // 32), (("--bits", "3:9"), end * 7 // 32),
                                   (("--difference", "--bits", "1:32"), end - 1),
                                   (("--dist", "bits", "--dtype", "u64", "--bits", "1:16"), end // 2 * 16 // 32),
                                   (("--dist", "uniform", "--dtype", "f64", "--difference"), end // 2 - 1)):  # fmt: skip
            with self.subTest(flags=flags):
                whole = self.output_of("words", *flags, "--offset", all_of_them - 3, "-n", 3)
                self.assertEqual(self.output_of("words", *flags, "--offset", all_of_them - 3, "-n", "inf"), whole)
                self.assertEqual(self.output_of("words", *flags, "--offset", all_of_them, "-n", "inf"), b"")
                for offset, n in ((all_of_them - 3, 4), (all_of_them, 1)):
                    done = run("words", *flags, "--offset", offset, "-n", n)
                    self.assertRefused(done, "--offset + -n", f"{offset} + {n}", str(all_of_them))
        self.assertRefused(run("words", "--bits", "1:1", "--offset", "2^60", "-n", 2), "--offset + -n", f"{2**60} + 2")
        self.assertRefused(run("words", "--bits", "1:1", "--offset", "2^60", "-n", "inf"), "--offset", str(2**60), str(2**59))

    def test_concatenate_takes_blocks_by_turns(self):
        streams = [self.stream(k, 300000) for k in range(2)]
        expected = []
        for begin in range(0, 300000, 1000):
            for s in streams:
                expected += s[begin : begin + 1000]
        got = self.words("--stream", 5, "--concatenate", "2:1000", "-n", 500001, "--offset", 777)
        self.assertEqual(got, expected[777:500778])

    def test_difference(self):
        x = self.stream(0, 600002)
        got = self.words("--stream", 5, "--difference", "-n", 600000, "--offset", 1)
        self.assertEqual(got, [(b - a) % 2**32 for a, b in zip(x[1:], x[2:])])
        for dtype, code in (("f32", "f"), ("f64", "d")):
            dist = ("--stream", 5, "--dist", "uniform", "--dtype", dtype)
            size = struct.calcsize(code)
            raw = self.gen(*SEQUENCE, *dist, "-n", 1001)
            x = struct.unpack(f"<{len(raw) // size}{code}", raw)
            raw = self.output_of("words", *SEQUENCE, *dist, "-n", 1000, "--difference")
            got = struct.unpack(f"<{len(raw) // size}{code}", raw)
            self.assertEqual(got, tuple((b - a) % 1 for a, b in zip(x, x[1:])))

    def test_bits(self):
        x = self.stream(0, 400000)
        for low, high in ((26, 30), (1, 1), (3, 32), (1, 32), (32, 32), (9, 25)):
            count, offset = high - low + 1, 1001
            n = min(100000, len(x) * count // 32 - offset)
            text = "".join(format((w >> (32 - high)) & ((1 << count) - 1), f"0{count}b") for w in x)
            expected = [int(text[32 * i : 32 * i + 32], 2) for i in range(offset, offset + n)]
            got = self.words("--stream", 5, "--bits", f"{low}:{high}", "-n", n, "--offset", offset)
            self.assertEqual(got, expected, (low, high))

    def test_they_compose(self):
        streams = [self.stream(k, 5000) for k in range(2)]
        x = [w for turn in zip(*streams) for w in turn]
        d = [(b - a) % 2**32 for a, b in zip(x, x[1:])]
        expected = [sum((d[4 * i + k] & 255) << (24 - 8 * k) for k in range(4)) for i in range(1000)]
        got = self.words("--stream", 5, "--interleave", 2, "--difference", "--bits", "25:32", "-n", 1000)
        self.assertEqual(got, expected)

    def test_comparators(self):
        for engine in ("xorwow", "hybrid_taus", "warp_standard", "mt607_per_thread"):
            name = ("--engine", f"{engine}:threads=96", "--seed", 3)
            x = words(self.gen(*name, "-n", 600001))
            self.assertEqual(words(self.gen(*name, "-n", 1000, "--offset", 599000)), x[599000:600000])
            self.assertNotEqual(words(self.gen("--engine", f"{engine}:threads=64", "--seed", 3, "-n", 96)), x[:96])
            got = words(self.output_of("words", *name, "-n", 600000, "--difference"))
            self.assertEqual(got, [(b - a) % 2**32 for a, b in zip(x, x[1:])])
            second = words(self.gen(*name, "--stream", 1, "-n", 500))
            got = words(self.output_of("words", *name, "--interleave", 2, "-n", 1000))
            self.assertEqual(got, [w for turn in zip(x, second) for w in turn])

    def test_refusals(self):
        for arguments, *words in (
            (("--interleave", 1), "--interleave is 1"),
            (("--interleave", 2, "--concatenate", "2:3"), "--interleave"),
            (("--interleave-seeds", 0), "--interleave-seeds is 0"),
            (("--interleave-drawn", "x"), "--interleave-drawn is 'x'"),
            (("--interleave-seeds", 2, "--interleave-drawn", 2), "--interleave-seeds is 2", " with it"),
            (("--concatenate", "3"), "--concatenate is '3'"),
            (("--concatenate", "3:0"), "--concatenate is 3:0"),
            (("--bits", "30:26"), "--bits is '30:26'"),
            (("--bits", "0:5"), "--bits is '0:5'"),
            (("--bits", "1:33"), "--bits is '1:33'"),
            (("--bits", "1:2", "--dist", "uniform"), "--bits is 1:2"),
            (("--difference", "--dist", "normal"), "--difference"),
            (("--engine", "mtgp32:sets=0"), "sets is '0'"),
            (("--engine", "mtgp32:colour=1"), "unknown --engine option 'colour'", "sets"),
            (("--engine", "mtgp32:mexp=7"), "mexp is 7"),
            (("--engine", "mtgp33"), "unknown --engine 'mtgp33'", "mtgp64"),
            (("--engine", "xorwow:threads=0"), "threads is '0'"),
            (("--engine", "warp_standard:threads=33"), "--engine threads is 33", "32"),
            (("--engine", "mt607_per_thread:threads=4097"), "--engine threads is '4097'", "4096"),
            (("--engine", "xorwow:sets=4"), "unknown --engine option 'sets'", "threads"),
            (("--engine", "sobol32"), "--engine is 'sobol32'"),
            (("--dist", "dirichlet:shapes=1:2"), "--dist is 'dirichlet:shapes=1:2'"),
            (("--dist", "bits", "--as-uniform"), "--as-uniform"),
        ):
            self.assertRefused(run("words", "-n", 10, *arguments), *words)

    def test_without_a_transform_it_is_gen(self):
        for arguments in (("--engine", "pcg32", "-n", 1000, "--offset", 7),
                          ("--dist", "exponential", "-n", 100, "--format", "npy")):  # fmt: skip
            self.assertEqual(self.output_of("words", *arguments), self.gen(*arguments))

    def test_gen_has_none_of_them(self):
        for flag in ("--interleave", "--interleave-seeds", "--interleave-drawn", "--concatenate", "--bits"):
            self.assertRefused(run("gen", "-n", 10, flag, 2), f"unknown tali gen option '{flag}'")
        for flag in ("--difference", "--as-uniform", "--as-uniform-without-root"):
            self.assertRefused(run("gen", "-n", 10, flag), f"unknown tali gen option '{flag}'")


if __name__ == "__main__":
    unittest.main()
