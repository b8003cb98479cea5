# SPDX-License-Identifier: Apache-2.0
"""Words of NumPy's bit generators and of JAX's keys: the same, at any index, and states in and out."""

import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tali
from conftest import refused

KINDS = {"pcg64": np.random.PCG64, "pcg64-dxsm": np.random.PCG64DXSM, "philox4x64": np.random.Philox}
SEEDED = {"pcg64": "pcg64", "pcg64-dxsm": "pcg64-dxsm", "philox4x64": "philox4x64:seeding=numpy"}

kinds = pytest.mark.parametrize("engine", sorted(KINDS))
SEEDS = st.integers(0, 2**64 - 1)


def raw(sequence, n, first=0):
    return sequence.fill("bits", size=n, first=first, dtype="uint64")


@kinds
@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(0, 40))
def test_seeds_and_streams_are_seed_sequences(engine, seed, stream):
    source = np.random.SeedSequence(seed)
    child = source if stream == 0 else source.spawn(stream)[stream - 1]
    assert (raw(tali.Sequence(SEEDED[engine], seed, stream), 50) == KINDS[engine](child).random_raw(50)).all()


@kinds
@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(0, 2**60))
def test_any_index(engine, seed, index):
    index -= index % 4  # Philox advances by blocks
    theirs = KINDS[engine](seed)
    theirs.advance(index // 4 if engine == "philox4x64" else index)
    assert (raw(tali.Sequence(SEEDED[engine], seed), 9, first=index) == theirs.random_raw(9)).all()


@kinds
def test_uniform_numbers(engine):
    sequence, rng = tali.Sequence(SEEDED[engine], 42), np.random.Generator(KINDS[engine](42))
    assert (sequence.random(size=1000) == rng.random(1000)).all()
    rng = np.random.Generator(KINDS[engine](42))
    assert (sequence.random(size=1000, dtype="float32") == rng.random(1000, dtype=np.float32)).all()


@kinds
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 20), st.booleans())
def test_states_go_on_here(engine, seed, taken, half):
    rng = np.random.Generator(KINDS[engine](seed))
    rng.bit_generator.random_raw(taken)
    if half:
        rng.integers(2**32, dtype=np.uint32)
    for state in (rng, rng.bit_generator, rng.bit_generator.state):
        sequence = tali.Sequence.from_numpy(state)
        copy = KINDS[engine](0)
        copy.state = rng.bit_generator.state
        if half:
            theirs = np.random.Generator(copy).integers(2**32, size=21, dtype=np.uint32)
            assert (sequence.fill("bits", size=21, dtype="uint32") == theirs).all()
        else:
            assert (raw(sequence, 21) == copy.random_raw(21)).all()
        again = pickle.loads(pickle.dumps(sequence))
        assert again == sequence and (raw(again, 3) == raw(sequence, 3)).all()


@kinds
@pytest.mark.parametrize("between", [1, 2, 5])
def test_a_half_that_is_not_of_the_last_number_is_refused(engine, between):
    rng = np.random.Generator(KINDS[engine](42))
    rng.integers(10)
    rng.random(between)
    kept = rng.bit_generator.state["uinteger"]
    with refused(ValueError, f"uinteger is {kept}"):
        tali.Sequence.from_numpy(rng)
    assert rng.integers(2**32, dtype=np.uint32) == kept
    words = tali.Sequence.from_numpy(rng).fill("bits", size=9, dtype="uint32")
    assert (words == rng.integers(2**32, size=9, dtype=np.uint32)).all()


@kinds
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 2**62))
def test_states_go_on_there(engine, seed, first):
    sequence = tali.Sequence(engine, seed)
    theirs = KINDS[engine](0)
    theirs.state = sequence.numpy_state(first)
    words = np.random.Generator(theirs).integers(2**32, size=21, dtype=np.uint32)
    assert (words == sequence.fill("bits", first=first, size=21, dtype="uint32")).all()
    again = tali.Sequence.from_numpy(sequence.numpy_state(first))
    assert (again.fill("bits", size=21, dtype="uint32") == words).all()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 2000), st.integers(0, 10**6))
