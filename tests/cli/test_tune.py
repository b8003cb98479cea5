# SPDX-License-Identifier: Apache-2.0
"""The choice of a device: tali tune, its file, and what the other commands make of it."""

import functools
import hashlib
import json
import os
import pathlib
import re
import stat
import tempfile
import unittest

from command import SANITIZED, CommandTest, info, run

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"


once_under_sanitizers = unittest.skipIf(SANITIZED, "the machine is measured by another test")


@functools.cache
def measured_once():
    """What tali tune --quick prints and writes, and the file's name: measured once for all tests here."""
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "tuning.json")
        done = run("tune", "--quick", env={**os.environ, "TALI_TUNING": file})
        assert (done.returncode, done.stderr) == (0, b""), done.stderr
        assert os.listdir(directory) == ["tuning.json"]
        return done.stdout.decode(), pathlib.Path(file).read_text(), file


class TuneTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.file = self.path("tuning.json")
        self.environment = {**os.environ, "TALI_TUNING": self.file}

    def tune(self, *arguments):
        done = run("tune", "--quick", *arguments, env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done.stderr)
        return done.stdout.decode()

    def with_file(self, text):
        pathlib.Path(self.file).write_text(text)

    def in_use(self):
        done = run("tune", "--show", "--json", env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done.stderr)
        return json.loads(done.stdout)

    def said_by_info(self):
        return json.loads(run("info", "--json", env=self.environment).stdout)["tuning"]


