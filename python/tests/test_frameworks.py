# SPDX-License-Identifier: Apache-2.0
"""Memory of other frameworks. Each test says what is missing where it skips."""

import gc
import sys

import numpy as np
import pytest

import tali

needs_gpu = pytest.mark.skipif(tali.cuda_devices() == 0, reason="no CUDA device, or a build without CUDA")


def expected(n=1000, dtype=np.float32):
    return tali.Generator(seed=42).normal(size=n, dtype=dtype)


def test_jax_on_the_cpu():
    jax = pytest.importorskip("jax")
    with jax.default_device(jax.devices("cpu")[0]):
        x = jax.numpy.zeros(1000, jax.numpy.float32)
        x.block_until_ready()
        tali.Generator(seed=42).normal(out=x)
        assert np.array_equal(np.asarray(x), expected())


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    out = np.zeros(1000, ml_dtypes.bfloat16)
    tali.Generator(seed=42).normal(out=out)
    assert np.array_equal(out.view(np.uint16), tali.Generator(seed=42).normal(size=1000, dtype="bfloat16").view(np.uint16))
    assert abs(out.astype(np.float64).std() - 1) < 0.1


def torch_devices():
    torch = pytest.importorskip("torch")
    return torch, ["cpu"] + (["cuda"] if tali.cuda_devices() and torch.cuda.is_available() else [])


def test_torch_tensors():
    torch, devices = torch_devices()
    for device in devices:
        x = torch.zeros(1000, dtype=torch.float32, device=device)
        tali.Generator(seed=42).normal(out=x)
        assert np.array_equal(x.cpu().numpy(), expected())
        shapes = np.linspace(0.5, 3, 1000)
        for draw in (lambda g, **more: g.uniform(-2, 3, **more), lambda g, **more: g.uniform(-shapes, shapes, **more),
                     lambda g, **more: g.normal(shapes, 2, **more), lambda g, **more: g.exponential(shapes, **more),
                     lambda g, **more: g.lognormal(0, shapes, **more), lambda g, **more: g.gamma(shapes, **more)):
            draw(tali.Generator(seed=42), out=x)
            assert np.array_equal(x.cpu().numpy(), draw(tali.Generator(seed=42), size=1000, dtype=np.float32))
        with pytest.raises(ValueError, match="scale"):
            tali.Generator(seed=1).normal(0, -shapes, out=x)
        tali.torch.normal_(x, 1, 2, key=42)
        assert np.array_equal(x.cpu().numpy(), tali.Generator(seed=42).normal(1, 2, size=1000, dtype=np.float32))
        g = tali.Generator(seed=42)
        tali.torch.gamma_(x, 2.5, key=g)
        assert g.position == 1000
        assert np.array_equal(x.cpu().numpy(), tali.Generator(seed=42).gamma(2.5, size=1000, dtype=np.float32))
        tali.torch.uniform_(x, -1, 1, key=42)
        assert np.array_equal(x.cpu().numpy(), tali.Generator(seed=42).uniform(-1, 1, size=1000, dtype=np.float32))
        y = torch.zeros(1000, dtype=torch.bfloat16, device=device)
        tali.torch.normal_(y, key=42)
        assert abs(float(y.float().std()) - 1) < 0.1
        z = torch.zeros(1000, dtype=torch.int64, device=device)
        tali.torch.poisson_(z, 4.5, key=torch.tensor([42, 0], device=device))
        assert np.array_equal(z.cpu().numpy(), tali.Generator(seed=42).poisson(4.5, size=1000))
        key = tali.Key(42)
        tali.torch.uniform_(x, -1, 1, key=key)
        assert np.array_equal(x.cpu().numpy(), tali.Sequence(seed=key).uniform(-1, 1, size=1000, dtype=np.float32))
        with pytest.raises(ValueError, match="contiguous"):
            tali.Generator(seed=1).normal(out=torch.zeros(4, 4, device=device)[:, ::2])
        with pytest.raises(ValueError, match="gradient"):
            tali.Generator(seed=1).normal(out=torch.zeros(4, device=device, requires_grad=True))


