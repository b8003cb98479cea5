# SPDX-License-Identifier: Apache-2.0
"""tali.jax under JAX's transformations: the numbers of tali.Sequence, wherever the key and the parameters come from."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from calls import CALLS as OF_NUMBERS
from conftest import refused

import tali
from tali._blocks import SHAPED

jax = pytest.importorskip("jax", reason="JAX is not installed")
jnp = jax.numpy

KEY = tali.Key(42)
WHOLE = tali.Sequence(seed=KEY)
#: Parameters of every method
CALLS = {**OF_NUMBERS, "bernoulli": (0.3,), "bernoulli_bits": (0.3,), "binomial": (100, 0.3), "categorical": ([1.0, 2.0, 0.5],),
         "cauchy": (1.0, 2.0), "choice": (10,), "direction": (3,), "dirichlet": ([2.0, 3.0],), "integers": (-5, 70),
         "lognormal": (0.5, 0.25), "normal": (1.5, 2.0), "multinomial": (10, [0.25, 0.75]), "multivariate_hypergeometric": ([5, 6], 4),
         "multivariate_normal": ([0.0, 1.0], [[2.0, 0.5], [0.5, 1.0]]), "truncated_normal": (-1.0, 3.0), "uniform": (-2.0, 3.0)}
LISTS = {"categorical", "choice", "direction", "dirichlet", "multinomial", "multivariate_hypergeometric", "multivariate_normal"}
SCALARS = sorted(set(CALLS) - LISTS - {"random"})


def x64():
    return jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64()


def words_of(key):
    return np.frombuffer(bytes(key), "<u4")


def same(x, expected):
    x, expected = np.asarray(x), np.asarray(expected)
    return x.shape == expected.shape and x.tobytes() == expected.astype(x.dtype).tobytes()


def draw(name, shape=(5, 3), **more):
    return lambda key, *given: getattr(tali.jax, name)(key, shape, *(given or CALLS[name]), **more)


def test_keys(data):
    count = 0
    for line in (data / "key_answers.txt").read_text().splitlines():
        kind, *rest = line.split() or [""]
        if kind == "seed":
            assert same(tali.jax.key(int(rest[0])), words_of(bytes.fromhex(rest[1])))
        elif kind in ("fold-in", "split"):
            parent, made = (jnp.asarray(words_of(bytes.fromhex(k))) for k in (rest[0], rest[2]))
            if kind == "fold-in":
                assert same(tali.jax.fold_in(parent, int(rest[1])), made)
            elif int(rest[1]) < 100:
                assert same(tali.jax.split(parent, int(rest[1]) + 1)[-1], made)
        elif kind == "words":
            k, words = jnp.asarray(words_of(bytes.fromhex(rest[0]))), [int(w, 16) for w in rest[1:]]
            assert tali.jax.integers(k, 4, 0, 1 << 32, dtype="uint32").dtype == np.uint32
            wrapped = jax.random.wrap_key_data(k, impl=tali.jax.prng)
            assert jax.random.bits(wrapped, (8,)).tolist() == words
        count += kind in ("seed", "fold-in", "split", "words")
    assert count > 80


def test_keys_are_traced():
    for n in (7, -1, 2**31 - 1):
        child = words_of(KEY.fold_in(n % (1 << 64)))
        assert same(jax.jit(tali.jax.fold_in)(KEY, n), child) and same(tali.jax.fold_in(KEY, jnp.int32(n)), child)
    assert same(jax.jit(tali.jax.key)(jnp.uint32(2**32 - 1)), words_of(tali.Key(2**32 - 1)))
    with x64():
        assert same(jax.jit(tali.jax.fold_in)(KEY, jnp.uint64(2**63 + 5)), words_of(KEY.fold_in(2**63 + 5)))
    children = [[words_of(k.fold_in(n)) for n in range(3)] for k in KEY.split(2)]
    assert same(tali.jax.fold_in(tali.jax.split(KEY)[:, None], jnp.arange(3)), children)
    assert same(jax.vmap(lambda k: jax.vmap(lambda n: tali.jax.fold_in(k, n))(jnp.arange(3)))(tali.jax.split(KEY)), children)
    assert same(jax.tree.map(lambda x: x, {"key": KEY})["key"], words_of(KEY))


def test_calls_are_of_every_method():
    assert sorted(CALLS) == sorted(SHAPED)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_under_jit(name):
    expected = draw(name)(KEY)  # made on the host
    made = jax.jit(draw(name))(tali.jax.key(42))
    assert made.dtype == expected.dtype and same(made, expected)
    rows = jax.vmap(draw(name))(tali.jax.split(KEY, 3))
    assert same(rows[1], draw(name)(KEY.split(2)[1]))
    with x64():
        assert same(jax.jit(draw(name))(tali.jax.key(42)), getattr(WHOLE, name)(*CALLS[name], size=(5, 3)))


@pytest.mark.parametrize("name", SCALARS)
def test_traced_parameters(name):
    if not CALLS[name]:
        pytest.skip("no parameters")
    values = [np.int32(p) if isinstance(p, int) else np.float32(p) for p in CALLS[name]]
    exact = [v.item() for v in values]
    expected = np.asarray(draw(name)(KEY, *exact))
    assert same(jax.jit(draw(name))(KEY, *values), expected)
    full = [np.full((5, 3), v) for v in values]
    assert same(jax.jit(draw(name))(KEY, *full), expected)  # one per value
    keys, first = tali.jax.split(KEY, 4), values[0] + np.arange(4).astype(values[0].dtype) / (8 if values[0].dtype.kind == "f" else 1)
    first = first.astype(values[0].dtype)
    if name not in ("bernoulli", "bernoulli_bits", "geometric", "logseries"):
        rows = jax.vmap(lambda k, v: draw(name)(k, v, *values[1:]))(keys, first)
        for k in range(4):
            assert same(rows[k], draw(name)(KEY.split_at(k), first[k].item(), *exact[1:]))


def test_keys_of_all_kinds():
    expected = draw("gamma")(KEY)
    for made in (draw("gamma")(tali.jax.key(42)), draw("gamma")(np.asarray(tali.jax.key(42))), jax.jit(draw("gamma"))(KEY),
                 jax.jit(lambda: draw("gamma")(KEY))(), jax.jit(lambda: draw("gamma")(WHOLE))()):  # constants, as JAX's keys are
        assert same(made, expected)
    assert same(draw("gamma")(tali.jax.split(KEY, 3)), jax.vmap(draw("gamma"))(tali.jax.split(KEY, 3)))
    assert draw("gamma")(tali.jax.split(tali.jax.split(KEY, 3), 2)).shape == (3, 2, 5, 3)


def test_values_and_parameters_of_other_types():
    k = tali.jax.key(42)
    for dtype in ("float16", "bfloat16"):
        for name in ("random", "uniform", "exponential", "standard_normal"):
            made = jax.jit(draw(name, (1000,), dtype=dtype))(k)
            assert same(made, draw(name, (1000,), dtype=dtype)(KEY)) and made.dtype == jnp.dtype(dtype)
    for dtype in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32"):
        made = jax.jit(lambda k, d=dtype: tali.jax.integers(k, (50,), 0, 2, dtype=d))(k)
        assert same(made, WHOLE.integers(0, 2, size=50, dtype=dtype)) and made.dtype == jnp.dtype(dtype)
    assert same(jax.jit(draw("poisson", 9, dtype="uint32"))(k), WHOLE.poisson(4.5, size=9, dtype="uint32"))
    assert same(jax.jit(draw("normal", 9, method="inversion"))(k), WHOLE.normal(1.5, 2, size=9, dtype="f4", method="inversion"))
    low, high = np.array([-5, 0, 2**30], np.int32), np.array([5, 1, 2**31 - 1], np.int32)
    assert same(jax.jit(lambda *b: tali.jax.integers(k, (4, 3), *b))(low, high), WHOLE.integers(low, high, size=(4, 3), dtype="i4"))
    with x64():
        low, high = np.array([-(2**62), 0]), np.array([2**62, 2**63 - 1])
        assert same(jax.jit(lambda *b: tali.jax.integers(k, (4, 2), *b))(low, high), WHOLE.integers(low, high, size=(4, 2)))
        assert jax.jit(draw("poisson", 9, dtype="int32"))(k).dtype == np.int32
        mean = np.array([0.1, 4.7])
        assert same(jax.jit(draw("poisson", (4, 2)))(k, mean), WHOLE.poisson(mean, size=(4, 2)))
        assert same(jax.jit(draw("gamma", (4, 2), dtype="float32"))(k, mean), WHOLE.gamma(mean, size=(4, 2), dtype="f4"))


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), 7, (1,), (2, 1, 3, 1, 2)])
def test_shapes(shape):
    for name in ("normal", "poisson", "gamma"):
        x = jax.jit(draw(name, shape))(tali.jax.key(42))
        assert same(x, draw(name, shape)(KEY))
        scale = np.float32(CALLS[name][-1])
        assert same(jax.jit(draw(name, shape))(KEY, *CALLS[name][:-1], np.full(x.shape, scale)), draw(name, shape)(KEY))
    assert jax.vmap(draw("normal", shape))(jnp.zeros((0, 4), np.uint32)).shape == (0, *x.shape)


def test_many_and_large():
    x = jax.jit(draw("binomial", (600_001,)))(KEY)  # in pieces
    assert same(x, WHOLE.binomial(100, 0.3, size=600_001))
    mean = np.linspace(0.5, 60, 600_001, dtype=np.float32)
    assert same(jax.jit(draw("poisson", (600_001,)))(KEY, mean), WHOLE.poisson(mean, size=600_001))
    keys = tali.jax.split(KEY, 10_000)
    assert same(jax.vmap(draw("normal", 3))(keys), tali.rows(KEY.split(10_000)).normal(1.5, 2, size=3, dtype="f4"))


def test_a_scale_of_zero():
    scale = np.array([0, 2, 0], np.float32)
    for name, first in (("gumbel", (1.5,)), ("exponential", ()), ("gamma", (2.5,)), ("cauchy", (1.5,))):
        expected = getattr(WHOLE, name)(*first, scale, size=(4, 3), dtype="f4")
        assert same(jax.jit(draw(name, (4, 3)))(KEY, *first, scale), expected)
    assert same(jax.jit(lambda k: tali.jax.gumbel(k, 3, 1.5, 0.0))(KEY), [1.5, 1.5, 1.5])
    x = jax.jit(lambda *p: tali.jax.truncated_normal(KEY, 3, *p))(*np.array([2, 3, 1.5, 0], np.float32))
    assert same(x, np.float32([2, 2, 2]))


def test_parameters_that_are_not_allowed():
    bad = np.array([2, -1, np.nan], np.float32)
    for name, more, nothing in (("normal", (1.0,), np.isnan), ("gamma", (2.5,), np.isnan), ("exponential", (), np.isnan),
                                ("normal", (1.0,), np.isnan), ("poisson", (), lambda x: x == -1), ("chisquare", (), np.isnan)):
        x = np.asarray(jax.jit(draw(name, (4, 3)))(KEY, *more, bad))
        good = getattr(WHOLE, name)(*more, 2.0, size=(4, 3), **({} if name == "poisson" else {"dtype": "f4"}))
        assert same(x[:, 0], good[:, 0]) and nothing(x[:, 1:]).all()
        assert nothing(np.asarray(jax.jit(draw(name, 4))(KEY, *more, np.float32(-1)))).all()
    x = jax.jit(draw("normal", (4, 3), method="inversion"))(KEY, 1.0, bad)
    assert np.isnan(x[:, 1:]).all() and same(x[:, 0], WHOLE.normal(1, 2, size=(4, 3), dtype="f4", method="inversion")[:, 0])
    x = jax.jit(draw("uniform", (4, 3)))(KEY, 1.0, bad)
    assert np.isnan(x[:, 1:]).all() and same(x[:, 0], WHOLE.uniform(1, 2, size=(4, 3), dtype="f4")[:, 0])
    x = jax.jit(draw("lognormal", (4, 3)))(KEY, 1.0, bad)
    assert np.isnan(x[:, 1:]).all() and same(x[:, 0], WHOLE.lognormal(1, 2, size=(4, 3), dtype="f4")[:, 0])
    assert (jax.jit(draw("integers", 4))(KEY, jnp.int32(5), jnp.int32(5)) == -1).all()
    x = jax.jit(draw("integers", (4, 3)))(KEY, jnp.int32(5), np.int32([9, 5, 4]))
    assert (x[:, 1:] == -1).all() and same(x[:, 0], WHOLE.integers(5, 9, size=(4, 3), dtype="i4")[:, 0])
    far = jax.jit(draw("geometric", 3))
    if jax.default_backend() == "gpu":
        return np.testing.assert_array_equal(far(KEY, np.float32(1e-12)), -1)
    with pytest.raises(Exception, match="a value does not fit int32"):
        far(KEY, np.float32(1e-12)).block_until_ready()


@pytest.mark.parametrize("call, error, says", [
    (lambda k: tali.jax.normal(k[:3], 5), ValueError, r"key is of shape \(3,\) and type uint32"),
    (lambda k: tali.jax.normal(k.astype(np.int32), 5), ValueError, r"key is of shape \(4,\) and type int32"),
    (lambda k: tali.jax.normal("a", 5), TypeError, "key is 'a'"), (lambda k: tali.jax.normal(k, 5, 0, -1), ValueError, "scale is -1"),
    (lambda k: tali.jax.normal(k, 5, jnp.ones(2)), ValueError, r"size is \(5,\)|loc is of shape \(2,\)"),
    (lambda k: tali.jax.normal(k, 5, dtype=np.float64), TypeError, "dtype is float64"),
    (lambda k: tali.jax.poisson(k, 5, dtype="int8"), TypeError, "dtype is"),
    (lambda k: tali.jax.normal(tali.Sequence("pcg32", seed=1), k.shape), ValueError, "engine is 'pcg32'"),
    (lambda k: tali.jax.normal(k, -1), ValueError, "size is -1"), (lambda k: tali.jax.fold_in(k, -1), ValueError, "number is -1"),
    (lambda k: tali.jax.fold_in(k, jnp.float32(1)), TypeError, "number is of type float32"),
    (lambda k: tali.jax.normal(jax.random.key(1), 5), ValueError, "key is of"),
    (lambda k: tali.jax.normal(k, 5, sharding=3), TypeError, "sharding is 3")])
def test_bad_calls(call, error, says):
    with refused(error, says):
        jax.jit(call)(tali.jax.key(1))


def of(name, *fixed):
    """The sum of squares of values, whose gradient is asked for."""
    return lambda *p: (draw(name, (400,))(KEY, *fixed, *p) ** 2).sum()


@pytest.mark.parametrize("name", ["normal", "lognormal", "exponential", "gumbel", "logistic", "laplace", "rayleigh", "weibull",
                                  "pareto", "power", "triangular", "uniform"])
def test_gradients(name):
    values = CALLS[name]
    with x64():
        for k in range(len(values)):
            def f(p, k=k):
                return draw(name, (400,))(KEY, *values[:k], p, *values[k + 1:])
            step = 1e-5
            there = (f(values[k] + step) - f(values[k] - step)) / (2 * step)
            _, mine = jax.jvp(f, (values[k],), (1.0,))
            close = np.isclose(mine, there, rtol=1e-3, atol=1e-4)
            assert close.mean() > 0.98, (k, mine[~close][:5], there[~close][:5])  # all but those that cross the triangle's mode
            assert np.isclose(jax.jit(jax.grad(lambda p: f(p).sum()))(values[k]), mine.sum())


def test_gradients_of_gamma():
    """Along the quantile: with the distribution, not with the attempts."""
    with x64():
        a = 2.5
        x, dx = jax.jvp(lambda a: draw("gamma", (400,))(KEY, a, 1.0), (a,), (1.0,))
        step = 1e-5
        cdf = jax.scipy.special.gammainc
        density = jnp.exp((a - 1) * jnp.log(x) - x - jax.scipy.special.gammaln(a))
        assert np.allclose(dx, -(cdf(a + step, x) - cdf(a - step, x)) / (2 * step) / density, rtol=1e-4, atol=1e-6)
        y, dy = jax.jvp(lambda a, s: draw("gamma", (400,))(KEY, a, s), (a, 3.0), (1.0, 0.5))
        assert np.allclose(dy, 3 * dx + y / 6)
        x, dx = jax.jvp(lambda df: draw("chisquare", (400,))(KEY, df), (5.0,), (1.0,))
        assert np.allclose(dx, jax.lax.random_gamma_grad(jnp.full_like(x, 2.5), x / 2))


def test_gradients_of_truncated_normal():
    with x64():
        given = (0.2, 3.0, 0.5, 2.0)

        def level(x, low, high, loc, scale):
            below, here, above = (jax.scipy.special.ndtr((t - loc) / scale) for t in (low, x, high))
            return (here - below) / (above - below)

        for k in range(4):
            def f(p, k=k):
                return draw("truncated_normal", (400,))(KEY, *given[:k], p, *given[k + 1:])
            x, dx = jax.jvp(f, (given[k],), (1.0,))
            by_parameter = jax.vmap(jax.grad(level, k + 1), (0, None, None, None, None))(x, *given)
            by_value = jax.vmap(jax.grad(level), (0, None, None, None, None))(x, *given)
            assert np.allclose(dx, -by_parameter / by_value, rtol=1e-6, atol=1e-8), k


def test_gradients_and_other_transformations():
    assert same(jax.jacobian(lambda s: tali.jax.normal(KEY, 100, 0.0, s))(0.0), tali.jax.normal(KEY, 100))
    g = jax.vmap(jax.grad(lambda m, k: (tali.jax.normal(k, 10, m) ** 2).sum()), (None, 0))(1.0, tali.jax.split(KEY, 3))
    assert np.allclose(g, [2 * np.asarray(tali.jax.normal(k, 10, 1.0)).sum() for k in KEY.split(3)], rtol=1e-5)
    loc = jnp.arange(3.0)
    assert same(jax.grad(lambda m: tali.jax.normal(KEY, (5, 3), m).sum())(loc), np.float32([5, 5, 5]))
    assert jax.grad(lambda x: x * tali.jax.poisson(KEY, 5, jnp.exp(x)).sum())(0.0) == tali.jax.poisson(KEY, 5, 1.0).sum()
    assert jax.grad(jax.checkpoint(lambda m: tali.jax.normal(KEY, 3, m).sum()))(1.0) == 3
    with refused(ValueError, "distribution is 'beta': cauchy, chi-squared, exponential"):
        jax.grad(lambda a: tali.jax.beta(KEY, 3, a, 2.0).sum())(1.0)


def test_loops():
    noise = [np.asarray(tali.jax.normal(KEY.fold_in(i), 3)) for i in range(4)]
    x = jax.lax.scan(lambda c, i: (c, tali.jax.normal(tali.jax.fold_in(KEY, i), 3)), 0, jnp.arange(4))[1]
    assert same(x, noise)
    x = jax.jit(lambda k: jax.lax.fori_loop(0, 4, lambda i, c: c + tali.jax.normal(tali.jax.fold_in(k, i), 3), jnp.zeros(3)))(KEY)
    assert np.allclose(x, sum(noise), rtol=1e-6)
    x = jax.lax.map(lambda k: tali.jax.normal(k, 3), tali.jax.split(KEY, 3))
    assert same(x, tali.jax.normal(tali.jax.split(KEY, 3), 3))


def test_permutations():
    for k in (KEY, tali.jax.key(42), WHOLE):
        assert same(tali.jax.permutation(k, 10), WHOLE.permutation(10))
    x = np.arange(12.0, dtype=np.float32).reshape(3, 4)
    assert same(jax.jit(lambda k, x: tali.jax.permutation(k, x, axis=1))(KEY, x), WHOLE.permutation(x, axis=1))
    rows = jax.vmap(lambda k: tali.jax.permutation(k, 5))(tali.jax.split(KEY, 3))
    assert same(rows, tali.jax.permutation(tali.jax.split(KEY, 3), 5)) and same(rows[2], tali.Sequence(seed=KEY.split_at(2)).permutation(5))


def test_lists_that_are_traced():
    p, logits = np.float32([1, 2, 0.5]), np.float32([0, 1, -1])
    assert same(jax.jit(lambda p: tali.jax.categorical(KEY, 50, p))(p), WHOLE.categorical(p, size=50))
    assert same(jax.jit(lambda x: tali.jax.categorical(KEY, 50, logits=x))(logits), WHOLE.categorical(logits=logits, size=50))
    x = jax.vmap(lambda k, p: tali.jax.dirichlet(k, (4,), p))(tali.jax.split(KEY), np.stack([p, 2 * p]))
    assert same(x[1], tali.jax.dirichlet(KEY.split(2)[1], (4,), 2 * p))


def test_keys_of_jax():
    k = jax.random.key(42, impl=tali.jax.prng)
    assert same(jax.random.key_data(k), words_of(KEY))
    assert same(jax.random.key_data(jax.random.split(k, 3)), tali.jax.split(KEY, 3))
    assert same(jax.random.key_data(jax.jit(jax.random.fold_in)(k, 7)), words_of(KEY.fold_in(7)))
    assert same(tali.jax.normal(k, 5), tali.jax.normal(KEY, 5)) and same(jax.jit(draw("gamma"))(k), draw("gamma")(KEY))
    assert same(jax.random.bits(k, (9,)), WHOLE.fill("bits", size=9, dtype="uint32"))
    assert same(jax.random.bits(k, (9,), "uint8"), WHOLE.fill("bits", size=9, dtype="uint32").astype(np.uint8))
    assert abs(np.asarray(jax.jit(lambda k: jax.random.normal(k, (10_000,)))(k)).std() - 1) < 0.05
    rows = jax.vmap(lambda k: jax.random.bits(k, (4,)))(jax.random.split(k, 3))
    assert same(rows[1], tali.Sequence(seed=KEY.split(2)[1]).fill("bits", size=4, dtype="uint32"))
    with x64():
        assert same(jax.random.bits(k, (9,), "uint64"), WHOLE.fill("bits", size=9, dtype="uint64"))


ON_DEVICES = pathlib.Path(__file__).with_name("jax_devices.py")


@pytest.mark.parametrize("devices", [1, 8])
def test_devices(devices):
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}"}
    done = subprocess.run([sys.executable, str(ON_DEVICES), str(devices)], env=environment, capture_output=True, text=True, timeout=600)
    assert done.stdout.split()[-1:] == ["same"], done.stdout + done.stderr


CHECK = """
#include <cstddef>
#include "xla/ffi/api/c_api.h"
#include "xla_ffi.hpp"
namespace x = tali::python::xla;
#define SAME(theirs, their, mine, my) static_assert(offsetof(theirs, their) == offsetof(mine, my), #theirs "." #their)
SAME(XLA_FFI_CallFrame, api, x::frame, api);
SAME(XLA_FFI_CallFrame, ctx, x::frame, context);
SAME(XLA_FFI_CallFrame, args, x::frame, arguments);
SAME(XLA_FFI_CallFrame, rets, x::frame, results);
SAME(XLA_FFI_CallFrame, attrs, x::frame, attributes);
SAME(XLA_FFI_Args, size, x::buffers, size);
SAME(XLA_FFI_Args, args, x::buffers, at);
SAME(XLA_FFI_Rets, rets, x::buffers, at);
SAME(XLA_FFI_Attrs, size, x::attributes, size);
SAME(XLA_FFI_Attrs, names, x::attributes, names);
SAME(XLA_FFI_Attrs, attrs, x::attributes, at);
SAME(XLA_FFI_ByteSpan, ptr, x::text, at);
SAME(XLA_FFI_ByteSpan, len, x::text, size);
SAME(XLA_FFI_Array, dtype, x::array, type);
SAME(XLA_FFI_Array, size, x::array, size);
SAME(XLA_FFI_Array, data, x::array, data);
SAME(XLA_FFI_Buffer, dtype, x::buffer, type);
SAME(XLA_FFI_Buffer, data, x::buffer, data);
SAME(XLA_FFI_Buffer, rank, x::buffer, rank);
SAME(XLA_FFI_Buffer, dims, x::buffer, dims);
SAME(XLA_FFI_Error_Create_Args, message, x::error_arguments, message);
SAME(XLA_FFI_Error_Create_Args, errc, x::error_arguments, code);
SAME(XLA_FFI_Stream_Get_Args, ctx, x::stream_arguments, context);
SAME(XLA_FFI_Stream_Get_Args, stream, x::stream_arguments, stream);
SAME(XLA_FFI_Api, XLA_FFI_Error_Create, x::functions, make_error);
SAME(XLA_FFI_Api, XLA_FFI_Stream_Get, x::functions, get_stream);
SAME(XLA_FFI_Metadata_Extension, metadata, x::metadata_request, metadata);
using metadata = std::remove_pointer_t<decltype(x::metadata_request::metadata)>;
SAME(XLA_FFI_Metadata, api_version, metadata, version);
SAME(XLA_FFI_Metadata, traits, metadata, traits);
SAME(XLA_FFI_Api_Version, major_version, x::version, major);
SAME(XLA_FFI_Api_Version, minor_version, x::version, minor);
static_assert(XLA_FFI_API_MAJOR == 0 && x::metadata_request::type_number == 1);
static_assert(int(x::type::s32) == XLA_FFI_DataType_S32 && int(x::type::u64) == XLA_FFI_DataType_U64);
static_assert(int(x::type::f32) == XLA_FFI_DataType_F32 && int(x::type::f64) == XLA_FFI_DataType_F64);
"""


def test_the_interface_is_that_of_the_installed_jax(tmp_path):
    compiler, core = shutil.which("c++"), pathlib.Path(__file__).parents[1] / "core"
    if compiler is None or not core.exists():
        pytest.skip("no C++ compiler, or no source")
    file = tmp_path / "check.cpp"
    file.write_text("#include <type_traits>\n" + CHECK)
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Wno-invalid-offsetof", f"-I{jax.ffi.include_dir()}", f"-I{core}",
                           str(file)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_the_page():
    page = pathlib.Path(__file__).parents[2] / "docs" / "howto" / "jax.md"
    exec(compile("\n".join(re.findall(r"```py\n(.*?)```", page.read_text(), flags=re.S)), "the page", "exec"), {})
