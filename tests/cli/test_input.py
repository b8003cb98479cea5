# SPDX-License-Identifier: Apache-2.0
"""Bad input: exit code 2, one line that names the flag, its value and what is expected; nothing written."""

import os
import pty
import subprocess
import unittest

from command import SANITIZED, TALI, CommandTest, info, run

TOO_LARGE = "18446744073709551616"  # 2^64

# Arguments of gen, and what the line must say.
# A build for one machine has one SIMD level.
LEVEL = info()["cpu"]["simd_levels"][0]
CASES = [
    ([], ["-n", "missing", "inf"]),
    (["-n", "-5"], ["-n", "'-5'", "18446744073709551615"]),
    (["-n", "1.5"], ["-n", "'1.5'", "whole number"]),
    (["-n", "15e-1"], ["-n", "'15e-1'"]),
    (["-n", "nan"], ["-n", "'nan'"]),
    (["-n", "-inf"], ["-n", "'-inf'"]),
    (["-n", "infinity"], ["-n", "'infinity'", "inf"]),
    (["-n", ""], ["-n"]),
    (["-n", TOO_LARGE], ["-n", TOO_LARGE]),
    (["-n", "1e20"], ["-n", "'1e20'"]),
    (["-n", "1e99999999999999999999"], ["-n", "'1e99999999999999999999'"]),
    (["-n", "2^64"], ["-n", "'2^64'"]),
    (["-n", "0x10000000000000000"], ["-n", "'0x10000000000000000'"]),
    (["-n", "2^"], ["-n", "'2^'"]),
    (["-n", "^2"], ["-n", "'^2'"]),
    (["-n", "2^-1"], ["-n", "'2^-1'"]),
    (["-n", "0x"], ["-n", "'0x'"]),
    (["-n", "1e"], ["-n", "'1e'"]),
    (["-n", "1e+-3"], ["-n", "'1e+-3'"]),
    (["-n", "."], ["-n", "'.'"]),
    (["-n", "1.2.3"], ["-n", "'1.2.3'"]),
    (["-n", "5x"], ["-n", "'5x'"]),
    (["-n", " 5"], ["-n", "' 5'"]),
    (["-n", "5\n6"], ["-n"]),
    (["-n", "2", "-n", "3"], ["-n", "'2'", "'3'", "one value"]),
    (["-n"], ["-n", "without a value"]),
    (["-n", "5", "--seed"], ["--seed", "without a value"]),
    (["-n", "5", "--seed", "-1"], ["--seed", "'-1'", "18446744073709551615"]),
    (["-n", "5", "--seed", "inf"], ["--seed", "'inf'"]),
    (["-n", "5", "--seed", "x"], ["--seed", "'x'"]),
    (["-n", "5", "--stream", "1.5"], ["--stream", "'1.5'"]),
    (["-n", "5", "--engine", "pcg32", "--stream", "2^63"], ["--stream", "9223372036854775808", "0 to 92233"]),
    (["-n", "5", "--offset", "2^64"], ["--offset", "'2^64'"]),
    (["-n", "5", "--offset", "18446744073709551612"], ["--offset + -n", "18446744073709551612 + 5"]),
    (["-n", "2^63", "--offset", "1", "--dtype", "u64"], ["--offset + -n", "1 + 9223372036854775808"]),
    (["-n", "inf", "--offset", "9223372036854775809", "--dtype", "u64"], ["--offset", "9223372036854775809"]),
    (["-n", "2^62", "--offset", "1", "--engine", "pcg64", "--dist", "gamma", "--dtype", "f64"],
     ["--offset + -n", "1 + 4611686018427387904"]),
    (["-n", "5", "--engine", "mersenne"], ["--engine", "'mersenne'", "pcg32", "philox4x32"]),
    (["-n", "5", "--dist", "zeta"], ["--dist", "'zeta'", "bits", "uniform", "gamma"]),
    (["-n", "5", "--engine", "mtgp32", "--dist", "poisson"], ["--engine", "'mtgp32'", "poisson", "philox4x32"]),
    (["-n", "5", "--dist", "gamma", "--param", "shape=-1"], ["--param shape", "-1", "above 0"]),
    (["-n", "5", "--dist", "poisson", "--param", "mean=-1"], ["--param mean", "-1", "0 to 2^31"]),
    (["-n", "5", "--dist", "binomial", "--param", "n=2.5"], ["--param n", "2.5", "whole number"]),
    (["-n", "5", "--dist", "binomial", "--param", "p=1.5"], ["--param p", "1.5", "0 to 1"]),
    (["-n", "5", "--dtype", "f32"], ["--dtype", "'f32'", "u32, u64"]),
    (["-n", "5", "--dtype", "f16"], ["--dtype", "'f16'", "u32, u64"]),
    (["-n", "5", "--param", "p=1"], ["--param", "'p'", "no parameters"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "q=1"], ["unknown --param", "'q'", "choose from p"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "p=nan"], ["--param p", "'nan'", "a number"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "p=inf"], ["--param p", "inf", "0 to 1"]),
    (["-n", "5", "--dist", "gamma", "--param", "shape=inf"], ["--param shape", "inf", "finite"]),
    (["-n", "5", "--dist", "gamma:shape=1e400", "--dtype", "f64"], ["shape", "'1e400'", "f64"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "p="], ["--param p", "''"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "p=1.25"], ["--param p", "1.25", "0 to 1"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "p"], ["--param", "'p'", "name=value"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "=1"], ["--param", "'=1'", "name=value"]),
    (["-n", "5", "--dist", "bernoulli", "--param", "p=0", "--param", "p=1"], ["--param", "'p=1'", "once"]),
    (["-n", "5", "--dist", "uniform-int", "--param", "low=1.5"], ["--param low", "'1.5'", "integer"]),
    (["-n", "5", "--dist", "uniform-int", "--param", "low=3000000000"], ["--param low", "2147483647"]),
    (
        ["-n", "5", "--dist", "uniform-int", "--param", "low=5", "--param", "high=3"],
        ["--param low", "5", "high", "3"],
    ),
    (["-n", "5", "--device", "tpu"], ["--device", "'tpu'", "auto, cpu, cuda"]),
    (["-n", "5", "--device", "cuda", "--threads", "2"], ["--threads", "2", "--device cpu"]),
    (["-n", "5", "--device", "cuda", "--simd", LEVEL], ["--simd", LEVEL, "--device cpu"]),
    (["-n", "5", "--simd", "sse9"], ["--simd", "'sse9'", LEVEL]),
    (["-n", "5", "--threads", "4097"], ["--threads", "4097", "4096"]),
    (["-n", "5", "--threads", "-1"], ["--threads", "'-1'", "0 to 4096"]),
    (["-n", "5", "--seed", "-1"], ["--seed", "'-1'", "from 0 to 18446744073709551615"]),
    (["-n", "5", "--stream", "-3"], ["--stream", "'-3'", "from 0 to"]),
    (["-n", "5", "--offset", "-3"], ["--offset", "'-3'", "from 0 to"]),
    (["-n", "5", "--seed", "1.5"], ["--seed", "'1.5'", "1e9, 2^30"]),
    (["-n", "5", "--engine", "mtgp32:file=/nope"], ["cannot read --engine file '/nope'"]),
    (["-n", "5", "--engine", "mtgp32:sets=1,sets=1"], ["--engine is 'mtgp32:sets=1,sets=1'", "each key once"]),
    (["-n", "5", "--engine", "mtgp32:curand,file=/nope"], ["cannot read --engine file '/nope'"]),
    (["-n", "5", "--engine", "mtgp32:curand,file=/etc/hostname"], ["/etc/hostname", "curand_mtgp32dc_p_11213.h"]),
    (["-n", "5", "--engine", "mtgp32:curand=1"], ["curand is '1'", "no value"]),
    (["-n", "5", "--dist", "gamma:shape=2,shape=3"], ["--dist is 'gamma:shape=2,shape=3'", "each key once"]),
    (["-n", "5", "--dist", "gamma:shape=2", "--param", "shape=3"], ["--param shape", "no value"]),
    (["-n", "5", "--format", "xml"], ["--format", "'xml'", "raw, npy, text, csv"]),
    (["-n", "inf", "--format", "npy"], ["-n", "inf", "npy"]),
    (["-n", "5", "-o", ""], ["-o", "''"]),
    (["-n", "5", "--bogus"], ["tali gen", "'--bogus'", "--engine"]),
    (["-n", "5", "stray"], ["tali gen", "'stray'", "--engine"]),
]


