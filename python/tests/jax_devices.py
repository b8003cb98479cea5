# SPDX-License-Identifier: Apache-2.0
"""Arrays of tali.jax over several devices of this machine: the numbers of one, and nothing is sent. Run by test_jax.py."""

import re
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import tali
import tali.jax

devices = jax.devices()
assert len(devices) == int(sys.argv[1]), devices
grid = np.array(devices).reshape(-1, 2) if len(devices) > 1 else np.array(devices).reshape(1, 1)
mesh, KEY = Mesh(grid, ("a", "b")), tali.Key(42)
SENT = r"all-gather|all-reduce|all-to-all|collective|reduce-scatter|infeed|send\("
SPECS = (P("a", "b"), P("b", "a"), P(None, "a"), P(("a", "b")), P("b"), P())


def put(x, spec):
    return jax.device_put(x, NamedSharding(mesh, spec))


def check(what, f, *given, spec=None, expected, local=None):
    made = jax.jit(f, **({} if spec is None else {"out_shardings": NamedSharding(mesh, spec)})).lower(*given).compile()
    text = made.as_text()
    assert not re.findall(SENT, text), (what, text)
    x = made(*given)
    assert np.array_equal(np.asarray(x), np.asarray(expected)), what
    want = NamedSharding(mesh, spec).shard_shape(x.shape) if spec is not None else local
    if want is not None:  # the custom call makes a device's part and no more
        calls = re.findall(r"= \w+\[([\d,]*)\][^=]*custom-call[^\n]*tali_fill", text)
        assert calls == [",".join(map(str, want))], (what, calls, want)


for name, given in (("normal", (1.0, 2.0)), ("poisson", (4.5,))):
    def f(key, *given, name=name, size=(16, 8)):
        return getattr(tali.jax, name)(key, size, *given)

    expected, key = f(KEY, *given), tali.jax.key(42)
    assert np.array_equal(expected, getattr(tali.Sequence(seed=KEY), name)(*given, size=(16, 8),
                                                                        **({} if name == "poisson" else {"dtype": "f4"})))
    for spec in SPECS:
        check((name, spec), f, key, *given, spec=spec, expected=expected)
    for spec in SPECS[:3]:
        full = [put(np.full((16, 8), p, np.float32), spec) for p in given]
        check((name, spec, "of parameters"), f, key, *full, expected=expected, local=NamedSharding(mesh, spec).shard_shape((16, 8)))
    rows = np.stack([f(k, *given, size=(8,)) for k in KEY.split(16)])
    for spec in (P("a"), P(("a", "b"))):
        keys = put(tali.jax.split(key, 16), spec)
        check((name, spec, "keys"), lambda k: jax.vmap(lambda k: f(k, *given, size=(8,)))(k), keys, spec=spec, expected=rows)
    narrow = f(key, *given, size=(8, 6))
    check((name, "one dimension"), lambda k: f(k, *given, size=(8, 6)), key, spec=P("b", None), expected=narrow)
    x = getattr(tali.jax, name)(key, (16, 8), *given, sharding=NamedSharding(mesh, P("a", "b")))
    assert np.array_equal(x, expected) and x.sharding.spec == P("a", "b")
    inside = jax.jit(lambda k: getattr(tali.jax, name)(k, (16, 8), *given, sharding=NamedSharding(mesh, P("a", "b"))))
    assert np.array_equal(inside(key), expected) and inside(key).sharding.is_equivalent_to(NamedSharding(mesh, P("a", "b")), 2)

x = put(np.ones((16, 8), np.float32), P("a", "b"))
noise = np.asarray(tali.jax.normal(KEY, (16, 8)))
assert np.array_equal(jax.jit(lambda x, k: x + tali.jax.normal(k, x.shape))(x, KEY), 1 + noise)
assert np.allclose(jax.jit(jax.grad(lambda m, k: (m * tali.jax.normal(k, m.shape, m)).sum()))(x, KEY), 2 + noise, rtol=1e-5)


def of_shard(x, k):
    place = jax.lax.axis_index("a")
    return x + tali.jax.normal(tali.jax.fold_in(k, place), x.shape)


parts = [np.asarray(tali.jax.normal(KEY.fold_in(i), (16 // mesh.shape["a"], 8))) for i in range(mesh.shape["a"])]
for more in ({}, {"axis_names": {"a"}}):
    f = jax.shard_map(of_shard, mesh=mesh, in_specs=(P("a"), P()), out_specs=P("a"), **more)
    assert np.array_equal(jax.jit(f)(np.zeros((16, 8), np.float32), tali.jax.key(42)), np.concatenate(parts)), more
f = jax.shard_map(lambda k, m: jax.vmap(lambda k: tali.jax.gamma(k, 8, m[0]))(k), mesh=mesh, in_specs=(P("a"), P()), out_specs=P("a"))
assert np.array_equal(f(tali.jax.split(KEY, 16), jnp.full(1, 2.5)), np.stack([tali.jax.gamma(k, 8, 2.5) for k in KEY.split(16)]))

if hasattr(jax.sharding, "AxisType") and hasattr(jax, "set_mesh"):  # axes of a mesh that types have
    explicit = jax.make_mesh(grid.shape, ("a", "b"), axis_types=(jax.sharding.AxisType.Explicit,) * 2)
    with jax.set_mesh(explicit):
        x = jax.jit(lambda k: jax.sharding.reshard(tali.jax.normal(k, (16, 8)), P("a", "b")))(tali.jax.key(42))
        assert np.array_equal(x, noise) and x.sharding.spec == P("a", "b")
print("same")