def test_states_of_mt19937_go_on_here_and_there(seed, taken, first):
    bits = np.random.MT19937(seed)
    bits.random_raw(taken)
    legacy = np.random.RandomState(seed)
    legacy.randint(2**32, size=taken, dtype=np.uint32)
    theirs = [(state, bits.state) for state in (np.random.Generator(bits), bits, bits.state)]
    theirs += [(state, legacy.get_state(legacy=False)) for state in (legacy, legacy.get_state(legacy=False))]
    for state, where in theirs:
        sequence = tali.Sequence.from_numpy(state)
        copy = np.random.MT19937(0)
        copy.state = {k: where[k] for k in ("bit_generator", "state")}
        assert (sequence.fill("bits", size=700, dtype="uint32") == copy.random_raw(700)).all()
        copy.state = sequence.numpy_state(first)
        assert (sequence.fill("bits", first=first, size=700, dtype="uint32") == copy.random_raw(700)).all()
        again = pickle.loads(pickle.dumps(sequence))
        assert again == sequence and tali.Sequence.from_numpy(sequence.numpy_state(0)) == sequence


def test_other_states_are_refused():
    with refused(ValueError, "bit_generator is 'SFC64': .*PCG64DXSM"):
        tali.Sequence.from_numpy(np.random.SFC64(1))
    with refused(TypeError, "state is of type int"):
        tali.Sequence.from_numpy(7)
    state = np.random.PCG64(1).state
    state["state"]["inc"] += 1
    with refused(ValueError, "inc is "):
        tali.Sequence.from_numpy(state)
    state = np.random.MT19937(1).state
    for key, pos, said in ((state["state"]["key"], 625, "pos is 625"),
                           (state["state"]["key"], 0, "pos is 0"),
                           (np.ones(623, np.uint32), 624, "key is of 623 numbers"),
                           (np.zeros(624, np.uint32), 624, "state is all zero")):
        with refused(ValueError, said):
            tali.Sequence.from_numpy({"bit_generator": "MT19937", "state": {"key": key, "pos": pos}})
    with refused(ValueError, "engine is 'pcg64'"):
        tali.Sequence("pcg64", 1).jax_key_data()
    with refused(ValueError, "state is at block 0, word 5"):
        tali.Sequence("threefry2x32-jax:state=1/2/0/5", 0).jax_key_data()
    with refused(ValueError, "engine is 'pcg32'"):
        tali.Sequence("pcg32", 1).numpy_state()
    with refused(ValueError, "seed is 3"):
        tali.Sequence("pcg64:state=1/2/3/4/0", 3)
    for key in ([1, 2], np.zeros(3, np.uint32), np.zeros(2, np.int64)):
        with refused(ValueError, "key is of shape"):
            tali.Sequence.from_jax(key)
    with refused(ValueError, "bits is 16"):
        tali.Sequence.from_jax(np.zeros(2, np.uint32), bits=16)


@pytest.mark.parametrize("engine", ["philox4x64", "threefry2x32", "threefry4x64", "pcg64", "pcg64-dxsm"])
def test_methods_of_a_generator(engine):
    sequence = tali.Sequence(engine, 5)
    whole = sequence.normal(size=3000)
    assert (sequence.normal(first=1001, size=500) == whole[1001:1501]).all() and abs(whole.mean()) < 0.1
    scales = np.linspace(1, 2, 3000)
    assert np.allclose(sequence.normal(0, scales), whole * scales)
    bounded = sequence.integers(np.zeros(100, int), np.arange(1, 101))
    assert (bounded >= 0).all() and (bounded < np.arange(1, 101)).all()
    assert (sequence.weibull(scales)[:5] == [sequence.weibull(a, first=i) for i, a in enumerate(scales[:5])]).all()
    rng = np.random.Generator(tali.BitGenerator(engine, 5))
    assert rng.integers(2**64, dtype=np.uint64) == raw(sequence, 1)[0]
    samples = sequence.gamma(2.0, size=100)
    assert (sequence.gamma(2.0, first=40, size=10) == samples[40:50]).all() and 1 < samples.mean() < 3


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 9), min_size=1, max_size=3))
def test_jax_bits_of_any_shape(seed, shape):
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    with jax.threefry_partitionable(True):
        key = jax.random.key(seed)
        theirs = np.asarray(jax.random.bits(key, tuple(shape)))
        folded = np.asarray(jax.random.bits(jax.random.fold_in(key, 7), tuple(shape)))
    assert (tali.Sequence.from_jax(key).fill("bits", size=tuple(shape), dtype="uint32") == theirs).all()
    assert (tali.Sequence.from_jax(jax.random.key_data(key)).fill("bits", size=tuple(shape), dtype="uint32") == theirs).all()
    assert (tali.Sequence("threefry2x32-jax", seed).fill("bits", size=tuple(shape), dtype="uint32") == theirs).all()
    assert (tali.Sequence("threefry2x32-jax", seed, 7).fill("bits", size=tuple(shape), dtype="uint32") == folded).all()


