# SPDX-License-Identifier: Apache-2.0
"""Arrays over Dask's chunks, devices of JAX, ranks of MPI and meshes of PyTorch: the same numbers, however they are cut."""

import inspect
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tali
from conftest import on_ranks, refused
from tali._blocks import SHAPED
from test_keys import CALLS

KEY = tali.Key(42)
WHOLE = tali.Sequence(seed=KEY)


def whole(name, shape, **more):
    return getattr(WHOLE, name)(*CALLS[name][0], size=shape, **more)


@pytest.fixture
def dask():
    pytest.importorskip("dask.array", reason="Dask is not installed")
    return tali.dask


@pytest.fixture
def jax():
    pytest.importorskip("jax", reason="JAX is not installed")
    return tali.jax


@pytest.mark.parametrize("module", ["dask", "jax"])
def test_a_function_for_every_method(module, request):
    functions = request.getfixturevalue(module)
    own = {"jax": {"fold_in", "key", "permutation", "prng", "split"}}.get(module, set())
    assert sorted(functions.__all__) == sorted([*SHAPED, *own]) and len(SHAPED) > 40
    for name in SHAPED:
        function = getattr(functions, name)
        theirs = inspect.signature(getattr(tali.Generator, name)).parameters
        mine = inspect.signature(function).parameters
        assert set(mine) - {"key", "size", "chunks", "sharding"} == set(theirs) - {"self", "size", "out"}
        assert function.__name__ == name and "key : Key" in function.__doc__ and "out :" not in function.__doc__


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=3), st.data(), st.sampled_from(sorted(CALLS)))
def test_dask_chunks(shape, data, name):
    pytest.importorskip("dask.array", reason="Dask is not installed")
    chunks = tuple(data.draw(st.integers(1, max(n, 1))) for n in shape)
    x = getattr(tali.dask, name)(KEY, tuple(shape), *CALLS[name][0], chunks=chunks)
    expected = whole(name, tuple(shape))
    assert x.shape == expected.shape and x.dtype == expected.dtype
    assert np.array_equal(x.compute(scheduler="synchronous"), expected)


def test_dask_is_lazy(dask):
    x = dask.normal(KEY, (10**6, 10**6), chunks=(10**3, 10**3))
    assert np.array_equal(x[-1, -3:].compute(), WHOLE.normal(first=10**12 - 3, size=3))
    assert dask.normal(KEY, 100, chunks=30).name == dask.normal(KEY, 100, chunks=30).name
    assert dask.normal(KEY, 100, chunks=30).name != dask.normal(KEY, 100, 1.0, chunks=30).name
    assert dask.normal(KEY, 100, dtype="float32").dtype == np.float32
    other = tali.Sequence("pcg32", seed=7)
    assert np.array_equal(dask.random(other, 50, chunks=7).compute(), other.random(size=50))
    assert dask.random(KEY, ()).compute() == WHOLE.random(first=0)


def test_dask_cluster(dask):
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    expected = WHOLE.gamma(2.5, size=(200, 30))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, \
            distributed.Client(cluster) as client:
        x = dask.gamma(KEY, (200, 30), 2.5, chunks=(50, 7))
        kept = x.persist()
        assert np.array_equal(kept.compute(), expected)
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        assert np.array_equal(kept.compute(), expected)  # its chunks are made again elsewhere
        cluster.scheduler.allowed_failures = 0
        fatal = x.map_blocks(lambda block: os._exit(1), dtype=float, meta=np.empty((0, 0)), name="fatal")
        with pytest.raises(distributed.scheduler.KilledWorker, match="fatal"):
            fatal.compute()


@pytest.mark.parametrize("arguments, error, says", [
    ((42, 5), TypeError, r"key is 42"),
    ((KEY, (1 << 40, 1 << 40)), ValueError, r"(shape|size) is \(1099511627776, 1099511627776\)"), ((KEY, -1), ValueError, "size is -1"),
    ((KEY, 1.5), TypeError, "size is 1.5"), ((KEY, 5, 0, -1), ValueError, "scale is -1"),
    ((KEY, 5, [1.0, 2.0]), ValueError, r"loc is of shape \(2,\)"), ((KEY, (1,) * 9), ValueError, r"(shape|size) is \(1, 1, 1, 1, 1, 1, 1, 1, 1\)")])
@pytest.mark.parametrize("module", ["dask", "jax"])
def test_bad_calls(module, arguments, error, says, request):
    with refused(error, says):
        request.getfixturevalue(module).normal(*arguments)


