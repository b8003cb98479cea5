# SPDX-License-Identifier: Apache-2.0
"""Random numbers for GPUs and CPUs: one seed, one sequence, on every device.

>>> import tali
>>> g = tali.Generator(seed=42)
>>> g.normal(10, 2, size=3).shape
(3,)
>>> g.position
3
"""

import os as _os
from importlib import import_module as _import_module

from tali import _core
from tali._bit_generator import BitGenerator
from tali._bit_generator import engine_classes as _engine_classes
from tali._blocks import Block, Rows, rows
from tali._docs import described as _described
from tali._errors import ArgumentError, ArgumentTypeError
from tali._generator import Generator, default_rng
from tali._key import Key
from tali._key import index_of as _index_of
from tali._sequence import Sequence
from tali._targets import DeviceArray

__version__: str = _core.__version__
__all__ = ["ArgumentError", "ArgumentTypeError", "BitGenerator", "Block", "DeviceArray", "Generator", "Key", "Rows", "Sequence",
           "cuda_devices", "default_rng", "get_include", "has_cuda", "rows", "set_threads"]
globals().update(_engine_classes())  # PCG64, Philox4x32 and the others

if hasattr(_os, "register_at_fork"):  # Windows has no forks
    _os.register_at_fork(after_in_child=lambda: _core.set_threads(1))  # the child has no threads of the parent's pool


@_described("Returns the folder of tali's C++ headers, for kernels that are compiled at run time.",
            ">>> import os\n"
            ">>> os.path.exists(os.path.join(tali.get_include(), \"tali\", \"tali.hpp\"))\n"
            "True",
            "str\nThe folder, for a compiler's ``-I``.")
def get_include() -> str:
    return _os.path.join(_os.path.dirname(_os.path.abspath(__file__)), "include")


@_described("Returns whether this build of tali supports CUDA.",
            ">>> tali.has_cuda() or tali.cuda_devices() == 0\n"
            "True",
            "bool\nTrue if it was built with CUDA, even if there is no device.")
def has_cuda() -> bool:
    return bool(_core.gpu_built())


@_described("Returns the number of usable CUDA devices.",
            ">>> tali.cuda_devices() >= 0\n"
            "True",
            "int\n0 if there is none.")
def cuda_devices() -> int:
    return int(_core.gpu_count())


@_described("Sets the number of threads per fill. It never changes a value.",
            ">>> x = tali.Generator(seed=42).normal(size=100_000)\n"
            ">>> tali.set_threads(1)\n"
            ">>> bool((tali.Generator(seed=42).normal(size=100_000) == x).all())\n"
            "True\n"
            ">>> tali.set_threads(0)",
            "", n="(int) Number of threads; 0 uses OMP_NUM_THREADS, or one thread per processor if it is not set.")
def set_threads(n: int) -> None:
    _core.set_threads(_index_of("n", n, 4096))


def __getattr__(name: str):
    if name in ("dask", "jax", "mpi", "numba", "qmc", "torch", "triton"):  # these need additional packages
        return _import_module("tali." + name)
    raise AttributeError(f"module 'tali' has no attribute {name!r}")