def test_a_key_of_jax_comes_back():
    for bits in (32, 64):
        key = np.array([123, 456], np.uint32)
        assert (tali.Sequence.from_jax(key, bits=bits).jax_key_data() == key).all()
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    for stream in (0, 3):
        sequence = tali.Sequence("threefry2x32-jax", 7, stream)
        key = jax.random.wrap_key_data(sequence.jax_key_data(), impl="threefry2x32")
        with jax.threefry_partitionable(True):
            assert (np.asarray(jax.random.bits(key, (9,))) == sequence.fill("bits", size=9, dtype="uint32")).all()


def test_jax_bits_of_64():
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    with jax.threefry_partitionable(True), jax.enable_x64(True):
        key = jax.random.key(1234)
        theirs = np.asarray(jax.random.bits(key, (3, 50), np.uint64))
    assert (tali.Sequence.from_jax(key, bits=64).fill("bits", size=(3, 50), dtype="uint64") == theirs).all()


@kinds
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, first=st.integers(0, 1000))
def test_uniform_as_numpy(engine, dtype, seed, first):
    rng = np.random.Generator(KINDS[engine](seed))
    theirs = rng.random(first + 101, dtype=np.dtype(dtype))[first:]
    sequence = tali.Sequence(SEEDED[engine], seed)
    assert (sequence.fill("uniform:as=numpy", first=first, size=101, dtype=dtype) == theirs).all()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 1000))
def test_uniform_as_numpys_mt19937(seed, first):
    plain, seeded = np.random.RandomState(seed), np.random.Generator(np.random.MT19937(seed))
    for engine, theirs in (("mt19937", plain.random_sample), ("mt19937:seeding=numpy", seeded.random)):
        mine = tali.Sequence(engine, seed).fill("uniform:as=numpy-mt19937", first=first, size=101)
        assert (mine == theirs(first + 101)[first:]).all()
    theirs = np.random.Generator(np.random.MT19937(seed)).random(first + 101, dtype=np.float32)[first:]
    mine = tali.Sequence("mt19937:seeding=numpy", seed).fill("uniform:as=numpy", first=first, size=101, dtype="float32")
    assert (mine == theirs).all()


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.sampled_from([0, 1, 2**32, 2**64 - 1]))
def test_pythons_own_random(seed, stream):
    rng = random.Random(seed + 2**64 * stream)
    sequence = tali.Sequence("mt19937:seeding=python", seed, stream)
    assert [rng.random() for _ in range(100)] == sequence.fill("uniform:as=numpy-mt19937", size=100).tolist()


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**31 - 1), st.lists(st.integers(1, 9), min_size=1, max_size=3))
def test_uniform_as_jax(seed, shape):
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    with jax.threefry_partitionable(True):
        theirs = np.asarray(jax.random.uniform(jax.random.key(seed), tuple(shape), np.float32))
    mine = tali.Sequence("threefry2x32-jax", seed).fill("uniform:as=jax", size=tuple(shape), dtype="float32")
    assert (mine == theirs).all()
    with jax.threefry_partitionable(True), jax.enable_x64(True):
        theirs = np.asarray(jax.random.uniform(jax.random.key(seed), tuple(shape), np.float64))
    mine = tali.Sequence("threefry2x32-jax64", seed).fill("uniform:as=jax", size=tuple(shape))
    assert (mine == theirs).all()


def test_uniform_as_torch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for dtype, theirs in (("float32", torch.float32), ("float64", torch.float64)):
        for seed in (0, 42, 2**32 - 1):
            numbers = torch.rand(1000, dtype=theirs, generator=torch.Generator().manual_seed(seed)).numpy()
            assert (tali.Sequence("mt19937", seed).fill("uniform:as=torch", size=1000, dtype=dtype) == numbers).all()


def test_uniform_as_nobody_is_refused():
    for engine, way, dtype in (("mt19937", "numpy", "float64"), ("threefry2x32-jax", "jax", "float64"),
                               ("threefry2x32-jax64", "jax", "float32"), ("mrg32k3a", "curand", "float32"),
                               ("mt19937-64", "std", "float32"), ("pcg64", "curand-mrg32k3a", "float64")):
        with refused(ValueError, f"as is {way}"):
            tali.Sequence(engine, 1).fill(f"uniform:as={way}", size=3, dtype=dtype)
    with refused(ValueError, "as is 'perl'"):
        tali.Sequence("pcg64", 1).fill("uniform:as=perl", size=3)
