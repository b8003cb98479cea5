# SPDX-License-Identifier: Apache-2.0
"""One object in several threads: what is drawn, spawned or made once is never given twice."""

import sys
import threading

import numpy as np
import pytest

import tali


@pytest.fixture(autouse=True)
def often():
    """Threads take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(work, threads=8):
    """What work() gives in each of the threads, which begin together."""
    barrier, results, errors = threading.Barrier(threads), [None] * threads, []

    def run(i):
        barrier.wait()
        try:
            results[i] = work()
        except BaseException as error:
            errors.append(error)

    started = [threading.Thread(target=run, args=(i,)) for i in range(threads)]
    for t in started:
        t.start()
    for t in started:
        t.join()
    if errors:
        raise errors[0]
    return results


def test_spawn_gives_a_child_once():
    g = tali.Generator(seed=1)
    made = in_threads(lambda: [g.spawn(1)[0].key for _ in range(2000)])
    assert len({key for keys in made for key in keys}) == 16000 and g.state["spawned"] == 16000
    assert {key for keys in made for key in keys} == set(g.key.split(16000))
    b = tali.BitGenerator("philox4x32", 1)
    made = in_threads(lambda: [b.spawn(1)[0].state["state"]["seed"] for _ in range(100)])
    assert len({seed for seeds in made for seed in seeds}) == 800


def test_a_generator_has_one_bit_generator():
    for seed in range(50):
        g = tali.Generator(seed=seed)
        assert len({id(b) for b in in_threads(lambda: g.bit_generator)}) == 1


@pytest.mark.parametrize("size", [3, 8, 30, 50])
def test_a_draw_is_one_range(size):
    whole = tali.Generator(seed=1).uniform(-1, 2, size=8 * 400 * size)
    place = {x: i for i, x in enumerate(whole.tolist())}
    g = tali.Generator(seed=1)
    for draws in in_threads(lambda: [g.uniform(-1, 2, size).tolist() for _ in range(400)]):
        for x in draws:
            first = place[x[0]]
            assert x == whole[first:first + size].tolist()
    assert g.position == whole.size


def test_a_sequence_keeps_distributions_apart():
    s = tali.Sequence(seed=1)
    expected = {name: s.fill(name, size=2).tolist() for name in ("normal", "exponential", "uniform", "gumbel")}
    names = iter(list(expected) * 2)

    def work():
        name = next(names)
        return all(s.fill(name, size=2).tolist() == expected[name] for _ in range(4000))

    assert all(in_threads(work))


def test_an_error_gives_back_its_own_positions_alone():
    class Length:
        def __init__(self, g):
            self.g = g

        def __setitem__(self, *_):
            raise AssertionError

        def __len__(self):
            self.drawn = self.g.random()  # as another thread would
            raise ValueError("no length")

    g = tali.Generator(seed=1)
    x = Length(g)
    with pytest.raises(ValueError, match="no length"):
        g.shuffle(x)
    assert g.position == 1 and g.random() != x.drawn


def test_tensors_of_the_operator_path_have_ranges_of_their_own(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(tali.torch, "_at_once", lambda *given: False)
    g = tali.Generator(seed=1)

    def work():
        values = []
        for _ in range(100):
            x = torch.empty(3, dtype=torch.float64)
            tali.torch.normal_(x, key=g)
            values += x.tolist()
        return values

    made = in_threads(work, 4)
    assert sorted(x for values in made for x in values) == sorted(tali.Generator(seed=1).normal(size=1200).tolist())
    assert g.position == 1200
    wrong = torch.empty(3, dtype=torch.complex64)
    with pytest.raises(TypeError):
        tali.torch.normal_(wrong, key=g)
    assert g.position == 1200


def test_points_are_given_once():
    pytest.importorskip("scipy")
    s = tali.qmc.Sobol(2, rng=1)
    made = in_threads(lambda: [tuple(s.random(1)[0]) for _ in range(500)])
    assert len({x for points in made for x in points}) == 4000 and s.num_generated == 4000
    s = tali.qmc.Sobol(2, rng=1)
    in_threads(lambda: [s.fast_forward(1) for _ in range(500)])
    assert s.num_generated == 4000
