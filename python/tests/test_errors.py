# SPDX-License-Identifier: Apache-2.0
"""Errors are data: argument, value, expected, choices, suggestion, index. Their sentences: tests/data/messages.txt."""

import pickle

import numpy as np
import pytest

import tali
from conftest import DATA


def error_of(call):
    with pytest.raises((tali.ArgumentError, tali.ArgumentTypeError)) as raised:
        call()
    return raised.value


@pytest.mark.parametrize("call, argument, value, index", [
    (lambda g: g.gamma(-1), "shape", -1, ()),
    (lambda g: g.normal(0, -2.5), "scale", "-2.5", ()),
    (lambda g: g.gamma([1, 2, -1.5]), "shape", "-1.5", (2,)),
    (lambda g: g.hypergeometric(10, 5, 16), "nsample", 16, ()),
    (lambda g: g.hypergeometric([10], 5, 16), "nsample", 16, (0,)),
    (lambda g: g.dirichlet([0, 2, 0, np.inf]), "alpha", "inf", (3,)),
    (lambda g: g.categorical([1, -1]), "p", "-1", (1,)),
    (lambda g: g.fill("gamma", shape=-2, dtype="f4"), "shape", -2, ()),
])
def test_a_value_out_of_range(g, call, argument, value, index):
    error = error_of(lambda: call(g))
    assert (error.argument, error.value, error.index) == (argument, value, index)
    assert isinstance(error, ValueError) and error.expected and error.choices == () and error.suggestion == ""
    assert str(error).startswith(argument) and str(error).endswith("; expected " + error.expected)


def test_one_of_some_names():
    error = error_of(lambda: tali.Generator("philo4x32", seed=1))
    assert (error.argument, error.value, error.expected, error.suggestion) == ("engine", "philo4x32", "", "philox4x32")
    assert "pcg32" in error.choices and "did you mean 'philox4x32'?" in str(error)
    error = error_of(lambda: tali.Generator(seed=1).standard_exponential(method="invs"))
    assert (error.argument, error.value, error.choices) == ("method", "invs", ("zig", "inv"))


def test_a_type_that_is_not_taken():
    error = error_of(lambda: tali.Generator(5))
    assert isinstance(error, TypeError) and not isinstance(error, ValueError)
    assert (error.argument, error.value) == ("engine", 5)


def test_none_is_a_value_and_what_is_missing_is_empty():
    error = error_of(lambda: tali.Generator(seed=1).integers(None))
    assert (error.argument, error.value) == ("low", None)
    error = error_of(lambda: tali.Sequence("sobol32"))
    assert (error.argument, error.value) == ("dims", "")
    error = error_of(lambda: tali.Generator(seed=1, device=""))
    assert (error.argument, error.value) == ("device", "") and "missing" not in str(error)


def test_survives_pickling():
    for error in (error_of(lambda: tali.Generator("philo4x32", seed=1)), error_of(lambda: tali.Generator(seed=1).gamma([2, -1])),
                  error_of(lambda: tali.Sequence("sobol32"))):
        same = pickle.loads(pickle.dumps(error))
        assert type(same) is type(error) and str(same) == str(error) and same.args == error.args


def messages():
    """The section [Python] of the list of sentences: calls and their messages."""
    text = (DATA / "messages.txt").read_text()
    lines = text.partition("[Python]\n")[2].splitlines()
    return [(call, message[2:]) for call, message in zip(lines[::2], lines[1::2])]


@pytest.mark.parametrize("call, message", messages())
def test_messages_are_the_listed_ones(call, message):
    error = error_of(lambda: eval(call, {"tali": tali, "np": np, "g": tali.Generator(seed=42)}))
    assert str(error) == message
