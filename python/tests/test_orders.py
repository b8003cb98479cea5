# SPDX-License-Identifier: Apache-2.0
"""Orders and selections: whatever is ordered keeps its elements, and what is refused moves nothing."""

import collections
import copy
import warnings

import numpy as np
import pytest

import tali
from conftest import refused


class View:
    """An item of Views: it shows what stands at its place now."""

    def __init__(self, values, place):
        self.values, self.place = values, place

    @property
    def value(self):
        return self.values[self.place]

    def __deepcopy__(self, memo):
        return View({self.place: self.value}, self.place)


class Views:
    """A sequence whose items are views of its memory, as those of tensors are."""

    def __init__(self, values):
        self.values = list(values)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, place):
        if not 0 <= place < len(self.values):
            raise IndexError(place)
        return View(self.values, place)

    def __setitem__(self, place, item):
        self.values[place] = item.value


class Locked(Views):
    """It refuses its third change."""

    changes = 0

    def __setitem__(self, place, item):
        self.changes += 1
        if self.changes == 3:
            raise RuntimeError("locked")
        super().__setitem__(place, item)


def shuffled(n, seed=3):
    x = list(range(n))
    tali.Generator(seed=seed).shuffle(x)
    return x


def test_items_that_are_views_are_shuffled():
    x = Views(range(50))
    tali.Generator(seed=3).shuffle(x)
    assert x.values == shuffled(50)
    rows = Views([[i, -i] for i in range(9)])
    tali.Sequence(seed=3).shuffle(rows)
    assert sorted(rows.values) == [[i, -i] for i in range(9)]


def test_items_of_a_list_stay_the_same_objects():
    items = [object() for _ in range(20)]
    for made in (list, collections.UserList, collections.deque):
        x = made(items)
        tali.Generator(seed=3).shuffle(x)
        assert all(a is items[i] for a, i in zip(x, shuffled(20)))


