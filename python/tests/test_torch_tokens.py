# SPDX-License-Identifier: Apache-2.0
"""Tokens of logits that are cut over processes: those of a call with the whole rows."""

import pytest

import tali
from conftest import on_ranks

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

ON_MESHES = """
import math, sys
import torch, torch.distributed as dist, tali
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
rank, ranks, store = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
dist.init_process_group("gloo", init_method="file://" + store, rank=rank, world_size=ranks)
line, grid = init_device_mesh("cpu", (ranks,)), init_device_mesh("cpu", (2, ranks // 2))
inf, nan, sample, whole, rows, n = math.inf, math.nan, tali.torch.sample_logits, Replicate(), Shard(0), Shard(1)
keys = tali.torch.split(tali.torch.key(42), 7)
torch.manual_seed(1)
logits = torch.randn(7, 1003) * 2
logits[1], logits[2], logits[3, 5:], logits[4, ::2] = -inf, nan, -inf, nan
logits[5, [3, 600, 1001]], logits[6, [700, 900]] = 50.0, inf
p, k = torch.linspace(0.1, 1.0, 7, dtype=torch.float64), torch.arange(1, 8) * 30
t = torch.tensor([0.0, 1, 1, 0.7, 2, 0, 1])
def check(x, key, mesh, placements, **call):
    made, wanted = sample(distribute_tensor(x, mesh, placements), key, **call), sample(x, key, **call)
    assert made.dtype == torch.int64 and list(made.placements) == [whole if q == Shard(x.dim() - 1) else q for q in placements], made
    assert torch.equal(made.full_tensor(), wanted), (placements, call, made.full_tensor(), wanted)
for mesh, placements in ((line, [n]), (line, [rows]), (line, [whole]), (grid, [n, n]), (grid, [rows, n]), (grid, [n, rows]), (grid, [rows, rows]),
                         (grid, [whole, n])):
    for call in ({}, {"temperature": 0}, {"temperature": 0.6, "rounds": 7}, {"temperature": t},
                 {"temperature": torch.tensor([nan, 1, 1, -1, inf, 0, 1])}, {"top_k": 40}, {"top_p": 0.8}, {"min_p": 0.02},
                 {"top_k": k, "top_p": p, "min_p": p / 100, "temperature": t}):
        check(logits, keys, mesh, placements, **call)
cube, of_cube = torch.randn(3, 2, 9), tali.torch.split(tali.torch.key(1), 6).view(3, 2, 2)
for call in ({}, {"top_k": 2}):
    for x in (logits[:, :3], logits[:, :1], logits[:0], logits[:1], logits.bfloat16(), logits.half()):
        for placements in ([n], [rows]):  # with parts that are empty
            check(x.contiguous(), keys[:len(x)], line, placements, **call)
    check(logits[0], tali.Key(9), line, [Shard(0)], **call)
    for placements in ([Shard(1), Shard(2)], [Shard(2), Shard(0)]):
        check(cube, of_cube, grid, placements, **call)
def given(local, mesh, shape, *stride):
    return DTensor.from_local(local, mesh, [n], run_check=False, shape=shape, stride=stride or (shape[1], 1))
def refused(said, *arguments, **more):
    try:
        sample(*arguments, **more)
    except ValueError as error:
        assert said in str(error), error
    else:
        raise AssertionError("nothing was raised")
cut = distribute_tensor(logits, line, [n])
refused("expected sharded or replicated", DTensor.from_local(logits, line, [Partial()]), keys)
refused("key is a DTensor", cut, distribute_tensor(keys, line, [rows]))
refused("key is a DTensor", logits, distribute_tensor(keys, line, [rows]))
refused("temperature is a DTensor", cut, keys, distribute_tensor(t, line, [rows]))
refused("top_p is a DTensor", cut, keys, top_p=distribute_tensor(p, line, [rows]))
refused("expected (7, 2)", cut, keys[:2])
for more in ({}, {"top_k": 2}):
    refused("PyTorch's even cut", given(torch.zeros(7, 1 if rank else 20), line, (7, 19 + ranks)), keys, **more)
refused("at most 2**32", given(torch.zeros(1, 1).expand(1, 1 << 32), line, (1, ranks << 32), 0, 0), keys[:1])
first = DeviceMesh("cpu", [0])  # other processes have no part
alone = sample(given(logits if rank == 0 else logits[:0], first, (7, 1003)), keys).to_local()
assert torch.equal(alone, sample(logits, keys)[:7 if rank == 0 else 0])
assert torch.equal(torch.compile(lambda x: sample(x, keys) + 1, backend="eager")(cut).full_tensor(), sample(logits, keys) + 1)
dist.destroy_process_group()
print("same")
"""


@pytest.mark.parametrize("ranks", [2, 4])
def test_tokens_on_meshes(ranks, tmp_path):
    pytest.importorskip("torch.distributed.tensor", reason="PyTorch is older than 2.5")
    on_ranks(ON_MESHES, ranks, tmp_path)


def test_tokens_of_parts(device):
    """Parts that begin anywhere, by kernels too."""
    from tali.torch._best import best_of_part, tokens_of

    torch.manual_seed(1)
    keys = tali.torch.split(tali.torch.key(5, device=device), 3)
    logits = torch.randn(3, 9001, device=device) - 3
    logits[2, [10, 8000]] = 40.0
    for number, t in ((0.7, None), (0.0, None), (1.0, torch.tensor([0.5, 2.0, 0.0], device=device))):
        ends = [0, 1, 4095, 4097, 4097, 9001]
        best = [best_of_part(logits[:, a:b], keys, number, t, a, 10) for a, b in zip(ends, ends[1:])]
        assert torch.equal(tokens_of(torch.stack(best).amax(0)), tali.torch.sample_logits(logits, keys, number if t is None else t))
    far = [best_of_part(torch.full((1, 1), x, device=device), keys[:1], 0.0, None, i, 10) for x, i in ((-2.0, 0), (-0.0, 3 << 30), (0.0, (1 << 32) - 1))]
    assert tokens_of(torch.cat(far)).tolist() == [0, 3 << 30, (1 << 32) - 1] and far[0] < far[2] < far[1]
