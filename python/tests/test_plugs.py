# SPDX-License-Identifier: Apache-2.0
"""NumPy's bit generators, SciPy's points, pickles, threads, signals, leaks."""

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import tali
from conftest import in_threads, refused


def test_bit_generator_words():
    words = tali.Sequence(seed=42).fill("bits", size=100, dtype="uint32")
    b = tali.BitGenerator("philox4x32", 42)
    wide = words[::2].astype(np.uint64) | words[1::2].astype(np.uint64) << np.uint64(32)
    assert np.array_equal(b.random_raw(50), wide)
    assert b.state["state"]["position"] == 100
    b.state = {**b.state, "state": {**b.state["state"], "position": 0}}
    assert np.random.Generator(b).random() == (int(wide[0]) >> 11) * 2.0**-53
    b.advance(-2)
    assert b.random_raw() == wide[0]


@pytest.mark.parametrize("engine", ["philox4x32", "pcg32", "mtgp32:mexp=11213", "xorwow"])
def test_bit_generator_in_numpy(engine):
    r = np.random.Generator(tali.BitGenerator(engine, 42))
    for call in (lambda: r.normal(size=5), lambda: r.integers(100, size=5), lambda: r.permutation(5),
                 lambda: r.gamma(2.5, size=5), lambda: r.random(5, dtype=np.float32), lambda: r.poisson(3, 5)):
        assert len(call()) == 5
    s = pickle.loads(pickle.dumps(r))
    assert np.array_equal(s.random(3), r.random(3))
    assert np.array_equal(copy.deepcopy(r).random(3), r.random(3))
    values = r.random(20000)
    assert abs(values.mean() - 0.5) < 0.01


def test_bit_generator_seeds():
    a, b = tali.BitGenerator("philox4x32", 42), tali.BitGenerator("philox4x32", np.random.SeedSequence(42))
    assert a.random_raw() != b.random_raw()
    children = np.random.Generator(b).spawn(3)
    assert len({c.random() for c in children}) == 3
    assert isinstance(a, np.random.BitGenerator) and np.random.default_rng(a).random() < 1
    assert tali.BitGenerator().random_raw() != tali.BitGenerator().random_raw()
    with refused(ValueError, "engine is 'sobol32'"):
        tali.BitGenerator("sobol32:dims=3", 0)
    with refused(ValueError, r"state\['bit_generator'\] is 'PCG64'"):
        a.state = {"bit_generator": "PCG64"}
    assert a.ctypes.next_uint64(a.ctypes.state) >= 0
    state = np.random.RandomState(tali.BitGenerator("philox4x32", 42))
    assert state.rand() < 1


def test_the_bit_generator_of_a_generator():
    g = tali.Generator(seed=1)
    b = g.bit_generator
    assert g.bit_generator is b and b.state["state"]["position"] == 0
    keys = [tuple(s.generate_state(2)) for _ in range(2) for s in b.seed_seq.spawn(2)]
    assert len(set(keys)) == 4
    expected = np.random.Generator(tali.Generator(seed=1).bit_generator).random(5)
    assert np.array_equal(np.random.Generator(b).random(5), expected) and g.position == 0
    place = b.state
    for other in (copy.copy(g), copy.deepcopy(g), pickle.loads(pickle.dumps(g))):
        theirs = other.bit_generator  # its own, where the first one stands
        assert other == g and theirs is not b and theirs is other.bit_generator and theirs.state == place
        following = theirs.random_raw(3)
        assert b.state == place
        assert tuple(theirs.seed_seq.spawn(1)[0].generate_state(2)) == tuple(copy.deepcopy(b.seed_seq).spawn(1)[0].generate_state(2))
    assert np.array_equal(following, b.random_raw(3))
    theirs = np.random.Generator(b)
    g.state = g.state  # the words restart, also for those who hold them
    assert g.bit_generator is b and np.array_equal(theirs.random(5), expected)
    other = tali.Generator("pcg32", seed=9, stream=3)
    g.state = other.state
    assert g.bit_generator is b and np.array_equal(theirs.random(5), np.random.Generator(other.bit_generator).random(5))
    g.state = tali.Generator(seed=1).state
    assert np.array_equal(np.random.Generator(g.at(7).bit_generator).random(5), expected)
    old = g.__reduce__()[1][:3]  # what pickles were before
    assert g.__reduce__()[0](*old) == g