def test_tensors_are_shuffled():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    for x in (torch.arange(50), torch.arange(100).reshape(50, 2) // 2, torch.arange(50, dtype=torch.float32)):
        tali.Generator(seed=3).shuffle(x)
        assert x.reshape(50, -1)[:, 0].int().tolist() == shuffled(50)


def test_labelled_arrays_are_shuffled():
    xarray = pytest.importorskip("xarray", reason="xarray is not installed")
    x = xarray.DataArray(np.arange(50), dims="a")
    tali.Generator(seed=3).shuffle(x)
    assert x.values.tolist() == shuffled(50)


@pytest.mark.parametrize("x", [{0: 1, 1: 2}, collections.OrderedDict({0: 1, 1: 2}), {1, 2}, frozenset({1}), range(3)])
def test_what_has_no_order_is_not_shuffled(x, g):
    before = copy.copy(x)
    with refused(TypeError, f"x is of type {type(x).__name__}"):
        g.shuffle(x)
    assert g.position == 0 and x == before


def test_a_shuffle_that_fails_moves_nothing(g):
    with pytest.raises(RuntimeError, match="locked"):
        g.shuffle(Locked(range(9)))
    assert g.position == 0
    g.shuffle([1, 2])
    g.shuffle([])
    assert g.position == 2


class Full(np.ndarray):
    """Memory that takes no values."""

    def __setitem__(self, place, values):
        raise RuntimeError("full")


@pytest.mark.parametrize("axis, rows", [(None, 1), (0, 3), (1, 2)])
def test_an_order_that_is_not_written_moves_nothing(axis, rows, g):
    x = np.arange(6).reshape(2, 3)
    with pytest.raises(RuntimeError, match="full"):
        g.permuted(x, axis=axis, out=np.empty((2, 3), int).view(Full))
    with pytest.raises(RuntimeError, match="full"):
        g.shuffle(x.view(Full))
    assert g.position == 0
    g.permuted(x, axis=axis)
    assert g.position == rows


def test_arrays_that_cannot_be_changed_move_nothing(g):
    jnp = pytest.importorskip("jax.numpy", reason="JAX is not installed")
    with pytest.raises(TypeError):
        g.shuffle(jnp.arange(5))
    assert g.position == 0


def test_axes_are_integers(g):
    for call in (lambda: g.permutation([[1, 2]], axis=None), lambda: g.shuffle(np.zeros((2, 2)), axis=1.5),
                 lambda: g.shuffle([1, 2], axis=False), lambda: g.shuffle([1, 2], axis=0.0),
                 lambda: g.choice([[1, 2]], axis=None), lambda: g.permuted([[1, 2]], axis="0")):
        with refused(TypeError, r"axis is .*"):
            call()
    assert g.position == 0


def test_sizes_that_no_integer_of_64_bits_holds(g):
    with refused(ValueError, f"size is {1 << 64} elements"):
        g.choice(5, size=(1 << 32, 1 << 32), replace=False)
    for replace in (True, False):
        with refused(ValueError, rf"a is {1 << 64}"):
            g.choice(1 << 64, size=3, replace=replace)
        assert g.at(0).choice(1 << 63, size=3, replace=replace).min() >= 0
    assert g.position == 0


def test_elements_of_probability_0_come_last():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(50):
            g = tali.Generator(seed=seed)
            assert g.choice(3, size=2, replace=False, p=[0, 1.0, 1e-310]).tolist() == [1, 2]
            # Both times are beyond the largest number, and yet have an order.
            tiny = g.choice(4, size=3, replace=False, p=[0, 5e-324, 1.0, 1e-310])
            assert tiny.tolist() == [2, 3, 1]


def test_numbers_of_choice_with_probabilities_stay():
    p = np.array([0.1, 0.2, 0, 0.3, 0.4])
    g = tali.Generator(seed=5)
    assert [g.choice(5, 3, replace=False, p=p).tolist() for _ in range(4)] == [
        [4, 3, 1], [4, 1, 3], [1, 0, 4], [4, 3, 0]]


@pytest.mark.parametrize("draw", [
    lambda g, x: g.choice(5, 3, x), lambda g, x: g.choice(5, 3, replace=x), lambda g, x: g.choice(5, 3, shuffle=x),
    lambda g, x: g.integers(0, 5, endpoint=x), lambda g, x: g.integers(5, endpoint=x), lambda g, x: g.integers(0, 5, 3, endpoint=x),
    lambda g, x: tali.rows(tali.Key(1).split(2)).choice(5, 3, replace=x),
    lambda g, x: tali.Sequence(seed=1).choice(5, 3, replace=x),
    lambda g, x: tali.Sequence(seed=1).block(5).integers(5, endpoint=x),
    lambda g, x: tali.BitGenerator("philox4x32", 1).random_raw(2, x)])
def test_flags_are_true_or_false(g, draw):
    for wrong in ([0, .5, 0, .5, 0], "False", "", None, 2, 0.0, np.array([True]), {}):
        with refused(TypeError, "(replace|shuffle|endpoint|output) is .*"):
            draw(g, wrong)
    assert g.position == 0
    for right in (True, np.True_, 1, np.int64(1)):
        draw(g, right)


def test_an_axis_is_no_flag(g):
    x = np.arange(6).reshape(2, 3)
    for axis in (True, False, "0", 1.0):
        for draw in (g.permutation, g.shuffle, lambda x, axis: g.permuted(x, axis=axis),
                     lambda x, axis: g.choice(x, 2, axis=axis)):
            with refused(TypeError, "axis is .*"):
                draw(x, axis=axis)
    assert g.position == 0


def test_choice_of_objects_into_no_dimensions(g):
    a = np.empty(2, dtype=object)
    a[0], a[1] = [1, 2], [3]
    for replace in (True, False):
        made = g.choice(a, (), replace=replace)
        assert isinstance(made, np.ndarray) and made.shape == () and made[()] in ([1, 2], [3])
    rows = np.arange(6).reshape(2, 3)
    assert g.choice(rows, ()).shape == (3,) and g.choice(rows, (), axis=1).shape == (2,) and g.choice([1, 2], ()).shape == ()


def test_choice_by_rows_of_probabilities(g):
    """Value i is drawn by its row, as one call with that row's probabilities draws it at the same position."""
    rows = np.array([[0.2, 0.3, 0.5], [0, 1, 0], [0.5, 0.5, 0]])
    made = g.choice(["a", "b", "c"], p=rows)
    alone = [g.at(i).choice(["a", "b", "c"], p=row) for i, row in enumerate(rows)]
    assert made.tolist() == alone and g.position == 3
    assert g.choice(3, (4, 3), p=rows).shape == (4, 3) and g.position == 15
    assert (g.choice(3, (100, 3), p=rows)[:, 1] == 1).all()
    assert tali.Sequence(seed=1).choice(3, p=rows[None]).shape == (1, 3)
    for call in (lambda: g.choice(3, 2, p=rows), lambda: g.choice(3, p=rows, replace=False),
                 lambda: g.choice(3, p=rows * 0.9), lambda: g.choice(4, p=rows)):
        with refused(ValueError, "(size|p|sum of p) is .*"):
            call()


@pytest.mark.parametrize("make", [lambda: np.arange(1.0), lambda: [5], lambda: np.arange(5)[::5], lambda: np.ones((1, 3))])
def test_one_item_moves_nothing(g, make):
    x = make()
    g.shuffle(x)
    assert np.array_equal(x, make()) and np.array_equal(g.permutation(make()), make()) and g.position == 2


@pytest.mark.parametrize("n", [4096, 4097, 5000, 8193, 131073, 2**19 + 1, 2**20, 2**20 + 1])
def test_a_whole_order_begins_like_a_part(n):
    """A part is made element by element; a whole by tables of the rounds, if it has up to 2**20 elements."""
    order = tali.default_rng(5).permutation(n)
    assert np.array_equal(order[:64], tali.default_rng(5).choice(n, 64, replace=False))
    assert np.array_equal(np.sort(order), np.arange(n))
