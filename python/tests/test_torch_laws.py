# SPDX-License-Identifier: Apache-2.0
"""Every distribution by device keys: the numbers of tali.Sequence, parameters in tensors, gradients, permutations and selections."""

import math
import subprocess
import sys

import numpy as np
import pytest
from calls import CALLS
from conftest import refused
from torch_places import same, sequence

import tali

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from tali.torch._laws import ASKED  # noqa: E402

KEYS = tali.Key(42).split(3)
ARGUMENTS = {**CALLS, "bernoulli_bits": (0.3,), "cauchy": (1.0, 2.0), "truncated_normal": (0.0, 3.0, 0.5, 2.0)}


def keys_on(device):
    return torch.stack([tali.torch.key(k, device=device) for k in KEYS])


def types_of(name):
    return [torch.int64, torch.uint32] if ASKED[name].law.default == "i64" else [torch.uint32] if name == "bernoulli_bits" else [torch.float32, torch.float64]


@pytest.mark.parametrize("name", ASKED)
def test_values_are_the_sequences(library, name):
    make, arguments = getattr(tali.torch, name), ARGUMENTS[name]
    keys = keys_on(library)
    for dtype in types_of(name):
        kind = str(dtype)[6:]
        wanted = np.stack([getattr(sequence(k), name)(*arguments, size=(4, 5), dtype=kind, first=7) for k in KEYS])
        same(make(keys, (4, 5), *arguments, dtype=dtype, offset=7), wanted)
        each = [torch.full((5,), a, dtype=torch.float64, device=library) for a in arguments]
        same(make(keys, (4, 5), *each, dtype=dtype, offset=7), wanted)
        out = torch.empty(3, 5, 4, dtype=dtype, device=library).mT
        assert make(keys, (4, 5), *arguments, out=out, offset=7) is out
        same(out, wanted)
    assert make(keys[:0], 3, *arguments).shape == (0, 3) and make(keys[0], (), *arguments).shape == ()


@pytest.mark.parametrize("name", ["gamma", "poisson", "beta", "binomial", "normal", "uniform", "exponential", "bernoulli"])
def test_parameters_differ_per_value(library, name):
    law = {"normal": "normal"}.get(name, name)
    arguments = {"uniform": (-1.0, 1.0), "normal": (1.0, 2.0), "exponential": (2.0,), "bernoulli": (0.3,)}.get(name) or ARGUMENTS[name]
    keys = keys_on(library)
    grown = [a + np.arange(20.0).reshape(4, 5) / 64 for a in arguments]
    grown = [np.floor(a) if name == "binomial" and k == 0 else a for k, a in enumerate(grown)]
    more = {"method": "inversion"} if name == "normal" else {}
    more |= {} if name in ("bernoulli", "poisson", "binomial") else {"dtype": "float32"}
    wanted = np.stack([getattr(sequence(k), law)(*grown, **more) for k in KEYS])
    given = [torch.from_numpy(a).to(library) for a in grown]
    made = getattr(tali.torch, name)(keys, (4, 5), *given)
    same(made.view(torch.uint8) if name == "bernoulli" else made, wanted)
    assert torch.equal(torch.vmap(lambda k: getattr(tali.torch, name)(k, (4, 5), *given))(keys), made)
    by_row = torch.vmap(lambda k, *p: getattr(tali.torch, name)(k, 3, *p), in_dims=(0, *[0] * len(given)))(keys, *(g[:3, 0] for g in given))
    assert torch.equal(by_row, torch.stack([getattr(tali.torch, name)(k, 3, *(g[i, 0] for g in given)) for i, k in enumerate(keys)]))


def test_other_types(library):
    k = tali.torch.key(42, device=library)
    x = tali.torch.gamma(k, 1000, 2.5)
    for dtype in (torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2):
        assert torch.equal(tali.torch.gamma(k, 1000, 2.5, dtype=dtype).float(), x.to(dtype).float())
    counts = tali.torch.poisson(k, 1000, 4.5)
    assert counts.dtype == torch.int64 and torch.equal(tali.torch.poisson(k, 1000, 4.5, dtype=torch.bfloat16), counts.bfloat16())
    low, high = torch.tensor([1.0], device=library), torch.tensor([2.0], device=library)
    halves = tali.torch.uniform(k, 5000, low, high, dtype=torch.bfloat16)
    assert bool((halves >= 1).all()) and bool((halves < 2).all())


