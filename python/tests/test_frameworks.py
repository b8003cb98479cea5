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
        for wrong, word in ((torch.zeros(4, 1, device=device).expand(4, 4), "contiguous"),
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


def test_tensors_whose_elements_lie_apart():
    torch, devices = torch_devices()
    for device in devices:
        for lying in (lambda: torch.zeros(6, 4, device=device).T, lambda: torch.zeros(4, 12, device=device)[:, ::2],
                      lambda: torch.zeros(4, 6, device=device).flip(0).T.contiguous().T,
                      lambda: torch.zeros(8, 6, device=device)[::2]):
            for fill in (lambda g, x: g.normal(out=x), lambda g, x: g.gamma(2.5, out=x), lambda g, x: g.uniform(-1, 1, out=x),
                         lambda g, x: tali.torch.normal_(x, key=g), lambda g, x: tali.torch.normal_(x, key=tali.Key(3)),
                         lambda g, x: tali.torch.uniform_(x, -1, 1, key=g), lambda g, x: g.normal(np.ones(6), out=x),
                         lambda g, x: tali.rows(tali.Key(1).split(4)).normal(out=x)):
                x, plain, g, h = lying(), torch.zeros(4, 6, device=device), tali.Generator(seed=1), tali.Generator(seed=1)
                before = x._version
                fill(g, x)
                fill(h, plain)
                assert torch.equal(x, plain) and x._version > before and g.position == h.position
        images = torch.zeros(2, 3, 4, 5, device=device).to(memory_format=torch.channels_last)
        tali.torch.normal_(images, key=tali.Key(42))
        whole = tali.Sequence(seed=tali.Key(42)).normal(size=(2, 3, 4, 5), dtype="float32")
        assert np.array_equal(images.cpu().numpy(), whole) and images.is_contiguous(memory_format=torch.channels_last)
        part = torch.zeros(4, 8, device=device)
        tali.torch.normal_(part[:, ::2], key=1)
        assert (part[:, 1::2] == 0).all() and (part[:, ::2] != 0).all()


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


KEYS = [lambda torch: 1, lambda torch: tali.Key(1), lambda torch: tali.Generator(seed=1), lambda torch: torch.tensor([1, 0])]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("key", KEYS, ids=["seed", "Key", "Generator", "tensor"])
def test_filling_a_tensor_cuts_its_graph(key, compiled):
    torch, devices = torch_devices()

    def whole(x, k):
        y = x * 2
        tali.torch.normal_(y, key=k)
        return y.sum() + (3 * y).sum()

    def part(x, k):
        y = x * 3
        tali.torch.normal_(y[:2], key=k)
        return y.sum()

    for device in devices:
        for f, gradient in ((whole, [0, 0, 0, 0]), (part, [0, 0, 3, 3])):
            torch._dynamo.reset()
            x = torch.ones(4, requires_grad=True, device=device)
            made = torch.compile(f, backend="aot_eager")(x, key(torch)) if compiled else f(x, key(torch))
            assert made.requires_grad and made.item() == pytest.approx(f(x, key(torch)).item())
            made.backward()
            assert x.grad.tolist() == gradient


def test_leaves_that_require_a_gradient_are_refused_as_pytorch_does():
    torch, devices = torch_devices()
    for device in devices:
        for make in KEYS:
            leaf = torch.ones(4, requires_grad=True, device=device)
            for x in (leaf, leaf[:2], leaf.view(2, 2)):
                with pytest.raises(RuntimeError, match="leaf"):
                    x.normal_()
                with pytest.raises(RuntimeError, match="leaf"):
                    tali.torch.normal_(x, key=make(torch))
            assert leaf.tolist() == [1, 1, 1, 1]
            with torch.no_grad():  # as initializers do
                tali.torch.normal_(leaf, key=make(torch))
            assert leaf.requires_grad and leaf.is_leaf and leaf.tolist() != [1, 1, 1, 1]
        parameter = torch.nn.Parameter(torch.zeros(3, device=device))
        with torch.no_grad():
            tali.torch.normal_(parameter, key=42)
        assert np.array_equal(parameter.detach().cpu().numpy(), expected(3))
        y = torch.ones(4, requires_grad=True, device=device) * 3
        with pytest.raises(ValueError, match="std is -1"):
            tali.torch.normal_(y, 0, -1, key=1)
        assert y.tolist() == [3, 3, 3, 3]  # what is not allowed is refused before anything is written


def test_filling_a_tensor_cuts_its_tangent():
    torch, _ = torch_devices()
    forward = torch.autograd.forward_ad
    for fill in (lambda x: x.normal_(), lambda x: tali.torch.normal_(x, key=1), lambda x: tali.torch.normal_(x, key=tali.Key(1)),
                 lambda x: tali.Generator(seed=1).normal(out=x), lambda x: tali.Generator(seed=1).gamma([1, 2, 3], out=x)):
        with forward.dual_level():
            x = forward.make_dual(torch.zeros(3), torch.ones(3))
            fill(x)
            assert forward.unpack_dual(x).tangent.tolist() == [0, 0, 0]


def test_keys_that_are_none():
    torch, _ = torch_devices()
    x = torch.zeros(3)
    for key, kind in ((torch.tensor([1.5, 2.5]), TypeError), (torch.tensor([True, False]), TypeError), (True, TypeError),
                      (torch.tensor([1, 2, 3]), ValueError), (1.5, TypeError), (-1, ValueError), ("1", TypeError)):
        with pytest.raises(kind, match="key "):
            tali.torch.normal_(x, key=key)
        with pytest.raises(kind, match="key "):
            tali.torch.bits(key, 3)
    assert x.tolist() == [0, 0, 0]
    for call, said in ((lambda: tali.torch.normal_(x, std=-1, key=1), "std is -1"),
                       (lambda: tali.torch.lognormal_(x, mean=float("nan"), key=1), "mean is nan"),
                       (lambda: tali.torch.cauchy_(x, 0, -1, key=1), "sigma is -1"),
                       (lambda: tali.torch.gumbel_(x, float("inf"), key=1), "loc is inf")):
        with pytest.raises(ValueError, match=said):
            call()


def test_compiled_code_with_breaks():
    torch, _ = torch_devices()
    keys = tali.Key(42).split(2)
    sequence = tali.Sequence(seed=42)

    def rows(x):
        y = x + 1
        tali.rows(keys).normal(out=y)
        return y * 2

    def block(x):
        y = x + 1
        sequence.block((4, 6), (1, 2), (2, 3)).normal(out=y)
        return y * 2

    for f in (rows, block):
        torch._dynamo.reset()
        assert torch.equal(torch.compile(f, backend="eager")(torch.zeros(2, 3)), f(torch.zeros(2, 3)))
    for source in (tali.rows(keys)._ranges(), ):
        assert not hasattr(source, "no_such") and not hasattr(source, "__torch_function__")


def test_uniform_and_exponential_tensors_of_16_bits():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    pytest.importorskip("ml_dtypes")
    devices = ["cpu"] + ["cuda"] * (tali.cuda_devices() > 0 and torch.cuda.is_available())
    for device in devices:
        for dtype, name in ((torch.float16, "f2"), (torch.bfloat16, "bfloat16")):
            for key in (5, tali.Key(5), torch.tensor([5, 0])):
                source = tali.Sequence(seed=key) if isinstance(key, tali.Key) else tali.Generator(seed=5)
                for method, parameters in (("uniform", ()), ("uniform", (-1.0, 2.0)), ("uniform", (0.1, 0.3)), ("exponential", (3.0,))):
                    place = source if isinstance(source, tali.Sequence) else source.at(0)
                    x = torch.empty(100, 7, dtype=dtype, device=device)
                    assert getattr(tali.torch, method + "_")(x, *parameters, key=key) is x
                    expected = getattr(place, method)(*parameters, size=(100, 7), dtype=name).astype(np.float32)
                    assert np.array_equal(x.float().cpu().numpy(), expected), (dtype, method, key)
            g, x = tali.Generator(seed=1), torch.empty(2, 3, 4, 5, dtype=dtype, device=device).to(memory_format=torch.channels_last)
            tali.torch.uniform_(x, key=g)
            assert g.position == 120 and torch.equal(x, tali.torch.uniform_(torch.empty(2, 3, 4, 5, dtype=dtype, device=device), key=1))
            with pytest.raises(OverflowError, match="low is"):
                tali.torch.uniform_(x, -1e39, 0.0, key=1)
            with pytest.raises(ValueError, match="low is 1.0"):
                tali.torch.uniform_(x, 1.0, 0.0, key=1)


def test_generators_are_refused_while_a_graph_is_captured(monkeypatch):
    torch, devices = torch_devices()
    if "cuda" not in devices:
        class Captured(torch.Tensor):  # stands for memory of a GPU
            is_cuda = True

        monkeypatch.setattr(torch.cuda, "is_current_stream_capturing", lambda: True)
        x, g = torch.zeros(3).as_subclass(Captured), tali.Generator(seed=1)
        with pytest.raises(RuntimeError, match="key is a tali.Generator while a CUDA graph is captured"):
            tali.torch.normal_(x, key=g)
        assert g.position == 0
        pytest.skip("no GPU: a stand-in alone was tried")
    x, g = torch.zeros(1000, device="cuda"), tali.Generator(seed=1)
    for fill in (lambda: tali.torch.normal_(x, key=g), lambda: g.normal(out=x), lambda: g.gamma(2, out=x),
                 lambda: g.uniform(-1, 1, out=x), lambda: g.fill("normal", out=x)):
        with pytest.raises(RuntimeError, match="while a CUDA graph is captured"):
            with torch.cuda.graph(torch.cuda.CUDAGraph()):
                fill()
        assert g.position == 0
    graph = torch.cuda.CUDAGraph()
    tali.torch.normal_(x, key=tali.Key(42))
    with torch.cuda.graph(graph):
        tali.torch.normal_(x, key=tali.Key(42))
    x.zero_()
    graph.replay()
    assert np.array_equal(x.cpu().numpy(), tali.Sequence(seed=tali.Key(42)).normal(size=1000, dtype="float32"))


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
                        patch.setattr(tali.torch._fill, "_at_once", lambda *given: False)
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


def test_counts_in_tensors_of_every_type():
    torch, devices = torch_devices()
    for device in devices:
        for name, arguments, made in (("poisson_", (4.5,), torch.int64), ("binomial_", (10, 0.3), torch.int64),
                                      ("geometric_", (0.3,), torch.int64), ("bernoulli_", (0.3,), torch.uint8)):
            for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int16, torch.int64):
                for key in (lambda: 3, lambda: tali.Key(3), lambda: tali.Generator(seed=3)):
                    x, y = torch.zeros(50, dtype=dtype, device=device), torch.zeros(50, dtype=made, device=device)
                    fill = getattr(tali.torch, name)
                    assert torch.equal(fill(x, *arguments, key=key()), fill(y, *arguments, key=key()).to(dtype))
        g = tali.Generator(seed=1)
        with pytest.raises(OverflowError, match="a value is .*"):
            tali.torch.poisson_(torch.zeros(5, dtype=torch.int16, device=device), 1e6, key=g)
        assert g.position == 0
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    tali.torch.bernoulli_(y, 0.5, key=1)
    y.sum().backward()
    assert x.grad.tolist() == [0, 0, 0]