def test_the_state_of_a_generators_bit_generator_is_the_generators():
    g = tali.Generator(seed=1)
    g.normal(size=3)
    np.random.Generator(g.bit_generator).random(3)
    g.spawn(1)
    saved = g.bit_generator.state  # as programs for NumPy save and restore a generator
    expected = g.normal(size=4), g.integers(100, size=3), g.bit_generator.random_raw(2), g.spawn(1)[0].key
    g.bit_generator.state = saved
    again = g.normal(size=4), g.integers(100, size=3), g.bit_generator.random_raw(2), g.spawn(1)[0].key
    assert all(np.array_equal(a, b) for a, b in zip(expected, again))
    other = tali.Generator("pcg32", seed=7)
    other.bit_generator.state = saved
    assert np.array_equal(other.normal(size=4), expected[0]) and other.engine == "philox4x32"
    other.bit_generator.state = g.bit_generator.state  # as programs copy
    assert other == g and other.bit_generator.state == g.bit_generator.state
    alone = tali.BitGenerator("philox4x32", 5)
    before = g.bit_generator.state
    with refused(ValueError, r"state\['generator'\] is missing"):
        g.bit_generator.state = alone.state
    for part in ("generator", "state"):
        with pytest.raises((TypeError, ValueError)):
            g.bit_generator.state = {**saved, part: {**saved[part], "engine": "no such"}}
        assert g.bit_generator.state == before
    alone.state = saved
    assert alone.random_raw() == expected[2][0]
    for copied in (copy.deepcopy(g), copy.copy(g), pickle.loads(pickle.dumps(g))):
        copied.bit_generator.state = saved
        assert np.array_equal(copied.normal(size=4), expected[0]) and g.bit_generator.state == before


@pytest.mark.parametrize("engine", ["philox4x32", "pcg32", "mt19937", "mtgp32:mexp=11213", "xoshiro256++"])
def test_bit_generators_take_the_state_of_another_one(engine):
    a, b = tali.BitGenerator(engine, 1), tali.BitGenerator(engine, 2)
    a.random_raw(5)
    theirs = np.random.Generator(b)
    theirs.random(3)
    b.state = a.state
    assert b.state == a.state and type(b) is type(a)
    expected = a.random_raw(5000)
    assert np.array_equal(theirs.bit_generator.random_raw(5000), expected)
    c = tali.BitGenerator("philox4x32", 9)
    flat = {"bit_generator": "tali.BitGenerator", **b.state["state"]}  # what states were in 0.1.0
    c.state = flat
    assert c.random_raw() == b.random_raw() and c.state == b.state and type(c) is type(b)


def test_the_type_of_a_bit_generator_makes_others():
    for engine in ("philox4x32", "pcg32", "mtgp32:mexp=11213"):
        a = tali.BitGenerator(engine, 1)
        sequence = np.random.SeedSequence(5)
        for b in (type(a)(sequence), type(a)(seed=sequence), a.__class__(sequence)):
            assert isinstance(b, tali.BitGenerator) and b.seed_seq is sequence and b.state["state"]["engine"] == engine
            assert b.random_raw() == tali.BitGenerator(engine, np.random.SeedSequence(5)).random_raw()
        assert type(a)(7).state == tali.BitGenerator(engine, 7).state
        for b in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a), a.spawn(1)[0], a.jumped()):
            assert type(b) is type(a) and b.state["state"]["engine"] == engine
    assert tali.BitGenerator(3).state == tali.BitGenerator("philox4x32", 3).state
    with refused(TypeError, "engine is 3 beside a seed"):
        tali.BitGenerator(3, 4)

    class Mine(tali.BitGenerator):
        pass

    assert isinstance(Mine("pcg32", 1), Mine) and isinstance(type(Mine("pcg32", 1))(2), Mine)


def test_random_states_over_words_of_talis():
    a = np.random.RandomState(tali.BitGenerator("philox4x32", 42))
    a.normal()
    for b in (pickle.loads(pickle.dumps(a)), copy.deepcopy(a)):
        assert np.array_equal(b.normal(size=5), copy.deepcopy(a).normal(size=5))
    c = np.random.RandomState(tali.BitGenerator("philox4x32", 1))
    c.set_state(a.get_state(legacy=False))
    assert np.array_equal(c.normal(size=5), a.normal(size=5))