def test_torch_tensors_have_the_values_of_arrays():
    torch, devices = torch_devices()
    shapes = np.linspace(0, 3, 1000)
    calls = {
        "float32": [lambda g, **more: g.pareto(3, **more), lambda g, **more: g.pareto(1 + shapes, **more),
                    lambda g, **more: g.exponential(shapes, **more), lambda g, **more: g.gamma(1 + shapes, shapes, **more),
                    lambda g, **more: g.standard_gamma(2.5, **more), lambda g, **more: g.uniform(-1, 1, **more)],
        "int64": [lambda g, **more: g.poisson(4.5, **more), lambda g, **more: g.binomial(10, 0.3, **more)],
        "uint8": [lambda g, **more: g.bernoulli(0.3, **more), lambda g, **more: g.bernoulli(shapes / 3, **more)],
    }
    for device in devices:
        for dtype, draws in calls.items():
            for draw in draws:
                x = torch.zeros(1000, dtype=getattr(torch, dtype), device=device)
                g = tali.Generator(seed=42)
                assert draw(g, out=x) is x and g.position == 1000
                expected = draw(tali.Generator(seed=42), size=1000, dtype=dtype)
                assert np.array_equal(x.cpu().numpy(), expected)
        for dtype in ("int8", "uint8", "int16", "uint16", "int32", "int64", "bool"):
            if not hasattr(torch, dtype):
                continue
            high = 2 if dtype == "bool" else 100
            for low in (0, np.zeros(1000, int)):
                x = torch.zeros(1000, dtype=getattr(torch, dtype), device=device)
                tali.Generator(seed=42).integers(low, high, dtype=dtype, out=x)
                assert np.array_equal(x.cpu().numpy(), tali.Generator(seed=42).integers(low, high, 1000, dtype))
        for engine in ("pcg32", "philox4x32-7"):
            x = torch.zeros(1000, device=device)
            tali.Generator(engine, seed=42).uniform(-1, 1, out=x)
            assert np.array_equal(x.cpu().numpy(), tali.Generator(engine, seed=42).uniform(-1, 1, 1000, dtype="float32"))
        rows = torch.zeros((2, 3), dtype=torch.int64, device=device)
        tali.Generator(seed=42).multinomial([5, 9], [0.2, 0.3, 0.5], out=rows)
        assert np.array_equal(rows.cpu().numpy(), tali.Generator(seed=42).multinomial([5, 9], [0.2, 0.3, 0.5]))


def test_torch_memory_that_the_short_way_leaves_alone():
    torch, devices = torch_devices()
    for device in devices:
        for wrong, word in ((torch.zeros(4, 4, device=device)[:, ::2], "contiguous"),
                            (torch.zeros(4, device=device, requires_grad=True), "gradient")):
            g = tali.Generator(seed=1)
            for draw in (g.normal, g.random, lambda out: g.uniform(-1, 1, out=out), lambda out: g.gamma(2, out=out)):
                with pytest.raises(ValueError, match=word):
                    draw(out=wrong)
            assert g.position == 0
        with pytest.raises(TypeError):
            tali.Generator(seed=1).normal(out=torch.zeros(4, dtype=torch.complex64, device=device))
        empty = torch.zeros(0, device=device)
        assert tali.Generator(seed=1).normal(out=empty) is empty
        parameter = torch.nn.Parameter(torch.zeros(3, device=device), requires_grad=False)
        tali.Generator(seed=42).normal(out=parameter)
        assert np.array_equal(parameter.detach().cpu().numpy(), expected(3))
    x = torch.zeros(100)
    gc.collect()
    before = sys.getrefcount(x), sys.getrefcount(torch.float32)
    for _ in range(100):
        tali.Generator(seed=1).normal(out=x)
    assert (sys.getrefcount(x), sys.getrefcount(torch.float32)) == before


