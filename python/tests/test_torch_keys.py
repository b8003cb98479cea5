# SPDX-License-Identifier: Apache-2.0
"""Keys as tensors: tali.Key's children, and the numbers of tali.Sequence, wherever the key lies."""

import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest
from torch_places import same, sequence, words_of

import tali

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
ROOTS = [tali.Key(42), tali.Key(0), tali.Key.of(2**64 - 1, 2**63), tali.Key.of(0, 0)]
NUMBERS = [0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]


def keys_on(device, keys=ROOTS):
    return torch.stack([tali.torch.key(k, device=device) for k in keys])


def test_keys_are_the_words_of_a_key(device):
    assert tali.torch.key(42, device=device).tolist() == words_of(tali.Key(42))
    assert tali.torch.key(ROOTS[2], device=device).tolist() == [-1, -(2**63)]
    assert tali.torch.key(42, device=device).dtype == torch.int64


def test_fold_in_and_split(device):
    keys = keys_on(device)
    for n in NUMBERS:
        assert tali.torch.fold_in(keys, n).tolist() == [words_of(k.fold_in(n)) for k in ROOTS]
        assert tali.torch.fold_in(keys[0], n).tolist() == words_of(ROOTS[0].fold_in(n))
    numbers = torch.tensor([n - 2**64 if n >= 2**63 else n for n in NUMBERS], device=device)
    wanted = [[words_of(k.fold_in(n)) for n in NUMBERS] for k in ROOTS]
    assert tali.torch.fold_in(keys[:, None], numbers).tolist() == wanted
    assert tali.torch.fold_in(keys[:, None], numbers.view(torch.uint64)).tolist() == wanted
    assert tali.torch.fold_in(keys[0], numbers[:4].to(torch.int32)[1]).tolist() == words_of(ROOTS[0].fold_in(1))
    assert tali.torch.split(keys, 5).tolist() == [[words_of(k) for k in root.split(5)] for root in ROOTS]
    assert tali.torch.split(keys[0], 0).shape == (0, 2)


def test_known_children(device, data):
    for line in (data / "key_answers.txt").read_text().splitlines():
        kind, *rest = line.split() or [""]
        if kind in ("fold-in", "split"):
            parent, number, made = tali.Key(bytes.fromhex(rest[0])), int(rest[1]), tali.Key(bytes.fromhex(rest[2]))
            key = tali.torch.key(parent, device=device)
            if kind == "fold-in":
                assert tali.torch.fold_in(key, number).tolist() == words_of(made)
            elif number < 100:
                assert tali.torch.split(key, number + 1)[number].tolist() == words_of(made)


CASES = {
    "words": (lambda k, n, **o: tali.torch.words(k, n, **o), "bits", "uint32", {}),
    "words64": (lambda k, n, **o: tali.torch.words(k, n, dtype=torch.uint64, **o), "bits", "uint64", {}),
    "uniform": (lambda k, n, **o: tali.torch.uniform(k, n, **o), "uniform", "float32", {}),
    "uniform64": (lambda k, n, **o: tali.torch.uniform(k, n, dtype=torch.float64, **o), "uniform", "float64", {}),
    "normal": (lambda k, n, **o: tali.torch.normal(k, n, **o), "normal-icdf", "float32", {}),
    "normal(-1.3, 2.7)": (lambda k, n, **o: tali.torch.normal(k, n, -1.3, 2.7, **o), "normal-icdf", "float32", {"mu": -1.3, "sigma": 2.7}),
    "exponential(2.7)": (lambda k, n, **o: tali.torch.exponential(k, n, 2.7, **o), "exponential", "float32", {"scale": 2.7}),
    "bernoulli(0)": (lambda k, n, **o: tali.torch.bernoulli(k, n, 0, **o), "bernoulli", "uint8", {"p": 0}),
    "bernoulli(0.3)": (lambda k, n, **o: tali.torch.bernoulli(k, n, 0.3, **o), "bernoulli", "uint8", {"p": 0.3}),
    "bernoulli(1)": (lambda k, n, **o: tali.torch.bernoulli(k, n, 1, **o), "bernoulli", "uint8", {"p": 1}),
}
for low, high, kind in ((-1000, 1234567, "int32"), (-(2**31), 2**31, "int32"), (0, 1, "int64"), (-5, 2**62 + 3, "int64"),
                        (-(2**63), 2**63 - 1, "int64")):
    CASES[f"randint({low}, {high}, {kind})"] = (
        lambda k, n, low=low, high=high, kind=kind, **o: tali.torch.randint(k, n, low, high, dtype=getattr(torch, kind), **o),
        "uniform-int", kind, {"low": low, "high": high - 1})