@pytest.mark.parametrize("module", ["dask", "jax"])
def test_refused_before_a_worker_begins(module, request):
    functions = request.getfixturevalue(module)
    with refused(ValueError, "engine is 'mtgp32'"):
        functions.gamma(tali.Sequence("mtgp32", seed=1), (10,), 2.0)
    with refused(ValueError, "parameter is an array of rows"):
        functions.multinomial(KEY, (2, 2), [5, 60], [0.5, 0.5])
    a = np.arange(10).reshape(2, 5)
    with refused(ValueError, "axis is 1"):
        functions.choice(KEY, 6, a, axis=1)
    for axis in (0, -2):
        x = functions.choice(KEY, (6,), a, axis=axis)
        assert np.array_equal(np.asarray(x), WHOLE.choice(a, size=6))
    assert np.array_equal(np.asarray(functions.choice(KEY, 6, [3, 4, 5], axis=-1)), WHOLE.choice([3, 4, 5], size=6))


@pytest.mark.parametrize("module", ["dask", "jax"])
def test_arrays_of_parameters(module, request):
    functions = request.getfixturevalue(module)
    shapes, more = np.arange(1, 36).reshape(7, 5) / 8, {"chunks": (3, 2)} if module == "dask" else {}
    x = np.asarray(functions.gamma(KEY, (7, 5), shapes, shapes[:1], **more))
    assert np.array_equal(x, WHOLE.gamma(shapes, shapes[:1], size=(7, 5), dtype=x.dtype))
    x = np.asarray(functions.integers(KEY, (7, 5), 0, np.arange(1, 6), **more))
    assert np.array_equal(x, WHOLE.integers(0, np.arange(1, 6), size=(7, 5), dtype=x.dtype))


def test_jax_arrays(jax):
    import jax as theirs

    assert np.array_equal(jax.normal(KEY, (7, 5)), WHOLE.normal(size=(7, 5), dtype=np.float32))
    for x, expected in ((jax.poisson(KEY, (7, 5), 4.5), WHOLE.poisson(4.5, size=(7, 5))),
                        (jax.zipf(KEY, 1000, 2.5), WHOLE.zipf(2.5, size=1000)),
                        (jax.binomial(KEY, 9, 10, 0.3), WHOLE.binomial(10, 0.3, size=9))):
        assert x.dtype == np.int32 and np.array_equal(x, expected)  # the numbers of int64
    assert (jax.poisson(KEY, 100, 4.5) - 20).max() < 0
    for call in (lambda: jax.geometric(KEY, 3, 1e-12), lambda: jax.zipf(KEY, 1000, 1.05)):
        with pytest.raises(OverflowError, match="a value does not fit int32"):
            call()
    assert np.array_equal(jax.integers(KEY, 9, -5, 5), WHOLE.integers(-5, 5, size=9, dtype=np.int32))
    assert jax.normal(KEY, 5, dtype="bfloat16").dtype == theirs.numpy.bfloat16
    assert jax.categorical(KEY, 5, [1.0, 2.0]).dtype == np.int32
    with refused(TypeError, "dtype is float64"):
        jax.normal(KEY, 5, dtype=np.float64)
    with refused(TypeError, "sharding is 3"):
        jax.normal(KEY, 5, sharding=3)
    with theirs.enable_x64(True) if hasattr(theirs, "enable_x64") else theirs.experimental.enable_x64():
        assert np.array_equal(jax.normal(KEY, (7, 5)), WHOLE.normal(size=(7, 5)))
        assert jax.poisson(KEY, 5, 4.5).dtype == np.int64


ON_DEVICES = """
import sys
import jax, numpy as np, tali, tali.jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
devices = jax.devices()
assert len(devices) == int(sys.argv[1]), devices
grid = np.array(devices).reshape(-1, 2) if len(devices) > 1 else np.array(devices).reshape(1, 1)
mesh, key = Mesh(grid, ("a", "b")), tali.Key(42)
for name, arguments, element in (("normal", (1.0, 2.0), ()), ("gamma", (2.5,), ()), ("poisson", (4.5,), ()),
                                 ("direction", (4,), (4,))):
    whole = None
    for spec in (P("a", "b"), P("b", "a"), P(None, "a"), P(("a", "b")), P(), *([P(None, "a", "b")] if element else [])):
        x = getattr(tali.jax, name)(key, (16, 8), *arguments, sharding=NamedSharding(mesh, spec))
        assert x.shape == (16, 8) + element and len(x.sharding.device_set) == len(devices)
        if whole is None:
            whole = getattr(tali.Sequence(seed=key), name)(*arguments, size=(16, 8), dtype=x.dtype)
        assert np.array_equal(np.asarray(x), whole), (name, spec)
print("same")
"""


