# SPDX-License-Identifier: Apache-2.0
"""Keys, rows with a key each, and blocks of arrays: every cut is the slice of the whole, to the bit."""

import copy
import inspect
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tali
from conftest import refused
from tali import _core
from tali._blocks import SHAPED
from tali._catalogue import DTYPES, ENTRIES

KEY = tali.Key(42)
SEQUENCE = tali.Sequence(seed=KEY)
#: A method, its parameters, and the shape of an element
CALLS = {"normal": ((1.5, 2.0), ()), "random": ((), ()), "uniform": ((-2.0, 3.0), ()), "exponential": ((2.0,), ()),
         "gamma": ((0.7,), ()), "poisson": ((4.5,), ()), "pareto": ((3.0,), ()), "integers": ((1, 7), ()),
         "bernoulli": ((0.3,), ()), "bernoulli_bits": ((0.3,), ()), "direction": ((3,), (3,)), "dirichlet": (([1.0, 2.0],), (2,)),
         "categorical": (([1.0, 2.0, 3.0],), ())}


def lines(data, kind):
    for line in (data / "key_answers.txt").read_text().splitlines():
        words = line.split()
        if words and words[0] == kind:
            yield words[1:]


def key(text):
    return tali.Key(bytes.fromhex(text))


def test_known_answers(data):
    count = 0
    for seed, expected in lines(data, "seed"):
        assert tali.Key(int(seed)) == key(expected) and tali.Key(int(seed)).bytes().hex() == expected
        count += 1
    for parent, n, expected in lines(data, "fold-in"):
        assert key(parent).fold_in(int(n)) == key(expected)
        count += 1
    for parent, i, expected in lines(data, "split"):
        assert key(parent).split_at(int(i)) == key(expected)
        if int(i) < 10:
            assert key(parent).split(int(i) + 1)[-1] == key(expected)
        count += 1
    for name, *words in lines(data, "words"):
        expected = [int(w, 16) for w in words]
        assert tali.Sequence(seed=key(name)).fill("bits", size=8, dtype="uint32").tolist() == expected
        assert tali.rows([key(name)]).fill("bits", 8, "uint32").tolist() == [expected]
        assert tali.Sequence(seed=key(name)).block((2, 4)).fill("bits", "uint32").ravel().tolist() == expected
        count += 1
    for seed, path, expected in lines(data, "path"):
        a, b, c = (int(x) for x in path.split("/"))
        assert tali.Key(int(seed)).fold_in(a).fold_in(b).split_at(c) == key(expected)
        count += 1
    assert count > 80


def test_a_key_is_a_value():
    assert len({KEY, tali.Key(42), tali.Key(43)}) == 2 and KEY != "key" and KEY != 42
    for made in (pickle.loads(pickle.dumps(KEY)), copy.copy(KEY), copy.deepcopy(KEY), eval(repr(KEY)),
                 tali.Key(bytearray(bytes(KEY))), tali.Key.of(KEY.seed, KEY.stream)):
        assert made == KEY and hash(made) == hash(KEY) and len(bytes(made)) == 16
    assert tali.Key(np.uint64(42)) == KEY


def test_a_key_is_a_seed():
    assert SEQUENCE == tali.Sequence(seed=KEY.seed, stream=KEY.stream)
    g = tali.Generator(seed=KEY)
    assert g.key == KEY and g.fold_in(3).key == KEY.fold_in(3) and g.spawn(2)[1].key == KEY.split_at(1)
    assert tali.Sequence("pcg32", seed=KEY).stream == KEY.stream & (1 << 63) - 1
    assert tali.Sequence("mtgp32:mexp=11213", seed=tali.Key.of(7, 0)) == tali.Sequence("mtgp32:mexp=11213", seed=7)
    words = tali.BitGenerator("philox4x32", KEY).random_raw(4)
    assert np.array_equal(words, SEQUENCE.fill("bits", size=4, dtype="uint64"))
    with refused(ValueError, "stream is 3"):
        tali.Sequence(seed=KEY, stream=3)


@pytest.mark.parametrize("bad, error, says", [
    (b"123", ValueError, "key is of 3 bytes"), (-1, ValueError, "seed is -1"), (1 << 64, ValueError, "seed is"),
    (1.5, TypeError, "seed is 1.5"), ("42", TypeError, "seed is '42'"), (None, TypeError, "seed"), (True, TypeError, "seed")])
def test_no_key(bad, error, says):
    with refused(error, says):
        tali.Key(bad)