def test_autograd_sees_that_a_tensor_was_filled():
    torch, devices = torch_devices()
    rows, whole = torch.zeros(2, 3), torch.zeros(3, dtype=torch.int64)
    for device in devices:
        for fill in (lambda g, x: g.normal(out=x), lambda g, x: g.normal(np.zeros(3), out=x), lambda g, x: g.random(out=x),
                     lambda g, x: g.uniform(-1, 1, out=x), lambda g, x: g.uniform(-1, np.ones(3), out=x),
                     lambda g, x: g.gamma(2, out=x), lambda g, x: g.pareto(3, out=x), lambda g, x: g.exponential(0, out=x),
                     lambda g, x: g.fill("normal", out=x), lambda g, x: g.at(5).normal(out=x),
                     lambda g, x: tali.Sequence(seed=1).normal(out=x), lambda g, x: tali.torch.normal_(x, key=g),
                     lambda g, x: tali.Sequence(seed=1).block(3).normal(out=x),
                     lambda g, x: g.normal(out=x.view(3)), lambda g, x: g.normal(out=torch.nn.Parameter(x, False))):
            weights = torch.ones(3, requires_grad=True, device=device)
            x = torch.ones(3, device=device)
            product = (weights * x).sum()
            fill(tali.Generator(seed=1), x)
            with pytest.raises(RuntimeError, match="modified by an inplace operation"):
                product.backward()
        for fill, x in ((lambda g, x: g.dirichlet([1, 2, 3], out=x), rows), (lambda g, x: g.integers(5, out=x), whole),
                        (lambda g, x: g.poisson(3, out=x), whole), (lambda g, x: g.multinomial(5, [.5, .2, .3], out=x), whole)):
            x = x.to(device)
            version = x._version
            fill(tali.Generator(seed=1), x)
            assert x._version > version
        x = torch.ones(3, device=device)
        product = (torch.ones(3, requires_grad=True, device=device) * x).sum()
        for wrong in (lambda g: g.normal(0, -1, out=x), lambda g: g.normal(0, 1, 4, out=x), lambda g: g.integers(5, out=x)):
            with pytest.raises((TypeError, ValueError)):
                wrong(tali.Generator(seed=1))
        product.backward()  # nothing was written
        with torch.inference_mode():
            x = torch.zeros(3, device=device)
        assert tali.Generator(seed=42).normal(out=x) is x and np.array_equal(x.cpu().numpy(), expected(3))


def test_torch_operators_and_short_way_agree(monkeypatch):
    torch, devices = torch_devices()
    draws = [("normal_", (1, 2)), ("uniform_", (-1, 1)), ("uniform_", ()), ("gamma_", (2.5,)), ("exponential_", (3,)),
             ("cauchy_", (0, 1)), ("poisson_", (4.5,)), ("binomial_", (10, 0.3)), ("bernoulli_", (0.3,))]
    for device in devices:
        for name, arguments in draws:
            dtype = {"poisson_": torch.int64, "binomial_": torch.int64, "bernoulli_": torch.uint8}.get(name, torch.float32)
            results = []
            for short in (True, False):
                x = torch.zeros(1000, dtype=dtype, device=device)
                g = tali.Generator(seed=3)
                version = x._version
                with monkeypatch.context() as patch:
                    if not short:
                        patch.setattr(tali.torch, "_at_once", lambda *given: False)
                    getattr(tali.torch, name)(x, *arguments, key=g)
                    assert g.position == 1000 and x._version > version
                    results.append(x.clone())
                    getattr(tali.torch, name)(x, *arguments, key=3)
                    assert torch.equal(x, results[-1])
            assert torch.equal(*results), name
    with pytest.raises(ValueError, match="std|sigma"):
        tali.torch.normal_(torch.zeros(3), 0, -1, key=1)


def test_torch_compiles():
    torch, _ = torch_devices()

    def f(x):
        tali.torch.normal_(x, key=42)
        return x * 2

    eager = f(torch.zeros(100))
    try:
        compiled = torch.compile(f, fullgraph=True, backend="aot_eager")(torch.zeros(100))
    except ImportError as error:
        pytest.skip(f"torch.compile does not run here: {error}")
    assert torch.equal(compiled, eager)
    x = torch.zeros(8)
    torch.library.opcheck(torch.ops.tali.fill_.default, (x, "normal", [0.0, 1.0], 42, 0, 0))
    torch.library.opcheck(torch.ops.tali.fill_sequence_.default, (x, "normal", [0.0, 1.0], 42, 0))