@pytest.mark.parametrize("case", CASES)
def test_values_are_the_sequences(device, case):
    make, name, dtype, parameters = CASES[case]
    keys = keys_on(device)
    for rounds in (10, 7):
        for offset, n in ((0, 37), (5, 37), (1019, 2051), (2**33 + 3, 6)):
            wanted = np.stack([sequence(k, rounds).fill(name, offset, n, dtype, **parameters) for k in ROOTS])
            same(make(keys, n, offset=offset, rounds=rounds), wanted)
        same(make(keys[0], (3, 4), rounds=rounds), sequence(ROOTS[0], rounds).fill(name, 0, 12, dtype, **parameters))
    assert make(keys[0], ()).shape == () and make(keys, (0, 3)).shape == (4, 0, 3) and make(keys[:0], 3).shape == (0, 3)


def test_halves(device):
    key = tali.torch.key(42, device=device)
    for dtype in (torch.float16, torch.bfloat16):
        u = tali.torch.uniform(key, 5000, dtype=dtype).cpu()
        assert torch.equal(u, tali.torch.uniform_(torch.empty(5000, dtype=dtype), key=tali.Key(42)))
        assert torch.equal(tali.torch.normal(key, 5000, dtype=dtype).cpu(), tali.torch.normal(key.cpu(), 5000).to(dtype).cpu())
        assert torch.equal(tali.torch.exponential(key, 5000, dtype=dtype), tali.torch.exponential(key, 5000).to(dtype))


def test_out_in_any_memory(device):
    keys = keys_on(device)[:2]
    wanted = tali.torch.normal(keys, (3, 4, 5))
    for out in (torch.zeros(2, 3, 4, 5, device=device), torch.zeros(2, 3, 4, 5, device=device).to(memory_format=torch.channels_last),
                torch.zeros(5, 4, 3, 2, device=device).permute(3, 2, 1, 0), torch.zeros(2, 3, 4, 10, device=device)[..., ::2]):
        before = out._version
        assert tali.torch.normal(keys, (3, 4, 5), out=out) is out
        assert torch.equal(out, wanted) and out._version > before
    sliced = torch.stack([keys, keys], -1)[..., 0]  # keys whose words lie apart
    assert torch.equal(tali.torch.normal(sliced, 7), tali.torch.normal(keys, 7))


def test_vmap_over_keys(device):
    keys = keys_on(device)
    assert torch.equal(torch.vmap(lambda k: tali.torch.normal(k, 5))(keys), tali.torch.normal(keys, 5))
    assert torch.equal(torch.vmap(lambda k: tali.torch.randint(k, 5, 0, 9), in_dims=1)(keys.T.contiguous()), tali.torch.randint(keys, 5, 0, 9))
    numbers = torch.arange(4, device=device)
    each = torch.stack([tali.torch.fold_in(k, n) for k, n in zip(keys, numbers)])
    assert torch.equal(torch.vmap(tali.torch.fold_in)(keys, numbers), each)
    assert torch.equal(torch.vmap(tali.torch.fold_in, in_dims=(None, 0))(keys[0], numbers), tali.torch.fold_in(keys[0], numbers))
    assert torch.equal(torch.vmap(lambda k: tali.torch.fold_in(k, numbers))(keys), tali.torch.fold_in(keys[:, None], numbers))
    assert torch.equal(torch.vmap(lambda k: tali.torch.split(k, 3))(keys), tali.torch.split(keys, 3))
    both = torch.vmap(lambda k: torch.vmap(lambda n: tali.torch.uniform(tali.torch.fold_in(k, n), 2))(numbers))(keys)
    assert torch.equal(both, tali.torch.uniform(tali.torch.fold_in(keys[:, None], numbers), 2))


