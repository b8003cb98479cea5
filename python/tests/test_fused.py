# SPDX-License-Identifier: Apache-2.0
"""tali.torch's operations that consume random numbers: the same bits in each place, and their laws."""

import math

import numpy as np
import pytest
from test_kernels import FLOATS, rounded
from test_torch_keys import compilations
from torch_places import sequence

import tali

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
KEY, KEYS = tali.Key(42), tali.Key(7).split(3)
FLOAT_TYPES = [torch.bfloat16, torch.float16, torch.float32, torch.float64]
from tali.torch._launch import on_kernels  # noqa: E402

TO = [torch.bfloat16, torch.float16, torch.float8_e4m3fn, torch.float8_e5m2]


@pytest.fixture(autouse=True)
def same_inputs():
    torch.manual_seed(1)


def keys_on(device):
    return torch.stack([tali.torch.key(k, device=device) for k in KEYS])


def bits(x):
    return x.cpu().contiguous().view({1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[x.element_size()])


def equal(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and torch.equal(bits(a), bits(b))


def halves(key, first, n, rounds=10):
    """16 bits of elements first ... first + n - 1."""
    words = sequence(key, rounds).fill("bits", first // 2, n // 2 + 2, "uint32")
    return np.stack([words & 0xFFFF, words >> 16], -1).ravel()[first % 2:first % 2 + n].astype(np.int64)


def lying(x):
    """A tensor's elements in memory of other orders."""
    yield x.clone()
    yield x.clone().movedim(0, -1).contiguous().movedim(-1, 0)
    yield torch.stack([x, x], -1)[..., 0]
    if x.dim() == 4:
        yield x.clone().to(memory_format=torch.channels_last)


# Dropout


@pytest.mark.parametrize("dtype", FLOAT_TYPES)
@pytest.mark.parametrize("rounds", [10, 7])
def test_dropout(device, dtype, rounds):
    x = torch.randn(5003).to(dtype)
    key = tali.torch.key(KEY, device=device)
    for p, offset in ((0.1, 0), (0.5, 3), (0.9, 2**33 + 1024), (0.0, 0), (1.0, 5), (1e-6, 0)):
        threshold = round(p * 65536)
        scale = 65536 / (65536 - threshold) if threshold < 65536 else 0.0
        wide = x if dtype == torch.float64 else x.float()
        kept = (wide * torch.tensor(scale, dtype=wide.dtype)).to(dtype)
        dropped = torch.from_numpy(halves(KEY, offset, 5003, rounds) < threshold)
        wanted = torch.where(dropped, torch.zeros((), dtype=dtype), kept)
        assert equal(tali.torch.dropout(x.to(device), p, key, offset=offset, rounds=rounds), wanted)


def test_dropout_of_what_is_no_number(device):
    x = torch.tensor([math.inf, -math.inf, math.nan] * 100, device=device)
    y = tali.torch.dropout(x, 0.5, tali.torch.key(KEY, device=device))
    assert torch.equal(y == 0, torch.from_numpy(halves(KEY, 0, 300) < 32768).to(device)) and (y == 0).sum() > 100


def test_dropout_of_parts_and_rows(device):
    key, keys = tali.torch.key(KEY, device=device), keys_on(device)
    x = torch.randn(3, 8, 5, 6, device=device)
    whole = tali.torch.dropout(x, 0.3, key)
    for first in (0, 1, 7, 100, 719):
        part = x.reshape(-1)[first:first + 50]
        assert torch.equal(tali.torch.dropout(part, 0.3, key, offset=first), whole.reshape(-1)[first:first + 50])
    rows = torch.stack([tali.torch.dropout(x[i], 0.3, keys[i]) for i in range(3)])
    assert torch.equal(tali.torch.dropout(x, 0.3, keys), rows)
    assert torch.equal(torch.vmap(lambda a, k: tali.torch.dropout(a, 0.3, k))(x, keys), rows)
    assert torch.equal(torch.vmap(lambda k: tali.torch.dropout(x[0], 0.3, k))(keys), tali.torch.dropout(x[:1].expand(3, 8, 5, 6), 0.3, keys))
    for other in lying(x):
        made = tali.torch.dropout(other, 0.3, key)
        assert torch.equal(made, whole) and made.stride() == torch.empty_like(other).stride()
    assert tali.torch.dropout(x[:, :0], 0.3, key).shape == (3, 0, 5, 6)


def test_gradients_of_dropout(device):
    key = tali.torch.key(KEY, device=device)
    x = torch.randn(4, 50, device=device, requires_grad=True)
    weights = torch.randn(4, 50, device=device)
    (tali.torch.dropout(x, 0.4, key) * weights).sum().backward()
    assert torch.equal(x.grad, tali.torch.dropout(weights, 0.4, key))
    made = torch.func.grad(lambda a: (tali.torch.dropout(a, 0.4, key) * weights).sum())(x.detach())
    assert torch.equal(made, x.grad)
    each = torch.vmap(torch.func.grad(lambda a, k: tali.torch.dropout(a, 0.4, k).square().sum()))(x.detach(), tali.torch.split(key, 4))
    assert torch.equal(each[1], torch.func.grad(lambda a: tali.torch.dropout(a, 0.4, tali.torch.split(key, 4)[1]).square().sum())(x.detach()[1]))
    y = torch.randn(7, device=device, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda a: tali.torch.dropout(a, 0.4, key), y)
    assert torch.autograd.gradgradcheck(lambda a: tali.torch.dropout(a, 0.4, key), y)
    again = torch.utils.checkpoint.checkpoint(lambda a: tali.torch.dropout(a, 0.4, key).square().sum(), x, use_reentrant=False)
    assert torch.equal(torch.autograd.grad(again, x)[0], torch.autograd.grad(tali.torch.dropout(x, 0.4, key).square().sum(), x)[0])


def chi_squared(counts, probabilities):
    """Standard deviations from the mean of a chi-squared statistic."""
    counts = counts.double().numpy()
    wanted = counts.sum() * np.asarray(probabilities)
    return (((counts - wanted)**2 / wanted).sum() - (len(counts) - 1)) / math.sqrt(2 * (len(counts) - 1))


def test_the_law_of_masks():
    for p in (0.1, 0.5):
        mask = tali.torch.dropout(torch.ones(1 << 22), p, KEY) == 0
        q = round(p * 65536) / 65536
        patterns = (mask.view(-1, 8) * (1 << torch.arange(8))).sum(1)
        ones = [bin(i).count("1") for i in range(256)]
        assert abs(chi_squared(torch.bincount(patterns, minlength=256), [q**k * (1 - q)**(8 - k) for k in ones])) < 5


# Stochastic rounding


@pytest.mark.parametrize("dtype", TO)
@pytest.mark.parametrize("rounds", [10, 7])
def test_rounding(device, dtype, rounds, monkeypatch):
    x = torch.cat([torch.from_numpy(np.tile(FLOATS, 9)), torch.randn(1500) * 10.0**(torch.arange(1500) % 14 - 9)])
    x[7] = -math.nan
    key = tali.torch.key(KEY, device=device)
    for offset in (0, 1021):
        made = tali.torch.stochastic_round(x.to(device), dtype, key, offset=offset, rounds=rounds)
        words = sequence(KEY, rounds).fill("bits", offset, len(x), "uint32")
        shape = {torch.bfloat16: (7, -133), torch.float16: (10, -24)}.get(dtype)
        if shape:
            wanted = torch.from_numpy(rounded(x.numpy(), words, *shape))
            assert torch.equal(made.cpu().float().nan_to_num(9), wanted.nan_to_num(9))
        else:
            wanted = rounded8(x.numpy(), words, dtype)
            assert torch.equal(bits(made), torch.from_numpy(wanted))
        here = ~x.isnan()  # a GPU's conversion to 16 bits gives NaN no sign
        assert torch.equal(torch.signbit(made.cpu().float())[here], torch.signbit(x)[here])


def neighbours(dtype):
    """The numbers of an 8-bit type from 0 up, in float64, and what stands above."""
    values = torch.arange(127 if dtype == torch.float8_e4m3fn else 124, dtype=torch.uint8).view(dtype).double().numpy()
    return values


def rounded8(x, words, dtype):
    """Stochastic rounding to 8 bits by a table of all numbers, in float64: the bits."""
    values, out = neighbours(dtype), []
    e4 = dtype == torch.float8_e4m3fn
    ends = np.append(values, np.inf if e4 else 2 * values[-1] - values[-2])
    for a, w in zip(np.abs(x.astype(np.float64)), words):
        if np.isnan(a) or np.isinf(a) and e4:
            code = 0x7F
        elif a >= ends[-1] or a >= values[-1] and e4:
            code = len(values) - e4 if e4 or np.isinf(a) or a >= ends[-1] else 0
        else:
            low = int(np.searchsorted(values, a, "right")) - 1
            kept = {True: 20, False: 21}[e4]
            least = 2.0**-6 if e4 else 2.0**-14
            if a < least:
                kept = 28 if e4 else 29
            fraction = int((a - values[low]) / (ends[low + 1] - values[low]) * 2**kept)
            code = low + (fraction + (int(w) >> 32 - kept) >= 2**kept)
        out.append(code)
    return np.array(out, np.uint8) | (np.signbit(x).astype(np.uint8) << 7)


@pytest.mark.parametrize("dtype", TO[2:])
def test_rounding_between_all_neighbours_is_unbiased(dtype):
    """The share of words that round up is the distance from the lower neighbour, for each pair: the words at the border are tried."""
    from tali._on_arrays import elements

    function = elements.rounded_float8_e4m3_of if dtype == torch.float8_e4m3fn else elements.rounded_float8_e5m2_of
    values, least = neighbours(dtype), 2.0**-6 if dtype == torch.float8_e4m3fn else 2.0**-14
    exact = 2.0**-15 if dtype == torch.float8_e4m3fn else 2.0**-22  # from here on no bit is lost
    tried = 0
    for code, (a, b) in enumerate(zip(values, values[1:])):
        x = np.float32(a) + np.float32(b - a) * np.arange(1, 4096, dtype=np.float32) / np.float32(4096)
        x = np.concatenate([x, np.nextafter(np.float32(a), np.float32(b), dtype=np.float32)[None], np.nextafter(np.float32(b), np.float32(0))[None]])
        x = x[x >= exact]
        ups = (x.astype(np.float64) - a) / (b - a) * 2.0**32  # of 2^32 words
        assert (ups == np.floor(ups)).all()
        border = 2**32 - ups.astype(np.int64)  # the first word that rounds up
        for sign, high in ((1, 0), (-1, 0x80)):
            y = (sign * x).astype(np.float32)
            assert (function(y, border.astype(np.uint32)) == (code + 1 | high)).all()
            assert (function(y, (border - 1).astype(np.uint32)) == (code | high)).all()
            assert (function(y, np.zeros(len(y), np.uint32)) == (code | high)).all()
            assert (function(y, np.full(len(y), 2**32 - 1, np.uint32)) == (code + 1 | high)).all()
        tried += len(x)
    assert tried > 4096 * 100


@pytest.mark.parametrize("dtype", TO)
def test_every_number_of_a_type_stays(device, dtype):
    size = torch.empty((), dtype=dtype).element_size()
    every = torch.arange(256, dtype=torch.uint8).view(dtype) if size == 1 else torch.arange(-2**15, 2**15, dtype=torch.int16).view(dtype)
    made = tali.torch.stochastic_round(every.float().to(device), dtype, tali.torch.key(KEY, device=device)).cpu()
    whole = ~every.float().isnan()
    assert torch.equal(bits(made)[whole], bits(every)[whole]) and made.float().isnan()[~whole].all()


def test_ends_of_rounding(device):
    key = tali.torch.key(KEY, device=device)
    for dtype, most, above in ((torch.float8_e4m3fn, 448.0, 448.0), (torch.float8_e5m2, 57344.0, math.inf), (torch.float16, 65504.0, math.inf)):
        x = torch.tensor([most, -most, 1e30, -1e30, math.inf, -math.inf, math.nan], device=device)
        made = tali.torch.stochastic_round(x, dtype, key).cpu().float().tolist()
        assert made[:4] == [most, -most, above, -above] and math.isnan(made[6])
        assert all(map(math.isnan, made[4:6])) if dtype == torch.float8_e4m3fn else made[4:6] == [math.inf, -math.inf]
    between = tali.torch.stochastic_round(torch.full((4000,), 61440.0, device=device), torch.float8_e5m2, key).float()
    assert set(between.tolist()) == {57344.0, math.inf} and abs((between == 57344).float().mean() - 0.5) < 0.05


def test_rounding_of_parts_and_rows(device):
    key, keys, x = tali.torch.key(KEY, device=device), keys_on(device), torch.randn(3, 4, 5, 6, device=device)
    for dtype in TO:
        whole = tali.torch.stochastic_round(x, dtype, key)
        assert equal(tali.torch.stochastic_round(x.reshape(-1)[11:], dtype, key, offset=11), whole.reshape(-1)[11:])
        for other in lying(x):
            assert equal(tali.torch.stochastic_round(other, dtype, key), whole)
        rows = torch.stack([bits(tali.torch.stochastic_round(x[i], dtype, keys[i])) for i in range(3)])
        assert torch.equal(bits(tali.torch.stochastic_round(x, dtype, keys)), rows)
        if dtype in TO[:2]:
            assert torch.equal(bits(torch.vmap(lambda a, k, t=dtype: tali.torch.stochastic_round(a, t, k))(x, keys)), rows)


@pytest.mark.parametrize("dtype", TO)
def test_update(device, dtype):
    key, keys = tali.torch.key(KEY, device=device), keys_on(device)
    g = torch.randn(3, 4, 5, 6)
    w = torch.randn(3, 4, 5, 6).to(dtype)
    sums = w.float() + g * torch.tensor(-0.01, dtype=torch.float32)
    wanted = tali.torch.stochastic_round(sums.to(device), dtype, key, offset=3)
    for gradient in (g, g.movedim(0, -1).contiguous().movedim(-1, 0)):
        for into in (w, w.float().movedim(0, -1).contiguous().to(dtype).movedim(-1, 0)):
            into = into.clone().to(device)
            before = into._version
            assert tali.torch.add_(into, gradient.to(device), -0.01, key, offset=3) is into
            assert equal(into, wanted) and into._version > before
    into = w.clone().to(device)
    tali.torch.add_(into, g.to(device), -0.01, keys)
    assert equal(into, tali.torch.stochastic_round(sums.to(device), dtype, keys))
    half = w.clone().to(device)
    tali.torch.add_(half, g.to(device, torch.bfloat16), 0.0, key)
    assert torch.equal(half.float().cpu(), w.float())  # but for the sign of -0 + 0


# Noise


@pytest.mark.parametrize("dtype", FLOAT_TYPES)
@pytest.mark.parametrize("rounds", [10, 7])
def test_noise(device, dtype, rounds):
    key = tali.torch.key(KEY, device=device)
    x = torch.randn(3001).to(dtype)
    x[:3] = torch.tensor([0.0, -0.0, math.inf])
    for scale, offset in ((0.3, 0), (-0.3, 0), (1e-3, 2051), (0.0, 0), (-1e-42, 0)):
        z = torch.from_numpy(sequence(KEY, rounds).fill("normal-icdf", offset, 3001, "float32", mu=0, sigma=1))
        noise = z * torch.tensor(scale, dtype=torch.float32) + 0.0
        wanted = ((x if dtype == torch.float64 else x.float()) + noise).to(dtype)
        made = x.clone().to(device)
        assert tali.torch.add_noise_(made, scale, key, offset=offset, rounds=rounds) is made and equal(made, wanted)


def test_noise_of_rows_and_memory(device):
    keys, x = keys_on(device), torch.randn(3, 4, 5, 6, device=device)
    wanted = torch.stack([tali.torch.add_noise_(x[i].clone(), 2.0, keys[i]) for i in range(3)])
    for other in lying(x):
        before = other._version
        tali.torch.add_noise_(other, 2.0, keys)
        assert torch.equal(other, wanted) and other._version > before
    big = torch.randn(1000, device=device)
    back = tali.torch.add_noise_(tali.torch.add_noise_(big.clone(), 0.1, keys[0]), -0.1, keys[0])
    assert torch.allclose(back, big, atol=1e-6)


# Tokens


def gumbels(key, n, rounds=10):
    """Gumbel numbers of a row in float64, whose upper end has 64 bits."""
    s = sequence(key, rounds)
    g = s.fill("gumbel", 0, n, "float32").astype(np.float64)
    words = s.fill("bits", 0, n, "uint32")
    for i in np.flatnonzero(words >= 0xFFFFF000):
        more = int(s.fill("bits", 2**63 + int(i), 1, "uint32")[0])
        g[i] = -math.log(((0xFFFFFFFF - int(words[i])) * 2**32 + more + 0.5) * 2.0**-64)
    return g


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("rounds", [10, 7])
def test_tokens(device, dtype, rounds):
    keys = keys_on(device)
    logits = (torch.randn(3, 9001) * 3).to(dtype)
    for t in (1.0, 0.7, 5.0):
        made = tali.torch.sample_logits(logits.to(device), keys, t, rounds=rounds)
        scaled = logits.float().numpy() * (np.float32(1) / np.float32(t))
        wanted = [int(np.argmax(scaled[i] + gumbels(KEYS[i], 9001, rounds).astype(np.float32))) for i in range(3)]
        assert made.tolist() == wanted
    assert tali.torch.sample_logits(logits.to(device), keys, 0).tolist() == logits.float().argmax(-1).tolist()


def test_the_tail_of_tokens(device):
    """A word among the largest takes 32 bits more."""
    found = None
    for n in range(3000):
        key = tali.Key(1).fold_in(n)
        words = sequence(key).fill("bits", 0, 5000, "uint32")
        if words.max() >= 0xFFFFF000:
            found = key, int(words.argmax())
            break
    key, at = found
    logits = torch.zeros(1, 5000, device=device)
    logits[0, 4999 - at] = 0.0
    g = gumbels(key, 5000)
    rival = (at + 1) % 5000
    row = tali.torch.key(key, device=device)[None]
    for margin, token in ((-1e-4, at), (1e-4, rival)):
        logits = torch.full((1, 5000), -50.0, device=device)
        logits[0, at] = 0.0
        logits[0, rival] = float(g[at] - g[rival] + margin)
        assert tali.torch.sample_logits(logits, row).item() == token


def test_tokens_do_not_depend_on_the_batch(device):
    keys = tali.torch.split(tali.torch.key(5, device=device), 6)
    logits = torch.randn(6, 5000, device=device) * 2
    order = torch.randperm(6, device=device)
    p = torch.linspace(0.1, 1.0, 6, dtype=torch.float64, device=device)
    k = torch.arange(1, 7, device=device) * 40
    t = torch.linspace(0.0, 2.0, 6, device=device)
    for filters in ({}, {"top_p": p}, {"top_k": k}, {"min_p": p / 50}, {"top_k": k, "top_p": p, "min_p": p / 100, "temperature": t}):
        whole = tali.torch.sample_logits(logits, keys, **filters)
        assert torch.equal(tali.torch.sample_logits(logits[order], keys[order], **{n: f[order] for n, f in filters.items()}), whole[order])
        for i in (0, 5):
            one = tali.torch.sample_logits(logits[i], keys[i], **{n: f[i] for n, f in filters.items()})
            assert one == whole[i]
            alone = tali.torch.sample_logits(logits[i], keys[i], **{n: f[i].item() for n, f in filters.items()})
            assert alone == whole[i]
    apart = torch.stack([logits, logits], -1)[..., 0]
    assert torch.equal(tali.torch.sample_logits(apart, keys), tali.torch.sample_logits(logits, keys))
    both = torch.vmap(lambda a, b: tali.torch.sample_logits(a, b, 0.8, top_k=50))(logits, keys)
    assert torch.equal(both, tali.torch.sample_logits(logits, keys, 0.8, top_k=50))
    cube = tali.torch.sample_logits(logits.view(2, 3, 5000), keys.view(2, 3, 2), t.view(2, 3))
    assert torch.equal(cube.view(6), tali.torch.sample_logits(logits, keys, t))


def test_ends_of_tokens(device):
    inf, nan = math.inf, math.nan
    rows = torch.tensor([[-inf, 0, -inf, nan], [-inf, -inf, nan, -inf], [0, inf, 5, inf], [nan, 3, 3, 1], [1e38, -1e38, 0, 1e38]], device=device)
    keys = tali.torch.split(tali.torch.key(1, device=device), 5)
    for filters in ({}, {"top_k": 4}, {"top_p": 0.9}, {"min_p": 0.01}):
        made = tali.torch.sample_logits(rows, keys, **filters).tolist()
        assert made[:3] == [1, -1, 1] and made[3] in (1, 2, 3) and made[4] in (0, 3)
    assert tali.torch.sample_logits(rows, keys, 0.0).tolist() == [1, -1, 1, 1, 0]
    t = torch.tensor([nan, 1, -1, inf, 0], device=device)
    assert tali.torch.sample_logits(rows, keys, t).tolist() == [-1, -1, -1, -1, 0]
    assert tali.torch.sample_logits(rows[:0], keys[:0]).shape == (0,)
    same_logits = torch.zeros(1, 10, device=device)  # ties: all of them pass a filter
    many = torch.cat([tali.torch.sample_logits(same_logits, k[None], top_k=1) for k in tali.torch.split(keys[0], 40)])
    assert len(set(many.tolist())) > 5


def test_block_sizes_do_not_matter(device, monkeypatch):
    if not on_kernels(torch.empty(0, device=device)):
        pytest.skip("blocks are the kernels'")
    from tali.torch import _best

    logits, keys = torch.randn(2, 5000, device=device) * 2, tali.torch.split(tali.torch.key(8, device=device), 2)
    wanted = tali.torch.sample_logits(logits.cpu(), keys.cpu()).tolist()
    for sizes in ((512, 1, 4096), (1024, 4, 1), (4096, 4, 8)):
        monkeypatch.setattr(_best, "_SIZES", sizes)
        assert tali.torch.sample_logits(logits, keys).tolist() == wanted


def test_what_filters_leave(device):
    logits = torch.tensor([0.5, 0.2, 0.15, 0.1, 0.05], device=device).log()
    n = 40 if on_kernels(logits) and device.type == "cpu" else 300  # a row takes the interpreter long
    keys = tali.torch.split(tali.torch.key(9, device=device), n)

    def tokens(**filters):
        return set(tali.torch.sample_logits(logits.expand(n, 5), keys, **filters).tolist())

    assert tokens() == {0, 1, 2, 3, 4}
    assert tokens(top_k=2) == {0, 1} and tokens(top_k=1) == {0} and tokens(top_k=9) == {0, 1, 2, 3, 4}
    assert tokens(top_p=0.6) == {0, 1} and tokens(top_p=0.75) == {0, 1, 2} and tokens(top_p=0.0) == {0} and tokens(top_p=1.0) == {0, 1, 2, 3, 4}
    assert tokens(min_p=0.25) == {0, 1, 2} and tokens(min_p=1.0) == {0}
    assert tokens(top_k=3, top_p=0.8) == {0, 1}  # 0.7 of 0.85 is enough


def test_the_law_of_tokens():
    p = np.array([0.4, 0.3, 0.15, 0.1, 0.04, 0.01])
    keys = tali.torch.split(tali.torch.key(11), 20000)
    rows = torch.from_numpy(np.log(p)).float().expand(20000, 6)
    assert abs(chi_squared(torch.bincount(tali.torch.sample_logits(rows, keys), minlength=6), p)) < 5
    hot = p**0.5 / (p**0.5).sum()
    assert abs(chi_squared(torch.bincount(tali.torch.sample_logits(rows, keys, 2.0), minlength=6), hot)) < 5
    kept = p[:3] / p[:3].sum()
    assert abs(chi_squared(torch.bincount(tali.torch.sample_logits(rows, keys, top_p=0.8), minlength=3), kept)) < 5


# Graphs and compilers


def test_fused_operations_compile_once(device):
    def f(key, x, logits):
        keys = tali.torch.split(key, 4)
        y = tali.torch.dropout(x, 0.25, keys[0])
        w = tali.torch.stochastic_round(y, torch.bfloat16, keys[1])
        tali.torch.add_(w, x, 0.1, keys[2])
        tali.torch.add_noise_(w, 0.1, keys[3])
        return w.float() * 2, tali.torch.sample_logits(logits, keys, 0.8)

    x, logits = torch.randn(1000, device=device), torch.randn(4, 300, device=device)
    compiled, made = compilations(f, "aot_eager" if device.type == "cpu" else "inductor")
    for seed in range(20 if device.type == "cuda" or not on_kernels(x) else 4):
        key = tali.torch.key(seed, device=device)
        for a, b in zip(compiled(key, x, logits), f(key, x, logits)):
            assert torch.equal(a, b)
    assert len(made) == 1


def test_compiled_gradients(device):
    key = tali.torch.key(KEY, device=device)

    def f(x):
        return tali.torch.dropout(x * 2, 0.5, key).square().sum()

    x = torch.randn(100, device=device, requires_grad=True)
    compiled, _ = compilations(f, "aot_eager")
    assert torch.equal(torch.autograd.grad(compiled(x), x)[0], torch.autograd.grad(f(x), x)[0])


def test_operators():
    key, x = tali.torch.key(42), torch.randn(3, 4)
    torch.library.opcheck(torch.ops.tali.dropout.default, (x, key, 16384, 0, 10))
    torch.library.opcheck(torch.ops.tali.stochastic_round.default, (x, torch.bfloat16, key, 0, 10))
    torch.library.opcheck(torch.ops.tali.add_rounded_.default, (x.bfloat16(), x, 0.1, key, 0, 10))
    torch.library.opcheck(torch.ops.tali.add_noise_.default, (x, 0.1, key, 0, 10))
    torch.library.opcheck(torch.ops.tali.sample_logits.default, (x, tali.torch.split(key, 3), 1.0, None, None, None, None, 10))


def test_fused_operations_in_a_graph(device):
    if device.type != "cuda":
        pytest.skip("needs a GPU")
    key, x, logits = tali.torch.key(0, device=device), torch.randn(4096, device=device), torch.randn(4, 5000, device=device)

    def f():
        keys = tali.torch.split(key, 4)
        return (tali.torch.dropout(x, 0.25, key), tali.torch.stochastic_round(x, torch.bfloat16, key),
                tali.torch.add_noise_(x.clone(), 0.1, key), tali.torch.sample_logits(logits, keys, 0.8))

    f()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        made = f()
    for seed in range(100):
        key.copy_(tali.torch.key(seed))
        graph.replay()
        for a, b in zip(made, f()):
            assert torch.equal(a, b)


def test_a_gpu_has_the_cpus_bits(device):
    if device.type != "cuda":
        pytest.skip("needs a GPU")
    x, key = torch.randn(1 << 22), tali.torch.key(KEY)
    there, k = x.to(device), key.to(device)
    for rounds in (10, 7):
        assert equal(tali.torch.dropout(there.bfloat16(), 0.1, k, rounds=rounds), tali.torch.dropout(x.bfloat16(), 0.1, key, rounds=rounds))
        for dtype in TO:
            assert equal(tali.torch.stochastic_round(there, dtype, k, rounds=rounds), tali.torch.stochastic_round(x, dtype, key, rounds=rounds))
        assert equal(tali.torch.add_noise_(there.bfloat16(), 0.1, k, rounds=rounds), tali.torch.add_noise_(x.bfloat16(), 0.1, key, rounds=rounds))
    logits, keys = torch.randn(64, 32000) * 3, tali.torch.split(key, 64)
    for filters in ({}, {"temperature": 0.7}, {"top_k": 50}, {"top_p": 0.9}, {"min_p": 0.05, "top_p": 0.95, "temperature": 1.3}):
        assert torch.equal(tali.torch.sample_logits(logits.to(device), keys.to(device), **filters).cpu(), tali.torch.sample_logits(logits, keys, **filters))


def test_what_is_refused(device):
    t, key = tali.torch, tali.torch.key(42, device=device)
    x = torch.ones(3, 4, device=device)
    before = x.clone()
    w = x.bfloat16()
    keys = t.split(key, 2)
    for call, kind, said in (
            (lambda: t.dropout(x, 1.5, key), ValueError, "p is 1.5"), (lambda: t.dropout(x, math.nan, key), ValueError, "p is nan"),
            (lambda: t.dropout(x, 0.5, keys), ValueError, r"key is of shape \(2, 2\)"), (lambda: t.dropout(x.int(), 0.5, key), TypeError, "x is of type torch.int32"),
            (lambda: t.dropout(x, 0.5, 42), TypeError, "key is 42"), (lambda: t.dropout(x, 0.5, key, rounds=9), ValueError, "rounds is 9"),
            (lambda: t.stochastic_round(x, torch.float32, key), TypeError, "dtype is torch.float32"),
            (lambda: t.stochastic_round(x.double(), torch.float16, key), TypeError, "x is of type torch.float64"),
            (lambda: t.add_(w, x[0], 1.0, key), ValueError, r"g is of shape \(4,\)"), (lambda: t.add_(x, x, 1.0, key), TypeError, "w is of type torch.float32"),
            (lambda: t.add_(w, x, math.inf, key), ValueError, "alpha is inf"), (lambda: t.add_noise_(x, math.nan, key), ValueError, "scale is nan"),
            (lambda: t.add_noise_(x[:1].expand(3, 4), 1.0, key), ValueError, "x is of strides"),
            (lambda: t.add_noise_(x.clone().requires_grad_(), 1.0, key), ValueError, "x is a tensor that requires a gradient"),
            (lambda: t.sample_logits(x, key), ValueError, r"key is of shape \(2,\)"), (lambda: t.sample_logits(x, keys), ValueError, r"key is of shape \(2, 2\)"),
            (lambda: t.sample_logits(x[0], key, math.nan), ValueError, "temperature is nan"), (lambda: t.sample_logits(x[0], key, -1), ValueError, "temperature is -1"),
            (lambda: t.sample_logits(x[0], key, top_k=0), ValueError, "top_k is 0"), (lambda: t.sample_logits(x[0], key, top_k=1.5), ValueError, "top_k is 1.5"),
            (lambda: t.sample_logits(x[0], key, top_p=1.1), ValueError, "top_p is 1.1"), (lambda: t.sample_logits(x[0], key, min_p="1"), TypeError, "min_p is '1'"),
            (lambda: t.sample_logits(x[0, :0], key), ValueError, r"logits is of shape \(0,\)"),
            (lambda: t.sample_logits(x, t.split(key, 3), torch.ones(2, device=device)), ValueError, r"temperature is of shape \(2,\)")):
        with pytest.raises(kind, match=said):
            call()
    assert torch.equal(x, before) and torch.equal(w, before.bfloat16())