class Tune(TuneTest):
    def test_measures_every_kind(self):
        text, written, file = measured_once()
        self.assertIn(file, text)
        self.assertIn("philox4x32", text)
        self.with_file(written)
        measured = json.loads(written)
        facts = info()
        self.assertEqual(measured["version"], facts["version"])
        self.assertTrue(measured["quick"])
        self.assertEqual(measured["gpus"], [d["name"] for d in facts["cuda_devices"]])
        self.assertEqual(len(measured["cuda"]), len(measured["gpus"]))
        jumping = {e["name"] for e in facts["engines"]} | {e["name"] for e in facts["grid_engines"]}
        for device in [measured["cpu"], *measured["cuda"]]:
            kinds = {(f["engine"], f["distribution"], f["type"]) for f in device["fills"]}
            for f in device["fills"]:
                self.assertGreater(f["seconds_per_value"], 0)
                self.assertLess(f["seconds_per_value"], 1e-4)
                self.assertGreaterEqual(f["call_seconds"], 0)
            for engine in jumping:
                for d in ("bits", "u32"), ("uniform", "f64"), ("normal", "f32"):
                    self.assertIn((engine, *d), kinds)
            self.assertIn(("sobol32", "normal-icdf", "f32"), kinds)
        self.assertEqual(self.said_by_info()["source"], "file")
        self.assertEqual(self.in_use()["source"], "file")

    @once_under_sanitizers
    def test_json_is_the_file(self):
        printed = json.loads(self.tune("--json"))
        self.assertEqual(printed.pop("schema"), 2)
        self.assertEqual(printed, json.loads(pathlib.Path(self.file).read_text()))

    @once_under_sanitizers
    def test_output(self):
        printed = json.loads(self.tune("-o", "-"))
        self.assertEqual(printed["tali_tuning"], 1)
        self.assertEqual(self.files(), [])
        self.tune("-o", self.path("other.json"))
        self.assertEqual(self.files(), ["other.json"])
        self.assertEqual(self.said_by_info()["source"], "default")

    @once_under_sanitizers
    def test_folder_is_made(self):
        environment = {k: v for k, v in self.environment.items() if k != "TALI_TUNING"}
        environment["XDG_CONFIG_HOME"] = self.path("config")
        done = run("tune", "--quick", env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        files = os.listdir(self.path("config/tali"))
        self.assertEqual(len(files), 1)
        self.assertRegex(files[0], r"^tuning-[a-z0-9-]+\.json$")
        self.assertIn(files[0], run("info", env=environment).stdout.decode())

    def test_refused(self):
        for arguments, words in [
            (["--quick", "-o", self.path("no/such/folder.json")], ["-o", "folder.json"]),
            (["--quick", "-o", self.directory], ["-o", self.directory]),
            (["--quick", "--json", "-o", "-"], ["--output", "--json"]),
            (["--quick", "--show"], ["--quick", "--show"]),
            (["--quack"], ["tali tune", "--quack", "--quick"]),
        ]:
            with self.subTest(arguments=arguments):
                self.assertRefused(run("tune", *arguments, env=self.environment), *words)
        self.assertRefused(run("tune", "--quick", env={**self.environment, "TALI_TUNING": ""}), "--output", "TALI_TUNING")
        self.assertEqual(self.files(), [])

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_folder_that_cannot_be_written(self):
        os.chmod(self.directory, stat.S_IRUSR | stat.S_IXUSR)
        try:
            self.assertRefused(run("tune", "--quick", env=self.environment), "-o", self.file)
        finally:
            os.chmod(self.directory, stat.S_IRWXU)


class FileOfAnother(TuneTest):
    def default_with(self, text, *words):
        """gen does as ever with such a file, and info says why it is not used."""
        self.with_file(text)
        expected = self.gen("-n", 1000, "--seed", 3, "--device", "cpu")
        self.assertEqual(self.gen("-n", 1000, "--seed", 3, env=self.environment), expected)
        for said in self.said_by_info(), self.in_use():
            self.assertEqual(said["source"], "default")
            self.assertEqual(said["path"], self.file)
            for word in words:
                self.assertIn(word, said["note"])

    def test_damaged(self):
        for text, word in [
            ("", "tuning file"),
            ("\0\1\2", "damaged"),
            ("{}", "'tali_tuning' is missing"),
            ('{"tali_tuning": 1', "damaged"),
            ("[" * 10000, "damaged"),
        ]:
            with self.subTest(text=text[:20]):
                self.default_with(text, word)

    def test_foreign(self):
        here = json.loads(measured_once()[1])
        for key, value in ("version", "0.0.0"), ("cpu_model", "Z80"):
            with self.subTest(key=key):
                self.default_with(json.dumps({**here, key: value}), value)
        foreign = {**here, "gpus": ["Voodoo 2"], "cuda": [{**gpu_entry(here), "name": "Voodoo 2"}]}
        self.default_with(json.dumps(foreign), "Voodoo 2")
        self.with_file(json.dumps(here))  # in another writer's words
        self.assertEqual(self.said_by_info()["source"], "file")

    def test_absent(self):
        self.assertEqual(self.said_by_info()["source"], "default")
        environment = {**self.environment, "TALI_TUNING": ""}
        self.assertIn("no file", run("info", env=environment).stdout.decode())
        for name in ("TALI_TUNING", "HOME", "XDG_CONFIG_HOME"):
            environment.pop(name, None)
        for command in (("info",), ("tune", "--show")):
            text = run(*command, env=environment).stdout.decode()
            self.assertIn("no file is searched for", text)
            self.assertNotIn("TALI_TUNING", text)

    def test_columns_stand_apart_whatever_the_names(self):
        lines = run("tune", "--show", env=self.environment).stdout.decode().splitlines()
        head = next(k for k, line in enumerate(lines) if line.startswith("  engine "))
        values = lines[head].index("values")
        rows = [line for line in lines[head + 1:] if " Gn/s" in line]
        self.assertGreater(len(rows), 10)
        for line in rows:
            self.assertEqual(line[values - 2:values], "  ", line)
            self.assertRegex(line[2:], r"^\S+ {2,}\S+ \S+ +[0-9.]+ Gn/s")


def gpu_entry(measured):
    """A GPU's part of a file that has none."""
    entry = {"name": "", "start_seconds": 0, "copy_seconds": 0, "fills": []}
    for rate in "pinned", "pageable", "upload":
        entry[f"{rate}_bytes_per_second"] = 1e10
    return {**entry, "fills": measured["cpu"]["fills"]}


class Auto(TuneTest):
    def test_same_bytes_by_any_figures(self):
        """A file that says the GPU is always faster: where there is one it is used, and no byte differs."""
        measured = json.loads(measured_once()[1])
        for fill in measured["cpu"]["fills"]:
            fill["seconds_per_value"] = 1.0
        self.with_file(json.dumps(measured))
        for arguments in [
            ["-n", 100000, "--dist", "normal"],
            ["--engine", "pcg32", "-n", 1000, "--dist", "uniform", "--dtype", "f64"],
            ["--engine", "mtgp32:sets=4", "-n", 100000],
            ["--engine", "xorwow", "-n", 1000],
            ["--engine", "sobol32", "--dims", 7, "-n", 1000, "--dist", "uniform"],
        ]:
            with self.subTest(arguments=arguments):
                self.assertEqual(
                    self.gen(*arguments, env=self.environment), self.gen(*arguments, "--device", "cpu")
                )


class Data(unittest.TestCase):
    def test_direction_numbers_are_those_of_the_readme(self):
        stated = re.search(r"`([0-9a-f]{64})`", (DATA / "README.md").read_text())[1]
        found = hashlib.sha256((DATA / "new-joe-kuo-6.txt").read_bytes()).hexdigest()
        self.assertEqual(found, stated)


if __name__ == "__main__":
    unittest.main()
