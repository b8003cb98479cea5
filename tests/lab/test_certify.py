# SPDX-License-Identifier: Apache-2.0
"""tali certify: the report, its page, checkpoints and refusals, as a user meets them."""

import decimal
import json
import pathlib
import signal
import subprocess
import time
import unittest

from command import SANITIZED, TALI, CommandTest, enough_of, run

CATALOGUE = pathlib.Path(__file__).resolve().parent.parent.parent / "data" / "mtgp" / "mtgp32-3217.csv"
SMALL = ("-n", "2^18", "--device", "cpu")


class Certify(CommandTest):
    def certify(self, *arguments, code=0):
        done = run("certify", *SMALL, "--json", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def check_file(self, name, j):
        """The file is what is printed, and small."""
        with open(self.path(name), "rb") as f:
            text = f.read()
        self.assertEqual(json.loads(text), j)
        self.assertLessEqual(len(text), 30_000)


class Hardest(Certify):
    def test_parameters_at_which_each_algorithm_is_weakest(self):
        path = pathlib.Path(__file__).resolve().parent.parent.parent / "lab" / "certify" / "hardest.txt"
        lines = [l for l in path.read_text(encoding="utf-8").splitlines() if not l.startswith("#")]
        self.assertGreater(len(lines), 10)
        for line in enough_of(lines, 4):
            with self.subTest(line):
                j = self.certify(*line.split())
                self.assertIn(j["summary"]["verdict"], ("passed", "incomplete"))


class Report(Certify):
    def test_words(self):
        j = self.certify("-o", self.path("w.json"))
        self.assertEqual((j["engine"], j["distribution"], j["device"], j["n"]), ("philox4x32", "bits", "cpu", 2**18))
        self.assertEqual(j["summary"]["verdict"], "passed")
        self.assertEqual(len(j["stages"]), 16)
        self.assertEqual(j["summary"]["p_values"], sum(len(s["p_values"]) for s in j["stages"]))
        for s in j["stages"]:
            self.assertIn(s["status"], ("passed", "suspect"))
            for p in s["p_values"]:
                self.assertTrue(1e-10 < p["p"] < 1 - 1e-10, p)
        self.check_file("w.json", j)

    def test_a_matrix_of_scores_has_a_letter_each(self):
        stages = self.certify("--only", "bit pairs", "--only", "serial pairs")["stages"]
        for stage, name, side in zip((0, 0, 1), ("bit pairs within a word", "bit pairs with the next word", "pairs of top bits"),
                                     (32, 32, 64)):
            rows = stages[stage]["series"][name]
            self.assertEqual([len(row) for row in rows], [side] * side)
            self.assertLessEqual(set("".join(rows)), set("fedcba.123456"))
            self.assertTrue(all("".join(rows).count(letter) > 20 for letter in "ba.12"), name)

    def test_scores_of_pictures_have_the_digits_that_show(self):
        series = self.certify("--dist", "normal-icdf", "--dtype", "f64")["stages"]
        scores = [z for s in series for name, values in s["series"].items() if "pairs" not in name for z in values]
        self.assertGreater(len(scores), 1000)
        digits = [len(decimal.Decimal(repr(z)).normalize().as_tuple().digits) for z in scores if isinstance(z, float)]
        self.assertLess(max(digits), 8)

    def test_sixteen_bits_are_not_judged_by_the_law_of_doubles(self):
        for dtype in ("bf16", "f16"):
            j = self.certify("--dist", "normal", "--dtype", dtype, code=1)
            self.assertEqual(j["summary"]["verdict"], "incomplete")
            self.assertEqual({s["status"] for s in j["stages"]}, {"not run"})

    def test_normals(self):
        j = self.certify("--dist", "normal-icdf", "--dtype", "f64", "-o", self.path("n.json"))
        self.assertEqual(j["summary"]["verdict"], "passed")
        self.assertEqual(len(j["stages"]), 8)
        self.check_file("n.json", j)
        series = {name for s in j["stages"] for name in s["series"]}
        self.assertLessEqual({"tail counts", "cell residuals", "z of hermites", "squares at lags"}, series)

    def test_other_laws(self):
        for given in (("gamma", "f32", "--param", "shape=2.5"), ("poisson", "u32", "--param", "mean=10"),
                      ("uniform", "f64"), ("bernoulli", "u8", "--param", "p=0.3"), ("geometric", "i64")):
            j = self.certify("--dist", given[0], "--dtype", *given[1:])
            self.assertEqual(j["summary"]["verdict"], "passed", given)

    def test_parameters_behind_the_colon_are_those_of_param(self):
        for name, *parameters in (("gamma", "shape=2"), ("poisson", "mean=10"), ("normal", "mu=3"), ("normal", "sigma=1"),
                                  ("uniform-int", "low=1", "high=6"), ("beta", "a=2", "b=3"), ("exponential", "scale=2"),
                                  ("binomial", "n=10", "p=0.3"), ("bernoulli", "p=0.3")):  # fmt: skip
            with self.subTest(name, parameters=parameters):
                apart = self.certify("--dist", name, *(x for p in parameters for x in ("--param", p)))
                behind = self.certify("--dist", f"{name}:{','.join(parameters)}")
                self.assertEqual(behind["summary"]["verdict"], "passed")
                self.assertEqual(behind, apart)
                self.assertEqual((behind["distribution"], behind["parameters"]), (name, list(parameters)))

    def test_standard_normals_have_their_mixing_blocks_however_they_are_written(self):
        plain = self.certify("--dist", "normal", "--dtype", "f64")
        self.assertTrue(any("mixing" in s["name"] for s in plain["stages"]))
        self.assertEqual(self.certify("--dist", "normal:mu=0,sigma=1", "--dtype", "f64")["stages"], plain["stages"])

    def test_a_bad_engine_fails_and_says_so(self):
        done = run("certify", *SMALL, "--engine", "hybrid_taus:threads=1", "--difference")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout.decode(), r"linear complexity, 4096 bits .* failed")
        self.assertRegex(done.stdout.decode(), r"matrix rank, 1024 x 1024 .* passed")
        done = run("certify", *SMALL, "--engine", "mt607_per_thread:threads=1")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"failed", done.stderr)
        self.assertIn(b"matrix rank, 1024 x 1024", done.stdout)
        self.assertRegex(done.stdout.decode(), r"linear complexity, 4096 bits .* failed")

    def test_two_runs_agree_to_the_bit_whatever_the_order(self):
        for arguments in enough_of((("--engine", "pcg32", "--interleave", "16"), (), ("--dist", "exponential")), 2):
            first = run("certify", *SMALL, "--json", *arguments, "-o", self.path("a.json"))
            second = run("certify", *SMALL, "--json", *arguments, "-o", self.path("b.json"))
            self.assertEqual(first.stdout, second.stdout)
            with open(self.path("a.json"), "rb") as a, open(self.path("b.json"), "rb") as b:
                self.assertEqual(a.read(), b.read())

    def test_json_file_is_what_is_printed(self):
        done = run("certify", *SMALL, "--dist", "uniform", "--json", "-o", self.path("c.json"))
        with open(self.path("c.json"), "rb") as f:
            self.assertEqual(f.read(), done.stdout)