@needs_gpu
def test_orders_and_categories_are_made_on_the_gpu():
    torch = pytest.importorskip("torch")
    p = np.arange(1, 1001) / 500500
    logits = np.linspace(-1, 1, 12).reshape(3, 4)
    for draw in (lambda g: g.permutation(1000), lambda g: g.permutation(0), lambda g: g.choice(1000, 7),
                 lambda g: g.choice(1000), lambda g: g.choice(1000, (2, 3), replace=False), lambda g: g.choice(2**40, 5, replace=False),
                 lambda g: g.choice(1000, 9, p=p), lambda g: g.choice(1000, 9, replace=False, p=p), lambda g: g.categorical(p, 50),
                 lambda g: g.categorical(p), lambda g: g.categorical(logits=logits[0], size=50), lambda g: g.categorical(logits=logits)):
        there, here = tali.Generator(seed=42, device="cuda"), tali.Generator(seed=42)
        made, expected = draw(there), draw(here)
        assert isinstance(made, tali.DeviceArray) and made.dtype == "int64" and there.position == here.position
        assert np.array_equal(torch.from_dlpack(made).cpu().numpy(), expected) and made.shape == np.shape(expected)
    there, here = tali.Generator(seed=42, device="cuda"), tali.Generator(seed=42)
    words = np.arange(10)
    for draw in (lambda g: g.permutation(words), lambda g: g.choice(words, 5), lambda g: g.choice(words, 5, replace=False)):
        assert np.array_equal(draw(there), draw(here))  # elements that lie on the host