@pytest.mark.parametrize("devices", [1, 8])
def test_jax_devices(jax, devices):
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}"}
    done = subprocess.run([sys.executable, "-c", ON_DEVICES, str(devices)], env=environment, capture_output=True, text=True,
                          timeout=300)
    assert done.stdout.strip() == "same", done.stderr


def test_calls_travel():
    from tali._engines import Call

    call = pickle.loads(pickle.dumps(Call(KEY, "gamma", (6, 4), {"shape": 2.5})))
    assert np.array_equal(call.block((2, 1), (3, 2)), WHOLE.gamma(2.5, size=(6, 4))[2:5, 1:3])
    assert call.kind() == (np.dtype(np.float64), ())


ON_RANKS = """
import sys
import numpy as np, tali, tali.mpi
from mpi4py import MPI
world, key = MPI.COMM_WORLD, tali.Key(42)
n, rank = world.Get_size(), world.Get_rank()
assert n == int(sys.argv[1]), n
grid = world.Create_cart(MPI.Compute_dims(n, 2))
for comm in (world, grid):
    for name, arguments in (("normal", (1.0, 2.0)), ("gamma", (2.5,)), ("direction", (3,))):
        whole = getattr(tali.Sequence(seed=key), name)(*arguments, size=(13, 9))
        offset, shape = tali.mpi.part((13, 9), comm)
        mine = whole[offset[0]:offset[0] + shape[0], offset[1]:offset[1] + shape[1]]
        assert np.array_equal(getattr(tali.mpi, name)(key, (13, 9), comm, *arguments), mine), name
        assert world.allreduce(int(np.prod(shape))) == 13 * 9
        memory = np.zeros((shape[0] + 2, shape[1] + 2) + mine.shape[2:])
        getattr(tali.mpi, name)(key, (13, 9), comm, *arguments, out=memory[1:-1, 1:-1])
        assert np.array_equal(memory[1:-1, 1:-1], mine)
        memory[1:-1, 1:-1] = 0
        assert not memory.any()

def refused(call, *says):
    try:
        call()
    except (ValueError, TypeError, RuntimeError) as error:
        assert any(s in str(error) for s in says), error
    else:
        raise AssertionError("nothing was raised")

refused(lambda: tali.mpi.normal(key, (1 << 40, 1 << 40), world), "at most 2^64 elements")
refused(lambda: tali.mpi.normal(key, 5, grid), "at least 2 dimensions")
refused(lambda: tali.mpi.normal(42, 5, world), "key is 42")
refused(lambda: tali.mpi.normal(key, 5, 3), "comm is 3")
if n > 1:  # what is wrong on one rank is raised on all
    refused(lambda: tali.mpi.normal(key, 5, world, 0.0, -1.0 if rank == 1 else 1.0), "scale is -1")
    refused(lambda: tali.mpi.normal(key.fold_in(rank), 5, world), "rank 1 asks for normal(")
world.Barrier()
print("same", flush=True)
"""


