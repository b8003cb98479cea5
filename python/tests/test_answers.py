# SPDX-License-Identifier: Apache-2.0
"""The known answers and digests that C++ reads, read here."""

import json
import subprocess
import sys

import numpy as np

import tali
from tali import _answers, _catalogue

BITS = {"f64": np.uint64, "f32": np.uint32, "i64": np.uint64, "i32": np.uint32, "u64": np.uint64, "u32": np.uint32,
        "u8": np.uint8, "f16": np.uint16, "bf16": np.uint16}


def lines(path, kind):
    for line in path.read_text().splitlines():
        words = line.split()
        if words and words[0] == kind:
            yield words[1:]


def generator(seed, stream, position=0):
    made = tali.Generator(seed=int(seed), stream=int(stream))
    made.position = int(position)
    return made


def test_answers(data):
    found = list(_answers.answers(data))
    assert len(found) > 600
    assert [line for line, holds in found if not holds] == []
    kinds = {line.split()[0] for line, _ in found}
    assert kinds == {"sequence", "tag", "substream", "child", "saved", "values", "between", "seed", "fold-in", "split", "words", "path"}
    assert len({e.tag for e in _catalogue.ENTRIES.values()}) == len(_catalogue.ENTRIES)


def test_a_wrong_answer_is_found(data, tmp_path):
    wrong = 0
    for name in ("known_answers.txt", "generator_answers.txt", "key_answers.txt"):
        lines = []
        for line in (data / name).read_text().splitlines():
            words = line.split()
            if words and words[0] in ("sequence", "saved", "values", "between", "words", "path"):
                words[-1] = words[-1][:-1] + ("0" if words[-1][-1] != "0" else "1")
                wrong += words[:1] != ["values"] or words[5] != "bf16"
            lines.append(" ".join(words))
        (tmp_path / name).write_text("\n".join(lines))
    assert sum(not holds for _, holds in _answers.answers(tmp_path)) == wrong > 400


def test_the_package_says_what_it_has():
    def run(*arguments):
        return subprocess.run([sys.executable, "-m", "tali", *arguments], capture_output=True, text=True, check=True).stdout

    found = json.loads(run("--json"))
    assert found["schema"] == 1 and found["tali"] == tali.__version__ and found["answers_failed"] == [] and found["answers"] > 600
    assert found["digests_failed"] == [] and found["digests"] > 900 and len(found["digest"]) == 64
    assert found["simd_level"] == found["simd_levels"][-1] and found["threads"] >= 1 and len(found["gpus"]) == tali.cuda_devices()
    assert min(found["gb_per_s"].values()) > 0
    assert f"all {found['answers']} known answers and {found['digests']} digests hold on this machine" in run().splitlines()


def test_children_of_a_generator(data):
    for seed, stream, use, x, a, b in lines(data / "generator_answers.txt", "child"):
        made = generator(seed, stream)
        if use == "fold-in":
            child = made.fold_in(int(x))
        elif int(x) < 2:
            child = made.spawn(int(x) + 1)[-1]
        else:
            continue
        assert (child.seed, child.stream) == (int(a, 16), int(b, 16))


def bits_of(value, type_):
    dtype = _catalogue.DTYPES[type_]
    return np.array(value, dtype).view(BITS[type_]).item()


METHODS = {"normal f64": ("normal", ("mu", "sigma")), "exponential f64": ("exponential", ("scale",)),
           "gamma f64": ("gamma", ("shape", "scale")), "student-t f64": ("standard_t", ("df",)),
           "poisson i64": ("poisson", ("mean",)), "uniform f64": ("random", ())}


def test_values_one_by_one(data):
    count = 0
    for seed, stream, position, name, type_, parameters, *values in lines(data / "generator_answers.txt", "values"):
        method, order = METHODS.get(f"{name} {type_}", (None, None))
        if method is None:
            continue
        given = dict(p.split("=") for p in parameters.split(",")) if parameters != "-" else {}
        made = generator(seed, stream, position)
        arguments = [float(given[n]) for n in order]
        for v in values:
            assert bits_of(getattr(made, method)(*arguments), type_) == int(v, 16)
        count += 1
    assert count > 8


def test_between(data):
    count = 0
    for seed, stream, position, low, high, *values in lines(data / "generator_answers.txt", "between"):
        bounds = np.array([int(low, 16), int(high, 16)], np.uint64).view(np.float64)
        expected = [int(v, 16) for v in values]
        one = generator(seed, stream, position)
        assert [bits_of(one.uniform(*bounds.tolist()), "f64") for _ in values] == expected
        count += 1
    assert count > 2


def test_digests(data):
    found = list(_answers.digests(data, 100_000))
    assert len(found) > 1200
    assert [line for line, made in found if made != int(line.split()[-1], 16)] == []


def test_a_wrong_digest_is_found(data, tmp_path):
    whole, count, wrong = _answers.fingerprint(data)
    assert count > 900 and wrong == []
    text = (data / "digests.txt").read_text()
    line = next(line for line in text.splitlines() if line.startswith("pcg64 normal f64 "))
    changed = line[:-1] + ("0" if line[-1] != "0" else "1")
    (tmp_path / "digests.txt").write_text(text.replace(line, changed))
    assert _answers.fingerprint(tmp_path) == (whole, count, [changed])  # one digest of what is made


def test_points(data):
    count = 0
    for name, type_, layout, *rest in lines(data / "digests.txt", "sobol32"):
        if name != "uniform" or type_ != "f64":
            continue
        dims, points, first_point, seed, replicate, n = (int(x) for x in rest[:6])
        order, scramble = layout.split("/")
        text = f"sobol32:dims={dims},layout={order},scramble={scramble},first={first_point}"
        text += f",points={points}" if points else ""
        values = tali.Sequence(text, seed=seed, stream=replicate).fill("uniform", 0, n)
        assert _answers.digest(0, values) == int(rest[6], 16), layout
        count += 1
    assert count > 1


def test_bank_in_pieces():
    s = tali.Sequence("mtgp32:mexp=11213", seed=1)
    whole = s.random(size=1000)
    assert np.array_equal(np.concatenate([s.random(first=0, size=300), s.random(first=300, size=700)]), whole)
    assert np.array_equal(s.fill("uniform", 500, 10), whole[500:510])
    assert s.random(first=999) == whole[999]
