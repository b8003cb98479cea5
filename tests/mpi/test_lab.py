# SPDX-License-Identifier: Apache-2.0
"""mpirun -n R tali certify, normal moments and mtgp search with --mpi: the results of one process for every R."""

import json
import unittest

from test_gen import RANKS, MpiTest, mpirun, run


class Lab(MpiTest):
    def test_certify(self):
        command = ("certify", "-n", "2^16", "--device", "cpu", "--only", "bit", "--only", "rank")
        one = run(*command, "--json", "-o", self.path("one.json"))
        self.assertEqual(one.returncode, 0, one.stderr)
        for ranks in RANKS:
            done = mpirun(ranks, *command, "--mpi", "--json", "-o", self.path("many.json"))
            self.assertEqual((done.returncode, done.stdout), (0, one.stdout), done.stderr)
            self.assertEqual(self.read("many.json"), self.read("one.json"))

    def test_a_verdict_of_failure_is_the_exit_code_of_all(self):
        done = mpirun(3, "certify", "-n", "2^15", "--device", "cpu", "--dist", "normal", "--dtype", "bf16", "--mpi")
        self.assertFailed(done, "the verdict is incomplete", code=1)

    def test_moments(self):
        command = ("normal", "moments", "-n", "300001", "--offset", 5, "--device", "cpu", "--json")
        one = json.loads(run(*command).stdout)
        for ranks in RANKS:
            done = mpirun(ranks, *command, "--mpi")
            self.assertEqual(done.returncode, 0, done.stderr)
            many = json.loads(done.stdout)
            many["seconds"] = one["seconds"]
            self.assertEqual(json.dumps(many), json.dumps(one))

    def test_mtgp_search(self):
        command = ("mtgp", "search", "--mexp", 3217, "--id", 7, "-n", 3, "--threads", 1)
        one = self.output_of(*command)
        for ranks in RANKS:
            done = mpirun(ranks, *command, "--mpi")
            self.assertEqual((done.returncode, done.stdout), (0, one), done.stderr)

    def test_refusals(self):
        cases = [
            (("certify", "--part", "1/2"), "--part is 1/2", "no --mpi with it"),
            (("certify", "--checkpoint", "c"), "--checkpoint is c", "no --mpi and --part with it"),
            (("certify", "-o", self.path("x.txt")), "x.txt'", "a name that ends in .json"),
            (("normal", "moments", "-n", 0), "-n is 0", "at least 1"),
            (("mtgp", "search", "--mexp", 3217, "--id", 4294967295, "-n", 3), "expected "),
            (("mtgp", "search", "--mexp", 522, "--id", 1), "--mexp is 522"),
        ]
        for arguments, *words in cases:
            self.assertFailed(mpirun(2, *arguments, "--mpi"), *words)
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
