# SPDX-License-Identifier: Apache-2.0
"""tali.triton and tali.numba: element i in a kernel is element i of tali.Sequence."""

import functools
import importlib
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import tali
from tali._kernels import quantile_rows

KEYS = [tali.Key(42), tali.Key.of(42, 54), tali.Key.of(2**64 - 1, 2**64 - 1), tali.Key.of(0, 0), tali.Key.of(1, 2**63)]
FIRSTS = [0, 1001, 2**31 - 3, 2**32 - 6, 2**33 - 16, 2**34 - 2, 2**61 - 7, 2**62 - 128, 2**63 - 200, 2**64 - 32]
ENGINES = {10: "philox4x32", 7: "philox4x32-7"}

#: Function, its arguments there, the distribution's name, its parameters, its type, and the number of words of an element
CASES = {
    "words": ("words", (), "bits", {}, "uint32", 1),
    "words64": ("words64", (), "bits", {}, "uint64", 2),
    "uniform": ("uniform", (), "uniform", {}, "float32", 1),
    "uniform64": ("uniform64", (), "uniform", {}, "float64", 2),
    "normal": ("normal", (), "normal-icdf", {}, "float32", 1),
    "normal(-1.3, 2.7)": ("normal", (-1.3, 2.7), "normal-icdf", {"mu": -1.3, "sigma": 2.7}, "float32", 1),
    "normal(1, 0)": ("normal", (1.0, 0.0), "normal-icdf", {"mu": 1, "sigma": 0}, "float32", 1),
    "exponential": ("exponential", (), "exponential", {}, "float32", 1),
    "exponential(2.7)": ("exponential", (2.7,), "exponential", {"scale": 2.7}, "float32", 1),
    "exponential(1e-40)": ("exponential", (1e-40,), "exponential", {"scale": 1e-40}, "float32", 1),
    "gumbel": ("gumbel", (), "gumbel", {}, "float32", 1),
    "gumbel(-1.3, 2.7)": ("gumbel", (-1.3, 2.7), "gumbel", {"location": -1.3, "scale": 2.7}, "float32", 1),
    "bernoulli(0.3)": ("bernoulli", (0.3,), "bernoulli", {"p": 0.3}, "uint8", 2),
    "bernoulli(0)": ("bernoulli", (0.0,), "bernoulli", {"p": 0}, "uint8", 2),
    "bernoulli(1)": ("bernoulli", (1.0,), "bernoulli", {"p": 1}, "uint8", 2),
    "bernoulli(2^-64)": ("bernoulli", (2.0**-64,), "bernoulli", {"p": 2.0**-64}, "uint8", 2),
}
for kind, low, high in (("int32", -1000, 1234568), ("int32", 7, 8), ("int32", -(2**31), 2**31), ("uint32", 7, 2**32 - 1),
                        ("uint32", 0, 2**32), ("int64", -1000, 123456789012346), ("int64", -5, 2**32 - 5),
                        ("int64", -(2**63), 2**63), ("uint64", 2**63, 2**64 - 1), ("uint64", 5, 2**32 + 4), ("uint64", 0, 2**64)):
    CASES[f"randint({low}, {high}, {kind})"] = ("randint", (low, high % 2**64 if low >= 0 else high, kind), "uniform-int", {"low": low, "high": high - 1}, kind,
                                                2 if kind.endswith("32") else 4)


#: The keys and first indices of every test, a row each: 64 rows, which is a block of Triton's
PLACES = [(key, first) for key in KEYS for first in FIRSTS] + [(KEYS[0], 0)] * 14