def test_scales_of_zero(library):
    k, s = tali.torch.key(42, device=library), sequence(tali.Key(42))
    assert tali.torch.gamma(k, 3, 0.0).tolist() == s.gamma(0.0, size=3).tolist()
    assert tali.torch.gumbel(k, 3, 1.5, 0.0).tolist() == [1.5] * 3
    scales = torch.tensor([0.0, 1.0, 2.0], device=library)
    same(tali.torch.laplace(k, 3, 0.5, scales), s.laplace(0.5, scales.cpu().numpy(), dtype="float32"))


def test_in_place_forms():
    for name in ASKED:
        x = torch.zeros(3, dtype=types_of(name)[0])
        arguments = ARGUMENTS[name]
        assert getattr(tali.torch, f"{name}_")(x, *arguments, key=tali.Key(42)) is x
        if name not in ("cauchy", "lognormal", "gumbel", "laplace", "poisson", "gamma", "beta", "binomial", "geometric"):
            assert torch.equal(x, getattr(tali.torch, name)(tali.torch.key(42), 3, *arguments, dtype=x.dtype))


DERIVED = {"normal": (0.5, 1.5), "uniform": (-1.0, 2.0), "exponential": (2.0,), "laplace": (0.5, 1.5), "cauchy": (0.5, 1.5), "gumbel": (0.5, 1.5),
           "weibull": (2.0,), "logistic": (0.5, 1.5), "lognormal": (0.2, 0.5), "rayleigh": (1.5,), "pareto": (3.0,), "power": (3.0,),
           "triangular": (0.0, 1.0, 4.0), "truncated_normal": (0.2, 3.0, 0.5, 2.0), "gamma": (2.5, 1.5), "beta": (2.0, 5.0),
           "chisquare": (3.0,), "standard_t": (5.0,), "f": (5.0, 7.0)}


def level(name, x, p):
    """The distribution function by SciPy."""
    from scipy import stats

    laws = {"gamma": lambda a, s: stats.gamma(a, scale=s), "beta": stats.beta, "chisquare": stats.chi2, "standard_t": stats.t, "f": stats.f,
            "normal": stats.norm, "uniform": lambda a, b: stats.uniform(a, b - a), "exponential": lambda s: stats.expon(scale=s),
            "laplace": stats.laplace, "cauchy": stats.cauchy, "gumbel": stats.gumbel_r, "weibull": stats.weibull_min, "logistic": stats.logistic,
            "lognormal": lambda m, s: stats.lognorm(s, scale=math.exp(m)), "rayleigh": lambda s: stats.rayleigh(scale=s), "pareto": stats.lomax,
            "power": stats.powerlaw, "triangular": lambda a, m, b: stats.triang((m - a) / (b - a), a, b - a),
            "truncated_normal": lambda a, b, m, s: stats.truncnorm((a - m) / s, (b - m) / s, m, s)}
    return laws[name](*p).cdf(x), laws[name](*p).pdf(x)


@pytest.mark.parametrize("name", DERIVED)
def test_gradients_hold_the_level(library, name):
    """A derivative by a parameter is -(dF/dp) / f."""
    pytest.importorskip("scipy")
    key, n = tali.torch.key(42, device=library), 50
    given = [torch.full((n,), p, dtype=torch.float64, device=library, requires_grad=True) for p in DERIVED[name]]
    x = getattr(tali.torch, name)(key, n, *given, dtype=torch.float64)
    derivatives = torch.autograd.grad(x.sum(), given)
    values = x.detach().cpu().numpy()
    for k, derivative in enumerate(derivatives):
        step, p = 1e-5, DERIVED[name]
        above, below = ([q + sign * step * (j == k) for j, q in enumerate(p)] for sign in (1, -1))
        wanted = -(level(name, values, above)[0] - level(name, values, below)[0]) / (2 * step) / level(name, values, p)[1]
        np.testing.assert_allclose(derivative.cpu().numpy(), wanted, rtol=1e-2, atol=1e-3)  # torch._dirichlet_grad is right to 1e-3