def test_what_asks_for_a_bit_generator(engine="pcg32"):
    array = pytest.importorskip("dask.array")
    rngs = [array.random.default_rng(tali.BitGenerator(engine, 3)) for _ in range(2)]
    x, y = (rng.normal(size=1000, chunks=100).compute() for rng in rngs)
    assert np.array_equal(x, y) and abs(x.mean()) < 0.2


def test_steps_of_numpys_integers():
    a, b = tali.BitGenerator("philox4x32", 1), tali.BitGenerator("philox4x32", 1)
    for step in (np.int64(1), np.uint8(3), np.int64(-2), np.uint64(2**63)):
        assert a.advance(step).state == b.advance(int(step)).state
        assert a.jumped(step).state == b.jumped(int(step)).state
    for step in (1.5, "1"):
        with refused(TypeError, "delta is .*"):
            a.advance(step)
        with refused(TypeError, "jumps is .*"):
            a.jumped(step)


def test_copies_of_bit_generators_have_seeds_of_their_own():
    a = tali.BitGenerator("philox4x32", 42)
    expected = [c.random_raw() for c in copy.deepcopy(a).spawn(2)]
    for b in (copy.deepcopy(a), pickle.loads(pickle.dumps(a)), copy.deepcopy(np.random.Generator(a)).bit_generator):
        assert b.seed_seq is not a.seed_seq
        assert b.spawn(1)[0].random_raw() == expected[0]
    assert [c.random_raw() for c in a.spawn(2)] == expected
    shared = [b"part"]
    copied = copy.deepcopy([a, a, shared, shared])
    assert copied[0] is copied[1] and copied[0] is not a


def test_random_raw_that_gives_nothing():
    for engine in ("philox4x32", "pcg32", "mtgp32:mexp=11213"):
        a, b = tali.BitGenerator(engine, 42), tali.BitGenerator(engine, 42)
        for size in (None, 0, 5, (2, 3)):
            assert a.random_raw(size, output=False) is None
            b.random_raw(size)
            assert a.state == b.state
        assert a.random_raw() == b.random_raw()
    a = tali.BitGenerator("philox4x32", 42)
    a.random_raw(2**50, output=False)  # without memory for as many
    assert a.state["state"]["position"] == 2**51
    for size in (-1, 1.5, 2**70):
        with refused((TypeError, ValueError), "size is "):
            a.random_raw(size)
    assert a.state["state"]["position"] == 2**51 and a.random_raw((2, 3)).shape == (2, 3) and type(a.random_raw()) is int