class BadInput(CommandTest):
    def test_gen(self):
        for arguments, words in CASES:
            with self.subTest(arguments=arguments):
                self.assertRefused(run("gen", *arguments), *words)
                with_file = run("gen", *arguments, "-o", self.path("out"))
                if "-o" not in arguments and arguments[-1:] not in (["-n"], ["--seed"]):  # these take -o as a value
                    self.assertRefused(with_file, *words)
                self.assertEqual(self.files(), [])

    def test_whole_numbers_are_written_in_many_ways(self):
        for flag in ("--seed", "--stream", "--offset"):
            values = [self.gen("-n", 3, flag, text) for text in ("1000000", "1e6", "1.0e6", "0xf4240", "10^6")]
            self.assertEqual(len(set(values)), 1, flag)
        for flag in ("--threads", "--memory"):
            self.assertEqual(len(self.gen("-n", 3, flag, "2^10" if flag == "--threads" else "2^20")), 12)

    def test_commands(self):
        for arguments, words in [
            (["frobnicate"], ["'frobnicate'", "gen", "info", "demo"]),
            (["--json"], ["unknown tali option '--json'", "--help, --version, gen"]),
            (["-n", "5"], ["unknown tali option '-n'", "--help"]),
            (["gen", "--seed", "--stream", "3", "-n", "2"], ["--seed is given without a value"]),
            (["gen", "-n", "-o", "x"], ["-n is given without a value"]),
            (["gen", "--seed", "--stream=3", "x", "-n", "2"], ["--seed is given without a value"]),
            (["gen", "-n", "5\n"], ["-n is '5\\n'", "a whole number from 0"]),
            (["gen", "-n", "1", "--engine", "a\r\nb"], ["unknown --engine 'a\\r\\nb'"]),
            (["gen", "-n", "1", "--dist", ":"], ["unknown --dist ':'", "bits, "]),
            (["gen", "-n", "1", "--engine", ":"], ["unknown --engine ':'", "pcg32, "]),
            (["words", "--interleave", "2", "--engine", "pcg32", "--stream", "9223372036854775807", "-n", "1"],
             ["--stream is 9223372036854775807"]),
            (["words", "--dist", "normal", "--as-uniform", "--as-uniform-without-root", "-n", "1"],
             ["--as-uniform is given", "no --as-uniform-without-root with it"]),
            (["info", "--jsn"], ["tali info", "'--jsn'", "--json"]),
            (["info", "--json=x"], ["--json", "'x'", "no value"]),
            (["demo", "--seconds", "-1"], ["--seconds", "'-1'"]),
            (["compile"], ["--arch is missing", "--clear"]),
            (["compile", "--clear", "--arch", "90"], ["--arch is 90", "--clear"]),
            (["compile", "--arch", "90,sm", "-o", "x"], ["--arch is '90,sm'", "80,90"]),
            (["compile", "--arch", "90"], ["--output is missing"]),
        ]:
            with self.subTest(arguments=arguments):
                self.assertRefused(run(*arguments), *words)

    def test_a_gpu_is_shown_as_it_was_named(self):
        environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
        for device in ("cuda", "cuda:1", "cuda:x"):
            done = run("gen", "--device", device, "-n", 2, env=environment)
            self.assertRefused(done, f"--device is '{device}'", "auto or cpu, because ")

    def test_did_you_mean(self):
        for arguments, meant in [
            (["gne"], "gen"),
            (["shufle"], "shuffle"),
            (["certfy"], "certify"),
            (["gen", "--sede", "1"], "--seed"),
            (["gen", "--sede=1"], "--seed"),
            (["gen", "seed"], "--seed"),
            (["info", "--jsn"], "--json"),
            (["gen", "-n", "1", "--engine", "philox4x23"], "philox4x32"),
            (["gen", "-n", "1", "--engine", "sobol3"], "sobol32"),
            (["gen", "-n", "1", "--engine", "mtpg32:sets=1"], "mtgp32"),
            (["gen", "-n", "1", "--dist", "norml"], "normal"),
            (["gen", "-n", "1", "--dist", "exp"], "exponential"),
            (["gen", "-n", "1", "--dist", "normal", "--dtype", "f46"], "f64"),
            (["gen", "-n", "1", "--format", "nyp"], "npy"),
            (["gen", "-n", "1", "--device", "cpus"], "cpu"),
            (["gen", "-n", "1", "--device", "gpu"], "cuda"),
            (["gen", "-n", "1", "--dist", "gamma:shap=2"], "shape"),
            (["gen", "-n", "1", "--dist", "gamma", "--param", "shap=2"], "shape"),
            (["gen", "-n", "1", "--engine", "mtgp32:stes=3"], "sets"),
            (["gen", "-n", "1", "--dist", "uniform", "--dtype", "double"], "f64"),
        ]:
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertRefused(done, f"; did you mean '{meant}'?")
                self.assertIn(b"choose from ", done.stderr)

    def test_nothing_is_near(self):
        for arguments in [["frobnicate"], ["gen", "--bogus"], ["gen", "-n", "1", "--engine", "mersenne"],
                          ["gen", "-n", "1e"], ["gen", "-n", "1", "--format", "xml"]]:  # fmt: skip
            done = run(*arguments)
            self.assertRefused(done)
            self.assertNotIn(b"did you mean", done.stderr)

    def test_simd_level_of_a_better_machine(self):
        levels = info()["cpu"]["simd_levels"]
        missing = {"baseline", "avx2", "avx512"} - set(levels)
        if not missing:
            self.skipTest("this machine has every level")
        for level in missing:
            self.assertRefused(run("gen", "-n", 5, "--simd", level), "--simd", level, levels[0])

    def test_cuda_without_a_gpu(self):
        # An empty list of visible devices is a machine without one, also where there is one.
        environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
        done = run("gen", "-n", 5, "--device", "cuda", env=environment)
        self.assertRefused(done, "--device", "cuda", "cpu")
        # So many that a GPU may be chosen; sanitized builds, which take half a minute for them, are made without CUDA.
        big = run("gen", "-n", 2**25 if SANITIZED else 2**29, "--device", "auto", "-o", "/dev/null", env=environment)
        self.assertEqual((big.returncode, big.stderr), (0, b""))


