# SPDX-License-Identifier: Apache-2.0
"""mpirun -n R tali gen --mpi: the bytes of one process for every R; no file, and no rank that waits, where one fails."""

import os
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from command import TALI, CommandTest, run  # noqa: E402

MPIEXEC = os.environ["MPIEXEC"].split()
RANKS = (1, 2, 3, 4, 7)


def mpirun(ranks, *arguments):
    """Runs tali with this many ranks."""
    return run_ranks([*MPIEXEC, "-n", str(ranks), TALI, *map(str, arguments)])


def run_ranks(command, env=None):
    """Runs an mpirun. A rank that waits for ever fails by the limit of time, twice: where a rank has failed Open MPI's own
    process may wait for ever at its end (see assertEnds)."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 100, "env": env}
    try:
        return subprocess.run(command, **options)
    except subprocess.TimeoutExpired:
        print(f"mpirun does not end: {command}", file=sys.stderr)
        return subprocess.run(command, **options)


def with_full_disk(rank, most, *arguments):
    """Three ranks, of which one may not write beyond so many bytes; what MPI keeps in files of its own is smaller."""
    tali = [TALI, *map(str, arguments), "--mpi"]
    limited = ["sh", "-c", f'ulimit -f {most // 512}; exec "$@"', "sh", *tali]
    command = list(MPIEXEC)
    for k in range(3):
        command += [":"] * (k != 0) + ["-n", "1", *(limited if k == rank else tali)]
    # Every rank writes its own bytes, where Open MPI would let one rank of a machine write for the others.
    return run_ranks(command, env={**os.environ, "OMPI_MCA_fcoll": "individual"})


class MpiTest(CommandTest):
    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def assertFailed(self, done, *words, code=2):
        """The exit code, and among mpirun's own lines one of tali's that holds the words."""
        self.assertEqual(done.returncode, code, done.stderr.decode())
        lines = [line for line in done.stderr.decode().splitlines() if line.startswith("tali: ")]
        self.assertEqual(len(lines), 1, done.stderr.decode())
        for word in words:
            self.assertIn(word, lines[0])


class SameBytes(MpiTest):
    CASES = [
        ("raw", ("--engine", "pcg32", "--seed", 3, "-n", 100_001)),
        ("npy", ("--dist", "normal", "--dtype", "f32", "--offset", 17, "-n", "3e5")),
        ("npy", ("--dist", "dirichlet", "--param", "shapes=0.5:1:2.5", "--dtype", "f64", "-n", 30_000)),
        ("npy", ("--dist", "gamma", "--dtype", "f64", "-n", 5, "--threads", 2)),
        ("npy", ("--engine", "mtgp32:sets=2", "--dist", "uniform", "--dtype", "f64", "-n", 200_000)),
        ("npy", ("--engine", "sobol32", "--dims", 3, "--scramble", "owen", "--dist", "uniform", "--dtype", "f32",
                 "-n", 40_000)),
        ("npy", ("--dist", "uniform", "--low", -2, "--high", 3, "--dtype", "f64", "-n", 50_000, "--memory", "2^20")),
        ("npy", ("-n", 0)),
    ]

    def test_of_any_number_of_ranks(self):
        for number, (suffix, arguments) in enumerate(self.CASES):
            arguments = ("gen", *arguments, "--device", "cpu")
            one = f"one.{suffix}"
            self.output_of(*arguments, "-o", self.path(one))
            expected = self.read(one)
            for ranks in RANKS if number < 2 else (3,):
                done = mpirun(ranks, *arguments, "--mpi", "-o", self.path(f"many.{suffix}"))
                self.assertEqual((done.returncode, done.stdout), (0, b""), done.stderr.decode())
                self.assertTrue(self.read(f"many.{suffix}") == expected, (arguments, ranks))
                os.remove(self.path(f"many.{suffix}"))
        self.assertEqual([f for f in self.files() if not f.startswith("one")], [])


class Failures(MpiTest):
    def test_a_full_disk_on_one_rank_leaves_nothing(self):
        for rank, most in ((0, 20_000_000), (2, 60_000_000)):
            done = with_full_disk(rank, most, "gen", "-n", "2e7", "--device", "cpu", "-o", self.path("x.bin"))
            self.assertFailed(done, "cannot write -o '", "x.bin'")
            self.assertEqual(self.files(), [])

    def test_a_rank_that_dies_leaves_no_file_under_the_final_name(self):
        for victim in (0, 1):
            command = [*MPIEXEC, "-n", "3", TALI, "gen", "-n", "2^30", "--dist", "gamma", "--dtype", "f64",
                       "--device", "cpu", "--mpi", "--memory", "2^21", "-o", self.path("x.bin")]
            mpi = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                os.kill(self.rank(victim), signal.SIGKILL)
                self.assertEnds(mpi)
            finally:
                mpi.kill()
                mpi.wait()
            self.assertNotIn("x.bin", self.files())
        # What a killed rank 0 has left goes with the next file.
        self.assertEqual(mpirun(2, "gen", "-n", 5, "--mpi", "-o", self.path("x.bin")).returncode, 0)
        self.assertEqual(self.files(), ["x.bin"])

    def assertEnds(self, mpi):
        """No rank is left, and mpirun says that one failed. Open MPI 4.1.4's own process waits for ever in some runs
        (in pmix_rte_finalize of PMIx 4.2.2, for a lock that no thread has) after all ranks are gone: it is ended here."""
        end = time.monotonic() + 60
        while self.ranks() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.ranks(), {})
        try:
            self.assertNotEqual(mpi.wait(timeout=10), 0)
        except subprocess.TimeoutExpired:
            print("mpirun does not end itself", file=sys.stderr)

    def ranks(self):
        """The processes of tali that write this test's file, and their ranks."""
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as f:
                    rank = re.search(rb"(?:^|\0)OMPI_COMM_WORLD_RANK=(\d+)\0", f.read())
                with open(f"/proc/{pid}/cmdline", "rb") as f:
                    is_ours = self.path("x.bin").encode() in f.read()
            except OSError:
                continue
            if is_ours and rank:
                found[int(pid)] = int(rank[1])
        return found

    def rank(self, wanted):
        """The process of a rank, once the file has been begun."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            time.sleep(0.05)
            if not any(self.size(f) > 0 for f in self.files()):
                continue
            for pid, rank in self.ranks().items():
                if rank == wanted:
                    return pid
        self.fail("the rank did not begin")
        return None

    def test_refusals(self):
        cases = [
            (("-n", "inf", "-o", self.path("x")), "-n is inf", "a whole number with --mpi"),
            (("-n", 5), "-o is -", "a file with --mpi"),
            (("-n", 5, "-o", self.path("x.csv")), "--format is 'csv'", "--mpi: raw, npy"),
            (("-n", 5, "--engine", "nonsense", "-o", self.path("x")), "unknown --engine 'nonsense'"),
            (("-n", 5, "-o", self.path("no/x")), "cannot write -o"),
            (("-n", 5, "--nonsense"), "--nonsense"),
        ]
        for arguments, *words in cases:
            self.assertFailed(mpirun(2, "gen", "--mpi", "--device", "cpu", *arguments), *words)
        self.assertEqual(self.files(), [])

    def test_ranks_with_other_command_lines_are_named(self):
        def command(seed):
            return [TALI, "gen", "-n", "5", "--seed", str(seed), "--mpi", "-o", self.path("x")]

        done = run_ranks([*MPIEXEC, "-n", "2", *command(1), ":", "-n", "1", *command(2)])
        self.assertFailed(done, "command line on rank 2 is gen -n 5 --seed 2 --mpi -o ", "as on rank 0")
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    unittest.main()