@pytest.mark.parametrize("ranks", [1, 4])
def test_mpi_ranks(ranks):
    mpirun = shutil.which("mpirun")
    if mpirun is None:
        pytest.skip("there is no mpirun")
    if subprocess.run([sys.executable, "-c", "from mpi4py import MPI"], capture_output=True, timeout=60).returncode != 0:
        pytest.skip("mpi4py is not installed, or finds no MPI library")
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([mpirun, "--oversubscribe", "-n", str(ranks), sys.executable, "-m", "mpi4py", "-c", ON_RANKS,
                           str(ranks)], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.replace("\n", "") == "same" * ranks, done.stdout + done.stderr


ON_MESHES = """
import sys
import numpy as np, torch, torch.distributed as dist, tali
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor, zeros
rank, ranks, store = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
dist.init_process_group("gloo", init_method="file://" + store, rank=rank, world_size=ranks)
line = init_device_mesh("cpu", (ranks,))
grid = init_device_mesh("cpu", (2, ranks // 2)) if ranks > 1 else init_device_mesh("cpu", (1, 1))
key = tali.Key(42)
whole = {name: getattr(tali.torch, name)(torch.zeros(13, 9), *arguments, key=key).numpy()
         for name, arguments in (("normal_", (1.0, 2.0)), ("gamma_", (2.5,)), ("uniform_", (-1.0, 1.0)))}
assert np.array_equal(whole["gamma_"], tali.Sequence(seed=key).gamma(2.5, size=(13, 9), dtype="f4"))
for mesh, placements in ((line, [Shard(0)]), (line, [Shard(1)]), (line, [Replicate()]), (grid, [Shard(0), Shard(1)]),
                         (grid, [Shard(1), Shard(0)]), (grid, [Replicate(), Shard(0)]), (grid, [Shard(0), Shard(0)])):
    x = zeros(13, 9, device_mesh=mesh, placements=placements)
    for name, arguments in (("normal_", (1.0, 2.0)), ("gamma_", (2.5,)), ("uniform_", (-1.0, 1.0))):
        assert getattr(tali.torch, name)(x, *arguments, key=key) is x
        assert np.array_equal(x.full_tensor().numpy(), whole[name]), (name, placements)
    for made in (lambda: 7, lambda: tali.Generator(seed=7).at(1000), lambda: torch.tensor([7, 0])):
        one = tali.torch.normal_(torch.zeros(13, 9), key=made())
        assert np.array_equal(tali.torch.normal_(x, key=made()).full_tensor().numpy(), one.numpy()), placements
    k, plain = tali.torch.key(42), torch.arange(117.0).reshape(13, 9)
    def spread(given, mesh=mesh, placements=placements):
        return distribute_tensor(given, mesh, placements)
    given = spread(plain).requires_grad_()
    dropped, wanted = tali.torch.dropout(given, 0.5, k, offset=3), tali.torch.dropout(plain, 0.5, k, offset=3)
    assert torch.equal(dropped.full_tensor(), wanted), placements
    dropped.sum().backward()
    assert torch.equal(given.grad.full_tensor(), tali.torch.dropout(torch.ones(13, 9), 0.5, k, offset=3)), placements
    assert torch.equal(tali.torch.stochastic_round(spread(plain / 7), torch.bfloat16, k).full_tensor(), tali.torch.stochastic_round(plain / 7, torch.bfloat16, k))
    w, v = spread(plain.bfloat16()), plain.bfloat16()
    assert tali.torch.add_(w, spread(plain), 1e-3, k) is w
    assert torch.equal(w.full_tensor(), tali.torch.add_(v, plain, 1e-3, k)), placements
    assert torch.equal(tali.torch.add_noise_(w, 0.5, k).full_tensor(), tali.torch.add_noise_(v, 0.5, k)), placements
g = tali.Generator(seed=7)
tali.torch.normal_(zeros(13, 9, device_mesh=line, placements=[Shard(0)]), key=g)
assert g.position == 13 * 9
try:
    tali.torch.normal_(DTensor.from_local(torch.zeros(3), line, [Partial()]), key=key)
except ValueError as error:
    assert "expected sharded or replicated" in str(error)
else:
    raise AssertionError("nothing was raised")
def refused(call, kind, said):
    try:
        call()
    except kind as error:
        assert said in str(error), error
    else:
        raise AssertionError("nothing was raised")
rows = dict(device_mesh=line, placements=[Shard(0)])
refused(lambda: tali.torch.normal_(DTensor.from_local(torch.zeros(3), line, [Partial()]), key=g), ValueError, "expected sharded")
refused(lambda: g.normal(out=zeros(13, 9, **rows)), TypeError, "out is a DTensor")
assert g.position == 13 * 9
leaf = zeros(13, 9, requires_grad=True, **rows)
refused(lambda: tali.torch.normal_(leaf, key=key), RuntimeError, "leaf")
made = leaf * 2
tali.torch.normal_(made, key=key)
assert np.array_equal(made.detach().full_tensor().numpy(), tali.torch.normal_(torch.zeros(13, 9), key=key).numpy())
made.sum().backward()
assert not leaf.grad.full_tensor().any()
compiled = torch.compile(lambda x: tali.torch.normal_(x, key=key) * 2, backend="eager")(zeros(13, 9, **rows))
assert np.array_equal(compiled.full_tensor().numpy(), 2 * tali.torch.normal_(torch.zeros(13, 9), key=key).numpy())
dist.destroy_process_group()
print("same")
"""


@pytest.mark.parametrize("ranks", [1, 4])
def test_torch_meshes(ranks, tmp_path):
    pytest.importorskip("torch.distributed.tensor", reason="PyTorch is not installed, or older than 2.5")
    on_ranks(ON_MESHES, ranks, tmp_path)


DOCS = pathlib.Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("module", ["dask", "jax"])
def test_the_guide(module, request):
    request.getfixturevalue(module)
    pages = "\n".join(page.read_text() for page in sorted(DOCS.glob("distributed*.md")))
    programs = [p for p in re.findall(r"```py(?:thon)?\n(.*?)```", pages, flags=re.S) if f"tali.{module}" in p]
    assert programs
    for program in programs:
        exec(compile(program, f"the guide's program for {module}", "exec"), {})