def test_no_child():
    for child, name in ((KEY.fold_in, "number"), (KEY.split_at, "index"), (KEY.split, "n")):
        with refused(ValueError, f"{name} is -1"):
            child(-1)
        with refused(TypeError, f"{name} is 'a'"):
            child("a")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 6), st.integers(0, 40), st.integers(0, 2**40), st.sampled_from(sorted(CALLS)))
def test_rows(count, per_row, first, name):
    keys, (arguments, element) = KEY.split(count), CALLS[name]
    x = getattr(tali.rows(keys, first), name)(*arguments, size=per_row)
    assert x.shape == (count, per_row, *element)
    for b, k in enumerate(keys):
        assert np.array_equal(x[b], getattr(tali.Sequence(seed=k), name)(*arguments, size=per_row, first=first))


def test_forms_of_keys():
    keys = KEY.split(5)
    x = tali.rows(keys).normal(size=(2, 3), dtype=np.float32)
    assert x.shape == (5, 2, 3) and x.dtype == np.float32
    as_bytes = np.frombuffer(b"".join(k.bytes() for k in keys), np.uint8).reshape(5, 16)
    as_pairs = np.array([(k.seed, k.stream) for k in keys], np.uint64)
    for form in (tuple(keys), iter(keys), as_bytes, as_pairs, np.asfortranarray(as_pairs), as_bytes[::-1][::-1]):
        assert np.array_equal(tali.rows(form).normal(size=(2, 3), dtype="f4"), x)
    out = np.zeros((5, 2, 6), np.float32)
    assert tali.rows(keys).normal(out=out[..., ::2]).base is out
    assert np.array_equal(out[..., ::2], x) and not out[..., 1::2].any()
    assert np.array_equal(tali.rows(keys).fill("normal", (2, 3), "f4", mu=0, sigma=1), x)
    assert tali.rows(keys).random().shape == (5,) and tali.rows([]).random(size=3).shape == (0, 3)
    assert len(tali.rows(keys)) == 5
    assert tali.rows(keys).direction(3, out=np.zeros((5, 7, 3))).shape == (5, 7, 3)


def test_bad_rows():
    with refused(ValueError, r"keys is of shape \(5, 15\)"):
        tali.rows(np.zeros((5, 15), np.uint8))
    with refused(ValueError, r"keys is of shape \(5, 2\) and type int64"):
        tali.rows(np.zeros((5, 2), np.int64))
    with refused(TypeError, r"keys\[1\] is 7"):
        tali.rows([KEY, 7])
    with refused(TypeError, "keys is a single key"):
        tali.rows(KEY)
    with refused(TypeError, "keys is 5"):
        tali.rows(5)
    rows = tali.rows(KEY.split(3))
    with refused(ValueError, "out is of shape"):
        rows.normal(out=np.zeros((4, 2)))
    with refused(ValueError, "size is -1"):
        rows.normal(size=-1)
    with refused(ValueError, r"size is \(3,\)"):
        rows.normal([1, 2])
    with refused(ValueError, "last index is 18446744073709551615"):
        tali.rows(KEY.split(3), first=2**64 - 1).normal(size=2)


@st.composite
def blocks(draw):
    """A shape, and a block of it."""
    shape = tuple(draw(st.lists(st.integers(1, 9), min_size=1, max_size=4)))
    cut = [sorted(draw(st.tuples(st.integers(0, n), st.integers(0, n)))) for n in shape]
    return shape, tuple(a for a, _ in cut), tuple(b - a for a, b in cut)


def slices(offset, local):
    return tuple(slice(o, o + n) for o, n in zip(offset, local))


@settings(max_examples=150, deadline=None)
@given(blocks(), st.sampled_from(sorted(CALLS)), st.booleans())
def test_blocks(block, name, apart):
    shape, offset, local = block
    arguments, element = CALLS[name]
    whole = getattr(SEQUENCE, name)(*arguments, size=shape)
    part = SEQUENCE.block(shape, offset, local)
    expected = whole[slices(offset, local)]
    if apart and name != "categorical":  # into memory with a halo
        memory = np.zeros(tuple(n + 3 for n in local) + element, whole.dtype)
        inside = memory[slices((1,) * len(local), local)]
        assert getattr(part, name)(*arguments, out=inside) is inside
        assert np.array_equal(inside, expected)
        inside[...] = 0
        assert not memory.any()
    else:
        made = getattr(part, name)(*arguments)
        assert made.dtype == whole.dtype and np.array_equal(made, expected)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.lists(st.integers(0, 30), max_size=4),
       st.lists(st.integers(0, 30), max_size=4))