def compilations(function, backend):
    """A compiled function, and the list of its compilations."""
    torch._dynamo.reset()
    made = []

    def counting(graph, inputs):
        made.append(graph)
        return torch._dynamo.lookup_backend(backend)(graph, inputs)

    return torch.compile(function, fullgraph=True, backend=counting), made


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_one_compilation_for_all_keys(device, backend):
    if backend == "inductor" and device.type == "cpu":
        pytest.skip("needs a GPU: on a CPU the same graph goes to a C++ compiler")

    def f(key, x):
        a, b = tali.torch.split(tali.torch.fold_in(key, 3), 2)
        return x + tali.torch.normal(a, 100) * tali.torch.uniform(b, 100) + tali.torch.exponential(a, 100, 2.0)

    compiled, made = compilations(f, backend)
    x = torch.zeros(100, device=device)
    for seed in range(20):
        key = tali.torch.key(seed, device=device)
        assert torch.allclose(compiled(key, x), f(key, x), rtol=1e-6, atol=0)
    assert len(made) == 1


def test_one_compilation_for_all_numbers():
    compiled, made = compilations(lambda key, n: tali.torch.fold_in(key, n), "aot_eager")
    key = tali.torch.key(42)
    for n in (3, 4, 5, 1000, 2**40):
        assert compiled(key, n).tolist() == words_of(tali.Key(42).fold_in(n))
    assert len(made) <= 2  # one for the first number, one for all


def test_operators():
    key = tali.torch.key(42)
    torch.library.opcheck(torch.ops.tali.child_key.default, (key, torch.arange(3), True))
    torch.library.opcheck(torch.ops.tali.make.default, (key, [3, 4], torch.float32, "normal", [0.0, 1.0], [], 0, 10))


def test_graph_replays_with_new_keys(device):
    if device.type != "cuda":
        pytest.skip("needs a GPU")
    key, numbers = tali.torch.key(0, device=device), torch.arange(3, device=device)

    def draw():
        k = tali.torch.fold_in(key, numbers)
        return k, tali.torch.normal(key, 4096), tali.torch.uniform(k, 1000), tali.torch.randint(key, 1000, 0, 10**6)

    draw()  # compiles the kernels
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        k, z, u, n = draw()
    for seed in range(1000):
        parent = tali.Key(seed)
        key.copy_(tali.torch.key(parent))
        graph.replay()
        assert k.tolist() == [words_of(parent.fold_in(i)) for i in range(3)]
        s = sequence(parent)
        same(z, s.fill("normal-icdf", 0, 4096, "float32"))
        if seed < 50:
            same(u[1], sequence(parent.fold_in(1)).fill("uniform", 0, 1000, "float32"))
            same(n, s.fill("uniform-int", 0, 1000, "int64", low=0, high=10**6 - 1))


def test_more_than_2_32_elements(device):
    if device.type != "cuda" or torch.cuda.mem_get_info()[0] < 24 << 30:
        pytest.skip("needs a GPU with 24 GB")
    n = 2**32 + 5
    x = tali.torch.bernoulli(tali.torch.key(42, device=device), n, 0.3)
    same(x[-1000:], sequence(tali.Key(42)).fill("bernoulli", n - 1000, 1000, "uint8", p=0.3))


def test_what_is_refused(device):
    key = tali.torch.key(42, device=device)
    t = tali.torch
    for call, kind, said in (
            (lambda: t.normal(42, 3), TypeError, "key is 42"), (lambda: t.normal(key.view(torch.uint64), 3), TypeError, "torch.uint64"),
            (lambda: t.normal(key.double(), 3), TypeError, "key is of type torch.float64"),
            (lambda: t.normal(torch.zeros(3, dtype=torch.int64), 3), ValueError, r"key is of shape \(3,\)"),
            (lambda: t.normal(key[0], 3), ValueError, r"key is of shape \(\)"), (lambda: t.normal(key, -1), ValueError, r"shape is \(-1,\)"),
            (lambda: t.normal(key, 3, std=-1), ValueError, "std is -1"), (lambda: t.normal(key, 3, float("nan")), ValueError, "mean is nan"),
            (lambda: t.normal(key, 3, dtype=torch.int64), TypeError, "dtype is torch.int64"),
            (lambda: t.normal(key, 3, "1"), TypeError, "mean is '1'"), (lambda: t.bernoulli(key, 3, 1.5), ValueError, "p is 1.5"),
            (lambda: t.randint(key, 3, 5, 5), ValueError, "low ... high is 5 ... 5"), (lambda: t.uniform(key, 3, rounds=8), ValueError, "rounds is 8"),
            (lambda: t.uniform(key, 3, offset=-1), ValueError, "offset is -1"), (lambda: t.exponential(key, 3, 0), ValueError, "scale is 0"),
            (lambda: t.fold_in(key, -1), ValueError, "number is -1"), (lambda: t.fold_in(key, 1.5), TypeError, "number is 1.5"),
            (lambda: t.fold_in(key, torch.ones(2, device=device)), TypeError, "number is of type torch.float32"),
            (lambda: t.split(key, -1), ValueError, "n is -1"), (lambda: t.key(-1), ValueError, "seed is -1"), (lambda: t.key(1.5), TypeError, "seed is 1.5")):
        with pytest.raises(kind, match=said):
            call()
    out = torch.zeros(3, device=device)
    for wrong, said in ((torch.zeros(4, device=device), "out is of shape"), (torch.zeros(1, device=device).expand(3), "out is of strides"),
                        (torch.zeros(3, device=device, requires_grad=True), "out is a tensor that requires a gradient")):
        with pytest.raises((ValueError, RuntimeError), match=said):
            t.normal(key, 3, out=wrong)
    with pytest.raises(ValueError, match="std is -1"):
        t.normal(key, 3, std=-1, out=out)
    assert not out.any()
    if device.type == "cuda":
        with pytest.raises(ValueError, match="key is on cpu"):
            t.normal(key.cpu(), 3, out=out)