class Stages(Certify):
    def test_only_gives_those_stages_as_the_whole_does(self):
        whole = {s["name"]: s for s in self.certify("--dist", "normal-icdf")["stages"]}
        some = self.certify("--dist", "normal-icdf", "--only", "lags", "--only", "tails")
        names = [s["name"] for s in some["stages"]]
        self.assertEqual(names, [n for n in whole if "lags" in n or "tails" in n])
        self.assertEqual(len(names), 3)
        for s in some["stages"]:
            self.assertEqual(s, whole[s["name"]])
        self.assertEqual(some["summary"]["p_values"], sum(len(s["p_values"]) for s in some["stages"]))
        self.assertEqual(some["only"], ["lags", "tails"])
        self.assertIn("--only 'lags' --only 'tails'", some["command"])

    def test_of_words_and_of_other_laws(self):
        self.assertEqual([s["name"] for s in self.certify("--only", "gaps")["stages"]], ["gaps"])
        stages = self.certify("--dist", "exponential", "--only", "pairs")["stages"]
        self.assertEqual([s["name"] for s in stages], ["pairs and lags of cells"])


class Frequencies(Certify):
    def test_chosen_ones_come_first(self):
        j = self.certify("--dist", "normal", "--dtype", "f64", "--only", "characteristic", "--frequency", "1000.5",
                         "--frequency", "2")
        self.assertEqual(j["stages"][0]["series"]["turns"],
                         [1000.5, 2, 0.125, 0.25, 0.5, 1, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048])
        self.assertEqual(j["summary"]["verdict"], "passed")
        self.assertIn("--frequency 1000.5 --frequency 2", j["command"])

    def test_sixteen_of_them(self):
        chosen = [3.5 * k for k in range(1, 17)]
        flags = [f for x in chosen for f in ("--frequency", x)]
        j = self.certify("--dist", "normal-icdf", "--only", "characteristic", *flags)
        self.assertEqual(j["stages"][0]["series"]["turns"], chosen)
        self.assertRefused(run("certify", *SMALL, "--dist", "normal", *flags, "--frequency", 1), "--frequency", "16")


