# SPDX-License-Identifier: Apache-2.0
"""Runs of tali under shim.cpp, which lets one call fail or the machine crash."""

import concurrent.futures
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

from command import TALI, CommandTest, commands, dies_by, needs, run  # noqa: E402

SHIM = os.environ["TALI_FAULTS_SHIM"]
# TALI_FAULTS=all lets every call fail, up to a thousand of each kind in a command, which takes a quarter of an hour; without
# it a choice of them, by this seed.
ALL = os.environ.get("TALI_FAULTS") == "all"
MOST = 1000
SEED = int(os.environ.get("TALI_FAULTS_SEED", "24"))
CRASHED = 99  # the exit code of a program whose machine crashed

__all__ = ["ALL", "CRASHED", "SHIM", "TALI", "CommandTest", "Faulty", "chosen", "commands", "dies_by", "in_parallel",
           "needs", "run"]


class Faulty:
    """A run under the shim: the finished process, how many such calls there were, and whether one failed."""

    def __init__(self, call, n, *arguments, everything_after=False, drop="cut", **options):
        with tempfile.NamedTemporaryFile(prefix="tali-faults-") as report:
            settings = {"LD_PRELOAD": SHIM, "FAULTS_CALL": call, "FAULTS_N": str(n), "FAULTS_DROP": drop,
                        "FAULTS_REPORT": report.name}
            if everything_after:
                settings["FAULTS_ALL"] = "1"
            self.done = run(*arguments, env={**os.environ, **settings}, **options)
            words = report.read().split()
        self.calls, self.hit = (int(words[0]), words[1] == b"1") if words else (0, True)


def chosen(calls, most):
    """Which of the calls 1 ... calls fail: all, or the first, the last and some between them."""
    most = MOST if ALL else most
    if calls <= most:
        return list(range(1, calls + 1))
    ends = most // 4
    middle = random.Random(SEED).sample(range(ends + 1, calls - ends + 1), most - 2 * ends)
    return [*range(1, ends + 1), *sorted(middle), *range(calls - ends + 1, calls + 1)]


def in_parallel(f, cases):
    """f of each case, by as many threads as there are processors; the results in order."""
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as threads:
        return list(threads.map(f, cases))
