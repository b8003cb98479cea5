# SPDX-License-Identifier: Apache-2.0
"""Each rank's part of an array of random numbers, with mpi4py: the same numbers on any number of ranks.

There is a function for every method of tali.Generator that takes a size. All ranks of the communicator must call it with the
same arguments. It returns the calling rank's part, and sends no values: the ranks only compare their requests. An error on
one rank is raised on all ranks.

    from mpi4py import MPI

    field = tali.mpi.normal(tali.Key(42), (1024, 1024), MPI.COMM_WORLD)        # this rank's rows
    offset, shape = tali.mpi.part((1024, 1024), MPI.COMM_WORLD)                # their position and shape
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from mpi4py import MPI as _mpi

from tali._blocks import shape_from
from tali._docs import described
from tali._engines import Call, functions
from tali._errors import ArgumentError, ArgumentTypeError


@described("Returns the position and shape of this rank's part of an array.\n\n"
           "A Cartesian communicator divides each of the array's first dimensions into as many parts as its grid has in that dimension;\n"
           "any other communicator divides the first dimension into one part per rank. Parts differ in length by at most one.",
           "",
           "offset, local_shape : tuple of ints\nIndex at which the part begins, and its shape.",
           size="(int or tuple of ints) Shape of the whole array.", comm="(mpi4py.MPI.Comm) The ranks that share the array.")
def part(size: Any, comm: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    shape = shape_from("size", size)
    if not isinstance(comm, _mpi.Comm):
        raise ArgumentTypeError("comm", comm, "an mpi4py.MPI.Comm")
    if comm.Get_topology() == _mpi.CART:
        grid, _, at = comm.Get_topo()  # type: ignore[attr-defined]
    else:
        grid, at = [comm.Get_size()], [comm.Get_rank()]
    if len(grid) > len(shape):
        raise ArgumentError("size", shape, f"at least {len(grid)} dimensions, the dimensions of the ranks' grid")
    begin = [n * i // ranks for n, i, ranks in zip(shape, at, grid)]
    end = [n * (i + 1) // ranks for n, i, ranks in zip(shape, at, grid)]
    rest = shape[len(grid):]
    return (*begin, *(0 for _ in rest)), (*(b - a for a, b in zip(begin, end)), *rest)


def _agree(comm: Any, error: Exception | None, asked: str) -> None:
    """Raises an error on all ranks if one of them has an error, or if their requests differ."""
    everybody = comm.allgather((None if error is None else str(error), asked))
    if error is not None:
        raise error
    for rank, (problem, theirs) in enumerate(everybody):
        if problem is not None:
            raise RuntimeError(f"rank {rank} of {len(everybody)}: {problem}")
        if theirs != everybody[0][1]:
            raise ValueError(f"rank {rank} asks for {theirs}; expected {everybody[0][1]}, as on rank 0")


def _part_of(key: Any, name: str, size: Any, arguments: dict[str, Any], comm: Any) -> np.ndarray:
    if not isinstance(comm, _mpi.Comm):
        raise ArgumentTypeError("comm", comm, "an mpi4py.MPI.Comm")
    error, asked, call, place = None, "", None, ((), ())
    out = arguments.pop("out", None)
    try:
        call = Call(key, name, size, arguments)
        call.kind()
        place = part(size, comm)
        asked = repr(call)
    except Exception as raised:  # every rank must reach the comparison
        error = raised
    _agree(comm, error, asked)
    assert call is not None
    if out is not None:
        call.arguments["out"] = out
    return call.block(*place)


__all__ = ["part"] + functions(globals(), _part_of, [
    (inspect.Parameter("comm", inspect.Parameter.POSITIONAL_ONLY, annotation="Any"), "mpi4py.MPI.Comm",
     "The ranks that share the array, as `part` says. It changes no value.")],
    "array\nThis rank's part of what ``tali.Sequence(seed=key)`` gives.", ("self", "size"))
