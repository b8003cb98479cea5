# SPDX-License-Identifier: Apache-2.0
"""The known answers and digests that C++ reads, read here."""

import json
import subprocess
import sys

import numpy as np
import pytest

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
    assert found["simd_level"] == found["simd_levels"][-1] and found["threads"] >= 1 and len(found["gpus"]) == tali.cuda_devices()
    assert min(found["gb_per_s"].values()) > 0
    assert f"all {found['answers']} known answers hold on this machine" in run().splitlines()


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


def digest(first, values):
    x = values.view(BITS[_catalogue.TYPES[values.dtype]]).astype(np.uint64)
    with np.errstate(over="ignore"):
        i = np.arange(values.size, dtype=np.uint64) + np.uint64(first)
        x ^= i * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x632BE59BD9B4E019)
        x = (x ^ (x >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
        x = (x ^ (x >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
        return int((x ^ (x >> np.uint64(33))).sum(dtype=np.uint64))


EXAMPLES = {"p": {"p": 0.3}, "mu, sigma": {"mu": -1.3, "sigma": 2.7}, "location, scale": {"location": -1.3, "scale": 2.7},
            "shape, scale": {"shape": 1.7, "scale": 0.6}, "scale": {"scale": 2.7}, "df": {"df": 3},
            "left, mode, right": {"left": -1, "mode": 0.25, "right": 2}, "as": {}, "": {}}
REJECTION = {"gamma": [(2.5, 0.75), (0.3, 1), (1, 2)], "beta": [(2.5, 4), (0.3, 0.7)], "poisson": [(10,), (0.3,)],
             "binomial": [(100, 0.3), (100, 0.7)], "chi-squared": [(3,), (0.5,)], "f": [(5, 7), (0.5, 3)],
             "von-mises": [(0, 2), (3, 0)], "truncated-normal": [(0, 1, -1, 2)],
             "negative-binomial": [(5, 0.25), (0.3, 0.2)], "hypergeometric": [(10, 20, 5), (20, 10, 15)]}


@pytest.mark.parametrize("engine", ["pcg32", "philox4x32", "philox4x32-7"])
def test_digests(data, engine):
    count = 0
    for name, type_, *rest in lines(data / "digests.txt", engine):
        seed, stream, first, n = (int(x) for x in rest[:4])
        name, _, which = name.partition("/")
        entry = _catalogue.ENTRIES.get((name, type_))
        if entry is None or type_ in ("bf16",) or first > 0 and engine != "philox4x32" and not which:
            continue
        if which:
            sets = REJECTION.get(name, [])
            if int(which) >= len(sets):
                continue
            parameters = dict(zip(entry.parameter_names, sets[int(which)]))
        elif name == "uniform-int":
            wide = type_ in ("i64", "u64")
            parameters = {"low": -1000 if type_[0] == "i" else 7, "high": 123456789012345 if wide else 1234567}
        else:
            parameters = EXAMPLES.get(", ".join(entry.parameter_names))
            if parameters is None:
                continue
        values = tali.Sequence(engine, seed=seed, stream=stream).fill(name, first, n, _catalogue.DTYPES[type_],
                                                                      **parameters)
        assert digest(first, values) == int(rest[4], 16), (name, which, type_)
        count += 1
    assert count > 30


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
        assert digest(0, values) == int(rest[6], 16), layout
        count += 1
    assert count > 1


def test_bank_in_pieces():
    s = tali.Sequence("mtgp32:mexp=11213", seed=1)
    whole = s.random(size=1000)
    assert np.array_equal(np.concatenate([s.random(first=0, size=300), s.random(first=300, size=700)]), whole)
    assert np.array_equal(s.fill("uniform", 500, 10), whole[500:510])
    assert s.random(first=999) == whole[999]