def test_cuts_make_the_whole(rows, columns, cuts, others):
    ends = [sorted({0, n, *(min(c, n) for c in some)}) for n, some in ((rows, cuts), (columns, others))]
    field = np.full((rows, columns), np.nan, np.float32)
    for a, b in zip(ends[0], ends[0][1:]):
        for c, d in zip(ends[1], ends[1][1:]):
            SEQUENCE.block((rows, columns), (a, c), (b - a, d - c)).normal(out=field[a:b, c:d])
    assert np.array_equal(field, SEQUENCE.normal(size=(rows, columns), dtype=np.float32))


@pytest.mark.parametrize("name", SHAPED)
def test_every_method_has_blocks(name):
    from test_methods import CALLS as theirs

    rest = {"dirichlet": ([1.0, 2.0],), "direction": (3,), "multivariate_normal": ([0.0, 1.0], [[2.0, 1.0], [1.0, 2.0]]),
            "multinomial": (10, [0.2, 0.8]), "multivariate_hypergeometric": ([3, 4], 2), "integers": (1, 7),
            "categorical": ([1.0, 2.0],), "choice": (10,), "bernoulli": (0.3,), "bernoulli_bits": (0.3,),
            "cauchy": (1.0, 2.0), "truncated_normal": (0.0, 3.0)}
    arguments = theirs[name] if name in theirs else rest[name]
    whole = getattr(SEQUENCE, name)(*arguments, size=(6, 50))
    part = getattr(SEQUENCE.block((6, 50), (1, 7), (4, 40)), name)(*arguments)
    assert np.array_equal(part, whole[1:5, 7:47])


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
def test_choice_along_an_axis(axis):
    a, keys = np.arange(24).reshape(2, 3, 4), KEY.split(3)
    for size in ((), 2, (2, 5)):
        x = tali.rows(keys).choice(a, size=size, axis=axis)
        for b, k in enumerate(keys):
            assert np.array_equal(x[b], tali.Sequence(seed=k).choice(a, size=size, axis=axis))
    whole = SEQUENCE.choice(a, size=(6, 50), axis=axis)
    part = SEQUENCE.block((6, 50), (1, 7), (4, 40)).choice(a, axis=axis)
    assert np.array_equal(part, whole[(slice(None),) * (axis % 3) + (slice(1, 5), slice(7, 47))])


@pytest.mark.parametrize("engine", ["pcg32", "philox4x32-7", "mtgp32:mexp=11213", "sobol32:dims=5,points=64,scramble=owen"])
def test_blocks_of_other_engines(engine):
    s = tali.Sequence(engine, seed=3)
    whole = s.fill("uniform", size=(64, 5), dtype="f4")
    assert np.array_equal(s.block((64, 5), (10, 1), (30, 3)).fill("uniform", "f4"), whole[10:40, 1:4])


def test_memory_that_lies_apart():
    whole = SEQUENCE.normal(size=(6, 5))
    part = SEQUENCE.block((6, 5))
    for out in (np.zeros((6, 5), order="F"), np.zeros((5, 6)).T, np.zeros((6, 5))[::-1], np.zeros((12, 5))[::2],
                np.zeros((6, 50))[:, ::10], np.zeros((6, 5, 2))[..., 1], np.zeros((1, 6, 1, 5))[0, :, 0]):
        assert part.normal(out=out) is out and np.array_equal(out, whole)
    packed = np.zeros((6, 5), np.dtype({"names": ["x"], "formats": ["f8"], "offsets": [3], "itemsize": 16}))
    assert np.array_equal(part.normal(out=packed["x"]), whole)
    flags = np.zeros((6, 10), bool)
    assert np.array_equal(part.bernoulli(0.5, out=flags[:, ::2]), SEQUENCE.bernoulli(0.5, size=(6, 5)).astype(bool))
    assert part.normal(0.0, 0.0, out=np.ones((6, 10))[:, ::2]).sum() == 0
    directions = np.zeros((6, 5, 6))
    part.direction(3, out=directions[..., ::2])
    assert np.array_equal(directions[..., ::2], SEQUENCE.direction(3, size=(6, 5)))
    locked = np.zeros((6, 10))
    locked.flags.writeable = False
    with refused(ValueError, "out is read-only"):
        part.normal(out=locked[:, ::2])
    with refused(ValueError, "out is of shape"):
        part.normal(out=np.zeros((6, 4)))
    with refused(TypeError, "out is of type float32"):
        part.normal(out=np.zeros((6, 10), np.float32)[:, ::2], dtype="f8")