def test_gradients_of_other_calls(library):
    key = tali.torch.key(42, device=library)
    a = torch.tensor([0.5, 2.0, 7.0], device=library, requires_grad=True)
    tali.torch.gamma(key, (4, 3), a).sum().backward()
    wanted, = torch.autograd.grad(sum(tali.torch.gamma(key, (4, 3), a)[i].sum() for i in range(4)), a)
    assert a.grad.shape == (3,) and torch.allclose(a.grad, wanted)
    keys = tali.torch.split(key, 2)
    each = torch.vmap(torch.func.grad(lambda m, k: tali.torch.normal(k, 5, m, 2.0).sum()), in_dims=(None, 0))(torch.zeros((), device=library), keys)
    assert each.tolist() == [5.0, 5.0]

    def f(m, k):
        return tali.torch.normal(k, 8, m, m + 1).square().sum() + tali.torch.gamma(k, 8, m + 2).sum()

    made = []
    torch._dynamo.reset()
    compiled = torch.compile(f, fullgraph=True, backend=lambda g, i: made.append(g) or torch._dynamo.lookup_backend("aot_eager")(g, i))
    for seed in range(5):
        m, k = torch.tensor(0.5, device=library, requires_grad=True), tali.torch.key(seed, device=library)
        assert torch.allclose(torch.autograd.grad(compiled(m, k), m)[0], torch.autograd.grad(f(m, k), m)[0])
    assert len(made) == 1
    with refused(ValueError, "distribution is 'wald'"):
        tali.torch.wald(key, 3, a, 1.0).sum().backward()


def test_nothing_is_copied_to_the_host(library):
    if library.type != "cuda":
        pytest.skip("needs a GPU")
    key, shape = tali.torch.key(0, device=library), torch.rand(1 << 16, device=library) + 1

    def draw():
        return [tali.torch.gamma(key, 1 << 16, shape), tali.torch.poisson(key, 1 << 16, shape), tali.torch.beta(key, 1000, 2.0, 3.0),
                tali.torch.normal(key, 1 << 16, shape, 2.0), tali.torch.binomial(key, 1000, 20, 0.3), tali.torch.uniform(key, 1 << 16, 0.0, shape)]

    draw()  # copies tables, once
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        made = draw()
    for seed in range(20):
        key.copy_(tali.torch.key(seed))
        graph.replay()
        there = [x.cpu() for x in made]
        shape_here, k = shape.cpu(), tali.torch.key(seed)
        same(there[0], tali.torch.gamma(k, 1 << 16, shape_here).numpy())
        same(there[1], tali.torch.poisson(k, 1 << 16, shape_here).numpy())
        same(there[2], sequence(tali.Key(seed)).beta(2.0, 3.0, size=1000, dtype="float32"))
    long = tali.torch.gamma(key, (1 << 23) + 5, 2.5)
    same(long[-1000:], sequence(tali.Key(19)).gamma(2.5, size=1000, dtype="float32", first=(1 << 23) + 5 - 1000))
    bad = torch.tensor([1.0, -1.0, 2.0], device=library)
    assert tali.torch.gamma(key, 3, bad).isnan().tolist() == [False, True, False]


# Permutations and selections


