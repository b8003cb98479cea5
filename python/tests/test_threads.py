# SPDX-License-Identifier: Apache-2.0
"""One object in several threads: what is drawn, spawned or made once is never given twice."""

import copy
import ctypes.util
import os
import subprocess
import sys
import sysconfig
import threading

import numpy as np
import pytest

import tali
from conftest import in_threads


@pytest.fixture(autouse=True)
def often():
    """Threads take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has the GIL")
def test_the_gil_stays_off():
    free = {name: value for name, value in os.environ.items() if name != "PYTHON_GIL"}
    subprocess.run([sys.executable, "-W", "error", "-c", "import sys, tali; assert not sys._is_gil_enabled()"], check=True, env=free)


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


def test_a_single_value_is_given_once():
    g = tali.Generator(seed=1)
    made = in_threads(lambda: [g.random() for _ in range(3000)])
    assert sorted(x for xs in made for x in xs) == sorted(tali.Generator(seed=1).random(24000).tolist())


def test_draws_of_all_kinds_share_one_position():
    g, n = tali.Generator(seed=1), 200
    draws = [(lambda: [g.standard_normal()], 1), (lambda: g.standard_normal(7), 7), (lambda: g.normal(size=100), 100),
             (lambda: g.normal(np.zeros(5)), 5), (lambda: g.standard_normal(out=np.empty(6)), 6), (lambda: g.gamma(2.5, size=3), 3),
             (lambda: g.integers(10**9, size=9), 9), (lambda: g.permutation(4), 1)]
    place = {x: i for i, x in enumerate(tali.Generator(seed=1).standard_normal(n * sum(k for _, k in draws)).tolist())}

    def work():
        draw, _ = draws[int(threading.current_thread().name)]
        return [list(draw()) for _ in range(n)]

    made = in_threads(work)
    assert g.position == len(place)
    taken = []
    for normals in made[:5]:
        for x in normals:
            first = place[x[0]]
            assert [place[y] for y in x] == list(range(first, first + len(x)))
            taken += range(first, first + len(x))
    assert len(set(taken)) == len(taken)


def test_a_state_is_one_between_two_draws():
    b = tali.BitGenerator("philox4x32", 1)
    rng, drawn = np.random.Generator(b), 50_000

    def work():
        if threading.current_thread().name == "0":
            for _ in range(200):
                rng.random(drawn)
            return []
        return [b.state["state"]["position"] for _ in range(300)] + [copy.copy(b)._words.position for _ in range(20)]

    positions = [p for seen in in_threads(work, 4) for p in seen]
    assert [p for p in positions if p % (2 * drawn)] == []


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


@pytest.mark.parametrize("kind", [list, lambda items: np.array(items, object)])
def test_what_is_shuffled_in_many_threads_keeps_its_items(kind):
    items = [object() for _ in range(300)]
    x = kind(items)

    def work():
        g = tali.Generator(seed=int(threading.current_thread().name))
        for _ in range(300):
            g.shuffle(x)

    in_threads(work)
    assert len(x) == 300 and set(map(id, x)) == set(map(id, items))


def test_tensors_of_the_operator_path_have_ranges_of_their_own(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(tali.torch._fill, "_at_once", lambda *given: False)
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


# What a program finds around it. In processes of their own: what is set is read once.
DRAW = "float(tali.Sequence(seed=42).fill('normal', 0, 1_000_000).sum())"


def drawn(code, **environment):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize("number, threads", [("3", 3), ("3,2", 3), ("0", 0), ("-2", 0), ("many", 0), ("", 0), ("9" * 12, 0)])
def test_whatever_the_variable_says(number, threads):
    default, made = drawn(f"import tali; from tali import _core; print(_core.default_threads(), {DRAW})", OMP_NUM_THREADS=number)
    assert int(default) == (threads or len(os.sched_getaffinity(0))) and float(made) == eval(DRAW)


def test_beside_two_runtimes_of_openmp():
    names = [name for name in map(ctypes.util.find_library, ("gomp", "iomp5", "omp")) if name][:2]
    if len(names) < 2:
        pytest.skip("there are no two OpenMP runtimes")
    loaded = "".join(f"ctypes.CDLL({name!r}, ctypes.RTLD_GLOBAL).omp_get_max_threads();" for name in names)
    default, made = drawn(f"import ctypes; {loaded} import tali; from tali import _core; print(_core.default_threads(), {DRAW})", OMP_NUM_THREADS="3")
    assert int(default) == 3 and float(made) == eval(DRAW)


@pytest.mark.parametrize("how", ["spawn", "forkserver"])  # and "fork": test_plugs.py
def test_new_processes(how, tmp_path):
    (tmp_path / "work.py").write_text(f"import multiprocessing, tali\ndef work(i):\n    return {DRAW}\n"
                                      "if __name__ == '__main__':\n"
                                      f"    with multiprocessing.get_context('{how}').Pool(2) as pool:\n        print(*pool.map(work, range(2)))\n")
    done = subprocess.run([sys.executable, tmp_path / "work.py"], capture_output=True, text=True, timeout=120)
    assert [float(x) for x in done.stdout.split()] == [eval(DRAW)] * 2, done.stderr