def test_no_dimension_and_no_element():
    assert SEQUENCE.block(()).normal() == SEQUENCE.normal(first=0)
    assert SEQUENCE.block((5, 0)).normal().shape == (5, 0)
    assert SEQUENCE.block((5, 4), (5, 0)).normal().shape == (0, 4)
    assert SEQUENCE.block(7, 3, 2).normal().tolist() == SEQUENCE.normal(first=3, size=2).tolist()


def test_far_blocks():
    n = 1 << 31
    part = SEQUENCE.block((n, n), (n - 3, n - 5), (2, 5)).random()
    assert np.array_equal(part[1], SEQUENCE.random(first=(n - 2) * n + n - 5, size=5))
    with refused(ValueError, "last index"):
        SEQUENCE.block((1 << 32, 1 << 32), ((1 << 32) - 1, 0), (1, 4)).random()


@pytest.mark.parametrize("shape, offset, local, error, says", [
    ((4, 4), (1, 0), (4, 4), ValueError, r"local_shape\[0\] is 4"),
    ((4, 4), (5, 0), None, ValueError, r"offset\[0\] is 5"),
    ((4, 4), (0,), None, ValueError, r"offset is \(0,\)"),
    ((4, 4), None, (1, 1, 1), ValueError, r"local_shape is \(1, 1, 1\)"),
    ((1 << 33, 1 << 33), None, (1, 1), ValueError, r"shape is \(8589934592, 8589934592\)"),
    ((1 << 64, 2), None, (1, 1), ValueError, "shape is "), ((4, -1), None, None, ValueError, "shape is "),
    ((4.5, 1), None, None, TypeError, "shape is "), ((4, 4), (0, "a"), None, TypeError, "offset is "),
    ((1,) * 9, None, None, ValueError, r"shape is \(1, 1, 1, 1, 1, 1, 1, 1, 1\)")])
def test_bad_blocks(shape, offset, local, error, says):
    with refused(error, says):
        SEQUENCE.block(shape, offset, local)


def test_engines_without_rejection_are_refused_by_empty_blocks():
    for shape in ((0,), (4, 0), (4,)):
        with refused(ValueError, "engine is 'mtgp32'"):
            tali.Sequence("mtgp32", seed=1).block(shape).gamma(2.0)


def test_bad_calls():
    part = SEQUENCE.block((4, 4))
    with refused(ValueError, r"loc is of shape \(2, 4\)"):
        part.normal(np.zeros((2, 4)))
    with refused(ValueError, r"low is of shape \(3,\)"):
        part.uniform(np.zeros(3), 1.0)
    with refused(ValueError, "scale is -1"):
        part.normal(0, -1)
    with pytest.raises(TypeError, match="size"):
        part.normal(size=(4, 4))
    with refused(TypeError, "replace is False"):
        part.choice(16, replace=False, p=np.full(16, 1 / 16))
    with refused(ValueError, "logits is of several dimensions"):
        part.categorical(logits=np.zeros((4, 4)))


SHAPE = (5, 4, 6)
ARRAY = np.random.default_rng(0).uniform(0.5, 3, SHAPE)
COUNTS = np.random.default_rng(0).integers(3, 30, SHAPE)
OF_ARRAYS = [("gamma", (ARRAY,), {}), ("gamma", (ARRAY[0, 0], 2.0), {}), ("normal", (ARRAY[:, :1, :1], ARRAY), {}),
             ("normal", (0, np.arange(5).reshape(5, 1, 1) % 2), {}), ("poisson", (ARRAY,), {}), ("poisson", (ARRAY,), {"dtype": "i4"}),
             ("uniform", (-ARRAY[0], ARRAY), {}), ("integers", (0, COUNTS), {}), ("integers", (COUNTS,), {"dtype": "i1"}),
             ("exponential", (ARRAY[0, 0],), {"dtype": "f2"}), ("uniform", (0, ARRAY[0]), {"dtype": "f2"}),
             ("truncated_normal", (-1, ARRAY), {}), ("bernoulli", (ARRAY / 3,), {}), ("hypergeometric", (COUNTS,) * 3, {})]