def parameter_calls():
    x = np.linspace(0.5, 5, 60).reshape(6, 10)
    zeros = x * (x > 2)
    return [("gamma", (x, 2.0)), ("gamma", (zeros, 2.0)), ("poisson", (x,)), ("normal", (x, 2.0)), ("normal", (0.0, zeros)),
            ("lognormal", (x, 0.1)), ("exponential", (zeros,)), ("beta", (x, 2.0)), ("binomial", (20, x / 5)),
            ("bernoulli", (x / 5,)), ("uniform", (-x, x)), ("uniform", (0.0, x)), ("truncated_normal", (0.0, 1.0, x, zeros)),
            ("logistic", (x[0], zeros)), ("pareto", (x,)), ("chisquare", (x,)), ("wald", (x, x[:, :1]))]


@needs_gpu
@pytest.mark.parametrize("kind", ["torch", "cupy"])
def test_parameters_on_the_gpu(kind):
    module = pytest.importorskip(kind)
    there = (lambda x: module.as_tensor(x, device="cuda")) if kind == "torch" else module.asarray
    host = (lambda x: x.cpu().numpy()) if kind == "torch" else module.asnumpy
    for name, values in parameter_calls():
        on_gpu = [there(v) if isinstance(v, np.ndarray) else v for v in values]
        for device in ("cpu", "cuda"):
            g, h = tali.Generator(seed=42, device=device), tali.Generator(seed=42)
            made, expected = getattr(g, name)(*on_gpu), getattr(h, name)(*values)
            assert type(made) is type(on_gpu[-1] if hasattr(on_gpu[-1], "device") else on_gpu[0])
            assert np.array_equal(host(made), expected) and g.position == h.position, name
        if name not in ("poisson", "binomial", "bernoulli"):
            out = there(np.zeros((6, 10), np.float32))
            assert getattr(tali.Generator(seed=42), name)(*on_gpu, out=out) is out
            assert np.array_equal(host(out), getattr(tali.Generator(seed=42), name)(*values, dtype="f4")), name
    g = tali.Generator(seed=42)
    x = there(np.array([1.0, 2.0, -3.0, np.nan]))
    for call, said in ((lambda: g.normal(0.0, x), "scale is -3"), (lambda: g.normal(x, 1.0), "loc is nan"),
                       (lambda: g.gamma(x), "shape"), (lambda: g.bernoulli(x), "p is 2"),
                       (lambda: g.uniform(there(np.array([0.0, 2.0])), 1.0), "low is 2"),
                       (lambda: g.gamma(x, out=np.zeros(4)), "out is on another device"),
                       (lambda: g.gamma(x, size=3), "size is")):
        with pytest.raises(ValueError, match=said):
            call()
        assert g.position == 0
    logits = np.linspace(-1, 1, 12).reshape(3, 4)
    assert np.array_equal(host(g.at(0).categorical(logits=there(logits))), g.at(0).categorical(logits=logits))
    assert np.array_equal(host(g.at(0).categorical(logits=there(logits[0]), size=9)), g.at(0).categorical(logits=logits[0], size=9))
    assert np.array_equal(host(g.at(0).categorical(there(np.array([1.0, 2.0])), 9)), g.at(0).categorical([1.0, 2.0], 9))
    with pytest.raises(ValueError, match="logits is NaN or inf"):
        g.categorical(logits=there(np.array([[0.0, np.nan]])))


def test_parameters_on_a_gpu_without_a_framework(monkeypatch):
    class Elsewhere:
        __cuda_array_interface__ = {"shape": (3,), "typestr": "<f8", "data": (0, False), "version": 3}

    for name in ("torch", "cupy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    g = tali.Generator(seed=1)
    for call, name in ((lambda: g.gamma(Elsewhere()), "shape"), (lambda: g.normal(0, Elsewhere()), "scale"),
                       (lambda: g.uniform(Elsewhere(), 1), "low"), (lambda: g.categorical(logits=Elsewhere()), "logits")):
        with pytest.raises(TypeError, match=f"{name} is on a GPU"):
            call()
    assert g.position == 0