def test_the_import_needs_no_triton():
    program = "import sys, torch; sys.modules['triton'] = None; import tali.torch; print(tali.torch.normal(tali.torch.key(42), 3).shape)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "torch.Size([3])", done.stderr


def test_the_page():
    page = pathlib.Path(__file__).parents[2] / "docs" / "howto" / "pytorch.md"
    names, ran = {}, 0
    for fence in re.findall(r"^```py\n(.*?)^```$", page.read_text(), re.M | re.S):
        if "torch.cuda" not in fence:
            exec(compile(fence, str(page), "exec"), names)
            ran += 1
    assert ran == 7


def test_export():
    class Noisy(torch.nn.Module):
        def forward(self, key, x):
            return x + tali.torch.normal(tali.torch.fold_in(key, 3), (2, 5))

    x, key = torch.zeros(2, 5), tali.torch.key(42)
    program = torch.export.export(Noisy(), (key, x))
    other = tali.torch.key(7)
    assert torch.equal(program.module()(other, x), Noisy()(other, x))


def test_small_calls_go_straight_to_the_library(monkeypatch):
    from tali.torch import _laws, _make

    def refuse(*_):
        raise AssertionError("not straight")

    keys, host, version = torch.stack([tali.torch.key(1), tali.torch.key(2)]), tali.Key(1), torch.zeros(7)
    draws = [lambda k, **o: tali.torch.normal(k, 7, 1.0, 2, **o), lambda k, **o: tali.torch.uniform(k, 7, **o), lambda k, **o: tali.torch.gamma(k, 7, 2.5, **o),
             lambda k, **o: tali.torch.exponential(k, (7,), 0.5, **o), lambda k, **o: tali.torch.poisson(k, 7, 3.5, **o),
             lambda k, **o: tali.torch.randint(k, 7, -5, 9, **o), lambda k, **o: tali.torch.bernoulli(k, 7, 0.5, **o)]
    for draw in draws:
        with monkeypatch.context() as patch:
            for module in (_laws, _make):
                patch.setattr(module, "at_once", lambda *_: None)
            wanted = draw(keys), draw(keys, offset=3)
        with monkeypatch.context() as patch:
            for module, name in ((_make, "_made"), (_laws, "_draw"), (_laws, "_draw_op")):
                patch.setattr(module, name, refuse)
            assert torch.equal(draw(keys), wanted[0]) and torch.equal(draw(keys, offset=3), wanted[1])
            assert torch.equal(draw(host), wanted[0][0]) and torch.equal(draw(keys[0], offset=3), wanted[1][0])
            out = torch.empty_like(wanted[0])
            assert draw(keys, out=out) is out and torch.equal(out, wanted[0]) and out._version > version._version
    for wrong in (lambda: tali.torch.normal(keys, 7, 0.0, -1.0), lambda: tali.torch.gamma(host, 7, -1.0), lambda: tali.torch.normal(host, 7, offset=-1),
                  lambda: tali.torch.normal(host, -7), lambda: tali.torch.normal(keys, 7, out=torch.empty(7)), lambda: tali.torch.randint(host, 7, 5, 5),
                  lambda: tali.torch.normal(host, 7, out=torch.empty(7, requires_grad=True))):
        with pytest.raises(tali.ArgumentError):
            wrong()
