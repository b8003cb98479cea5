#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates of every engine and every distribution, the most telling ones first, in a given time, on the GPUs at
hand or those that CUDA_VISIBLE_DEVICES names.

    scripts/certify-all.py build/tali OUT --seconds 480              # --list says what would run, in which order

OUT gets certificates.csv, one line per certificate; the certificates in certificates/; not-reached.txt with what the time
did not allow; and checkpoints of what was stopped, which the same call resumes. What OUT has is not run again.
Exit code 1 where a certificate has failed, 3 where the time ended first, 0 else.
"""

import argparse
import concurrent.futures
import csv
import itertools
import json
import os
import pathlib
import queue
import subprocess
import sys
import time

HARDEST = pathlib.Path(__file__).resolve().parent.parent / "lab" / "certify" / "hardest.txt"
COLUMNS = ["command", "numbers", "device", "verdict", "p_values", "failed", "suspect", "not_run", "most_extreme", "stages",
           "seconds"]
FIRST = "philox4x32"  # the default engine
UNIFORM, NORMAL = "uniform", "normal"


def distributions(info):
    """Scalar distributions whose law is known: bits are certified as words, and values of 16 bits have no law here."""
    return [(d["name"], d["type"]) for d in info["distributions"] if d["name"] != "bits" and d["type"] not in ("bf16", "f16")]


def possible(tali, info, jobs):
    """Without what the program refuses: samples by rejection of engines that have no counter."""
    rejection = {d["name"] for d in info["distributions"] if d["rejection"]}
    makes = {}
    for flags, power in jobs:
        engine, name = (flags[flags.index(f) + 1] for f in ("--engine", "--dist"))
        if name in rejection:
            if engine not in makes:
                makes[engine] = subprocess.run([tali, "gen", "--engine", engine, "--dist", name, "-n", "1", "--format", "text"],
                                               capture_output=True, check=False).returncode == 0
            if not makes[engine]:
                continue
        yield flags, power


def plan(info, hardest):
    """(flags, log2 of the numbers), the most telling first: 2^36 of every engine and distribution, and 2^40 of the words,
    uniform and normal numbers."""
    fast = [e["name"] for e in info["engines"]]
    ours = [FIRST, *(e for e in fast if e in ("philox4x32-7", "pcg32"))]
    others = [e for e in fast if e not in ours] + [e["name"] for e in info["grid_engines"] + info["comparators"]]
    all_of_them = distributions(info)

    def most_of(name):
        return 34 if name.startswith("normal-warp") else 36  # its known flaw begins to show at 2^35

    def of(engine, name, dtype):
        return ["--engine", engine, "--dist", name, "--dtype", dtype]

    for flags in hardest:
        yield ["--engine", FIRST, *flags], 36
    for d in all_of_them:
        yield of(FIRST, *d), most_of(d[0])
    for e in others:
        yield of(e, "bits", "u32"), 36
    for dtype in ("f32", "f64"):
        yield of(FIRST, UNIFORM, dtype), 40
    for part in ("characteristic", "lags of", "products", "pairs of places"):
        yield [*of(FIRST, NORMAL, "f64"), "--only", part], 42
    for e in ours[1:]:
        for flags in hardest:
            yield ["--engine", e, *flags], 36
        for d in all_of_them:
            yield of(e, *d), most_of(d[0])
    for e in others:
        for d in all_of_them:
            yield of(e, *d), most_of(d[0])
        for flags in hardest:
            yield ["--engine", e, *flags], 36
    for dtype in ("f32", "f64"):
        yield of(FIRST, NORMAL, dtype), 40
    for e in [*ours, *others]:
        yield of(e, "bits", "u32"), 40
        if e != FIRST:
            for dtype in ("f32", "f64"):
                yield of(e, UNIFORM, dtype), 40
                yield of(e, NORMAL, dtype), 40


def file_name(flags, power):
    words = [w.replace("=", "-") for w in flags if not w.startswith("--")]
    return "-".join(words).replace(":", "_").replace(" ", "-") + f"-2-{power}"


def gpus():
    if given := os.environ.get("CUDA_VISIBLE_DEVICES"):
        return given.split(",")
    try:
        done = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False)
        return [str(i) for i in range(done.stdout.count("GPU "))]
    except OSError:
        return []


class Certificates:
    def __init__(self, given):
        self.given = given
        self.end = time.monotonic() + given.seconds
        self.folder = given.out / "certificates"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.devices = queue.Queue()
        for device in (gpus() or [""]) * given.jobs:
            self.devices.put(device)

    def run(self, job):
        """A row of the table, or None where the time was over."""
        flags, power = job
        command = ["certify", *flags, "-n", f"2^{power}", "--device", self.given.device]
        name = self.folder / file_name(flags, power)
        row_file = name.with_name(name.name + ".row")
        if row_file.exists():
            return json.loads(row_file.read_text(encoding="utf-8"))
        device = self.devices.get()
        try:
            left = self.end - time.monotonic()
            if left < 1:
                return None
            begin = time.monotonic()
            checkpoint = str(name) + ".ck"
            try:
                done = subprocess.run([self.given.tali, *command, "--json", "-o", str(name) + ".json", "--checkpoint", checkpoint],
                                      capture_output=True, text=True, check=False, timeout=left,
                                      env={**os.environ, **({"CUDA_VISIBLE_DEVICES": device} if device else {})})
            except subprocess.TimeoutExpired:
                return None
            seconds = time.monotonic() - begin
        finally:
            self.devices.put(device)
        if not done.stdout:
            summary, stages, where = {"verdict": "refused: " + done.stderr.strip()}, "", ""
        else:
            j = json.loads(done.stdout)
            summary, where = j["summary"], j["device"]
            stages = "; ".join(f"{s['name']}: {s['status']}" for s in j["stages"] if s["status"] != "passed")
            pathlib.Path(checkpoint).unlink(missing_ok=True)
        row = {"command": " ".join(["tali", *command]), "numbers": f"2^{power}", "device": where, "stages": stages,
               "seconds": f"{seconds:.1f}", **{k: summary.get(k, "") for k in COLUMNS[3:9]}}
        row_file.write_text(json.dumps(row), encoding="utf-8")
        return row


def planned(given):
    hardest = [l.split() for l in HARDEST.read_text(encoding="utf-8").splitlines() if l and not l.startswith("#")]
    info = json.loads(subprocess.run([given.tali, "info", "--json"], capture_output=True, text=True, check=True).stdout)
    jobs = possible(given.tali, info, plan(info, hardest))
    return itertools.islice(jobs, len(hardest)) if given.only_hardest else jobs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tali", help="the executable")
    parser.add_argument("out", type=pathlib.Path, help="a folder")
    parser.add_argument("--seconds", type=float, default=480, help="in all (480)")
    parser.add_argument("--device", default="cuda", help="as tali takes it (cuda)")
    parser.add_argument("--jobs", type=int, default=3, help="at a time on each GPU, which hides their starts (3)")
    parser.add_argument("--most", type=int, default=48, help="log2 of the most numbers of a certificate (48)")
    parser.add_argument("--only-hardest", action="store_true", help="the default engine at the hardest parameters, and no more")
    parser.add_argument("--list", action="store_true", help="print the commands and end")
    given = parser.parse_args()
    jobs, seen = [], set()
    for flags, power in planned(given):
        job = (flags, min(power, given.most))
        if file_name(*job) not in seen:
            seen.add(file_name(*job))
            jobs.append(job)
    if given.list:
        for flags, power in jobs:
            print("tali certify", *flags, "-n", f"2^{power}")
        return 0
    all_of_them = Certificates(given)
    with concurrent.futures.ThreadPoolExecutor(all_of_them.devices.qsize()) as threads:
        rows = list(threads.map(all_of_them.run, jobs))
    with open(given.out / "certificates.csv", "w", newline="", encoding="utf-8") as f:
        table = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(r for r in rows if r)
    missing = [job for job, row in zip(jobs, rows) if not row]
    (given.out / "not-reached.txt").write_text(
        "".join(" ".join(["tali certify", *flags, "-n", f"2^{power}"]) + "\n" for flags, power in missing), encoding="utf-8")
    verdicts = [r["verdict"].split(":")[0] for r in rows if r]
    print(f"{len(verdicts)} of {len(jobs)} certificates: "
          + ", ".join(f"{verdicts.count(v)} {v}" for v in sorted(set(verdicts))) + f"; {len(missing)} not reached")
    return 1 if "failed" in verdicts else 3 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