def moved(first, n, words):
    """The first index, moved to where the sequence has elements of this many words."""
    return min(first, 2**64 // words - n)


def sequence(key, rounds):
    return tali.Sequence(ENGINES[rounds], seed=key)


def expected(case, rounds, n):
    """The elements at all places, and the places."""
    _, _, name, parameters, dtype, words = CASES[case]
    places = [(key, moved(first, n, words)) for key, first in PLACES]
    values = [sequence(key, rounds).fill(name, first, n, dtype, **parameters) for key, first in places]
    return np.stack(values), places


def same(got, wanted):
    got = np.asarray(got)
    assert got.dtype == wanted.dtype and np.array_equal(got.view(f"u{got.itemsize}"), wanted.view(f"u{wanted.itemsize}"))


def lines(path, kind):
    for line in path.read_text().splitlines():
        found = line.split()
        if found and found[0] == kind:
            yield found[1:]


def known_words(data):
    """Known answers: a key, an index, the number of rounds, and the words."""
    for engine, seed, stream, first, *words in lines(data / "known_answers.txt", "sequence"):
        for rounds, name in ENGINES.items():
            if engine == name:
                yield tali.Key.of(int(seed), int(stream)), int(first), rounds, [int(w, 16) for w in words]


def known_children(data, kind):
    for parent, number, made in lines(data / "key_answers.txt", kind):
        yield *(tali.Key(bytes.fromhex(k)) for k in (parent, made)), int(number)


#: What is rounded: usual floats, the smallest, halves of both types, ends, and NaN
FLOATS = np.array([0.0, -0.0, 1.0, -1.0, 0.1, -3.14159, 65504.0, 65519.0, -65521.0, 1e5, 3.4e38, -3.4e38, 2.0**-14, 6.1e-5, 5e-8, -2.0**-25,
                   1e-40, 1e-45, np.inf, -np.inf, np.nan, 1.00390625, 1.001, -2.999, 1e-8, 2.0**-24, 1.5 * 2.0**-24, 7.7e-6, 12345.678,
                   3.3895e38, -3e-39, 448.5], np.float32)


def rounded(values, words, bits, least):
    """Stochastic rounding by exact integers: to `bits` bits of a mantissa, and to multiples of 2^least at the least."""
    out = []
    for x, w in zip(values, words):
        if not np.isfinite(x) or x == 0:
            out.append(x)
            continue
        m, e = np.frexp(np.abs(x))
        step = max(int(e) - 1 - bits, least)  # of the multiples next to x, 2^step
        kept = 21 if bits == 10 and e <= -14 else 23 - bits
        units = int(np.float64(m) * 2.0**53) * 2 ** kept
        shift = 53 - int(e) + step
        k = ((units >> shift) + (int(w) >> 32 - kept)) >> kept
        big = k * 2.0 ** step
        out.append(np.copysign(np.inf if bits == 10 and big > 65504 or big >= 2.0**128 else big, x))
    return np.array(out, np.float32)


@pytest.mark.parametrize("module", ["triton", "numba", "jax"])
def test_without_the_framework(module):
    program = f"import sys; sys.modules[{module!r}] = None\nimport tali.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == f"ImportError: tali.{module} needs the package {module}: pip install {module}"


def test_the_table():
    rows = quantile_rows()
    assert rows.shape == (513, 4) and rows.dtype == np.uint32 and rows[0, 0] == 0x30CAA9B0


class Triton:
    """Triton's interpreter, which takes NumPy's memory where it looks like a tensor."""

    class Tensor:
        def __init__(self, array):
            self.array, self.dtype, self.shape = array, str(array.dtype), array.shape

        def data_ptr(self):
            return self.array.ctypes.data

        def untyped_storage(self):
            return self

        def cpu(self):
            return Triton.Tensor(self.array.copy())

        def copy_(self, other):
            self.array[...] = other.array

        def new_empty(self, *shape, device=None):
            return Triton.Tensor(self.array[:0])

        def set_(self, storage, *shape):
            self.array = storage.array

        def storage_offset(self):
            return 0

        size = stride = lambda self: None  # noqa: E731


@pytest.fixture(scope="module")
def kernels():
    """tali.triton and the kernels around it, in Triton's interpreter."""
    triton = pytest.importorskip("triton", reason="Triton is missing")
    if tuple(int(n) for n in triton.__version__.split(".")[:2]) < (3, 9):
        pytest.skip(f"the interpreter of Triton {triton.__version__} rounds an fma twice; 3.9 does not")
    import triton_kernels

    return triton_kernels


def arguments(case):
    """Those of a function of tali.triton, as it takes them."""
    import triton.language as tl

    return tuple(getattr(tl, a) if isinstance(a, str) else a for a in CASES[case][1])


@pytest.mark.parametrize("rounds", ENGINES)
@pytest.mark.parametrize("case", CASES)
def test_triton_elements(kernels, case, rounds):
    wanted, places = expected(case, rounds, 32)
    function = getattr(tali.triton, CASES[case][0])
    keys = np.array([(key.seed, key.stream) for key, _ in places], np.uint64)
    firsts = np.array([first for _, first in places], np.uint64)
    out, table = np.zeros_like(wanted), quantile_rows().view(np.int32)
    tensors = [Triton.Tensor(x) for x in (out, keys, firsts, table)]
    given = arguments(case)
    kernels.elements[(1,)](*tensors, function, given, ROWS=64, BLOCK=32, ROUNDS=rounds)
    same(out, wanted)


@pytest.mark.parametrize("block, n", [(4, 7), (32, 61), (128, 128)])
@pytest.mark.parametrize("case", CASES)
def test_triton_elements_in_a_row(kernels, case, block, n):
    _, _, name, parameters, dtype, words = CASES[case]
    table = Triton.Tensor(quantile_rows().view(np.int32))
    for key, first in ((KEYS[2], 2**32 - 8), (KEYS[1], moved(2**64, 128, words))):
        out = np.zeros(n, dtype)
        kernels.in_a_row[(-(-n // block),)](Triton.Tensor(out), key.seed, key.stream, first, n, table,
                                           getattr(tali.triton, CASES[case][0]), arguments(case), BLOCK=block)
        same(out, sequence(key, 10).fill(name, first, n, dtype, **parameters))


def test_triton_known_answers(kernels, data):
    count = 0
    for key, first, rounds, words in known_words(data):
        out = np.zeros(len(words), np.uint32)
        kernels.known[(1,)](Triton.Tensor(out), key.seed, key.stream, first, len(words), BLOCK=8, ROUNDS=rounds)
        assert out.tolist() == words
        count += 1
    assert count == 48
    for kind in ("fold-in", "split"):
        known = list(known_children(data, kind))
        assert len(known) > 20
        keys = np.array([(key.seed, key.stream) for key, _, _ in known[:16]], np.uint64)
        numbers, out = np.array([n for _, _, n in known[:16]], np.uint64), np.zeros_like(keys)
        kernels.children[(1,)](*(Triton.Tensor(x) for x in (out, keys, numbers)), FOLD_IN=kind == "fold-in", BLOCK=16)
        assert [tuple(k) for k in out.tolist()] == [(made.seed, made.stream) for _, made, _ in known[:16]]


@pytest.mark.parametrize("bits, least", [(7, -133), (10, -24)])
def test_triton_rounding(kernels, bits, least):
    x = np.tile(FLOATS, 8)
    half = bits == 10
    made = np.zeros(x.size, np.uint16)
    kernels.rounding[(1,)](Triton.Tensor(x), Triton.Tensor(made), 42, 54, BLOCK=x.size, HALF=half)
    out = made.view(np.float16).astype(np.float32) if half else (made.astype(np.uint32) << 16).view(np.float32)
    words = sequence(KEYS[1], 10).fill("bits", 0, x.size, "uint32")
    np.testing.assert_array_equal(out, rounded(x, words, bits, least))
    assert np.array_equal(np.signbit(out), np.signbit(x))


def example(name):
    """A module of the examples."""
    path = pathlib.Path(__file__).parents[1] / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"example_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_in_triton(kernels):
    made, key, n = example("triton_kernels"), KEYS[0], 100
    words, s = np.array([key.seed, key.stream], np.uint64), sequence(key, 10)
    x, y, z = np.full(n, 3.0, np.float32), np.zeros(n, np.float32), np.zeros(n, np.float32)
    made.dropout[(2,)](Triton.Tensor(x), Triton.Tensor(y), n, 0.25, key.seed, key.stream, BLOCK=64)
    assert np.array_equal(y == 0, s.bernoulli(0.25, size=n) == 1) and set(y) == {0, 4}
    made.add_noise[(2,)](Triton.Tensor(z), n, 1.0, Triton.Tensor(words), Triton.Tensor(quantile_rows().view(np.int32)), BLOCK=64)
    same(z, s.fill("normal-icdf", size=n, dtype="float32"))
    logits, chosen = np.log(np.arange(1, 301, dtype=np.float32)).reshape(3, 100), np.zeros(3, np.int32)
    made.sample[(3,)](Triton.Tensor(logits), Triton.Tensor(chosen), 100, key.seed, key.stream, BLOCK=64)
    wanted = [np.argmax(logits[i] + sequence(key.fold_in(i), 10).fill("gumbel", size=100, dtype="float32")) for i in range(3)]
    assert chosen.tolist() == wanted


def test_the_example_in_warp():
    pytest.importorskip("warp", reason="Warp is missing")
    words, uniforms = example("warp_kernel").values_of_kernel(KEYS[0], 1001)
    same(words, sequence(KEYS[0], 10).fill("bits", size=1001, dtype="uint32"))
    same(uniforms, sequence(KEYS[0], 10).random(size=1001, dtype="float32"))


def test_rounding_has_the_right_mean():
    words = sequence(KEYS[0], 10).fill("bits", 0, 20000, "uint32")
    for x, bits, least in ((1.001, 7, -133), (-2.999, 10, -24), (7.7e-6, 10, -24)):
        values = rounded(np.full(words.size, x, np.float32), words, bits, least).astype(np.float64)
        assert len(set(values)) == 2 and abs(values.mean() - np.float32(x)) < 4 * values.std() / words.size**0.5


@functools.cache
def jitted(name):
    """A compiled loop over places for a function of tali.numba."""
    numba = pytest.importorskip("numba", reason="Numba is missing")
    import tali.numba

    function = getattr(tali.numba, name)

    @numba.njit
    def loop(out, keys, firsts, given, rounds):
        for row in range(out.shape[0]):
            for i in range(out.shape[1]):
                out[row, i] = function(keys[row, 0], keys[row, 1], firsts[row] + np.uint64(i), *given, rounds)

    return loop


#: Parameters that Numba's functions are called with where a case has none
DEFAULTS = {"normal": (0.0, 1.0), "exponential": (1.0,), "gumbel": (0.0, 1.0)}


@pytest.mark.parametrize("rounds", ENGINES)
@pytest.mark.parametrize("case", CASES)
def test_numba_elements(case, rounds):
    name, given, *_ = CASES[case]
    wanted, places = expected(case, rounds, 8)
    if name == "randint":
        name, given = "randint64" if wanted.itemsize == 8 else "randint", tuple(np.uint64(b % 2**64) for b in given[:2])
    out = np.zeros(wanted.shape, f"i{wanted.itemsize}" if wanted.dtype.kind in "iu" and given else wanted.dtype)
    keys = np.array([(key.seed, key.stream) for key, _ in places], np.uint64)
    jitted(name)(out, keys, np.array([first for _, first in places], np.uint64), given or DEFAULTS.get(name, ()), rounds)
    same(out.view(wanted.dtype), wanted)


def test_numba_keys_and_rounding(data):
    numba = pytest.importorskip("numba", reason="Numba is missing")
    import tali.numba as t

    @numba.njit
    def child(seed, stream, number, fold):
        return t.fold_in(seed, stream, number) if fold else t.split_at(seed, stream, number)

    for kind in ("fold-in", "split"):
        for key, made, n in known_children(data, kind):
            assert child(np.uint64(key.seed), np.uint64(key.stream), np.uint64(n), kind == "fold-in") == (made.seed, made.stream)

    @numba.njit
    def rounding(x, bfloat):
        out = np.empty_like(x)
        for i in range(x.size):
            out[i] = t.stochastic_round(x[i], 42, 54, i, bfloat)
        return out

    x = np.tile(FLOATS, 8)
    words = sequence(KEYS[1], 10).fill("bits", 0, x.size, "uint32")
    for bits, least in ((7, -133), (10, -24)):
        np.testing.assert_array_equal(rounding(x, bits == 7), rounded(x, words, bits, least))


def test_numpys_generator_in_numba():
    numba = pytest.importorskip("numba", reason="Numba is missing")

    @numba.njit
    def draw(rng):
        return rng.random(100), rng.standard_normal(100), rng.integers(0, 1000, 100)

    def generator():
        return np.random.Generator(tali.BitGenerator("philox4x32", 42))

    for got, wanted in zip(draw(generator()), draw.py_func(generator())):
        assert np.array_equal(got, wanted)


PAGE = (pathlib.Path(__file__).parents[2] / "docs" / "kernels.md").read_text()
VALUE = float(re.search(r"^Element .* is (0\.\d+)\.", PAGE, re.M)[1])
DOORS = dict(re.findall(r"^\| ([^|]+) \| `(.+)` \|$", PAGE.partition("## One element everywhere")[2], re.M))
PROGRAM = """#include <cstdio>
#include <tali/tali.hpp>
int main() { std::printf("%.17g", %s); }
"""


def test_one_element_in_a_shell():
    there = pathlib.Path(tali._core.__file__).resolve().parents[1] / "tali"
    if not there.is_file():  # a wheel's parent folder holds the package of that name
        pytest.skip("the command is not beside the module")
    done = subprocess.run([there, *DOORS["a shell"].split()[1:]], capture_output=True, check=True, timeout=60)
    assert float(done.stdout) == VALUE


def test_one_element_in_cpp(tmp_path):
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    (tmp_path / "one.cpp").write_text(PROGRAM.replace("%s", DOORS["C++ and CUDA C++"]))
    subprocess.run([compiler, "-std=c++20", "-I", tali.get_include(), "one.cpp", "-o", "one"], cwd=tmp_path, check=True, timeout=300)
    assert float(subprocess.run([tmp_path / "one"], capture_output=True, check=True, timeout=60).stdout) == VALUE


@pytest.mark.parametrize("door, module", [("Python", None), ("NumPy", None), ("PyTorch", "torch"), ("JAX, with `jax_enable_x64`", "jax"),
                                          ("Numba, in a function", "numba")])
def test_one_element_in_python(door, module):
    names = {"tali": tali, "np": np, "key": tali.Key.of(42, 0)}
    if module:
        names[module] = pytest.importorskip(module, reason=f"{module} is missing")
        importlib.import_module(f"tali.{module}")
    if module == "jax":
        with names["jax"].enable_x64(True) if hasattr(names["jax"], "enable_x64") else names["jax"].experimental.enable_x64():
            assert float(eval(DOORS[door], names)) == VALUE
    else:
        assert float(eval(DOORS[door], names)) == VALUE


def test_one_element_in_triton(kernels):
    out = np.zeros(1)
    kernels.one[(1,)](Triton.Tensor(out))
    assert out[0] == VALUE and DOORS["Triton, in a kernel"] == "tali.triton.uniform64(42, 0, 1000)"