class SequencesByTurns(Certify):
    def test_neighbouring_streams_and_seeds_of_pcg32_fail_and_drawn_ones_pass(self):
        only = ("--engine", "pcg32", "--only", "Hamming")
        for flag, code in (("--interleave", 1), ("--interleave-seeds", 1), ("--interleave-drawn", 0)):
            j = self.certify(*only, flag, 1024, code=code)
            self.assertEqual(j["summary"]["verdict"], "passed" if code == 0 else "failed", flag)
            self.assertEqual(j["merging"], flag + " 1024")
            self.assertIn(flag + " 1024 ", j["command"])
            self.assertIn("interleaved", j["title"])

    def test_are_the_words_that_gen_gives(self):
        for flag in (("--interleave", 3), ("--interleave-seeds", 3), ("--concatenate", "3:1000")):
            name = ("--engine", "mtgp32:sets=1", "--seed", 5, *flag)
            j = self.certify(*name, "--only", "bit frequency")
            words = run("words", *name, "-n", j["stages"][0]["elements"]).stdout
            ones = sum(w.bit_count() for w in memoryview(words).cast("I"))
            found = next(p["statistic"] for p in j["stages"][0]["p_values"] if p["name"] == "monobit")
            n = 32 * (len(words) // 4)
            self.assertAlmostEqual(found, (2 * ones - n) / n**0.5, places=6, msg=str(flag))


def fnv1a(text):
    """The checksum of checkpoints."""
    h = 0xCBF29CE484222325
    for byte in text:
        h = (h ^ byte) * 0x100000001B3 % 2**64
    return h


class Checkpoints(Certify):
    def test_a_stopped_run_goes_on_and_gives_the_same(self):
        arguments = ("certify", "-n", "2^22", "--device", "cpu", "--json", "--checkpoint", self.path("c"))
        with subprocess.Popen([TALI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as stopped:
            deadline = time.monotonic() + 60
            while "c" not in self.files() and time.monotonic() < deadline and stopped.poll() is None:
                time.sleep(0.005)
            stopped.send_signal(signal.SIGTERM)
            stopped.communicate()
        whole = run(*arguments[:-2])
        again = run(*arguments)
        self.assertEqual((again.returncode, again.stdout), (whole.returncode, whole.stdout))
        self.assertEqual(run(*arguments).stdout, whole.stdout)  # all from the checkpoint

    def test_parts_by_the_law_of_the_defaults_are_refused(self):
        file = self.path("p")
        made = run("certify", *SMALL, "--dist", "gamma:shape=2", "--only", "cells", "--part", "1/1", "-o", file)
        self.assertEqual((made.returncode, made.stderr), (0, b""))
        self.assertEqual(run("certify", "merge", file).returncode, 0)
        with open(file, "rb") as f:
            part = json.loads(f.read().rpartition(b"checksum ")[0])
        self.assertEqual((part["body"]["request"]["distribution"], part["body"]["request"]["parameters"]), ("gamma", ["shape=2"]))
        part["body"]["request"].update(distribution="gamma:shape=2", parameters=[])  # as they were once written
        text = json.dumps(part) + "\n"
        with open(file, "w", encoding="ascii") as f:
            f.write(f"{text}checksum {fnv1a(text.encode()):016x}\n")
        self.assertRefused(run("certify", "merge", file), "'gamma:shape=2'", "make them again")

    def test_of_a_catalogue_that_has_changed(self):
        lines = CATALOGUE.read_text(encoding="ascii").splitlines(keepends=True)
        catalogue, file = self.path("c.csv"), self.path("c")
        arguments = ("--engine", f"mtgp32:mexp=3217,sets=1,file={catalogue}", "--only", "bit frequency")

        def write(*chosen):
            with open(catalogue, "w", encoding="ascii") as f:
                f.writelines(lines[k] for k in chosen)
        write(0, 1)
        first = self.certify(*arguments, "--checkpoint", file)
        self.assertEqual(self.certify(*arguments, "--checkpoint", file), first)
        self.assertEqual(run("certify", *SMALL, *arguments, "--part", "1/2", "-o", self.path("1")).returncode, 0)
        write(0, 2)
        self.assertRefused(run("certify", *SMALL, *arguments, "--checkpoint", file), "--checkpoint", "another certificate")
        self.assertNotEqual(self.certify(*arguments)["stages"], first["stages"])
        self.assertEqual(run("certify", *SMALL, *arguments, "--part", "2/2", "-o", self.path("2")).returncode, 0)
        self.assertRefused(run("certify", "merge", self.path("1"), self.path("2")), "part", "part I/2 of")
        self.assertEqual(run("certify", *SMALL, *arguments, "--part", "1/2", "-o", self.path("1")).returncode, 0)
        self.assertEqual(run("certify", "merge", self.path("1"), self.path("2")).returncode, 0)

    def test_of_another_certificate_or_damaged(self):
        file = self.path("c")
        self.certify("--dist", "uniform", "--checkpoint", file)
        self.assertRefused(run("certify", *SMALL, "--checkpoint", file), "--checkpoint", file, "another certificate")
        with open(file, "r+b") as f:
            f.seek(40)
            f.write(b"~")
        self.assertRefused(
            run("certify", *SMALL, "--dist", "uniform", "--checkpoint", file), "--checkpoint", "truncated or altered")
        self.assertRefused(
            run("certify", *SMALL, "--dist", "uniform", "--checkpoint", "/nowhere/c"), "--checkpoint", "/nowhere/c")

    def test_with_its_checksum_and_other_json(self):
        file = self.path("c")
        arguments = ("certify", *SMALL, "--only", "bit frequency", "--checkpoint", file)
        self.assertEqual(run(*arguments).returncode, 0)
        with open(file, "rb") as f:
            left = json.loads(f.read().rpartition(b"checksum ")[0])
        of, stage = left["of"], left["stages"][0]

        def refused(content, words):
            text = json.dumps(content) + "\n"
            with open(file, "w", encoding="ascii") as f:
                f.write(f"{text}checksum {fnv1a(text.encode()):016x}\n")
            self.assertRefused(run(*arguments), "--checkpoint", file, words, "expected ")

        for content in ([], "x", 3, None, {}, {"of": 5, "stages": []}, {"of": [of], "stages": []}):
            refused(content, "another certificate")
        for stages in (None, {}, "x", [3], [{}], [[]], [{**stage, "name": 1}], [{**stage, "status": None}],
                       [{**stage, "elements": -1}], [{**stage, "reason": 1}], [{**stage, "series": []}],
                       [{**stage, "p_values": {}}], [{**stage, "p_values": [{"name": "x", "statistic": 1}]}],
                       [stage, {key: value for key, value in stage.items() if key != "p_values"}]):  # fmt: skip
            refused({"of": of, "stages": stages}, "stages")
        refused({"of": of}, "stages")


class Calibration(Certify):
    def test_small(self):
        runs = 2 if SANITIZED else 3
        done = run("certify", "--calibrate", runs, "-n", "2^18", "--json")
        self.assertIn(done.returncode, (0, 2), done.stderr)
        if done.returncode == 2:
            self.skipTest("no OpenSSL")
        j = json.loads(done.stdout)
        self.assertEqual((j["runs"], j["n"]), (runs, 2**18))
        self.assertGreater(len(j["families"]), 60)


class Refusals(Certify):
    def test_each_names_flag_value_and_what_is_allowed(self):
        for arguments, words in (
            (("--engine", "mt1"), ("--engine", "mt1", "pcg32")),
            (("--dist", "nromal"), ("--dist", "nromal", "normal")),
            (("--dist", "normal", "--dtype", "u8"), ("--dtype", "u8")),
            (("--dtype", "u64"), ("--dtype", "u64", "u32")),
            (("--dist", "gamma", "--param", "shape=-1"), ("--param", "-1")),
            (("--dist", "gamma", "--param", "shap=1"), ("--param", "shap", "shape")),
            (("--dist", "gamma:shap=1"), ("shap", "shape")),
            (("--dist", "gamma:shape=1", "--param", "shape=2"), ("--param shape", "'2'", "no value", "gamma:shape=1")),
            (("--dist", "normal:mu=3", "--frequency", "7"), ("--frequency", "7", "standard normal")),
            (("--dist", "gamma", "--engine", "mtgp32"), ("--engine", "mtgp32", "philox")),
            (("--seed", "x"), ("--seed", "x")),
            (("--stream", "-1"), ("--stream", "-1")),
            (("--engine", "pcg32", "--stream", "2^63"), ("--stream", "9223372036854775808")),
            (("-n", "10"), ("-n", "10", "2^15")),
            (("-n", "2^60"), ("-n", "2^60", "2^48")),
            (("--budget", "2h"), ("--budget", "2h", "1min", "1day")),
            (("--budget", "1h", "-n", "2^20"), ("--budget is '1h'", "no -n with it")),
            (("--device", "tpu"), ("--device", "tpu", "cuda")),
            (("--device", "cuda", "--interleave", "2"), ("--device", "--interleave", "cpu")),
            (("--interleave", "1"), ("--interleave", "1", "2 to 65536")),
            (("--interleave", "2", "--interleave-seeds", "2"), ("--interleave", "no --interleave-seeds with it")),
            (("--interleave-seeds", "2", "--seed", "18446744073709551615"), ("--seed", "18446744073709551615", "room for 1")),
            (("--engine", "mtgp32:sets=2", "--interleave", "2"), ("--engine", "mtgp32:sets=2", "sets=1")),
            (("--only", "gap", "--only", "lags"), ("--only", "lags", "gaps", "bit frequency")),
            (("--only", ""), ("--only", "''", "gaps")),
            (("--dist", "normal", "--frequency", "9000"), ("--frequency", "9000", "8192")),
            (("--dist", "normal", "--frequency", "x"), ("--frequency", "x", "8192")),
            (("--dist", "normal", "--frequency", "7", "--frequency", "7.001"), ("--frequency", "7.001", "apart")),
            (("--dist", "uniform", "--frequency", "7"), ("--frequency", "7", "normal")),
            (("--frequency", "7"), ("--frequency", "7", "normal")),
            (("--difference", "--dist", "uniform"), ("--difference", "uniform", "bits")),
            (("-o", self.path("x.pdf")), ("-o", "x.pdf", ".json")),
            (("-o", self.path("x.html")), ("-o", "x.html", ".json")),
            (("-o", "/nowhere/x.json"), ("-o", "/nowhere/x.json")),
            (("--calibrate", "0"), ("--calibrate is 0", "1 to")),
            (("--budget", "1day", "--checkpoint", self.path("no/x")), ("--checkpoint", self.path("no/x"), "cannot write")),
            (("--budget", "1day", "--checkpoint", self.directory), ("--checkpoint", self.directory, "Is a directory")),
            (("-o", self.path("x.json"), "--checkpoint", self.path("./x.json")), ("-o is", "another file than --checkpoint")),
        ):
            self.assertRefused(run("certify", *arguments), *words)
        self.assertEqual(self.files(), [])

    def test_a_full_disk_ends_with_a_message(self):
        with open("/dev/full", "wb") as full:
            done = run("certify", *SMALL, "--dist", "uniform", "--json", stdout=full)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot write to standard output", done.stderr)


if __name__ == "__main__":
    unittest.main()