@pytest.mark.parametrize("n", [1, 2, 3, 100, 4096, 4097, 70000])
def test_permutations_are_the_sequences(device, n):
    keys = keys_on(device)
    few = n if device.type == "cuda" or n < 5000 else 3000
    wanted = np.stack([sequence(k).permutation(n)[:few] for k in KEYS])
    same(tali.torch.randperm(keys, n, few), wanted)
    index = torch.tensor([0, n - 1, n // 2, -1, n], device=device)
    got = tali.torch.permuted(keys, index, n)
    for row, k in zip(got.tolist(), KEYS):
        order = sequence(k).permutation(n)
        assert row == [order[0], order[n - 1], order[n // 2], -1, -1]
    assert torch.equal(torch.vmap(lambda k: tali.torch.randperm(k, n, min(n, 50)))(keys), tali.torch.randperm(keys, n, min(n, 50)))


@pytest.mark.parametrize("n", [2**32 - 1, 2**32, 10**12, 2**62 + 11, 2**63])
def test_permutations_of_many(device, n):
    key = tali.torch.key(42, device=device)
    first = tali.torch.randperm(key, n, 600)
    wanted = np.empty((1, 600), np.int64)
    sequence(tali.Key(42))._source.permutations(n, 600, wanted)
    same(first, wanted[0])
    assert torch.equal(tali.torch.permuted(key, torch.arange(590, 600, device=device), n), first[590:])


def test_choice(device):
    key, s = tali.torch.key(42, device=device), sequence(tali.Key(42))
    assert tali.torch.choice(key, 10, (2, 3)).ravel().tolist() == s.integers(0, 10, 6).tolist()
    assert tali.torch.choice(key, 10, 4, replace=False).tolist() == s.choice(10, 4, replace=False).tolist()
    p = np.arange(12.0) / 66
    assert tali.torch.choice(key, 12, 5, replace=False, p=torch.from_numpy(p).to(device)).tolist() == s.choice(12, 5, replace=False, p=p).tolist()
    keys = keys_on(device)
    assert tali.torch.choice(keys, 12, (2, 2), p=torch.from_numpy(p).to(device)).shape == (3, 2, 2)


def test_multinomial(device):
    key = tali.torch.key(42, device=device)
    n = 2000 if device.type == "cpu" else 100000
    weights = torch.tensor([0.0, 4.0, 3.0, 2.0, 1.0, 0.0], device=device)
    drawn = tali.torch.multinomial(key, weights, n, True)
    counts, wanted = torch.bincount(drawn.cpu(), minlength=6).numpy(), n * np.array([0, 0.4, 0.3, 0.2, 0.1, 0])
    assert counts[0] == counts[5] == 0 and ((counts - wanted)[1:5]**2 / wanted[1:5]).sum() < 25
    rows = tali.torch.multinomial(tali.torch.split(key, 2), torch.stack([weights, weights.flip(0)]), 4)
    assert rows.sort().values.tolist() == [[1, 2, 3, 4]] * 2
    assert tali.torch.multinomial(key, weights, 6)[4:].tolist() == [-1, -1]
    for bad in (weights * 0, weights - 1, weights / 0):
        assert tali.torch.multinomial(key, bad, 3, True).tolist() == [-1] * 3


def test_more_categories_than_2_24():
    weights = torch.zeros(2**24 + 100)
    weights[-50:] = 1
    drawn = tali.torch.multinomial(tali.torch.key(1), weights, 1000, True)
    assert drawn.min() >= 2**24 + 50 and drawn.max() < 2**24 + 100 and len(drawn.unique()) == 50


VECTORS = {"dirichlet": {"alpha": [0.5, 1.0, 2.5]}, "direction": {"dimensions": 3}, "multinomial": {"n": 20, "p": [0.2, 0.3, 0.5]},
           "multivariate-normal": {"mean": [1.0, 2.0], "covariance": [2.0, 0.5, 0.5, 1.0]}, "categorical": {"weights": [1.0, 2.0, 3.0]}, "gamma": {"shape": 2.5}}


@pytest.mark.parametrize("name", VECTORS)
def test_distributions_by_name(library, name):
    keys, types = keys_on(library), {n: t for n, t in tali._catalogue.ENTRIES if n == name}
    parameters = {p: v for p, v in zip(tali._catalogue.ENTRIES[name, types[name]].parameter_names, VECTORS[name].values())}
    made = tali.torch.draw(keys, (4, 2), name, offset=3, **parameters)
    wanted = np.stack([sequence(k).fill(name, 3, (4, 2), str(made.dtype)[6:], **parameters) for k in KEYS])
    assert made.shape == wanted.shape
    same(made, wanted)
    assert torch.equal(torch.vmap(lambda k: tali.torch.draw(k, (4, 2), name, offset=3, **parameters))(keys), made)


def test_dirichlet(library):
    key, alpha = tali.torch.key(42, device=library), torch.tensor([2.0, 3.0, 5.0], dtype=torch.float64, requires_grad=True)
    x = tali.torch.dirichlet(key, 40, alpha, dtype=torch.float64)
    same(x.detach(), sequence(tali.Key(42)).dirichlet(alpha.tolist(), 40))
    # the first component is a beta number of shapes 2 and 8, whose level does not depend on alpha
    one, = torch.autograd.grad(x[:, 0].sum(), alpha)
    a, b = (torch.full((40,), v, dtype=torch.float64, device=library) for v in (2.0, 8.0))
    first = x[:, 0].detach()
    assert torch.allclose(one[0], (torch._dirichlet_grad(first, a, a + b) * (1 - first)).sum().cpu(), rtol=1e-2)


def test_the_first_call_needs_no_operator():
    """PyTorch's first operator in a process imports its compiler, which takes a second."""
    program = ("import sys, torch, tali, tali.torch as t; x = torch.zeros(5); k = t.key(1); t.normal_(x, key=tali.Key(1)); "
               "t.uniform_(x, key=1); t.poisson_(x, 2.0, key=tali.Generator(seed=1)); t.normal(k, 5, out=x); t.gamma(k, 5, x + 9); "
               "t.randperm(k, 5); t.fold_in(k, 3); t.sample_logits(x, k); print('torch._dynamo.convert_frame' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_checkpoints_make_the_same_numbers():
    m = torch.tensor(0.5, requires_grad=True)

    def f(m):
        return (tali.torch.normal(tali.torch.key(1), 50, m).square() * tali.torch.gamma(tali.torch.key(2), 50, m + 1)).sum()

    plain, = torch.autograd.grad(f(m), m)
    again, = torch.autograd.grad(torch.utils.checkpoint.checkpoint(f, m, use_reentrant=False), m)
    assert torch.equal(plain, again)


def test_operators():
    key = tali.torch.key(42)
    torch.library.opcheck(torch.ops.tali.draw.default, (key, [3, 4], torch.float32, "gamma", [2.5, 1.0], [0], [torch.rand(4) + 1], 0))
    torch.library.opcheck(torch.ops.tali.permute.default, (key, torch.arange(3), 10, 0))


def test_what_is_refused(library):
    t, key = tali.torch, tali.torch.key(42, device=library)
    one = torch.ones(3, device=library)
    for call, kind, said in (
            (lambda: t.gamma(42, 3, 1.0), TypeError, "key is 42"), (lambda: t.gamma(key, -1, 1.0), ValueError, r"size is \(-1,\)"),
            (lambda: t.gamma(key, 3, -1.0), ValueError, "shape is -1"), (lambda: t.gamma(key, 3, "1"), TypeError, "shape is '1'"),
            (lambda: t.gamma(key, 3, one[:2]), ValueError, r"shape is of shape \(2,\)"), (lambda: t.gamma(key, 3, one > 0), TypeError, "shape is of type torch.bool"),
            (lambda: t.gamma(key, 3, 1.0, dtype=torch.int64), TypeError, "dtype is .int64"), (lambda: t.poisson(key, 3, 1.0, dtype=torch.int16), TypeError, "dtype is torch.int16"),
            (lambda: t.gamma(key, 3, 1.0, offset=-1), ValueError, "offset is -1"), (lambda: t.normal(key, 3, one, rounds=7), ValueError, "rounds is 7"),
            (lambda: t.gamma(key, 3, 1.0, out=one[:2]), ValueError, r"out is of shape \(2,\)"), (lambda: t.randperm(key, 5, 6), ValueError, "length is 6"),
            (lambda: t.randperm(key, -1), ValueError, "n is -1"), (lambda: t.permuted(key, one, 5), TypeError, "index is of type torch.float32"),
            (lambda: t.multinomial(key, one, 4), ValueError, "num_samples is 4"), (lambda: t.choice(key, 5, 2, p=one), ValueError, r"p is of shape \(3,\)")):
        with refused(kind, said):
            call()
    for call in (lambda: t.gamma(key, 3), lambda: t.gamma(key, 3, 1.0, 2.0, 3.0), lambda: t.gamma(key, 3, 1.0, shap=2.0)):
        with pytest.raises(TypeError):
            call()