class Terminal(CommandTest):
    def gen_to_terminal(self, *arguments):
        """The process, and what the terminal showed."""
        reader, writer = pty.openpty()
        try:
            done = subprocess.run(
                [TALI, "gen", *arguments], stdout=writer, stderr=subprocess.PIPE, timeout=60
            )
            os.write(writer, b"$")  # the end
            shown = b""
            while not shown.endswith(b"$"):
                shown += os.read(reader, 10000)
            return done, shown
        finally:
            os.close(reader)
            os.close(writer)

    def test_raw_and_npy_are_refused(self):
        for form in ["raw", "npy"]:
            for extra in [[], ["-o", "/dev/stdout"]]:
                done, shown = self.gen_to_terminal("-n", "5", "--format", form, *extra)
                self.assertRefused(done, "--format", form, "text")
                self.assertEqual(shown, b"$")

    def test_text_is_welcome(self):
        done, shown = self.gen_to_terminal("-n", "3", "--format", "text")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(shown.split()[:-1], self.gen("-n", 3, "--format", "text").split())

    def test_a_file_is_welcome(self):
        done, shown = self.gen_to_terminal("-n", "3", "-o", self.path("out"))
        self.assertEqual((done.returncode, done.stderr, shown), (0, b"", b"$"))
        self.assertEqual(os.path.getsize(self.path("out")), 12)


if __name__ == "__main__":
    unittest.main()