def test_long_random_raw_is_made_in_pieces():
    n = 5_000_000
    whole = tali.BitGenerator("philox4x32", 42).random_raw(n)
    words = tali.Sequence(seed=42).fill("bits", first=2 * n - 6, size=6, dtype="uint32").view(np.uint64)
    assert np.array_equal(whole[-3:], words)
    heard = []

    def hear(*_):
        heard.append(None)
        if len(heard) == 3:
            raise InterruptedError

    b = tali.BitGenerator("philox4x32", 42)
    b.random_raw(5)
    before = signal.signal(signal.SIGALRM, hear)
    signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
    try:
        with pytest.raises(InterruptedError):
            b.random_raw(50_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert b.state["state"]["position"] == 10  # as if nothing had been drawn


def test_bit_generator_threads():
    r = np.random.Generator(tali.BitGenerator("philox4x32", 42))
    out = in_threads(lambda: r.integers(1 << 63, size=20000), 4)
    assert len(np.unique(np.concatenate(out))) == 80000


def test_seeds():
    g = tali.Generator
    assert g(seed=42).normal() == g(seed=np.int64(42)).normal()
    assert g(seed=np.random.SeedSequence(1)) == g(seed=np.random.SeedSequence(1))
    assert g(seed=[1, 2]) == g(seed=np.array([1, 2])) != g(seed=[2, 1])
    assert g() != g() and g(seed=1 << 80) == g(seed=1 << 80) and g(seed=1, stream=1) != g(seed=1)
    assert tali.Sequence("pcg32", seed=[1, 2]).stream < 1 << 63


def test_state_and_pickle():
    for engine in ("philox4x32", "philox4x32-7", "pcg32"):
        a = tali.Generator(engine, seed=42)
        a.normal(size=7)
        a.spawn(2)
        for b in (pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
            assert b == a and b.normal() == a.at(7).normal()
            assert b.spawn(1)[0] == a.at(0)._child(True, 2)
        c = tali.Generator(seed=0)
        c.state = a.state
        assert c == a and c.engine == engine
    with pytest.raises(ValueError):
        a.state = {}
    s = tali.Sequence("sobol32:dims=3", seed=0)
    assert pickle.loads(pickle.dumps(s)) == s


def test_generators_on_threads():
    g = tali.Generator(seed=1)
    out = in_threads(lambda: g.gamma(2.5, size=50000), 4)
    assert g.position == 200000
    whole = g.at(0).gamma(2.5, size=200000).reshape(4, -1)
    assert sorted(x[0] for x in out) == sorted(whole[:, 0])
    assert {x.tobytes() for x in out} == {x.tobytes() for x in whole}


def test_the_lock_is_released():
    g = tali.Generator(seed=1)
    out = np.empty(6_000_000)
    done = threading.Event()

    def work():
        g.gamma(0.3, out=out)
        done.set()

    t = threading.Thread(target=work)
    t.start()
    counted = 0
    while not done.is_set():
        counted += 1
        time.sleep(0)
    t.join()
    assert counted > 5


def test_ctrl_c():
    code = """
import os, signal, threading, time, numpy as np, tali
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests run with it ignored
tali.set_threads(1)
g = tali.Generator(seed=1)
out = np.empty(40_000_000)
begin = [0.0]
def interrupt():
    time.sleep(0.3); begin[0] = time.process_time(); os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    for _ in range(100): g.gamma(0.3, out=out)
except KeyboardInterrupt:
    print(time.process_time() - begin[0], g.position % out.size)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    seconds, position = done.stdout.split()
    assert float(seconds) < 1 and int(position) == 0


@pytest.mark.parametrize("loc", ["0.0", "np.linspace(0, 1, 1_000_000)"], ids=["number", "array"])
def test_fork(loc):
    # In a process of its own: a fork of this one would have the locks of other libraries' threads.
    code = f"""
import multiprocessing, numpy as np, tali
def last():
    return float(tali.Generator(seed=1).normal({loc}, size=1_000_000)[-1])
expected = last()  # starts the threads
context = multiprocessing.get_context("fork")
q = context.Queue()
p = context.Process(target=lambda: q.put(last()))
p.start()
print(q.get(timeout=60) == expected)
p.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_threads_change_nothing():
    try:
        tali.set_threads(1)
        a = tali.Generator(seed=1).normal(size=300000)
        tali.set_threads(3)
        assert np.array_equal(tali.Generator(seed=1).normal(size=300000), a)
    finally:
        tali.set_threads(0)


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_no_leaks():
    def work():
        g = tali.Generator(seed=1)
        array = np.empty(1000)
        for _ in range(200):
            g.normal()
            g.gamma([1.0, 2.0])
            g.normal(out=array)
            g.choice(10, 3, p=[0.1] * 10)
            g.dirichlet([1, 2, 3])
            np.random.Generator(tali.BitGenerator("philox4x32", 1)).random()
            tali.Sequence(seed=1).normal(first=5)
            with pytest.raises(ValueError):
                g.normal(0, -1)
        assert sys.getrefcount(array) <= 3

    work()
    gc.collect()
    before = resident()
    for _ in range(5):
        work()
    gc.collect()
    assert resident() - before < 16 << 20


def test_include():
    assert os.path.exists(os.path.join(tali.get_include(), "tali", "tali.hpp"))


def test_no_gpu_is_no_error():
    if tali.cuda_devices() == 0:
        with pytest.raises(RuntimeError):
            tali.Generator(seed=1, device="cuda").normal(size=3)
    with refused(ValueError, "device is 'tpu'"):
        tali.Generator(device="tpu")


def test_signals_are_restored():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