def test_torch_bits():
    torch, devices = torch_devices()
    words = tali.Sequence(seed=42).fill("bits", first=8, size=100, dtype="uint32")
    for device in devices:
        got = tali.torch.bits(torch.tensor([42, 2], device=device), 100)
        assert np.array_equal(got.cpu().numpy(), words)
    theirs = getattr(getattr(torch.func, "_random", None), "bits", None)
    if theirs is None:
        pytest.skip("this PyTorch has no torch.func._random.bits")
    key = torch.func._random.key(42)
    assert np.array_equal(tali.torch.bits(key, 64).numpy(), theirs(key, 64).numpy().astype(np.uint32).ravel())


@needs_gpu
def test_torch_streams():
    torch = pytest.importorskip("torch")
    s = torch.cuda.Stream()
    with torch.cuda.stream(s):
        x = torch.zeros(1 << 20, device="cuda")
        tali.Generator(seed=42).normal(out=x)
        y = x + 1
    s.synchronize()
    assert np.array_equal(y.cpu().numpy(), expected(1 << 20) + np.float32(1))


@needs_gpu
def test_cupy():
    cupy = pytest.importorskip("cupy")
    x = cupy.zeros(1000, cupy.float32)
    tali.Generator(seed=42).normal(out=x)
    assert np.array_equal(cupy.asnumpy(x), expected())
    made = cupy.from_dlpack(tali.Generator(seed=42, device="cuda").normal(size=1000, dtype="float32"))
    assert np.array_equal(cupy.asnumpy(made), expected())
    for name, arguments in (("gamma", (2.5,)), ("poisson", (4.5,)), ("integers", (1, 7)), ("uniform", (-1, 1)),
                            ("dirichlet", ([1, 2, 3],)), ("binomial", (100, 0.3)), ("pareto", (3.0,))):
        there = getattr(tali.Generator(seed=42, device="cuda"), name)(*arguments, size=500)
        here = getattr(tali.Generator(seed=42), name)(*arguments, size=500)
        assert np.array_equal(cupy.asnumpy(cupy.from_dlpack(there)), here), name
    for dtype in ("int8", "uint8", "int16", "uint16", "bool"):
        there = tali.Generator(seed=42, device="cuda").integers(0, 2, 500, dtype)
        here = tali.Generator(seed=42).integers(0, 2, 500, dtype)
        assert np.array_equal(cupy.asnumpy(cupy.from_dlpack(there)), here) and here.dtype == dtype
    high = np.arange(1, 501)
    for name, arguments in (("integers", (0, high)), ("bernoulli", (high / 500,)), ("bernoulli_bits", (high / 500,)),
                            ("pareto", (high / 100,)),
                            ("gamma", (high - 1.0, 2)), ("exponential", (high - 1.0,)), ("multinomial", (high, [0.3, 0.7])),
                            ("dirichlet", ([1, 0, 2], 500))):
        there = getattr(tali.Generator(seed=42, device="cuda"), name)(*arguments)
        here = getattr(tali.Generator(seed=42), name)(*arguments)
        assert np.array_equal(cupy.asnumpy(cupy.from_dlpack(there)), here), name
    shapes = np.linspace(0.5, 5, 500)
    there = cupy.from_dlpack(tali.Generator(seed=42, device="cuda").gamma(shapes))
    assert np.array_equal(cupy.asnumpy(there), tali.Generator(seed=42).gamma(shapes))
    bank = tali.Sequence("mtgp32:mexp=11213", seed=1, device="cuda").random(size=1000)
    assert np.array_equal(cupy.asnumpy(cupy.from_dlpack(bank)), tali.Sequence("mtgp32:mexp=11213", seed=1).random(size=1000))


@needs_gpu
def test_jax_on_the_gpu():
    jax = pytest.importorskip("jax")
    try:
        device = jax.devices("cuda")[0]
    except RuntimeError:
        pytest.skip("this JAX has no CUDA")
    x = jax.device_put(np.zeros(1000, np.float32), device)
    x.block_until_ready()
    tali.Generator(seed=42).normal(out=x)
    assert np.array_equal(np.asarray(x), expected())


@needs_gpu
def test_kernel_of_cupy():
    cupy = pytest.importorskip("cupy")
    import pathlib
    import runpy

    example = pathlib.Path(__file__).parents[1] / "examples" / "cupy_kernel.py"
    got = runpy.run_path(str(example))["values_of_kernel"](42, 1000)
    assert np.array_equal(cupy.asnumpy(got), tali.Sequence(seed=42).normal(size=1000, method="inversion"))