@pytest.mark.parametrize("name, arguments, more", OF_ARRAYS)
def test_blocks_and_rows_of_arrays(name, arguments, more):
    whole = getattr(SEQUENCE, name)(*arguments, size=SHAPE, **more)
    for offset, local in (((0, 0, 0), SHAPE), ((1, 1, 2), (3, 2, 3)), ((2, 0, 0), (2, 4, 6)), ((0, 0, 5), (5, 4, 1)),
                          ((0, 3, 0), (5, 1, 6)), ((0, 0, 0), (0, 4, 6)), ((1, 2, 3), (1, 1, 1))):
        part = getattr(SEQUENCE.block(SHAPE, offset, local), name)(*arguments, **more)
        expected = whole[tuple(slice(a, a + n) for a, n in zip(offset, local))]
        assert np.array_equal(part, expected) and part.dtype == whole.dtype
        if not more:
            memory = np.zeros(tuple(n + 2 for n in local), whole.dtype)
            getattr(SEQUENCE.block(SHAPE, offset, local), name)(*arguments, out=memory[1:-1, 1:-1, 1:-1])
            assert np.array_equal(memory[1:-1, 1:-1, 1:-1], expected)
    keys = KEY.split(5)
    rows = getattr(tali.rows(keys, first=3), name)(*arguments, size=SHAPE[1:], **more)
    for b, key in enumerate(keys):
        mine = [np.broadcast_to(x, SHAPE)[b] if np.ndim(x) else x for x in arguments]
        assert np.array_equal(rows[b], getattr(tali.Sequence(seed=key), name)(*mine, size=SHAPE[1:], first=3, **more))


def test_orders_and_bytes_of_rows():
    keys = KEY.split(3)
    rows, alone = tali.rows(keys, first=2), [tali.Sequence(seed=key) for key in keys]
    table = np.arange(12).reshape(3, 4)
    for of_rows, of_one in ((rows.permutation(9), lambda s: s.permutation(9, first=2)),
                            (rows.permutation(table, axis=1), lambda s: s.permutation(table, axis=1, first=2)),
                            (rows.choice(9, 4, replace=False), lambda s: s.choice(9, 4, replace=False, first=2)),
                            (rows.choice(9, replace=False), lambda s: s.choice(9, replace=False, first=2)),
                            (rows.choice(table, 2, replace=False, axis=1), lambda s: s.choice(table, 2, replace=False, axis=1, first=2)),
                            (rows.bytes(11), lambda s: s.bytes(11, first=2))):
        assert all(np.array_equal(of_rows[b], of_one(s)) for b, s in enumerate(alone))
    none = tali.rows([])
    assert none.permutation(4).shape == (0, 4) and none.choice(5, 2, replace=False).shape == (0, 2) and none.bytes(3) == []


def test_docstrings_say_what_is_taken():
    """Blocks and rows take less than a generator, and no method speaks of a parameter that it lacks."""
    for cls in (tali.Block, tali.Rows):
        assert "a : int or array_like" in cls.choice.__doc__ and "array_like" in cls.normal.__doc__
        assert ("Must be True" in cls.choice.__doc__) == (cls is tali.Block)
        assert "Of several dimensions" not in cls.categorical.__doc__ and "broadcast" not in cls.multinomial.__doc__
    for cls in (tali.Block, tali.Rows, tali.Generator, tali.Sequence):
        for name in SHAPED:
            method = getattr(cls, name)
            if "out" not in inspect.signature(method).parameters:
                assert "`out`" not in method.__doc__, (cls, name)
    for name in ("multivariate_normal", "dirichlet", "multinomial", "direction", "multivariate_hypergeometric"):
        assert "single number" not in getattr(tali.Generator, name).__doc__
        assert "a single row" in getattr(tali.Generator, name).__doc__


@pytest.mark.parametrize("name, type_", [("normal", "f32"), ("lognormal", "f32"), ("exponential", "f32"), ("gamma", "f32"), ("poisson", "i64")])
def test_arrays_beside_keys_are_of_the_type_that_python_gives(name, type_):
    # They belong in a GPU's memory: only their place is wrong here, not their length.
    entry = ENTRIES[name, type_]
    wide = np.float32 if entry.library_arrays and entry.arrays_f32 else np.float64
    with refused(tali.ArgumentError, "parameter"):
        _core.fill_rows_arrays(np.zeros((2, 2), np.uint64), entry.index, [np.ones(4, wide)] * entry.parameters, 0, np.empty(4, DTYPES[type_]))
